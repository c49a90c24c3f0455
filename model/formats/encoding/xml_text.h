/// Any bytes as text inside XML and HTML: what must not be shown is replaced (shownText), the rest escaped.
#pragma once

#include <string>
#include <string_view>

namespace candela {

std::string xmlText(std::string_view text);

} // namespace candela
