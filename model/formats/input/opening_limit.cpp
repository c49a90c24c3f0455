#include "model/formats/input/opening_limit.h"

#include "model/base/memory_scope.h"
#include "model/base/text/model_text.h"

#include <fmt/format.h>

#include <charconv>

namespace candela {

OpeningLimit OpeningLimit::none() {
    return {MemoryBound::noLimit};
}

std::uint64_t OpeningLimit::forFile(std::uint64_t size) const {
    if (bytes) return *bytes;
    if (size > (MemoryBound::noLimit - base) / timesFileSize) return MemoryBound::noLimit;
    return base + timesFileSize * size;
}

Result<OpeningLimit> openingLimitFromText(std::string_view text) {
    if (text == "none") return OpeningLimit::none();
    std::uint64_t number = 0;
    const auto* last = text.data() + text.size();
    const auto [end, problem] = std::from_chars(text.data(), last, number);
    auto unit = std::string_view(end, static_cast<std::size_t>(last - end));
    if (unit.ends_with('B')) unit.remove_suffix(1);
    int shift = -1;
    if (unit.empty()) shift = 0;
    if (unit == "K" || unit == "k") shift = 10;
    if (unit == "M") shift = 20;
    if (unit == "G") shift = 30;
    if (problem != std::errc() || shift < 0 || number == 0 || number > MemoryBound::noLimit >> shift)
        return failure(ModelText::tr("\"{}\" is not a size of memory", text), ErrorCode::Usage,
                       ModelText::tr("write a number with K, M or G, as 2G, or none"));
    return OpeningLimit{number << shift};
}

bool isOpeningLimit(const Error& error) {
    return error.hint == OutOfMemory::budgetHint;
}

} // namespace candela
