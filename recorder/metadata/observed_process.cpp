#include "recorder/metadata/observed_process.h"

#include "recorder/proc_files.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::size_t maximumCgroupText = 64 << 10;

} // namespace

std::string ObservedProcess::read(const char* file, std::size_t maximumSize) const {
    if (!isThere()) return {};
    const FileDescriptor opened(::openat(m_folder.get(), file, O_RDONLY | O_CLOEXEC | O_NOCTTY));
    std::string text(maximumSize, '\0');
    std::size_t size = 0;
    while (opened.isOpen() && size < text.size()) {
        const auto got = ::read(opened.get(), text.data() + size, text.size() - size);
        if (got <= 0) break;
        size += static_cast<std::size_t>(got);
    }
    text.resize(size);
    return text;
}

const CgroupPlaces& ObservedProcess::cgroups() {
    if (m_cgroups) return *m_cgroups;
    m_cgroups.emplace();
    // The kernel's number is of the moment of the sample, and costs no file. Where it says nothing, the
    // process may be in groups of version 1.
    m_cgroups->unified = m_tree.find(m_process.cgroup, monotonicTime());
    if (pathNames(m_cgroups->unified).empty()) {
        if (auto places = readCgroupPlaces(read("cgroup", maximumCgroupText)); !places.main().empty())
            m_cgroups = std::move(places);
    }
    return *m_cgroups;
}

FileDescriptor openProcessFolder(const ProcessInQuestion& process) {
    // What is opened through it belongs to this process, even when its number is given to another.
    FileDescriptor folder(
        ::open(fmt::format("/proc/{}", process.pid).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder.isOpen()) return folder;
    const auto start = processStart(folder);
    return start && isSameStart(*start, process.startTime) ? std::move(folder) : FileDescriptor();
}

} // namespace candela
