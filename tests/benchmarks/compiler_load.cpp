#include "tests/benchmarks/compiler_load.h"

#include <csignal>
#include <string>
#include <unistd.h>

namespace candela {

CompilerLoad::CompilerLoad(std::string_view unit) {
    const auto script = "while echo '" + std::string(unit) +
                        "' | g++ -std=c++20 -O2 -x c++ -c -o /dev/null -; do echo done; done";
    for (auto& shell : m_shells) {
        shell.setChildProcessModifier([] { ::setsid(); });
        shell.start("sh", {"-c", QString::fromStdString(script)});
        shell.waitForStarted();
    }
}

CompilerLoad::~CompilerLoad() {
    for (auto& shell : m_shells) {
        ::kill(-static_cast<pid_t>(shell.processId()), SIGKILL);
        shell.waitForFinished();
    }
}

std::size_t CompilerLoad::finished() {
    for (auto& shell : m_shells) {
        shell.waitForReadyRead(0); // reads what has arrived
        m_finished += static_cast<std::size_t>(shell.readAllStandardOutput().count('\n'));
    }
    return m_finished;
}

} // namespace candela
