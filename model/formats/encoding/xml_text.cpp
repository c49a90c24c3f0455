#include "model/formats/encoding/xml_text.h"

#include "model/base/shown_text.h"

namespace candela {

namespace {

std::string_view escaped(char letter) {
    switch (letter) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return {};
    }
}

} // namespace

std::string xmlText(std::string_view text) {
    std::string result;
    for (const char letter : shownText(text)) {
        if (const auto escape = escaped(letter); !escape.empty())
            result += escape;
        else
            result += letter;
    }
    return result;
}

} // namespace candela
