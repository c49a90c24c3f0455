/// Checks whether a capture is correct and reports its losses.
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace candela {

/// A recording that has ended.
struct Ended {
    QString capture;                      ///< path of the recorded file; empty: none
    int exitStatus = 0;                   ///< of the client; -1 if a signal ended it
    QString messages;                     ///< the client's output on standard error
    pid_t witness = 0;                    ///< a process that ran all the time
    std::optional<double> witnessSeconds; ///< its CPU time; only if the whole process was recorded
    bool mayEndEarly = false;
};

struct Verdict {
    std::string line; ///< figures
    std::vector<std::string> faults;
};

Verdict judge(const Ended& recording);

} // namespace candela
