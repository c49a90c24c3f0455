#include "recorder/kernel/btf_selection.h"

#include <linux/btf.h>

#include <array>
#include <bitset>
#include <cstring>
#include <deque>
#include <optional>

namespace candela {

namespace {

Error unknownBtf() {
    return {"the kernel's description of its types (BTF) has an unknown form", {}, ErrorCode::NotPossible};
}

/// The number of bytes behind a type's first fields; none if the kind is unknown.
std::optional<std::size_t> sizeOfRest(const btf_type& type) {
    const std::size_t count = BTF_INFO_VLEN(type.info);
    switch (BTF_INFO_KIND(type.info)) {
    case BTF_KIND_INT:
    case BTF_KIND_VAR:
    case BTF_KIND_DECL_TAG:
        return sizeof(std::uint32_t);
    case BTF_KIND_ARRAY:
        return sizeof(btf_array);
    case BTF_KIND_STRUCT:
    case BTF_KIND_UNION:
        return count * sizeof(btf_member);
    case BTF_KIND_ENUM:
        return count * sizeof(btf_enum);
    case BTF_KIND_ENUM64:
        return count * sizeof(btf_enum64);
    case BTF_KIND_FUNC_PROTO:
        return count * sizeof(btf_param);
    case BTF_KIND_DATASEC:
        return count * sizeof(btf_var_secinfo);
    case BTF_KIND_PTR:
    case BTF_KIND_FWD:
    case BTF_KIND_TYPEDEF:
    case BTF_KIND_VOLATILE:
    case BTF_KIND_CONST:
    case BTF_KIND_RESTRICT:
    case BTF_KIND_FUNC:
    case BTF_KIND_FLOAT:
    case BTF_KIND_TYPE_TAG:
        return 0;
    default:
        return {};
    }
}

/// The two parts of a BTF.
struct BtfParts {
    std::span<const std::byte> types;
    std::string_view strings; // each ends with zero; the first is empty
};

Result<BtfParts> partsOf(std::span<const std::byte> btf) {
    btf_header header{};
    if (btf.size() < sizeof header) return std::unexpected(unknownBtf());
    std::memcpy(&header, btf.data(), sizeof header);
    const auto holds = [&](std::uint64_t offset, std::uint64_t size) {
        return header.hdr_len + offset + size <= btf.size();
    };
    if (header.magic != BTF_MAGIC || header.version != BTF_VERSION || header.hdr_len < sizeof header ||
        !holds(header.type_off, header.type_len) || !holds(header.str_off, header.str_len) ||
        header.type_off % sizeof(std::uint32_t) != 0 || header.str_len == 0)
        return std::unexpected(unknownBtf());
    const auto content = btf.subspan(header.hdr_len);
    const auto strings = content.subspan(header.str_off, header.str_len);
    if (strings.front() != std::byte{0} || strings.back() != std::byte{0})
        return std::unexpected(unknownBtf());
    return BtfParts{content.subspan(header.type_off, header.type_len),
                    {reinterpret_cast<const char*>(strings.data()), strings.size()}};
}

/// What a name was wanted for.
struct NameUse {
    bool isType = false;
    bool isMember = false;
    bool isTarget = false;
};

/// The offsets of the wanted names among all strings. The kernel's BTF has some 150,000 strings, so most are
/// excluded by their length and first letter.
class NameOffsets {
public:
    explicit NameOffsets(const WantedTypes& wanted) {
        for (const auto& name : wanted.types)
            use(name).isType = true;
        for (const auto& name : wanted.members)
            use(name).isMember = true;
        for (const auto& name : wanted.targets)
            use(name).isTarget = true;
    }
    void find(std::string_view strings) {
        for (std::size_t begin = 0; begin < strings.size();) {
            const auto end = strings.find('\0', begin);
            const auto name = strings.substr(begin, end - begin);
            if (!name.empty() && m_mayBe[slotOf(name)]) {
                const auto known = m_uses.find(name);
                if (known != m_uses.end()) add(static_cast<std::uint32_t>(begin), known->second);
            }
            begin = end + 1;
        }
    }
    /// What the name at the offset was wanted for: nothing, if it was not wanted.
    NameUse at(std::uint32_t offset) const {
        if (!m_mayBeAt[offset % m_mayBeAt.size()]) return {};
        const auto found = m_offsets.find(offset);
        return found == m_offsets.end() ? NameUse() : found->second;
    }

private:
    static constexpr std::size_t letters = 128, lengths = 64;
    static std::size_t slotOf(std::string_view name) {
        return name.size() % lengths * letters + static_cast<unsigned char>(name.front()) % letters;
    }
    void add(std::uint32_t offset, const NameUse& use) {
        m_mayBeAt.set(offset % m_mayBeAt.size());
        m_offsets.emplace(offset, use);
    }
    NameUse& use(std::string_view name) {
        if (!name.empty()) m_mayBe.set(slotOf(name));
        return m_uses[name];
    }

