/// The unwind table of code from a just-in-time compiler that does not describe it: made by following the
/// instructions from addresses that stack walks reached, where an instruction certainly begins.
#pragma once

#include "bpf/unwind.h"
#include "model/unwind/generated/foreign_memory.h"
#include "model/unwind/instructions/code_frame.h"

#include <absl/container/btree_map.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace candela {

class GeneratedUnwind {
public:
    static constexpr std::size_t maximumAddresses = 8192; ///< further addresses are ignored
    static constexpr std::size_t followedBytes = 2048;    ///< how many bytes are followed from each address

    enum class AddressKind : std::uint8_t {
        Exact,  ///< an address that runs
        Return, ///< a return address: the row has to cover the call, too
    };
    struct Address {
        std::uint64_t value = 0;
        AddressKind kind = AddressKind::Exact;
    };

    /// Also follows the code at these addresses.
    void add(ForeignMemory& memory, std::span<const Address> addresses);
    /// Reads all code again, because it may have changed. False if nothing could be read any more.
    bool refresh(ForeignMemory& memory);

    /// The rows, sorted by pc, which is relative to base().
    std::vector<unwind_row> rows() const;
    /// Addresses more than 2 GiB from the first one have no rows.
    std::uint64_t base() const { return m_base; }
    /// Whether most of the code uses frame pointers, so that no table is needed.
    bool usesFramePointers() const { return m_byStack <= m_byFrame; }

private:
    struct Known {
        unwind_row row{};
        std::uint32_t length = 0; // length of the instruction
        bool isAssumed = false;   // the row is assumed, for the call before a return address
    };

    enum class Followed : std::uint8_t { Unreadable, No, Yes };
    Followed follow(ForeignMemory& memory, const Address& address,
                    const std::optional<CodeFrame>& somewhere = {});
    std::optional<CodeFrame> frameOfJumps() const;
    void followByJumps(ForeignMemory& memory);
    std::optional<CodeFrame> frameAt(ForeignMemory& memory, std::uint64_t address, unsigned depth);
    void addKnown(std::uint32_t pc, const Known& known);

    static constexpr std::size_t maximumRows = 500'000;
    std::uint64_t m_base = 0;
    std::vector<Address> m_addresses;
    std::vector<Address> m_unfollowed;             // those of m_addresses that were not followed yet
    absl::btree_map<std::uint32_t, Known> m_known; // by pc
    std::size_t m_byStack = 0;                     // addresses whose frame is found by the stack pointer
    std::size_t m_byFrame = 0;
    absl::btree_map<std::uint64_t, std::optional<CodeFrame>> m_outside; // frames at the targets of jumps out
                                                                        // of the code
};

} // namespace candela
