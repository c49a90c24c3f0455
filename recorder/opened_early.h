/// What only the rights open that the recorder has when it is started. It gives them up before it reads a
/// word of a client's.
#pragma once

#include "model/base/file.h"
#include "recorder/kernel/event_opener.h"
#include "recorder/segments/own_usage.h"

#include <memory>

namespace candela {

struct OpenedEarly {
    FileDescriptor programStatistics;            ///< while it is open, the kernel measures BPF programs
    Result<std::unique_ptr<EventOpener>> events; ///< its error is for clients that want to record

    static OpenedEarly open() { return {OwnUsage::measurePrograms(), EventOpener::create()}; }
};

} // namespace candela
