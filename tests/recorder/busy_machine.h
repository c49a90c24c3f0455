/// Programs that leave no processor idle.
#pragma once

#include "tests/recorder/held_program.h"

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

namespace candela {

/// Keeps every processor busy, so that each tick is a sample.
class BusyMachine {
public:
    BusyMachine() {
        for (unsigned count = 0; count < 2 * std::max(1u, std::thread::hardware_concurrency()); ++count) {
            m_programs.push_back(
                std::make_unique<HeldProgram>(QStringList{PROGRAMS "/workloads/two_builds_base", "600"}));
            m_programs.back()->go();
        }
    }

private:
    std::vector<std::unique_ptr<HeldProgram>> m_programs;
};

} // namespace candela
