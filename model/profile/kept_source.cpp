#include "model/profile/kept_source.h"

#include "model/base/text/model_text.h"
#include "model/base/units.h"

#include <limits>

namespace candela {

std::size_t KeptSource::lines() const {
    std::size_t sum = 0;
    for (const auto& run : runs)
        sum += run.lines.size();
    return sum;
}

std::size_t KeptSource::size() const {
    std::size_t sum = 0;
    for (const auto& run : runs) {
        for (const auto& line : run.lines)
            sum += line.size() + 1;
    }
    return sum;
}

std::string tooMuchSourceSentence() {
    return ModelText::tr("Source lines of some functions were left out: {} or {} lines are kept.",
                         formatBytes(maximumKeptSources),
                         formatCount(static_cast<std::int64_t>(maximumKeptLines)));
}

std::string check(const KeptSource& source) {
    if (!source.file) return "kept source has no file";
    if (source.runs.empty()) return "kept source has no lines";
    std::uint32_t end = 1; // of the run before
    for (const auto& run : source.runs) {
        if (run.lines.empty()) return "kept source has an empty run";
        if (run.first < end) return "lines of kept source overlap or are out of order";
        if (run.lines.size() > std::numeric_limits<std::uint32_t>::max() - run.first)
            return "kept source has line numbers that files can't have";
        end = run.end();
        for (const auto& line : run.lines) {
            if (line.size() > maximumKeptLine) return "a line of kept source is too long";
            if (line.find('\n') != std::string::npos) return "a line of kept source is several lines";
        }
    }
    return source.size() > maximumKeptText ? "kept source of a file is too large" : std::string();
}

} // namespace candela
