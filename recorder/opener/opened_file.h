/// A file that an opener opened: its description, its copy if its file system may stop answering, and how the
/// recorder checks that it is the requested file.
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

/// In the opener: describes a file before it is sent. A file on a file system that a program provides (FUSE)
/// is copied to memory and closed here, because even closing such a file may hang. Not open if the copy would
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
/// In the recorder: returns the first file of an answer, if it is a regular file and the one that the module
/// maps. Makes no request to a file system that may hang: the generation, if files have one, was compared by
/// the opener alone.
OpenedFile takeModuleFile(OpeningAnswer& answer, const FileIdentity& file, const std::string& path);
/// Whether a descriptor is of a regular file. Never hangs.
bool isRegularFile(const FileDescriptor& file);
/// Whether a descriptor reads the memory of that process. Never hangs.
bool isMemoryOf(const FileDescriptor& file, std::int32_t pid);

} // namespace candela
