/// Packs the code of functions into a serialized Segment, whose parts are sent to the recorder: strings, one
/// mapping without contents, and code.
#pragma once

#include "model/code/function_code.h"
#include "model/recording/recording.pb.h"

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace candela {

class CodePacker {
public:
    /// Longer texts are cut, in bytes.
    static constexpr std::size_t maximumText = 2048;

    /// Limits for one function.
    static constexpr CodeLimits limits{.bytes = 256 << 10, .lines = 20'000};
    /// No function is added above this size of all in the answer; the recorder asks again.
    static constexpr std::size_t fullSize = 2 << 20;

    CodePacker();
    /// Whether a function that was added has this address.
    bool covers(std::uint64_t address) const;
    bool isFull() const { return m_size >= fullSize; }
    void add(const FunctionCode& code);
    /// The functions that were added. To be called once.
    std::string take() { return m_segment.SerializeAsString(); }

private:
    std::uint32_t text(std::string_view text);

    recording::Segment m_segment;
    absl::flat_hash_map<std::string, std::uint32_t> m_texts; // rows of the segment's strings
    std::size_t m_size = 0;
};

} // namespace candela
