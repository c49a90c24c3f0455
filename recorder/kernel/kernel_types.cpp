#include "recorder/kernel/kernel_types.h"

#include "recorder/kernel/btf_selection.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <optional>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace candela {

namespace {

/// A kind of program that is attached to a type of the kernel, by its name in the section: "tp_btf/NAME".
struct TypedSection {
    const char* pattern;
    std::string_view prefix;
    std::string_view target; ///< what the kernel's BTF calls it, before the name
    bpf_attach_type attachType;
};
constexpr std::array typedSections{
    TypedSection{"tp_btf+", "tp_btf/", "btf_trace_", BPF_TRACE_RAW_TP},
    TypedSection{"iter+", "iter/", "bpf_iter_", BPF_TRACE_ITER},
};

struct ProgramTarget {
    std::string_view name; ///< "sched_switch"
    std::string type;      ///< "btf_trace_sched_switch"
    bpf_attach_type attachType = BPF_TRACE_RAW_TP;
};

/// None if the program is attached to something else.
std::optional<ProgramTarget> targetOf(const bpf_program* program) {
    const std::string_view section = bpf_program__section_name(program);
    for (const auto& typed : typedSections) {
        if (!section.starts_with(typed.prefix)) continue;
        const auto name = section.substr(typed.prefix.size());
        return ProgramTarget{name, fmt::format("{}{}", typed.target, name), typed.attachType};
    }
    return {};
}

KernelTypes* describingTypes = nullptr; // programs are loaded by one thread

/// Without the suffix ("___since_6_13") that distinguishes layouts of one type of the kernel.
std::string_view kernelNameOf(std::string_view name) {
    return name.substr(0, name.find("___"));
}

WantedTypes typesOf(bpf_object* object) {
    WantedTypes wanted;
    const auto* types = bpf_object__btf(object);
    const auto textAt = [types](std::uint32_t offset) {
        const char* text = btf__name_by_offset(types, offset);
        return std::string_view(text ? text : "");
    };
    for (std::uint32_t number = 1; types && number < btf__type_cnt(types); ++number) {
        const auto* type = btf__type_by_id(types, number);
        const bool hasMembers = btf_is_composite(type);
        if (type->name_off != 0 && (hasMembers || btf_is_any_enum(type) || btf_is_typedef(type)))
            wanted.types.emplace(kernelNameOf(textAt(type->name_off)));
        for (std::uint16_t index = 0; hasMembers && index < btf_vlen(type); ++index)
            wanted.members.emplace(textAt(btf_members(type)[index].name_off));
    }
    bpf_program* program = nullptr;
    bpf_object__for_each_program(program, object) {
        if (auto target = targetOf(program)) wanted.targets.insert(std::move(target->type));
    }
    return wanted;
}

bool writeAll(const FileDescriptor& file, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto written = ::write(file.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

KernelTypes::KernelTypes(const std::string& path) {
    static const bool areRegistered = registerSections();
    assert(!describingTypes);
    describingTypes = this;
    if (!areRegistered || !readBtf(path)) m_btf = {};
}

KernelTypes::~KernelTypes() {
    describingTypes = nullptr;
}

bool KernelTypes::readBtf(const std::string& path) {
    const auto file = openToRead(path);
    if (!file) return false;
    if (auto mapped = MappedFile::map(file->get())) {
        m_mapped = std::move(*mapped);
        m_btf = m_mapped.bytes();
        return !m_btf.empty();
    }
    struct stat status {};
    if (::fstat(file->get(), &status) != 0 || status.st_size <= 0) return false;
    const auto size = static_cast<std::size_t>(status.st_size);
    m_copy = std::make_unique_for_overwrite<std::byte[]>(size);
    std::size_t filled = 0;
    while (filled < size) {
        const auto got = ::read(file->get(), m_copy.get() + filled, size - filled);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        filled += static_cast<std::size_t>(got);
    }
    m_btf = {m_copy.get(), size};
    return true;
}

/// libbpf reads all types for programs of the type BPF_PROG_TYPE_TRACING. So these get their type and their
/// target only when they are passed to the kernel. Registered for good: libbpf 1.1 can't forget the last one.
bool KernelTypes::registerSections() {
    libbpf_prog_handler_opts options{};
    options.sz = sizeof options;
    options.prog_prepare_load_fn = prepareLoad;
    return std::ranges::all_of(typedSections, [&](const TypedSection& section) {
        return libbpf_register_prog_handler(section.pattern, BPF_PROG_TYPE_RAW_TRACEPOINT, section.attachType,
                                            &options) > 0;
    });
}

int KernelTypes::prepareLoad(bpf_program* program, bpf_prog_load_opts* options, long) {
    if (bpf_program__type(program) == BPF_PROG_TYPE_TRACING) return 0; // libbpf has found the target
    const auto target = targetOf(program);
    if (!target || !describingTypes) return -EINVAL;
    const auto found = describingTypes->m_targets.find(target->type);
    if (found == describingTypes->m_targets.end()) return -ESRCH;
    options->attach_btf_id = found->second;
    options->expected_attach_type = target->attachType;
    return bpf_program__set_type(program, BPF_PROG_TYPE_TRACING);
}

std::string KernelTypes::createFile() {
    if (m_btf.empty()) return {};
    FileDescriptor file(::memfd_create("kernel_types", MFD_CLOEXEC));
    if (!file.isOpen()) return {};
    auto path = fmt::format("/proc/self/fd/{}", file.get());
    m_files.push_back(std::move(file));
    return path;
}

bool KernelTypes::describe(bpf_object* object) {
    auto selected = selectTypes(m_btf, typesOf(object));
    if (!selected || !writeAll(m_files.back(), selected->btf)) {
        m_btf = {};
        return false;
    }
    m_targets.merge(selected->targets);
    return true;
}

bool KernelTypes::leaveToLibbpf() {
    return !std::exchange(m_btf, {}).empty();
}

bool KernelTypes::setTargets(bpf_object* object) {
    bpf_program* program = nullptr;
    bpf_object__for_each_program(program, object) {
        const auto target = targetOf(program);
        if (!target) continue;
        bpf_program__set_type(program, BPF_PROG_TYPE_TRACING);
        bpf_program__set_expected_attach_type(program, target->attachType);
        // The name ends with the section's.
        if (bpf_program__set_attach_target(program, 0, target->name.data()) != 0) return false;
    }
    return true;
}

} // namespace candela
