/// Reads OTLP profiles of any released version, using its layout: the tables first, then the samples of each
/// profile. All messages of a file become one profile, although each has its own tables.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/encoding/wire_reader.h"
#include "model/formats/otlp/otlp_layout.h"
#include "model/formats/otlp/otlp_owners.h"
#include "model/formats/otlp/otlp_tables.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace candela {

class OtlpReader {
public:
    /// `size` is the size of all messages, which limits the size of the tables.
    OtlpReader(ProfileBuilder& builder, std::uint64_t size);

    /// To be called for every message before the first one is read: times are relative to the earliest start
    /// of all profiles.
    void findStart(const OtlpMessage& message);
    /// Fails only when cancelled.
    Result<void> read(const OtlpMessage& message, Task& task);

private:
    Result<void> readResource(std::span<const std::byte> message, Task& task);
    Result<void> readProfile(std::span<const std::byte> message, OtlpTables& tables, Task& task);
    void findStartOf(std::span<const std::byte> profile, const OtlpLayout& layout);
    ValueTypeIndex valueType(std::span<const std::byte> message, OtlpTables& tables);
    void readOrigin(std::span<const std::byte> profile, OtlpTables& tables);
    void readSample(std::span<const std::byte> message, OtlpTables& tables);
    StackIndex stackOf(OtlpTables& tables);
    StackIndex stackOfRow(OtlpTables& tables);
    StackIndex stackOfRange(OtlpTables& tables);
    StackIndex grow(std::span<const std::uint64_t> locations, OtlpTables& tables);
    void addSamples(const Sample& sample);

    ProfileBuilder& m_builder;
    std::uint64_t m_earliestStart = 0, m_firstTime = 0; // 0: no message states it
    std::int64_t m_start = 0; // the start of the profile's times: nanoseconds since 1970; 0: times are not of
                              // that kind
    std::uint64_t m_framesLeft = 0;

    // The current message, and its profile.
    std::span<const std::byte> m_message;
    const OtlpLayout* m_layout = nullptr;
    std::optional<OtlpTables> m_tables;
    std::vector<OtlpAttribute> m_resource;
    std::vector<ValueTypeIndex> m_values;

    // The current sample.
    std::uint64_t m_stackRow = 0, m_first = 0, m_count = 0;
    std::vector<std::uint64_t> m_locations, m_attributes, m_times;
    std::vector<FrameIndex> m_frames;     // of the stack that grows
    std::vector<std::uint64_t> m_indices; // locations of the profile's samples
    std::vector<std::int64_t> m_weights;
    std::vector<std::span<const std::byte>> m_labels;

    /// By the first of the profile's locations, and their number.
    absl::flat_hash_map<std::pair<std::uint64_t, std::uint64_t>, StackIndex> m_stacks;
    OtlpOwners m_owners;
};

} // namespace candela
