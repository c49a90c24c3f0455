/// The weights by sample properties: a flat table of processes, threads, or values of a label that the user
/// chooses. A double click keeps only that row's samples.
#pragma once

#include "views/session/latest_job.h"
#include "views/session/session.h"
#include "views/tables/sample_group_item_model.h"
#include "views/widgets/when_visible.h"

#include <QWidget>

#include <vector>

class QLabel;
class QTableView;

namespace candela {

class MessageStack;
class SampleKeyBox;

class LabelsView : public QWidget {
    Q_OBJECT
public:
    explicit LabelsView(Session& session, QWidget* parent = nullptr);

    const SampleGroupItemModel& model() const { return *m_model; }
    /// The keys that can be chosen, as the box shows them.
    QStringList keyTexts() const;
    void choose(const SampleKey& key);
    /// Keeps only the samples of a row, like a double click.
    void keepOnly(const SampleGroup& group);

private:
    void updateKeys();
    void refresh();
    void accept(std::vector<SampleGroup> groups);
    void updateMessage();
    QMenu* createMenu(const SampleGroup& group);

    Session& m_session;
    SampleGroupItemModel* m_model;
    SampleKeyBox* m_keyBox;
    QTableView* m_view;
    WhenVisible* m_refresh;
    MessageStack* m_stack;
    QLabel* m_count;
    SampleKey m_key;
    LatestJob<Result<std::vector<SampleGroup>>> m_job;
};

} // namespace candela
