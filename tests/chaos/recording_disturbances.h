/// Disturbances of the recording's own processes and files.
#pragma once

#include "tests/chaos/disturbance.h"

namespace candela {

std::unique_ptr<Disturbance> makeKilledProcess();
std::unique_ptr<Disturbance> makeKilledClient();
std::unique_ptr<Disturbance> makeFrozenProcess();
std::unique_ptr<Disturbance> makeFullDisk();
std::unique_ptr<Disturbance> makeLittleMemory();
std::unique_ptr<Disturbance> makeFewDescriptors();
std::unique_ptr<Disturbance> makeHostileRequests();

} // namespace candela
