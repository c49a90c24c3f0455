/// The sandbox of the recorder's processes: tried by the recorder itself.
#pragma once

#include "app/commands/doctor/doctor_checks.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace candela {

/// Whose rights a report was made with: those of a recorder that root starts, or this user's own. Those of
/// the service and of sudo may differ.
enum class TriedAs { Root, User };

/// Of what `candela-recorder --check-sandbox` prints; none where that is not understood.
std::optional<Check> sandboxCheckOf(const QByteArray& report, TriedAs as);
/// Starts that recorder; none where it does not answer as expected.
std::optional<Check> triedSandbox(const QString& recorder);

} // namespace candela
