/// The records of a perf.data file, one after the other, unpacked if perf packed them. Their bytes do not
/// move while the PerfRecords live.
#pragma once

#include "model/formats/input/unpack.h"
#include "model/formats/perf_data/perf_data_bytes.h"
#include "model/formats/perf_data/perf_data_numbers.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace candela {

struct PerfRecord {
    std::uint32_t type = 0;
    std::uint16_t misc = 0;
    std::span<const std::byte> body; ///< without the record's header

    unsigned mode() const { return misc & perf::modeMask; }
};

/// The record of a header that next() returned before.
PerfRecord perfRecordAt(const std::byte* header, ByteOrder order);

class PerfRecords {
public:
    enum class End { Whole, CutOff, Damaged, BadlyPacked, TooLarge };

    PerfRecords(std::span<const std::byte> records, ByteOrder order, std::size_t unpackedLimit);
    ~PerfRecords();

    /// The header of the next record, packed ones excluded; null at the end.
    const std::byte* next();
    /// Skips bytes that belong to the last record but are not included in its size.
    void skip(std::uint64_t count);
    /// The next `count` bytes, which are then skipped.
    std::span<const std::byte> take(std::uint64_t count);

    End end() const { return m_end; }
    /// The number of the file's bytes that were read.
    std::size_t done() const { return m_done; }

private:
    struct Unpacker;

    std::size_t sizeAt(const std::byte* header) const;
    const std::byte* nextUnpacked();
    void unpack(std::span<const std::byte> packed);
    bool makeRoom();

    std::span<const std::byte> m_records;
    ByteOrder m_order;
    std::size_t m_done = 0;
    End m_end = End::Whole;
    std::unique_ptr<Unpacker> m_unpacker;
    std::size_t m_unpackedLimit;
    std::size_t m_unpackedSize = 0;
    std::vector<ByteBlock> m_blocks;
    std::size_t m_blockDone = 0;         // how much of the last block was used
    std::span<const std::byte> m_packed; // the packed bytes of the current record that were not unpacked yet
    bool m_isFull = false;               // the last block was filled to its end
};

} // namespace candela
