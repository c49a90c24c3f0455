/// The files (and other sources of code) that processes have mapped.
/// A file is one row, however many processes map it. A row lives
/// until sweep() finds no use of it; then its number is reused.
#pragma once

#include "recorder/base/sideband.h"
#include "recorder/processes/address_space.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace candela {

enum class ModuleKind : std::uint8_t {
    File,      ///< an ELF file, as far as its path shows
    Vdso,      ///< the code that the kernel maps into each process
    Generated, ///< memory filled by a just-in-time compiler; the process's perf map names it
};

struct Module {
    ModuleKind kind = ModuleKind::File;
    FileIdentity file;
    std::string path;
    std::int32_t pid = 0;     ///< only for generated code; 0 until its owner was looked up
    std::uint64_t serial = 0; ///< never reused, unlike the row's number
};

class ModuleTable {
public:
    static constexpr std::size_t defaultMaximumModules = 1 << 16;

    explicit ModuleTable(std::size_t maximumModules = defaultMaximumModules) : m_maximum(maximumModules) {}

    /// The row of the file that a mapping shows; none once the table is full.
    ModuleNumber intern(const FileMapping& mapping);
    /// The row of one process's generated code; none once the table is full.
    ModuleNumber internGenerated(std::int32_t pid, std::int64_t startTime);
    const Module& operator[](ModuleNumber module) const { return m_modules[module.row()]; }

    /// Any row of this file; null if there is none. A linear search.
    const Module* findFile(const FileIdentity& file) const;

    /// Forgets each row whose entry in `isUsed` (by row) is false or missing.
    void sweep(const std::vector<bool>& isUsed);

    std::size_t used() const { return m_modules.size() - m_free.size(); }
    std::size_t capacity() const { return m_modules.size(); }
    std::size_t maximum() const { return m_maximum; }
    bool isFull() const { return used() >= m_maximum; }
    /// The serial number of the newest row.
    std::uint64_t lastSerial() const { return m_lastSerial; }
    /// Rows that were removed because nothing used them.
    std::uint64_t evicted() const { return m_evicted; }
    /// Mappings that were dropped because the table was full.
    std::uint64_t refused() const { return m_refused; }

private:
    using Key = std::pair<FileIdentity, std::string>;
    ModuleNumber intern(const Key& key, ModuleKind kind, std::int32_t pid);

    std::size_t m_maximum;
    std::vector<Module> m_modules;
    std::vector<ModuleNumber> m_free;
    absl::flat_hash_map<Key, ModuleNumber> m_numbers;
    std::uint64_t m_lastSerial = 0;
    std::uint64_t m_refused = 0;
    std::uint64_t m_evicted = 0;
};

} // namespace candela
