#include "model/formats/perf_data/perf_data_modules.h"

#include "model/symbols/elf/elf_file.h"
#include "model/unwind/generated/python_trampoline.h"

#include <fmt/format.h>

#include <elf.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::string_view generatedPath = "[generated code]";
constexpr std::string_view vdsoPath = "[vdso]";
constexpr std::string_view kernelPath = "[kernel.kallsyms]";
constexpr std::uint64_t wholeFile = 1ull << 63;

PerfModuleKind kindOf(std::string_view path) {
    if (path == vdsoPath) return PerfModuleKind::Vdso;
    if (path.empty() || path.front() == '[' || path.starts_with("//anon") || path.starts_with("/dev/zero") ||
        path.starts_with("/anon_hugepage") || path.starts_with("/memfd:") || path.starts_with("/SYSV"))
        return PerfModuleKind::Generated;
    return PerfModuleKind::File;
}

/// The name of "/lib/modules/6.1.0/kernel/net/nf-tables.ko.xz" in /proc/kallsyms: [nf_tables].
std::string kernelModuleName(std::string_view path) {
    if (path.starts_with("[guest.kernel")) return "[guest.kernel]";
    if (path.starts_with("[kernel")) return std::string(kernelPath);
    if (path.starts_with('[')) return std::string(path);
    auto name = path.substr(path.find_last_of('/') + 1);
    name = name.substr(0, name.find(".ko"));
    auto text = fmt::format("[{}]", name);
    std::ranges::replace(text, '-', '_');
    return text;
}

/// A copy of this process's vdso, which is the same in all processes. Its section headers are at the end.
std::vector<std::byte> ownVdso() {
    const auto address = ::getauxval(AT_SYSINFO_EHDR);
    if (address == 0) return {};
    const auto* start = reinterpret_cast<const std::byte*>(address);
    Elf64_Ehdr header;
    std::memcpy(&header, start, sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64) return {};
    return {start, start + header.e_shoff + std::size_t(header.e_shnum) * header.e_shentsize};
}

/// Any user can create a file of that name. Only files of this user and of root are read, as in perf.
bool isTrusted(const FileDescriptor& file) {
    struct stat status {};
    return file.isOpen() && ::fstat(file.get(), &status) == 0 &&
           (status.st_uid == 0 || status.st_uid == ::geteuid());
}

} // namespace

PerfModules::PerfModules(const PerfHeader& header, ProfileBuilder& builder)
    : m_header(header), m_builder(builder), m_isOfThisMachine(header.isOfThisMachine()) {
    if (auto finder = DebugFileFinder::create()) m_finder.emplace(std::move(*finder));
}

std::string PerfModules::headerBuildId(std::string_view path) const {
    const auto found = m_header.buildIds.find(path);
    return found == m_header.buildIds.end() ? std::string() : found->second;
}

PerfModuleIndex PerfModules::add(PerfModule module) {
    m_modules.push_back(std::make_unique<PerfModule>(std::move(module)));
    return PerfModuleIndex(m_modules.size() - 1);
}

PerfModuleIndex PerfModules::intern(std::string_view path, std::string buildId, const PerfFileIdentity& file,
                                    std::uint32_t pid) {
    PerfModule module;
    module.kind = kindOf(path);
    if (module.kind == PerfModuleKind::Generated) {
        module.path = generatedPath;
        module.pid = pid;
    } else {
        module.path = path;
        module.buildId = buildId.empty() ? headerBuildId(path) : std::move(buildId);
        if (module.kind == PerfModuleKind::File) module.file = file;
        if (isJitDump(path)) m_dumps.try_emplace(pid, MappedDump{module.path, file});
    }
    const auto [found, isNew] =
        m_rows.try_emplace(Key(module.path, module.buildId, module.file, module.pid), PerfModuleIndex());
    if (isNew) found->second = add(std::move(module));
    return found->second;
}

PerfModuleIndex PerfModules::internKernel(std::string_view path) {
    PerfModule module;
    module.kind = PerfModuleKind::Kernel;
    module.path = kernelModuleName(path);
    module.buildId = headerBuildId(module.path == kernelPath ? kernelPath : path);
    const auto [found, isNew] =
        m_rows.try_emplace(Key(module.path, module.buildId, PerfFileIdentity{}, 0), PerfModuleIndex());
    if (isNew) found->second = add(std::move(module));
    return found->second;
}

