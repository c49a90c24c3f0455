/// What functions without a partner are compared by, computed once for each of them.
#pragma once

#include "model/comparison/matching/match_state.h"

#include <absl/container/node_hash_map.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

struct OpenFunction {
    double share = 0;          ///< of the weight of all samples of its side, without signs
    bool hasName = true;       ///< false: only its start is known
    std::string source;        ///< sourceName()
    std::string_view lastName; ///< part of source
    std::string_view file;     ///< MatchedSide::fileName()
    std::uint32_t startLine = 0;
    /// The last words of source, in small letters, each once: "read", "utf", "8" for "read_utf8" or
    /// "readUTF8".
    std::vector<std::string> words;
};

/// Refers to the side.
class OpenFunctions {
public:
    explicit OpenFunctions(const MatchedSide& side) : m_side(side) {}

    /// The group has a row. The reference stays valid.
    const OpenFunction& of(FrameGroupIndex group) const;

private:
    const MatchedSide& m_side;
    mutable absl::node_hash_map<FrameGroupIndex, OpenFunction> m_functions;
};

} // namespace candela
