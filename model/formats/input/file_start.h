/// The start of a file, as formats are recognized by it: the bytes, and the same as text and as the keys of
/// JSON. Both are made when first asked for.
#pragma once

#include "model/formats/encoding/text_lines.h"
#include "model/formats/input/json_start.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace candela {

class FileStart {
public:
    /// `isCut`: the file goes on behind the bytes, which must outlive this.
    FileStart(std::span<const std::byte> bytes, bool isCut) : m_bytes(bytes), m_isCut(isCut) {}

    std::span<const std::byte> bytes() const { return m_bytes; }
    bool isCut() const { return m_isCut; }
    /// As UTF-8, without a byte order mark.
    std::string_view text() const { return lineText().text(); }
    /// Whether there is no byte that no text has.
    bool isText() const { return !lineText().isBinary(); }
    /// The text up to the last line that is whole.
    std::string_view wholeLines() const;
    const JsonStart& json() const;
    /// A document that begins with a key, or with a list of objects or texts; "[unknown];main 12" is none.
    bool looksLikeJson() const;

private:
    const LineText& lineText() const;

    std::span<const std::byte> m_bytes;
    bool m_isCut;
    mutable std::unique_ptr<LineText> m_text;
    mutable std::unique_ptr<JsonStart> m_json;
};

} // namespace candela
