/// The common parts of profiles from before pprof's protobuf format: numbers before an '@', addresses after
/// it, and names that Go wrote for people.
#pragma once

#include "model/formats/encoding/text_lines.h"
#include "model/formats/encoding/text_numbers.h"
#include "model/formats/pprof/legacy_pprof_readers.h"

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace candela {

/// Whether a memory map begins after the line.
bool isMapSentinel(std::string_view line);

/// Removes a number from the front, with those letters before and after it that are in `around`.
std::optional<std::int64_t> takeNumber(std::string_view& rest, std::string_view around);

/// Appends all addresses ("0x1f") in a text.
void appendAddresses(std::string_view text, std::vector<std::uint64_t>& addresses);

/// "1: 524288 [3: 1572864] @ …" and similar: the numbers before the '@'. False if there are fewer.
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

    void readLine(std::string_view line);

private:
    LegacyPprofProfile& m_profile;
    absl::flat_hash_map<std::uint64_t, bool> m_known;
    std::uint64_t m_last = 0;
    LegacyName m_lastName;
    bool m_isOpen = false;
};

/// Calls `visit(line)` for each line that is neither empty nor a comment, up to the memory map, which it
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

/// How many allocations a sampled one represents: its size determines how likely it was sampled.
double samplingScale(std::int64_t count, std::int64_t size, std::int64_t rate);

} // namespace candela
