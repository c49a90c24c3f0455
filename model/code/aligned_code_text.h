/// How two builds of a function use other functions, in words that window and command line share.
#pragma once

#include "model/code/aligned_code.h"

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

/// A sentence for each function that became or ceased to be called or inlined: "add_row(int*): 1 call in
/// base, 11 instructions inlined, 99.5 % in new". Shares are of the sides' total weights without signs.
std::vector<std::string> changedUses(const AlignedCode& aligned, std::int64_t baseTotal,
                                     std::int64_t newTotal);

} // namespace candela
