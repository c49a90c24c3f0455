/// Shorter forms of a function's name where it is too wide to be shown whole.
#pragma once

#include <QFontMetrics>
#include <QString>
#include <QStringList>

#include <string_view>

namespace candela {

/// The name, then forms that leave out more and more, each shorter than the one before: without parameters,
/// with template arguments as "<…>", then the class and function, then the function alone. Knows how C++,
/// Rust and Go write names; others stay whole.
QStringList shorterNames(std::string_view name);

/// Where `shorter` has an ellipsis for what `longer` has, and both begin alike: the maximum length of
/// `longer` before the "…". -1 where they are not related so.
qsizetype ellipsisPosition(const QString& longer, const QString& shorter);

/// The longest form that is at most `width` pixels wide, with as many of the template arguments as there is
/// room for; cut at its end where none fits.
QString fittingName(const QString& name, const QFontMetrics& metrics, int width);

} // namespace candela
