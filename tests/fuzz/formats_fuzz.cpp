/// Bytes of any kind, packed or not, read as any user's file would be, and by every format's reader whether
/// it recognizes them or not. What could be read is written in every format.
#include "model/formats/format.h"
#include "tests/fuzz/required.h"

#include <span>

namespace {

using namespace candela;

constexpr std::size_t sizeLimit = std::size_t{1} << 24;

Input inputOf(std::span<const std::byte> bytes) {
    auto input = Input::fromBytes("-", {bytes.begin(), bytes.end()});
    input.setSizeLimit(sizeLimit);
    return input;
}

void requireWhole(const Result<Profile>& profile) {
    if (profile)
        requireInvariants(*profile);
    else
        require(!profile.error().message.empty() && !profile.error().message.ends_with('.'),
                "an error is a sentence without a full stop");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto input = std::as_bytes(std::span(bytes, size));
    Task task;
    auto recognized = inputOf(input);
    const auto profile = readProfile(recognized, task);
    requireWhole(profile);
    for (const auto& format : allFormats()) {
        auto given = inputOf(input);
        if (format.read) requireWhole(format.read(given, task));
        Output output;
        if (profile && format.write) static_cast<void>(format.write(*profile, output, task));
    }
    return 0;
}
