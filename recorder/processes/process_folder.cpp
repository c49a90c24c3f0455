#include "recorder/processes/process_folder.h"

#include "recorder/base/proc_files.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

namespace candela {

FileDescriptor openProcessFolder(const ProcessInQuestion& process) {
    // Files opened through this folder belong to this process, even when its number is reused.
    FileDescriptor folder(
        ::open(fmt::format("/proc/{}", process.pid).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder.isOpen()) return folder;
    const auto start = processStart(folder);
    return start && isSameStart(*start, process.startTime) ? std::move(folder) : FileDescriptor();
}

std::string readProcessFile(const FileDescriptor& folder, const char* file, std::size_t maximumSize) {
    const FileDescriptor opened(::openat(folder.get(), file, O_RDONLY | O_CLOEXEC | O_NOCTTY));
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

} // namespace candela
