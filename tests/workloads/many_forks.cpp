/// many_forks [DEEP]: DEEP nested processes (1) that only fork children, which exit at once, until killed.
#include "tests/workloads/spin.h"

#include <sys/wait.h>
#include <unistd.h>

int main(int count, char** arguments) {
    const auto copies = static_cast<int>(workload::numberArgument(count, arguments, 1, 1));
    for (int copy = 1; copy < copies && fork() != 0;)
        ++copy;
    for (;;) {
        if (fork() == 0) _exit(0);
        while (waitpid(-1, nullptr, WNOHANG) > 0) {
        }
    }
}
