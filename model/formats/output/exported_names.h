/// Names of functions in formats that can't store modules. The same rule for all:
/// the name is that of views, "blit (draw.c)" if another file of the module has a
/// blit; and if functions in several modules have that name, those with a module
/// are called "blit (libdraw.so)". Formats with modules and files use plain names.
#pragma once

#include "model/analysis/grouping/grouping.h"

#include <string>
#include <vector>

namespace candela {

/// What a format stores besides names.
enum class HeldBesideNames { Nothing, Files };

class ExportedNames {
public:
    /// `groups` must be functions, and outlive this object.
    ExportedNames(const FrameGroups& groups, HeldBesideNames held);

    const std::string& of(FrameGroupIndex group) const { return m_names[group.row()]; }

private:
    std::vector<std::string> m_names; // for each group
};

} // namespace candela
