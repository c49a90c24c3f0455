/// Writes speedscope files: a sampled profile for each thread of each value type. What the format has no
/// field for but a reader should find again stands in a field "candela", which others pass over.
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
    /// Samples of one thread: rows begin..end of a table.
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
    std::string m_json;                  // not in the output yet
    std::vector<std::uint32_t> m_frames; // number in the file, by our frame
    std::uint32_t m_noStack = 0;         // number of the frame that stands for none
    std::vector<std::uint32_t> m_path;
    std::size_t m_profiles = 0;
};

} // namespace candela
