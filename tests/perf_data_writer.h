/// Writes small perf.data captures for tests: records in the kernel's format, in a file or as a pipe, in
/// either byte order.
#pragma once

#include "model/formats/perf_data/perf_data_bytes.h"
#include "model/formats/perf_data/perf_data_numbers.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// Numbers and texts in one byte order.
class PerfBytesWriter {
public:
    explicit PerfBytesWriter(ByteOrder order = ByteOrder::Own) : m_order(order) {}

    template<typename T>
    PerfBytesWriter& number(T value) {
        std::byte bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        if (m_order == ByteOrder::Swapped) std::reverse(std::begin(bytes), std::end(bytes));
        m_bytes.insert(m_bytes.end(), std::begin(bytes), std::end(bytes));
        return *this;
    }
    PerfBytesWriter& u16(std::uint16_t value) { return number(value); }
    PerfBytesWriter& u32(std::uint32_t value) { return number(value); }
    PerfBytesWriter& u64(std::uint64_t value) { return number(value); }
    PerfBytesWriter& bytes(std::span<const std::byte> bytes) {
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
        return *this;
    }
    PerfBytesWriter& bytes(const PerfBytesWriter& other) { return bytes(other.m_bytes); }
    /// A text with its '\0' and zeros up to a multiple of `alignment`.
    PerfBytesWriter& text(std::string_view text, std::size_t alignment = 8) {
        bytes(asBytes(text));
        m_bytes.resize(m_bytes.size() + alignment - text.size() % alignment);
        return *this;
    }
    PerfBytesWriter& countedText(std::string_view counted) {
        constexpr std::size_t alignment = 64; // perf's own
        u32(static_cast<std::uint32_t>(counted.size() + alignment - counted.size() % alignment));
        return text(counted, alignment);
    }
    std::size_t size() const { return m_bytes.size(); }
    const std::vector<std::byte>& content() const { return m_bytes; }
    ByteOrder order() const { return m_order; }

private:
    ByteOrder m_order;
    std::vector<std::byte> m_bytes;
};

struct WrittenEvent {
    std::string name = {};
    std::uint32_t type = perf::Software;
    std::uint64_t config = perf::softwareCpuClock;
    std::uint64_t period = 1000;
    std::uint64_t sampleType =
        perf::Identifier | perf::Ip | perf::Tid | perf::Time | perf::Cpu | perf::Period | perf::Callchain;
    std::uint64_t readFormat = 0;
    std::uint64_t flags = std::uint64_t(1) << perf::SampleIdAll;
    std::uint64_t branchSampleType = 0;
    std::uint64_t userRegisters = 0;
    std::uint32_t userStackSize = 0;
    std::vector<std::uint64_t> ids = {};
};

struct WrittenSample {
    std::uint64_t id = 1;
    std::uint64_t ip = 0;
    std::uint32_t pid = 1;
    std::uint32_t tid = 1;
    std::uint64_t time = 0;
    std::uint32_t cpu = 0;
    std::uint64_t period = 1;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> readings = {}; ///< value, id
    std::vector<std::uint64_t> chain = {};
    std::vector<std::byte> raw = {}; ///< plus the 4 bytes before it, a multiple of 8
    std::vector<std::uint64_t> branches = {};
    std::vector<std::uint64_t> registers = {}; ///< none: no user registers
    std::vector<std::byte> stack = {};
    std::uint16_t mode = perf::ModeUser;
};

class PerfDataWriter {
public:
    explicit PerfDataWriter(ByteOrder order = ByteOrder::Own) : m_order(order) {}

    PerfBytesWriter body() const { return PerfBytesWriter(m_order); }
    void addEvent(WrittenEvent event) { m_events.push_back(std::move(event)); }
    void addFeature(unsigned feature, const PerfBytesWriter& section) {
        m_features.insert_or_assign(feature, section);
    }
    void addText(unsigned feature, std::string_view text) { addFeature(feature, body().countedText(text)); }

