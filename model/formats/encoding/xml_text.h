/// Escapes arbitrary bytes as text in XML and HTML; unprintable characters are replaced (shownText).
#pragma once

#include <string>
#include <string_view>

namespace candela {

std::string xmlText(std::string_view text);

} // namespace candela
