/// What functions are called in formats that can't store their modules. One rule for all: a function is
/// called as views call it, "blit (draw.c)" where another file of its module has a blit; where that is the
/// name of functions in several modules, too, those that have one are called "blit (libdraw.so)". Formats
/// that hold modules and files write plain names.
#pragma once

#include "model/analysis/grouping/grouping.h"

#include <string>
#include <vector>

namespace candela {

/// What a format has besides names.
enum class HeldBesideNames { Nothing, Files };

class ExportedNames {
public:
    /// `groups` are functions; they must outlive it.
    ExportedNames(const FrameGroups& groups, HeldBesideNames held);

    const std::string& of(FrameGroupIndex group) const { return m_names[group.row()]; }

private:
    std::vector<std::string> m_names; // a row per group
};

} // namespace candela
