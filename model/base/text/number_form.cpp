#include "model/base/text/number_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace candela {

namespace {

NumberForm form;

} // namespace

void setNumberForm(const NumberForm& wanted) {
    form = wanted;
}

const NumberForm& numberForm() {
    return form;
}

std::string formatDecimal(double number, int decimals) {
    auto text = fmt::format("{:.{}f}", number, decimals);
    if (!std::isfinite(number)) return text;
    const auto point = text.find('.');
    if (point != std::string::npos) text.replace(point, 1, form.decimalPoint);
    return withGroups(std::move(text), point);
}

std::string withGroups(std::string digits, std::size_t end) {
    constexpr std::size_t groupSize = 3;
    const std::size_t first = digits.starts_with('-') ? 1 : 0;
    for (auto position = std::min(end, digits.size()); position > first + groupSize;) {
        position -= groupSize;
        digits.insert(position, form.groupSeparator);
    }
    return digits;
}

} // namespace candela
