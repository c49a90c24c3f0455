/// Shorter forms of a function's name for places too narrow for all of it.
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

/// The longest form that is at most `width` pixels wide; cut at its end where none is.
QString fittingName(const QString& name, const QFontMetrics& metrics, int width);

} // namespace candela
