/// Records a test's program from its first instruction to its end.
#pragma once

#include "tests/recorder/held_program.h"
#include "tests/recorder/recorder_program.h"

#include <QJsonArray>

namespace candela {

/// Reads what the recorder sends until the program has exited.
inline void readToEnd(RecorderProgram& recorder, HeldProgram& program) {
    recorder.readUntil([&] { return program.hasExited(); });
}

/// `truth` is the program's output.
inline Profile recordToEnd(HeldProgram& program, QJsonObject& truth, std::uint32_t frequency,
                           const QStringList& arguments = {"--stdio"}) {
    RecorderProgram recorder(arguments);
    recorder.startProcesses({program.pid()}, frequency);
    recorder.waitForSegments(1);
    program.go();
    readToEnd(recorder, program);
    truth = program.result();
    recorder.stop();
    return recorder.finish();
}

/// Probes with their options, as a client asks for them.
inline Profile recordToEnd(HeldProgram& program, QJsonObject& truth,
                           const std::vector<ProbeRequest>& probes) {
    RecorderProgram recorder;
    recorder.start(probes, {program.pid()});
    recorder.waitForSegments(1);
    program.go();
    readToEnd(recorder, program);
    truth = program.result();
    recorder.stop();
    return recorder.finish();
}

inline bool isAny(const Process&) {
    return true;
}

/// The CPU time in nanoseconds that a program reports for one of its functions.
inline double selfOf(const QJsonObject& truth, const QString& name) {
    for (const auto& function : truth["functions"].toArray()) {
        if (function.toObject()["name"] == name) return function.toObject()["self_ns"].toDouble();
    }
    return 0;
}

} // namespace candela
