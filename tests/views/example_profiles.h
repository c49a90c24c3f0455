/// Profiles for tests of views: empty, tiny, one like a real recording, and a huge one.
#pragma once

#include "model/profile/profile_builder.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace candela {

inline std::shared_ptr<const Profile> emptyProfile() {
    ProfileBuilder builder;
    return std::make_shared<const Profile>(builder.build());
}

/// The same numbers on every machine and in every run.
class Dice {
public:
    std::uint32_t roll(std::uint32_t sides) {
        m_state = m_state * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<std::uint32_t>(m_state >> 33) % sides;
    }

private:
    std::uint64_t m_state = 42;
};

/// Several processes and threads, kernel, inlined and unknown frames, C++ names, times and CPUs.
class ExampleRecording {
public:
    explicit ExampleRecording(double slowdown = 1.0) : m_slowdown(slowdown) {}

    std::shared_ptr<const Profile> make(int samples) {
        m_value = m_builder.valueType("cpu", "nanoseconds");
        const char* const names[] = {"render", "compiler", "postgres", "indexer"};
        const char* const units[] = {"session-2.scope", "session-2.scope", "postgresql.service",
                                     "indexer.service"};
        const char* const users[] = {"anna", "anna", "postgres", "root"};
        for (int process = 0; process < 4; ++process) {
            const auto row = m_builder.addProcess({.pid = 1000 + 7 * process,
                                                   .parent = {},
                                                   .name = m_builder.string(names[process]),
                                                   .labels = {}});
            const auto path = std::string("/usr/bin/") + names[process];
            m_builder.process(row).labels = m_builder.labelSet(
                {m_builder.textLabel("systemd.unit", units[process]),
                 m_builder.textLabel("user", users[process]), m_builder.textLabel("executable", path),
                 m_builder.textLabel("command_line", path + " --threads 4 & <wait>")});
            for (int thread = 0; thread < 1 + 2 * process; ++thread)
                m_threads.push_back(
                    m_builder.addThread({.process = row,
                                         .tid = 1000 + 7 * process + thread,
                                         .name = m_builder.string(thread == 0 ? names[process] : "worker"),
                                         .labels = {}}));
        }
        for (int sample = 0; sample < samples; ++sample)
            addSample(sample, samples);
        m_builder.origin().duration = 10'000'000'000;
        return std::make_shared<const Profile>(m_builder.build());
    }

private:
    FrameIndex frame(const std::string& name, const char* module, FrameKind kind, const char* file = nullptr,
                     std::uint32_t line = 0) {
        const auto mapping = m_builder.mapping({.path = m_builder.string(module), .buildId = {}});
        FunctionIndex function;
        if (!name.empty())
            function = m_builder.function({.name = m_builder.string(name),
                                           .rawName = {},
                                           .file = file ? m_builder.string(file) : StringIndex(),
                                           .startLine = line,
                                           .mapping = mapping});
        return m_builder.frame({.function = function,
                                .mapping = mapping,
                                .address = name.empty() ? 0x1000U + line : 0U,
                                .line = line,
                                .inlineDepth = static_cast<std::uint16_t>(kind == FrameKind::Inlined ? 1 : 0),
                                .kind = kind});
    }

    void addSample(int sample, int samples) {
        const auto thread =
            m_threads[m_dice.roll(3) == 0 ? m_dice.roll(static_cast<std::uint32_t>(m_threads.size()))
                                          : m_dice.roll(3) + 1];
        const auto phase = static_cast<double>(sample) / samples;
        std::vector<FrameIndex> stack;
        stack.push_back(frame("_start", "/usr/bin/render", FrameKind::User));
        stack.push_back(frame("__libc_start_main", "/usr/lib/x86_64-linux-gnu/libc.so.6", FrameKind::User));
        stack.push_back(frame("main", "/usr/bin/render", FrameKind::User, "src/main.cpp", 40));
        if (m_dice.roll(10) < (phase < 0.4 ? 7U : 3U)) {
            addScene(stack);
        } else if (m_dice.roll(3) != 0) {
            addQuery(stack);
        } else {
            stack.push_back(
                frame("", "/opt/vendor/libcodec.so.2", FrameKind::Unknown, nullptr, m_dice.roll(3)));
            if (m_dice.roll(2) == 0) addKernel(stack);
        }
        StackIndex row;
        for (const auto frame : stack)
            row = m_builder.stack(row, frame);
        m_builder.addSample(m_value, {.stack = row,
                                      .weight = 1'003'009,
                                      .time = static_cast<std::int64_t>(phase * 1e10) + m_dice.roll(1000000),
                                      .thread = thread,
                                      .cpu = static_cast<std::int32_t>(m_dice.roll(4)),
                                      .labels = {}});
    }

