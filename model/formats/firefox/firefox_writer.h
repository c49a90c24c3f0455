/// Writes processed Firefox Profiler files, version 54, for profiler.firefox.com. A thread in the file is a
/// thread of the profile in one value type. Format: firefox-devtools/profiler, src/types/profile.ts.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/output/output.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

class FirefoxWriter {
public:
    FirefoxWriter(const Profile& profile, Output& output) : m_profile(profile), m_output(output) {}

    /// Fails when cancelled.
    Result<void> write(Task& task);

private:
    void writeMeta();
    void writeLibraries();
    void nameProcesses();
    Result<void> writeThreads(Task& task);
    Result<void> writeThread(const SampleTable& table, std::size_t begin, std::size_t end, Task& task);
    void writeThreadHead(const SampleTable& table, ThreadIndex thread, bool hasTimes);
    void flush();

    const Profile& m_profile;
    Output& m_output;
    std::string m_json;              // output that was not passed on yet
    std::vector<std::string> m_pids; // for each process; distinguishes processes of one pid
    bool m_hasLeftOutTimes = false;
    bool m_hasLeftOutAddresses = false;
};

} // namespace candela
