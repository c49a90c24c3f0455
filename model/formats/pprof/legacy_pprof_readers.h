/// One function for each of the formats before pprof's protobuf one; the first line or words decide which of
/// them it is.
#pragma once

#include "model/formats/pprof/legacy_pprof_profile.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace candela {

/// Words of a CPU profile: 4 or 8 bytes, of either byte order, as the machine had them.
enum class LegacyWords { None, Little32, Big32, Little64, Big64 };

/// None where the bytes do not begin like a CPU profile.
LegacyWords legacyCpuWords(std::span<const std::byte> start);
/// Returns the lines behind the samples.
std::string_view readLegacyCpu(std::span<const std::byte> bytes, LegacyPprofProfile& profile);

/// Whether the text begins like one of the profiles that are text.
bool looksLikeLegacyText(std::string_view start);
/// False if it does not.
bool readLegacyText(std::string_view text, LegacyPprofProfile& profile);

/// "cycles/second = 3201000000" and its like, at the start of contention and Java profiles.
struct LegacyAttributes {
    std::int64_t cyclesPerSecond = 0;
    std::int64_t period = 0;
    bool isJava = false;
    std::string_view resolution;
};

/// Takes them off the front of the text.
LegacyAttributes takeLegacyAttributes(std::string_view& text, LegacyPprofProfile& profile);
/// Java's contention and heap: the weight, the count, then numbers of locations that are named at the end.
bool readLegacyJava(std::string_view text, const LegacyAttributes& attributes, bool isHeap,
                    LegacyPprofProfile& profile);
/// A stack for each thread.
void readLegacyThreads(std::string_view text, LegacyPprofProfile& profile);

/// Names of Java's locations: "0x0003 com.example.Main.run (Main.java:12)".
void readJavaLocations(std::string_view text, LegacyPprofProfile& profile);
/// All lines of a memory map.
void readLegacyMap(std::string_view text, LegacyPprofProfile& profile);

} // namespace candela
