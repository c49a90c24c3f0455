#include "model/formats/speedscope_stacks.h"

#include <limits>
#include <string>

namespace candela {

void SpeedscopeStacks::addFrame(JsonValue value) {
    StringIndex name;
    StringIndex file;
    std::uint64_t line = 0;
    value.forEachField([&](JsonKey key, JsonValue field) {
        if (key == "name")
            name = m_builder.string(field.text());
        else if (key == "file")
            file = m_builder.string(field.text());
        else if (key == "line")
            line = field.unsignedInteger().value_or(0);
    });
    Frame frame;
    frame.kind = FrameKind::Unknown;
    if (line <= std::numeric_limits<std::uint32_t>::max()) frame.line = static_cast<std::uint32_t>(line);
    if (!m_builder.text(name).empty()) {
        frame.kind = FrameKind::User;
        frame.function = m_builder.function({.name = name,
                                             .rawName = {},
                                             .file = m_builder.text(file).empty() ? StringIndex() : file,
                                             .mapping = {}});
    }
    m_frames.push_back(m_builder.frame(frame));
}

FrameIndex SpeedscopeStacks::frame(std::uint64_t number) {
    if (number < m_frames.size()) return m_frames[static_cast<std::size_t>(number)];
    m_hasUnknownFrames = true;
    Frame unknown;
    unknown.kind = FrameKind::Unknown;
    return m_builder.frame(unknown);
}

StackIndex SpeedscopeStacks::stack(std::string_view list) {
    const auto [found, isNew] =
        m_known.try_emplace(absl::string_view(list.data(), list.size()), StackIndex());
    if (isNew) found->second = readStack(list);
    return found->second;
}

/// Numbers between anything else: what is no frame number makes a frame that is not known.
StackIndex SpeedscopeStacks::readStack(std::string_view list) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    std::size_t depth = 0;
    bool isShared = true;
    std::size_t place = 1;
    while (place < list.size()) {
        const auto isSeparator = [](char letter) {
            return letter == ',' || letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t' ||
                   letter == ']' || letter == '[';
        };
        if (isSeparator(list[place])) {
            ++place;
            continue;
        }
        std::uint64_t number = 0;
        for (; place < list.size() && !isSeparator(list[place]); ++place) {
            const auto digit = static_cast<unsigned char>(list[place] - '0');
            number = digit > 9 || number > most ? most + 1 : number * 10 + digit;
        }
        const auto here = frame(number);
        isShared = isShared && depth < m_steps.size() && m_steps[depth].frame == here;
        if (!isShared) {
            m_steps.resize(depth);
            const auto caller = depth == 0 ? StackIndex() : m_steps.back().stack;
            m_steps.push_back({here, m_builder.stack(caller, here)});
        }
        ++depth;
    }
    m_steps.resize(depth);
    return depth == 0 ? StackIndex() : m_steps.back().stack;
}

} // namespace candela
