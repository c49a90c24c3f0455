/// The machine code of the selected function in both builds, side by side. Computes nothing while it is
/// hidden.
#pragma once

#include "views/comparison/aligned_code_item_model.h"
#include "views/comparison/comparison_session.h"
#include "views/session/latest_job.h"

#include <QWidget>

#include <array>
#include <memory>

class QLabel;
class QTableView;

namespace candela {

class ElidedLabel;
class MessageStack;

class CodeComparison : public QWidget {
    Q_OBJECT
public:
    /// The session outlives the widget.
    explicit CodeComparison(ComparisonSession& session, QWidget* parent = nullptr);

    QTableView* table() const { return m_table; }
    const AlignedCodeItemModel& model() const { return *m_model; }
    bool isPending() const { return m_job.isRunning(); }
    /// The function's name, and how its use of other functions changed.
    QString title() const;
    QString uses() const;

signals:
    /// The user closed it.
    void closed();

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    using Shown = std::shared_ptr<const ShownAlignedCode>;

    void follow();
    void showCode(Result<Shown> shown);

    ComparisonSession& m_session;
    AlignedCodeItemModel* m_model;
    QTableView* m_table;
    MessageStack* m_stack;
    ElidedLabel* m_title;
    QLabel* m_uses;
    std::array<std::shared_ptr<ShownFunctionComputation>, 2> m_computations;
    LatestJob<Result<Shown>> m_job;
};

} // namespace candela
