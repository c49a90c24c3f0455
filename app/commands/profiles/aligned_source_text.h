/// A function's source lines in two builds, as text or JSON.
#pragma once

#include "app/commands/profiles/aligned_side.h"
#include "model/code/aligned_lines.h"

#include <QJsonObject>

#include <span>
#include <string>

namespace candela {

/// The two columns of lines, file by file.
std::string linesText(const AlignedSide& base, const AlignedSide& newSide,
                      std::span<const AlignedSource> aligned);
/// Sets "sources".
void addLines(QJsonObject& object, const AlignedSide& base, const AlignedSide& newSide,
              std::span<const AlignedSource> aligned);

} // namespace candela
