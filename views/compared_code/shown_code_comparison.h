/// A function of both builds with what its code and its source lines have in common.
#pragma once

#include "model/code/aligned_code.h"
#include "model/code/aligned_lines.h"
#include "views/source/shown_function.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace candela {

struct ShownCodeComparison {
    std::shared_ptr<const ShownFunction> base, newSide;
    std::optional<AlignedCode> code;    ///< none if a side has no instructions
    std::vector<AlignedSource> sources; ///< empty if a side has no lines
    /// Why there is no code or there are no lines: a sentence without its full stop, and what to do.
    QString codeProblem, sourceProblem;
    std::string hint;

    const AnnotatedCode& baseCode() const { return base->annotated.code.front(); }
    const AnnotatedCode& newCode() const { return newSide->annotated.code.front(); }
    /// Whether lines of a file are paired by their distance, as the text of a build is not known.
    bool isByDistance() const;
};

/// Aligns what both sides have.
std::shared_ptr<const ShownCodeComparison> compareCode(std::shared_ptr<const ShownFunction> base,
                                                       std::shared_ptr<const ShownFunction> newSide);

} // namespace candela
