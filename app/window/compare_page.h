/// Two profiles side by side.
#pragma once

#include "app/window/page.h"
#include "views/comparison/comparison_session.h"

#include <memory>

namespace candela {

class ComparisonView;
class MessageBar;

class ComparePage : public Page {
    Q_OBJECT
public:
    ComparePage(QStringList base, QStringList changed, std::shared_ptr<const Profile> baseProfile,
                std::shared_ptr<const Profile> newProfile, QWidget* parent = nullptr);

    ComparisonView* view() const { return m_view; }
    ComparisonSession& session() { return m_session; }

    QString title() const override;
    QString toolTip() const override;
    bool canExport(Extent extent) const override { return extent == Extent::Shown; }
    void exportAs(Extent extent) override;
    void focusSearch() override;
    void focusContent() override;

signals:
    /// A view of one side alone is wanted, with what its session has selected.
    void sideWanted(const QStringList& files, const candela::Session& side, const QString& view);

private:
    void showWarnings();
    void followSide(const Session& side, const QStringList& files);

    QStringList m_base, m_changed; // files
    ComparisonSession m_session;
    MessageBar* m_message;
    ComparisonView* m_view;
};

} // namespace candela
