/// The machine code that a profile keeps, found by module and address.
#pragma once

#include "model/code/function_code.h"
#include "model/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace candela {

/// Whether the code is what a profile keeps, of which `isCut` means: only the code around the instructions
/// that were hit is kept.
bool isOfCapture(const FunctionCode& code);

class KeptFunctions {
public:
    /// O(parts * log(parts)) in the parts of kept code. The profile must outlive this object.
    explicit KeptFunctions(const Profile& profile);

    /// The function that covers an address of the mapping's module; null if the profile keeps none. The same
    /// function is the same object.
    std::shared_ptr<const FunctionCode> find(MappingIndex mapping, std::uint64_t address);

private:
    struct Part {
        std::uint64_t start = 0;
        std::uint64_t end = 0;
        std::size_t code = 0; // row of Profile::code
    };
    using ModuleKey = std::pair<StringIndex, StringIndex>; // path and build id

    ModuleKey keyOf(MappingIndex mapping) const;

    const Profile& m_profile;
    std::map<ModuleKey, std::vector<Part>> m_parts; // by start
    std::map<std::size_t, std::shared_ptr<const FunctionCode>> m_functions;
};

} // namespace candela
