/// What functions are compared by if all that is known of them is their machine code.
#pragma once

#include "model/comparison/matching/match_state.h"

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace candela {

/// Numbers of what functions of both sides have in their code: sequences of instructions, and constants.
class CodeTraits {
public:
    using Number = std::uint32_t;

    Number of(std::uint64_t hash) {
        return m_numbers.try_emplace(hash, static_cast<Number>(m_numbers.size())).first->second;
    }
    std::size_t size() const { return m_numbers.size(); }

private:
    absl::flat_hash_map<std::uint64_t, Number> m_numbers;
};

struct CodePrint {
    struct Count {
        CodeTraits::Number trait = 0;
        std::uint32_t count = 0;
    };
    FrameGroupIndex group;
    std::uint32_t file = 0;             ///< of its side: files of one name differ
    std::uint64_t start = 0;            ///< of its main part, in the address space of its mapping
    std::size_t instructions = 0;       ///< how many it has
    std::optional<std::uint64_t> whole; ///< a hash of all instructions; none if some are not known
    std::vector<Count> traits;          ///< ascending
    std::vector<std::uint64_t> callees; ///< their addresses, in the order of the calls
};

/// Functions of fewer instructions are not compared.
inline constexpr std::size_t minimumInstructions = 4;

/// The functions of one side of which the profile keeps the code, in the order of their addresses within each
/// file.
class CodePrints {
public:
    /// Refers to the side.
    CodePrints(const MatchedSide& side, CodeTraits& traits);

    std::span<const CodePrint> all() const { return m_prints; }
    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
    /// The row of a group's print, or none.
    std::uint32_t rowOf(FrameGroupIndex group) const { return m_rowOf[group.row()]; }
    /// The row of the function of the file that begins there, or of which a part does, or none.
    std::uint32_t rowAt(std::uint32_t file, std::uint64_t start) const;

private:
    struct SampledCode {
        const KeptCode* code = nullptr;
        std::vector<std::uint32_t> addresses; ///< of each part: how many of its addresses have samples
    };

    void addPrint(const SampledCode& sampled, FrameGroupIndex group, std::uint32_t file, CodeTraits& traits);
    std::vector<SampledCode> sampledCode() const;
    /// The number of the file of each code: in the order of paths and build ids.
    std::vector<std::uint32_t> filesOf(const std::vector<SampledCode>& sampled) const;

    const MatchedSide& m_side;
    std::vector<CodePrint> m_prints;
    std::vector<std::uint32_t> m_rowOf;                                                  // by group
    absl::flat_hash_map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> m_rowAt; // by file and start
};

} // namespace candela
