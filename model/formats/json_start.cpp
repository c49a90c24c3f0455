#include "model/formats/json_start.h"

#include "model/formats/text_lines.h"

#include <vector>

namespace candela {

namespace {

constexpr std::size_t mostLevels = 4;

bool isSpace(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

/// The letters of the string that begins at `place`, a quote; moves behind its end. Those before a cut count.
std::string_view takeString(std::string_view text, std::size_t& place) {
    const auto begin = ++place;
    while (place < text.size() && text[place] != '"')
        place += text[place] == '\\' ? 2 : 1;
    const auto end = std::min(place, text.size());
    place = std::min(place + 1, text.size());
    return text.substr(begin, end - begin);
}

} // namespace

JsonStart::JsonStart(std::span<const std::byte> start) {
    const LineText text(start);
    scan(text.text());
}

void JsonStart::scan(std::string_view text) {
    struct Level {
        std::string path;
        bool isArray = false;
    };
    std::vector<Level> levels;
    std::string path; // of the value that comes next
    bool isKey = false;
    std::size_t place = 0;
    const auto open = [&](bool isArray) {
        levels.push_back({isArray ? path + "[]" : path, isArray});
        isKey = !isArray;
        path = levels.back().path;
    };
    while (place < text.size()) {
        const char letter = text[place];
        if (isSpace(letter)) {
            ++place;
            continue;
        }
        if (levels.empty() && letter != '{' && letter != '[') return;
        if (letter == '"') {
            const auto content = takeString(text, place);
            if (levels.size() > mostLevels) continue;
            if (isKey) {
                const auto& parent = levels.back().path;
                path = parent.empty() ? std::string(content) : parent + "." + std::string(content);
                m_paths.insert(path);
            } else {
                m_paths.insert(path + "=" + std::string(content));
            }
            continue;
        }
        ++place;
        if (letter == '{' || letter == '[') {
            if (levels.empty()) m_paths.insert(letter == '[' ? "[]" : "{}");
            if (levels.size() > 64) return;
            open(letter == '[');
        } else if (letter == '}' || letter == ']') {
            levels.pop_back();
            if (levels.empty()) return;
            isKey = false;
        } else if (letter == ',') {
            isKey = !levels.back().isArray;
            path = levels.back().path;
        } else if (letter == ':') {
            isKey = false;
        }
    }
}

} // namespace candela
