#include "model/formats/input/foreign_starts.h"

#include "model/base/byte_reader.h"
#include "model/formats/encoding/wire_reader.h"

#include <elf.h>
#include <unistd.h>

namespace candela {

namespace {

std::uint32_t byteAt(std::span<const std::byte> bytes, std::size_t position) {
    return position < bytes.size() ? static_cast<std::uint32_t>(bytes[position]) : 0;
}

std::optional<Error> elfError(std::span<const std::byte> start) {
    if (!asText(start).starts_with(ELFMAG)) return std::nullopt;
    const bool isBig = byteAt(start, EI_DATA) == ELFDATA2MSB;
    const auto type = byteAt(start, isBig ? EI_NIDENT + 1 : EI_NIDENT);
    if (type == ET_CORE)
        return Error{"this is a core dump: one moment of a program, not a profile",
                     "See its stacks with gdb PROGRAM FILE"};
    if (type == ET_REL)
        return Error{"this is an object file, not a profile",
                     "Link a program of it and record that: candela record -- PROGRAM"};
    return Error{"this is a program or a library, not a profile",
                 "Record what it does: candela record -- FILE"};
}

/// "go 1.22 trace" and zeros.
bool isGoTrace(std::string_view start) {
    if (!start.starts_with("go 1.")) return false;
    const auto end = start.find_first_not_of("0123456789", 5);
    return end != std::string_view::npos && start.substr(end).starts_with(std::string_view(" trace\0", 7));
}

/// A dictionary of Python's marshal format whose first key is a tuple of three: file, line, function.
bool isPstats(std::span<const std::byte> start) {
    constexpr std::uint32_t withoutFlag = 0x7f; // without the highest bit, which marks objects that are
                                                // referred to later
    if ((byteAt(start, 0) & withoutFlag) != '{') return false;
    const auto type = byteAt(start, 1) & withoutFlag;
    const bool isLong =
        type == '(' && byteAt(start, 3) == 0 && byteAt(start, 4) == 0 && byteAt(start, 5) == 0;
    return (type == ')' || isLong) && byteAt(start, 2) == 3;
}

/// perfetto, protos/perfetto/trace/trace.proto: TracePackets, each with its writer or its time.
bool isPerfetto(std::span<const std::byte> start) {
    enum Packet : std::uint32_t { TrustedUid = 3, Timestamp = 8, SequenceId = 10 };
    constexpr std::size_t packetsWithTimes = 2;
    std::size_t packets = 0;
    WireReader trace(start);
    while (trace.next()) {
        if (trace.field() != 1 || trace.type() != WireType::Bytes) return false;
        bool isPacket = false;
        WireReader packet(trace.bytes());
        while (packet.next()) {
            const bool isKnown =
                packet.field() == TrustedUid || packet.field() == Timestamp || packet.field() == SequenceId;
            if (isKnown && packet.type() != WireType::Varint) return false;
            isPacket |= isKnown;
        }
        if (packet.failed() || !isPacket) return false;
        ++packets;
    }
    return packets >= packetsWithTimes;
}

bool isFile(const std::string& path) {
    return ::access(path.c_str(), R_OK) == 0;
}

} // namespace

std::optional<Error> foreignStartError(std::span<const std::byte> start) {
    if (auto error = elfError(start)) return error;
    if (isGoTrace(asText(start)))
        return Error{"this is an execution trace of Go, not a profile",
                     "Profiles of it: go tool trace -pprof=sched FILE > FILE.pprof (or net, sync, syscall); "
                     "of CPU time: "
                     "go test -cpuprofile, or /debug/pprof/profile"};
    if (isPstats(start))
        return Error{"this is a profile of Python's cProfile (pstats), which Candela does not read",
                     "Convert it: pyprof2calltree -i FILE -o FILE.callgrind; or record stacks with "
                     "py-spy record --format speedscope"};
    if (isPerfetto(start))
        return Error{
            "this is a trace of Perfetto, which Candela does not read",
            "Convert it: traceconv json FILE FILE.json, or traceconv profile FILE for heap and CPU profiles"};
    return std::nullopt;
}

Error folderError(const std::string& path) {
    const auto end = path.find_last_not_of('/');
    const auto name = path.substr(0, end == std::string::npos ? 0 : end + 1);
    if (name.ends_with(".trace"))
        return {"this is a recording of Xcode's Instruments, which Candela does not read",
                "On the Mac: xctrace export --input FILE --xpath "
                "'/trace-toc/*/data/table[@schema=\"time-profile\"]' | "
                "inferno-collapse-xctrace > FILE.folded"};
    if (isFile(name + "/data") && isFile(name + "/data.0"))
        return {"this is a recording of perf record --threads, which Candela does not read",
                "Record without --threads: perf record -g writes one file"};
    return {"this is a directory, not a profile", "Open a file in it"};
}

} // namespace candela
