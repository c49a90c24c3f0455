/// The texts in a chunk's constants: symbols and the names of classes.
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
    /// A file may refer to a text any number of times, so all texts together have a limit, which depends on
    /// the file's size.
    explicit JfrNames(std::size_t fileSize);

    /// Sets the chunk whose constants are read; it must live until the next begin().
    void begin(const JfrChunk& chunk);
    /// A text that is directly in a value.
    std::string text(ByteReader& reader);
    /// The text of a constant that is a text, or whose first field is one (jdk.types.Symbol, FrameType).
    std::string symbol(std::uint64_t type, std::uint64_t key);
    /// The name of a class with dots: "java.util.List".
    const std::string& className(std::uint64_t type, std::uint64_t key);
    /// The name of a class as it is in the file: async-profiler stores the names of libraries there.
    std::string rawClassName(std::uint64_t type, std::uint64_t key);

    /// Takes that many bytes from what the limit leaves; false if they exceed it.
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
