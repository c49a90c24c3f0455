/// The textures of flame graph pictures: patterns that tell kinds of code apart without colours, as in the
/// window (views/flame/flame_textures.h).
#pragma once

#include "model/analysis/grouping/code_class.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace candela::svg_page {

/// The class of boxes of a kind of code, besides that of their colour; empty for user code, which is plain.
std::string_view textureClass(CodeClass kind);
std::string_view kindName(CodeClass kind);

/// A class of colours (style(), svg_page.h) and one of textures. A pattern has both.
using TexturedColours = std::set<std::pair<std::string, std::string_view>>;
std::string patterns(const TexturedColours& used);
/// The style rules that fill boxes with patterns. Rules for marked boxes must follow them.
std::string patternRules(const TexturedColours& used);

} // namespace candela::svg_page
