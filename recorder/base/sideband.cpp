#include "recorder/base/sideband.h"

#include "model/base/byte_reader.h"

#include <linux/perf_event.h>
#include <sys/mman.h>

namespace candela {

namespace {

constexpr std::size_t sampleIdSize = 24; // pid and tid, time, cpu: each 8 bytes

std::string textUpToZero(ByteReader& reader) {
    const auto text = reader.text(reader.remaining());
    return std::string(text.substr(0, text.find('\0')));
}

bool readTask(ByteReader& body, SidebandEvent& event) {
    event.pid = body.read<std::int32_t>();
    event.parentPid = body.read<std::int32_t>();
    event.tid = body.read<std::int32_t>();
    event.parentTid = body.read<std::int32_t>();
    return !body.failed();
}

bool readName(ByteReader& body, SidebandEvent& event) {
    event.pid = body.read<std::int32_t>();
    event.tid = body.read<std::int32_t>();
    event.name = textUpToZero(body);
    return !body.failed();
}

bool readMapping(ByteReader& body, SidebandEvent& event) {
    event.pid = body.read<std::int32_t>();
    event.tid = body.read<std::int32_t>();
    auto& mapping = event.mapping;
    mapping.start = body.read<std::uint64_t>();
    mapping.end = mapping.start + body.read<std::uint64_t>();
    mapping.fileOffset = body.read<std::uint64_t>();
    mapping.file.deviceMajor = body.read<std::uint32_t>();
    mapping.file.deviceMinor = body.read<std::uint32_t>();
    mapping.file.inode = body.read<std::uint64_t>();
    mapping.file.generation = body.read<std::uint64_t>();
    const auto protection = body.read<std::uint32_t>();
    mapping.isShared = (body.read<std::uint32_t>() & MAP_SHARED) != 0;
    mapping.path = textUpToZero(body);
    return !body.failed() && (protection & PROT_EXEC) != 0 && mapping.end > mapping.start;
}

bool readKernelCode(ByteReader& body, SidebandEvent& event) {
    event.mapping.start = body.read<std::uint64_t>();
    event.mapping.end = event.mapping.start + body.read<std::uint32_t>();
    const auto type = body.read<std::uint16_t>();
    const auto flags = body.read<std::uint16_t>();
    event.kind = flags & PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER ? SidebandEvent::Kind::KernelCodeUnloaded
                                                              : SidebandEvent::Kind::KernelCodeLoaded;
    event.mapping.path = type == PERF_RECORD_KSYMBOL_TYPE_BPF ? "[bpf]" : "[kernel.kallsyms]";
    event.name = textUpToZero(body);
    return !body.failed() && event.mapping.end > event.mapping.start;
}

bool readBody(std::uint32_t type, std::uint16_t misc, ByteReader& body, SidebandEvent& event) {
    using Kind = SidebandEvent::Kind;
    switch (type) {
    case PERF_RECORD_FORK:
        event.kind = Kind::Fork;
        return readTask(body, event);
    case PERF_RECORD_EXIT:
        event.kind = Kind::Exit;
        return readTask(body, event);
    case PERF_RECORD_COMM:
        event.kind = misc & PERF_RECORD_MISC_COMM_EXEC ? Kind::Exec : Kind::Name;
        return readName(body, event);
    case PERF_RECORD_MMAP2:
        event.kind = Kind::Map;
        return readMapping(body, event);
    case PERF_RECORD_KSYMBOL:
        return readKernelCode(body, event);
    case PERF_RECORD_LOST:
        event.kind = Kind::Lost;
        body.skip(sizeof(std::uint64_t)); // skips the id of the event
        event.count = body.read<std::uint64_t>();
        return !body.failed();
    case PERF_RECORD_THROTTLE:
        event.kind = Kind::Throttled;
        event.count = 1;
        return true;
    default:
        return false;
    }
}

} // namespace

std::optional<SidebandEvent> readSidebandRecord(std::span<const std::byte> record) {
    ByteReader reader(record);
    const auto type = reader.read<std::uint32_t>();
    const auto misc = reader.read<std::uint16_t>();
    reader.skip(sizeof(std::uint16_t)); // the record's size
    if (reader.failed() || reader.remaining() < sampleIdSize) return std::nullopt;
    SidebandEvent event;
    ByteReader body(reader.bytes(reader.remaining() - sampleIdSize));
    if (!readBody(type, misc, body, event)) return std::nullopt;
    reader.skip(sizeof(std::uint64_t)); // pid and tid of the process that caused it
    event.time = static_cast<std::int64_t>(reader.read<std::uint64_t>());
    return event;
}

} // namespace candela
