/// ELF files that lie, made of a good one, or of nothing. Their reader may learn nothing from them, but
/// must come to an end.
#pragma once

#include <string>
#include <vector>

namespace candela {

struct DamagedFile {
    std::string name; ///< what is wrong with it
    std::string bytes;
};

/// The good program whole, its headers or what is in its sections changed; most still run.
std::vector<DamagedFile> damagedCopies(const std::string& program);
/// Cut off at many offsets.
std::vector<DamagedFile> cutCopies(const std::string& program);
/// Loops, depths and sizes in DWARF and in call frame information that no compiler writes.
std::vector<DamagedFile> madeUpFiles();

} // namespace candela
