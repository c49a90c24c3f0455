/// The unwind table of all code that one HotSpot virtual machine generated. Code is added and removed, so the
/// table is made again and again; the rows of unchanged blobs are kept.
#pragma once

#include "bpf/unwind.h"
#include "model/unwind/generated/hotspot_code.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace candela {

class HotspotUnwind {
public:
    static constexpr std::size_t maximumRows = 2'000'000;

    static Result<HotspotUnwind> open(ForeignMemory& memory, std::uint64_t library);
    explicit HotspotUnwind(HotspotCode code) : m_code(std::move(code)) {}

    /// Reads the current state. False if nothing has changed since the last call.
    bool refresh(ForeignMemory& memory);
    /// The rows, sorted by pc, which is relative to base().
    std::vector<unwind_row> rows() const;
    std::uint64_t base() const { return m_code.bounds().begin; }
    std::size_t blobs() const { return m_blobs.size(); }

private:
    struct Known {
        HotspotBlob blob;
        std::uint32_t firstRow = 0; // in m_rows
        std::uint32_t rows = 0;
    };

    void addRows(ForeignMemory& memory, const HotspotBlob& blob, std::vector<unwind_row>& rows);

    HotspotCode m_code;
    std::vector<Known> m_blobs; // by address
    std::vector<unwind_row> m_rows;
};

} // namespace candela
