#include "model/formats/printed_stacks/perf_script_lines.h"

#include "model/formats/encoding/text_numbers.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::uint64_t kernelHalf = 0xffff800000000000;

struct Ids {
    std::int32_t pid = -1;
    std::int32_t tid = 0;
};

/// "23075" or "23075/23076"; -1 is a thread that perf did not know.
std::optional<Ids> parseIds(std::string_view word) {
    if (word.empty() || (word[0] != '-' && (word[0] < '0' || word[0] > '9'))) return std::nullopt;
    const auto slash = word.find('/');
    const auto first = parseNumber<std::int32_t>(word.substr(0, slash));
    if (!first) return std::nullopt;
    if (slash == std::string_view::npos) return Ids{-1, *first};
    const auto second = parseNumber<std::int32_t>(word.substr(slash + 1));
    if (!second) return std::nullopt;
    return Ids{*first, *second};
}

/// "[003]"
std::optional<std::int32_t> parseCpu(std::string_view word) {
    if (word.size() < 3 || word.front() != '[' || word.back() != ']') return std::nullopt;
    const auto cpu = parseNumber<std::int32_t>(word.substr(1, word.size() - 2));
    return cpu && *cpu >= 0 ? cpu : std::nullopt;
}

/// "203265.377022:"
std::optional<std::int64_t> parseTime(std::string_view word) {
    if (word.size() < 4 || word.back() != ':' || word.find('.') == std::string_view::npos)
        return std::nullopt;
    return parseBillionths(word.substr(0, word.size() - 1));
}

/// The kind of code and event, printed with -F misc.
bool isFlags(std::string_view word) {
    return !word.empty() && word.size() <= 4 &&
           word.find_first_not_of("KUHGgESpMmX") == std::string_view::npos;
}

/// "2026-11-22", with -F tod; the time of day follows.
bool isDate(std::string_view word) {
    return word.size() == 10 && word[4] == '-' && word[7] == '-' &&
           parseNumber<std::uint32_t>(word.substr(0, 4));
}

/// Whether a number is at least ten columns wide; perf prints no id like that.
bool isWide(std::string_view line, std::string_view word) {
    constexpr std::size_t periodWidth = 10;
    const auto begin = static_cast<std::size_t>(word.data() - line.data());
    const auto before = line.substr(0, begin).find_last_not_of(' ');
    const auto blanks = before == std::string_view::npos ? begin : begin - before - 2;
    return blanks + word.size() >= periodWidth;
}

/// Parses the fields of a line from some word on.
class FieldReader {
public:
    FieldReader(std::string_view line, std::string_view from) : m_line(line), m_rest(from) { next(); }

    /// Parses ids, CPU, time, period and event as far as they are present, in this order. What follows is
    /// `rest`.
    PerfScriptSample read() {
        PerfScriptSample sample;
        if (const auto ids = parseIds(m_word); ids && !isPeriod()) {
            sample.pid = ids->pid;
            sample.tid = ids->tid;
            next();
        }
        if (const auto cpu = parseCpu(m_word)) {
            sample.cpu = *cpu;
            next();
        }
        if (isFlags(m_word)) next();
        if (isDate(m_word)) {
            next();
            next();
        }
        if (const auto time = parseTime(m_word)) {
            sample.time = *time;
            next();
        }
        if (const auto period = parseNumber<std::int64_t>(m_word);
            period && (isPeriod() || isEvent(trimmed(m_rest)))) {
            sample.period = *period;
            next();
        }
        if (isEvent(m_word)) {
            sample.event = m_word.substr(0, m_word.size() - 1);
            sample.rest = m_rest;
        } else {
            sample.rest = {m_word.data(),
                           static_cast<std::size_t>(m_rest.data() + m_rest.size() - m_word.data())};
        }
        return sample;
    }

private:
    void next() { m_word = takeWord(m_rest); }
    /// Whether a text begins with an event's name.
    static bool isEvent(std::string_view text) {
        const auto word = takeWord(text);
        return word.size() > 1 && word.ends_with(':');
    }
    bool isPeriod() const { return m_word.find('/') == std::string_view::npos && isWide(m_line, m_word); }

    std::string_view m_line;
    std::string_view m_rest;
    std::string_view m_word;
};

/// Whether a line's fields can begin with this word.
bool beginsFields(std::string_view word) {
    return parseIds(word) || parseCpu(word) || parseTime(word) || isFlags(word) || isDate(word);
}

