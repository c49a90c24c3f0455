/// Profiles in the formats of gperftools and Go from before pprof's protobuf format: counts of stacks of
/// addresses, then the process's memory map or a list of names. Formats: google/pprof,
/// profile/legacy_profile.go and legacy_java_profile.go, with the same results.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// The functions at an address, as stated in the text; inlined functions come before those that contain them.
struct LegacyName {
    std::string_view function;
    std::string_view file;
    std::uint32_t line = 0;

    bool operator==(const LegacyName&) const = default;
};

/// Collects the file's samples. They become stacks when the map, which follows them, is known.
class LegacyPprofProfile {
public:
    static constexpr std::size_t maximumValues = 4;
    using Weights = std::array<std::int64_t, maximumValues>;

    /// The meaning of the addresses in the file's stacks.
    enum class Addresses {
        AfterCalls,   ///< all are return addresses
        LeafIsExact,  ///< all but the first are return addresses
        AreLocations, ///< they are numbers of locations of which only the names are known
    };

    void addValue(std::string_view name, std::string_view unit) { m_values.emplace_back(name, unit); }
    std::size_t valueCount() const { return m_values.size(); }
    void setPeriod(std::int64_t period, std::string_view type, std::string_view unit);
    void setDuration(std::int64_t nanoseconds) { m_duration = nanoseconds; }

    /// `addresses` from the leaf, as in the file.
    void add(const Weights& weights, std::span<const std::uint64_t> addresses, Addresses kind);
    /// Sets the size of the last sample's blocks.
    void setBlockSize(std::int64_t bytes) { m_samples.back().blockSize = bytes; }
    void setThread(std::int32_t tid, std::string_view name);
    /// Adds another sample with the stack of the last sample.
    void addSameStack(const Weights& weights);
    std::size_t sampleCount() const { return m_samples.size(); }

    /// Adds names of the location at an address; earlier ones are kept. `address` is the address of the call
    /// or, in files of Go before 1.4, the address in the stack.
    void addName(std::uint64_t address, const LegacyName& name);
    /// Reads a line of a memory map, in the form of /proc/PID/maps or in that of gperftools. Other lines are
    /// ignored.
    void addMapLine(std::string_view line);

    /// Removes the frames of the profiler's signal
    /// handler above the leaf, which are in most samples.
    void removeSignalFrames();

    void addDamage() { m_isDamaged = true; }
    void addUnreadableLine() { ++m_unreadable; }

    /// Fails if there is no sample, or when cancelled.
    Result<void> build(ProfileBuilder& builder, Task& task);

private:
    struct Sample {
        Weights weights{};
        std::size_t begin = 0; // first of the sample's addresses
        std::size_t end = 0;
        std::int64_t blockSize = 0;
        std::int32_t tid = -1;
        std::string_view threadName;
    };
    struct Range {
        std::uint64_t start = 0;
        std::uint64_t end = 0;
        std::uint64_t offset = 0;
        std::string file;
        std::string buildId;
    };

    void removeDuplicateLeaf(Sample& sample);
    std::string replaceNames(std::string_view line) const;
    void sortRanges();
    MappingIndex mappingOf(std::uint64_t address, ProfileBuilder& builder);
    const std::vector<LegacyName>* namesOf(std::uint64_t address) const;
    StackIndex addFrames(std::uint64_t address, StackIndex stack, ProfileBuilder& builder);
    ThreadIndex threadOf(const Sample& sample, ProfileBuilder& builder);

    std::vector<std::pair<std::string, std::string>> m_values;
    std::int64_t m_period = 0;
    std::string m_periodType, m_periodUnit;
    std::int64_t m_duration = 0;
    std::vector<Sample> m_samples;
    std::vector<std::uint64_t> m_addresses;
    absl::flat_hash_map<std::uint64_t, std::vector<LegacyName>> m_names;
    std::vector<Range> m_ranges;
    std::vector<MappingIndex> m_mappings;                                 // mappings of the ranges
    std::vector<std::pair<std::string, std::string>> m_mapNames;          // "$build" and its replacement
    absl::flat_hash_map<std::uint64_t, std::vector<FrameIndex>> m_frames; // by address, outermost first
    absl::flat_hash_map<std::pair<std::int32_t, std::string_view>, ThreadIndex> m_threads;
    ProcessIndex m_process;
    bool m_hasAddresses = true;
    bool m_isDamaged = false;
    std::size_t m_unreadable = 0;
};

/// The scaled weight; the maximum if it does not fit.
std::int64_t scaledWeight(std::int64_t weight, double factor);
std::int64_t productOf(std::int64_t left, std::int64_t right);

} // namespace candela
