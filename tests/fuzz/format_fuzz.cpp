/// One format's reader, named by FORMAT_FUNCTION (all_formats.cpp), whether or not its `recognizes` accepts
/// the input. If the format is also written, the profile is written and read again, and must have the same
/// weights.
#include "model/formats/format.h"
#include "tests/fuzz/required.h"

namespace candela {
Format FORMAT_FUNCTION();
}

using namespace candela;

namespace {

Result<Profile> read(const Format& format, std::span<const std::byte> bytes) {
    auto input = Input::fromBytes("input", {bytes.begin(), bytes.end()});
    Task task;
    return format.read(input, task);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto format = FORMAT_FUNCTION();
    const auto profile = read(format, std::as_bytes(std::span(bytes, size)));
    if (!profile) {
        require(!profile.error().message.empty(), "an error says what is wrong");
        return 0;
    }
    requireInvariants(*profile);
    if (!format.write) return 0;

    Output output;
    Task task;
    if (!format.write(*profile, output, task)) return 0;
    const auto again = read(format, output.bytes());
    if (!again) return 0; // the profile may have had nothing to write
    requireInvariants(*again);
    if (format.name == "folded") { // holds only one value type
        require(again->totalWeight(again->shownValue()) == profile->totalWeight(profile->shownValue()),
                "every weight of the shown value is written");
        return 0;
    }
    // Callgrind's costs and events have limits; the writer reports what exceeds them.
    for (const auto& loss : output.losses()) {
        if (loss.find("do not fit") != loss.npos || loss.find("at most") != loss.npos) return 0;
    }
    require(again->samples.size() == profile->samples.size(), "every value type is written");
    for (std::size_t value = 0; value < profile->samples.size(); ++value) {
        require(again->totalWeight(ValueTypeIndex(value)) == profile->totalWeight(ValueTypeIndex(value)),
                "every weight is written");
    }
    return 0;
}
