/// Which code a profile keeps at an address.
#pragma once

#include "model/profile/profile.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace candela {

class KeptParts {
public:
    /// Refers to the profile. O(parts * log(parts)) in the parts of kept code.
    explicit KeptParts(const Profile& profile);

    /// The function that covers an address of the mapping's module; null if the profile keeps none.
    const KeptCode* find(MappingIndex mapping, std::uint64_t address) const;

private:
    using File = std::pair<StringIndex, StringIndex>; // path and build id
    struct Part {
        std::uint64_t start = 0, end = 0;
        std::uint32_t code = 0; // row of Profile::code
    };

    File fileOf(MappingIndex mapping) const;

    const Profile& m_profile;
    absl::flat_hash_map<File, std::vector<Part>> m_parts; // by start
};

} // namespace candela
