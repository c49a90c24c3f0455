/// Arbitrary bytes as text in XML and HTML: unprintable characters are replaced (shownText), the rest is
/// escaped.
#pragma once

#include <string>
#include <string_view>

namespace candela {

std::string xmlText(std::string_view text);

} // namespace candela
