#include "tests/chaos/machine_disturbances.h"
#include "tests/chaos/recording_disturbances.h"

namespace candela {

const std::vector<DisturbanceKind>& allDisturbances() {
    static const std::vector<DisturbanceKind> kinds{
        {"kill", "a process of the recorder is killed", Harm::MayEnd, makeKilledProcess},
        {"kill-client", "candela itself is killed", Harm::Client, makeKilledClient},
        {"freeze", "a process of the recording is stopped, and goes on later", Harm::None, makeFrozenProcess},
        {"full-disk", "the capture's file system has 16 to 400 kB", Harm::MayEnd, makeFullDisk},
        {"memory", "all its processes have 30 to 120 MB together", Harm::MayEnd, makeLittleMemory},
        {"descriptors", "each of its processes has 24 to 400 descriptors", Harm::MayEnd, makeFewDescriptors},
        {"requests", "another recorder is sent nonsense", Harm::None, makeHostileRequests},
        {"forks", "processes fork and end, thousands a second", Harm::None, makeForkStorm},
        {"execs", "short programs start all the time", Harm::None, makeExecStorm},
        {"mappings", "a process with 31,000 mappings maps and unmaps files", Harm::None, makeManyMappings},
        {"threads", "a process has 2,000 busy threads", Harm::None, makeManyThreads},
        {"fake-java", "six processes claim to be Java machines of absurd size", Harm::None, makeFakeJava},
        {"hostile-map", "generated code, with a perf map full of nonsense", Harm::None, makeHostileMap},
        {"hanging", "a program lies on a file system that answers no other process", Harm::None,
         makeHangingFiles},
        {"processor", "a processor is switched off and on", Harm::None, makeProcessorOff},
    };
    return kinds;
}

} // namespace candela
