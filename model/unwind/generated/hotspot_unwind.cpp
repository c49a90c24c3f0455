#include "model/unwind/generated/hotspot_unwind.h"

#include "model/unwind/generated/hotspot_rows.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::size_t maximumBlobSize = 16 << 20; // maximum size of one blob

} // namespace

Result<HotspotUnwind> HotspotUnwind::open(ForeignMemory& memory, std::uint64_t library) {
    return HotspotUnwind(TRY(HotspotCode::open(memory, library)));
}

void HotspotUnwind::addRows(ForeignMemory& memory, const HotspotBlob& blob, std::vector<unwind_row>& rows) {
    std::vector<std::byte> code(std::min<std::size_t>(blob.codeEnd - blob.codeBegin, maximumBlobSize));
    if (!memory.readOnce(blob.codeBegin, code)) return;
    const bool isInterpreter = m_code.kindOf(memory, blob) == "Interpreter";
    UnwindRows added;
    addHotspotRows(blob, isInterpreter ? HotspotCodeKind::Interpreter : HotspotCodeKind::Other, code,
                   static_cast<std::uint32_t>(blob.codeBegin - base()), added);
    const auto list = added.take();
    rows.insert(rows.end(), list.begin(), list.end());
}

bool HotspotUnwind::refresh(ForeignMemory& memory) {
    const auto found = m_code.blobs(memory);
    if (found.empty()) return false; // the process has exited
    std::vector<Known> blobs;
    std::vector<unwind_row> rows;
    blobs.reserve(found.size());
    rows.reserve(m_rows.size());
    std::size_t reused = 0;
    auto old = m_blobs.begin();
    for (const auto& blob : found) {
        const auto first = rows.size();
        while (old != m_blobs.end() && old->blob.codeBegin < blob.codeBegin)
            ++old;
        // A blob that was incomplete at the last read may look the same and be complete now.
        const bool isSame = old != m_blobs.end() && old->blob == blob && old->rows > 0;
        if (isSame && (blob.isWhole || !m_code.isMethod(memory, blob))) {
            const auto from = m_rows.begin() + old->firstRow;
            rows.insert(rows.end(), from, from + old->rows);
            ++reused;
        } else {
            addRows(memory, blob, rows);
        }
        if (rows.size() > maximumRows) {
            rows.resize(first);
            break;
        }
        blobs.push_back(
            {blob, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(rows.size() - first)});
    }
    const bool isUnchanged = reused == blobs.size() && blobs.size() == m_blobs.size();
    m_blobs = std::move(blobs);
    m_rows = std::move(rows);
    return !isUnchanged;
}

std::vector<unwind_row> HotspotUnwind::rows() const {
    UnwindRows rows;
    rows.reserve(m_rows.size());
    for (const auto& row : m_rows)
        rows.add(row);
    return rows.take();
}

} // namespace candela
