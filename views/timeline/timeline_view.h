/// The timeline with its strip of switches and a line about the selected time.
#pragma once

#include "views/timeline/timeline_canvas.h"

#include <QWidget>

class QLabel;
class QMenu;
class QToolButton;

namespace candela {

class ItemLine;
class MessageStack;
class SampleKeyBox;
class Strip;
class TrackListControls;

class TimelineView : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(Session& session, QWidget* parent = nullptr);

    TimelineCanvas* canvas() const { return m_canvas; }
    TrackListControls* listing() const { return m_listing; }

private:
    QWidget* createWords(QWidget* parent);
    QToolButton* createValueButton(Strip& strip);
    void fillValueMenu(QMenu& menu);
    void updateValues();
    void updateGroups();
    void updateListing();
    void updateMessage();
    void updateWords();

    Session& m_session;
    TimelineCanvas* m_canvas;
    MessageStack* m_stack;
    SampleKeyBox* m_groups;
    TrackListControls* m_listing;
    QToolButton* m_valueButton;
    QToolButton* m_whole;
    QToolButton* m_clear;
    bool m_areProcesses = true; ///< else CPUs
    QLabel* m_selection;
    ItemLine* m_hover;
};

} // namespace candela
