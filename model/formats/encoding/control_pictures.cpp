#include "model/formats/encoding/control_pictures.h"

namespace candela {

namespace {

// U+2400 to U+241F in UTF-8, U+2420 for a blank, and U+2421 for the last control character of ASCII.
constexpr std::string_view pictureStart = "\xe2\x90";
constexpr unsigned char firstPicture = 0x80;
constexpr unsigned char blankPicture = firstPicture + ' ';
constexpr unsigned char deletePicture = blankPicture + 1;
constexpr char deleteCharacter = 0x7f;

/// The last byte of a letter's picture; 0 if it has no picture.
unsigned char pictureOf(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == deleteCharacter) return deletePicture;
    return byte <= ' ' ? static_cast<unsigned char>(firstPicture + byte) : 0;
}

} // namespace

std::string withControlPictures(std::string_view text) {
    std::string name;
    for (std::size_t position = 0; position < text.size(); ++position) {
        const auto letter = text[position];
        const bool isWithin = position > 0 && position + 1 < text.size();
        const auto picture = pictureOf(letter);
        if (picture == 0 || (letter == ' ' && isWithin))
            name += letter;
        else
            name.append(pictureStart).push_back(static_cast<char>(picture));
    }
    return name;
}

bool hasControlPictures(std::string_view text) {
    return text.find(pictureStart) != std::string_view::npos;
}

std::string withoutControlPictures(std::string_view text) {
    std::string name;
    while (!text.empty()) {
        const auto begin = text.find(pictureStart);
        name += text.substr(0, begin);
        if (begin == std::string_view::npos) break;
        const auto picture = text.substr(begin, pictureStart.size() + 1);
        const auto last = static_cast<unsigned char>(picture.back());
        if (last == deletePicture)
            name += deleteCharacter;
        else if (last >= firstPicture && last <= blankPicture)
            name += static_cast<char>(last - firstPicture);
        else
            name += picture;
        text.remove_prefix(begin + picture.size());
    }
    return name;
}

} // namespace candela
