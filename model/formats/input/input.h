/// The input of a reader: the bytes of a file, of standard input or of memory, unpacked if they were packed.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/input/arriving_bytes.h"
#include "model/formats/input/file_start.h"
#include "model/formats/input/unpack.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace candela {

class Input {
public:
    /// How many bytes of the start are used to recognize formats. The next size is used if comments or
    /// metadata come first; formats must be recognized within the last one.
    static constexpr std::array<std::size_t, 3> startSizes{4u << 10, 64u << 10, 1u << 20};

    /// Opens a file; "-" is standard input. Regular files are mapped, pipes and sockets are read on demand;
    /// devices and directories are refused.
    static Result<Input> open(const std::string& path);
    static Input fromBytes(std::string name, std::vector<std::byte> bytes);

    const std::string& name() const { return m_name; }
    /// At most `size` bytes of the start, unpacked, without a pass over the whole input. Never empty; valid
    /// until a larger start is requested.
    Result<FileStart> start(std::size_t size = startSizes.front());
    /// All bytes, unpacked. Limited according to this machine's free memory,
    /// so that a packed file of zeros can't exhaust it. Damaged packed data
    /// gives the part that could be unpacked, see isTruncated().
    Result<std::span<const std::byte>> all(Task& task);
    /// Waits for more than `known` bytes, or all, and returns all bytes so far, so that a large packed file
    /// can be unpacked while it is read. Returned bytes stay valid. The task's progress is left to the
    /// reader.
    Result<ArrivingBytes::Arrived> moreThan(std::size_t known, Task& task);
    /// The same as all(), followed by at least `padding` readable bytes of any value.
    Result<std::span<const std::byte>> paddedBytes(std::size_t padding, Task& task);
    /// Whether the packed data ended early or was damaged; known after all().
    bool isTruncated() const { return m_isTruncated; }
    /// Replaces the limit that depends on free memory: at most that many bytes are read from a pipe, or
    /// unpacked.
    void setSizeLimit(std::size_t bytes) { m_sizeLimit = bytes; }
    /// The limit, which also applies to data that a reader unpacks itself.
    std::size_t sizeLimit();

private:
    std::span<const std::byte> packed() const {
        return m_map.bytes().empty() ? m_read.bytes() : m_map.bytes();
    }
    Result<void> readStream(std::size_t count, Task& task);
    bool startArriving();

    std::string m_name;
    FileDescriptor m_stream; // input that could not be mapped, until its end
    MappedFile m_map;
    ByteBlock m_read;                          // bytes from the stream, or those of fromBytes()
    ByteBlock m_start;                         // unpacked
    ByteBlock m_unpacked;                      // unpacked bytes, or a padded copy
    std::unique_ptr<ArrivingBytes> m_arriving; // for large packed files, instead of m_unpacked
    std::size_t m_sizeLimit = 0;               // 0: not computed yet
    bool m_isUnpacked = false;
    bool m_isTruncated = false;
};

} // namespace candela