    absl::flat_hash_map<std::string_view, NameUse> m_uses; // names of the wanted types
    std::bitset<letters * lengths> m_mayBe;
    std::bitset<1 << 14> m_mayBeAt;
    absl::flat_hash_map<std::uint32_t, NameUse> m_offsets;
};

/// The types of a BTF by number; 0 is void.
class TypeTable {
public:
    /// Calls `onType` for each type.
    template<typename OnType>
    Result<void> read(std::span<const std::byte> types, OnType onType) {
        m_types = types;
        m_offsets = {0};
        for (std::size_t offset = 0; offset < types.size();) {
            btf_type type{};
            if (types.size() - offset < sizeof type) return std::unexpected(unknownBtf());
            std::memcpy(&type, types.data() + offset, sizeof type);
            const auto rest = sizeOfRest(type);
            if (!rest || types.size() - offset - sizeof type < *rest) return std::unexpected(unknownBtf());
            onType(static_cast<std::uint32_t>(m_offsets.size()), type);
            m_offsets.push_back(static_cast<std::uint32_t>(offset));
            offset += sizeof type + *rest;
        }
        return {};
    }
    bool has(std::uint32_t number) const { return number != 0 && number < m_offsets.size(); }
    /// A type that the table has.
    btf_type operator[](std::uint32_t number) const {
        btf_type type{};
        std::memcpy(&type, m_types.data() + m_offsets[number], sizeof type);
        return type;
    }
    /// One of the elements behind a type's first fields.
    template<typename Element>
    Element element(std::uint32_t number, std::size_t index) const {
        Element element{};
        std::memcpy(&element, m_types.data() + m_offsets[number] + sizeof(btf_type) + index * sizeof(Element),
                    sizeof element);
        return element;
    }

private:
    std::span<const std::byte> m_types;
    std::vector<std::uint32_t> m_offsets;
};

/// Copies types in the order in which they are named, with new numbers and names.
class TypeCopier {
public:
    TypeCopier(const TypeTable& table, const NameOffsets& names, std::string_view strings)
        : m_table(table), m_names(names), m_strings(strings) {}

    /// The new number of a type; void for functions and what describes no value.
    std::uint32_t add(std::uint32_t number) {
        if (!m_table.has(number) || !isValue(m_table[number])) return 0;
        const auto [known, isNew] =
            m_numbers.try_emplace(number, static_cast<std::uint32_t>(m_numbers.size() + 1));
        if (isNew) m_waiting.push_back(number);
        return known->second;
    }
    std::vector<std::byte> finish() {
        while (!m_waiting.empty()) {
            const auto number = m_waiting.front();
            m_waiting.pop_front();
            copy(number);
        }
        const btf_header header{.magic = BTF_MAGIC,
                                .version = BTF_VERSION,
                                .flags = 0,
                                .hdr_len = sizeof(btf_header),
                                .type_off = 0,
                                .type_len = static_cast<std::uint32_t>(m_types.size()),
                                .str_off = static_cast<std::uint32_t>(m_types.size()),
                                .str_len = static_cast<std::uint32_t>(m_text.size())};
        std::vector<std::byte> btf;
        const auto append = [&btf](const void* bytes, std::size_t size) {
            const auto* first = static_cast<const std::byte*>(bytes);
            btf.insert(btf.end(), first, first + size);
        };
        append(&header, sizeof header);
        append(m_types.data(), m_types.size());
        append(m_text.data(), m_text.size());
        return btf;
    }

private:
    static bool isValue(const btf_type& type) {
        switch (BTF_INFO_KIND(type.info)) {
        case BTF_KIND_FUNC:
        case BTF_KIND_FUNC_PROTO:
        case BTF_KIND_VAR:
        case BTF_KIND_DATASEC:
        case BTF_KIND_DECL_TAG:
            return false;
        default:
            return true;
        }
    }

    std::uint32_t nameAt(std::uint32_t offset) {
        if (offset == 0 || offset >= m_strings.size()) return 0;
        const auto [known, isNew] = m_newNames.try_emplace(offset, static_cast<std::uint32_t>(m_text.size()));
        if (isNew) m_text.append(m_strings.data() + offset).push_back('\0');
        return known->second;
    }

