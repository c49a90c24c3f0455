#include "tests/chaos/machine_disturbances.h"
#include "tests/chaos/recording_disturbances.h"

namespace candela {

const std::vector<DisturbanceKind>& allDisturbances() {
    static const std::vector<DisturbanceKind> kinds{
        {"kill", "a process of the recorder is killed", Harm::MayEnd, Reach::Round, makeKilledProcess},
        {"kill-client", "candela itself is killed", Harm::Client, Reach::Round, makeKilledClient},
        {"freeze", "a process of the recording is stopped, and goes on later", Harm::None, Reach::Round,
         makeFrozenProcess},
        {"full-disk", "the capture's file system has 16 to 400 kB", Harm::MayEnd, Reach::Round, makeFullDisk},
        {"memory", "all its processes have 30 to 120 MB together", Harm::MayEnd, Reach::Round,
         makeLittleMemory},
        {"descriptors", "each of its processes has 24 to 400 descriptors", Harm::MayEnd, Reach::Round,
         makeFewDescriptors},
        {"requests", "another recorder is sent nonsense", Harm::None, Reach::Round, makeHostileRequests},
        {"forks", "processes fork and end, thousands a second", Harm::None, Reach::Machine, makeForkStorm},
        {"execs", "short programs start all the time", Harm::None, Reach::Machine, makeExecStorm},
        {"mappings", "a process with 31,000 mappings maps and unmaps files", Harm::None, Reach::Machine,
         makeManyMappings},
        {"threads", "a process has 2,000 busy threads", Harm::None, Reach::Machine, makeManyThreads},
        {"fake-java", "six processes claim to be Java machines of absurd size", Harm::None, Reach::Machine,
         makeFakeJava},
        {"hostile-map", "generated code, with a perf map full of nonsense", Harm::None, Reach::Machine,
         makeHostileMap},
        {"hanging", "a program lies on a file system that answers no other process", Harm::None,
         Reach::Machine, makeHangingFiles},
        {"processor", "a processor is switched off and on", Harm::None, Reach::Machine, makeProcessorOff},
    };
    return kinds;
}

} // namespace candela
