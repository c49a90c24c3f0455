/// The frames for a pprof file's locations: each inlined line is a frame. drop_frames and keep_frames of the
/// file are applied as by pprof's own tool.
#pragma once

#include "model/formats/pprof/pprof_file.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace candela {

/// Rows of a table by the file's ids. In most files ids are small and dense; any 64-bit number works.
class PprofIds {
public:
    static constexpr std::uint32_t none = 0xffffffff;

    explicit PprofIds(std::size_t rows) : m_dense(rows * 2 + 1024, none) {}
    /// If ids repeat, the first row counts. 0 means none.
    void add(std::uint64_t id, std::uint32_t row) {
        if (id == 0) return;
        if (id >= m_dense.size()) {
            m_others.try_emplace(id, row);
        } else if (m_dense[id] == none) {
            m_dense[id] = row;
        }
    }
    std::uint32_t find(std::uint64_t id) const {
        if (id < m_dense.size()) return m_dense[id];
        const auto found = m_others.find(id);
        return found == m_others.end() ? none : found->second;
    }

private:
    std::vector<std::uint32_t> m_dense;
    absl::flat_hash_map<std::uint64_t, std::uint32_t> m_others;
};

/// Where a stack is cut, from its root on.
enum class PprofCut : std::uint8_t {
    None,
    Before, ///< before the location: it is dropped, and its callees
    After,  ///< after the location: its callees are dropped
};

class PprofFrames {
public:
    PprofFrames(const PprofFile& file, ProfileBuilder& builder);

    /// The row of a location id; the last row is for all ids that are not in the file.
    std::uint32_t locationRow(std::uint64_t id) const {
        const auto row = m_locationIds.find(id);
        return row == PprofIds::none ? unknownRow() : row;
    }
    std::uint32_t unknownRow() const { return static_cast<std::uint32_t>(m_begin.size() - 2); }
    /// Outermost function first.
    std::span<const FrameIndex> frames(std::uint32_t row) const {
        return std::span(m_frames).subspan(m_begin[row], m_begin[row + 1] - m_begin[row]);
    }
    PprofCut cut(std::uint32_t row) const { return m_cut.empty() ? PprofCut::None : m_cut[row]; }
    /// A text of the file, added to the profile on first use.
    StringIndex string(std::uint64_t number);
    /// Whether something refers to a text, function or mapping that is not in the file.
    bool isIncomplete() const { return m_isIncomplete; }

private:
    void addMappings();
    void addFunctions();
    void addLocation(const PprofLocation& location);
    FunctionIndex function(std::uint32_t row, MappingIndex mapping);
    StringIndex functionName(std::uint32_t row);
    void dropFrames();

    const PprofFile& m_file;
    ProfileBuilder& m_builder;
    PprofIds m_mappingIds;
    PprofIds m_functionIds;
    PprofIds m_locationIds;
    std::vector<StringIndex> m_strings;       // by the file's number; set when it is used
    std::vector<StringIndex> m_functionNames; // by row; set when it is used
    std::vector<MappingIndex> m_mappings;
    std::vector<FrameIndex> m_frames;
    std::vector<std::uint32_t> m_begin; // for each location the first of its frames; one entry more than
                                        // locations
    std::vector<PprofCut> m_cut;        // empty if nothing is dropped
    bool m_isIncomplete = false;
};

} // namespace candela
