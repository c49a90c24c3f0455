/// A function's instructions in two builds, as text or JSON.
#pragma once

#include "app/commands/profiles/aligned_side.h"
#include "app/commands/profiles/annotation_text.h"
#include "model/code/aligned_code.h"

#include <QJsonObject>

#include <string>

namespace candela {

/// Both functions have code. Names what became or ceased to be called or inlined, and has the two columns of
/// instructions; Extent::AroundWeights leaves blocks without weight out.
std::string instructionsText(const AlignedSide& base, const AlignedSide& newSide, const AlignedCode& aligned,
                             Extent extent);
/// Sets "used", "is_aligned" and "rows".
void addInstructions(QJsonObject& object, const AlignedSide& base, const AlignedSide& newSide,
                     const AlignedCode& aligned);

} // namespace candela