/// Splits "name (module)" from the right, because both may contain blanks and parentheses.
std::string_view takeModule(std::string_view& text) {
    if (!text.ends_with(')')) return {};
    int depth = 0;
    for (auto position = text.size(); position-- > 0;) {
        if (text[position] == ')') ++depth;
        if (text[position] == '(' && --depth == 0) {
            if (position > 0 && text[position - 1] != ' ') return {};
            const auto module = text.substr(position + 1, text.size() - position - 2);
            text = trimmed(text.substr(0, position));
            return module;
        }
    }
    return {};
}

std::string_view withoutPerfOffset(std::string_view symbol) {
    const auto plus = symbol.rfind("+0x");
    if (plus == std::string_view::npos || !parseHexadecimal(symbol.substr(plus + 1))) return symbol;
    return symbol.substr(0, plus);
}

} // namespace

std::optional<PerfScriptSample> parsePerfScriptSample(std::string_view line) {
    auto rest = line;
    std::optional<PerfScriptSample> other; // a sample that has only its event; a command may look like that
    while (true) {
        const auto before = rest;
        const auto word = takeWord(rest);
        if (word.empty()) return other;
        if (!beginsFields(word)) continue;
        auto sample = FieldReader(line, before).read();
        sample.command = trimmed({line.data(), static_cast<std::size_t>(word.data() - line.data())});
        if (sample.hasCpuOrTime()) return sample;
        if (!other && sample.tid && !sample.event.empty()) other = sample;
    }
}

PerfScriptSample parsePerfScriptHead(std::string_view line) {
    if (const auto sample = parsePerfScriptSample(line)) return *sample;
    // The fields are the part that extends to the line's end.
    for (auto rest = line; !trimmed(rest).empty(); takeWord(rest)) {
        auto sample = FieldReader(line, rest).read();
        if (!trimmed(sample.rest).empty()) continue;
        sample.command = trimmed({line.data(), static_cast<std::size_t>(rest.data() - line.data())});
        return sample;
    }
    PerfScriptSample sample;
    sample.command = trimmed(line);
    return sample;
}

std::optional<PerfScriptFlatLine> splitPerfScriptFlatLine(std::string_view line) {
    // One blank ends the previous field, and another one precedes the address.
    constexpr std::size_t width = 17;
    constexpr std::size_t widthBehindField = 18;
    auto rest = line;
    while (true) {
        const auto before = static_cast<std::size_t>(line.size() - rest.size());
        const auto word = takeWord(rest);
        if (word.empty()) return std::nullopt;
        const auto end = static_cast<std::size_t>(line.size() - rest.size());
        const bool isFirst = trimmed(line.substr(0, before)).empty();
        const bool isAligned = isFirst ? end == width || end == width + 1 : end - before >= widthBehindField;
        if (!isAligned || line[before] != ' ' || (isFirst && rest.empty())) continue;
        if (word.starts_with('0') || !parseNumber<std::uint64_t>(word, 16)) continue;
        return PerfScriptFlatLine{.head = line.substr(0, before), .frame = line.substr(before)};
    }
}

std::optional<PerfScriptFrame> parsePerfScriptFrame(std::string_view line) {
    auto rest = trimmed(line);
    PerfScriptFrame frame;
    auto afterAddress = rest;
    const auto address = parseNumber<std::uint64_t>(takeWord(afterAddress), 16);
    if (address) {
        frame.address = *address;
        rest = trimmed(afterAddress);
    }
    frame.module = takeModule(rest);
    if (!address && frame.module.empty()) return std::nullopt;
    frame.isInlined = frame.module == "inlined";
    if (frame.isInlined || frame.module == "[unknown]") frame.module = {};
    frame.symbol = rest == "[unknown]" ? std::string_view() : withoutPerfOffset(rest);
    return frame;
}

std::optional<PerfScriptSource> parsePerfScriptSource(std::string_view line) {
    line = trimmed(line);
    const auto colon = line.rfind(':');
    if (colon == std::string_view::npos || colon == 0) return std::nullopt;
    const auto number = parseNumber<std::uint32_t>(line.substr(colon + 1));
    if (!number) return std::nullopt;
    return PerfScriptSource{line.substr(0, colon), *number};
}

bool isKernelModule(std::string_view module, std::uint64_t address) {
    if (module.empty() || module == "[vsyscall]") return module.empty() && address >= kernelHalf;
    if (module.starts_with("[kernel") || module.starts_with("[guest.kernel")) return true;
    if (address >= kernelHalf && module.starts_with('[')) return true; // "[ext4]"
    return module.find(".ko") != std::string_view::npos || module.find("vmlinux") != std::string_view::npos;
}

} // namespace candela
