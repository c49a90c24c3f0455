/// A file in memory with these bytes, for code that reads descriptors.
#pragma once

#include "model/base/file.h"

#include <cstddef>
#include <span>
#include <sys/mman.h>
#include <unistd.h>

namespace candela {

inline FileDescriptor madeFile(std::span<const std::byte> bytes) {
    FileDescriptor file(::memfd_create("fuzz", MFD_CLOEXEC));
    if (::write(file.get(), bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) file.reset();
    return file;
}

} // namespace candela
