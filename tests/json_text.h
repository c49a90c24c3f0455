/// JSON in tests, written with single quotes for readability.
#pragma once

#include "tests/read_text.h"

#include <algorithm>
#include <string>

namespace candela {

/// {'a': 1} becomes {"a": 1}.
inline std::string json(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

/// Reads a text of json() as any format that recognizes it.
inline Result<Profile> readJson(const std::string& text) {
    return readText(json(text));
}

/// Opens a text that must be a profile of that format, and checks the requirements for all formats.
#define OPEN_JSON(profile, formatName, text)                                                                 \
    const auto profile = readJson(text);                                                                     \
    QVERIFY2(profile, profile ? "" : profile.error().message.c_str());                                       \
    QCOMPARE(check(*profile), std::string());                                                                \
    QCOMPARE(profile->origin.format, std::string(formatName))

} // namespace candela
