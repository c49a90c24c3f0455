/// Looks up names that a profile lacks; every command and the window do this after opening a file.
#pragma once

#include "model/symbols/lookup/symbolize_profile.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace candela {

/// Whether debuginfod servers may be asked: they learn the build ids of the recorded modules.
enum class AskServers { No, Yes };

/// A step of a lookup, for showing progress.
struct LookupStep {
    std::string module;
    std::size_t number = 0;    ///< number of the module, from 1
    std::size_t modules = 0;   ///< number of modules
    std::uint64_t fetched = 0; ///< bytes received from a server
    std::uint64_t size = 0;    ///< size of the file on the server; 0: not known
};

/// Where names are searched.
struct LookupSources {
    std::string root = "/";           ///< root of this machine's files
    std::vector<std::string> folders; ///< folders that the user named; searched recursively
    AskServers servers = AskServers::No;
    std::function<void(const LookupStep&)> onStep = {}; ///< called in the worker thread; may be empty
};

/// Takes names of modules from this machine's files and debug files, if build ids
/// match or the profile is known to be of this machine, then from the folders; names
/// of the kernel from /proc/kallsyms if it runs here, and from its vmlinux. Servers
/// are asked for what this machine lacks. A warning lists names that may be of another
/// build. Fails if a folder can't be read, if servers are requested and libdebuginfod
/// is missing, and when cancelled. A profile that lacks no names is returned at once.
Result<Symbolized> lookUpNames(Profile profile, const LookupSources& sources, Task& task);

/// The sums over all modules of a lookup.
struct LookupSummary {
    std::size_t addresses = 0;                                ///< addresses that had no name
    std::size_t named = 0;                                    ///< how many of them have a name now
    std::vector<std::pair<std::string, std::size_t>> sources; ///< where the names are from; most frequent
                                                              ///< first
};
LookupSummary summaryOf(const std::vector<ModuleLookup>& modules);

} // namespace candela
