#include "model/formats/pprof/legacy_pprof_lines.h"
#include "model/formats/pprof/legacy_pprof_readers.h"

#include <algorithm>
#include <utility>

namespace candela {

namespace {

using Addresses = LegacyPprofProfile::Addresses;
using Weights = LegacyPprofProfile::Weights;

bool isSkipped(std::string_view line) {
    return trimmed(line).empty() || trimmed(line).starts_with('#');
}

/// The text from the first line that is neither empty nor a comment.
std::string_view firstLine(std::string_view& text) {
    while (!text.empty()) {
        const auto line = LineText::takeLine(text);
        if (!isSkipped(line)) return trimmed(line);
    }
    return {};
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

struct HeapHeader {
    bool hasAllocations = false; ///< all allocations, besides those in use
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
        if (name == "heap") header.rate /= 2; // Go writes twice the rate, for old tools
    } else {
        if (!name.starts_with("heap")) header.hasAllocations = false; // growth, fragmentation
    }
    return header;
}

/// "heap_v2/524288" of jemalloc: the bytes between its samples. None for other lines.
std::optional<std::int64_t> parseJemallocRate(std::string_view line) {
    constexpr std::string_view name = "heap_v2/";
    if (!line.starts_with(name)) return std::nullopt;
    const auto rate = parseNumber<std::int64_t>(line.substr(name.size()));
    return rate && *rate > 0 ? rate : std::nullopt;
}

/// "t*: 13: 6688 [20: 9000]": objects and bytes in use, then all allocations, if those were counted. None for
/// a line of one thread, "t3: …", and for other lines.
std::optional<std::array<std::int64_t, 4>> parseJemallocSums(std::string_view line) {
    constexpr std::string_view allThreads = "t*:";
    if (!line.starts_with(allThreads)) return std::nullopt;
    line.remove_prefix(allThreads.size());
    std::array<std::int64_t, 4> numbers{};
    for (auto& number : numbers) {
        const auto taken = takeNumber(line, " \t:[]");
        if (!taken || *taken < 0) return std::nullopt;
        number = *taken;
    }
    return numbers;
}

/// The sums of the whole heap come first. Then each stack has its own line, followed by the sums of all
/// threads and of each thread.
bool readJemallocHeap(std::int64_t rate, std::string_view text, LegacyPprofProfile& profile) {
    auto rest = text;
    const auto heap = parseJemallocSums(trimmed(LineText::takeLine(rest)));
    const bool hasAllocations = heap && ((*heap)[2] != 0 || (*heap)[3] != 0);
    profile.setPeriod(rate, "space", "bytes");
    if (hasAllocations) {
        profile.addValue("alloc_objects", "count");
        profile.addValue("alloc_space", "bytes");
    }
    profile.addValue(hasAllocations ? "inuse_objects" : "objects", "count");
    profile.addValue(hasAllocations ? "inuse_space" : "space", "bytes");
    std::vector<std::uint64_t> addresses;
    bool isStack = false;
    forEachSample(text, profile, [&](std::string_view line) {
        if (line.starts_with('@')) {
            addresses.clear();
            appendAddresses(line, addresses);
            isStack = true;
            return true;
        }
        auto sums = parseJemallocSums(line);
        if (!sums) return line.starts_with('t') && !line.starts_with("t*");
        if (!std::exchange(isStack, false)) return true;
        if (hasAllocations) std::swap_ranges(sums->begin(), sums->begin() + 2, sums->begin() + 2);
        Weights weights{};
        for (std::size_t value = 0; value < (hasAllocations ? 4 : 2); value += 2) {
            const auto scale = samplingScale((*sums)[value], (*sums)[value + 1], rate);
            weights[value] = scaledWeight((*sums)[value], scale);
            weights[value + 1] = scaledWeight((*sums)[value + 1], scale);
        }
        profile.add(weights, addresses, Addresses::AfterCalls);
        return true;
    });
    return true;
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

/// The time or cycles of waiting and the number of waits, sampled once in a period.
bool readContention(std::string_view text, LegacyPprofProfile& profile) {
    const auto attributes = takeLegacyAttributes(text, profile);
    if (attributes.isJava) return readLegacyJava(text, attributes, false, profile);
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

enum class Kind { None, Count, Heap, JemallocHeap, Contention, JavaHeap, Threads };

Kind kindOf(std::string_view first) {
    if (first.starts_with("heap profile:")) return Kind::Heap;
    if (parseJemallocRate(first)) return Kind::JemallocHeap;
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
    case Kind::JemallocHeap:
        return readJemallocHeap(*parseJemallocRate(first), text, profile);
    case Kind::Contention:
        return readContention(text, profile);
    case Kind::JavaHeap: {
        const auto attributes = takeLegacyAttributes(text, profile);
        return readLegacyJava(text, attributes, true, profile);
    }
    case Kind::Threads:
        readLegacyThreads(whole, profile);
        return true;
    case Kind::None:
        break;
    }
    return false;
}

} // namespace candela
