/// The machine code or the source lines of the selected function in both builds, side by side. Computes
/// nothing while it is hidden.
#pragma once

#include "views/compared_code/aligned_item_model.h"
#include "views/comparison/comparison_session.h"
#include "views/session/latest_job.h"

#include <QWidget>

#include <array>
#include <memory>

class QLabel;
class QTableView;

namespace candela {

class ChoiceStrip;
class ElidedLabel;
class MessageStack;

class CodeComparison : public QWidget {
    Q_OBJECT
public:
    /// The session outlives the widget.
    explicit CodeComparison(ComparisonSession& session, QWidget* parent = nullptr);

    QTableView* table() const { return m_table; }
    const AlignedItemModel& model() const { return *m_model; }
    bool isPending() const { return m_job.isRunning(); }
    QString title() const; ///< the function's name, and what each side has of it
    QString note() const;  ///< how its use of other functions changed, or how lines are paired

signals:
    /// The user closed it.
    void closed();

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Shown { Code, Source };
    using Comparison = std::shared_ptr<const ShownCodeComparison>;

    void createTable();
    Shown choice() const;
    /// After another choice: selects the row of the same source line.
    void keepLocation();
    void follow();
    void accept(Result<Comparison> comparison);
    /// Selects the hottest row, among those at the locations if they are known.
    void showRows(const SourceLocation& base = {}, const SourceLocation& newSide = {});
    QString noteText() const;

    ComparisonSession& m_session;
    AlignedItemModel* m_model;
    QTableView* m_table;
    MessageStack* m_stack;
    ElidedLabel* m_title;
    ChoiceStrip* m_choice;
    QLabel* m_note;
    Comparison m_comparison;
    std::array<std::shared_ptr<ShownFunctionComputation>, 2> m_computations;
    LatestJob<Result<Comparison>> m_job;
};

} // namespace candela
