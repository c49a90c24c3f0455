/// Names of files side by side in little room: what the names have in common at their beginning is left out.
#pragma once

#include <QStringList>

namespace candela {

/// "…2931.candela" and "…3923.candela" of two recordings of one hour. Words are not cut, numbers are. A name
/// that shares nothing, or little, stays as it is.
QStringList distinctNames(const QStringList& names);

} // namespace candela
