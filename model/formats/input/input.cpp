#include "model/formats/input/input.h"

#include "model/base/free_memory.h"
#include "model/base/memory_budget.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/formats/input/foreign_starts.h"
#include "model/formats/input/opening_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::size_t streamStep = 256 * 1024;
constexpr std::size_t minimumArriving = 256 * 1024;
constexpr std::size_t maximumPadding = 4096;
constexpr int pollMilliseconds = 100;     // milliseconds between two checks for cancellation
constexpr int writerMilliseconds = 1'000; // maximum time to wait for the other end of a named pipe

/// Half of the free memory, because the tables made from the bytes need memory, too.
std::size_t defaultSizeLimit() {
    return static_cast<std::size_t>(freeMemory() / 2);
}

Error tooLarge(std::size_t limit) {
    return {ModelText::tr("it holds more than {}, half of the memory that is free", formatBytes(limit)),
            {},
            ErrorCode::BadInput};
}

/// Waits until the descriptor is readable or at its end; false if the other end was not opened in time.
Result<bool> waitForInput(int descriptor, int timeoutMilliseconds, Task& task) {
    for (int waited = 0; timeoutMilliseconds < 0 || waited < timeoutMilliseconds;
         waited += pollMilliseconds) {
        if (task.isCancelled()) return cancelled();
        pollfd poll{descriptor, POLLIN, 0};
        const int ready = ::poll(&poll, 1, pollMilliseconds);
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR)
            return failure(ModelText::tr("can't be read: {}", systemErrorText(errno)));
    }
    return false;
}

/// A named pipe is opened without waiting for its writer: there may never be one.
Result<FileDescriptor> openPipe(const std::string& path) {
    FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (!file.isOpen()) return failure(ModelText::tr("can't be opened: {}", systemErrorText(errno)));
    Task task;
    if (!TRY(waitForInput(file.get(), writerMilliseconds, task)))
        return failure(ModelText::tr("this is a pipe without a writer"));
    return file;
}

Result<FileDescriptor> openAny(const std::string& path) {
    if (path == "-") {
        FileDescriptor copy(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0));
        if (!copy.isOpen()) return failure(ModelText::tr("standard input is closed"));
        return copy;
    }
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) {
        if (S_ISFIFO(status.st_mode)) return openPipe(path);
        if (S_ISDIR(status.st_mode)) return std::unexpected(folderError(path));
        if (S_ISSOCK(status.st_mode)) return failure(ModelText::tr("this is a socket, not a profile"));
        if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode))
            return failure(ModelText::tr("this is a device, not a profile"));
    }
    return openToRead(path);
}

} // namespace

Result<Input> Input::open(const std::string& path) {
    Input input;
    input.m_name = path;
    auto file = TRY(openAny(path));
    struct stat status {};
    if (::fstat(file.get(), &status) != 0)
        return failure(ModelText::tr("can't be read: {}", systemErrorText(errno)));
    if (S_ISREG(status.st_mode)) {
        input.m_map = TRY(MappedFile::map(file.get()));
    } else if (S_ISDIR(status.st_mode)) { // a directory may be standard input
        return std::unexpected(folderError(path));
    } else if (::isatty(file.get())) {
        return failure(ModelText::tr("this is a terminal: pipe a profile into it"), ErrorCode::Usage);
    } else if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) {
        return failure(ModelText::tr("this is a device, not a profile"));
    } else {
        input.m_stream = std::move(file);
    }
    return input;
}

Input Input::fromBytes(std::string name, std::vector<std::byte> bytes) {
    Input input;
    input.m_name = std::move(name);
    if (!bytes.empty()) {
        input.m_read.reserve(bytes.size());
        std::memcpy(input.m_read.free().data(), bytes.data(), bytes.size());
        input.m_read.grow(bytes.size());
    }
    return input;
}

std::size_t Input::sizeLimit() {
    if (m_sizeLimit == 0) m_sizeLimit = defaultSizeLimit();
    return m_sizeLimit;
}

Result<void> Input::readStream(std::size_t count, Task& task) {
    while (m_stream.isOpen() && m_read.size() < count) {
        if (m_read.free().empty()) {
            if (m_read.size() >= sizeLimit()) return std::unexpected(tooLarge(sizeLimit()));
            m_read.reserve(std::min(sizeLimit(), std::max(streamStep, m_read.size() * 2)));
        }
        TRY(waitForInput(m_stream.get(), -1, task));
        const auto free = m_read.free();
        const auto got = ::read(m_stream.get(), free.data(), std::min(free.size(), streamStep));
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return failure(ModelText::tr("can't be read: {}", systemErrorText(errno)));
        if (got == 0) m_stream.reset();
        if (got <= 0) continue;
        m_read.grow(static_cast<std::size_t>(got));
        MemoryBudget::extend(OpeningLimit::timesFileSize * static_cast<std::uint64_t>(got));
    }
    return {};
}

