/// The numbers of the perf.data format that the reader uses. Source: linux: include/uapi/linux/perf_event.h
/// and tools/perf/Documentation/perf.data-file-format.txt.
#pragma once

#include <cstddef>
#include <cstdint>

namespace candela::perf {

enum Record : std::uint32_t {
    Mmap = 1,
    Lost = 2,
    Comm = 3,
    Exit = 4,
    Throttle = 5,
    Unthrottle = 6,
    Fork = 7,
    Read = 8,
    Sample = 9,
    Mmap2 = 10,
    Aux = 11,
    LostSamples = 13,
    Switch = 14,
    SwitchCpuWide = 15,
    KernelSymbol = 17,
    Cgroup = 19,
    CallchainDeferred = 22,

    FirstOfTool = 64, ///< records from here on are written by perf itself, not the kernel
    HeaderAttribute = 64,
    HeaderEventType = 65,
    HeaderTracingData = 66,
    HeaderBuildId = 67,
    FinishedRound = 68,
    IdIndex = 69,
    AuxTraceInformation = 70,
    AuxTrace = 71,
    EventUpdate = 78,
    HeaderFeature = 80,
    Compressed = 81,
    Compressed2 = 83,
};

inline constexpr std::uint16_t modeMask = 7; ///< in a record's misc: the processor's mode
enum Mode : std::uint16_t {
    ModeKernel = 1,
    ModeUser = 2,
    ModeHypervisor = 3,
    ModeGuestKernel = 4,
    ModeGuestUser = 5,
};

inline constexpr std::uint16_t miscMmapOfData = 1 << 13; ///< in misc of MMAP: the mapping is not executable
inline constexpr std::uint16_t miscExec = 1 << 13;       ///< in misc of COMM: a new program
inline constexpr std::uint16_t miscSwitchOut = 1 << 13;  ///< in misc of SWITCH
inline constexpr std::uint16_t miscMmapBuildId = 1 << 14;
inline constexpr std::uint16_t miscBuildIdSize = 1 << 15;

enum SampleField : std::uint64_t {
    Ip = 1u << 0,
    Tid = 1u << 1,
    Time = 1u << 2,
    Address = 1u << 3,
    ReadValues = 1u << 4,
    Callchain = 1u << 5,
    Id = 1u << 6,
    Cpu = 1u << 7,
    Period = 1u << 8,
    StreamId = 1u << 9,
    Raw = 1u << 10,
    BranchStack = 1u << 11,
    UserRegisters = 1u << 12,
    UserStack = 1u << 13,
    Weight = 1u << 14,
    DataSource = 1u << 15,
    Identifier = 1u << 16,
    Transaction = 1u << 17,
    InterruptRegisters = 1u << 18,
    PhysicalAddress = 1u << 19,
    AuxArea = 1u << 20,
    CgroupId = 1u << 21,
    DataPageSize = 1u << 22,
    CodePageSize = 1u << 23,
    WeightStruct = 1u << 24,
};

enum ReadField : std::uint64_t {
    ReadTimeEnabled = 1,
    ReadTimeRunning = 2,
    ReadId = 4,
    ReadGroup = 8,
    ReadLost = 16,
};

/// Bits of the attribute's flags, counted from the first one in the structure.
enum AttributeFlag : unsigned {
    IsInherited = 1,
    IsFrequency = 10,
    SampleIdAll = 18,
    ReportsExec = 24,
    ContextSwitch = 26,
};

inline constexpr std::uint64_t branchCallStack = 1u << 11;
inline constexpr std::uint64_t branchHardwareIndex = 1u << 17;
inline constexpr std::uint64_t branchCounters = 1u << 19;

enum EventType : std::uint32_t {
    Hardware = 0,
    Software = 1,
    Tracepoint = 2,
    HardwareCache = 3,
    RawEvent = 4,
    FirstDynamicType = 6 ///< types from here on are assigned to drivers by the kernel
};
inline constexpr std::uint64_t softwareCpuClock = 0;
inline constexpr std::uint64_t softwareTaskClock = 1;
inline constexpr std::uint64_t softwareDummy = 9;

/// Values in a callchain that are not addresses, but state whose addresses follow.
enum ChainMark : std::uint64_t {
    ChainHypervisor = static_cast<std::uint64_t>(-32),
    ChainKernel = static_cast<std::uint64_t>(-128),
    ChainUser = static_cast<std::uint64_t>(-512),
    ChainUserDeferred = static_cast<std::uint64_t>(-640),
    ChainGuest = static_cast<std::uint64_t>(-2048),
    ChainGuestKernel = static_cast<std::uint64_t>(-2176),
    ChainGuestUser = static_cast<std::uint64_t>(-2560),
    FirstChainMark = static_cast<std::uint64_t>(-4095),
};

enum Feature : unsigned {
    TracingData = 1,
    BuildIds = 2,
    HostName = 3,
    KernelRelease = 4,
    Architecture = 6,
    CpuCount = 7,
    CpuDescription = 8,
    CommandLine = 11,
    EventDescription = 12,
    GroupDescription = 17,
    AuxTraces = 18,
    SampleTime = 21,
    ClockInformation = 29,
    FeatureBits = 256,
};

inline constexpr std::size_t recordHeaderSize = 8;
inline constexpr std::size_t buildIdBytes = 20;

} // namespace candela::perf
