/// Disturbances by other programs of the machine.
#pragma once

#include "tests/chaos/disturbance.h"

namespace candela {

std::unique_ptr<Disturbance> makeForkStorm();
std::unique_ptr<Disturbance> makeExecStorm();
std::unique_ptr<Disturbance> makeManyMappings();
std::unique_ptr<Disturbance> makeManyThreads();
std::unique_ptr<Disturbance> makeFakeJava();
std::unique_ptr<Disturbance> makeHostileMap();
std::unique_ptr<Disturbance> makeHangingFiles();
std::unique_ptr<Disturbance> makeProcessorOff();

} // namespace candela
