/// Recorded stacks of tests/workloads/deep_stacks, and the true ones.
#pragma once

#include "tests/recorder/recorded_program.h"

#include <QString>
#include <QStringList>

#include <map>

namespace candela {

inline const QString deepStacks = PROGRAMS "/workloads/deep_stacks";
inline const QString deepStacksLibrary = PROGRAMS "/workloads/libdeep_stacks_library.so";
inline constexpr std::uint32_t stacksFrequency = 997;

using StackTruth = std::map<QString, QStringList>; // key: the function that spins

struct RecordedStacks {
    Profile profile;
    StackTruth truth;
};

/// Of the program's output.
inline StackTruth stackTruthOf(const QJsonObject& output) {
    StackTruth truth;
    const auto stacks = output["stacks"].toObject();
    for (auto at = stacks.begin(); at != stacks.end(); ++at)
        truth[at.key()] = at.value().toString().split(' ');
    return truth;
}

inline RecordedStacks recordProgram(const QStringList& command) {
    HeldProgram held(command);
    RecordedStacks recording;
    QJsonObject output;
    recording.profile = recordToEnd(held, output, stacksFrequency);
    recording.truth = stackTruthOf(output);
    return recording;
}

enum class Inlined { Shown, LeftOut };

inline QString moduleOf(const Profile& profile, std::size_t frame) {
    const auto mapping = profile.frames.mapping[frame];
    if (!mapping) return {};
    return QString::fromUtf8(profile.text(profile.mappings[mapping.row()].path).data(),
                             static_cast<int>(profile.text(profile.mappings[mapping.row()].path).size()));
}

inline QString nameOf(const Profile& profile, std::size_t frame) {
    const auto function = profile.frames.function[frame];
    if (!function) return "?";
    const auto name = profile.text(profile.functions[function.row()].name);
    return QString::fromUtf8(name.data(), static_cast<int>(name.size()));
}

inline QString nameOf(StackEnd end) {
    const auto name = stackEndName(end);
    return QString::fromUtf8(name.data(), static_cast<int>(name.size()));
}

/// The user functions of a stack from its root on; all frames in the C library count as one, "libc".
inline QStringList functionsOf(const Profile& profile, StackIndex stack, Inlined inlined) {
    QStringList names;
    for (; stack; stack = profile.stacks.parent[stack.row()]) {
        const auto frame = profile.stacks.frame[stack.row()].row();
        if (profile.frames.kind[frame] == FrameKind::Kernel) continue;
        if (inlined == Inlined::LeftOut && profile.frames.kind[frame] == FrameKind::Inlined) continue;
        const auto name = moduleOf(profile, frame).contains("/libc.so") ? "libc" : nameOf(profile, frame);
        if (name != "libc" || names.isEmpty() || names.front() != "libc") names.prepend(name);
    }
    return names;
}

/// The names from main(), or from the thread's own function, on.
inline QStringList fromProgram(QStringList names) {
    while (!names.isEmpty() && (names.front() == "_start" || names.front() == "libc"))
        names.removeFirst();
    return names;
}

} // namespace candela
