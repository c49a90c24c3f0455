/// What only a newly started recorder has the rights to open. It gives these rights up before it reads
/// anything from a client.
#pragma once

#include "model/base/file.h"
#include "recorder/kernel/event_opener.h"
#include "recorder/segments/own_usage.h"

#include <memory>

namespace candela {

struct OpenedEarly {
    FileDescriptor programStatistics;            ///< while it is open, the kernel measures BPF programs
    Result<std::unique_ptr<EventOpener>> events; ///< if it is an error, clients that want to record get it

    static OpenedEarly open() { return {OwnUsage::measurePrograms(), EventOpener::create()}; }
};

} // namespace candela
