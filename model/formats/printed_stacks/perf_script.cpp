/// The output of `perf script`: samples with their stacks as text.
#include "model/base/text/model_text.h"
#include "model/formats/encoding/text_end.h"
#include "model/formats/encoding/text_lines.h"
#include "model/formats/format.h"
#include "model/formats/printed_stacks/perf_script_reader.h"

namespace candela {

namespace {

bool recognizesPerfScript(const FileStart& start) {
    return start.isText() && !start.looksLikeJson() && looksLikePerfScript(start.wholeLines());
}

Result<Profile> readPerfScript(Input& input, Task& task) {
    const LineText text(TRY(input.all(task)));
    ProfileBuilder builder;
    PerfScriptReader reader(builder);
    TRY(reader.read(text.text(), task));
    warnOfCutLine(text.text(), builder);
    // Without --call-graph, and in some other settings, no empty lines are written at all.
    const bool hasEmptyLines = text.text().find("\n\n") != std::string_view::npos;
    if (reader.hasStacks() && hasEmptyLines && text.text().ends_with('\n') && !endsWithEmptyLine(text.text()))
        builder.addWarning(ModelText::tr(
            "The last stack is not followed by an empty line: the file may have been cut off there."));
    return builder.build();
}

} // namespace

Format perfScriptFormat() {
    return {.name = "perf-script",
            .description = "Text of perf script",
            .extensions = ".perf .perf.txt *-perf.txt perf.script",
            .recognizes = recognizesPerfScript,
            .read = readPerfScript,
            .write = nullptr};
}

} // namespace candela
