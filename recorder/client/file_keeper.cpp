#include "recorder/client/file_keeper.h"

#include "recorder/rights/capabilities.h"
#include "recorder/rights/file_rules.h"
#include "recorder/rights/helper_filters.h"
#include "recorder/rights/own_user.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <grp.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t maximumAnswerLength = 1024;
constexpr std::string_view done = "done"; // the answer for success; any other is an error's text

/// Whether the user who called sudo or pkexec can give the file its name.
bool mayBeNamedBy(const FileOwner& user, const CaptureFile& file) {
    // Ignores the user's supplementary groups: where only those would suffice, root gives the name.
    const bool isUser =
        ::setgroups(0, nullptr) == 0 && ::setegid(user.group) == 0 && ::seteuid(user.user) == 0;
    const bool may = isUser && file.mayTakeName();
    return ::seteuid(0) == 0 && ::setegid(0) == 0 && may;
}

bool mayBeNamedWithoutCapabilities(const CaptureFile& file) {
    const WithoutCapabilities trial;
    return file.mayTakeName();
}

/// Keeps the fewest rights that suffice to name the file: the recording user's if that user can name it; else
/// root's without capabilities; else, for a folder of a third user, root's with the two capabilities that are
/// needed there. In each case the process can change nothing but names in this folder.
MissingProtections keepRightsFor(const CaptureFile& file) {
    constexpr std::array forForeignFolders{CAP_DAC_OVERRIDE, CAP_FOWNER};
    MissingProtections missing;
    const auto user = recordingUser();
    if (::geteuid() == 0 && user && mayBeNamedBy(*user, file)) {
        missing.add(becomeUser({{}, user->user, user->group}));
    } else if (::geteuid() == 0) {
        static_cast<void>(::setgroups(0, nullptr) == 0);
    }
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (::geteuid() != 0 || mayBeNamedWithoutCapabilities(file))
        keepCapabilities({});
    else
        keepCapabilities(forForeignFolders);
    FileRules rules;
    rules.allowReading("/"); // to check whether an existing file of that name is a capture
    rules.allowNaming(file.folder());
    missing.addUnless(rules.enforce(), Protection::FileRules);
    missing.add(filterCallsOfFileKeeper());
    return missing;
}

/// The process: waits until it gets a request or the recorder exits. It ignores signals, which are for the
/// recorder.
[[noreturn]] void keep(CaptureFile file, FileDescriptor asked) {
    ::prctl(PR_SET_NAME, "candela-keeper");
    const auto missing = keepRightsFor(file).bits();
    ::send(asked.get(), &missing, sizeof missing, MSG_NOSIGNAL);
    sigset_t all;
    sigfillset(&all);
    ::sigprocmask(SIG_BLOCK, &all, nullptr);
    char request = 0;
    if (::recv(asked.get(), &request, 1, 0) == 1) {
        const auto named = file.takeName();
        const auto answer = named ? std::string(done) : named.error().message;
        ::send(asked.get(), answer.data(), std::min(answer.size(), maximumAnswerLength), MSG_NOSIGNAL);
    }
    { const auto closed = std::move(file); } // closing removes a file without a name
    ::_exit(0);
}

} // namespace

Result<FileKeeper> FileKeeper::start(const std::string& path, Existing existing) {
    auto file = CaptureFile::create(path, existing);
    if (!file) {
        file.error().message.insert(0, path + ": ");
        return std::unexpected(file.error());
    }
    FileKeeper keeper;
    keeper.m_file = FileDescriptor(::fcntl(file->descriptor(), F_DUPFD_CLOEXEC, 3));
    keeper.m_hasName = file->hasName();
    if (keeper.m_hasName && keeper.m_file.isOpen()) return keeper; // a pipe or a device has its name already
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
    asked.reset();
    std::uint32_t missing = 0;
    if (::recv(keeper.m_process.get(), &missing, sizeof missing, 0) != sizeof missing)
        return failure("the process that gives the file its name exited at once", ErrorCode::NotPossible);
    keeper.m_missing = MissingProtections(missing);
    return keeper;
}

FileKeeper::FileKeeper(FileKeeper&& other) noexcept
    : m_file(std::move(other.m_file)), m_process(std::move(other.m_process)),
      m_pid(std::exchange(other.m_pid, -1)), m_missing(other.m_missing), m_hasName(other.m_hasName) {}

FileKeeper::~FileKeeper() {
    if (m_pid <= 0) return;
    m_process.reset();
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
    }
}

Result<void> FileKeeper::takeName() {
    if (m_hasName) return {};
    std::array<char, maximumAnswerLength> answer{};
    ssize_t size = -1;
    if (::send(m_process.get(), "n", 1, MSG_NOSIGNAL) == 1) {
        do {
            size = ::recv(m_process.get(), answer.data(), answer.size(), 0);
        } while (size < 0 && errno == EINTR);
    }
    if (size <= 0)
        return failure("the process that gives the file its name has exited", ErrorCode::NotPossible);
    const std::string_view text(answer.data(), static_cast<std::size_t>(size));
    if (text != done) return failure(std::string(text), ErrorCode::NotPossible);
    m_hasName = true;
    return {};
}

} // namespace candela
