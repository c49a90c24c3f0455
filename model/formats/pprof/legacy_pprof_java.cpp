#include "model/formats/pprof/legacy_pprof_lines.h"
#include "model/formats/pprof/legacy_pprof_readers.h"

#include <algorithm>
#include <limits>

namespace candela {

namespace {

using Addresses = LegacyPprofProfile::Addresses;

/// "cycles/second = 3201000000"; false for any other line.
bool splitAttribute(std::string_view line, std::string_view& key, std::string_view& value) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos) return false;
    key = trimmed(line.substr(0, equals));
    value = trimmed(line.substr(equals + 1));
    return true;
}

} // namespace

LegacyAttributes takeLegacyAttributes(std::string_view& text, LegacyPprofProfile& profile) {
    LegacyAttributes attributes;
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

/// Java's contention and heap profiles: the weight, the count, then numbers of locations, whose names are at
/// the end.
bool readLegacyJava(std::string_view text, const LegacyAttributes& attributes, bool isHeap,
                    LegacyPprofProfile& profile) {
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
        const auto [weight, count] = numbers;
        addresses.clear();
        appendAddresses(line, addresses);
        if (isHeap) {
            const auto scale = samplingScale(count, weight, heapRate);
            profile.add({scaledWeight(count, scale), scaledWeight(weight, scale)}, addresses,
                        Addresses::AreLocations);
            if (count > 0) profile.setBlockSize(weight / count);
        } else {
            const auto period = attributes.period == 0 ? 1 : attributes.period;
            profile.add({productOf(count, period), productOf(weight, period)}, addresses,
                        Addresses::AreLocations);
        }
    }
    return true;
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
            const auto source = line.substr(open + 1, line.size() - open - 2);
            const auto colon = source.rfind(':');
            const auto number = colon == std::string_view::npos
                                    ? std::nullopt
                                    : parseNumber<std::int64_t>(source.substr(colon + 1));
            name.file = number ? source.substr(0, colon) : source.substr(source.rfind('/') + 1);
            name.line =
                static_cast<std::uint32_t>(std::clamp<std::int64_t>(number.value_or(0), 0, 0xffffffff));
        } else if (line.find("generated stub/JIT") != std::string_view::npos) {
            name.function = "STUB";
        }
        profile.addName(*address, name);
    }
}

} // namespace candela
