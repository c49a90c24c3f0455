#include "tests/chaos/disturbance.h"

#include "tests/chaos/process_tree.h"
#include "tests/program_arguments.h"

#include <algorithm>
#include <csignal>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace candela {

std::vector<pid_t> Scene::processes() const {
    auto pids = candelaProcesses();
    std::erase_if(pids, [](pid_t pid) { return stateOf(pid) == 'Z'; });
    return pids;
}

pid_t Scene::anyProcess() {
    const auto pids = processes();
    return pids.empty() ? -1 : pids[static_cast<std::size_t>(number(0, static_cast<int>(pids.size()) - 1))];
}

Load::Load(const QStringList& words) {
    start(words);
}

void Load::start(const QStringList& words) {
    stop();
    const ProgramArguments arguments(words);
    m_pid = ::fork();
    if (m_pid != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // it ends even if chaos is killed: some loads take the whole machine
    ::setpgid(0, 0);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    ::execvp(arguments.program(), arguments.data());
    ::_exit(127);
}

void Load::stop() {
    if (m_pid <= 0) return;
    ::kill(m_pid, SIGKILL); // kills it even if it has no group yet
    ::kill(-m_pid, SIGKILL);
    while (::waitpid(-m_pid, nullptr, 0) > 0) {
    }
    ::waitpid(m_pid, nullptr, 0);
    m_pid = -1;
}

} // namespace candela
