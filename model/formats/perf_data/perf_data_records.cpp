#include "model/formats/perf_data/perf_data_records.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>

namespace candela {

namespace {

constexpr std::size_t blockSize = 256 * 1024; // larger than any record

std::uint16_t numberAt(const std::byte* bytes, ByteOrder order) {
    return PerfDataBytes({bytes, sizeof(std::uint16_t)}, order).number<std::uint16_t>();
}

} // namespace

PerfRecord perfRecordAt(const std::byte* header, ByteOrder order) {
    PerfDataBytes bytes({header, perf::recordHeaderSize}, order);
    PerfRecord record;
    record.type = bytes.u32();
    record.misc = bytes.number<std::uint16_t>();
    const auto size = bytes.number<std::uint16_t>();
    record.body = {header + perf::recordHeaderSize, size - perf::recordHeaderSize};
    return record;
}

/// The packed records of a file are one zstd stream.
struct PerfRecords::Unpacker {
    std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream{ZSTD_createDStream(),
                                                                      &ZSTD_freeDStream};
};

PerfRecords::PerfRecords(std::span<const std::byte> records, ByteOrder order, std::size_t unpackedLimit)
    : m_records(records), m_order(order), m_unpackedLimit(unpackedLimit) {}

PerfRecords::~PerfRecords() = default;

std::size_t PerfRecords::sizeAt(const std::byte* header) const {
    constexpr std::size_t sizeOffset = 6;
    return numberAt(header + sizeOffset, m_order);
}

const std::byte* PerfRecords::next() {
    while (true) {
        if (const auto* unpacked = nextUnpacked()) return unpacked;
        if (m_end != End::Whole) return nullptr;
        const auto left = m_records.size() - m_done;
        if (left == 0) return nullptr;
        const auto* header = m_records.data() + m_done;
        const auto size = left < perf::recordHeaderSize ? 0 : sizeAt(header);
        if (left < perf::recordHeaderSize || size > left) {
            m_end = End::CutOff;
            return nullptr;
        }
        if (size < perf::recordHeaderSize) {
            m_end = End::Damaged;
            return nullptr;
        }
        m_done += size;
        const auto record = perfRecordAt(header, m_order);
        if (record.type == perf::Compressed) {
            unpack(record.body);
        } else if (record.type == perf::Compressed2) {
            PerfDataBytes bytes(record.body, m_order);
            const auto packedSize = bytes.u64();
            unpack(bytes.peek().first(std::min<std::uint64_t>(packedSize, bytes.remaining())));
        } else {
            return header;
        }
    }
}

const std::byte* PerfRecords::nextUnpacked() {
    while (!m_blocks.empty()) {
        const auto bytes = m_blocks.back().bytes().subspan(m_blockDone);
        if (bytes.size() >= perf::recordHeaderSize) {
            const auto size = sizeAt(bytes.data());
            if (size < perf::recordHeaderSize) {
                m_end = End::Damaged;
                return nullptr;
            }
            if (size <= bytes.size()) {
                m_blockDone += size;
                return bytes.data();
            }
        }
        // A record may begin in one packed record and end in the next.
        if ((m_packed.empty() && !m_isFull) || m_end != End::Whole) return nullptr;
        unpack(m_packed);
    }
    return nullptr;
}

/// Makes room after the last block's bytes. A new block begins with the unused bytes of the previous one.
bool PerfRecords::makeRoom() {
    if (!m_blocks.empty() && !m_blocks.back().free().empty()) return true;
    if (m_unpackedSize >= m_unpackedLimit) return false;
    ByteBlock block;
    if (!block.reserve(blockSize)) return false;
    if (!m_blocks.empty()) {
        const auto rest = m_blocks.back().bytes().subspan(m_blockDone);
        std::memcpy(block.free().data(), rest.data(), rest.size());
        block.grow(rest.size());
    }
    m_blockDone = 0;
    m_blocks.push_back(std::move(block));
    return true;
}

/// Unpacks at most one block; the other packed bytes are unpacked by later calls.
void PerfRecords::unpack(std::span<const std::byte> packed) {
    m_packed = packed;
    if (!m_unpacker) m_unpacker = std::make_unique<Unpacker>();
    if (!m_unpacker->stream || !makeRoom()) {
        m_end = End::TooLarge;
        return;
    }
    auto& block = m_blocks.back();
    ZSTD_inBuffer in{m_packed.data(), m_packed.size(), 0};
    ZSTD_outBuffer out{block.free().data(), block.free().size(), 0};
    while (true) {
        const auto before = in.pos + out.pos;
        if (ZSTD_isError(ZSTD_decompressStream(m_unpacker->stream.get(), &out, &in))) {
            m_end = End::BadlyPacked;
            break;
        }
        // Even if all input was taken, there may be more output, because there was not enough room for it.
        if (out.pos == out.size || in.pos == in.size || in.pos + out.pos == before) break;
    }
    m_isFull = out.pos == out.size;
    block.grow(out.pos);
    m_unpackedSize += out.pos;
    m_packed = m_packed.subspan(in.pos);
}

void PerfRecords::skip(std::uint64_t count) {
    take(count);
}

std::span<const std::byte> PerfRecords::take(std::uint64_t count) {
    const auto left = m_records.size() - m_done;
    if (count > left) m_end = End::CutOff;
    const auto taken = m_records.subspan(m_done, std::min<std::uint64_t>(count, left));
    m_done += taken.size();
    return taken;
}

} // namespace candela