    template<typename Part>
    void append(const Part& part) {
        const auto* bytes = reinterpret_cast<const std::byte*>(&part);
        m_types.insert(m_types.end(), bytes, bytes + sizeof part);
    }

    void copy(std::uint32_t number) {
        auto type = m_table[number];
        type.name_off = nameAt(type.name_off);
        const std::size_t count = BTF_INFO_VLEN(type.info);
        switch (BTF_INFO_KIND(type.info)) {
        case BTF_KIND_STRUCT:
        case BTF_KIND_UNION:
            return copyMembers(number, type);
        case BTF_KIND_INT:
            append(type);
            return append(m_table.element<std::uint32_t>(number, 0));
        case BTF_KIND_ARRAY: {
            auto array = m_table.element<btf_array>(number, 0);
            array.type = add(array.type);
            array.index_type = add(array.index_type);
            append(type);
            return append(array);
        }
        case BTF_KIND_ENUM:
            append(type);
            return copyValues<btf_enum>(number, count);
        case BTF_KIND_ENUM64:
            append(type);
            return copyValues<btf_enum64>(number, count);
        case BTF_KIND_PTR:
            type.type = 0; // a relocation ends at a pointer
            return append(type);
        case BTF_KIND_FWD:
        case BTF_KIND_FLOAT:
            return append(type);
        default: // a modifier or a typedef
            type.type = add(type.type);
            return append(type);
        }
    }

    /// A member without a name is a structure or union whose members belong to this one.
    void copyMembers(std::uint32_t number, btf_type type) {
        std::vector<btf_member> members;
        for (std::size_t index = 0; index < BTF_INFO_VLEN(type.info); ++index) {
            auto member = m_table.element<btf_member>(number, index);
            if (member.name_off != 0 && !m_names.at(member.name_off).isMember) continue;
            member.name_off = nameAt(member.name_off);
            member.type = add(member.type);
            members.push_back(member);
        }
        constexpr std::uint32_t countMask = 0xffff;
        type.info = (type.info & ~countMask) | static_cast<std::uint32_t>(members.size());
        append(type);
        for (const auto& member : members)
            append(member);
    }

    template<typename Value>
    void copyValues(std::uint32_t number, std::size_t count) {
        for (std::size_t index = 0; index < count; ++index) {
            auto value = m_table.element<Value>(number, index);
            value.name_off = nameAt(value.name_off);
            append(value);
        }
    }

    const TypeTable& m_table;
    const NameOffsets& m_names;
    std::string_view m_strings;
    absl::flat_hash_map<std::uint32_t, std::uint32_t> m_numbers; // old to new
    std::deque<std::uint32_t> m_waiting;                         // have new numbers, in this order
    std::vector<std::byte> m_types;
    absl::flat_hash_map<std::uint32_t, std::uint32_t> m_newNames; // offsets
    std::string m_text = std::string(1, '\0');
};

bool hasWantedKind(const btf_type& type) {
    switch (BTF_INFO_KIND(type.info)) {
    case BTF_KIND_STRUCT:
    case BTF_KIND_UNION:
    case BTF_KIND_ENUM:
    case BTF_KIND_ENUM64:
    case BTF_KIND_TYPEDEF:
        return true;
    default:
        return false;
    }
}

bool isTarget(const btf_type& type) {
    return BTF_INFO_KIND(type.info) == BTF_KIND_FUNC || BTF_INFO_KIND(type.info) == BTF_KIND_TYPEDEF;
}

} // namespace

Result<SelectedTypes> selectTypes(std::span<const std::byte> btf, const WantedTypes& wanted) {
    const auto parts = TRY(partsOf(btf));
    NameOffsets names(wanted);
    names.find(parts.strings);
    SelectedTypes selected;
    std::vector<std::uint32_t> chosen;
    TypeTable table;
    TRY(table.read(parts.types, [&](std::uint32_t number, const btf_type& type) {
        if (type.name_off == 0 || !(hasWantedKind(type) || isTarget(type))) return;
        const auto use = names.at(type.name_off);
        if (use.isType && hasWantedKind(type)) chosen.push_back(number);
        if (use.isTarget && isTarget(type))
            selected.targets.try_emplace(parts.strings.data() + type.name_off, number);
    }));
    if (chosen.empty()) return std::unexpected(unknownBtf()); // names could be stored in another way
    TypeCopier copier(table, names, parts.strings);
    for (const auto number : chosen)
        copier.add(number);
    selected.btf = copier.finish();
    return selected;
}

} // namespace candela
