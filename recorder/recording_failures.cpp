#include "recorder/recording_failures.h"

#include "model/base/text/model_text.h"
#include "model/base/units.h"

#include <string>
#include <utility>

namespace candela {

namespace {

recording::Failure notPossible(std::string message, std::string hint) {
    recording::Failure failure;
    failure.set_code(recording::Failure::NOT_POSSIBLE);
    failure.set_message(std::move(message));
    failure.set_hint(std::move(hint));
    return failure;
}

} // namespace

recording::Failure kernelWithoutNames(const Error& problem) {
    auto failure = notPossible(
        ModelText::tr("the kernel's functions have no names: {}", problem.message),
        ModelText::tr("sysctl kernel.kptr_restrict shows whether the kernel hides them; 0 or 1 is enough"));
    failure.set_code(recording::Failure::NOT_PERMITTED);
    return failure;
}

recording::Failure kernelWithoutAddresses() {
    auto failure = notPossible(
        ModelText::tr("the kernel's functions have names, but no addresses"),
        ModelText::tr("sysctl kernel.kptr_restrict shows whether the kernel hides them; 0 or 1 is enough"));
    failure.set_code(recording::Failure::NOT_PERMITTED);
    return failure;
}

recording::Failure frequencyLimited(std::uint32_t frequency) {
    return notPossible(
        ModelText::tr("the kernel allows no more than {} samples a second just now", frequency),
        ModelText::tr("sysctl kernel.perf_event_max_sample_rate raises that limit"));
}

recording::Failure cpuTimesUnreadable(const Error& problem) {
    return notPossible(ModelText::tr("the kernel's own count of CPU time can't be read: {}", problem.message),
                       problem.hint);
}

recording::Failure labelsHang(std::string_view provider) {
    return notPossible(
        ModelText::tr("requests for the labels \"{}\" of processes hang again and again", provider),
        ModelText::tr("processes have no such labels from now on; everything else is recorded"));
}

recording::Failure machineSuspended(std::int64_t length, std::int64_t sinceStart) {
    return notPossible(ModelText::tr("the machine was suspended for {} after {}", formatDuration(length),
                                     formatDuration(sinceStart)),
                       ModelText::tr("the recording's times leave this out"));
}

recording::Failure processorMissed(std::uint32_t processor, std::int64_t length, std::int64_t sinceStart) {
    return notPossible(
        ModelText::tr("processor {} was brought online; what it ran in the {} before {} may not be sampled",
                      processor, formatDuration(length), formatDuration(sinceStart)),
        ModelText::tr("the CPU time that the kernel counted is complete"));
}

recording::Failure endedWithoutNames(std::size_t addresses, UnnamedBecause reason) {
    const bool isHanging = reason == UnnamedBecause::ProviderHangs;
    return notPossible(
        isHanging ? ModelText::tr("the recording ended before {} addresses of code had names, because the "
                                  "provider of their files does not answer",
                                  addresses)
                  : ModelText::tr("the recording ended before {} addresses of code had names, because "
                                  "their files could not be read in time",
                                  addresses),
        isHanging ? ModelText::tr("look for a file system that hangs (FUSE, NFS)")
                  : ModelText::tr(
                        "if the recording is opened on this machine, their names are read from its files"));
}

} // namespace candela
