#include "model/symbols/generated/jit_dump.h"

#include "model/base/byte_reader.h"
#include "model/symbols/names/demangle.h"

#include <algorithm>
#include <limits>

namespace candela {

namespace {

constexpr std::size_t maximumTexts = 256 << 20;
/// The maximum number of sources that wait for their code. A source directly precedes its code, so few wait.
constexpr std::size_t maximumWaiting = 10'000;
/// Longer names and paths are cut.
constexpr std::size_t maximumTextLength = 4096;
/// The maximum size of a header, and of a record without its code.
constexpr std::uint32_t maximumHeaderSize = 1 << 20;

constexpr std::uint32_t magic = 0x4a695444; // "JiTD"
constexpr std::uint32_t version = 1;

enum RecordKind : std::uint32_t { CodeLoad = 0, CodeMove = 1, DebugInfo = 2 };
constexpr std::size_t prefixSize = 16;

/// Reads up to the '\0'; false if there is none.
bool takeText(ByteReader& reader, std::string_view& text) {
    text = asText(reader.peek());
    const auto end = text.find('\0');
    if (end == std::string_view::npos) return false;
    text = text.substr(0, end);
    reader.skip(end + 1);
    return true;
}

} // namespace

bool isJitDump(std::string_view path) {
    constexpr std::string_view begin = "jit-";
    constexpr std::string_view end = ".dump";
    auto name = path.substr(path.rfind('/') + 1);
    if (!name.starts_with(begin) || !name.ends_with(end) || name.size() <= begin.size() + end.size())
        return false;
    name = name.substr(begin.size(), name.size() - begin.size() - end.size());
    return name.find_first_not_of("0123456789") == std::string_view::npos;
}

std::uint64_t JitDump::appendHeader(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    const auto first = reader.read<std::uint32_t>();
    const auto second = reader.read<std::uint32_t>();
    const auto size = reader.read<std::uint32_t>();
    if (reader.failed()) return 0;
    const bool isUnderstood = first == magic && second == version && size >= 40 && size <= maximumHeaderSize;
    m_state = isUnderstood ? State::Records : State::NotUnderstood;
    return size;
}

std::uint64_t JitDump::append(std::span<const std::byte> bytes) {
    std::uint64_t used = 0;
    if (m_state == State::BeforeHeader) {
        used = appendHeader(bytes);
        if (used == 0) return 0;
    }
    while (m_state == State::Records && used < bytes.size()) {
        ByteReader reader(bytes.subspan(used));
        const auto kind = reader.read<std::uint32_t>();
        const auto size = reader.read<std::uint32_t>();
        reader.skip(sizeof(std::uint64_t)); // the time
        if (reader.failed()) break;
        if (size < prefixSize) {
            m_state = State::NotUnderstood;
            break;
        }
        const auto rest = reader.peek();
        if (!addRecord(kind, rest.first(std::min<std::size_t>(rest.size(), size - prefixSize))) &&
            rest.size() < size - prefixSize)
            break; // the record's end is not written yet
        used += size;
    }
    return m_state == State::NotUnderstood ? std::numeric_limits<std::uint64_t>::max() / 2 : used;
}

/// Adds a record; false if it has too few bytes.
bool JitDump::addRecord(std::uint32_t kind, std::span<const std::byte> body) {
    switch (kind) {
    case CodeLoad:
        return addCode(body);
    case CodeMove:
        return moveCode(body);
    case DebugInfo:
        return addSource(body);
    default:
        return true;
    }
}

bool JitDump::addCode(std::span<const std::byte> body) {
    ByteReader reader(body);
    reader.skip(16); // skips process, thread, and address in an ELF file
    const auto begin = reader.read<std::uint64_t>();
    const auto size = reader.read<std::uint64_t>();
    reader.skip(sizeof(std::uint64_t)); // number
    std::string_view name;
    if (reader.failed() || !takeText(reader, name)) return false;
    Function function;
    if (const auto source = m_waitingSources.find(begin); source != m_waitingSources.end()) {
        function.file = source->second.file;
        function.line = source->second.line;
        m_waitingSources.erase(source);
    }
    function.name = textAt(name);
    if (function.name != 0) add(begin, size, function);
    return true;
}

bool JitDump::moveCode(std::span<const std::byte> body) {
    ByteReader reader(body);
    reader.skip(16);
    const auto from = reader.read<std::uint64_t>();
    const auto to = reader.read<std::uint64_t>();
    const auto size = reader.read<std::uint64_t>();
    if (reader.failed()) return false;
    const auto row = m_ranges.find(from);
    if (row) add(to, size, Function(m_functions[*row]));
    return true;
}

/// Takes only the first source line, because compilers use different bases for the addresses of further
/// lines.
bool JitDump::addSource(std::span<const std::byte> body) {
    ByteReader reader(body);
    const auto code = reader.read<std::uint64_t>();
    const auto count = reader.read<std::uint64_t>();
    reader.skip(sizeof(std::uint64_t)); // address
    const auto line = reader.read<std::int32_t>();
    reader.skip(sizeof(std::int32_t)); // discriminator
    std::string_view file;
    if (reader.failed() || (count > 0 && !takeText(reader, file))) return false;
    if (count == 0 || file.empty() || m_waitingSources.size() >= maximumWaiting) return true;
    if (file != m_lastFile) {
        m_lastFileText = textAt(file);
        m_lastFile = file;
    }
    m_waitingSources[code] = {m_lastFileText, static_cast<std::uint32_t>(std::max(0, line))};
    return true;
}

void JitDump::add(std::uint64_t begin, std::uint64_t size, const Function& function) {
    if (size == 0 || begin + size < begin || m_functions.size() >= maximumGeneratedFunctions) return;
    m_ranges.add(begin, begin + size, static_cast<std::uint32_t>(m_functions.size()));
    m_functions.push_back(function);
}

/// The offset of the text; 0, which is the empty text, if there is no room.
std::uint64_t JitDump::textAt(std::string_view text) {
    if (text.empty() || m_texts.size() >= maximumTexts) return 0;
    const auto offset = m_texts.size();
    m_texts += text.substr(0, maximumTextLength);
    m_texts += '\0';
    return offset;
}

SymbolizedFrames JitDump::find(std::uint64_t address) const {
    const auto row = m_ranges.find(address);
    if (!row) return {};
    const auto& function = m_functions[*row];
    SymbolizedFrames frames(1);
    setNames(frames.front(), text(function.name));
    frames.front().file = text(function.file);
    frames.front().startLine = function.line;
    return frames;
}

} // namespace candela
