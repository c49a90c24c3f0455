/// A view as JSON, to be kept until the same profile is opened again. What refers to rows of the profile's
/// tables is written with what those rows are, so that it is never applied to others.
#pragma once

#include "views/session/view_state.h"

#include <QJsonObject>

#include <optional>

namespace candela {

/// Without the history of zooms, of which only the current one is kept.
QJsonObject viewStateToJson(const ViewState& state, const Profile& profile);
/// None if the profile does not have the value, the processes or the threads that the state is about, or if
/// the JSON is malformed.
std::optional<ViewState> viewStateFromJson(const QJsonObject& json, const Profile& profile);

QJsonObject selectionToJson(const Selection& selection);
/// An empty selection if the JSON is malformed.
Selection selectionFromJson(const QJsonObject& json);

} // namespace candela
