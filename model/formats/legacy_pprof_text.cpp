#include "model/formats/legacy_pprof_readers.h"
#include "model/formats/text_lines.h"
#include "model/formats/text_numbers.h"

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

using Addresses = LegacyPprofProfile::Addresses;
using Weights = LegacyPprofProfile::Weights;

bool isSkipped(std::string_view line) {
    return trimmed(line).empty() || trimmed(line).starts_with('#');
}

bool isMapSentinel(std::string_view line) {
    return line.find("--- Memory map: ---") != std::string_view::npos ||
           line.find("MAPPED_LIBRARIES:") != std::string_view::npos;
}

/// The first line that says something, without those before it.
std::string_view firstLine(std::string_view& text) {
    while (!text.empty()) {
        const auto line = LineText::takeLine(text);
        if (!isSkipped(line)) return trimmed(line);
    }
    return {};
}

/// Takes "12" off the front, with the letters in `around` before and behind it.
std::optional<std::int64_t> takeNumber(std::string_view& rest, std::string_view around) {
    const auto skip = [&] {
        const auto begin = rest.find_first_not_of(around);
        rest.remove_prefix(begin == std::string_view::npos ? rest.size() : begin);
    };
    skip();
    const auto size = rest.find_first_not_of("-0123456789");
    const auto number = parseNumber<std::int64_t>(rest.substr(0, size));
    rest.remove_prefix(std::min(size, rest.size()));
    skip();
    return number;
}

/// All "0x1f" of a text.
void appendAddresses(std::string_view text, std::vector<std::uint64_t>& addresses) {
    for (auto place = text.find("0x"); place != std::string_view::npos; place = text.find("0x")) {
        text.remove_prefix(place + 2);
        const auto size = text.find_first_not_of("0123456789abcdef");
        if (const auto address = parseNumber<std::uint64_t>(text.substr(0, size), 16))
            addresses.push_back(*address);
    }
}

/// "1: 524288 [3: 1572864] @ …" and its like: the numbers before the '@'. False if there are fewer.
template<std::size_t Size>
bool takeNumbers(std::string_view& line, std::array<std::int64_t, Size>& numbers) {
    for (auto& number : numbers) {
        const auto taken = takeNumber(line, " \t:[]");
        if (!taken) return false;
        number = *taken;
    }
    if (!line.starts_with('@')) return false;
    line.remove_prefix(1);
    return true;
}

/// "#\t0x43a0d5\truntime.gopark+0xd5\t\t/usr/go/src/runtime/proc.go:363": the names that Go writes for
/// people.
class GoNames {
public:
    explicit GoNames(LegacyPprofProfile& profile) : m_profile(profile) {}

    void readLine(std::string_view line) {
        line.remove_prefix(1);
        const auto address = parseHexadecimal(takeWord(line));
        auto function = takeWord(line);
        if (!address || function.empty()) return;
        // A stack says it again for each address that it shares with another.
        const bool isInlineChain = m_isOpen && *address == m_last;
        if (!isInlineChain && !m_known.insert_or_assign(*address, true).second) {
            m_isOpen = false;
            return;
        }
        m_isOpen = true;
        m_last = *address;
        LegacyName name{
            .function = function.substr(0, function.rfind("+0x")), .file = trimmed(line), .line = 0};
        const auto colon = name.file.rfind(':');
        if (colon != std::string_view::npos) {
            name.line = parseNumber<std::uint32_t>(name.file.substr(colon + 1)).value_or(0);
            name.file = name.file.substr(0, colon);
        }
        m_profile.addName(*address, name);
    }

private:
    LegacyPprofProfile& m_profile;
    absl::flat_hash_map<std::uint64_t, bool> m_known;
    std::uint64_t m_last = 0;
    bool m_isOpen = false;
};

/// Calls `visit(line)` for each line that is not empty and no comment, up to the map of memory, which it
/// reads.
template<typename Visit>
void forEachSample(std::string_view text, LegacyPprofProfile& profile, Visit visit) {
    GoNames names(profile);
    while (!text.empty()) {
        const auto line = trimmed(LineText::takeLine(text));
        if (isMapSentinel(line)) return readLegacyMap(text, profile);
        if (line.starts_with('#'))
            names.readLine(line);
        else if (!line.empty() && !visit(line))
            profile.addUnreadableLine();
    }
}

