#include "recorder/probes/all_probes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace candela {

namespace {

constexpr std::array probes{
    ProbeEntry{describeCpuProbe, ProbeUse::WhenAsked, ProbeTargets::Ticks, createCpuProbe},
    ProbeEntry{describeFaultsProbe, ProbeUse::WhenAsked, ProbeTargets::EachProcessor, createFaultsProbe},
    ProbeEntry{describeOffcpuProbe, ProbeUse::WhenAsked, ProbeTargets::Kernel, createOffcpuProbe},
    ProbeEntry{describeProcessesProbe, ProbeUse::ForProcessScopes, ProbeTargets::Kernel,
               createProcessesProbe},
    ProbeEntry{describeCpuTimeProbe, ProbeUse::WherePossible, ProbeTargets::Kernel, createCpuTimeProbe,
               "cpu"},
};

} // namespace

std::span<const ProbeEntry> allProbes() {
    return probes;
}

Result<void> checkRequests(std::span<const ProbeRequest> requests, TickSource source) {
    std::vector<ProbeDescription> sources;
    std::vector<std::string_view> names;
    for (const auto& entry : allProbes()) {
        if (entry.use != ProbeUse::WhenAsked) continue;
        sources.push_back(entry.describe(source));
        names.push_back(sources.back().name);
    }
    for (auto request = requests.begin(); request != requests.end(); ++request) {
        const auto probe = std::ranges::find(sources, request->probe, &ProbeDescription::name);
        if (probe == sources.end())
            return failure(fmt::format("there is no probe \"{}\"", request->probe), ErrorCode::Usage,
                           fmt::format("this recorder has: {}", fmt::join(names, ", ")));
        const auto isSame = [&](const ProbeRequest& other) { return other.probe == request->probe; };
        if (std::any_of(requests.begin(), request, isSame))
            return failure(fmt::format("the probe \"{}\" is asked for twice", request->probe),
                           ErrorCode::Usage);
        TRY(checkOptions(*probe, *request));
    }
    return {};
}

} // namespace candela
