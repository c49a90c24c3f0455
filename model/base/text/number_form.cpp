#include "model/base/text/number_form.h"

#include <fmt/format.h>

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
    if (const auto point = text.find('.'); point != std::string::npos)
        text.replace(point, 1, form.decimalPoint);
    return text;
}

} // namespace candela
