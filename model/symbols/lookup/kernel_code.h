/// The names of the kernel in a profile: from /proc/kallsyms if that kernel runs here, and from a vmlinux of
/// the same build with debug information, if there is one.
#pragma once

#include "model/profile/profile.h"
#include "model/symbols/lookup/module_finder.h"
#include "model/symbols/lookup/running_kernel.h"
#include "model/symbols/lookup/symbolize_profile.h"

#include <memory>
#include <optional>
#include <string>

namespace candela {

/// Finds the names of kernels and their modules. Addresses in a mapping without a start are assumed to be
/// relative to the first byte of the kernel or module.
class KernelFinder {
public:
    /// The finder of user modules must outlive this object; it also finds vmlinux files.
    KernelFinder(const ModuleFinder& files, const ProfileOrigin& origin, std::string root)
        : m_files(files), m_origin(origin), m_root(std::move(root)) {}

    Result<std::unique_ptr<CodeNames>> open(const WantedModule& wanted, Task& task);

private:
    /// How certain it is that the recorded kernel runs on this machine.
    enum class Sameness { Another, SameBuild, SameBoot };

    Sameness compare(std::string_view buildId);
    const Result<RunningKernel>& running();
    std::optional<FoundModule> findImage(std::string_view buildId, Sameness sameness, Task& task) const;

    const ModuleFinder& m_files;
    const ProfileOrigin& m_origin;
    std::string m_root;
    std::optional<KernelIdentity> m_identity;
    std::optional<Result<RunningKernel>> m_running;
};

} // namespace candela
