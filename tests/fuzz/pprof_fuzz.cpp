/// An unpacked pprof message, whatever it is. What could be read is written and read again: no weight gets
/// lost.
#include "model/base/byte_reader.h"
#include "model/formats/format.h"
#include "model/formats/pprof_writer.h"
#include "tests/fuzz/required.h"

#include <span>

namespace {

using namespace candela;

std::expected<Profile, Error> readAsPprof(std::span<const std::byte> bytes) {
    auto input = Input::fromBytes("-", {bytes.begin(), bytes.end()});
    input.setSizeLimit(std::size_t{1} << 26);
    Task task;
    return findFormat("pprof")->read(input, task);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto profile = readAsPprof(std::as_bytes(std::span(bytes, size)));
    if (!profile) return 0;
    requireInvariants(*profile);
    Task task;
    const auto written = writePprofMessage(*profile, task);
    require(written.has_value(), "what was read can be written");
    const auto again = readAsPprof(asBytes(*written));
    // Without any value type there is nothing to write.
    if (profile->samples.empty()) return 0;
    require(again.has_value(), "what was written can be read");
    requireInvariants(*again);
    require(again->samples.size() == profile->samples.size(), "no value type gets lost");
    for (std::size_t value = 0; value < profile->samples.size(); ++value) {
        require(again->totalWeight(ValueTypeIndex(value)) == profile->totalWeight(ValueTypeIndex(value)),
                "no weight gets lost");
    }
    return 0;
}
