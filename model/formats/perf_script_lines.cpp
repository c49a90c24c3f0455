#include "model/formats/perf_script_lines.h"

#include "model/formats/text_numbers.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::uint64_t kernelHalf = 0xffff800000000000;

struct Ids {
    std::int32_t pid = -1;
    std::int32_t tid = 0;
};

/// "23075" or "23075/23076"; -1 is a thread that perf lost sight of.
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

bool isFlags(std::string_view word) {
    return !word.empty() && word.size() <= 4 &&
           std::all_of(word.begin(), word.end(), [](char letter) { return letter >= 'A' && letter <= 'Z'; });
}

/// What follows the ids. False where it says neither CPU nor time nor event.
bool parseDetails(std::string_view rest, PerfScriptSample& sample) {
    auto word = takeWord(rest);
    if (const auto cpu = parseCpu(word)) {
        sample.cpu = *cpu;
        word = takeWord(rest);
    }
    if (isFlags(word)) word = takeWord(rest); // what kind of code, with -F misc
    if (const auto time = parseTime(word)) {
        sample.time = *time;
        word = takeWord(rest);
    }
    const bool isPlaced = sample.cpu >= 0 || sample.time != noTime;
    if (const auto period = parseNumber<std::int64_t>(word)) {
        sample.period = *period;
        word = takeWord(rest);
    }
    if (word.size() > 1 && word.ends_with(':')) {
        sample.event = word.substr(0, word.size() - 1);
        sample.rest = rest;
        return true;
    }
    sample.rest = {word.data(), static_cast<std::size_t>(rest.data() + rest.size() - word.data())};
    return isPlaced;
}

std::optional<PerfScriptSample> parseAfter(std::string_view command, Ids ids, std::string_view rest) {
    PerfScriptSample sample;
    sample.command = trimmed(command);
    sample.pid = ids.pid;
    sample.tid = ids.tid;
    if (sample.command.empty() || !parseDetails(rest, sample)) return std::nullopt;
    return sample;
}

/// Splits "name (module)" from the right: modules may have blanks and parentheses, so do names.
std::string_view takeModule(std::string_view& text) {
    if (!text.ends_with(')')) return {};
    int depth = 0;
    for (auto place = text.size(); place-- > 0;) {
        if (text[place] == ')') ++depth;
        if (text[place] == '(' && --depth == 0) {
            if (place > 0 && text[place - 1] != ' ') return {};
            const auto module = text.substr(place + 1, text.size() - place - 2);
            text = trimmed(text.substr(0, place));
            return module;
        }
    }
    return {};
}

std::string_view withoutOffset(std::string_view symbol) {
    const auto plus = symbol.rfind("+0x");
    if (plus == std::string_view::npos || !parseHexadecimal(symbol.substr(plus + 1))) return symbol;
    return symbol.substr(0, plus);
}

} // namespace

std::optional<PerfScriptSample> parsePerfScriptSample(std::string_view line) {
    const auto* begin = line.data();
    auto rest = line;
    std::optional<PerfScriptSample> other; // a sample by its event alone: a command may look like it
    for (auto word = takeWord(rest); !rest.empty(); word = takeWord(rest)) {
        const auto ids = parseIds(word);
        if (!ids) continue;
        const std::string_view command(begin, static_cast<std::size_t>(word.data() - begin));
        auto sample = parseAfter(command, *ids, rest);
        if (sample && (sample->cpu >= 0 || sample->time != noTime)) return sample;
        if (!other) other = sample;
    }
    return other;
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
    frame.symbol = rest == "[unknown]" ? std::string_view() : withoutOffset(rest);
    return frame;
}

std::optional<PerfScriptPlace> parsePerfScriptPlace(std::string_view line) {
    line = trimmed(line);
    const auto colon = line.rfind(':');
    if (colon == std::string_view::npos || colon == 0) return std::nullopt;
    const auto number = parseNumber<std::uint32_t>(line.substr(colon + 1));
    if (!number) return std::nullopt;
    return PerfScriptPlace{line.substr(0, colon), *number};
}

bool isKernelModule(std::string_view module, std::uint64_t address) {
    if (module.empty() || module == "[vsyscall]") return module.empty() && address >= kernelHalf;
    if (module.starts_with("[kernel") || module.starts_with("[guest.kernel")) return true;
    if (address >= kernelHalf && module.starts_with('[')) return true; // "[ext4]"
    return module.find(".ko") != std::string_view::npos || module.find("vmlinux") != std::string_view::npos;
}

} // namespace candela
