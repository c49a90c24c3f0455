#include "recorder/sandbox/names_packer.h"

#include "recorder/base/packet_socket.h"

#include <string_view>

namespace candela {

namespace {

constexpr std::size_t maximumTextLength = 2048;
constexpr std::size_t roomForLocations = PacketSocket::maximumPacket / 2; // the numbers of the locations take
                                                                          // the rest
constexpr std::size_t bytesAround = 32;

/// Cut to a length, between UTF-8 characters.
std::string_view cut(std::string_view text) {
    if (text.size() <= maximumTextLength) return text;
    std::size_t end = maximumTextLength;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
        --end;
    return text.substr(0, end);
}

std::size_t sizeOf(const SymbolizedFrame& frame) {
    return cut(frame.name).size() + cut(frame.rawName).size() + cut(frame.file).size() + bytesAround;
}

} // namespace

bool NamesPacker::hasRoomFor(const SymbolizedFrames& frames) const {
    std::size_t size = bytesAround;
    for (const auto& frame : frames)
        size += sizeOf(frame);
    return m_bytes == 0 || m_bytes + size <= roomForLocations;
}

void NamesPacker::add(std::uint64_t offset, const SymbolizedFrames& frames) {
    auto& location = *m_names.add_locations();
    location.set_offset(offset);
    m_bytes += bytesAround;
    // If one location alone is too large, its outermost frames are kept.
    std::size_t first = frames.size();
    std::size_t size = 0;
    while (first > 0 && size + sizeOf(frames[first - 1]) <= roomForLocations)
        size += sizeOf(frames[--first]);
    for (std::size_t i = first; i < frames.size(); ++i) {
        location.add_functions(functionRow(frames[i]));
        location.add_lines(frames[i].line);
        m_bytes += bytesAround;
    }
}

std::uint32_t NamesPacker::functionRow(const SymbolizedFrame& frame) {
    const auto& key = frame.rawName.empty() ? frame.name : frame.rawName;
    const auto [found, isNew] = m_rows.try_emplace(std::tuple(key, frame.file, frame.startLine, frame.start),
                                                   static_cast<std::uint32_t>(m_names.functions_size()));
    if (isNew) {
        auto& function = *m_names.add_functions();
        function.set_name(std::string(cut(frame.name)));
        function.set_raw_name(std::string(cut(frame.rawName)));
        function.set_file(std::string(cut(frame.file)));
        function.set_start_line(frame.startLine);
        if (frame.name.empty()) function.set_start(frame.start);
        m_bytes += sizeOf(frame);
    }
    return found->second;
}

sandbox::Answer NamesPacker::take(Packet packet) {
    sandbox::Answer answer;
    answer.set_module(m_module);
    m_names.set_is_last(packet == Packet::Last);
    *answer.mutable_names() = std::move(m_names);
    m_names = {};
    m_rows.clear();
    m_bytes = 0;
    return answer;
}

} // namespace candela
