#include "app/window/record/process_item_model.h"

#include "model/base/units.h"
#include "views/text/plain_text.h"

#include <algorithm>
#include <map>
#include <unistd.h>

namespace candela {

void ProcessItemModel::update(std::vector<RunningProcess> processes) {
    std::map<Identity, std::uint64_t> before;
    for (const auto& row : m_rows)
        before[identity(row.process)] = row.process.cpuTime;
    const double elapsed = m_sinceUpdate.isValid() ? double(m_sinceUpdate.restart()) / 1000 : 0;
    if (!m_sinceUpdate.isValid()) m_sinceUpdate.start();
    const double ticks = elapsed * double(::sysconf(_SC_CLK_TCK));

    std::vector<Row> rows;
    std::set<Identity> checked;
    for (auto& process : processes) {
        const auto who = identity(process);
        if (m_checked.contains(who)) checked.insert(who);
        const auto found = before.find(who);
        const bool isKnown = found != before.end() && ticks > 0;
        const double share = isKnown ? double(process.cpuTime - found->second) / ticks : 0;
        rows.push_back({std::move(process), share});
    }
    const bool wereChecksRemoved = checked.size() != m_checked.size();
    m_checked = std::move(checked);
    replaceRows(std::move(rows));
    if (wereChecksRemoved) emit checksChanged();
}

/// Updates row by row, both lists sorted by pid, so that views keep their scroll position and selection.
void ProcessItemModel::replaceRows(std::vector<Row> rows) {
    const auto isBefore = [](const Row& a, const Row& b) {
        return identity(a.process) < identity(b.process);
    };
    for (int row = rowCount() - 1; row >= 0; --row) {
        const auto old = m_rows.begin() + row;
        if (std::binary_search(rows.begin(), rows.end(), *old, isBefore)) continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(old);
        endRemoveRows();
    }
    for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
        const auto old = m_rows.begin() + row;
        const auto& wanted = rows[static_cast<std::size_t>(row)];
        if (old != m_rows.end() && identity(old->process) == identity(wanted.process)) continue;
        beginInsertRows({}, row, row);
        m_rows.insert(old, wanted);
        endInsertRows();
    }
    m_rows = std::move(rows);
    if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

std::vector<int> ProcessItemModel::checkedPids() const {
    std::vector<int> pids;
    for (const auto& [pid, start] : m_checked)
        pids.push_back(pid);
    return pids;
}

void ProcessItemModel::check(int pid) {
    for (int row = 0; row < rowCount(); ++row)
        if (m_rows[static_cast<std::size_t>(row)].process.pid == pid)
            setData(index(row, Pid), Qt::Checked, Qt::CheckStateRole);
}

int ProcessItemModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ProcessItemModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProcessItemModel::data(const QModelIndex& index, int role) const {
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    const auto& process = row.process;
    if (role == Qt::CheckStateRole && index.column() == Pid)
        return m_checked.contains(identity(process)) ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::TextAlignmentRole && index.column() == CpuShare)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && index.column() == CommandLine)
        return plainToolTip(plainText(process.commandLine));
    if (role != Qt::DisplayRole && role != SortRole) return {};
    switch (index.column()) {
    case Pid:
        return process.pid;
    case Name:
        return plainText(process.name);
    case CpuShare:
        if (role == SortRole) return row.cpuShare;
        return row.cpuShare > 0 ? QString::fromStdString(formatShare(row.cpuShare, 1)) : QString();
    case User:
        return process.user;
    case CommandLine:
        return plainText(process.commandLine);
    default:
        return {};
    }
}

QVariant ProcessItemModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == CpuShare ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    static const char* const titles[] = {QT_TR_NOOP("PID"), QT_TR_NOOP("Name"), QT_TR_NOOP("CPU"),
                                         QT_TR_NOOP("User"), QT_TR_NOOP("Command line")};
    return tr(titles[section]);
}

Qt::ItemFlags ProcessItemModel::flags(const QModelIndex& index) const {
    const auto defaultFlags = QAbstractTableModel::flags(index);
    return index.column() == Pid ? defaultFlags | Qt::ItemIsUserCheckable : defaultFlags;
}

bool ProcessItemModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !index.isValid()) return false;
    const auto who = identity(m_rows[static_cast<std::size_t>(index.row())].process);
    if (value.toInt() == Qt::Checked)
        m_checked.insert(who);
    else
        m_checked.erase(who);
    emit dataChanged(index, index, {Qt::CheckStateRole});
    emit checksChanged();
    return true;
}

} // namespace candela

#include "moc_process_item_model.cpp"
