/// The start of a file, by which formats recognize it: the bytes, the same as text, and the keys of JSON in
/// it. Text and keys are computed on first use.
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
    /// `isCut`: the file continues after the bytes, which must outlive this object.
    FileStart(std::span<const std::byte> bytes, bool isCut) : m_bytes(bytes), m_isCut(isCut) {}

    std::span<const std::byte> bytes() const { return m_bytes; }
    bool isCut() const { return m_isCut; }
    /// The start as UTF-8, without a byte order mark.
    std::string_view text() const { return lineText().text(); }
    /// Whether all bytes of the start can occur in text.
    bool isText() const { return !lineText().isBinary(); }
    /// The text up to the last complete line.
    std::string_view wholeLines() const;
    const JsonStart& json() const;
    /// Whether the start looks like JSON: an object with a key, or a list of objects or texts.
    /// "[unknown];main 12" does not.
    bool looksLikeJson() const;

private:
    const LineText& lineText() const;

    std::span<const std::byte> m_bytes;
    bool m_isCut;
    mutable std::unique_ptr<LineText> m_text;
    mutable std::unique_ptr<JsonStart> m_json;
};

} // namespace candela
