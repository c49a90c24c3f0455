#include "model/formats/printed_stacks/named_frames.h"

#include "model/formats/encoding/text_numbers.h"
#include "model/formats/printed_stacks/perf_script_lines.h"
#include "model/symbols/names/demangle.h"

#include <algorithm>
#include <ranges>

namespace candela {

namespace {

/// "main+23", "main+0x17" without the offset.
std::string_view withoutOffset(std::string_view name) {
    const auto plus = name.rfind('+');
    if (plus == std::string_view::npos || plus == 0) return name;
    const auto offset = name.substr(plus + 1);
    return parseHexadecimal(offset) ? name.substr(0, plus) : name;
}

struct Parts {
    std::string_view name;
    std::string_view module;
    std::uint64_t address = 0;
};

/// "ffffffff81b9764c iowrite16+12 ([kernel.kallsyms])", "ffffffff81b9764c", "0x7f12".
std::optional<Parts> splitAddress(std::string_view text) {
    constexpr std::size_t digitsOfAnAddress = 8;
    auto rest = text;
    const auto word = takeWord(rest);
    const bool isPlain = word.starts_with("0x") || word.size() >= digitsOfAnAddress;
    const auto address = isPlain ? parseHexadecimal(word) : std::nullopt;
    if (!address) return std::nullopt;
    if (trimmed(rest).empty()) return Parts{.name = {}, .module = {}, .address = *address};
    const auto frame = parsePerfScriptFrame(text.starts_with("0x") ? text.substr(2) : text);
    if (!frame) return std::nullopt;
    return Parts{.name = withoutOffset(frame->symbol), .module = frame->module, .address = *address};
}

Parts split(std::string_view text) {
    if (const auto parts = splitAddress(text)) return *parts;
    Parts parts;
    const auto quote = text.find('`');
    if (quote != std::string_view::npos) parts.module = text.substr(0, quote);
    parts.name = quote == std::string_view::npos ? text : text.substr(quote + 1);
    if (parts.name.starts_with("0x")) {
        if (const auto address = parseHexadecimal(parts.name)) {
            parts.address = *address;
            parts.name = {};
        }
    }
    parts.name = withoutOffset(parts.name);
    return parts;
}

} // namespace

FrameIndex NamedFrames::find(std::string_view text) {
    auto& known = m_frames.try_emplace(text, FrameIndex()).first->second;
    if (known.isNone()) known = read(text);
    return known;
}

FrameIndex NamedFrames::read(std::string_view text) {
    const auto parts = split(text);
    Frame frame;
    frame.address = parts.address;
    if (!parts.module.empty())
        frame.mapping = m_builder.mapping({.path = m_builder.string(parts.module), .buildId = {}});
    if (!parts.name.empty())
        frame.function = m_builder.function({.name = m_builder.string(demangle(parts.name)),
                                             .rawName = {},
                                             .file = {},
                                             .mapping = frame.mapping});
    const bool isKernel = isKernelModule(parts.module, parts.address) || parts.module == "kernel" ||
                          parts.module == "genunix" || parts.module == "unix" ||
                          parts.module == "mach_kernel";
    if (isKernel)
        frame.kind = FrameKind::Kernel;
    else if (frame.function.isNone() && frame.mapping.isNone())
        frame.kind = FrameKind::Unknown;
    return m_builder.frame(frame);
}

StackIndex NamedFrames::stack(std::span<const std::string_view> texts) {
    StackIndex stack;
    for (const auto text : texts | std::views::reverse)
        stack = m_builder.stack(stack, find(text));
    return stack;
}

} // namespace candela
