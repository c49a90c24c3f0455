#include "model/base/file.h"

#include "model/base/memory_scope.h"
#include "model/base/new_file.h"
#include "model/base/text/model_text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace candela {

namespace {} // namespace

void FileDescriptor::reset() {
    if (m_number >= 0) ::close(m_number);
    m_number = -1;
}

MappedFile::~MappedFile() {
    if (!m_bytes.empty()) ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
}

Result<MappedFile> MappedFile::map(int descriptor, Pages pages) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0)
        return failure(ModelText::tr("can't be read: {}", systemErrorText(errno)));
    if (!S_ISREG(status.st_mode)) return failure(ModelText::tr("this is not a regular file"));
    MappedFile file;
    if (status.st_size == 0) return file;
    const auto size = static_cast<std::size_t>(status.st_size);
    const int protection = pages == Pages::PrivateCopy ? PROT_READ | PROT_WRITE : PROT_READ;
    void* address = ::mmap(nullptr, size, protection, MAP_PRIVATE | MAP_NORESERVE, descriptor, 0);
    if (address == MAP_FAILED && errno == ENOMEM && MemoryScope::current() == MemoryScope::Kind::Bounded)
        return std::unexpected(OutOfMemory(size).error());
    if (address == MAP_FAILED) return failure(ModelText::tr("can't be mapped: {}", systemErrorText(errno)));
    file.m_bytes = {static_cast<const std::byte*>(address), size};
    return file;
}

Result<void> MappedFile::makeWritable(std::uint64_t offset, std::uint64_t size) {
    static const auto pageSize = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    if (offset >= m_bytes.size()) return {};
    const auto begin = offset / pageSize * pageSize;
    const auto end = offset + std::min<std::uint64_t>(size, m_bytes.size() - offset);
    auto* first = const_cast<std::byte*>(m_bytes.data()) + begin;
    if (::mprotect(first, end - begin, PROT_READ | PROT_WRITE) != 0)
        return failure(ModelText::tr("can't be changed in memory: {}", systemErrorText(errno)));
    return {};
}

Result<FileDescriptor> openToRead(const std::string& path) {
    FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (!file.isOpen()) {
        if (errno == ENOENT) return failure(ModelText::tr("no such file"));
        if (errno == EACCES || errno == EPERM)
            return failure(ModelText::tr("no permission to read it"), ErrorCode::BadInput,
                           ModelText::tr("its owner can allow it with chmod"));
        return failure(ModelText::tr("can't be opened: {}", systemErrorText(errno)));
    }
    struct stat status {};
    if (::fstat(file.get(), &status) == 0 && S_ISDIR(status.st_mode))
        return failure(ModelText::tr("this is a directory, not a profile"));
    return file;
}

Result<void> writeFile(const std::string& path, std::span<const std::byte> bytes) {
    return writeNewFile(path, bytes, {});
}

std::string systemErrorText(int errorNumber) {
    std::string text = std::strerror(errorNumber);
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z' &&
        (text.size() < 2 || text[1] < 'A' || text[1] > 'Z'))
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
}

} // namespace candela
