/// Field numbers of OTLP profiles, which moved in nearly every release while the signal was in development.
/// Source: open-telemetry/opentelemetry-proto, the .proto files of v1.2 to v1.11. A number 0 means that this
/// version has no such field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace candela {

struct OtlpLayout {
    enum class Tables { InProfile, InData, InDictionary };

    std::string_view versions;
    Tables tables = Tables::InDictionary;
    bool hasNullRows = true; ///< row 0 of a table means none

    struct {
        std::uint32_t mapping, location, function, string, attribute, attributeUnit, stack, locationIndices;
    } table{};
    struct {
        std::uint32_t sampleType, sample, time, duration, periodType, period, comment, defaultType;
    } profile{};
    struct {
        std::uint32_t stack, start, length, locations, values, labels, attributes, timestamps;
    } sample{};
    struct {
        std::uint32_t start, limit, offset, file, buildId, attributes;
    } mapping{};
    struct {
        std::uint32_t mapping, address, line, attributes;
    } location{};
    std::uint32_t functionName = 1; ///< followed by system name, file and start line
};

/// Fields of the messages around profiles, the same in all versions.
namespace otlp_field {
inline constexpr std::uint32_t ResourceProfiles = 1;
inline constexpr std::uint32_t Dictionary = 2;
inline constexpr std::uint32_t Resource = 1;
inline constexpr std::uint32_t ResourceAttributes = 1;
inline constexpr std::uint32_t ScopeProfiles = 2;
inline constexpr std::uint32_t Profiles = 2;
inline constexpr std::uint32_t ContainedProfile = 8; ///< only in ProfileContainer of v1.2 and v1.3
} // namespace otlp_field

/// Attributes that the reader interprets (OpenTelemetry semantic conventions).
namespace otlp_key {
inline constexpr std::string_view pid = "process.pid";
inline constexpr std::string_view process = "process.executable.name";
inline constexpr std::string_view tid = "thread.id";
inline constexpr std::string_view thread = "thread.name";
inline constexpr std::string_view cpu = "cpu.logical_number";
inline constexpr std::string_view buildId = "process.executable.build_id.gnu";
inline constexpr std::string_view frameType = "profile.frame.type";
inline constexpr std::string_view host = "host.name";
} // namespace otlp_key

/// A message of profiles in the wire format, and its layout.
struct OtlpMessage {
    std::span<const std::byte> bytes;
    const OtlpLayout* layout = nullptr;
};

/// What distinguishes the versions, in each form of a message.
struct OtlpTraits {
    bool hasProfile = false;
    bool isContainer = false;   ///< a profile is in a ProfileContainer
    bool hasDictionary = false; ///< tables are in a dictionary
    bool hasTables = false;     ///< tables are beside the resources
    bool isOld = false;         ///< with a dictionary: fields as before 1.8
};

/// The layout of the newest release, which Candela writes.
const OtlpLayout& newestOtlpLayout();

/// The newest layout with these traits; none if the message has no profile.
const OtlpLayout* otlpLayoutOf(const OtlpTraits& traits);

/// The layout of a complete message; none if it has no profile.
const OtlpLayout* findOtlpLayout(std::span<const std::byte> message);

} // namespace candela
