#include "model/formats/perf_data/perf_data_header.h"
#include "model/base/text/model_text.h"

#include <fmt/format.h>

#include <array>
#include <sys/utsname.h>

namespace candela {

namespace {

constexpr std::size_t magicSize = 8;
constexpr std::uint64_t pipeHeaderSize = 16;
constexpr std::uint64_t oldestHeaderSize = 72; // size without the bits of features
constexpr std::uint64_t sectionEntrySize = 16;
constexpr std::size_t featureWords = perf::FeatureBits / 64;
constexpr std::size_t oldestAttributeSize = 64;

std::optional<ByteOrder> orderOf(std::span<const std::byte> start) {
    const auto magic = asText(start.first(std::min(start.size(), magicSize)));
    if (magic == "PERFILE2" || magic == "PERFFILE") return ByteOrder::Own;
    if (magic == "2ELIFREP" || magic == "ELIFFREP") return ByteOrder::Swapped;
    return std::nullopt;
}

/// A section of the file; shorter if the file ends earlier.
std::span<const std::byte> section(std::span<const std::byte> file, std::uint64_t offset,
                                   std::uint64_t size) {
    if (offset >= file.size()) return {};
    return file.subspan(offset, std::min<std::uint64_t>(size, file.size() - offset));
}

} // namespace

bool looksLikePerfData(std::span<const std::byte> start) {
    return orderOf(start).has_value();
}

std::string perfBuildIdText(std::span<const std::byte> bytes) {
    // Ids without a length are padded with at least
    // four bytes; ids of 16 bytes (MD5) are common.
    constexpr std::size_t shortIdBytes = 16;
    if (bytes.size() > shortIdBytes &&
        std::ranges::all_of(bytes.subspan(shortIdBytes), [](std::byte byte) { return byte == std::byte(); }))
        bytes = bytes.first(shortIdBytes);
    if (std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte(); })) return {};
    std::string text;
    for (const auto byte : bytes)
        text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

Result<PerfHeader> PerfHeader::read(std::span<const std::byte> file) {
    const auto order = orderOf(file);
    if (!order) return failure(ModelText::tr("this is no perf.data file"));
    PerfHeader header(*order);
    PerfDataBytes bytes(file, *order);
    bytes.skip(magicSize);
    const auto size = bytes.u64();
    if (bytes.failed()) return failure(ModelText::tr("it was cut off within its header"));
    if (size == pipeHeaderSize)
        header.records = file.subspan(pipeHeaderSize);
    else if (size < oldestHeaderSize || size > file.size())
        return failure(ModelText::tr("it has a damaged header"));
    else
        TRY(header.readFileHeader(bytes.part(size - pipeHeaderSize), file));
    return header;
}

Result<void> PerfHeader::readFileHeader(PerfDataBytes bytes, std::span<const std::byte> file) {
    const auto attributeSize = bytes.u64();
    const auto attributesOffset = bytes.u64();
    const auto attributesSize = bytes.u64();
    const auto recordsOffset = bytes.u64();
    auto recordsSize = bytes.u64();
    bytes.skip(sectionEntrySize); // event types, which newer files no longer have
    std::array<std::uint64_t, featureWords> features{};
    for (auto& word : features)
        word = bytes.u64();
    if (attributeSize < oldestAttributeSize + sectionEntrySize || attributeSize > file.size())
        return failure(ModelText::tr("it has a damaged header"));
    readAttributes({section(file, attributesOffset, attributesSize), order()}, attributeSize, file);
    if (events.size() == 0) return failure(ModelText::tr("it was cut off before its first record"));
    // perf writes the size when it ends.
    isCutOff = recordsSize == 0 || recordsOffset > file.size() || recordsSize > file.size() - recordsOffset;
    records = section(file, recordsOffset, recordsSize == 0 ? file.size() : recordsSize);
    if (!isCutOff) readFeatures(features, file, recordsOffset + recordsSize);
    return {};
}

void PerfHeader::readAttributes(PerfDataBytes bytes, std::uint64_t entrySize,
                                std::span<const std::byte> file) {
    // Malicious entries can all refer to the same ids: together they may have no more than fit into the file.
    auto idsLeft = file.size() / sizeof(std::uint64_t);
    while (bytes.remaining() >= entrySize) {
        auto event = readPerfEvent(bytes.part(entrySize - sectionEntrySize));
        const auto idsOffset = bytes.u64();
        const auto idsSize = bytes.u64();
        if (!event) continue;
        PerfDataBytes ids(section(file, idsOffset, idsSize), order());
        std::vector<std::uint64_t> numbers;
        for (; ids.remaining() >= sizeof(std::uint64_t) && idsLeft > 0; --idsLeft)
            numbers.push_back(ids.u64());
        events.add(std::move(*event), numbers);
    }
}

void PerfHeader::readFeatures(std::span<const std::uint64_t> bits, std::span<const std::byte> file,
                              std::uint64_t offset) {
    PerfDataBytes entries(section(file, offset, file.size()), order());
    for (unsigned feature = 0; feature < perf::FeatureBits; ++feature) {
        if ((bits[feature / 64] >> feature % 64 & 1) == 0) continue;
        const auto sectionOffset = entries.u64();
        const auto size = entries.u64();
        if (entries.failed()) {
            isCutOff = true;
            return;
        }
        const auto bytes = section(file, sectionOffset, size);
        isCutOff |= bytes.size() < size;
        addFeature(feature, bytes);
    }
}

