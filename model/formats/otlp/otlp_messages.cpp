#include "model/formats/otlp/otlp_messages.h"

#include "model/base/byte_reader.h"
#include "model/base/text/model_text.h"
#include "model/formats/encoding/text_lines.h"
#include "model/formats/json/json_document.h"
#include "model/formats/otlp/otlp_json.h"
#include "model/formats/otlp/otlp_start.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::string_view whiteSpace = " \t\r\n";

/// Removes the next object from a text: up to a line that begins with a bracket and follows a line that ended
/// with one. That can't occur within an object, so an object may have many lines, and a damaged object ends
/// at a line's end.
std::string_view takeObject(std::string_view& rest) {
    const auto whole = rest;
    for (std::size_t position = 0; position < whole.size();) {
        const auto end = whole.find('\n', position);
        const auto next = end == whole.npos ? end : whole.find_first_not_of(whiteSpace, end);
        if (next == whole.npos) break;
        const auto line = whole.substr(position, end - position);
        const auto last = line.find_last_not_of(whiteSpace);
        if (last != line.npos && line[last] == '}' && whole[next] == '{') {
            rest = whole.substr(next);
            return whole.substr(0, position + last + 1);
        }
        position = next;
    }
    rest = {};
    return whole;
}

OtlpForm formOf(std::span<const std::byte> bytes) {
    for (const auto size : Input::startSizes) {
        const auto form =
            otlpFormOf(FileStart(bytes.first(std::min(bytes.size(), size)), bytes.size() > size));
        if (form != OtlpForm::None || bytes.size() <= size) return form;
    }
    return OtlpForm::None;
}

} // namespace

Result<void> OtlpMessages::take(Input& input, double share, Task& task) {
    const auto bytes = TRY(input.paddedBytes(JsonDocument::padding, task));
    if (task.isCancelled()) return cancelled();
    switch (formOf(bytes)) {
    case OtlpForm::Frames:
        m_unpackedLeft = input.sizeLimit();
        return takeFrames(bytes, share, task);
    case OtlpForm::Json: {
        const LineText text(bytes);
        const auto isInInput = text.text().data() >= asText(bytes).data() &&
                               text.text().data() <= asText(bytes).data() + bytes.size();
        if (isInInput) return takeObjects(text.text(), 0, share, task);
        std::string copy;
        copy.reserve(text.text().size() + JsonDocument::padding);
        copy = text.text();
        return takeObjects(copy, 0, share, task);
    }
    case OtlpForm::Message:
    case OtlpForm::None:
        break;
    }
    takeMessage(bytes);
    return {};
}

void OtlpMessages::takeMessage(std::span<const std::byte> bytes) {
    if (const auto* layout = findOtlpLayout(bytes))
        m_messages.push_back({bytes, layout});
    else
        ++m_others;
}

Result<void> OtlpMessages::takeFrames(std::span<const std::byte> bytes, double end, Task& task) {
    auto rest = bytes;
    const auto share = [&] { return end * (1 - double(rest.size()) / double(bytes.size())); };
    while (rest.size() >= otlpLengthSize) {
        if (task.isCancelled()) return cancelled();
        const auto from = share();
        const auto length = otlpFrameLength(rest);
        rest = rest.subspan(otlpLengthSize);
        if (length > rest.size()) {
            m_isDamaged = true;
            return {};
        }
        const auto frame = rest.first(length);
        rest = rest.subspan(length);
        if (packingOf(frame) == Packing::Zstd)
            TRY(takePacked(frame, from, share(), task));
        else
            TRY(takeFrame(frame, from, share(), task));
    }
    m_isDamaged |= !rest.empty();
    return {};
}

Result<void> OtlpMessages::takePacked(std::span<const std::byte> packed, double from, double to, Task& task) {
    task.setRange(from, to);
    const auto unpacked = TRY(unpackAll(Packing::Zstd, packed, m_unpackedLeft, task));
    if (unpacked.end == PackedEnd::TooLarge)
        return failure(
            ModelText::tr("it holds more, once it is unpacked, than fits into this machine's memory"));
    const auto bytes = unpacked.block.bytes();
    m_unpackedLeft -= bytes.size();
    m_isDamaged |= unpacked.end != PackedEnd::Whole;
    const bool isObject = beginsWithObject(bytes);
    if (unpacked.end != PackedEnd::Whole && !isObject) return {};
    std::string copy;
    copy.reserve(bytes.size() + JsonDocument::padding);
    copy = asText(bytes);
    if (isObject) return takeObjects(copy, from, to, task);
    return takeFrame(asBytes(m_made.emplace_back(std::move(copy))), from, to, task);
}

Result<void> OtlpMessages::takeFrame(std::span<const std::byte> frame, double from, double to, Task& task) {
    if (beginsWithObject(frame)) return takeObjects(asText(frame), from, to, task);
    if (looksLikeOtlp(frame, false))
        takeMessage(frame);
    else if (!frame.empty())
        ++m_others;
    return {};
}

Result<void> OtlpMessages::takeObjects(std::string_view padded, double from, double to, Task& task) {
    auto rest = padded;
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(whiteSpace)));
    while (!rest.empty()) {
        const auto share = [&] {
            return to - (to - from) * double(rest.size()) / double(std::max<std::size_t>(padded.size(), 1));
        };
        const auto begin = share();
        const auto object = takeObject(rest);
        auto made = TRY(otlpFromJson(object, begin, share(), task));
        m_isDamaged |= made.isDamaged;
        if (made.bytes.empty()) {
            m_others += made.isDamaged ? 0 : 1;
            continue;
        }
        const auto& bytes = m_made.emplace_back(std::move(made.bytes));
        m_messages.push_back({asBytes(bytes), made.layout});
    }
    return {};
}

} // namespace candela
