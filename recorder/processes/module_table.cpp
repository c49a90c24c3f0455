#include "recorder/processes/module_table.h"

#include "recorder/base/proc_files.h"

#include <string>
#include <string_view>

namespace candela {

namespace {

constexpr std::string_view generatedCodePath = "[generated code]";

ModuleKind kindOf(const FileMapping& mapping) {
    const std::string_view path = mapping.path;
    if (path == "[vdso]") return ModuleKind::Vdso;
    // A file in memory (memfd) may be a program, which is mapped privately like other programs; just-in-time
    // compilers map what they write as shared.
    const bool isWritten = path.starts_with("/memfd:") && mapping.isShared;
    const bool isMemory = path.starts_with("//") || path.starts_with("/anon_hugepage") ||
                          path.starts_with("/dev/zero") || path.starts_with("/SYSV") || isWritten;
    return path.starts_with('/') && !isMemory && mapping.file.inode != 0 ? ModuleKind::File
                                                                         : ModuleKind::Generated;
}

} // namespace

ModuleNumber ModuleTable::intern(const FileMapping& mapping) {
    const auto kind = kindOf(mapping);
    switch (kind) {
    case ModuleKind::File:
        return intern(Key(mapping.file, std::string(withoutDeletionMark(mapping.path))), kind, 0);
    case ModuleKind::Vdso:
        return intern(Key(FileIdentity{}, mapping.path), kind, 0);
    case ModuleKind::Generated:
        break;
    }
    // One row for the generated code of all processes: the owner matters only once a sample is in the code.
    return intern(Key(FileIdentity{}, generatedCodePath), kind, 0);
}

ModuleNumber ModuleTable::internGenerated(std::int32_t pid, std::int64_t startTime) {
    FileIdentity process;
    process.inode = static_cast<std::uint64_t>(pid);
    process.generation = static_cast<std::uint64_t>(startTime);
    return intern(Key(process, generatedCodePath), ModuleKind::Generated, pid);
}

ModuleNumber ModuleTable::intern(const Key& key, ModuleKind kind, std::int32_t pid) {
    if (const auto found = m_numbers.find(key); found != m_numbers.end()) return found->second;
    if (isFull()) {
        ++m_refused;
        return {};
    }
    ModuleNumber number(m_modules.size());
    if (m_free.empty()) {
        m_modules.emplace_back();
    } else {
        number = m_free.back();
        m_free.pop_back();
    }
    m_modules[number.row()] = {kind, key.first, key.second, pid, ++m_lastSerial};
    m_numbers.emplace(key, number);
    return number;
}

const Module* ModuleTable::findFile(const FileIdentity& file) const {
    for (const auto& [key, number] : m_numbers) {
        if (key.first == file && m_modules[number.row()].kind == ModuleKind::File)
            return &m_modules[number.row()];
    }
    return nullptr;
}

void ModuleTable::sweep(const std::vector<bool>& isUsed) {
    absl::erase_if(m_numbers, [&](const auto& entry) {
        const auto row = entry.second.row();
        if (row < isUsed.size() && isUsed[row]) return false;
        m_modules[row] = {};
        m_free.push_back(entry.second);
        ++m_evicted;
        return true;
    });
}

} // namespace candela
