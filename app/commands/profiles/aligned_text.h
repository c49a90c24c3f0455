/// A function's machine code in two builds, as text or JSON.
#pragma once

#include "app/commands/profiles/annotated_file.h"
#include "model/code/aligned_code.h"

#include <QJsonObject>

#include <string>

namespace candela {

/// The function in one of the builds.
struct AlignedSide {
    const AnnotatedFile& file;
    const AnnotatedFunction& function; ///< has code
};

/// The two columns of instructions; `isWhole` adds blocks without weight.
std::string textOf(const AlignedSide& base, const AlignedSide& newSide, const AlignedCode& aligned,
                   bool isWhole);
QJsonObject jsonOf(const AlignedSide& base, const AlignedSide& newSide, const AlignedCode& aligned);

} // namespace candela
