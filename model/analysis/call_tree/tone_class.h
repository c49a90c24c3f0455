/// Which tones stand for a kind of code.
#pragma once

#include "model/analysis/call_tree/module_tones.h"
#include "model/analysis/grouping/code_class.h"

namespace candela {

/// The kind of all code that has the tone; User for tones of modules, whose code may be of any kind.
inline CodeClass classOfTone(std::size_t tone) {
    if (tone == kernelTone) return CodeClass::Kernel;
    if (tone == interpretedTone) return CodeClass::Interpreted;
    return tone == unknownTone ? CodeClass::Unknown : CodeClass::User;
}

} // namespace candela
