/// Labels of pprof samples. A sample with numeric labels "pid" and "tid" belongs to that thread; "process"
/// and "thread" then are the names. All other labels stay labels of the sample: no meaning is guessed from
/// their keys.
#pragma once

#include "model/formats/pprof/pprof_frames.h"

#include <absl/container/flat_hash_map.h>

#include <string_view>
#include <tuple>
#include <vector>

namespace candela {

/// Keys of the labels that describe threads; the writer uses the same.
namespace pprof_label {
inline constexpr std::string_view pid = "pid";
inline constexpr std::string_view tid = "tid";
inline constexpr std::string_view process = "process";
inline constexpr std::string_view thread = "thread";
} // namespace pprof_label

class PprofLabels {
public:
    struct Row {
        LabelSetIndex labels; ///< none if there are no labels
        ThreadIndex thread;   ///< none if no labels describe a thread
    };

    PprofLabels(PprofFrames& texts, ProfileBuilder& builder) : m_texts(texts), m_builder(builder) {}

    /// `fields` are a sample's label fields with their tags.
    Row read(std::span<const std::byte> fields);
    bool isDamaged() const { return m_isDamaged; }

private:
    struct ThreadLabels;

    Label readLabel(std::span<const std::byte> message);
    ThreadIndex thread(const ThreadLabels& labels);

    PprofFrames& m_texts;
    ProfileBuilder& m_builder;
    absl::flat_hash_map<std::pair<std::int32_t, StringIndex>, ProcessIndex> m_processes;
    absl::flat_hash_map<std::tuple<ProcessIndex, std::int32_t, StringIndex>, ThreadIndex> m_threads;
    std::vector<Label> m_scratch;
    bool m_isDamaged = false;
};

} // namespace candela
