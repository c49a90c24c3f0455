/// What gperftools, Go and Java wrote before pprof's protobuf format: CPU profiles as words of memory, heap,
/// growth, contention, thread and goroutine profiles as text.
#include "model/formats/format.h"
#include "model/formats/legacy_pprof_readers.h"
#include "model/formats/text_end.h"
#include "model/formats/text_lines.h"

namespace candela {

namespace {

bool recognizesLegacyPprof(const FileStart& start) {
    if (legacyCpuWords(start.bytes()) != LegacyWords::None) return true;
    return start.isText() && looksLikeLegacyText(start.text());
}

Result<Profile> readLegacyPprof(Input& input, Task& task) {
    const auto bytes = TRY(input.all(task));
    if (task.isCancelled()) return cancelled();
    LegacyPprofProfile profile;
    const LineText text(bytes);
    const bool isText = legacyCpuWords(bytes) == LegacyWords::None;
    if (!isText)
        readLegacyCpu(bytes, profile);
    else if (!readLegacyText(text.text(), profile))
        return failure("begins like a profile of pprof before its present format but goes on otherwise");
    ProfileBuilder builder;
    TRY(profile.build(builder, task));
    if (isText) warnOfCutLine(text.text(), builder);
    return builder.build();
}

} // namespace

Format legacyPprofFormat() {
    return {.name = "pprof-legacy",
            .description = "pprof profile of before the present format",
            .extensions = ".prof .heap *.cpu heap cpu profile",
            .recognizes = recognizesLegacyPprof,
            .read = readLegacyPprof,
            .write = nullptr};
}

} // namespace candela
