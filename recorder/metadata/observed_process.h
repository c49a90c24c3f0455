/// A metadata provider's view of a process: the files of its /proc folder, and the kernel's report with a
/// sample. For a process that exited no file is readable; files of a later process with the same number are
/// never shown.
#pragma once

#include "model/base/file.h"
#include "recorder/metadata/cgroup_paths.h"
#include "recorder/metadata/cgroup_tree.h"
#include "recorder/processes/process_folder.h"

#include <cstdint>
#include <optional>
#include <string>

namespace candela {

class PromptOpener;

class ObservedProcess {
public:
    /// The folder is not open if the process has exited.
    ObservedProcess(FileDescriptor folder, const ProcessInQuestion& process, CgroupTree& cgroups)
        : m_folder(std::move(folder)), m_isThere(m_folder.isOpen()), m_process(process), m_tree(cgroups) {}
    /// An opener reads the process's files, because some of them are the process's memory. The constructor
    /// already asks it.
    ObservedProcess(PromptOpener& opener, const ProcessInQuestion& process, CgroupTree& cgroups);

    bool isThere() const { return m_isThere; }
    /// The start of a file of its folder; empty if it can't be read.
    std::string read(const char* file, std::size_t maximumSize);
    const CgroupPaths& cgroups();
    /// The real user's number.
    std::uint32_t user() const { return m_process.user; }

private:
    std::string askFor(const char* file, std::size_t maximumSize);

    FileDescriptor m_folder;
    PromptOpener* m_opener = nullptr;
    bool m_isThere = false;
    std::string m_commandLine; // the command line that the opener read
    ProcessInQuestion m_process;
    CgroupTree& m_tree;
    std::optional<CgroupPaths> m_cgroups;
};

} // namespace candela
