/// Running processes as rows with a check box; checks stay with a process from update to update.
#pragma once

#include "app/window/record/running_processes.h"

#include <QAbstractTableModel>
#include <QElapsedTimer>

#include <set>
#include <utility>

namespace candela {

class ProcessItemModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Pid, Name, CpuShare, User, CommandLine, ColumnCount };
    /// The role for sorting: returns numbers as numbers.
    static constexpr int SortRole = Qt::UserRole;

    explicit ProcessItemModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// The running processes, sorted by pid. CPU shares are those since the previous update.
    void update(std::vector<RunningProcess> processes);
    std::vector<int> checkedPids() const;
    void check(int pid);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void checksChanged();

private:
    using Identity = std::pair<int, std::uint64_t>; // pid and start time
    struct Row {
        RunningProcess process;
        double cpuShare = 0; ///< share of one CPU
    };
    void replaceRows(std::vector<Row> rows);
    static Identity identity(const RunningProcess& process) { return {process.pid, process.startTime}; }

    std::vector<Row> m_rows;
    std::set<Identity> m_checked;
    QElapsedTimer m_sinceUpdate;
};

} // namespace candela
