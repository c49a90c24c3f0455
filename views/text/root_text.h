/// Names that the model makes for what has none: the roots of samples without a process or a label, samples
/// without a stack, code without name and module. The model names them in English; here they have the user's
/// language.
#pragma once

#include "model/analysis/grouping/grouping.h"

#include <QString>

#include <string_view>

namespace candela {

/// The name of what samples are grouped by: "make (123)", "(none)", and "[make (123)]" of a root in a tree of
/// modules. Where only the name is known, a process that is really named "(none)" is shown in the user's
/// language, too.
QString rootText(std::string_view name);

/// Code or a root, of which only name and module are known.
QString codeText(std::string_view name, std::string_view module = {});

/// The same without template arguments, if the code has a name of its own.
QString shortCodeText(std::string_view name, std::string_view module = {});

/// Whether the model made the group's name.
bool hasMadeName(const FrameGroups& groups, FrameGroupIndex group);
/// The group's name, as all views show it.
QString groupName(const FrameGroups& groups, FrameGroupIndex group);

} // namespace candela
