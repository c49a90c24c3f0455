#include "model/base/new_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace candela {

namespace {

/// "." is the folder of a path without a slash.
std::string folderOf(const std::string& path) {
    const auto slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

std::string temporaryName(const std::string& name) {
    std::uint64_t number = 0;
    if (::getrandom(&number, sizeof number, 0) != sizeof number)
        number = static_cast<std::uint64_t>(::getpid());
    constexpr std::size_t maximumNameLength = 200; // of the 255 that a name may have
    return fmt::format(".{}.{:016x}.part", name.substr(0, maximumNameLength), number);
}

/// Whether the path leads to an open file of a process, like /dev/stdout.
bool isMagicLink(const std::string& path) {
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_NO_MAGICLINKS;
    const FileDescriptor found(
        static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how)));
    if (found.isOpen() || errno != ELOOP) return false;
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0; // if the path still can't be followed, its links are a loop
}

/// Whether the name leads to something other than a regular file.
bool isSpecial(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return false;
    return (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) || isMagicLink(path);
}

Result<void> writeAll(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR) continue;
            return std::unexpected(notWritable(errno));
        }
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

} // namespace

Error notWritable(int errorNumber) {
    const auto sentence = "can't be written: " + systemErrorText(errorNumber);
    switch (errorNumber) {
    case EACCES:
    case EPERM:
        return {"no permission to write it", "choose another folder", ErrorCode::NotPermitted};
    case ENOENT:
    case ENOTDIR:
        return {"can't be written: there is no such folder", {}, ErrorCode::NotPossible};
    case ENOSPC:
    case EDQUOT:
        return {sentence, "free some space, or write to another disk", ErrorCode::NotPossible};
    default:
        return {sentence, {}, ErrorCode::NotPossible};
    }
}

Result<NewFile> NewFile::create(const std::string& target, const Options& options) {
    NewFile file;
    if (isSpecial(target)) {
        // The target of a /proc link may be a file that others also write to.
        file.m_file = FileDescriptor(::open(target.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY));
        if (!file.m_file.isOpen()) return std::unexpected(notWritable(errno));
        file.m_hasName = true;
        return file;
    }
    file.m_name = target.substr(target.rfind('/') + 1); // npos + 1 is 0
    if (file.m_name.empty() || file.m_name == "." || file.m_name == "..")
        return std::unexpected(notWritable(EISDIR));
    file.m_folder = FileDescriptor(::open(folderOf(target).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!file.m_folder.isOpen()) return std::unexpected(notWritable(errno));
    TRY(file.createBeside(options));
    // The file is empty yet, so the new owner can read nothing that was written before.
    if (options.owner && ::fchown(file.m_file.get(), options.owner->user, options.owner->group) != 0)
        return std::unexpected(notWritable(errno));
    return file;
}

Result<void> NewFile::createBeside(const Options& options) {
    // A file without a name gets one through /proc.
    if (::access("/proc/self/fd", X_OK) == 0)
        m_file =
            FileDescriptor(::openat(m_folder.get(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, options.mode));
    if (m_file.isOpen()) return {};
    m_temporary = temporaryName(m_name);
    m_file = FileDescriptor(::openat(m_folder.get(), m_temporary.c_str(),
                                     O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, options.mode));
    if (m_file.isOpen()) return {};
    m_temporary.clear();
    return std::unexpected(notWritable(errno));
}

NewFile::NewFile(NewFile&& other) noexcept
    : m_folder(std::move(other.m_folder)), m_file(std::move(other.m_file)), m_name(std::move(other.m_name)),
      m_temporary(std::exchange(other.m_temporary, {})), m_hasName(other.m_hasName) {}

NewFile& NewFile::operator=(NewFile&& other) noexcept {
    std::swap(m_folder, other.m_folder);
    std::swap(m_file, other.m_file);
    std::swap(m_name, other.m_name);
    std::swap(m_temporary, other.m_temporary);
    std::swap(m_hasName, other.m_hasName);
    return *this;
}

NewFile::~NewFile() {
    if (!m_temporary.empty()) ::unlinkat(m_folder.get(), m_temporary.c_str(), 0);
}

bool NewFile::mayTakeName() const {
    struct stat status {};
    return m_hasName || (::fstat(m_file.get(), &status) == 0 && status.st_uid == ::geteuid() &&
                         ::faccessat(m_folder.get(), ".", W_OK | X_OK, AT_EACCESS) == 0);
}

Result<void> NewFile::takeName() {
    if (m_hasName) return {};
    if (m_temporary.empty()) {
        const auto nameless = fmt::format("/proc/self/fd/{}", m_file.get());
        const auto link = [&](const std::string& name) {
            return ::linkat(AT_FDCWD, nameless.c_str(), m_folder.get(), name.c_str(), AT_SYMLINK_FOLLOW) == 0;
        };
        m_hasName = link(m_name); // nothing had that name
        if (m_hasName) return {};
        if (errno != EEXIST) return std::unexpected(notWritable(errno));
        auto temporary = temporaryName(m_name);
        if (!link(temporary)) return std::unexpected(notWritable(errno));
        m_temporary = std::move(temporary);
    }
    if (::renameat(m_folder.get(), m_temporary.c_str(), m_folder.get(), m_name.c_str()) != 0)
        return std::unexpected(notWritable(errno));
    m_temporary.clear();
    m_hasName = true;
    return {};
}

Result<void> writeNewFile(const std::string& path, std::span<const std::byte> bytes,
                          const NewFile::Options& options) {
    if (path == "-") return writeAll(STDOUT_FILENO, bytes);
    auto file = TRY(NewFile::create(path, options));
    TRY(writeAll(file.descriptor(), bytes));
    return file.takeName();
}

} // namespace candela
