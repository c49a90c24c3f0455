/// A small BTF of a few types of a large one. BTF describes the types of the kernel:
/// https://docs.kernel.org/bpf/btf.html
#pragma once

#include "model/base/result.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace candela {

/// What relocations of a program (CO-RE) compare with the running kernel.
struct WantedTypes {
    absl::flat_hash_set<std::string> types;   ///< structures, unions, enumerations and typedefs
    absl::flat_hash_set<std::string> members; ///< of these types; other members are left out
    absl::flat_hash_set<std::string> targets; ///< functions and typedefs of which only the number is wanted
};

struct SelectedTypes {
    std::vector<std::byte> btf;
    /// The numbers of the targets in the large BTF; without those that it lacks.
    absl::flat_hash_map<std::string, std::uint32_t> targets;
};

/// Takes all types of the wanted names, in their order, with the types that their members contain. Offsets
/// and sizes stay the same; a pointer does not name its type any more. Fails on BTF that it does not know.
Result<SelectedTypes> selectTypes(std::span<const std::byte> btf, const WantedTypes& wanted);

} // namespace candela
