/// The code that a HotSpot virtual machine has generated, read from its process's memory at this moment:
/// blobs, each a compiled method or something of the virtual machine's own. The virtual machine runs
/// meanwhile, so anything may be incomplete or removed; inconsistent blobs are skipped.
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
    std::int32_t frameComplete = 0; ///< bytes from codeBegin until the frame is complete; negative: never
    std::uint32_t frameWords = 0;   ///< size of a complete frame, with return address and saved frame pointer
    std::uint64_t method = 0;       ///< the method of the code; 0: none
    std::int32_t number = 0;        ///< number of the compilation
    bool isWhole = true;            ///< false: the virtual machine is still creating it

    bool operator==(const HotspotBlob&) const = default;
};

class HotspotCode {
public:
    static constexpr std::size_t maximumBlobs = 400'000;

    /// `library` is where libjvm.so begins in the process.
    static Result<HotspotCode> open(ForeignMemory& memory, std::uint64_t library);
    /// The same for a virtual machine whose symbols are found in another way.
    static Result<HotspotCode> open(ForeignMemory& memory, const HotspotTables::FindSymbol& findSymbol);

    /// The range of all its code, less than 4 GiB, which does not change while it runs.
    struct Bounds {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };
    Bounds bounds() const { return m_bounds; }

    /// Reads all blobs, sorted by address; they do not overlap.
    std::vector<HotspotBlob> blobs(ForeignMemory& memory) const;
    /// The blob whose code contains the address.
    std::optional<HotspotBlob> find(ForeignMemory& memory, std::uint64_t address) const;
    /// The virtual machine's name for a blob: "nmethod" and "native nmethod" are compiled methods. Empty if
    /// the blob was removed.
    const std::string& kindOf(ForeignMemory& memory, const HotspotBlob& blob);
    bool isMethod(ForeignMemory& memory, const HotspotBlob& blob);
    /// The name for users: "java.util.HashMap.put" for a method, else the virtual machine's name for the
    /// blob. Empty if it was removed.
    std::string nameOf(ForeignMemory& memory, const HotspotBlob& blob);

private:
    struct Heap {
        std::uint64_t begin = 0;
        std::uint64_t segments = 0; // how many
        std::uint64_t map = 0;      // address of the map: a byte for each segment, with the distance to the
                                    // first segment of its block
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
    std::size_t m_headBytes = 0;                             // how many bytes of each block are read
    absl::flat_hash_map<std::uint64_t, std::string> m_kinds; // key: address of the name
};

} // namespace candela
