/// Profiles with parts that not every format can hold, for tests of conversions.
#pragma once

#include "model/analysis/grouping/grouping.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace candela {

/// Builds one profile of frames and samples concisely.
class RoundTripProfile {
public:
    struct FrameRow {
        std::string_view name, file, module;
        std::uint32_t line = 0;
        std::uint64_t address = 0;
        FrameKind kind = FrameKind::User;
        std::uint16_t inlineDepth = 0;
    };

    FrameIndex frame(const FrameRow& row, std::string_view rawName = {}, std::uint32_t startLine = 0) {
        const auto mapping = row.module.empty() ? MappingIndex() : module(row.module);
        FunctionIndex function;
        if (!row.name.empty())
            function = builder.function({.name = builder.string(row.name),
                                         .rawName = rawName.empty() ? StringIndex() : builder.string(rawName),
                                         .file = row.file.empty() ? StringIndex() : builder.string(row.file),
                                         .startLine = startLine,
                                         .mapping = {}});
        return builder.frame({.function = function,
                              .mapping = mapping,
                              .address = row.address,
                              .line = row.line,
                              .inlineDepth = row.inlineDepth,
                              .kind = row.kind});
    }
    MappingIndex module(std::string_view path, std::string_view buildId = {}) {
        auto& known = m_modules.try_emplace(std::string(path)).first->second;
        if (!known)
            known = builder.mapping({.path = builder.string(path),
                                     .buildId = buildId.empty() ? StringIndex() : builder.string(buildId)});
        return known;
    }
    StackIndex stack(std::initializer_list<FrameIndex> frames) {
        StackIndex stack;
        for (const auto frame : frames)
            stack = builder.stack(stack, frame);
        return stack;
    }
    StackIndex functions(std::initializer_list<std::string_view> names) {
        StackIndex stack;
        for (const auto name : names)
            stack = builder.stack(stack, frame({.name = name, .file = {}, .module = {}}));
        return stack;
    }
    ThreadIndex thread(std::string_view process, std::int32_t pid, std::string_view name, std::int32_t tid,
                       LabelSetIndex ofProcess = {}, LabelSetIndex ofThread = {}) {
        auto& row = m_processes.try_emplace(pid).first->second;
        if (!row)
            row = builder.addProcess(
                {.pid = pid, .parent = {}, .name = builder.string(process), .labels = ofProcess});
        return builder.addThread(
            {.process = row, .tid = tid, .name = builder.string(name), .labels = ofThread});
    }
    void add(ValueTypeIndex value, StackIndex stack, std::int64_t weight, ThreadIndex thread = {},
             std::int64_t time = noTime, std::int32_t cpu = -1, LabelSetIndex labels = {}) {
        builder.addSample(
            value,
            {.stack = stack, .weight = weight, .time = time, .thread = thread, .cpu = cpu, .labels = labels});
    }

    ProfileBuilder builder;

private:
    std::map<std::string, MappingIndex> m_modules;
    std::map<std::int32_t, ProcessIndex> m_processes;
};

inline Profile profileOfValueTypes() {
    RoundTripProfile made;
    const auto time = made.builder.valueType("cpu", "nanoseconds");
    const auto bytes = made.builder.valueType("alloc_space", "bytes");
    const auto objects = made.builder.valueType("alloc_objects", "count");
    made.builder.setDefaultValue(bytes);
    made.add(time, made.functions({"main", "draw"}), 1'000'003);
    made.add(bytes, made.functions({"main", "draw"}), 4096);
    made.add(bytes, made.functions({"main"}), 16);
    made.add(objects, made.functions({"main", "load"}), 7);
    return made.builder.build();
}

