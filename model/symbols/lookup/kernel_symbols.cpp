#include "model/symbols/lookup/kernel_symbols.h"

#include "model/base/byte_reader.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <tuple>

namespace candela {

namespace {

/// Kernels have some two hundred thousand symbols.
constexpr std::size_t maximumSymbols = 4'000'000;

/// Kinds of symbols, in order of preference. A symbol that is not a function still marks the end of a
/// function.
enum class Kind : std::uint8_t { GlobalFunction, LocalFunction, Boundary, Other };

struct Line {
    std::uint64_t address = 0;
    std::string_view name;
    std::string_view module;
    Kind kind = Kind::Other;
    bool isCode = false;
};

/// Names for the ends of sections, and for copies that run at another address.
bool isBoundary(std::string_view name) {
    if (name.starts_with("__pi_") || name.starts_with("__pfx_") || name.starts_with("__cfi_")) return true;
    return name.starts_with("_") &&
           (name.ends_with("text") || name.ends_with("text_start") || name.ends_with("text_end"));
}

bool isCode(char letter) {
    return letter == 't' || letter == 'T' || letter == 'w' || letter == 'W';
}

Kind kindOf(char letter, std::string_view name) {
    if (name == "_etext" || name == "_einittext") return Kind::Other;
    if (!isCode(letter)) return Kind::Other;
    if (isBoundary(name)) return Kind::Boundary;
    return letter == 't' ? Kind::LocalFunction : Kind::GlobalFunction;
}

/// "ADDRESS KIND NAME", perhaps followed by a tab and "[MODULE]"; kinds are those of nm.
bool parse(std::string_view text, Line& line) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line.address, 16);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (error != std::errc() || text.size() < 4 || text[0] != ' ' || text[2] != ' ') return false;
    const auto letter = text[1];
    text.remove_prefix(3);
    line.name = text.substr(0, text.find_first_of(" \t"));
    text.remove_prefix(line.name.size());
    const auto open = text.find('[');
    const auto close = text.find(']');
    const bool hasModule = open != std::string_view::npos && close != std::string_view::npos && open < close;
    line.module = hasModule ? text.substr(open + 1, close - open - 1) : std::string_view();
    line.kind = kindOf(letter, line.name);
    line.isCode = isCode(letter);
    return !line.name.empty() && line.name.find('\0') == std::string_view::npos;
}

auto rankOf(std::string_view name) {
    return std::tuple(std::min(name.find_first_not_of('_'), name.size()), name.size(), name);
}

} // namespace

/// Collects the lines, then sorts them into the columns.
class KernelSymbols::Reader {
public:
    explicit Reader(Which which) : m_which(which) {}

    void add(const Line& line) {
        if (line.address != 0) m_hasAddresses = true;
        const auto module = moduleRow(line.module);
        auto& firstCode = m_result.m_firstCode[module];
        if (line.isCode && (firstCode == 0 || line.address < firstCode)) firstCode = line.address;
        if (line.name == "_text" && m_result.m_kernelStart == 0) m_result.m_kernelStart = line.address;
        auto name = noName; // only functions need their names
        if (line.kind != Kind::Other) {
            name = static_cast<std::uint32_t>(m_result.m_names.size());
            m_result.m_names.append(line.name).push_back('\0');
        }
        m_rows.push_back({line.address, name, module, line.kind});
    }
    /// Adds the lines of a text, except the last one if it has no line feed; returns the length of that.
    std::size_t addLines(std::string_view text) {
        while (m_rows.size() < maximumSymbols) {
            const auto end = text.find('\n');
            if (end == std::string_view::npos) return text.size();
            addLine(text.substr(0, end));
            text.remove_prefix(end + 1);
        }
        return 0;
    }
    void addLine(std::string_view text) {
        if (m_which == Which::OfModules && !text.ends_with(']')) return;
        Line line;
        if (parse(text, line)) add(line);
    }
    bool isFull() const { return m_rows.size() >= maximumSymbols; }

    Result<KernelSymbols> symbols() {
        const bool mayBeEmpty = m_which == Which::OfModules;
        if (m_rows.empty() && !mayBeEmpty) return failure("has no kernel symbols in it");
        if (!m_hasAddresses && !m_rows.empty())
            return failure(
                "hides the addresses of kernel symbols", ErrorCode::NotPermitted,
                "they are shown to processes with CAP_SYSLOG where kernel.kptr_restrict is 1 or less");
        std::sort(m_rows.begin(), m_rows.end(), [this](const Row& left, const Row& right) {
            if (left.address != right.address) return left.address < right.address;
            if (left.kind != right.kind) return left.kind < right.kind;
            return left.kind != Kind::Other && rankOf(nameOf(left)) < rankOf(nameOf(right));
        });
        for (const auto& row : m_rows)
            append(row);
        endLastFunction(std::numeric_limits<std::uint64_t>::max());
        m_result.m_modules = std::move(m_modules);
        m_result.m_names.shrink_to_fit();
        m_result.m_start.shrink_to_fit();
        m_result.m_name.shrink_to_fit();
        m_result.m_module.shrink_to_fit();
        return std::move(m_result);
    }

private:
    struct Row {
        std::uint64_t address;
        std::uint32_t name; // offset in m_names, or noName
        std::uint16_t module;
        Kind kind;
    };

