/// Shorter forms of a function's name, for widths where the whole name does not fit.
#pragma once

#include <QFontMetrics>
#include <QString>
#include <QStringList>

#include <string>
#include <string_view>

namespace candela {

/// How much of their names functions show, however much room there is. Each form leaves out what the one
/// before it does, and more.
enum class NameForm {
    Full,
    WithoutHashes,            ///< of Rust: "::h0123456789abcdef", "[0123456789abcdef]"
    WithoutTemplateArguments, ///< "<…>" stands for them; also without parameters
    WithoutNamespaces,        ///< class and function
    LastPart,                 ///< the function alone
};

/// The name in that form. Supports names of C++, Rust, Go and Java; others stay as they are.
std::string nameIn(NameForm form, std::string_view name);

/// The name, then ever shorter forms: without hash, without parameters, with template arguments as "<…>",
/// then class and function, then the function alone. Supports names of C++, Rust and Go; others are not
/// shortened.
QStringList shorterNames(std::string_view name);

/// If `shorter` is `longer` with a part replaced by "…": how many letters of `longer` may be before the "…";
/// else -1.
qsizetype ellipsisPosition(const QString& longer, const QString& shorter);

/// The longest form that is at most `width` pixels wide, with as many template arguments as fit; if none
/// fits, cut at its end.
QString fittingName(const QString& name, const QFontMetrics& metrics, int width);

} // namespace candela
