/// A reader for each of the formats from before pprof's protobuf format; the first line or words decide which
/// one applies.
#pragma once

#include "model/formats/pprof/legacy_pprof_profile.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace candela {

/// The words of a CPU profile: 4 or 8 bytes in either byte order, as on the machine.
enum class LegacyWords { None, Little32, Big32, Little64, Big64 };

/// How a CPU profile stores words; none if the bytes do not begin like a CPU profile.
LegacyWords legacyCpuWords(std::span<const std::byte> start);
/// Reads a CPU profile. Returns the lines after the samples.
std::string_view readLegacyCpu(std::span<const std::byte> bytes, LegacyPprofProfile& profile);

/// Whether the text begins like one of the text profiles.
bool looksLikeLegacyText(std::string_view start);
/// Reads a text profile; false if the text is not one.
bool readLegacyText(std::string_view text, LegacyPprofProfile& profile);

/// "cycles/second = 3201000000" and similar lines, at the start of contention and Java profiles.
struct LegacyAttributes {
    std::int64_t cyclesPerSecond = 0;
    std::int64_t period = 0;
    bool isJava = false;
    std::string_view resolution;
};

/// Removes these lines from the front of the text.
LegacyAttributes takeLegacyAttributes(std::string_view& text, LegacyPprofProfile& profile);
/// Java's contention and heap profiles: the weight, the count, then numbers of locations, whose names are at
/// the end.
bool readLegacyJava(std::string_view text, const LegacyAttributes& attributes, bool isHeap,
                    LegacyPprofProfile& profile);
/// Reads one stack for each thread.
void readLegacyThreads(std::string_view text, LegacyPprofProfile& profile);

/// Names of Java's locations: "0x0003 com.example.Main.run (Main.java:12)".
void readJavaLocations(std::string_view text, LegacyPprofProfile& profile);
/// Reads all lines of a memory map.
void readLegacyMap(std::string_view text, LegacyPprofProfile& profile);

} // namespace candela
