/// The call path to the zoomed call node as names in one line, each of which zooms out to its call node.
/// Names in the middle that have no room are in a menu.
#pragma once

#include "views/session/call_path.h"

#include <QWidget>

#include <vector>

namespace candela {

class Crumb;

class Breadcrumbs : public QWidget {
    Q_OBJECT
public:
    explicit Breadcrumbs(QWidget* parent = nullptr);

    /// The path to show. Its last call node fills the flame graph's width; the empty path is everything.
    void setPath(const CallPath& path);
    const CallPath& path() const { return m_path; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// The user chose a beginning of the path.
    void chosen(const candela::CallPath& path);
    /// The user wants to return to the zoom before.
    void backRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString nameAt(std::size_t depth) const;
    int widthOf(std::size_t depth, int maximum) const;
    std::size_t firstShown(int width) const;
    void arrange();
    Crumb* crumbAt(std::size_t position);
    void press(std::size_t position);
    bool pressKey(std::size_t position, int key);
    void showHidden(const Crumb& crumb);
    void choose(std::size_t depth);

    CallPath m_path;
    std::vector<Crumb*> m_crumbs; // from the left; those after m_count are hidden
    std::size_t m_count = 0;
    /// Depth of the first name after the menu; 1: there is no menu, because all names have room.
    std::size_t m_firstShown = 1;
};

} // namespace candela
