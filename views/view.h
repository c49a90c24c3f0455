/// The views that a window offers for a Session: one line each in all_views.cpp.
#pragma once

#include <span>
#include <string_view>

class QWidget;

namespace candela {

class Session;

struct ViewDescription {
    std::string_view name;  ///< "flamegraph": stable, for settings and `candela list views`
    std::string_view title; ///< "Flame graph": as a tab shows it
    /// The session outlives the widget, which makes its content before its controls: so the Tab key goes.
    QWidget* (*create)(Session& session, QWidget* parent);
};

/// In the order in which a window shows them.
std::span<const ViewDescription> allViews();

} // namespace candela