MappingIndex PerfModules::mapping(PerfModuleIndex index) {
    auto& module = (*this)[index];
    if (module.row) return module.row;
    if (module.kind == PerfModuleKind::File && module.buildId.empty()) openRecorded(module);
    const bool isByOffset = module.kind == PerfModuleKind::File || module.kind == PerfModuleKind::Vdso;
    module.row = m_builder.mapping({.path = m_builder.string(module.path),
                                    .buildId = m_builder.string(module.buildId),
                                    .start = 0,
                                    .end = isByOffset ? wholeFile : 0,
                                    .fileOffset = 0});
    return module.row;
}

bool PerfModules::isRecorded(const PerfModule& module, int descriptor, std::string_view localBuildId) const {
    if (!module.buildId.empty()) return module.buildId == localBuildId;
    if (!module.file.isKnown()) return m_isOfThisMachine;
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && status.st_ino == module.file.inode &&
           major(status.st_dev) == module.file.major && minor(status.st_dev) == module.file.minor;
}

/// The local file, if it is the recorded file; then the module gets its build id.
FileDescriptor PerfModules::openRecorded(PerfModule& module) {
    if (!m_finder) return {};
    auto file = m_finder->moduleFile(module.path);
    if (!file.isOpen()) return {};
    const auto elf = ElfFile::read(file.get(), SymbolLimits().fileBytes);
    if (!elf) return {};
    const auto buildId = elf->buildId();
    if (!isRecorded(module, file.get(), buildId)) return {};
    module.buildId = buildId;
    return file;
}

void PerfModules::buildTable(PerfModule& module) {
    const auto take = [&module](Result<UnwindTable> built) {
        module.hasTable = built.has_value();
        if (built) module.table = std::move(*built);
    };
    if (module.kind == PerfModuleKind::Vdso) {
        auto vdso = ownVdso();
        if (m_isOfThisMachine) take(buildUnwindTable(vdso));
    } else if (module.kind == PerfModuleKind::File) {
        const auto file = openRecorded(module);
        if (!file.isOpen()) return;
        auto map = MappedFile::map(file.get(), MappedFile::Pages::PrivateCopy);
        if (map) take(buildUnwindTable(map->writableBytes()));
    }
}

const UnwindTable* PerfModules::table(PerfModuleIndex index) {
    auto& module = (*this)[index];
    if (!module.wasLooked) {
        module.wasLooked = true;
        buildTable(module);
    }
    return module.hasTable ? &module.table : nullptr;
}

PerfModules::GeneratedCode PerfModules::readGenerated(std::uint32_t pid) const {
    GeneratedCode code;
    const auto names = m_finder->moduleFile(fmt::format("/tmp/perf-{}.map", pid));
    if (isTrusted(names))
        code.map = PerfMap::read(MappedFile::map(names.get()).value_or(MappedFile()).bytes());
    // The dump, found through its mapping: a process maps its dump to announce it, and another file may have
    // the name by now.
    const auto dump = m_dumps.find(pid);
    if (dump == m_dumps.end()) return code;
    const auto file = m_finder->moduleFile(dump->second.path);
    PerfModule module{.path = {}, .buildId = {}, .file = dump->second.file, .row = {}, .table = {}};
    if (!file.isOpen() || !isRecorded(module, file.get(), {})) return code;
    if (const auto bytes = MappedFile::map(file.get())) code.dump.append(bytes->bytes());
    return code;
}

const PerfModules::GeneratedCode* PerfModules::generatedCode(PerfModuleIndex index) {
    const auto& module = (*this)[index];
    if (module.kind != PerfModuleKind::Generated || !m_isOfThisMachine || !m_finder) return nullptr;
    const auto [found, isNew] = m_generated.try_emplace(module.pid);
    if (isNew) found->second = readGenerated(module.pid);
    return &found->second;
}

std::string PerfModules::generatedName(PerfModuleIndex index, std::uint64_t address) {
    const auto* code = generatedCode(index);
    if (!code) return {};
    if (const auto symbol = code->map.find(address)) return std::string(symbol->name);
    const auto frames = code->dump.find(address);
    return frames.empty() ? std::string() : frames.front().name;
}

const unwind_row* PerfModules::generatedRow(PerfModuleIndex module, std::uint64_t address) {
    const auto* code = generatedCode(module);
    const auto symbol = code ? code->map.find(address) : std::nullopt;
    return symbol ? pythonTrampolineRow(symbol->name, address - symbol->start) : nullptr;
}

} // namespace candela
