/// The views that a window offers for a Session: one line for each in all_views.cpp.
#pragma once

#include <QString>

#include <span>
#include <string_view>

class QWidget;

namespace candela {

class Session;

struct ViewDescription {
    std::string_view name; ///< "flamegraph": stable, for settings and `candela list views`
    const char* title;     ///< "Flame graph": the title of the tab, in English
    /// The session must outlive the widget. The content is created before the controls, which sets the order
    /// of the Tab key.
    QWidget* (*create)(Session& session, QWidget* parent);
};

/// All views, in the order in which a window shows them.
std::span<const ViewDescription> allViews();

/// The title in the user's language.
QString titleOf(const ViewDescription& view);

} // namespace candela
