/// The Kubernetes pod that a process runs in and its quality of service class, from its control group's path
/// alone. Facts: how the kubelet names groups with its two cgroup drivers; pods of the guaranteed class have
/// no group of their class.
#include "recorder/metadata/all_providers.h"

#include <algorithm>
#include <optional>

namespace candela {

namespace {

struct Pod {
    std::string uid;
    std::string_view quality;
};

/// A UUID, or 32 digits for pods that the kubelet starts by itself; dashes may have become underscores.
bool isUid(std::string_view text) {
    return (text.size() == 36 || text.size() == 32) &&
           text.find_first_not_of("0123456789abcdef-_") == std::string_view::npos;
}

std::string_view qualityOf(std::string_view text) {
    for (const std::string_view quality : {"burstable", "besteffort"}) {
        if (text == quality) return quality;
    }
    return "guaranteed";
}

/// "kubepods-burstable-podUID.slice", also "kubelet-kubepods-podUID.slice" and the text after a colon.
std::optional<Pod> podOfSlice(std::string_view name) {
    constexpr std::string_view top = "kubepods-";
    constexpr std::string_view mark = "pod";
    const auto slice = name.find(".slice");
    if (slice == std::string_view::npos) return std::nullopt;
    name = name.substr(0, slice);
    const auto begin = name.find(top);
    if (begin == std::string_view::npos) return std::nullopt;
    auto rest = name.substr(begin + top.size());
    const auto dash = rest.find('-');
    std::string_view quality;
    if (dash != std::string_view::npos && !rest.starts_with(mark)) {
        quality = rest.substr(0, dash);
        rest.remove_prefix(dash + 1);
    }
    if (!rest.starts_with(mark) || !isUid(rest.substr(mark.size()))) return std::nullopt;
    std::string uid(rest.substr(mark.size()));
    std::ranges::replace(uid, '_', '-');
    return Pod{std::move(uid), qualityOf(quality)};
}

/// "kubepods/burstable/podUID"
std::optional<Pod> podOfFolder(std::span<const std::string_view> names) {
    constexpr std::string_view mark = "pod";
    const auto name = names.back();
    if (names.size() < 2 || !name.starts_with(mark) || !isUid(name.substr(mark.size()))) return std::nullopt;
    const auto parent = names[names.size() - 2];
    const bool isInClass = parent == "burstable" || parent == "besteffort";
    const auto top = isInClass && names.size() > 2 ? names[names.size() - 3] : parent;
    if (top != "kubepods") return std::nullopt;
    return Pod{std::string(name.substr(mark.size())), qualityOf(parent)};
}

} // namespace

void describeKubernetesPod(ObservedProcess& process, LabelList& labels) {
    for (const auto path : process.cgroups().all()) {
        const auto names = pathNames(path);
        for (std::size_t count = names.size(); count > 0; --count) {
            auto pod = podOfSlice(names[count - 1]);
            if (!pod) pod = podOfFolder(std::span(names).first(count));
            if (!pod) continue;
            labels.add("kubernetes.pod", pod->uid);
            labels.add("kubernetes.qos", pod->quality);
            return;
        }
    }
}

} // namespace candela
