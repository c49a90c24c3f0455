#include "recorder/rights/protections.h"

#include <array>
#include <string_view>

namespace candela {

namespace {

constexpr std::array<std::string_view, 9> texts{
    "freedom from capabilities",   "a user of its own",   "an empty root", "a network of its own",
    "processes of its own",        "messages of its own", "memory limits", "a system call filter",
    "rules about files (Landlock)"};

} // namespace

std::string MissingProtections::text() const {
    std::string text;
    for (std::size_t bit = 0; bit < texts.size(); ++bit) {
        if ((m_bits >> bit & 1) == 0) continue;
        if (!text.empty()) text += ", ";
        text += texts[bit];
    }
    return text;
}

} // namespace candela
