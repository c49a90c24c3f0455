/// A range of addresses in code, as linked.
#pragma once

#include <cstdint>

namespace candela {

struct AddressRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0; ///< exclusive

    std::uint64_t size() const { return end - begin; }
    bool covers(std::uint64_t address) const { return address >= begin && address < end; }
    bool operator==(const AddressRange&) const = default;
};

} // namespace candela
