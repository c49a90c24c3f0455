#include "model/formats/shown_value.h"
#include "model/base/text/model_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

bool holdsSomething(const SampleTable& table) {
    return std::ranges::any_of(table.weight, [](std::int64_t weight) { return weight != 0; });
}

} // namespace

void showValueThatHoldsSomething(Profile& profile) {
    const auto shown = profile.shownValue();
    if (shown.isNone() || holdsSomething(profile.samples[shown.row()])) return;
    const auto found = std::ranges::find_if(profile.samples, holdsSomething);
    if (found == profile.samples.end()) return;
    profile.defaultValue = ValueTypeIndex(static_cast<std::size_t>(found - profile.samples.begin()));
    profile.warnings.push_back(ModelText::tr(
        "The value that the file shows first, \"{}\", is zero throughout: \"{}\" is shown instead.",
        profile.text(profile.samples[shown.row()].type.name), profile.text(found->type.name)));
}

} // namespace candela
