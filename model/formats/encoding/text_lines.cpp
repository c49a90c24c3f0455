#include "model/formats/encoding/text_lines.h"

#include "model/base/byte_reader.h"
#include "model/base/letters.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace candela {

namespace {

enum class ByteOrder { Little, Big };

std::string fromUtf16(std::span<const std::byte> bytes, ByteOrder order) {
    constexpr char32_t replacement = 0xfffd;
    std::string text;
    text.reserve(bytes.size() / 2);
    const auto unitAt = [&](std::size_t offset) {
        const auto first = static_cast<char32_t>(bytes[offset]);
        const auto second = static_cast<char32_t>(bytes[offset + 1]);
        return order == ByteOrder::Little ? second << 8 | first : first << 8 | second;
    };
    for (std::size_t offset = 0; offset + 1 < bytes.size(); offset += 2) {
        auto letter = unitAt(offset);
        if (letter >= 0xd800 && letter < 0xdc00 && offset + 3 < bytes.size()) {
            const auto low = unitAt(offset + 2);
            const bool isPair = low >= 0xdc00 && low < 0xe000;
            letter = isPair ? 0x10000 + ((letter - 0xd800) << 10) + (low - 0xdc00) : replacement;
            if (isPair) offset += 2;
        } else if (letter >= 0xd800 && letter < 0xe000) {
            letter = replacement;
        }
        appendUtf8(text, letter);
    }
    return text;
}

} // namespace

LineText::LineText(std::span<const std::byte> bytes) : m_text(asText(bytes)) {
    if (m_text.starts_with("\xef\xbb\xbf")) {
        m_text.remove_prefix(3);
    } else if (m_text.starts_with("\xff\xfe") || m_text.starts_with("\xfe\xff")) {
        const auto order = m_text.starts_with("\xff\xfe") ? ByteOrder::Little : ByteOrder::Big;
        m_converted = fromUtf16(bytes.subspan(2), order);
        m_text = m_converted;
    }
}

bool LineText::isBinary() const {
    return std::any_of(m_text.begin(), m_text.end(), [](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        return byte == 0x7f || (byte < 0x20 && letter != '\t' && letter != '\r' && letter != '\n');
    });
}

std::string_view LineText::takeLine(std::string_view& rest) {
    const auto* end =
        rest.empty() ? nullptr : static_cast<const char*>(std::memchr(rest.data(), '\n', rest.size()));
    const auto length = end ? static_cast<std::size_t>(end - rest.data()) : rest.size();
    auto line = rest.substr(0, length);
    rest.remove_prefix(std::min(rest.size(), length + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

} // namespace candela
