#include "model/formats/input/json_start.h"

#include <vector>

namespace candela {

namespace {

constexpr std::size_t maximumLevels = 4;
constexpr std::size_t maximumTextLength = 256; // maximum length of a text that identifies a format

bool isSpace(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

/// The letters of the string whose opening quote is at `position`, which moves past its end. If the text is
/// cut off, the letters before the cut.
std::string_view takeString(std::string_view text, std::size_t& position) {
    const auto begin = ++position;
    while (position < text.size() && text[position] != '"')
        position += text[position] == '\\' ? 2 : 1;
    const auto end = std::min(position, text.size());
    position = std::min(position + 1, text.size());
    return text.substr(begin, end - begin);
}

} // namespace

void JsonStart::scan(std::string_view text) {
    std::vector<std::string> paths; // paths of the open values, down to the deepest recorded level
    std::vector<bool> areArrays;    // for each open value: whether it is an array
    std::string path;               // path of the next value
    bool isKey = false;
    std::size_t position = 0;
    const auto isNoted = [&] { return areArrays.size() <= maximumLevels; };
    while (position < text.size()) {
        const char letter = text[position];
        if (areArrays.empty() && !isSpace(letter) && letter != '{' && letter != '[') return;
        if (letter == '"') {
            const auto content = takeString(text, position);
            if (!isNoted()) continue;
            if (isKey) {
                path =
                    paths.back().empty() ? std::string(content) : paths.back() + "." + std::string(content);
                m_paths.insert(path);
            } else if (content.size() <= maximumTextLength) {
                m_paths.insert(path + "=" + std::string(content));
            }
            continue;
        }
        ++position;
        if (letter == '{' || letter == '[') {
            if (areArrays.empty()) m_paths.insert(letter == '[' ? "[]" : "{}");
            areArrays.push_back(letter == '[');
            if (isNoted()) paths.push_back(letter == '[' ? path + "[]" : path);
            if (isNoted()) path = paths.back();
            isKey = letter == '{';
        } else if (letter == '}' || letter == ']') {
            if (isNoted()) paths.pop_back();
            areArrays.pop_back();
            if (areArrays.empty()) return;
            isKey = false;
        } else if (letter == ',') {
            isKey = !areArrays.back();
            if (isNoted()) path = paths.back();
        } else if (letter == ':') {
            isKey = false;
        }
    }
}

} // namespace candela
