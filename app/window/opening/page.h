/// The content of a tab of the window. The window knows nothing more about it.
#pragma once

#include "app/window/opening/kept_views.h"
#include "views/filter/function_actions.h"

#include <QWidget>

#include <optional>

namespace candela {

class TimeComparison;
class ViewHistory;

class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// The title of the tab; the window's title follows it.
    virtual QString title() const = 0;
    virtual QString toolTip() const { return {}; }
    /// The file for File → Export and the title; empty if there is none.
    virtual QString path() const { return {}; }
    /// The files that the page shows, as they were when they were opened; empty for pages without files.
    const StampedFiles& files() const { return m_files; }
    void setFiles(StampedFiles files) { m_files = std::move(files); }
    /// What the user chose to see, to be shown again when the same files are opened; an empty object: the
    /// default. None: this page keeps nothing.
    virtual std::optional<QJsonObject> keptView() const { return {}; }
    /// Shows what keptView() returned; false if it does not fit the page.
    virtual bool showKept(const QJsonObject&) { return false; }
    /// Adds a sentence to the page's messages.
    virtual void takeNote(const QString&) {}
    /// The part that is exported: samples that pass the filter, or everything.
    enum class Extent { Shown, Whole };
    virtual bool canExport(Extent) const { return false; }
    /// Asks for a file and writes it; does nothing if canExport() is false.
    virtual void exportAs(Extent) {}
    virtual void focusSearch() {}
    /// Gives the keyboard focus to the page's main content.
    virtual void focusContent() {}
    /// Whether the page can show allViews().
    virtual bool hasViews() const { return false; }
    /// Shows the view of that name.
    virtual void showView(const QString&) {}
    /// Shows or hides the panel about the selected function, in pages that have views.
    virtual void showDetails(bool) {}
    /// Whether the timeline shows the machine's idle time; none: there is no timeline, or the capture does
    /// not state idle time.
    virtual std::optional<bool> showsIdle() const { return {}; }
    virtual void showIdle(bool) {}
    /// Whether the page shows functions whose source can be opened.
    virtual bool hasSource() const { return false; }
    /// Opens the chosen source line, else the source of the selected function, in the user's editor.
    virtual void openSource() {}
    /// What undo and redo act on; null if nothing can be undone.
    virtual ViewHistory* history() { return nullptr; }
    /// What the actions on the selected time act on; null if the page shows no times of a single capture.
    virtual TimeComparison* timeComparison() { return nullptr; }
    /// The command that prints the content of the page; empty if there is none.
    virtual QString command() const { return {}; }
    /// Whether there is one. Asked after each change, so that it has to be fast.
    virtual bool hasCommand() const { return !command().isEmpty(); }
    /// What is copied as a picture; null if there is nothing to copy.
    virtual QWidget* picture() { return nullptr; }
    /// The actions on the selected function, as the views have them. Without a selected function, each action
    /// shows a message.
    virtual std::vector<FunctionAction> functionActions() { return {}; }
    /// May ask the user; false keeps the tab open.
    virtual bool mayClose() { return true; }

signals:
    void titleChanged();

private:
    StampedFiles m_files;
};

} // namespace candela
