/// Recordings of Linux's perf: files and pipes, of all versions since 3.4.
#include "model/formats/format.h"
#include "model/formats/perf_data/perf_data_session.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::size_t minimumUnpacked = 1u << 20;
// The maximum ratio of unpacked to packed size: perf packs pieces of some ten kilobytes, so only a malicious
// file exceeds it.
constexpr std::size_t maximumRatio = 1000;

Result<Profile> readPerfData(Input& input, Task& task) {
    const auto bytes = TRY(input.all(task));
    auto header = TRY(PerfHeader::read(bytes));
    const auto limit = std::min(minimumUnpacked + maximumRatio * bytes.size(), input.sizeLimit());
    PerfSession session(std::move(header), limit);
    return session.read(task);
}

} // namespace

Format perfDataFormat() {
    return {.name = "perf.data",
            .description = "Linux perf recording",
            .extensions = ".perf.data .perf perf.data perf.data.*",
            .recognizes = [](const FileStart& start) { return looksLikePerfData(start.bytes()); },
            .read = readPerfData,
            .write = nullptr,
            .provenance = Provenance::RecordedWithBuildIds};
}

} // namespace candela
