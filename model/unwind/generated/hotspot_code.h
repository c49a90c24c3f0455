/// The code that a HotSpot virtual machine generated, as it lies in its process's memory at this moment:
/// blobs, each a compiled method, or something of the machine's own. The machine goes on while it is read, so
/// anything may be incomplete or removed; what is inconsistent is left out.
#pragma once

#include "model/base/result.h"
#include "model/unwind/generated/foreign_memory.h"
#include "model/unwind/generated/hotspot_layout.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace candela {

struct HotspotBlob {
    std::uint64_t codeBegin = 0;
    std::uint64_t codeEnd = 0;
    std::uint64_t name = 0;         ///< address of the text: "Interpreter", "nmethod"
    std::int32_t frameComplete = 0; ///< bytes from codeBegin on until the frame is whole; negative: never
    std::uint32_t frameWords = 0;   ///< of such a frame, with return address and saved frame pointer
    std::uint64_t method = 0;       ///< whose code it is; 0: no method's
    std::int32_t number = 0;        ///< of the compilation
    bool isWhole = true;            ///< else the machine is still making it

    bool operator==(const HotspotBlob&) const = default;
};

class HotspotCode {
public:
    static constexpr std::size_t maximumBlobs = 400'000;

    /// `library` is where libjvm.so begins in the process.
    static Result<HotspotCode> open(ForeignMemory& memory, std::uint64_t library);
    /// For a machine whose symbols are found in another way.
    static Result<HotspotCode> open(ForeignMemory& memory, const HotspotTables::FindSymbol& findSymbol);

    /// Where all its code lies, less than 4 GiB; that does not change while it runs.
    struct Bounds {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };
    Bounds bounds() const { return m_bounds; }

    /// All blobs, sorted by address; they do not overlap.
    std::vector<HotspotBlob> blobs(ForeignMemory& memory) const;
    /// The blob whose code holds the address.
    std::optional<HotspotBlob> find(ForeignMemory& memory, std::uint64_t address) const;
    /// What the machine calls a blob: "nmethod" and "native nmethod" are compiled methods. Empty where it was
    /// removed.
    const std::string& kindOf(ForeignMemory& memory, const HotspotBlob& blob);
    bool isMethod(ForeignMemory& memory, const HotspotBlob& blob);
    /// As people know it: "java.util.HashMap.put" of a method, else what the machine calls the blob. Empty
    /// where it was removed.
    std::string nameOf(ForeignMemory& memory, const HotspotBlob& blob);

private:
    struct Heap {
        std::uint64_t begin = 0;
        std::uint64_t segments = 0; // how many
        std::uint64_t map = 0;      // a byte for each: how far it is back to its block's first one
        unsigned shift = 0;         // a segment is 2^shift bytes

        std::uint64_t end() const { return begin + (segments << shift); }
    };

    explicit HotspotCode(const HotspotLayout& layout);
    std::vector<Heap> heaps(ForeignMemory& memory) const;
    std::optional<Heap> readHeap(ForeignMemory& memory, std::uint64_t address) const;
    std::uint64_t blockSegments(std::span<const std::byte> block) const;
    std::optional<HotspotBlob> readBlob(std::span<const std::byte> bytes, std::uint64_t block,
                                        std::uint64_t end) const;
    void addBlobs(ForeignMemory& memory, const Heap& heap, std::vector<HotspotBlob>& blobs) const;
    std::string readSymbol(ForeignMemory& memory, std::uint64_t address) const;
    std::string methodName(ForeignMemory& memory, std::uint64_t method) const;

    HotspotLayout m_layout;
    Bounds m_bounds;
    std::size_t m_headBytes = 0;                             // of a block, that are looked at
    absl::flat_hash_map<std::uint64_t, std::string> m_kinds; // by address of the text
};

} // namespace candela
