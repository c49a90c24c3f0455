/// Several profiles in order, of builds or of time.
#pragma once

#include "app/window/opening/first_view.h"
#include "app/window/opening/page.h"
#include "app/window/opening/profile_loader.h"

namespace candela {

class SeriesView;

class SeriesPage : public Page {
    Q_OBJECT
public:
    /// The files of each capture; the profiles are those that ProfileLoader made of them.
    SeriesPage(std::vector<QStringList> captures, const LoadedProfiles& profiles, QWidget* parent = nullptr);

    SeriesView* view() const { return m_view; }
    /// Shows the captures by what is given. Undo does not go back before it. Fails, after all else was taken
    /// over, if not all captures have the value.
    Result<void> beginWith(const FirstView& view);

    QString title() const override;
    QString toolTip() const override;
    std::optional<QJsonObject> keptView() const override;
    bool showKept(const QJsonObject& view) override;
    void focusSearch() override;
    void focusContent() override;
    QString command() const override;
    QWidget* picture() override;
    ViewHistory* history() override;

signals:
    /// The user wants to compare two captures, shown as they are here.
    void comparisonWanted(const std::vector<QStringList>& sides, const candela::FirstView& view);

private:
    /// What is shown now.
    FirstView shownView() const;
    QJsonObject currentView() const;

    std::vector<QStringList> m_captures;
    SeriesView* m_view;
    QJsonObject m_firstView; ///< the view without any choice
    QJsonObject m_keptView;  ///< what showKept() got; empty: nothing
    QJsonObject m_begunView; ///< the view that beginWith() made; a command's options are not kept as choices
};

} // namespace candela