/// "goroutine profile: total 9", then "1 @ 0x…".
bool readCount(std::string_view first, std::string_view text, LegacyPprofProfile& profile) {
    const auto type = first.substr(0, first.find(' '));
    profile.addValue(type, "count");
    profile.setPeriod(1, type, "count");
    std::vector<std::uint64_t> addresses;
    forEachSample(text, profile, [&](std::string_view line) {
        std::array<std::int64_t, 1> count{};
        if (line.starts_with("---") || !takeNumbers(line, count)) return false;
        addresses.clear();
        appendAddresses(line, addresses);
        profile.add({count[0]}, addresses, Addresses::AfterCalls);
        return true;
    });
    return true;
}

/// Allocations of a size are sampled with a probability that depends on it.
double samplingScale(std::int64_t count, std::int64_t size, std::int64_t rate) {
    if (count == 0 || size == 0) return 0;
    if (rate <= 1) return 1;
    return 1 / (1 - std::exp(-double(size) / double(count) / double(rate)));
}

struct HeapHeader {
    bool hasAllocations = false; ///< all allocations, beside those that are in use
    bool isSampled = false;
    std::int64_t rate = 1; ///< bytes between samples
};

/// "heap profile: 13: 1595680 [47130736: 2584596557304] @ heap/1048576"
std::optional<HeapHeader> parseHeapHeader(std::string_view line) {
    line.remove_prefix(std::string_view("heap profile:").size());
    std::array<std::int64_t, 4> sums{};
    if (!takeNumbers(line, sums)) return std::nullopt;
    const auto kind = trimmed(line);
    const auto slash = kind.find('/');
    const auto name = kind.substr(0, slash);
    HeapHeader header;
    header.hasAllocations = (sums[2] != sums[0] && sums[2] != 0) || (sums[3] != sums[1] && sums[3] != 0);
    if (name == "heap_v2" || name == "heapz_v2" || name == "heap") {
        header.isSampled = true;
        header.rate = slash == std::string_view::npos
                          ? 0
                          : parseNumber<std::int64_t>(kind.substr(slash + 1)).value_or(0);
        if (name == "heap") header.rate /= 2; // Go writes it twice as large, for tools of that time
    } else {
        if (!name.starts_with("heap")) header.hasAllocations = false; // growth, fragmentation
    }
    return header;
}

bool readHeap(std::string_view first, std::string_view text, LegacyPprofProfile& profile) {
    const auto header = parseHeapHeader(first);
    if (!header) return false;
    profile.setPeriod(header->rate, "space", "bytes");
    if (header->hasAllocations) {
        profile.addValue("alloc_objects", "count");
        profile.addValue("alloc_space", "bytes");
        profile.addValue("inuse_objects", "count");
        profile.addValue("inuse_space", "bytes");
    } else {
        profile.addValue("objects", "count");
        profile.addValue("space", "bytes");
    }
    std::vector<std::uint64_t> addresses;
    forEachSample(text, profile, [&](std::string_view line) {
        std::array<std::int64_t, 4> numbers{};
        if (!takeNumbers(line, numbers)) return false;
        if (header->hasAllocations)
            std::swap_ranges(numbers.begin(), numbers.begin() + 2, numbers.begin() + 2);
        const auto pairs = header->hasAllocations ? std::size_t(2) : std::size_t(1);
        Weights weights{};
        std::int64_t blockSize = 0;
        for (std::size_t pair = 0; pair < pairs; ++pair) {
            const auto count = numbers[2 * pair];
            const auto size = numbers[2 * pair + 1];
            if (count == 0 && size != 0) return false;
            if (count == 0) continue;
            if (count == -1 && size == std::numeric_limits<std::int64_t>::min()) return false;
            blockSize = size / count;
            const auto scale = header->isSampled ? samplingScale(count, size, header->rate) : 1.0;
            weights[2 * pair] = scale == 1 ? count : scaledWeight(count, scale);
            weights[2 * pair + 1] = scale == 1 ? size : scaledWeight(size, scale);
        }
        addresses.clear();
        appendAddresses(line, addresses);
        profile.add(weights, addresses, Addresses::AfterCalls);
        profile.setBlockSize(blockSize);
        return true;
    });
    return true;
}

/// "cycles/second = 3201000000"; false for a line that is none.
bool splitAttribute(std::string_view line, std::string_view& key, std::string_view& value) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos) return false;
    key = trimmed(line.substr(0, equals));
    value = trimmed(line.substr(equals + 1));
    return true;
}

struct Attributes {
    std::int64_t cyclesPerSecond = 0;
    std::int64_t period = 0;
    bool isJava = false;
    std::string_view resolution;
};

