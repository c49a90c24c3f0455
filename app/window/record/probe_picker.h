/// Which probes to record with, and their options: a row for each probe that the recorder announces. Without
/// an announcement nothing can be chosen, and the recorder's default is recorded.
#pragma once

#include "model/base/result.h"
#include "model/recording/probe_request.h"
#include "model/recording/recording.pb.h"

#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

class QCheckBox;
class QLabel;
class QVBoxLayout;

namespace candela {

class ProbePicker : public QWidget {
    Q_OBJECT
public:
    explicit ProbePicker(QWidget* parent = nullptr);

    /// `chosen` are texts of requests() (textOf()); probes that the recorder lacks are ignored.
    void setAnnouncement(const Result<recording::Announcement>& announcement, const QStringList& chosen);
    /// Whether there is something to choose.
    bool hasProbes() const { return !m_rows.empty(); }
    /// The checked probes, with options that differ from their default. Empty: the recorder's default.
    std::vector<ProbeRequest> requests() const;

signals:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Option {
        std::string name;
        std::uint64_t defaultNumber = 0;
        std::function<std::uint64_t()> number;
    };
    struct Row {
        std::string probe;
        QCheckBox* isChosen = nullptr;
        std::vector<Option> options;
    };

    void alignDescriptions();
    void addRow(const recording::Probe& probe, const QStringList& chosen);
    /// The options below a probe's row, shown while it is chosen.
    QWidget* optionsOf(Row& row, const recording::Probe& probe, const ProbeRequest& kept, QWidget* parent);
    QWidget* addSwitch(Row& row, const recording::Option& option, std::uint64_t number, QWidget* parent);
    QWidget* addNumber(Row& row, const recording::Option& option, std::uint64_t number, QWidget* parent);

    QVBoxLayout* m_layout;
    QLabel* m_state; // shown until there are rows
    std::vector<Row> m_rows;
};

} // namespace candela