    void addScene(std::vector<FrameIndex>& stack) {
        stack.push_back(
            frame("Scene::render(Camera const&, std::vector<Light, std::allocator<Light> > const&)",
                  "/usr/bin/render", FrameKind::User, "src/scene.cpp", 112));
        if (m_dice.roll(4) == 0) {
            stack.push_back(
                frame("BoundingTree<Triangle, 8ul>::build(std::span<Triangle const, 18446744073709551615ul>)",
                      "/usr/bin/render", FrameKind::User, "src/bounding_tree.h", 77));
            stack.push_back(
                frame("std::sort<__gnu_cxx::__normal_iterator<Triangle*, std::vector<Triangle> >, "
                      "ByAxis>(__gnu_cxx::__normal_iterator<Triangle*, std::vector<Triangle> >, "
                      "__gnu_cxx::__normal_iterator<Triangle*, std::vector<Triangle> >, ByAxis)",
                      "/usr/bin/render", FrameKind::Inlined, "/usr/include/c++/12/bits/stl_algo.h", 4850));
            for (std::uint32_t depth = m_dice.roll(6); depth > 0; --depth)
                stack.push_back(frame(
                    "std::__introsort_loop<Triangle*, long, ByAxis>(Triangle*, Triangle*, long, ByAxis)",
                    "/usr/bin/render", FrameKind::User));
            if (m_dice.roll(3) == 0)
                stack.push_back(frame("__memmove_avx_unaligned_erms", "/usr/lib/x86_64-linux-gnu/libc.so.6",
                                      FrameKind::User));
            return;
        }
        for (std::uint32_t depth = 1 + m_dice.roll(5); depth > 0; --depth) {
            stack.push_back(frame("Tracer::trace(Ray const&, int)", "/usr/bin/render", FrameKind::User,
                                  "src/tracer.cpp", 58));
            stack.push_back(frame("BoundingTree<Triangle, 8ul>::hit(Ray const&) const", "/usr/bin/render",
                                  FrameKind::Inlined, "src/bounding_tree.h", 141));
        }
        const auto slow = static_cast<std::uint32_t>(20 * m_slowdown);
        const auto pick = m_dice.roll(60 + slow);
        if (pick < slow)
            stack.push_back(frame("intersect(Triangle const&, Ray const&)", "/usr/bin/render",
                                  FrameKind::User, "src/triangle.cpp", 21));
        else if (pick < slow + 20)
            stack.push_back(frame("Material::shade(Hit const&, Light const&) const", "/usr/bin/render",
                                  FrameKind::User, "src/material.cpp", 33));
        else if (pick < slow + 30)
            stack.push_back(
                frame("__ieee754_pow_fma", "/usr/lib/x86_64-linux-gnu/libm.so.6", FrameKind::User));
        else if (pick < slow + 36)
            addKernel(stack);
        else if (pick < slow + 44)
            stack.push_back(
                frame("cfree@GLIBC_2.2.5", "/usr/lib/x86_64-linux-gnu/libc.so.6", FrameKind::User));
    }

