/// The views that a window offers for a Session: one line for each in all_views.cpp.
#pragma once

#include <span>
#include <string_view>

class QWidget;

namespace candela {

class Session;

struct ViewDescription {
    std::string_view name;  ///< "flamegraph": stable, for settings and `candela list views`
    std::string_view title; ///< "Flame graph": the title of the tab
    /// The session must outlive the widget. The content is created before the controls, which sets the order
    /// of the Tab key.
    QWidget* (*create)(Session& session, QWidget* parent);
};

/// All views, in the order in which a window shows them.
std::span<const ViewDescription> allViews();

} // namespace candela
