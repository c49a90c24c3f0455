/// Formats of gperftools, Go and Java from before pprof's protobuf format: CPU profiles as words of memory;
/// heap, growth, contention, thread and goroutine profiles as text.
#include "model/base/text/model_text.h"
#include "model/formats/encoding/text_end.h"
#include "model/formats/encoding/text_lines.h"
#include "model/formats/format.h"
#include "model/formats/pprof/legacy_pprof_readers.h"

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
    auto lines = text.text(); // they follow the samples if those are binary
    if (legacyCpuWords(bytes) != LegacyWords::None)
        lines = readLegacyCpu(bytes, profile);
    else if (!readLegacyText(lines, profile))
        return failure(ModelText::tr("it begins like a legacy profile of pprof but continues differently"));
    ProfileBuilder builder;
    TRY(profile.build(builder, task));
    warnOfCutLine(lines, builder);
    return builder.build();
}

} // namespace

Format legacyPprofFormat() {
    return {.name = "pprof-legacy",
            .description = "pprof profile in a legacy format",
            .extensions = ".prof .heap *.cpu heap cpu profile",
            .recognizes = recognizesLegacyPprof,
            .read = readLegacyPprof,
            .write = nullptr,
            .provenance = Provenance::Recorded};
}

} // namespace candela
