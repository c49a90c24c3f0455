/// The profile that tests have in the messages of each release of OTLP, in protobuf and in JSON: the read
/// profile as text, and the expected text.
#pragma once

#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <fmt/format.h>

#include <string>

namespace candela {

inline const std::string expectedOtlpRelease = "otlp\n"
                                               "cpu [nanoseconds] 12 in 1\n"
                                               "main;draw 12\n"
                                               "at 1000000000 of 5000000000 since 1700000000000000000\n"
                                               "on build-7 in pool\n"
                                               "line 41 of app.c, 0x2001 in /bin/app\n";

inline std::string otlpReleaseText(const Result<Profile>& read) {
    if (!read) return outcome(read);
    const auto& profile = *read;
    const auto& sample = profile.samples.at(0);
    const auto leaf = profile.stacks.frame.at(sample.stack.at(0).row()).row();
    return fmt::format("{}\n{}{}{}at {} of {} since {}\non {} in {}\nline {} of {}, {:#x} in {}\n",
                       outcome(read), warningsOf(profile), valuesOf(profile), profileToText(profile),
                       sample.timeAt(0), profile.origin.duration, profile.origin.startTime,
                       profile.origin.host, profile.text(profile.threads.at(0).name),
                       profile.frames.line.at(leaf), profile.text(profile.functions.at(0).file),
                       profile.frames.address.at(leaf),
                       profile.text(profile.mappings.at(profile.frames.mapping.at(leaf).row()).path));
}

} // namespace candela
