#include "recorder/sandbox/sandbox_failures.h"

#include "model/base/text/model_text.h"

#include <fmt/format.h>

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

} // namespace

recording::Failure fileRefused(std::string_view path, FileContent content, SymbolClient::End end) {
    recording::Failure failure;
    failure.set_code(recording::Failure::INTERNAL);
    failure.set_message(refusal(path, content, end));
    failure.set_hint(ModelText::tr("the file may be damaged; everything else is recorded"));
    return failure;
}

recording::Failure lockedInLess(std::string_view process, MissingProtections missing) {
    recording::Failure failure;
    failure.set_code(recording::Failure::NOT_POSSIBLE);
    failure.set_message(
        fmt::format("{} has a weaker sandbox than intended: it is without {}", process, missing.text()));
    failure.set_hint(ModelText::tr(
        "a container, a chroot or a kernel setting that forbids namespaces is the usual reason"));
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
