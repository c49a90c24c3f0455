/// Looks up the names that a profile lacks: what every command and the window do after they opened a file.
#pragma once

#include "model/symbols/lookup/symbolize_profile.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace candela {

/// Whether debuginfod servers may be asked: they learn the build ids of what was recorded.
enum class AskServers { No, Yes };

/// Progress of a lookup.
struct LookupStep {
    std::string module;
    std::size_t number = 0;    ///< of the module, from 1
    std::size_t modules = 0;   ///< how many there are
    std::uint64_t fetched = 0; ///< bytes that a server sent
    std::uint64_t size = 0;    ///< of the file that it sends; 0: not known
};

/// Where names are looked for.
struct LookupSources {
    std::string root = "/";           ///< of this machine's files
    std::vector<std::string> folders; ///< that the user names; searched whole
    AskServers servers = AskServers::No;
    std::function<void(const LookupStep&)> onStep = {}; ///< called from the thread that works; may be empty
};

/// Names of modules from this machine's files and debug files, where build ids are the same or the profile is
/// known to be of this machine, then from the folders; names of the kernel from /proc/kallsyms where it is
/// the one that runs here, and from its vmlinux. Servers are asked for what this machine lacks. A warning
/// lists the names that may be those of another build. Fails where a folder can't be read, where servers are
/// to be asked and libdebuginfod is missing, and when cancelled. A profile that lacks no names comes back at
/// once.
Result<Symbolized> lookUpNames(Profile profile, const LookupSources& sources, Task& task);

/// All modules of a lookup together.
struct LookupSummary {
    std::size_t addresses = 0;                                ///< that had no name
    std::size_t named = 0;                                    ///< of these: have one now
    std::vector<std::pair<std::string, std::size_t>> sources; ///< where they came from; most first
};
LookupSummary summaryOf(const std::vector<ModuleLookup>& modules);

} // namespace candela
