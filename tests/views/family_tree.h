/// A profile of processes that started each other.
#pragma once

#include "model/profile/profile_builder.h"
#include "tests/views/second.h"

#include <memory>

namespace candela {

inline ProcessIndex addMember(ProfileBuilder& builder, int pid, const char* name, std::int64_t start,
                              ProcessIndex parent) {
    return builder.addProcess(
        {.pid = pid, .startTime = start, .parent = parent, .name = builder.string(name), .labels = {}});
}

inline void runMember(ProfileBuilder& builder, ProcessIndex process, int tid, const char* name, int samples) {
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto thread =
        builder.addThread({.process = process, .tid = tid, .name = builder.string(name), .labels = {}});
    const auto work =
        builder.function({.name = builder.string("work"), .rawName = {}, .file = {}, .mapping = {}});
    const auto stack = builder.stack({}, builder.frame({.function = work, .mapping = {}}));
    for (int row = 0; row < samples; ++row)
        builder.addSample(value, {.stack = stack,
                                  .weight = 10'000'000,
                                  .time = row * second / 100,
                                  .thread = thread,
                                  .labels = {}});
}

/// bash 100, which has no samples, was started by sh 90, which has none either. bash started make 200 and vim
/// 400; make started cc1 300 at 2 s and cc1 301 at 3 s; the
/// latter "as" 302. Xorg 50 has the threads Xorg and painter.
inline std::shared_ptr<const Profile> familyTree() {
    ProfileBuilder builder;
    const auto xorg = addMember(builder, 50, "Xorg", -second, {});
    runMember(builder, xorg, 50, "Xorg", 900);
    runMember(builder, xorg, 51, "painter", 90);
    const auto bash = addMember(builder, 100, "bash", noTime, addMember(builder, 90, "sh", noTime, {}));
    const auto make = addMember(builder, 200, "make", second, bash);
    runMember(builder, make, 200, "make", 20);
    runMember(builder, addMember(builder, 300, "cc1", 2 * second, make), 300, "cc1", 400);
    const auto later = addMember(builder, 301, "cc1", 3 * second, make);
    runMember(builder, later, 301, "cc1", 500);
    runMember(builder, addMember(builder, 302, "as", 7 * second / 2, later), 302, "as", 10);
    runMember(builder, addMember(builder, 400, "vim", 4 * second, bash), 400, "vim", 5);
    return std::make_shared<const Profile>(builder.build());
}

} // namespace candela
