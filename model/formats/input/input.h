/// What a reader reads: the bytes of a file, of standard input or of memory, unpacked if they were packed.
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
    /// How much of the start formats are recognized by: more where comments or metadata come first, and
    /// nothing behind the last of these.
    static constexpr std::array<std::size_t, 3> startSizes{4u << 10, 64u << 10, 1u << 20};

    /// "-" is standard input. Regular files are mapped, pipes and sockets are read when first needed; devices
    /// and directories are refused.
    static Result<Input> open(const std::string& path);
    static Input fromBytes(std::string name, std::vector<std::byte> bytes);

    const std::string& name() const { return m_name; }
    /// The first bytes, unpacked, at most `size`; needs no whole pass over the input. Never empty, and valid
    /// until a larger start is asked for.
    Result<FileStart> start(std::size_t size = startSizes.front());
    /// All bytes, unpacked. Refused beyond a limit that follows this machine's free memory, so that a packed
    /// file of zeros can't take the machine down. Damaged packed data gives what could be unpacked, see
    /// isTruncated().
    Result<std::span<const std::byte>> all(Task& task);
    /// Waits for more than that many of them, or all, and returns what has arrived: a large packed file is
    /// unpacked while it is read. Bytes that were given stay valid. The task's progress is left to the
    /// reader.
    Result<ArrivingBytes::Arrived> moreThan(std::size_t known, Task& task);
    /// The same as all(), with at least `padding` bytes behind them that can be read, whatever they are.
    Result<std::span<const std::byte>> paddedBytes(std::size_t padding, Task& task);
    /// Whether the packed data ended early or was damaged; known after all().
    bool isTruncated() const { return m_isTruncated; }
    /// Instead of the limit that follows free memory: at most that many bytes are read from a pipe, or
    /// unpacked.
    void setSizeLimit(std::size_t bytes) { m_sizeLimit = bytes; }
    /// That limit; what a reader unpacks itself keeps to it too.
    std::size_t sizeLimit();

private:
    std::span<const std::byte> packed() const {
        return m_map.bytes().empty() ? m_read.bytes() : m_map.bytes();
    }
    Result<void> readStream(std::size_t count, Task& task);
    bool startArriving();

    std::string m_name;
    FileDescriptor m_stream; // what could not be mapped, until its end
    MappedFile m_map;
    ByteBlock m_read;                          // of the stream, or the bytes of fromBytes()
    ByteBlock m_start;                         // unpacked
    ByteBlock m_unpacked;                      // or a copy of what could not be padded where it is
    std::unique_ptr<ArrivingBytes> m_arriving; // of large packed files, instead of m_unpacked
    std::size_t m_sizeLimit = 0;               // 0: not asked for yet
    bool m_isUnpacked = false;
    bool m_isTruncated = false;
};

} // namespace candela
