/// Labels of pprof samples. Equal label bytes are looked up, not read again.
/// A sample with numeric labels "pid" and "tid" belongs to that thread; "process" and "thread" then are the
/// names. All other labels stay labels of the sample: nothing is guessed from their keys.
#pragma once

#include "model/formats/pprof_frames.h"

#include <absl/container/flat_hash_map.h>
#include <absl/hash/hash.h>
#include <absl/strings/string_view.h>

#include <deque>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace candela {

/// Bytes of a file as keys of a map: they stay in the file where they are in it, others are copied.
class PprofKeys {
public:
    /// absl hashes its own string_view several times faster than it lets the standard library hash std's.
    struct Hash {
        std::size_t operator()(std::string_view text) const {
            return absl::HashOf(absl::string_view(text.data(), text.size()));
        }
    };
    template<typename Value>
    using Map = absl::flat_hash_map<std::string_view, Value, Hash>;

    explicit PprofKeys(std::span<const std::byte> file) : m_file(file) {}

    /// The bytes' text, valid while this and the file live.
    std::string_view lasting(std::span<const std::byte> bytes);

private:
    std::span<const std::byte> m_file;
    std::deque<std::string> m_copies;
};

/// Keys of the labels that stand for threads; the writer uses the same.
namespace pprof_label {
inline constexpr std::string_view pid = "pid";
inline constexpr std::string_view tid = "tid";
inline constexpr std::string_view process = "process";
inline constexpr std::string_view thread = "thread";
} // namespace pprof_label

class PprofLabels {
public:
    struct Row {
        LabelSetIndex labels; ///< none where there are no labels
        ThreadIndex thread;   ///< none where no labels name one
    };

    PprofLabels(PprofFrames& texts, ProfileBuilder& builder, PprofKeys& keys)
        : m_texts(texts), m_builder(builder), m_keys(keys) {}

    /// `fields` are a sample's label fields with their tags.
    Row find(std::span<const std::byte> fields);
    bool isDamaged() const { return m_isDamaged; }

private:
    struct ThreadLabels;

    Row read(std::span<const std::byte> fields);
    Label readLabel(std::span<const std::byte> message);
    ThreadIndex thread(const ThreadLabels& labels);

    PprofFrames& m_texts;
    ProfileBuilder& m_builder;
    PprofKeys& m_keys;
    PprofKeys::Map<Row> m_rows; // by the fields' bytes
    absl::flat_hash_map<std::pair<std::int32_t, StringIndex>, ProcessIndex> m_processes;
    absl::flat_hash_map<std::tuple<ProcessIndex, std::int32_t, StringIndex>, ThreadIndex> m_threads;
    std::vector<Label> m_scratch;
    bool m_isDamaged = false;
};

} // namespace candela
