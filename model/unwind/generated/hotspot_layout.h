/// The offsets in HotSpot's structures that lead to its generated code: read from the virtual machine's own
/// tables, never guessed.
#pragma once

#include "model/unwind/generated/hotspot_tables.h"

#include <cstdint>
#include <optional>

namespace candela {

/// A number in a structure: its offset and size.
struct HotspotNumber {
    std::uint64_t offset = 0;
    unsigned bytes = 0;
};

struct HotspotLayout {
    /// Fails on a version that stores its code in another way; the error names the missing part.
    static Result<HotspotLayout> from(const HotspotTables& tables);

    // Variables
    std::uint64_t heaps = 0; ///< CodeCache::_heaps, a pointer to a GrowableArray of pointers
    std::uint64_t lowBound = 0;
    std::uint64_t highBound = 0;
    // GrowableArray
    std::uint64_t arrayLength = 0;
    std::uint64_t arrayItems = 0;
    // CodeHeap, with two VirtualSpaces
    std::uint64_t heapMemory = 0;
    std::uint64_t heapSegments = 0;
    std::uint64_t heapSegmentShift = 0;
    std::uint64_t spaceLow = 0;
    std::uint64_t spaceHigh = 0;
    // HeapBlock, followed by its contents
    HotspotNumber blockLength; ///< in segments
    std::uint64_t blockUsed = 0;
    std::uint64_t blockBytes = 0;
    // CodeBlob
    std::uint64_t blobName = 0;
    HotspotNumber blobFrameComplete;
    std::uint64_t blobFrameSize = 0;
    struct Range {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };
    std::optional<Range> codePointers; ///< pointers, until version 23
    std::optional<Range> codeOffsets;  ///< offsets in bytes from the blob, since version 23
    // nmethod
    std::uint64_t codeMethod = 0;
    std::uint64_t codeNumber = 0; ///< a field whose value differs between blobs that are at one address one
                                  ///< after the other
    std::uint64_t codeState = 0;
    // From a Method to its names
    std::uint64_t methodConstants = 0; ///< Method::_constMethod
    std::uint64_t constantPool = 0;    ///< ConstMethod::_constants
    std::uint64_t nameIndex = 0;
    std::uint64_t poolHolder = 0;
    std::uint64_t poolBytes = 0; ///< size of the constant pool's header; the pool's entries follow it
    std::uint64_t className = 0;
    std::uint64_t symbolLength = 0;
    std::uint64_t symbolBody = 0;
};

} // namespace candela
