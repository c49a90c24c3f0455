/// KDE's heaptrack: allocations, temporary ones, leaks, and the memory in use at the peak.
#include "model/formats/encoding/text_lines.h"
#include "model/formats/format.h"
#include "model/formats/heaptrack/heaptrack_file.h"

namespace candela {

namespace {

bool recognizesHeaptrack(const FileStart& start) {
    return start.isText() && looksLikeHeaptrack(start.text());
}

Result<Profile> readHeaptrack(Input& input, Task& task) {
    const LineText text(TRY(input.all(task)));
    ProfileBuilder builder;
    HeaptrackFile file(builder);
    TRY(file.read(text.text(), task));
    return builder.build();
}

} // namespace

Format heaptrackFormat() {
    return {.name = "heaptrack",
            .description = "Heaptrack allocations",
            .extensions = ".heaptrack.zst .heaptrack.gz heaptrack.*.zst heaptrack.*.gz",
            .recognizes = recognizesHeaptrack,
            .read = readHeaptrack,
            .write = nullptr};
}

} // namespace candela