Attributes takeAttributes(std::string_view& text, LegacyPprofProfile& profile) {
    Attributes attributes;
    while (!text.empty()) {
        auto rest = text;
        const auto line = trimmed(LineText::takeLine(rest));
        std::string_view key;
        std::string_view value;
        if (!line.empty() && !splitAttribute(line, key, value)) break;
        text = rest;
        const auto number = parseNumber<std::int64_t>(value).value_or(0);
        if (key == "cycles/second") attributes.cyclesPerSecond = number;
        if (key == "sampling period") attributes.period = number;
        if (key == "ms since reset") profile.setDuration(productOf(number, 1'000'000));
        if (key == "format") attributes.isJava = value == "java";
        if (key == "resolution") attributes.resolution = value;
    }
    return attributes;
}

/// Java's contention and heap: the amount, the count, then numbers of locations that are named at the end.
bool readJava(std::string_view text, const Attributes& attributes, bool isHeap, LegacyPprofProfile& profile) {
    constexpr std::int64_t heapRate = 524288;
    profile.addValue(isHeap ? "inuse_objects" : "contentions", "count");
    profile.addValue(isHeap ? "inuse_space" : "delay", attributes.resolution);
    if (!isHeap) profile.setPeriod(attributes.period, "contentions", "count");
    std::vector<std::uint64_t> addresses;
    while (!text.empty()) {
        const auto names = text;
        auto line = trimmed(LineText::takeLine(text));
        if (line.empty()) continue;
        std::array<std::int64_t, 2> numbers{};
        if (!takeNumbers(line, numbers)) {
            readJavaLocations(names, profile);
            return true;
        }
        const auto [amount, count] = numbers;
        addresses.clear();
        appendAddresses(line, addresses);
        if (isHeap) {
            const auto scale = samplingScale(count, amount, heapRate);
            profile.add({scaledWeight(count, scale), scaledWeight(amount, scale)}, addresses,
                        Addresses::AreLocations);
            if (count > 0) profile.setBlockSize(amount / count);
        } else {
            const auto period = attributes.period == 0 ? 1 : attributes.period;
            profile.add({productOf(count, period), productOf(amount, period)}, addresses,
                        Addresses::AreLocations);
        }
    }
    return true;
}

/// The time or cycles that were waited and how often, sampled once in a period.
bool readContention(std::string_view text, LegacyPprofProfile& profile) {
    const auto attributes = takeAttributes(text, profile);
    if (attributes.isJava) return readJava(text, attributes, false, profile);
    const auto period = attributes.period == 0 ? 1 : attributes.period;
    profile.setPeriod(period, "contentions", "count");
    profile.addValue("contentions", "count");
    profile.addValue("delay", "nanoseconds");
    std::vector<std::uint64_t> addresses;
    forEachSample(text, profile, [&](std::string_view line) {
        std::array<std::int64_t, 2> numbers{};
        if (!takeNumbers(line, numbers)) return line.starts_with("---");
        auto [delay, count] = numbers;
        if (period > 0) {
            if (attributes.cyclesPerSecond > 0)
                delay = scaledWeight(delay, double(period) / (double(attributes.cyclesPerSecond) / 1e9));
            count = productOf(count, period);
        }
        addresses.clear();
        appendAddresses(line, addresses);
        profile.add({count, delay}, addresses, Addresses::AfterCalls);
        return true;
    });
    return true;
}

/// "--- Thread 7f794ab90940 (name: main/14748) stack: ---", then lines of addresses, also of who made it.
class ThreadReader {
public:
    explicit ThreadReader(LegacyPprofProfile& profile) : m_profile(profile) {}

    void read(std::string_view text) {
        while (!text.empty()) {
            const auto line = trimmed(LineText::takeLine(text));
            if (isMapSentinel(line)) {
                finish();
                return readLegacyMap(text, m_profile);
            }
            if (line.starts_with("---"))
                begin(line);
            else if (m_isThread)
                add(line);
        }
        finish();
    }

private:
    void begin(std::string_view line) {
        finish();
        m_isThread = line.starts_with("--- Thread ");
        const auto name = line.find("(name: ");
        const auto end = line.rfind(')');
        const auto slash = line.rfind('/');
        if (name == std::string_view::npos || slash == std::string_view::npos ||
            end == std::string_view::npos || slash < name + 7 || end < slash)
            return;
        m_name = line.substr(name + 7, slash - name - 7);
        m_tid = parseNumber<std::int32_t>(line.substr(slash + 1, end - slash - 1)).value_or(-1);
    }
    void add(std::string_view line) {
        if (line.find("same as previous thread") != std::string_view::npos) {
            m_isSame = true;
            return;
        }
        const auto first = m_addresses.size();
        appendAddresses(line, m_addresses);
        if (m_addresses.size() != first + 1) return;
        // "0x0040be31: main"
        const auto place = line.find(": ", line.find("0x"));
        const auto address = first == 0 ? m_addresses[0] : m_addresses[first] - 1;
        if (place == std::string_view::npos || !m_named.insert_or_assign(address, true).second) return;
        m_profile.addName(address, {.function = trimmed(line.substr(place + 2)), .file = {}, .line = 0});
    }
    void finish() {
        if (m_isThread) {
            if (m_addresses.empty() && (m_isSame || m_profile.sampleCount() > 0))
                m_profile.addSameStack({1});
            else
                m_profile.add({1}, m_addresses, Addresses::LeafIsExact);
            m_profile.setThread(m_tid, m_name);
        }
        m_isThread = false;
        m_isSame = false;
        m_addresses.clear();
        m_tid = -1;
        m_name = {};
    }

