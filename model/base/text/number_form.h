/// How decimal numbers are written for people. The window takes it from its user's locale; the command line keeps the
/// default.
#pragma once

#include <string>

namespace candela {

struct NumberForm {
    std::string decimalPoint = ".";
    std::string groupSeparator = ",";
};

/// Set it before other threads start.
void setNumberForm(const NumberForm& form);
const NumberForm& numberForm();

/// "12.30" with two decimals.
std::string formatDecimal(double number, int decimals);

} // namespace candela
