#include "model/code/aligned_code_text.h"

#include "model/base/shown_text.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"

namespace candela {

namespace {

/// "2 calls", "5 instructions inlined, 42.0 %".
std::string useText(const UseOfFunction& use, std::int64_t total) {
    std::string text;
    if (use.calls > 0)
        text = use.calls == 1 ? ModelText::tr("1 call") : ModelText::tr("{} calls", formatCount(use.calls));
    if (use.instructions > 0) {
        const double share = total == 0 ? 0 : static_cast<double>(use.self) / static_cast<double>(total);
        if (!text.empty()) text += ", ";
        text += use.instructions == 1 ? ModelText::tr("1 instruction inlined, {}", formatShare(share, 1))
                                      : ModelText::tr("{} instructions inlined, {}",
                                                      formatCount(use.instructions), formatShare(share, 1));
    }
    return text.empty() ? ModelText::tr("not used") : text;
}

} // namespace

std::vector<std::string> changedUses(const AlignedCode& aligned, std::int64_t baseTotal,
                                     std::int64_t newTotal) {
    std::vector<std::string> sentences;
    const auto isSame = [](std::size_t own, std::size_t other) { return (own > 0) == (other > 0); };
    for (const auto& function : aligned.used) {
        if (isSame(function.base.calls, function.newSide.calls) &&
            isSame(function.base.instructions, function.newSide.instructions))
            continue;
        sentences.push_back(ModelText::tr("{}: {} in base, {} in new", shownText(function.name),
                                          useText(function.base, baseTotal),
                                          useText(function.newSide, newTotal)));
    }
    return sentences;
}

} // namespace candela