    LegacyPprofProfile& m_profile;
    std::vector<std::uint64_t> m_addresses;
    absl::flat_hash_map<std::uint64_t, bool> m_named;
    std::string_view m_name;
    std::int32_t m_tid = -1;
    bool m_isThread = false;
    bool m_isSame = false;
};

bool readThreads(std::string_view text, LegacyPprofProfile& profile) {
    profile.addValue("thread", "count");
    profile.setPeriod(1, "thread", "count");
    ThreadReader(profile).read(text);
    return true;
}

enum class Kind { None, Count, Heap, Contention, JavaHeap, Threads };

Kind kindOf(std::string_view first) {
    if (first.starts_with("heap profile:")) return Kind::Heap;
    if (first.starts_with("--- contentionz ") || first.starts_with("--- mutex:") ||
        first.starts_with("--- contention:"))
        return Kind::Contention;
    if (first == "--- heapz 1 ---") return Kind::JavaHeap;
    if (first.starts_with("--- threadz ") || first.starts_with("--- Thread ")) return Kind::Threads;
    const auto middle = first.find(" profile: total ");
    if (middle != std::string_view::npos && middle > 0 &&
        first.substr(0, middle).find(' ') == std::string_view::npos &&
        parseNumber<std::uint64_t>(first.substr(middle + 16)))
        return Kind::Count;
    return Kind::None;
}

} // namespace

bool looksLikeLegacyText(std::string_view start) {
    return kindOf(firstLine(start)) != Kind::None;
}

bool readLegacyText(std::string_view text, LegacyPprofProfile& profile) {
    const auto whole = text;
    const auto first = firstLine(text);
    switch (kindOf(first)) {
    case Kind::Count:
        return readCount(first, text, profile);
    case Kind::Heap:
        return readHeap(first, text, profile);
    case Kind::Contention:
        return readContention(text, profile);
    case Kind::JavaHeap: {
        const auto attributes = takeAttributes(text, profile);
        return readJava(text, attributes, true, profile);
    }
    case Kind::Threads:
        return readThreads(whole, profile);
    case Kind::None:
        break;
    }
    return false;
}

/// "0x0003 com.example.Main.run (Main.java:12)", "0x0004 memcpy (/lib/libc.so.6)", "0x0005 GC".
void readJavaLocations(std::string_view text, LegacyPprofProfile& profile) {
    while (!text.empty()) {
        auto line = trimmed(LineText::takeLine(text));
        if (!line.starts_with("0x")) continue;
        const auto address = parseHexadecimal(takeWord(line));
        line = trimmed(line);
        if (!address || line.empty()) continue;
        LegacyName name{.function = line, .file = {}, .line = 0};
        const auto open = line.rfind('(');
        if (line.ends_with(')') && open != std::string_view::npos && open > 0 && line[open - 1] == ' ') {
            name.function = trimmed(line.substr(0, open));
            const auto place = line.substr(open + 1, line.size() - open - 2);
            const auto colon = place.rfind(':');
            const auto number = colon == std::string_view::npos
                                    ? std::nullopt
                                    : parseNumber<std::int64_t>(place.substr(colon + 1));
            name.file = number ? place.substr(0, colon) : place.substr(place.rfind('/') + 1);
            name.line =
                static_cast<std::uint32_t>(std::clamp<std::int64_t>(number.value_or(0), 0, 0xffffffff));
        } else if (line.find("generated stub/JIT") != std::string_view::npos) {
            name.function = "STUB";
        }
        profile.addName(*address, name);
    }
}

} // namespace candela
