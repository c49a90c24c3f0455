/// Files of the operating system: descriptors that close themselves, read-only maps of whole files.
#pragma once

#include "model/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace candela {

/// Owns a file descriptor, or -1.
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int number) : m_number(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(m_number, other.m_number);
        return *this;
    }
    ~FileDescriptor() { reset(); }

    int get() const { return m_number; }
    bool isOpen() const { return m_number >= 0; }
    int release() { return std::exchange(m_number, -1); }
    void reset();

private:
    int m_number = -1;
};

/// The bytes of a regular file, mapped read-only; they stay valid while the object lives and move with it.
class MappedFile {
public:
    MappedFile() = default;
    MappedFile(MappedFile&& other) noexcept : m_bytes(std::exchange(other.m_bytes, {})) {}
    MappedFile& operator=(MappedFile&& other) noexcept {
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    ~MappedFile();

    /// Whether the bytes in memory may be written to; the file itself never changes.
    enum class Pages { ReadOnly, PrivateCopy };

    /// Fails on a descriptor that is not a regular file. An empty file gives empty bytes.
    static Result<MappedFile> map(int descriptor, Pages pages = Pages::ReadOnly);
    std::span<const std::byte> bytes() const { return m_bytes; }
    /// Makes the pages around these bytes a private copy; the part beyond the end is ignored.
    Result<void> makeWritable(std::uint64_t offset, std::uint64_t size);
    /// Only bytes mapped as Pages::PrivateCopy or made writable may be written.
    std::span<std::byte> writableBytes() { return {const_cast<std::byte*>(m_bytes.data()), m_bytes.size()}; }

private:
    std::span<const std::byte> m_bytes;
};

/// Opens an existing file to read. The error states the reason: missing, a directory, no permission.
Result<FileDescriptor> openToRead(const std::string& path);

/// Replaces the file's complete contents: writes beside it first, then renames. "-" writes to standard
/// output.
Result<void> writeFile(const std::string& path, std::span<const std::byte> bytes);

/// "No such file" and similar texts for an errno value, for use inside a sentence.
std::string systemErrorText(int errorNumber);

} // namespace candela
