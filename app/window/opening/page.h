/// What a tab of the window shows. The window knows nothing more about it.
#pragma once

#include <QWidget>

namespace candela {

class ViewHistory;

class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Of the tab; the window's title follows it.
    virtual QString title() const = 0;
    virtual QString toolTip() const { return {}; }
    /// The file that File → Export and the title are about; empty where there is none.
    virtual QString path() const { return {}; }
    /// What is exported: what the filter shows, or all that is open.
    enum class Extent { Shown, Whole };
    virtual bool canExport(Extent) const { return false; }
    /// Asks for a file and writes it; does nothing where canExport() is false.
    virtual void exportAs(Extent) {}
    virtual void focusSearch() {}
    /// Gives the keys to what the page shows first.
    virtual void focusContent() {}
    /// Whether it ever shows allViews().
    virtual bool hasViews() const { return false; }
    /// By their names.
    virtual void showView(const QString&) {}
    /// What undo and redo go through; null where nothing can be undone.
    virtual ViewHistory* history() { return nullptr; }
    /// The command that prints what is shown; empty where there is none.
    virtual QString command() const { return {}; }
    /// May ask the user; false keeps the tab open.
    virtual bool mayClose() { return true; }

signals:
    void titleChanged();
};

} // namespace candela
