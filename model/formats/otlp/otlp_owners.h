/// The owners of OTLP samples: what attributes state about the thread, the processor and the labels.
#pragma once

#include "model/formats/otlp/otlp_tables.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace candela {

class OtlpOwners {
public:
    struct Owner {
        ThreadIndex thread;
        std::int32_t cpu = -1;
        LabelSetIndex labels;
    };
    /// A sample's attributes and labels, and the attributes of its resource.
    struct Stated {
        const std::vector<std::uint64_t>& attributes; ///< rows of the tables
        std::span<const std::span<const std::byte>> labels;
        std::span<const OtlpAttribute> resource;
    };

    explicit OtlpOwners(ProfileBuilder& builder) : m_builder(builder) {}

    /// Samples with the same attributes have the same owner, which is then made once.
    Owner find(const Stated& stated, OtlpTables& tables);
    /// Must be called before the tables or the resource change.
    void forget() { m_known.clear(); }

private:
    /// Samples may each have attributes of their own, or many; then their owners need no memory.
    static constexpr std::size_t maximumKnown = 1 << 16;
    static constexpr std::size_t maximumAttributes = 64;

    Owner read(const Stated& stated, OtlpTables& tables);
    ThreadIndex thread(std::int32_t pid, std::string_view process, std::int32_t tid, std::string_view name);

    ProfileBuilder& m_builder;
    absl::flat_hash_map<std::vector<std::uint64_t>, Owner> m_known; // by attributes, without labels
    absl::flat_hash_map<std::pair<std::int32_t, StringIndex>, ProcessIndex> m_processes;
    absl::flat_hash_map<std::tuple<ProcessIndex, std::int32_t, StringIndex>, ThreadIndex> m_threads;
};

} // namespace candela
