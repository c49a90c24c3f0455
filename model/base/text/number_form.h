/// How decimal numbers are written for people. The window takes it from its user's locale; the command line
/// keeps the default.
#pragma once

#include <cstddef>
#include <string>

namespace candela {

struct NumberForm {
    std::string decimalPoint = ".";
    std::string groupSeparator = ",";
};

/// Set it before other threads start.
void setNumberForm(const NumberForm& form);
const NumberForm& numberForm();

/// "12.30" with two decimals, "1,234.50".
std::string formatDecimal(double number, int decimals);
/// The number with a separator between the thousands of its digits, which end before `end`.
std::string withGroups(std::string digits, std::size_t end = std::string::npos);

} // namespace candela