    void addRecord(std::uint32_t type, std::uint16_t misc, const PerfBytesWriter& body) {
        m_records.bytes(record(type, misc, body));
    }
    void addSample(const WrittenSample& sample) { addRecord(perf::Sample, sample.mode, bodyOf(sample)); }
    /// A record of the kernel that is not a sample, followed by the sample's id.
    void addEventRecord(std::uint32_t type, std::uint16_t misc, PerfBytesWriter body, std::uint32_t pid = 0,
                        std::uint64_t time = 0, std::uint32_t tid = 0) {
        const auto fields = m_events.front().sampleType;
        if (fields & perf::Tid) body.u32(pid).u32(tid ? tid : pid);
        if (fields & perf::Time) body.u64(time);
        if (fields & perf::Id) body.u64(m_events.front().ids.front());
        if (fields & perf::Cpu) body.u32(0).u32(0);
        if (fields & perf::Identifier)
            body.u64(m_events.front().ids.empty() ? 0 : m_events.front().ids.front());
        addRecord(type, misc, body);
    }
    void addMap(std::uint32_t pid, std::uint64_t start, std::uint64_t size, std::uint64_t offset,
                std::string_view path, std::uint64_t time = 0, std::uint16_t mode = perf::ModeUser) {
        addEventRecord(perf::Mmap, mode, body().u32(pid).u32(pid).u64(start).u64(size).u64(offset).text(path),
                       pid, time);
    }
    void addName(std::uint32_t pid, std::uint32_t tid, std::string_view name, std::uint64_t time = 0,
                 std::uint16_t misc = 0) {
        addEventRecord(perf::Comm, misc, body().u32(pid).u32(tid).text(name), pid, time, tid);
    }
    void addFork(std::uint32_t pid, std::uint32_t parent, std::uint32_t tid, std::uint32_t parentTid,
                 std::uint64_t time) {
        addEventRecord(perf::Fork, 0, body().u32(pid).u32(parent).u32(tid).u32(parentTid).u64(time), pid,
                       time);
    }
    void addExit(std::uint32_t pid, std::uint32_t tid, std::uint64_t time) {
        addEventRecord(perf::Exit, 0, body().u32(pid).u32(0).u32(tid).u32(0).u64(time), pid, time, tid);
    }

    const PerfBytesWriter& records() const { return m_records; }
    void clearRecords() { m_records = body(); }

    std::vector<std::byte> file() const {
        const auto attributes = fileAttributes();
        constexpr std::uint64_t headerSize = 104;
        const std::uint64_t recordsOffset = headerSize + attributes.size();
        auto out = body();
        out.bytes(magic()).u64(headerSize).u64(attributeSize + 16);
        out.u64(headerSize + idsSize()).u64(m_events.size() * (attributeSize + 16));
        out.u64(recordsOffset).u64(m_records.size()).u64(0).u64(0);
        std::uint64_t bits = 0;
        for (const auto& [feature, section] : m_features)
            bits |= std::uint64_t(1) << feature;
        out.u64(bits).u64(0).u64(0).u64(0);
        out.bytes(attributes).bytes(m_records);
        auto offset = recordsOffset + m_records.size() + 16 * m_features.size();
        for (const auto& [feature, section] : m_features) {
            out.u64(offset).u64(section.size());
            offset += section.size();
        }
        for (const auto& [feature, section] : m_features)
            out.bytes(section);
        return out.content();
    }

    std::vector<std::byte> pipe() const {
        auto out = body();
        out.bytes(magic()).u64(16);
        for (const auto& event : m_events) {
            auto attribute = attributeOf(event);
            for (const auto id : event.ids)
                attribute.u64(id);
            out.bytes(record(perf::HeaderAttribute, 0, attribute));
        }
        for (const auto& [feature, section] : m_features) {
            if (feature == perf::TracingData) {
                out.bytes(record(perf::HeaderTracingData, 0,
                                 body().u32(static_cast<std::uint32_t>(section.size()))));
                out.bytes(section);
                for (auto size = section.size(); size % 8 != 0; ++size)
                    out.number<std::uint8_t>(0);
            } else {
                out.bytes(record(perf::HeaderFeature, 0, body().u64(feature).bytes(section)));
            }
        }
        out.bytes(m_records);
        return out.content();
    }

    PerfBytesWriter record(std::uint32_t type, std::uint16_t misc, const PerfBytesWriter& content) const {
        return body().u32(type).u16(misc).u16(static_cast<std::uint16_t>(content.size() + 8)).bytes(content);
    }

