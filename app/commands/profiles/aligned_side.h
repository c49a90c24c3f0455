/// A function in one of two builds, and what its source lines and its instructions are both printed with.
#pragma once

#include "app/commands/output/table_text.h"
#include "app/commands/profiles/annotated_file.h"
#include "model/code/annotated_sources.h"

#include <QJsonObject>

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

struct AlignedSide {
    const AnnotatedFile& file;
    const AnnotatedFunction& function;
    std::vector<AnnotatedSource> sources; ///< empty if source lines are not shown

    /// The part of the weight of all samples: "12.3 %"; empty for 0.
    std::string share(std::int64_t weight) const;
};

/// The function's name, and a line for each side: "base: 12.3 % of 1.2 s, 88 instructions, 340 bytes (FILE)".
std::string headline(const AlignedSide& base, const AlignedSide& newSide);
QJsonObject jsonOf(const AlignedSide& side);
/// Without rows: share and text of base, the sign between, share and text of new.
TableText alignedTable();

} // namespace candela
