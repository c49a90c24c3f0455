#include "recorder/sandbox/sandbox_failures.h"

#include "model/base/text/model_text.h"

#include <string>

namespace candela {

namespace {

/// Whole sentences, because a translation has no slot for "symbols".
std::string refusal(std::string_view path, FileContent content, SymbolClient::End end) {
    const bool tookTooLong = end == SymbolClient::End::TookTooLong;
    if (content == FileContent::Symbols)
        return tookTooLong
                   ? ModelText::tr(
                         "the symbols of \"{}\" could not be read: the process that reads them took too long",
                         path)
                   : ModelText::tr(
                         "the symbols of \"{}\" could not be read: the process that reads them failed", path);
    return tookTooLong
               ? ModelText::tr("the unwind information of \"{}\" could not be read: the process that reads "
                               "them took too long",
                               path)
               : ModelText::tr("the unwind information of \"{}\" could not be read: the process that reads "
                               "them failed",
                               path);
}

/// The window translates each of the missing protections after the colon.
std::string weakerSandbox(ConfinedProcess process, const std::string& missing) {
    switch (process) {
    case ConfinedProcess::Recorder:
        return ModelText::tr("the recorder has a weaker sandbox than intended, without: {}", missing);
    case ConfinedProcess::RunningRecorder:
        return ModelText::tr("the recorder has a weaker sandbox while it records than intended, without: {}",
                             missing);
    case ConfinedProcess::FileNamer:
        return ModelText::tr(
            "the process that names the file has a weaker sandbox than intended, without: {}", missing);
    case ConfinedProcess::EventOpener:
        return ModelText::tr(
            "the process that opens perf events has a weaker sandbox than intended, without: {}", missing);
    case ConfinedProcess::FileReader:
        break;
    }
    return ModelText::tr(
        "the process that reads other people's files has a weaker sandbox than intended, without: {}",
        missing);
}

} // namespace

recording::Failure fileRefused(std::string_view path, FileContent content, SymbolClient::End end) {
    recording::Failure failure;
    failure.set_code(recording::Failure::INTERNAL);
    failure.set_message(refusal(path, content, end));
    failure.set_hint(ModelText::tr("the file may be damaged; everything else is recorded"));
    return failure;
}

recording::Failure lockedInLess(ConfinedProcess process, MissingProtections missing) {
    recording::Failure failure;
    failure.set_code(recording::Failure::NOT_POSSIBLE);
    failure.set_message(weakerSandbox(process, missing.text()));
    failure.set_hint(ModelText::tr(
        "a container, a chroot or a kernel setting that forbids namespaces is the usual reason"));
    return failure;
}

recording::Failure codeWithoutDisassembler() {
    recording::Failure failure;
    failure.set_code(recording::Failure::NOT_POSSIBLE);
    failure.set_message(ModelText::tr(
        "the code of functions with rare instructions is not kept, and the targets of their calls "
        "have no names: libcapstone can't be loaded"));
    failure.set_hint(ModelText::tr("install libcapstone where the recorder runs"));
    return failure;
}

recording::Failure sandboxLost(bool wasThere) {
    recording::Failure failure;
    failure.set_code(recording::Failure::INTERNAL);
    failure.set_message(
        wasThere
            ? ModelText::tr("the processes that read programs ended and can't be started again: code that "
                            "is loaded from now on has no names, and its stacks are cut")
            : ModelText::tr("the processes that read programs can't be started: code has no names, and "
                            "stacks are cut"));
    failure.set_hint(
        wasThere
            ? ModelText::tr("the system's log may name who killed them; record again")
            : ModelText::tr("\"candela doctor\" tries them; a container or a kernel setting that forbids "
                            "processes is the usual reason"));
    return failure;
}

} // namespace candela
