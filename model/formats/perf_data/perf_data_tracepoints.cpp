#include "model/formats/perf_data/perf_data_tracepoints.h"

#include <charconv>

namespace candela {

namespace {

constexpr std::string_view magic("\x17\x08\x44tracing", 10);

std::string_view takeTerminated(PerfDataBytes& bytes) {
    const auto rest = asText(bytes.peek());
    const auto end = rest.find('\0');
    if (end == std::string_view::npos) {
        bytes.skip(bytes.remaining() + 1);
        return {};
    }
    bytes.skip(end + 1);
    return rest.substr(0, end);
}

/// The number behind "key:" in a line.
std::optional<std::uint64_t> numberAfter(std::string_view line, std::string_view key) {
    const auto found = line.find(key);
    if (found == std::string_view::npos) return std::nullopt;
    auto rest = line.substr(found + key.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc()) return std::nullopt;
    return number;
}

/// The name that "field:pid_t prev_pid" or "field:char comm[16]" declares.
std::string_view declaredName(std::string_view declaration) {
    declaration = declaration.substr(0, declaration.find('['));
    while (declaration.ends_with(' '))
        declaration.remove_suffix(1);
    return declaration.substr(declaration.find_last_of(" *") + 1);
}

} // namespace

void PerfTracepoints::read(std::span<const std::byte> tracingData) {
    PerfDataBytes bytes(tracingData, ByteOrder::Own);
    if (bytes.text(magic.size()) != magic) return;
    takeTerminated(bytes); // version
    const bool isBigEndian = bytes.number<std::uint8_t>() != 0;
    bytes.skip(1 + 4); // size of a long, of a page
    bytes = PerfDataBytes(bytes.peek(), isBigEndian ? ByteOrder::Swapped : ByteOrder::Own);
    for (int header = 0; header < 2; ++header) { // header_page and header_event
        takeTerminated(bytes);
        bytes.skip(bytes.u64());
    }
    for (auto count = bytes.u32(); count > 0 && !bytes.failed(); --count)
        addFormat("ftrace", bytes.text(bytes.u64()));
    for (auto systems = bytes.u32(); systems > 0 && !bytes.failed(); --systems) {
        const auto system = takeTerminated(bytes);
        for (auto count = bytes.u32(); count > 0 && !bytes.failed(); --count)
            addFormat(system, bytes.text(bytes.u64()));
    }
}

void PerfTracepoints::addFormat(std::string_view system, std::string_view format) {
    std::optional<std::uint64_t> id;
    PerfTracepoint tracepoint;
    while (!format.empty()) {
        const auto line = format.substr(0, format.find('\n'));
        format.remove_prefix(std::min(format.size(), line.size() + 1));
        if (line.starts_with("name: ")) {
            tracepoint.name = std::string(system) + ":" + std::string(line.substr(6));
        } else if (line.starts_with("ID:")) {
            id = numberAfter(line, "ID:");
        } else if (line.starts_with("\tfield:")) {
            const auto offset = numberAfter(line, "offset:");
            const auto size = numberAfter(line, "size:");
            const auto name = declaredName(line.substr(0, line.find(';')));
            if (offset && size) tracepoint.fields.try_emplace(std::string(name), *offset, *size);
        } else if (line.starts_with("print fmt")) {
            break;
        }
    }
    if (id) m_tracepoints.try_emplace(*id, std::move(tracepoint));
}

const PerfTracepoint* PerfTracepoints::find(std::uint64_t id) const {
    const auto found = m_tracepoints.find(id);
    return found == m_tracepoints.end() ? nullptr : &found->second;
}

std::optional<std::int64_t> tracepointNumber(const PerfTracepoint& tracepoint, std::string_view field,
                                             PerfDataBytes raw) {
    const auto found = tracepoint.fields.find(field);
    if (found == tracepoint.fields.end()) return std::nullopt;
    raw.seek(found->second.offset);
    std::optional<std::int64_t> number;
    if (found->second.size == 4) number = static_cast<std::int32_t>(raw.u32());
    if (found->second.size == 8) number = static_cast<std::int64_t>(raw.u64());
    return raw.failed() ? std::nullopt : number;
}

} // namespace candela
