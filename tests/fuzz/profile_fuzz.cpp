/// An untrusted file from end to end: unpacked, recognized, read, analysed, and written in every format.
#include "model/analysis/call_tree/call_tree.h"
#include "model/analysis/call_tree/flame_layout.h"
#include "model/analysis/call_tree/function_list.h"
#include "model/analysis/samples/timeline.h"
#include "model/base/wrapping.h"
#include "model/formats/format.h"
#include "tests/fuzz/required.h"

using namespace candela;

namespace {

void look(const std::shared_ptr<const Profile>& profile, ValueTypeIndex value) {
    Task task;
    SampleSelector selector(profile);
    const auto weights = selector.stackWeights(value, {}, task);
    require(weights.has_value(), "samples without a filter are added up");
    require(weights->total == profile->totalWeight(value), "the empty filter keeps every sample");

    const auto groups = groupFrames(profile, Grouping::Function);
    const auto shape = callTreeShape(groups);
    groupWeights(*shape, *weights);
    for (const auto direction : {Direction::TopDown, Direction::Inverted}) {
        auto tree = CallTree::create(direction, shape, *weights);
        flameLayout(tree, {}, 0.001, FlameOrder::ByWeight);
    }
    const auto range = timeRangeOf(*profile);
    const auto tracks = timeline(selector, *profile, value, {}, TrackKind::Thread, range, 100, task);
    require(tracks.has_value(), "every profile has a timeline");
    // Samples that last beyond the largest representable time are in no slice.
    if (range.end == std::numeric_limits<std::int64_t>::max()) return;
    std::int64_t total = 0;
    for (const auto& track : tracks->tracks)
        total = wrappingSum(total, track.total);
    require(selector.stackWeights(value, {.time = range}, task)->total == total,
            "the timeline has each sample that the filter keeps");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto all = std::as_bytes(std::span(bytes, size));
    auto input = Input::fromBytes("input", {all.begin(), all.end()});
    Task task;
    auto read = readProfile(input, task);
    if (!read) {
        require(!read.error().message.empty(), "an error says what is wrong");
        return 0;
    }
    const auto profile = std::make_shared<const Profile>(std::move(*read));
    requireInvariants(*profile);
    for (std::size_t value = 0; value < profile->samples.size(); ++value)
        look(profile, ValueTypeIndex(value));
    for (const auto& format : allFormats()) {
        Output output;
        if (format.write) (void)format.write(*profile, output, task);
    }
    return 0;
}
