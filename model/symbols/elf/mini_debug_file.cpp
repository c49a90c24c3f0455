#include "model/symbols/elf/mini_debug_file.h"

#include <lzma.h>

#include <algorithm>
#include <vector>

namespace candela {

namespace {

/// More than xz needs with its largest preset.
constexpr std::uint64_t maximumDecoderMemory = 80 << 20;

/// The unpacked bytes; empty if `packed` is not a complete xz stream, or if they are too many.
std::vector<std::byte> unpacked(std::span<const std::byte> packed, std::uint64_t maximumBytes) {
    std::vector<std::byte> content;
    lzma_stream stream = LZMA_STREAM_INIT;
    if (lzma_stream_decoder(&stream, maximumDecoderMemory, 0) != LZMA_OK) return content;
    stream.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
    stream.avail_in = packed.size();
    auto result = LZMA_OK;
    while (result == LZMA_OK && content.size() < maximumBytes) {
        const auto before = content.size();
        content.resize(std::min<std::uint64_t>(maximumBytes, std::max<std::uint64_t>(64 << 10, 2 * before)));
        stream.next_out = reinterpret_cast<std::uint8_t*>(content.data() + before);
        stream.avail_out = content.size() - before;
        result = lzma_code(&stream, LZMA_FINISH);
    }
    content.resize(stream.total_out);
    lzma_end(&stream);
    if (result != LZMA_STREAM_END) content.clear();
    return content;
}

} // namespace

std::optional<ElfFile> readMiniDebugFile(const ElfFile& elf, std::uint64_t maximumBytes) {
    const auto* section = elf.find(".gnu_debugdata");
    if (!section) return {};
    auto content = unpacked(elf.bytes(*section), maximumBytes);
    if (content.empty()) return {};
    auto file = ElfFile::read(std::move(content));
    return file ? std::optional(std::move(*file)) : std::nullopt;
}

} // namespace candela
