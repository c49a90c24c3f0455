/// The texts that a chunk's constants hold: symbols and the names of classes.
#pragma once

#include "model/formats/jfr/jfr_chunk.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>
#include <utility>

namespace candela {

template<typename Value>
using ByJfrConstant = absl::flat_hash_map<std::pair<std::uint64_t, std::uint64_t>, Value>;

class JfrNames {
public:
    /// Texts may be referred to as often as a file likes: all together have a limit, which follows its size.
    explicit JfrNames(std::size_t fileSize);

    /// Constants are those of this chunk from now on; it lives until the next one begins.
    void begin(const JfrChunk& chunk);
    /// A text that stands where a value is.
    std::string text(ByteReader& reader);
    /// The text of a constant that is a text, or that has one as its first (jdk.types.Symbol, FrameType).
    std::string symbol(std::uint64_t type, std::uint64_t key);
    /// "java.util.List": with dots, as it is in every run.
    const std::string& className(std::uint64_t type, std::uint64_t key);
    /// As the file has it: async-profiler puts the names of libraries there.
    std::string rawClassName(std::uint64_t type, std::uint64_t key);

    /// Takes that many bytes off the limit; false where they are not left.
    bool spend(std::size_t bytes);
    /// Whether the limit was reached.
    bool isExhausted() const { return m_isExhausted; }

private:
    const JfrChunk* m_chunk = nullptr;
    ByJfrConstant<std::string> m_classNames;
    std::size_t m_bytesLeft;
    bool m_isExhausted = false;
};

} // namespace candela