    PerfBytesWriter attributeOf(const WrittenEvent& event) const {
        auto out = body();
        out.u32(event.type).u32(attributeSize).u64(event.config).u64(event.period);
        out.u64(event.sampleType).u64(event.readFormat);
        writeFlags(out, event.flags);
        out.u32(0).u32(0).u64(0).u64(0); // wake-up, breakpoint, config1, config2
        out.u64(event.branchSampleType).u64(event.userRegisters).u32(event.userStackSize).u32(0).u64(0);
        return out.u32(0).u16(0).u16(0);
    }

private:
    static constexpr std::uint32_t attributeSize = 112;

    std::span<const std::byte> magic() const {
        return asBytes(m_order == ByteOrder::Own ? "PERFILE2" : "2ELIFREP");
    }
    std::uint64_t idsSize() const {
        std::uint64_t count = 0;
        for (const auto& event : m_events)
            count += event.ids.size();
        return count * 8;
    }
    PerfBytesWriter fileAttributes() const {
        auto out = body();
        for (const auto& event : m_events)
            for (const auto id : event.ids)
                out.u64(id);
        std::uint64_t offset = 104;
        for (const auto& event : m_events) {
            out.bytes(attributeOf(event)).u64(offset).u64(event.ids.size() * 8);
            offset += event.ids.size() * 8;
        }
        return out;
    }
    /// The order of the bits in each byte is reversed on machines of the other byte order.
    static void writeFlags(PerfBytesWriter& out, std::uint64_t flags) {
        for (unsigned index = 0; index < 8; ++index) {
            auto byte = static_cast<std::uint8_t>(flags >> (8 * index));
            if (out.order() == ByteOrder::Swapped) {
                std::uint8_t turned = 0;
                for (unsigned bit = 0; bit < 8; ++bit)
                    if (byte >> bit & 1) turned |= static_cast<std::uint8_t>(0x80 >> bit);
                byte = turned;
            }
            out.number(byte);
        }
    }

    const WrittenEvent& eventOf(std::uint64_t id) const {
        for (const auto& event : m_events)
            for (const auto known : event.ids)
                if (known == id) return event;
        return m_events.front();
    }

    PerfBytesWriter bodyOf(const WrittenSample& sample) const {
        const auto& event = eventOf(sample.id);
        const auto has = [&event](perf::SampleField field) { return (event.sampleType & field) != 0; };
        auto out = body();
        if (has(perf::Identifier)) out.u64(sample.id);
        if (has(perf::Ip)) out.u64(sample.ip);
        if (has(perf::Tid)) out.u32(sample.pid).u32(sample.tid);
        if (has(perf::Time)) out.u64(sample.time);
        if (has(perf::Id)) out.u64(sample.id);
        if (has(perf::Cpu)) out.u32(sample.cpu).u32(0);
        if (has(perf::Period)) out.u64(sample.period);
        if (has(perf::ReadValues)) {
            out.u64(sample.readings.size());
            for (const auto& [value, id] : sample.readings)
                out.u64(value).u64(id);
        }
        if (has(perf::Callchain)) {
            out.u64(sample.chain.size());
            for (const auto address : sample.chain)
                out.u64(address);
        }
        if (has(perf::Raw)) out.u32(static_cast<std::uint32_t>(sample.raw.size())).bytes(sample.raw);
        if (has(perf::BranchStack)) {
            out.u64(sample.branches.size() / 3);
            for (const auto word : sample.branches)
                out.u64(word);
        }
        if (has(perf::UserRegisters)) {
            out.u64(sample.registers.empty() ? 0 : 2);
            for (const auto value : sample.registers)
                out.u64(value);
        }
        if (has(perf::UserStack)) {
            out.u64(sample.stack.size()).bytes(sample.stack);
            if (!sample.stack.empty()) out.u64(sample.stack.size());
        }
        return out;
    }

    ByteOrder m_order;
    std::vector<WrittenEvent> m_events;
    std::map<unsigned, PerfBytesWriter> m_features;
    PerfBytesWriter m_records{m_order};
};

} // namespace candela
