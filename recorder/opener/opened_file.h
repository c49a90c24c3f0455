/// A file that an opener opened: how it is described and, where its file system may stop answering, copied;
/// and how the recorder makes sure that it is the one that it asked for.
#pragma once

#include "model/base/file.h"
#include "recorder/base/sideband.h"
#include "recorder/opener/opener_process.h"
#include "recorder/opener/opening.pb.h"

#include <cstdint>
#include <string>

namespace candela {

FileIdentity identityIn(const opening::FileIdentity& file);
void setIdentity(const FileIdentity& identity, opening::FileIdentity& file);

/// In the opener: describes a file that is to be given away. One on a file system that a program provides
/// (FUSE) is copied to memory and closed: even closing such a file may hang. Not open where the copy would
/// take more than `maximumCopy` bytes; `description` has the size then.
FileDescriptor describeOrCopy(FileDescriptor file, std::uint64_t maximumCopy,
                              opening::OpenedFile& description);

struct OpenedFile {
    FileDescriptor file;
    bool isCopy = false;
    std::uint64_t size = 0;
    std::uint32_t owner = 0; ///< the user whose file it is
    std::int64_t modifiedSeconds = 0;
    std::uint32_t modifiedNanoseconds = 0;
};
/// In the recorder: the first file of an answer, if it is a regular file and the one that a module is. Asks
/// no file system that may hang: a generation, where files have one, was compared by the opener alone.
OpenedFile takeModuleFile(OpeningAnswer& answer, const FileIdentity& file, const std::string& path);
/// Whether a descriptor is of a regular file. Never hangs.
bool isRegularFile(const FileDescriptor& file);
/// Whether a descriptor reads the memory of that process. Never hangs.
bool isMemoryOf(const FileDescriptor& file, std::int32_t pid);

} // namespace candela
