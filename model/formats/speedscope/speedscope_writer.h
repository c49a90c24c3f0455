/// Writes speedscope files: a sampled profile for each thread in each value type. Data without a field in the
/// format goes into a field "candela", which other readers ignore.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/output/output.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

class SpeedscopeWriter {
public:
    SpeedscopeWriter(const Profile& profile, Output& output) : m_profile(profile), m_output(output) {}

    /// Fails when cancelled.
    Result<void> write(Task& task);

private:
    /// The samples of one thread: rows begin..end of a table.
    struct Rows {
        const SampleTable& table;
        std::size_t begin;
        std::size_t end;
    };

    void writeFrames();
    void writeHead(const Rows& rows);
    void writeStarts(const Rows& rows);
    Result<void> writeSamples(const Rows& rows, Task& task);
    void writeStack(StackIndex stack);
    void flush();

    const Profile& m_profile;
    Output& m_output;
    std::string m_json;                  // output that was not passed on yet
    std::vector<std::uint32_t> m_frames; // for each of the profile's frames, its number in the file
    std::uint32_t m_noStack = 0;         // number of the frame for "no stack"
    std::vector<std::uint32_t> m_path;
    std::size_t m_profiles = 0;
};

} // namespace candela