Result<FileStart> Input::start(std::size_t size) {
    Task task;
    // Compressors write blocks that can only be unpacked as a whole; this is the maximum size of a block.
    TRY(readStream(std::max(streamStep, size + 1), task));
    if (packed().empty())
        return failure(ModelText::tr("it is empty"), ErrorCode::BadInput,
                       ModelText::tr("The program that wrote it may have been stopped too early"));
    const auto packing = packingOf(packed());
    if (packing == Packing::None)
        return FileStart(packed().first(std::min(packed().size(), size)), packed().size() > size);
    auto unpacked = unpackStart(packing, packed(), size + 1);
    if (unpacked.block.size() == 0) {
        const std::string_view name = packing == Packing::Gzip ? "gzip" : "zstd";
        if (unpacked.end == PackedEnd::Whole) return failure(ModelText::tr("this is an empty {} file", name));
        return failure(ModelText::tr("this is a damaged {} file of which nothing could be unpacked", name));
    }
    m_start = std::move(unpacked.block);
    const bool isCut = m_start.size() > size || m_stream.isOpen();
    return FileStart(m_start.bytes().first(std::min(m_start.size(), size)), isCut);
}

Result<std::span<const std::byte>> Input::all(Task& task) {
    if (m_isUnpacked) return m_unpacked.bytes();
    TRY(readStream(std::numeric_limits<std::size_t>::max(), task));
    const auto packing = packingOf(packed());
    if (packing == Packing::None) return packed();
    if (m_arriving || (!unpacksAtOnce(packing, packed()) && startArriving())) {
        auto arrived = TRY(moreThan(0, task));
        while (!arrived.isAll) {
            task.setProgress(arrived.share);
            arrived = TRY(moreThan(arrived.bytes.size(), task));
        }
        return arrived.bytes;
    }
    auto unpacked = TRY(unpackAll(packing, packed(), sizeLimit(), task));
    if (unpacked.end == PackedEnd::TooLarge) return std::unexpected(tooLarge(sizeLimit()));
    m_isTruncated = unpacked.end != PackedEnd::Whole;
    m_unpacked = std::move(unpacked.block);
    m_isUnpacked = true;
    return m_unpacked.bytes();
}

/// Whether a thread is unpacking now; for small files none is started.
bool Input::startArriving() {
    const auto packing = packingOf(packed());
    if (m_isUnpacked || packing == Packing::None || packed().size() < minimumArriving) return false;
    m_arriving = ArrivingBytes::create(packing, packed(), sizeLimit(), maximumPadding);
    return m_arriving != nullptr;
}

Result<ArrivingBytes::Arrived> Input::moreThan(std::size_t known, Task& task) {
    TRY(readStream(std::numeric_limits<std::size_t>::max(), task));
    if (!m_arriving && !startArriving())
        return ArrivingBytes::Arrived{.bytes = TRY(all(task)), .share = 1, .isAll = true};
    const auto arrived = TRY(m_arriving->moreThan(known, task));
    if (arrived.isAll && arrived.end == PackedEnd::TooLarge) return std::unexpected(tooLarge(sizeLimit()));
    if (arrived.isAll) m_isTruncated = arrived.end != PackedEnd::Whole;
    return arrived;
}

Result<std::span<const std::byte>> Input::paddedBytes(std::size_t padding, Task& task) {
    const auto bytes = TRY(all(task));
    assert(padding <= maximumPadding);
    if (m_arriving) return bytes;
    if (!m_isUnpacked && !m_map.bytes().empty()) {
        // A mapped file has zeros from its end to the end of the page.
        const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
        const auto used = bytes.size() % page;
        if (used != 0 && page - used >= padding) return bytes;
        m_unpacked.reserve(bytes.size() + padding);
        std::memcpy(m_unpacked.free().data(), bytes.data(), bytes.size());
        m_unpacked.grow(bytes.size());
        m_isUnpacked = true;
        return m_unpacked.bytes();
    }
    auto& block = m_isUnpacked ? m_unpacked : m_read;
    if (block.free().size() < padding) block.reserve(block.size() + padding);
    return block.bytes();
}

} // namespace candela