    void addQuery(std::vector<FrameIndex>& stack) {
        stack.push_back(
            frame("ServerLoop", "/usr/lib/postgresql/bin/postgres", FrameKind::User, "postmaster.c", 1770));
        stack.push_back(frame("exec_simple_query", "/usr/lib/postgresql/bin/postgres", FrameKind::User,
                              "postgres.c", 1250));
        const char* const parts[] = {"ExecHashJoin", "ExecSort", "ExecSeqScan", "ExecAgg", "ExecIndexScan"};
        for (std::uint32_t depth = 1 + m_dice.roll(4); depth > 0; --depth)
            stack.push_back(frame(parts[m_dice.roll(5)], "/usr/lib/postgresql/bin/postgres", FrameKind::User,
                                  "execMain.c", 300));
        if (m_dice.roll(3) == 0)
            stack.push_back(frame("heap_getnext", "/usr/lib/postgresql/bin/postgres", FrameKind::User));
        if (m_dice.roll(4) == 0)
            stack.push_back(
                frame("plpgsql_call_handler", "plpgsql", FrameKind::Interpreted, "orders.sql", 12));
        if (m_dice.roll(2) == 0) addKernel(stack);
    }

    void addKernel(std::vector<FrameIndex>& stack) {
        const char* const kernel = "[kernel.kallsyms]";
        stack.push_back(frame("entry_SYSCALL_64_after_hwframe", kernel, FrameKind::Kernel));
        stack.push_back(frame("do_syscall_64", kernel, FrameKind::Kernel));
        const char* const calls[] = {"ksys_read", "ksys_write", "do_futex", "__x64_sys_epoll_wait"};
        const auto call = m_dice.roll(4);
        stack.push_back(frame(calls[call], kernel, FrameKind::Kernel));
        if (call < 2) {
            stack.push_back(frame("vfs_read", kernel, FrameKind::Kernel));
            stack.push_back(frame("ext4_file_read_iter", kernel, FrameKind::Kernel));
            if (m_dice.roll(2) == 0)
                stack.push_back(frame("copy_user_enhanced_fast_string", kernel, FrameKind::Kernel));
        }
    }

    ProfileBuilder m_builder;
    Dice m_dice;
    double m_slowdown;
    ValueTypeIndex m_value;
    std::vector<ThreadIndex> m_threads;
};

/// A tree of about `nodes` call nodes, wide and deep, with a sample on each.
inline std::shared_ptr<const Profile> hugeProfile(std::size_t nodes) {
    ProfileBuilder builder;
    Dice dice;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto process =
        builder.addProcess({.pid = 1, .parent = {}, .name = builder.string("huge"), .labels = {}});
    std::vector<ThreadIndex> threads;
    for (int thread = 0; thread < 300; ++thread)
        threads.push_back(builder.addThread(
            {.process = process, .tid = thread + 1, .name = builder.string("thread"), .labels = {}}));
    std::vector<FrameIndex> frames;
    for (int row = 0; row < 4000; ++row) {
        const auto name = "namespace" + std::to_string(row % 37) + "::Class" + std::to_string(row % 211) +
                          "<int>::function" + std::to_string(row) + "(long)";
        const auto function =
            builder.function({.name = builder.string(name), .rawName = {}, .file = {}, .mapping = {}});
        frames.push_back(
            builder.frame({.function = function, .mapping = {}, .kind = static_cast<FrameKind>(row % 5)}));
    }
    std::vector<StackIndex> stacks{builder.stack({}, frames[0])};
    while (stacks.size() < nodes) {
        // Near the end of the list: deep trees; anywhere: wide ones.
        const auto size = static_cast<std::uint32_t>(stacks.size());
        const auto parent =
            stacks[dice.roll(4) == 0 ? dice.roll(size) : size - 1 - dice.roll(std::min(size, 60U))];
        stacks.push_back(builder.stack(parent, frames[dice.roll(4000)]));
    }
    std::int64_t time = 0;
    for (const auto stack : stacks)
        builder.addSample(value, {.stack = stack,
                                  .weight = 1 + dice.roll(1000),
                                  .time = time += 1000,
                                  .thread = threads[dice.roll(300)],
                                  .cpu = static_cast<std::int32_t>(dice.roll(8)),
                                  .labels = {}});
    return std::make_shared<const Profile>(builder.build());
}

} // namespace candela
