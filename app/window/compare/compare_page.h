/// Two profiles side by side.
#pragma once

#include "app/window/opening/first_view.h"
#include "app/window/opening/page.h"
#include "app/window/opening/profile_loader.h"
#include "views/comparison/comparison_session.h"

#include <memory>

namespace candela {

class CodeComparison;
class ComparisonView;
class MessageBar;

/// One side of a comparison: its files, their profiles, and the session that shows them.
struct ComparedSide {
    SideFiles files;
    SharedProfile profile; ///< in the side's times
    SharedProfile whole;   ///< the profile as it was opened
    const Session* session = nullptr;
};

class ComparePage : public Page {
    Q_OBJECT
public:
    /// The profiles are those that ProfileLoader made of both sides.
    ComparePage(const SideFiles& base, const SideFiles& newSide, const LoadedProfiles& profiles,
                QWidget* parent = nullptr);
    /// Shows both sides as the capture was shown whose parts they are: value, filter, grouping and search.
    void beginWith(const ViewState& view);
    /// Shows both sides by what is given. Undo does not go back before it. Fails, after all else was taken
    /// over, if a side does not have the value.
    Result<void> beginWith(const FirstView& view);

    ComparisonView* view() const { return m_view; }
    CodeComparison* code() const { return m_code; }
    ComparisonSession& session() { return m_session; }

    QString title() const override;
    QString toolTip() const override;
    std::optional<QJsonObject> keptView() const override;
    bool showKept(const QJsonObject& view) override;
    void takeNote(const QString& sentence) override;
    bool canExport(Extent extent) const override { return extent == Extent::Shown; }
    void exportAs(Extent extent) override;
    void focusSearch() override;
    void focusContent() override;
    bool hasSource() const override { return true; }
    void openSource() override;
    ViewHistory* history() override { return &m_session.history(); }
    QString command() const override;
    bool hasCommand() const override { return true; }
    QWidget* picture() override;

signals:
    /// The user wants to see one side alone, with its session's selection.
    void sideWanted(const candela::ComparedSide& side, const QString& view);

private:
    QJsonObject currentView() const;
    void showWarnings();
    void showCode();
    void followSide(const ComparedSide& side);

    QJsonObject m_firstView; ///< the view before the user chose anything
    QStringList m_notes;     ///< of takeNote()
    ComparisonSession m_session;
    ComparedSide m_base, m_newSide;
    std::vector<SideFacts> m_facts; ///< of both sides; empty: not known
    MessageBar* m_message;
    ComparisonView* m_view;
    CodeComparison* m_code; ///< below the view, if the user asked for it
};

} // namespace candela
