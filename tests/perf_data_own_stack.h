/// The current process as a perf.data capture would have it: its mappings, its registers and its stack
/// memory.
#pragma once

#include "tests/perf_data_writer.h"

#include <fstream>
#include <sstream>
#include <string>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <ucontext.h>
#include <unistd.h>

namespace candela {

#ifndef __x86_64__
#error "the tests know the registers of x86-64 only: add those of this processor"
#endif

/// perf's register numbers for the registers of a ucontext.
struct RegisterNumbers {
    unsigned perf;
    int context;
};
inline constexpr RegisterNumbers registerNumbers[] = {
    {0, REG_RAX},  {1, REG_RBX},  {2, REG_RCX},  {3, REG_RDX},  {4, REG_RSI},  {5, REG_RDI},
    {6, REG_RBP},  {7, REG_RSP},  {8, REG_RIP},  {16, REG_R8},  {17, REG_R9},  {18, REG_R10},
    {19, REG_R11}, {20, REG_R12}, {21, REG_R13}, {22, REG_R14}, {23, REG_R15},
};

/// A writer of a capture made on this machine, with one event with user stacks.
inline PerfDataWriter writerOfOwnStacks(std::uint32_t stackSize) {
    PerfDataWriter writer;
    WrittenEvent event;
    event.sampleType = perf::Ip | perf::Tid | perf::Time | perf::Period | perf::Callchain |
                       perf::UserRegisters | perf::UserStack;
    for (const auto& reg : registerNumbers)
        event.userRegisters |= std::uint64_t(1) << reg.perf;
    event.userStackSize = stackSize;
    event.ids = {1};
    writer.addEvent(event);
    utsname name{};
    uname(&name);
    writer.addText(perf::HostName, name.nodename);
    writer.addText(perf::KernelRelease, name.release);
    writer.addText(perf::Architecture, name.machine);
    return writer;
}

enum class WrittenInode { Right, Wrong };

/// Adds the mappings of this process as those of the process `pid`.
inline void addOwnMappings(PerfDataWriter& writer, std::uint32_t pid,
                           WrittenInode inode = WrittenInode::Right) {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        std::istringstream words(line);
        std::string range, rights, path;
        std::uint64_t offset = 0;
        std::uint64_t number = 0;
        unsigned major = 0;
        unsigned minor = 0;
        char colon = 0;
        words >> range >> rights >> std::hex >> offset >> major >> colon >> minor >> std::dec >> number >>
            path;
        if (path.empty() || rights.find('x') == std::string::npos) continue;
        const auto start = std::stoull(range, nullptr, 16);
        const auto end = std::stoull(range.substr(range.find('-') + 1), nullptr, 16);
        if (inode == WrittenInode::Wrong) ++number;
        auto body = writer.body().u32(pid).u32(pid).u64(start).u64(end - start).u64(offset);
        body.u32(major).u32(minor).u64(number).u64(0).u32(5).u32(0).text(path);
        writer.addEventRecord(perf::Mmap2, perf::ModeUser, body, pid, 0);
    }
}

/// The caller's stack, as a sample with that much of its memory.
__attribute__((noinline)) inline WrittenSample sampleOfThisStack(std::size_t stackSize) {
    ucontext_t context;
    getcontext(&context);
    WrittenSample sample;
    for (const auto& reg : registerNumbers)
        sample.registers.push_back(static_cast<std::uint64_t>(context.uc_mcontext.gregs[reg.context]));
    // The kernel copies the memory: it stops at the memory's end, and sanitizers do not check it.
    sample.stack.resize(stackSize);
    iovec local{sample.stack.data(), stackSize};
    iovec remote{reinterpret_cast<void*>(context.uc_mcontext.gregs[REG_RSP]), stackSize};
    const auto copied = ::process_vm_readv(::getpid(), &local, 1, &remote, 1, 0);
    sample.stack.resize(copied > 0 ? static_cast<std::size_t>(copied) : 0);
    return sample;
}

} // namespace candela