inline Profile profileOfThreads() {
    RoundTripProfile made;
    const auto value = made.builder.valueType("cpu", "nanoseconds");
    const auto main = made.thread("render", 10, "render", 10);
    const auto worker = made.thread("render", 10, "worker é", 11);
    const auto other = made.thread("db", 20, "db", 20);
    const auto stack = made.functions({"main", "draw"});
    made.add(value, stack, 1'000'000, main, 0);
    made.add(value, stack, 1'000'000, main, 2'000'000);
    made.add(value, made.functions({"main"}), 1'000'000, worker, 1'500'000);
    made.add(value, stack, 1'000'000, other, 7'000'000'123);
    made.builder.origin().duration = 8'000'000'000;
    return made.builder.build();
}

/// Calls that last, in sequence, with a gap.
inline Profile profileOfCalls() {
    RoundTripProfile made;
    const auto value = made.builder.valueType("duration", "nanoseconds");
    made.builder.setLasts(value);
    const auto thread = made.thread("page", 10, "main", 10);
    made.add(value, made.functions({"load"}), 6'000'000'000, thread, 1'000);
    made.add(value, made.functions({"load", "parse"}), 5'000, thread, 6'000'001'000);
    made.add(value, made.functions({"draw"}), 7'000, thread, 6'000'009'000);
    return made.builder.build();
}

inline Profile profileOfProcessors() {
    RoundTripProfile made;
    const auto value = made.builder.valueType("samples", "count");
    const auto thread = made.thread("render", 10, "render", 10);
    for (const std::int32_t cpu : {0, 3, 0})
        made.add(value, made.functions({"main"}), 1, thread, 1'000'000 * cpu, cpu);
    return made.builder.build();
}

inline Profile profileOfLabels() {
    RoundTripProfile made;
    auto& builder = made.builder;
    const auto value = builder.valueType("samples", "count");
    const Label size{builder.string("size"), {}, 4096, builder.string("bytes")};
    const auto unit = builder.labelSet({builder.textLabel("systemd.unit", "db.service")});
    const auto role = builder.labelSet({builder.textLabel("role", "writer")});
    const auto thread = made.thread("db", 20, "db", 21, unit, role);
    const auto both = builder.labelSet({size, builder.textLabel("request", "a=b; c")});
    made.add(value, made.functions({"main"}), 5, thread, noTime, -1, both);
    made.add(value, made.functions({"main"}), 6, thread);
    made.add(value, made.functions({"main"}), 7, {}, noTime, -1, builder.labelSet({size}));
    return builder.build();
}

/// Modules with build ids, lines, addresses, raw names, inlined, kernel, interpreted and unnamed frames.
inline Profile profileOfFrames() {
    RoundTripProfile made;
    const auto value = made.builder.valueType("cpu", "nanoseconds");
    made.module("/usr/lib/libdraw.so.1", "00112233445566778899aabbccddeeff01234567");
    made.module("[kernel.kallsyms]", "ffee");
    const auto main = made.frame({"main", "src/main.c", "/bin/app", 12, 0x401000}, {}, 10);
    const auto draw = made.frame({"Canvas::draw(int)", "src/draw.cpp", "/usr/lib/libdraw.so.1", 40, 0x1234},
                                 "_ZN6Canvas4drawEi", 30);
    const auto blit = made.frame(
        {"blit", "src/blit.h", "/usr/lib/libdraw.so.1", 7, 0x1234, FrameKind::Inlined, 1}, "blit", 5);
    const auto unnamed = made.frame({{}, {}, "/usr/lib/libdraw.so.1", 0, 0x5678});
    const auto call = made.frame({"do_syscall_64", {}, "[kernel.kallsyms]", 0, 0x8100, FrameKind::Kernel});
    const auto script = made.frame({"onClick", "app.js", {}, 3, 0, FrameKind::Interpreted});
    made.add(value, made.stack({main, draw}), 3);
    made.add(value, made.stack({main, draw, blit}), 5);
    made.add(value, made.stack({main, unnamed}), 7);
    made.add(value, made.stack({main, call}), 11);
    made.add(value, made.stack({script}), 13);
    return made.builder.build();
}

/// The parts that only recordings have.
inline Profile profileOfRecording() {
    RoundTripProfile made;
    auto& builder = made.builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto thread = made.thread("db", 20, "db", 20);
    builder.process(ProcessIndex(0)).startTime = -5'000'000;
    builder.process(ProcessIndex(0)).endTime = 90'000'000;
    for (const auto end : {StackEnd::Complete, StackEnd::NoUnwindData})
        builder.addSample(value, {.stack = made.functions({"main"}),
                                  .weight = 1'000'000,
                                  .time = end == StackEnd::Complete ? 1'000'000 : 4'000'000,
                                  .thread = thread,
                                  .labels = {},
                                  .stackEnd = end});
    auto& origin = builder.origin();
    origin.host = "machine";
    origin.kernel = "6.1.0 x86_64";
    origin.command = "make all";
    origin.startTime = 1'700'000'000'000'000'000;
    origin.duration = 100'000'000;
    builder.addComment("a remark");
    builder.addLoss("ring buffer full", 3);
    builder.setRecorderUsage({.cpuTime = 5, .peakMemory = 6, .bpfRunTime = 7, .bpfRunCount = 8});
    return builder.build();
}

inline Profile profileOfNames() {
    RoundTripProfile made;
    const auto value = made.builder.valueType("samples", "count");
    made.add(value, made.functions({"a;b", "line\nend", "\"quoted\\\"", "(3) numbered", "naïve 名前"}), 4);
    made.add(value, made.functions({"a", "x 12"}), 5);
    return made.builder.build();
}

inline std::vector<std::pair<std::string, Profile>> roundTripProfiles() {
    std::vector<std::pair<std::string, Profile>> profiles;
    const auto add = [&](const char* name, Profile profile) {
        profiles.emplace_back(name, std::move(profile));
    };
    add("stacks", profileFromText("main;draw;blit 12\nmain;draw 3\nmain;load 5\nother 1\n"));
    add("calls", profileOfCalls());
    add("recursion", profileFromText("main;fib;fib 5\nmain;fib 3\n"));
    add("value types", profileOfValueTypes());
    add("threads and times", profileOfThreads());
    add("processors", profileOfProcessors());
    add("labels", profileOfLabels());
    add("frames", profileOfFrames());
    add("recording", profileOfRecording());
    add("names", profileOfNames());
    add("random", randomProfile(1));
    return profiles;
}

} // namespace candela
