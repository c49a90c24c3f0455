#include "model/profile/profile.h"

#include "model/base/text/model_text.h"

#include <fmt/format.h>

#include <numeric>

namespace candela {

std::string_view stackEndName(StackEnd end) {
    switch (end) {
    case StackEnd::Unknown:
        return "unknown";
    case StackEnd::Complete:
        return "complete";
    case StackEnd::None:
        return "none";
    case StackEnd::TooDeep:
        return ModelText::trLater("too deep");
    case StackEnd::Unreadable:
        return ModelText::trLater("stack memory unreadable");
    case StackEnd::NoUnwindData:
        return ModelText::trLater("no unwind information");
    case StackEnd::NoMapping:
        return ModelText::trLater("address outside every mapping");
    case StackEnd::Failed:
        return ModelText::trLater("no stack from the kernel");
    case StackEnd::TableMissing:
        return ModelText::trLater("unwind table missing");
    }
    return "unknown";
}

ValueTypeIndex Profile::shownValue() const {
    if (defaultValue) return defaultValue;
    return samples.empty() ? ValueTypeIndex() : ValueTypeIndex(samples.size() - 1);
}

ValueTypeIndex Profile::findValue(std::string_view name) const {
    for (std::size_t row = 0; row < samples.size(); ++row) {
        if (text(samples[row].type.name) == name) return ValueTypeIndex(row);
    }
    return {};
}

std::span<const Label> Profile::labelsOf(LabelSetIndex set) const {
    if (set.isNone()) return {};
    const auto begin = labelSets.begin[set.row()];
    return std::span(labelSets.labels).subspan(begin, labelSets.begin[set.row() + 1] - begin);
}

std::int64_t Profile::totalWeight(ValueTypeIndex value) const {
    if (value.isNone()) return 0;
    // Overflow of malicious weights wraps around, which is defined for unsigned numbers.
    std::uint64_t total = 0;
    for (const auto weight : samples[value.row()].weight)
        total += static_cast<std::uint64_t>(weight);
    return static_cast<std::int64_t>(total);
}

} // namespace candela
