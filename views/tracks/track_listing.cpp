#include "views/tracks/track_listing.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace candela {

namespace {

class ProcessTree {
public:
    ProcessTree(const Profile& profile, std::span<const TrackEntry> entries)
        : m_profile(profile), m_entries(entries) {
        for (std::size_t entry = 0; entry < entries.size(); ++entry) {
            const auto process = entries[entry].process;
            const auto node =
                process ? m_found.try_emplace(process, m_nodes.size()).first->second : m_nodes.size();
            if (node == m_nodes.size()) m_nodes.push_back({});
            m_nodes[node].entries.push_back(entry);
        }
        std::vector<std::size_t> roots;
        for (std::size_t node = 0; node < m_nodes.size(); ++node) {
            const auto parent = parentOf(node);
            (parent ? m_nodes[*parent].children : roots).push_back(node);
        }
        m_tracks.reserve(entries.size());
        sortByStart(roots);
        for (const auto root : roots)
            listFrom(root);
        // What is left is below a circle of parents.
        for (std::size_t node = 0; node < m_nodes.size(); ++node)
            listFrom(node);
    }
    std::vector<OrderedTrack> take() && { return std::move(m_tracks); }

private:
    struct Node {
        std::vector<std::size_t> entries;
        std::vector<std::size_t> children;
        bool isListed = false;
    };

    /// The nearest ancestor that has an entry. Parents that are a circle have none.
    std::optional<std::size_t> parentOf(std::size_t node) {
        auto process = m_entries[m_nodes[node].entries.front()].process;
        std::vector<ProcessIndex> passed;
        std::optional<std::size_t> parent;
        while (process) {
            process = m_profile.processes[process.row()].parent;
            if (!process) break;
            if (const auto found = m_found.find(process); found != m_found.end()) {
                parent = found->second;
                break;
            }
            const auto [known, isNew] = m_above.try_emplace(process, std::nullopt);
            if (!isNew) {
                parent = known->second;
                break;
            }
            passed.push_back(process);
        }
        for (const auto unlisted : passed)
            m_above[unlisted] = parent;
        return parent;
    }
    void sortByStart(std::vector<std::size_t>& nodes) const {
        std::ranges::stable_sort(
            nodes, {}, [&](std::size_t node) { return m_entries[m_nodes[node].entries.front()].start; });
    }
    void listFrom(std::size_t root) {
        std::vector<std::pair<std::size_t, int>> pending{{root, 0}};
        while (!pending.empty()) {
            const auto [at, depth] = pending.back();
            pending.pop_back();
            auto& node = m_nodes[at];
            if (std::exchange(node.isListed, true)) continue;
            for (const auto entry : node.entries)
                m_tracks.push_back({entry, depth});
            sortByStart(node.children);
            for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
                pending.emplace_back(*child, depth + 1);
        }
    }

    const Profile& m_profile;
    std::span<const TrackEntry> m_entries;
    std::vector<Node> m_nodes;
    absl::flat_hash_map<ProcessIndex, std::size_t> m_found;
    absl::flat_hash_map<ProcessIndex, std::optional<std::size_t>> m_above; ///< of processes without an entry
    std::vector<OrderedTrack> m_tracks;
};

} // namespace

std::vector<std::size_t> orderedTracks(std::span<const TrackEntry> entries, TrackOrder order) {
    std::vector<std::size_t> tracks(entries.size());
    std::iota(tracks.begin(), tracks.end(), std::size_t(0));
    if (order != TrackOrder::Name && order != TrackOrder::Start) return tracks;
    // Keys beside each other in memory are sorted in half the time.
    std::vector<std::pair<std::int64_t, std::size_t>> keys;
    keys.reserve(entries.size());
    for (const auto track : tracks)
        keys.emplace_back(order == TrackOrder::Name ? entries[track].rank : entries[track].start, track);
    std::ranges::sort(keys);
    std::ranges::transform(keys, tracks.begin(), [](const auto& key) { return key.second; });
    return tracks;
}

std::vector<ProcessIndex> joiningAncestors(const Profile& profile, std::span<const ProcessIndex> processes) {
    const absl::flat_hash_set<ProcessIndex> known(processes.begin(), processes.end());
    std::vector<ProcessIndex> pending(processes.begin(), processes.end());
    absl::flat_hash_map<ProcessIndex, std::size_t> children; // known ones, or such below them
    while (!pending.empty()) {
        const auto process = pending.back();
        pending.pop_back();
        const auto parent = process ? profile.processes[process.row()].parent : ProcessIndex();
        if (!parent || ++children[parent] > 1 || known.contains(parent)) continue;
        pending.push_back(parent);
    }
    for (const auto& [process, count] : children) {
        if (count > 1 && !known.contains(process)) pending.push_back(process);
    }
    std::ranges::sort(pending); // the order of a hash map is another one each time
    return pending;
}

std::vector<OrderedTrack> processTree(const Profile& profile, std::span<const TrackEntry> entries) {
    return ProcessTree(profile, entries).take();
}

} // namespace candela
