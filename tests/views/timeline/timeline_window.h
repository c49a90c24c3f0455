/// A timeline in a window, as its tests open it.
#pragma once

#include "tests/views/settled.h"
#include "views/timeline/timeline_view.h"
#include "views/widgets/theme.h"

#include <memory>
#include <utility>

namespace candela {

class TimelineWindow {
protected:
    void open(std::shared_ptr<const Profile> profile, int height) {
        Theme::apply(ColourScheme::Light);
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<TimelineView>(*m_session);
        m_view->resize(1000, height);
        m_view->show();
        m_session->setProfile(std::move(profile));
        settle();
    }
    void close() {
        m_view.reset();
        m_session.reset();
    }

    TimelineCanvas& canvas() { return *m_view->canvas(); }
    QWidget* surface() { return m_view->canvas()->viewport(); }
    QStringList names() {
        QStringList names;
        for (const auto& row : canvas().rows().rows)
            names << row->name + " " + row->number;
        return names;
    }

    std::unique_ptr<Session> m_session;
    std::unique_ptr<TimelineView> m_view;
};

} // namespace candela
