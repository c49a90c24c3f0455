#include "recorder/rights/file_rules.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace candela {

namespace {

// The values of linux: include/uapi/linux/landlock.h. The headers of a distribution may be older than its
// kernel.
enum Access : std::uint64_t {
    ReadFile = 1 << 2,
    ReadFolder = 1 << 3,
    RemoveFile = 1 << 5,
    MakeFile = 1 << 8,
    Rename = 1 << 13,
};
constexpr std::uint64_t accessOfVersion1 = (1 << 13) - 1;
constexpr std::uint64_t renaming = 1 << 13;             // version 2
constexpr std::uint64_t truncating = 1 << 14;           // version 3
constexpr std::uint64_t tcp = 1 << 0 | 1 << 1;          // version 4: bind, connect
constexpr std::uint64_t deviceRequests = 1 << 15;       // version 5
constexpr std::uint64_t otherDomains = 1 << 0 | 1 << 1; // version 6: abstract sockets, signals

constexpr int versionQuestion = 1 << 0;
constexpr int pathBeneath = 1;

struct Rules {
    std::uint64_t files = 0;
    std::uint64_t network = 0;
    std::uint64_t scopes = 0;
};
struct __attribute__((packed)) Rule {
    std::uint64_t allowed = 0;
    std::int32_t folder = -1;
};

long landlockVersion() {
    return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, versionQuestion);
}

std::uint64_t filesOf(long version) {
    std::uint64_t access = accessOfVersion1;
    if (version >= 2) access |= renaming;
    if (version >= 3) access |= truncating;
    if (version >= 5) access |= deviceRequests;
    return access;
}

} // namespace

FileRules::FileRules() {
    const auto version = landlockVersion();
    if (version < 1) return;
    m_known = filesOf(version);
    const Rules rules{m_known, version >= 4 ? tcp : 0, version >= 6 ? otherDomains : 0};
    // A kernel rejects members that it does not know unless they are 0.
    m_rules =
        FileDescriptor(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0)));
}

void FileRules::allow(int folder, std::uint64_t access) {
    const Rule rule{access & m_known, folder};
    if (m_rules.isOpen()) ::syscall(SYS_landlock_add_rule, m_rules.get(), pathBeneath, &rule, 0);
}

void FileRules::allowReading(const char* folder) {
    const FileDescriptor opened(::open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (opened.isOpen()) allow(opened.get(), ReadFile | ReadFolder);
}

void FileRules::allowNaming(int folder) {
    allow(folder, MakeFile | RemoveFile | Rename);
}

bool FileRules::enforce() {
    return m_rules.isOpen() && ::syscall(SYS_landlock_restrict_self, m_rules.get(), 0) == 0;
}

} // namespace candela
