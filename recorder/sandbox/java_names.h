/// The names of the code that a Java virtual machine generated, read from the process's memory. Names that
/// were read once remain available after the process's end.
#pragma once

#include "model/symbols/names/symbolized_frame.h"
#include "model/unwind/generated/hotspot_code.h"
#include "recorder/sandbox/process_memory.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace candela {

class JavaNames {
public:
    static constexpr std::size_t keptBlobs = 100'000;

    /// `library` is where the virtual machine's library begins in the process.
    JavaNames(FileDescriptor memory, std::uint64_t library)
        : m_memory(std::move(memory)), m_library(library) {}
    /// The names at this moment, in the order of `addresses`.
    std::vector<SymbolizedFrames> resolve(std::span<const std::uint64_t> addresses);

private:
    struct Named {
        HotspotBlob blob;
        std::string name;
    };
    std::string nameAt(std::uint64_t address);
    std::string keptNameAt(std::uint64_t address) const;

    ProcessMemory m_memory;
    std::uint64_t m_library;
    std::optional<HotspotCode> m_code;      // none until the virtual machine could be read
    std::map<std::uint64_t, Named> m_named; // by the start of the code
};

} // namespace candela
