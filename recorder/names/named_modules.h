/// The modules whose names are requested, by their rows in the module table, and their sums: memory, open
/// files, modules that the child has open. If there is no room, the least recently used modules are evicted,
/// never one that is waited for; an evicted module is requested again when needed.
#pragma once

#include "recorder/names/named_module.h"
#include "recorder/processes/module_table.h"
#include "recorder/sandbox/symbol_client.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace candela {

class NamedModules {
public:
    struct Limits {
        std::size_t memory = 32 << 20; ///< bytes; segments that wait for names may need the same again
        std::size_t openFiles = 400;   ///< descriptors that the recorder holds
        std::size_t openModules = 64;  ///< modules that the child has open
    };
    /// Total size of the files that had to be copied to memory.
    static constexpr std::uint64_t maximumCopied = 256 << 20;

    NamedModules(const ModuleTable& modules, SymbolClient& client, const Limits& limits)
        : m_modules(modules), m_client(client), m_limits(limits) {}

    /// A new module without names. Replaces the module that had the row before.
    NamedModule& make(ModuleNumber module);
    /// The module in a row; null if there is none. It may be an earlier module of that row.
    NamedModule* at(ModuleNumber module) const {
        return module.row() < m_rows.size() ? m_rows[module.row()].get() : nullptr;
    }
    /// The module; null if it is not known.
    NamedModule* find(ModuleNumber module) const;
    template<typename Visit>
    void forEach(Visit visit) const {
        for (const auto& module : m_rows) {
            if (module) visit(*module);
        }
    }
    /// Identifies a module in requests to the child: its row, and the serial number that makes it unique.
    static std::uint64_t requestNumber(const NamedModule& module) {
        return module.serial << rowBits | module.number.row();
    }
    static ModuleNumber numberOf(std::uint64_t requestNumber) {
        return ModuleNumber(requestNumber & rowMask);
    }
    /// Whether the module of a request is still in the module table.
    bool isInTable(std::uint64_t requestNumber) const {
        return m_modules[numberOf(requestNumber)].serial == requestNumber >> rowBits;
    }
    /// The module of a request; null if the module was removed.
    NamedModule* findRequested(std::uint64_t requestNumber) const;

    /// Removes the module, also in the child if it is open there.
    void forget(NamedModule& module);
    /// Makes room for one more file; false if that is not possible.
    bool makeRoomForFile();
    /// The same for one more module in the child.
    bool makeRoomInChild();
    /// If there are too many, evicts modules that were not used recently, except those that the segment
    /// `firstWaiting` or a later one uses.
    void makeRoom(std::uint64_t firstWaiting);
    /// Forgets modules whose rows were swept from the module table.
    void sweep();
    /// Closes the files that no process had mapped (by row) in two calls in a row, here and in the child.
    void closeUnmapped(const std::vector<bool>& isMapped);

    /// The number of the current segment: modules that are created now are used by it.
    void setSegment(std::uint64_t segment) { m_segment = segment; }
    std::uint64_t segment() const { return m_segment; }

    const Limits& limits() const { return m_limits; }
    const NamedModule::Sums& sums() const { return m_sums; }
    /// The bytes left for further copies of files.
    std::uint64_t copyRoom() const;
    std::size_t openInChild() const;
    /// The number of modules that were evicted to make room.
    std::uint64_t evicted() const { return m_evicted; }
    /// Descriptors that were closed to make room for others.
    std::uint64_t closedFiles() const { return m_closedFiles; }
    std::uint64_t closedInChild() const { return m_closedInChild; }

private:
    static constexpr int rowBits = 20;
    static constexpr std::uint64_t rowMask = (std::uint64_t{1} << rowBits) - 1;
    static_assert(ModuleTable::defaultMaximumModules <= rowMask);

    void closeInChild(NamedModule& module);

    const ModuleTable& m_modules;
    SymbolClient& m_client;
    Limits m_limits;
    NamedModule::Sums m_sums;
    std::vector<std::unique_ptr<NamedModule>> m_rows; // declared after the sums, which the modules are
                                                      // counted in until they are destroyed
    std::uint64_t m_segment = 0;
    std::uint64_t m_evicted = 0;
    std::uint64_t m_closedFiles = 0;
    std::uint64_t m_closedInChild = 0;
};

} // namespace candela