void PerfHeader::addEvent(std::span<const std::byte> attributeAndIds) {
    PerfDataBytes bytes(attributeAndIds, order());
    bytes.skip(4);
    const auto size = std::max<std::size_t>(bytes.u32(), oldestAttributeSize);
    if (size > attributeAndIds.size()) return;
    auto event = readPerfEvent({attributeAndIds.first(size), order()});
    if (!event) return;
    PerfDataBytes rest(attributeAndIds.subspan(size), order());
    std::vector<std::uint64_t> ids;
    while (rest.remaining() >= sizeof(std::uint64_t))
        ids.push_back(rest.u64());
    events.add(std::move(*event), ids);
}

void PerfHeader::updateEvent(std::span<const std::byte> update) {
    constexpr std::uint64_t newName = 2;
    PerfDataBytes bytes(update, order());
    const auto kind = bytes.u64();
    auto* event = events.find(bytes.u64());
    if (event && kind == newName) event->name = bytes.lastText();
}

void PerfHeader::addEventType(std::span<const std::byte> body) {
    PerfDataBytes bytes(body, order());
    const auto config = bytes.u64();
    m_oldNames[config] = bytes.lastText();
}

void PerfHeader::addFeature(unsigned feature, std::span<const std::byte> section) {
    PerfDataBytes bytes(section, order());
    switch (feature) {
    case perf::TracingData:
        return tracepoints.read(section);
    case perf::BuildIds:
        while (bytes.remaining() >= perf::recordHeaderSize) {
            bytes.u32();
            const auto misc = bytes.number<std::uint16_t>();
            const auto size = bytes.number<std::uint16_t>();
            if (size < perf::recordHeaderSize) return;
            const auto body = bytes.bytes(size - perf::recordHeaderSize);
            if (!bytes.failed()) addBuildId(body, misc);
        }
        return;
    case perf::HostName:
        hostName = bytes.countedText();
        return;
    case perf::KernelRelease:
        kernelRelease = bytes.countedText();
        return;
    case perf::Architecture:
        architecture = bytes.countedText();
        return;
    case perf::CpuCount:
        bytes.u32(); // the number of possible processors
        cpus = bytes.u32();
        return;
    case perf::CpuDescription:
        processor = bytes.countedText();
        return;
    case perf::CommandLine:
        return readCommandLine(bytes);
    case perf::EventDescription:
        return readEventDescriptions(bytes);
    case perf::AuxTraces:
        hasTraces = true;
        return;
    case perf::ClockInformation:
        return readClock(bytes);
    default:
        return;
    }
}

void PerfHeader::readCommandLine(PerfDataBytes bytes) {
    commandLine.clear();
    for (auto count = bytes.u32(); count > 0 && !bytes.failed(); --count) {
        if (!commandLine.empty()) commandLine += ' ';
        commandLine += bytes.countedText();
    }
}

void PerfHeader::readEventDescriptions(PerfDataBytes bytes) {
    auto count = bytes.u32();
    const auto attributeSize = bytes.u32();
    for (std::size_t row = 0; count > 0 && !bytes.failed(); --count, ++row) {
        auto event = readPerfEvent(bytes.part(attributeSize));
        const auto idCount = bytes.u32();
        const auto name = bytes.countedText();
        if (!bytes.canHold(idCount, sizeof(std::uint64_t))) return;
        std::vector<std::uint64_t> ids;
        for (std::uint32_t index = 0; index < idCount; ++index)
            ids.push_back(bytes.u64());
        // Finds the event by an id if there is one; else by its position, which is the same in all files but
        // not documented.
        auto* known = ids.empty() ? nullptr : events.find(ids.front());
        if (!known && row < events.size() && event && events[row].config == event->config)
            known = &events[row];
        if (known && !name.empty()) known->name = name;
    }
}

void PerfHeader::readClock(PerfDataBytes bytes) {
    bytes.skip(4 + 4); // version, which clock
    const auto sinceEpoch = static_cast<std::int64_t>(bytes.u64());
    const auto clockTime = bytes.u64();
    if (!bytes.failed()) clock = PerfClock{sinceEpoch, clockTime};
}

void PerfHeader::addBuildId(std::span<const std::byte> body, std::uint16_t misc) {
    constexpr std::size_t fieldSize = 24;
    constexpr std::size_t sizeOffset = 20;
    PerfDataBytes bytes(body, order());
    bytes.u32(); // the process; -1
    const auto field = bytes.bytes(fieldSize);
    const auto path = bytes.lastText();
    if (bytes.failed() || path.empty()) return;
    auto size = perf::buildIdBytes;
    if (misc & perf::miscBuildIdSize)
        size = std::min<std::size_t>(size, std::to_integer<std::size_t>(field[sizeOffset]));
    // The kernels of guests have the same name.
    const auto mode = misc & perf::modeMask;
    if (mode == perf::ModeGuestKernel || mode == perf::ModeGuestUser) return;
    if (auto text = perfBuildIdText(field.first(size)); !text.empty())
        buildIds.insert_or_assign(std::string(path), std::move(text));
}

bool PerfHeader::isOfThisMachine() const {
    utsname name{};
    return ::uname(&name) == 0 && hostName == name.nodename && kernelRelease == name.release &&
           architecture == name.machine;
}

void PerfHeader::nameEvents() {
    for (std::size_t row = 0; row < events.size(); ++row) {
        auto& event = events[row];
        if (!event.name.empty()) continue;
        const auto* tracepoint = event.type == perf::Tracepoint ? tracepoints.find(event.config) : nullptr;
        if (tracepoint && !tracepoint->name.empty())
            event.name = tracepoint->name;
        else if (const auto old = m_oldNames.find(event.config);
                 old != m_oldNames.end() && !old->second.empty())
            event.name = old->second;
        else
            event.name = perfEventName(event);
    }
}

} // namespace candela
