#include "model/formats/speedscope/speedscope_stacks.h"

#include <limits>
#include <string>

namespace candela {

namespace {

/// Visits the numbers in a text, whatever separates them. A number that is too large for a frame becomes the
/// largest possible number.
template<typename Visit>
void forEachNumber(std::string_view text, Visit&& visit) {
    constexpr std::uint64_t maximum = std::numeric_limits<std::uint32_t>::max();
    constexpr std::ptrdiff_t alwaysFits = 9; // digits
    const auto isSeparator = [](char letter) {
        return letter == ',' || letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t' ||
               letter == ']' || letter == '[';
    };
    const char* next = text.data();
    const char* const end = next + text.size();
    while (next < end) {
        // Most numbers are a few digits with a comma behind them.
        const char* const begin = next;
        std::uint64_t number = 0;
        unsigned char digit = 0;
        for (; next < end && (digit = static_cast<unsigned char>(*next - '0')) <= 9; ++next)
            number = number * 10 + digit;
        const auto digits = next - begin;
        if (digits > 0 && digits <= alwaysFits && (next == end || isSeparator(*next))) {
            visit(number);
            if (next < end) ++next;
            continue;
        }
        next = begin;
        if (isSeparator(*next)) {
            ++next;
            continue;
        }
        number = 0;
        for (; next < end && !isSeparator(*next); ++next) {
            digit = static_cast<unsigned char>(*next - '0');
            number = digit > 9 || number > maximum ? maximum + 1 : number * 10 + digit;
        }
        visit(number);
    }
}

} // namespace

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

void SpeedscopeStacks::addStack(std::string_view list, std::vector<StackIndex>& stacks) {
    const auto hasBrackets = list.size() >= 2;
    const HashedText numbers(hasBrackets ? list.substr(1, list.size() - 2) : std::string_view());
    m_known.prefetch(numbers);
    m_pending.push_back(numbers);
    if (m_pending.size() == pendingLookUps) addPending(stacks);
}

void SpeedscopeStacks::addPending(std::vector<StackIndex>& stacks) {
    for (const auto& numbers : m_pending)
        prefetchKnown(numbers.hash);
    for (const auto& numbers : m_pending)
        stacks.push_back(stack(numbers));
    m_pending.clear();
}

/// The text that stack() will compare with may be anywhere in the file. Looking it up by its hash alone also
/// loads the entry of m_known.
void SpeedscopeStacks::prefetchKnown(std::size_t hash) const {
    constexpr std::size_t lineSize = 64;
    constexpr std::size_t maximumBytes = 8 * lineSize;
    const auto known = m_known.find(hash);
    if (known == m_known.end()) return;
    const auto text = known->first.text.substr(0, maximumBytes);
    for (std::size_t offset = 0; offset < text.size(); offset += lineSize)
        __builtin_prefetch(text.data() + offset);
}

StackIndex SpeedscopeStacks::stack(HashedText numbers) {
    if (const auto found = m_known.find(numbers); found != m_known.end()) return found->second;
    StackIndex stack;
    const auto comma = numbers.text.rfind(',');
    if (m_callerLookUps.pay() && comma != std::string_view::npos) {
        const HashedText callers(numbers.text.substr(0, comma));
        const auto caller = m_known.find(callers);
        m_callerLookUps.count(caller != m_known.end());
        const auto known = caller != m_known.end() ? caller->second : readStack(callers.text);
        if (caller == m_known.end()) m_known.emplace(callers, known);
        stack = addFrames(known, numbers.text.substr(comma + 1));
    } else {
        stack = readStack(numbers.text);
    }
    m_known.emplace(numbers, stack);
    return stack;
}

/// Reuses the frames that are the same as in the previous stack.
StackIndex SpeedscopeStacks::readStack(std::string_view numbers) {
    std::size_t depth = 0;
    bool isShared = true;
    forEachNumber(numbers, [&](std::uint64_t number) {
        const auto here = frame(number);
        isShared = isShared && depth < m_steps.size() && m_steps[depth].frame == here;
        if (!isShared) {
            m_steps.resize(depth);
            const auto caller = depth == 0 ? StackIndex() : m_steps.back().stack;
            m_steps.push_back({here, m_builder.stack(caller, here)});
        }
        ++depth;
    });
    m_steps.resize(depth);
    return depth == 0 ? StackIndex() : m_steps.back().stack;
}

StackIndex SpeedscopeStacks::addFrames(StackIndex caller, std::string_view numbers) {
    forEachNumber(numbers, [&](std::uint64_t number) { caller = m_builder.stack(caller, frame(number)); });
    return caller;
}

} // namespace candela