    std::string_view nameOf(const Row& row) const { return m_result.m_names.c_str() + row.name; }

    static KernelSymbols withKernel() {
        KernelSymbols symbols;
        symbols.m_firstCode.push_back(0);
        return symbols;
    }
    bool isInFunction() const { return !m_result.m_name.empty() && m_result.m_name.back() != noName; }

    void append(const Row& row) {
        if (isInFunction() && m_result.m_module.back() != row.module) endLastFunction(row.address);
        if (!m_result.m_start.empty() && m_result.m_start.back() == row.address) return;
        if (row.kind == Kind::Other) {
            if (isInFunction()) push(row.address, noName, row.module);
            return;
        }
        push(row.address, row.name, row.module);
        ++m_result.m_size;
    }

    /// The last function of a module extends to the end of the next page, because its end is not known.
    void endLastFunction(std::uint64_t limit) {
        constexpr std::uint64_t page = 4096;
        if (!isInFunction()) return;
        const auto end = (m_result.m_start.back() / page + 2) * page;
        if (end > m_result.m_start.back() && end < limit) push(end, noName, 0);
    }

    void push(std::uint64_t start, std::uint32_t name, std::uint16_t module) {
        m_result.m_start.push_back(start);
        m_result.m_name.push_back(name);
        m_result.m_module.push_back(module);
    }

    std::uint16_t moduleRow(std::string_view name) {
        if (const auto found = m_moduleRows.find(absl::string_view(name.data(), name.size()));
            found != m_moduleRows.end())
            return found->second;
        if (m_modules.size() < 0xffff) {
            m_modules.emplace_back(name);
            m_result.m_firstCode.push_back(0);
        }
        const auto row = static_cast<std::uint16_t>(m_modules.size() - 1);
        m_moduleRows.emplace(name, row);
        return row;
    }

    Which m_which;
    KernelSymbols m_result = withKernel();
    std::vector<Row> m_rows;
    std::vector<std::string> m_modules{""};
    absl::flat_hash_map<std::string, std::uint16_t> m_moduleRows{{"", 0}};
    bool m_hasAddresses = false;
};

Result<KernelSymbols> KernelSymbols::read(std::span<const std::byte> kallsyms) {
    auto rest = asText(kallsyms);
    return read([&](std::span<char> buffer) {
        const auto size = std::min(buffer.size(), rest.size());
        std::copy_n(rest.data(), size, buffer.data());
        rest.remove_prefix(size);
        return size;
    });
}

Result<KernelSymbols> KernelSymbols::read(const std::function<std::size_t(std::span<char>)>& next,
                                          Which which) {
    Reader reader(which);
    std::vector<char> buffer(64 << 10);
    std::size_t used = 0; // of a line whose end is not read yet
    while (!reader.isFull()) {
        const auto got = next(std::span(buffer).subspan(used));
        if (got == 0) {
            reader.addLine({buffer.data(), used});
            break;
        }
        const std::string_view text(buffer.data(), used + got);
        used = reader.addLines(text);
        if (used > buffer.size() / 2) used = 0;
        std::copy_n(text.end() - used, used, buffer.data());
    }
    return reader.symbols();
}

std::uint64_t KernelSymbols::firstCodeOf(std::string_view module) const {
    const auto found = std::ranges::find(m_modules, module);
    return found == m_modules.end() ? 0 : m_firstCode[static_cast<std::size_t>(found - m_modules.begin())];
}

std::optional<KernelSymbols::Symbol> KernelSymbols::find(std::uint64_t address) const {
    const auto after = std::upper_bound(m_start.begin(), m_start.end(), address);
    if (after == m_start.begin()) return {};
    const auto row = static_cast<std::size_t>(after - m_start.begin()) - 1;
    if (m_name[row] == noName) return {};
    return Symbol{m_names.c_str() + m_name[row], m_modules[m_module[row]], m_start[row]};
}

std::size_t KernelSymbols::byteSize() const {
    return m_names.capacity() + m_start.capacity() * sizeof(std::uint64_t) +
           m_name.capacity() * sizeof(std::uint32_t) + m_module.capacity() * sizeof(std::uint16_t);
}

} // namespace candela
