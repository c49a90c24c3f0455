#include "tests/chaos/verdict.h"

#include "model/base/task.h"
#include "model/formats/format.h"

#include <QFileInfo>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

/// How far the witness's weight may differ from its CPU time without a reported loss: its first and last
/// moments may be outside the recording, and sampling is random. A disturbance may leave the witness a few
/// hundred samples; 4.5 standard errors of 200 are a third. Samples also stand for time that the host took.
constexpr double weightTolerance = 0.10;
constexpr double allowedErrors = 4.5;
constexpr double frequency = 997; // of the recording
constexpr double minimumWhole = 0.99;
/// The number of samples that may be exceptions in a short recording: its first stacks are taken before their
/// unwind tables exist.
constexpr std::size_t exceptions = 10;

struct Witness {
    double seconds = 0;
    std::size_t samples = 0, whole = 0, named = 0;

    double share(std::size_t part) const {
        return samples ? static_cast<double>(part) / static_cast<double>(samples) : 1;
    }
    bool isEnough(std::size_t part) const {
        return part + exceptions >= samples || share(part) >= minimumWhole;
    }
};

/// Other processes may run the same program.
Witness witnessIn(const Profile& profile, pid_t pid) {
    Witness witness;
    for (const auto& table : profile.samples) {
        if (profile.text(table.type.unit) != "nanoseconds") continue;
        for (std::size_t row = 0; row < table.size(); ++row) {
            const auto thread = table.threadAt(row);
            if (!thread) continue;
            const auto& process = profile.processes[profile.threads[thread.row()].process.row()];
            if (process.pid != pid) continue;
            ++witness.samples;
            witness.seconds += static_cast<double>(table.weight[row]) / 1e9;
            witness.whole += table.stackEndAt(row) == StackEnd::Complete;
            if (const auto stack = table.stack[row])
                witness.named += bool(profile.frames.function[profile.stacks.frame[stack.row()].row()]);
        }
    }
    return witness;
}

std::uint64_t lostSamples(const Profile& profile) {
    std::uint64_t count = 0;
    for (const auto& loss : profile.losses)
        count += loss.count;
    return count;
}

} // namespace

Verdict judge(const Ended& recording) {
    Verdict verdict;
    const auto fault = [&](std::string text) { verdict.faults.push_back(std::move(text)); };
    if (!QFileInfo::exists(recording.capture)) {
        const auto lines = recording.messages.split('\n', Qt::SkipEmptyParts);
        verdict.line = fmt::format("exit {}, no file: {}", recording.exitStatus,
                                   lines.isEmpty() ? "no word" : lines.last().trimmed().toStdString());
        if (recording.exitStatus > 0 && lines.isEmpty()) fault("it failed without a word");
        if (recording.exitStatus == 0) fault("no file, and the client says that all is well");
        if (!recording.mayEndEarly) fault("no file: " + recording.messages.trimmed().toStdString());
        return verdict;
    }
    Task task;
    const auto opened = readProfile(recording.capture.toStdString(), task);
    if (!opened) {
        verdict.line = fmt::format("exit {}, a file that does not open", recording.exitStatus);
        fault("the file does not open: " + opened.error().message);
        return verdict;
    }
    const auto& profile = *opened;
    const auto witness = witnessIn(profile, recording.witness);
    const auto lost = lostSamples(profile);
    const bool reportsLoss = lost > 0 || !profile.warnings.empty();
    verdict.line = fmt::format(
        "exit {}, {:.2f} s{}, whole {:.1f} %, named {:.1f} %, lost {}, {} warnings", recording.exitStatus,
        witness.seconds, recording.witnessSeconds ? fmt::format(" of {:.2f}", *recording.witnessSeconds) : "",
        100 * witness.share(witness.whole), 100 * witness.share(witness.named), lost,
        profile.warnings.size());
    if (recording.exitStatus != 0 && !recording.mayEndEarly)
        fault("the client failed: " + recording.messages.trimmed().toStdString());
    if (recording.exitStatus != 0 || reportsLoss) return verdict;
    if (!witness.isEnough(witness.whole))
        fault(fmt::format("only {:.1f} % of the witness's stacks are whole, without a word",
                          100 * witness.share(witness.whole)));
    if (!witness.isEnough(witness.named))
        fault(fmt::format("only {:.1f} % of the witness's samples have a name, without a word",
                          100 * witness.share(witness.named)));
    const auto used = recording.witnessSeconds.value_or(0);
    const auto tolerance = std::max(weightTolerance * used, allowedErrors * std::sqrt(used / frequency));
    const auto stolen = static_cast<double>(profile.origin.stolenTime) / 1e9;
    const bool isRight = witness.seconds >= used - tolerance && witness.seconds <= used + tolerance + stolen;
    if (recording.witnessSeconds && !isRight)
        fault(fmt::format("the witness used {:.2f} s and weighs {:.2f} s, without a word",
                          *recording.witnessSeconds, witness.seconds));
    return verdict;
}

} // namespace candela
