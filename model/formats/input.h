/// What a reader reads: the bytes of a file, of standard input or of memory, unpacked if they were packed.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"
#include "model/base/task.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace candela {

class Input {
public:
    /// At most this many bytes of the start are shown to `recognizes`.
    static constexpr std::size_t startSize = 4096;

    /// "-" is standard input. Regular files are mapped, all else is read when first needed.
    static Result<Input> open(const std::string& path);
    static Input fromBytes(std::string name, std::vector<std::byte> bytes);

    const std::string& name() const { return m_name; }
    /// The first bytes, unpacked, at most startSize; needs no whole pass over the input.
    Result<std::span<const std::byte>> start();
    /// All bytes, unpacked. Refused beyond a limit that follows this machine's free memory, so that a packed file
    /// of zeros can't take the machine down. Damaged packed data gives what could be unpacked, see isTruncated().
    Result<std::span<const std::byte>> all(Task& task);
    /// Whether the packed data ended early or was damaged; known after all().
    bool isTruncated() const { return m_isTruncated; }

private:
    std::string m_name;
    FileDescriptor m_stream; // what could not be mapped, until it is read
    MappedFile m_map;
    std::vector<std::byte> m_read;
    std::span<const std::byte> m_packed; // the bytes as they are in the file
    std::vector<std::byte> m_start;
    std::vector<std::byte> m_unpacked;
    bool m_isUnpacked = false;
    bool m_isTruncated = false;
};

} // namespace candela
