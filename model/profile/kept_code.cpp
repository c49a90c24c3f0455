#include "model/profile/kept_code.h"

#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/profile/profile.h"

#include <algorithm>

namespace candela {

namespace {

bool isInside(const KeptPart& part, std::uint64_t address) {
    return address >= part.start && address - part.start < part.bytes.size();
}

std::string partsProblem(const KeptCode& code) {
    if (code.parts.empty()) return "kept code has no bytes";
    std::uint64_t end = 0; // of the part before
    for (const auto& part : code.parts) {
        if (part.bytes.empty()) return "kept code has an empty part";
        if (part.start < end) return "parts of kept code overlap or are out of order";
        if (__builtin_add_overflow(part.start, part.bytes.size(), &end))
            return "kept code exceeds the address space";
    }
    return code.size() > maximumKeptFunction ? "kept code of a function is too large" : std::string();
}

std::string linesProblem(const KeptCode& code) {
    if (!std::ranges::is_sorted(code.lines, std::ranges::less_equal(), &KeptLines::address))
        return "lines of kept code are out of order";
    std::uint32_t before = 0;
    for (const auto& row : code.lines) {
        if (row.firstFrame < before || row.firstFrame > code.frames.size())
            return "lines of kept code have frames that are not there";
        before = row.firstFrame;
    }
    for (const auto& frame : code.frames) {
        if (frame.function >= code.functions.size()) return "kept code has a frame without a function";
    }
    return {};
}

} // namespace

bool KeptCode::covers(std::uint64_t address) const {
    return std::ranges::any_of(parts, [address](const KeptPart& part) { return isInside(part, address); });
}

std::size_t KeptCode::size() const {
    std::size_t sum = 0;
    for (const auto& part : parts)
        sum += part.bytes.size();
    return sum;
}

std::string tooMuchCodeSentence() {
    return ModelText::tr("Machine code of some functions was left out: {} are kept.",
                         formatBytes(maximumKeptCode));
}

std::string check(const KeptCode& code) {
    if (auto problem = partsProblem(code); !problem.empty()) return problem;
    if (auto problem = linesProblem(code); !problem.empty()) return problem;
    if (!std::ranges::is_sorted(code.targets, std::ranges::less_equal(), &KeptTarget::address))
        return "targets of kept code are out of order";
    return {};
}

} // namespace candela
