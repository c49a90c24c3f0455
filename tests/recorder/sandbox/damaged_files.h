/// ELF files with false contents, derived from a valid one or synthetic. A reader may fail on them, but must
/// end.
#pragma once

#include <string>
#include <vector>

namespace candela {

struct DamagedFile {
    std::string name; ///< name of the error in the file
    std::string bytes;
};

/// The whole valid program with changes in its headers or sections; most still run.
std::vector<DamagedFile> damagedCopies(const std::string& program);
/// Cut off at many offsets.
std::vector<DamagedFile> cutCopies(const std::string& program);
/// Loops, depths and sizes in DWARF and in call frame information that no compiler produces.
std::vector<DamagedFile> madeUpFiles();

} // namespace candela
