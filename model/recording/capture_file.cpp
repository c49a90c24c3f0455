#include "model/recording/capture_file.h"

#include "model/base/regular_file.h"
#include "model/base/text/model_text.h"
#include "model/recording/stream_limits.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <pwd.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace candela {

namespace {

/// The number of a user or group, other than root's, from an environment variable.
std::optional<std::uint32_t> numberInEnvironment(const char* variable) {
    const char* value = std::getenv(variable);
    if (!value) return std::nullopt;
    const std::string_view text(value);
    std::uint32_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    constexpr auto noUser = static_cast<std::uint32_t>(-1);
    const bool isWhole = problem == std::errc() && end == text.data() + text.size();
    return isWhole && number != 0 && number != noUser ? std::optional(number) : std::nullopt;
}

gid_t groupOf(uid_t user) {
    std::array<char, 16384> memory{};
    passwd entry{};
    passwd* found = nullptr;
    const bool isKnown = ::getpwuid_r(user, &entry, memory.data(), memory.size(), &found) == 0 && found;
    return isKnown ? found->pw_gid : ::getegid();
}

std::string folderOf(const std::string& path) {
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

/// Whether the folder protects the file from being replaced: in folders like /tmp, only the owners of the
/// file and of the folder can do that.
bool isKeptByFolder(const std::string& path) {
    struct stat file {};
    struct stat folder {};
    if (::lstat(path.c_str(), &file) != 0 || ::stat(folderOf(path).c_str(), &folder) != 0) return false;
    const auto user = ::geteuid();
    return (folder.st_mode & S_ISVTX) != 0 && user != 0 && user != file.st_uid && user != folder.st_uid;
}

} // namespace

bool isOtherFile(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) return false;
    const auto file = openRegularFile(AT_FDCWD, path, Links::Follow);
    std::array<char, recordingMagic.size()> start{};
    return !file.isOpen() || ::pread(file.get(), start.data(), start.size(), 0) != ssize_t(start.size()) ||
           std::string_view(start.data(), start.size()) != recordingMagic;
}

Result<void> checkReplaceable(const std::string& path, Existing existing) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) return {};
    if (existing == Existing::ReplaceCaptures && isOtherFile(path))
        return failure(ModelText::tr("it exists and is not a recording of Candela's, so it is not replaced"),
                       ErrorCode::Usage, ModelText::tr("give another name, or replace it with --overwrite"));
    if (isKeptByFolder(path)) return std::unexpected(notWritable(EPERM));
    return {};
}

std::optional<FileOwner> recordingUser() {
    if (::geteuid() != 0) return std::nullopt;
    if (const auto user = numberInEnvironment("SUDO_UID")) {
        const auto group = numberInEnvironment("SUDO_GID");
        return FileOwner{*user, group ? *group : groupOf(*user)};
    }
    if (const auto user = numberInEnvironment("PKEXEC_UID")) return FileOwner{*user, groupOf(*user)};
    return std::nullopt;
}

Result<CaptureFile> CaptureFile::create(const std::string& path, Existing existing) {
    TRY(checkReplaceable(path, existing));
    return CaptureFile(path, existing,
                       TRY(NewFile::create(path, {.mode = S_IRUSR | S_IWUSR, .owner = recordingUser()})));
}

bool CaptureFile::mayTakeName() const {
    return m_file.mayTakeName() && checkReplaceable(m_path, m_existing).has_value();
}

Result<void> CaptureFile::takeName() {
    if (hasName()) return {};
    TRY(checkReplaceable(m_path, m_existing));
    return m_file.takeName();
}

} // namespace candela
