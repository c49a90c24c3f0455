#include "recorder/metadata/observed_process.h"

#include "recorder/base/clock.h"
#include "recorder/base/proc_files.h"
#include "recorder/opener/prompt_opener.h"
#include "recorder/processes/label_list.h"

namespace candela {

namespace {

constexpr std::size_t maximumCgroupText = 64 << 10;
constexpr const char* commandLineFile = "cmdline";

} // namespace

/// Nearly every process is asked for its command line; the answer also shows whether the process still
/// exists.
ObservedProcess::ObservedProcess(PromptOpener& opener, const ProcessInQuestion& process, CgroupTree& cgroups)
    : m_opener(&opener), m_process(process), m_tree(cgroups) {
    if (process.pid != 0) m_commandLine = askFor(commandLineFile, LabelList::maximumText + 1);
}

std::string ObservedProcess::askFor(const char* file, std::size_t maximumSize) {
    opening::Request request;
    auto& text = *request.mutable_read_text();
    text.set_pid(m_process.pid);
    text.set_start_time(m_process.startTime);
    text.set_file(file);
    text.set_maximum_size(static_cast<std::uint32_t>(maximumSize));
    auto answer = m_opener->ask(std::move(request), {m_process.pid, 0, {}});
    m_isThere = answer && answer->reply.is_there();
    return m_isThere ? answer->reply.text() : std::string();
}

std::string ObservedProcess::read(const char* file, std::size_t maximumSize) {
    if (!isThere()) return {};
    if (!m_opener) return readProcessFile(m_folder, file, maximumSize);
    if (std::string_view(file) == commandLineFile && maximumSize <= LabelList::maximumText + 1)
        return m_commandLine.substr(0, maximumSize);
    return askFor(file, maximumSize);
}

const CgroupPaths& ObservedProcess::cgroups() {
    if (m_cgroups) return *m_cgroups;
    m_cgroups.emplace();
    // The control group's number that the kernel reported is that at the time of the sample, and needs no
    // file. If no group of that number is known, the process may be in groups of version 1.
    m_cgroups->unified = m_tree.find(m_process.cgroup, monotonicTime());
    if (!m_tree.isMounted() || pathNames(m_cgroups->unified).empty()) {
        if (auto paths = readCgroupPaths(read("cgroup", maximumCgroupText)); !paths.main().empty()) {
            m_tree.learn(m_process.cgroup, paths.unified);
            m_cgroups = std::move(paths);
        }
    }
    return *m_cgroups;
}

} // namespace candela
