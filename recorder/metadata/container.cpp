/// The container that a process runs in and the engine that made it, from its control group's path alone. For
/// nested containers, the innermost. Facts: how docker, podman, containerd, CRI-O and LXC name their groups
/// with both of the usual cgroup drivers (systemd, cgroupfs).
#include "recorder/metadata/all_providers.h"

#include <algorithm>
#include <array>
#include <optional>

namespace candela {

namespace {

struct Container {
    std::string_view engine; // empty: the path does not show it
    std::string_view id;
};

struct Naming {
    std::string_view prefix;
    std::string_view engine;
};

/// "docker-ID.scope" of the systemd driver; CRI-O's and podman's cgroupfs drivers use the same without
/// ".scope".
constexpr std::array<Naming, 6> prefixes{{
    {"docker-", "docker"},
    {"libpod-payload-", "podman"},
    {"libpod-", "podman"},
    {"cri-containerd-", "containerd"},
    {"nerdctl-", "containerd"},
    {"crio-", "cri-o"},
}};

/// "docker/ID" of the cgroupfs driver.
constexpr std::array<Naming, 3> parents{
    {{"docker", "docker"}, {"libpod_parent", "podman"}, {"k8s.io", "containerd"}}};

bool isId(std::string_view text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string_view withoutSuffix(std::string_view text, std::string_view suffix) {
    if (text.ends_with(suffix)) text.remove_suffix(suffix.size());
    return text;
}

std::optional<Container> containerOf(std::string_view parent, std::string_view name) {
    name = withoutSuffix(name, ".scope");
    for (const auto& naming : prefixes) {
        if (name.starts_with(naming.prefix) && isId(name.substr(naming.prefix.size())))
            return Container{naming.engine, name.substr(naming.prefix.size())};
    }
    // "kubepods-burstable-podUID.slice:cri-containerd:ID", where engine and kubelet disagree about the driver
    const auto last = name.rfind(':');
    if (last != std::string_view::npos && isId(name.substr(last + 1))) {
        const auto before = name.substr(0, last);
        const auto engine = before.substr(before.rfind(':') + 1);
        const auto known = std::ranges::find_if(
            prefixes, [&](const Naming& naming) { return withoutSuffix(naming.prefix, "-") == engine; });
        return Container{known == prefixes.end() ? std::string_view() : known->engine, name.substr(last + 1)};
    }
    if (isId(name)) {
        const auto known = std::ranges::find(parents, parent, &Naming::prefix);
        return Container{known == parents.end() ? std::string_view() : known->engine, name};
    }
    constexpr std::string_view payload = "lxc.payload.";
    if (name.starts_with(payload) && name.size() > payload.size())
        return Container{"lxc", name.substr(payload.size())};
    if (parent == "lxc" || parent == "lxc.payload") return Container{"lxc", name};
    return std::nullopt;
}

} // namespace

void describeContainer(ObservedProcess& process, LabelList& labels) {
    for (const auto path : process.cgroups().all()) {
        const auto names = pathNames(path);
        for (std::size_t index = names.size(); index-- > 0;) {
            const auto parent = index > 0 ? names[index - 1] : std::string_view();
            const auto container = containerOf(parent, names[index]);
            if (!container) continue;
            labels.add("container.id", container->id);
            labels.add("container.engine", container->engine);
            return;
        }
    }
}

} // namespace candela
