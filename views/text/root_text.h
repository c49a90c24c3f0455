/// Names of what samples are grouped by: processes, threads, values of labels. The model names the group of
/// samples without one in English; here it has the user's language.
#pragma once

#include <QString>

#include <string_view>

namespace candela {

/// A group's name: "make (123)", "(none)", and "[make (123)]" of a root in a tree of modules. Where only the
/// name is known, a process that is really named "(none)" is shown in the user's language, too.
QString rootText(std::string_view name);

} // namespace candela
