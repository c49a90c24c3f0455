#include "recorder/file_keeper.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t longestAnswer = 1024;
constexpr std::string_view done = "done"; // an answer; others are what went wrong

/// The process: waits until it is asked, or nobody is there to ask. Signals are for the recorder.
[[noreturn]] void keep(CaptureFile file, FileDescriptor asked) {
    sigset_t all;
    sigfillset(&all);
    ::sigprocmask(SIG_BLOCK, &all, nullptr);
    char request = 0;
    if (::recv(asked.get(), &request, 1, 0) == 1) {
        const auto named = file.takeName();
        const auto answer = named ? std::string(done) : named.error().message;
        ::send(asked.get(), answer.data(), std::min(answer.size(), longestAnswer), MSG_NOSIGNAL);
    }
    { const auto closed = std::move(file); } // removes it if it has no name
    ::_exit(0);
}

} // namespace

Result<FileKeeper> FileKeeper::start(const std::string& path, Existing existing) {
    auto file = CaptureFile::create(path, existing);
    if (!file) {
        file.error().message.insert(0, path + " ");
        return std::unexpected(file.error());
    }
    FileKeeper keeper;
    keeper.m_file = FileDescriptor(::fcntl(file->descriptor(), F_DUPFD_CLOEXEC, 3));
    keeper.m_hasName = file->hasName();
    if (keeper.m_hasName && keeper.m_file.isOpen()) return keeper; // a pipe or a device
    std::array<int, 2> ends{};
    if (!keeper.m_file.isOpen() || ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return failure("the file can't be kept: " + systemErrorText(errno), ErrorCode::NotPossible);
    keeper.m_process = FileDescriptor(ends[0]);
    FileDescriptor asked(ends[1]);
    keeper.m_pid = ::fork();
    if (keeper.m_pid < 0)
        return failure("no process can be started: " + systemErrorText(errno), ErrorCode::NotPossible);
    if (keeper.m_pid == 0) {
        keeper.m_process.reset();
        keep(std::move(*file), std::move(asked));
    }
    file->leaveToOtherProcess();
    return keeper;
}

FileKeeper::FileKeeper(FileKeeper&& other) noexcept
    : m_file(std::move(other.m_file)), m_process(std::move(other.m_process)),
      m_pid(std::exchange(other.m_pid, -1)), m_hasName(other.m_hasName) {}

FileKeeper::~FileKeeper() {
    if (m_pid <= 0) return;
    m_process.reset();
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
    }
}

Result<void> FileKeeper::takeName() {
    if (m_hasName) return {};
    std::array<char, longestAnswer> answer{};
    ssize_t size = -1;
    if (::send(m_process.get(), "n", 1, MSG_NOSIGNAL) == 1) {
        do {
            size = ::recv(m_process.get(), answer.data(), answer.size(), 0);
        } while (size < 0 && errno == EINTR);
    }
    if (size <= 0) return failure("the process that names it has ended", ErrorCode::NotPossible);
    const std::string_view text(answer.data(), static_cast<std::size_t>(size));
    if (text != done) return failure(std::string(text), ErrorCode::NotPossible);
    m_hasName = true;
    return {};
}

} // namespace candela
