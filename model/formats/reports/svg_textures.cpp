#include "model/formats/reports/svg_textures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace candela::svg_page {

namespace {

struct Texture {
    CodeClass kind;
    std::string_view name;
    std::string_view boxClass;
    std::string_view lines; ///< of one period, 8 by 8
    double lineWidth;
};

constexpr std::array<Texture, codeClassCount> textures{{
    {CodeClass::User, "User", "", "", 0},
    {CodeClass::Inlined, "Inlined", "xi", "M0 2H8M0 6H8", 1},
    {CodeClass::Kernel, "Kernel", "xk", "M-1 9L9 -1M-1 1L1 -1M7 9L9 7", 1},
    {CodeClass::Interpreted, "Interpreted", "xp", "M2 2h.01M6 6h.01", 2},
    {CodeClass::Generated, "Generated (JIT)", "xg", "M2 0V8M6 0V8", 1},
    {CodeClass::Unknown, "Unknown", "xu", "M-1 9L9 -1M-1 1L1 -1M7 9L9 7M-1 -1L9 9M7 -1L9 1M-1 7L1 9", 1},
}};

const Texture& textureOf(CodeClass kind) {
    return *std::ranges::find(textures, kind, &Texture::kind);
}

} // namespace

std::string_view textureClass(CodeClass kind) {
    return textureOf(kind).boxClass;
}

std::string_view kindName(CodeClass kind) {
    return textureOf(kind).name;
}

std::string patterns(const TexturedColours& used) {
    std::string text;
    for (const auto& [colour, texture] : used) {
        const auto& found = *std::ranges::find(textures, texture, &Texture::boxClass);
        text += fmt::format(
            "<pattern id=\"{0}-{1}\" class=\"{0}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
            "<rect width=\"8\" height=\"8\"/><path class=\"ink\" d=\"{2}\" "
            "stroke-width=\"{3}\"/></pattern>\n",
            colour, texture, found.lines, found.lineWidth);
    }
    return text.empty() ? text : "<defs>\n" + text + "</defs>\n";
}

std::string patternRules(const TexturedColours& used) {
    std::string text;
    for (const auto& [colour, texture] : used)
        text += fmt::format(".{0}.{1} rect {{ fill: url(#{0}-{1}); }}\n", colour, texture);
    return text;
}

} // namespace candela::svg_page
