#include "views/timeline_rows/found_groups.h"

#include "views/text/number_text.h"
#include "views/text/root_text.h"

#include <QObject>

#include <algorithm>

#include <absl/container/flat_hash_map.h>

namespace candela {

namespace {

class GroupFinder {
public:
    GroupFinder(const Profile& profile, const FoundRows& rows, FoundGroups& result)
        : m_names(profile, result.key), m_rows(rows), m_result(result) {}

    void find() {
        std::vector<std::string> names;
        std::vector<std::vector<std::size_t>> members;
        absl::flat_hash_map<std::string, std::size_t> found;
        for (std::size_t process = 0; process < m_rows.sampled; ++process) {
            auto name = nameOf(process);
            const auto index =
                name.empty() ? names.size() : found.try_emplace(name, names.size()).first->second;
            if (index == names.size()) {
                names.push_back(std::move(name));
                members.emplace_back();
            }
            members[index].push_back(process);
        }
        std::vector<std::unique_ptr<const FoundRow>> joined(names.size());
        std::vector<const FoundRow*> rows;
        rows.reserve(names.size());
        for (std::size_t group = 0; group < names.size(); ++group) {
            if (members[group].size() > 1) joined[group] = joinedRow(std::move(names[group]), members[group]);
            rows.push_back(joined[group] ? joined[group].get() : &m_rows.processes[members[group].front()]);
            raiseScales(*rows.back());
        }
        for (const auto group : byWeight(rows, m_rows.mainLane))
            append(*rows[group], std::move(joined[group]), members[group]);
        m_result.firstMember.push_back(m_result.members.size());
        m_result.names.sort();
        for (std::size_t group = 0; group < m_result.entries.size(); ++group)
            m_result.entries[group].rank = m_result.names.rank(m_result.name[group]);
    }

private:
    /// Empty: a group of its own.
    std::string nameOf(std::size_t process) const {
        const auto& thread = m_rows.threads[m_rows.firstThread[process]];
        if (m_result.key.kind == SampleKey::Kind::Process || thread.process.isNone()) return {};
        auto name = m_names.of(thread.thread, {});
        return name.empty() ? std::string(m_names.nameless()) : name;
    }
    std::unique_ptr<const FoundRow> joinedRow(std::string name,
                                              const std::vector<std::size_t>& members) const {
        auto row = std::make_unique<FoundRow>();
        row->group = std::move(name);
        row->name = rootText(row->group);
        row->number = QObject::tr("%1 processes").arg(countText(members.size()));
        row->isOwn = true;
        LaneSums sums(m_rows.lanes.size());
        for (const auto member : members) {
            const auto& own = m_rows.processes[member];
            sums.add(own.lanes);
            row->processes.push_back(own.process);
            row->isOwn &= own.isOwn;
        }
        row->lanes = std::move(sums).take();
        std::ranges::sort(row->processes);
        return row;
    }
    void raiseScales(const FoundRow& row) {
        for (std::size_t lane = 0; lane < row.lanes.size(); ++lane) {
            auto& scale = m_result.largestProcess[lane];
            scale = std::max(scale, row.lanes[lane].weight.largest());
        }
    }
    void append(const FoundRow& row, std::unique_ptr<const FoundRow> joined,
                const std::vector<std::size_t>& members) {
        auto entry = m_rows.processEntries[members.front()];
        for (const auto member : members)
            entry.start = std::min(entry.start, m_rows.processEntries[member].start);
        m_result.entries.push_back(entry);
        m_result.name.push_back(m_result.names.add(row.name));
        m_result.rows.push_back(std::move(joined));
        m_result.firstMember.push_back(m_result.members.size());
        m_result.members.insert(m_result.members.end(), members.begin(), members.end());
    }

    SampleGroupNames m_names;
    const FoundRows& m_rows;
    FoundGroups& m_result;
};

} // namespace

FoundGroups findGroups(const Profile& profile, const FoundRows& rows, const SampleKey& key) {
    FoundGroups result{key, {}, {}, {}, {}, {}, {}, {}};
    for (const auto& lane : rows.lanes)
        result.largestProcess.push_back(lane.largestProcess);
    GroupFinder(profile, rows, result).find();
    return result;
}

} // namespace candela
