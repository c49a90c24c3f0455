#include "views/flame_chart/flame_chart_tracks.h"

#include "views/text/plain_text.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace candela {

namespace {

/// The order of the tracks' processes by their weight; those of one process have one number.
std::vector<std::size_t> processNumbers(const FlameChart& chart) {
    absl::flat_hash_map<ProcessIndex, std::int64_t> weights;
    for (const auto& track : chart.tracks)
        weights[track.process] = wrappingSum(weights[track.process], track.weight);
    std::vector<std::pair<std::int64_t, ProcessIndex>> heaviest;
    for (const auto& [process, weight] : weights)
        heaviest.emplace_back(weight, process);
    std::ranges::sort(heaviest, [](const auto& left, const auto& right) {
        return left.first != right.first ? left.first > right.first : left.second < right.second;
    });
    absl::flat_hash_map<ProcessIndex, std::size_t> numbers;
    for (const auto& [weight, process] : heaviest)
        numbers.emplace(process, numbers.size());
    std::vector<std::size_t> result;
    for (const auto& track : chart.tracks)
        result.push_back(numbers[track.process]);
    return result;
}

/// The positions of the keys in ascending order.
template<typename Key>
std::vector<OrderedTrack> sorted(std::vector<std::pair<Key, std::size_t>> keys) {
    std::ranges::sort(keys);
    std::vector<OrderedTrack> tracks;
    for (const auto& [key, track] : keys)
        tracks.push_back({track, 0});
    return tracks;
}

/// Those of the tracks for which that is true, with depths that count no others. Tracks of one process follow
/// each other at one depth.
template<typename IsListed>
std::vector<OrderedTrack> listedOf(const std::vector<OrderedTrack>& all, const IsListed& isListed) {
    std::vector<OrderedTrack> listed;
    std::vector<int> above; // the depths of the listed tracks above, ascending
    for (const auto& track : all) {
        while (!above.empty() && above.back() >= track.depth)
            above.pop_back();
        if (!isListed(track.entry)) continue;
        listed.push_back({track.entry, static_cast<int>(above.size())});
        above.push_back(track.depth);
    }
    return listed;
}

/// As in the timeline, where processes without samples decide about the order, too. `numbers` has the order
/// of the tracks' processes.
std::vector<OrderedTrack> treeOf(const FlameChart& chart, const std::vector<std::size_t>& numbers) {
    const auto& profile = *chart.profile;
    std::vector<std::size_t> tracks(chart.tracks.size());
    std::iota(tracks.begin(), tracks.end(), std::size_t(0));
    std::ranges::stable_sort(tracks, {}, [&](std::size_t track) { return numbers[track]; });
    std::vector<ProcessIndex> processes;
    for (const auto track : tracks)
        processes.push_back(chart.tracks[track].process);
    auto distinct = processes; // those of one process follow each other
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    const auto ancestors = joiningAncestors(profile, distinct);
    processes.insert(processes.end(), ancestors.begin(), ancestors.end());
    std::vector<TrackEntry> entries;
    for (const auto process : processes)
        entries.push_back({0, process ? profile.processes[process.row()].startTime : noTime, process});
    auto tree =
        listedOf(processTree(profile, entries), [&](std::size_t entry) { return entry < tracks.size(); });
    for (auto& track : tree)
        track.entry = tracks[track.entry];
    return tree;
}

} // namespace

FlameChartTracks::FlameChartTracks(const FlameChart& chart) {
    const auto& profile = *chart.profile;
    const auto nameOf = [&](StringIndex name) {
        return m_names.add(plainText(name ? profile.text(name) : std::string_view()));
    };
    for (const auto& track : chart.tracks) {
        Searched searched{nameOf({}), nameOf({})};
        if (track.process) {
            const auto& process = profile.processes[track.process.row()];
            searched.process = nameOf(process.name);
            searched.pid = process.pid;
        }
        if (track.thread) {
            const auto& thread = profile.threads[track.thread.row()];
            searched.thread = nameOf(thread.name);
            searched.tid = thread.tid;
        }
        m_searched.push_back(searched);
    }
    m_names.sort();
    findOrders(chart);
}

void FlameChartTracks::findOrders(const FlameChart& chart) {
    const auto& profile = *chart.profile;
    const auto numbers = processNumbers(chart);
    std::vector<std::pair<std::tuple<std::uint32_t, std::size_t, std::uint32_t>, std::size_t>> byName;
    std::vector<std::pair<std::tuple<std::int64_t, std::size_t, std::int64_t>, std::size_t>> byStart;
    for (std::size_t track = 0; track < chart.tracks.size(); ++track) {
        const auto& [process, thread] = std::tie(chart.tracks[track].process, chart.tracks[track].thread);
        const auto start = process ? profile.processes[process.row()].startTime : noTime;
        const auto threadStart = thread ? profile.threads[thread.row()].startTime : noTime;
        const auto& names = m_searched[track];
        orderOf(TrackOrder::Weight).push_back({track, 0});
        byName.push_back({{m_names.rank(names.process), numbers[track], m_names.rank(names.thread)}, track});
        byStart.push_back({{start, numbers[track], threadStart}, track});
    }
    orderOf(TrackOrder::Name) = sorted(std::move(byName));
    orderOf(TrackOrder::Start) = sorted(std::move(byStart));
    orderOf(TrackOrder::ProcessTree) = treeOf(chart, numbers);
}

std::vector<OrderedTrack> FlameChartTracks::listed(const TrackListing& listing) const {
    const auto& all = m_orders[static_cast<std::size_t>(listing.order)];
    const TrackMatches matches(m_names, listing.name);
    if (matches.listsAll()) return all;
    return listedOf(all, [&](std::size_t track) {
        const auto& own = m_searched[track];
        return matches.has(own.process, own.pid) || matches.has(own.thread, own.tid);
    });
}

} // namespace candela
