/// The files (and other sources of code) of the frames in a perf.data capture, and this machine's knowledge
/// of them. A local file is used only if it is the recorded one. Its build id decides or, if the capture has
/// none, the inode that was mapped or, without either, whether the capture was made on this machine.
#pragma once

#include "model/formats/perf_data/perf_data_address_space.h"
#include "model/formats/perf_data/perf_data_header.h"
#include "model/profile/profile_builder.h"
#include "model/symbols/generated/jit_dump.h"
#include "model/symbols/generated/perf_map.h"
#include "model/symbols/lookup/debug_file_finder.h"
#include "model/unwind/call_frames/unwind_table.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace candela {

/// The inode of a mapped file; all 0 if the record does not have it.
struct PerfFileIdentity {
    std::uint32_t major = 0;
    std::uint32_t minor = 0;
    std::uint64_t inode = 0;

    bool isKnown() const { return inode != 0; }
    auto operator<=>(const PerfFileIdentity&) const = default;

    template<typename H>
    friend H AbslHashValue(H state, const PerfFileIdentity& file) {
        return H::combine(std::move(state), file.major, file.minor, file.inode);
    }
};

enum class PerfModuleKind : std::uint8_t {
    File,      ///< addresses of its frames are offsets in the file
    Vdso,      ///< the same
    Generated, ///< memory without a file; absolute addresses
    Kernel,    ///< the kernel or one of its modules: addresses are relative to where it was loaded
};

struct PerfModule {
    PerfModuleKind kind = PerfModuleKind::File;
    std::string path;
    std::string buildId;
    PerfFileIdentity file;
    std::uint32_t pid = 0; ///< only for generated code
    MappingIndex row;
    bool wasLooked = false; ///< its table was looked for
    bool hasTable = false;
    UnwindTable table;
};

class PerfModules {
public:
    PerfModules(const PerfHeader& header, ProfileBuilder& builder);

    /// The module of a user mapping; `buildId` is the one in the record itself.
    PerfModuleIndex intern(std::string_view path, std::string buildId, const PerfFileIdentity& file,
                           std::uint32_t pid);
    /// The module of a kernel mapping, by the mapping's name.
    PerfModuleIndex internKernel(std::string_view path);

    PerfModule& operator[](PerfModuleIndex module) { return *m_modules[module.row()]; }
    /// The row for frames. The row has the build id of the local file if that is the recorded file.
    MappingIndex mapping(PerfModuleIndex module);
    /// How to unwind its code; null if this machine does not have the recorded file. Empty for a file without
    /// unwind information.
    const UnwindTable* table(PerfModuleIndex module);
    /// The name that a just-in-time compiler recorded for an address, in its perf map or dump; empty if there
    /// is none.
    std::string generatedName(PerfModuleIndex module, std::uint64_t address);
    /// How to unwind the generated code of a module, if that is known; else null.
    const unwind_row* generatedRow(PerfModuleIndex module, std::uint64_t address);

    bool isOfThisMachine() const { return m_isOfThisMachine; }

private:
    FileDescriptor openRecorded(PerfModule& module);
    bool isRecorded(const PerfModule& module, int descriptor, std::string_view localBuildId) const;
    void buildTable(PerfModule& module);
    PerfModuleIndex add(PerfModule module);
    std::string headerBuildId(std::string_view path) const;

    using Key = std::tuple<std::string, std::string, PerfFileIdentity, std::uint32_t>;

    const PerfHeader& m_header;
    ProfileBuilder& m_builder;
    bool m_isOfThisMachine = false;
    std::optional<DebugFileFinder> m_finder;
    std::vector<std::unique_ptr<PerfModule>> m_modules;
    absl::flat_hash_map<Key, PerfModuleIndex> m_rows;
    struct GeneratedCode {
        PerfMap map;
        JitDump dump;
    };
    GeneratedCode readGenerated(std::uint32_t pid) const;
    /// The map or dump of a module; null for anything but generated code of this machine.
    const GeneratedCode* generatedCode(PerfModuleIndex module);

    absl::flat_hash_map<std::uint32_t, GeneratedCode> m_generated; // by process
    struct MappedDump {
        std::string path;
        PerfFileIdentity file;
    };
    absl::flat_hash_map<std::uint32_t, MappedDump> m_dumps; // dumps of just-in-time compilers, by process
};

} // namespace candela
