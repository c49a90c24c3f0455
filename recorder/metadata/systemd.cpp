/// The systemd unit and slice that a process belongs to, from its control group's path alone: slices nest,
/// and the unit follows. Below a user's manager ("user@1000.service") the same begins again. Format:
/// systemd's CGROUP_DELEGATION.md and systemd.slice(5).
#include "recorder/metadata/all_providers.h"

#include <algorithm>
#include <array>

namespace candela {

namespace {

constexpr std::array<std::string_view, 6> unitSuffixes{".service", ".scope", ".socket",
                                                       ".mount",   ".swap",  ".slice"};

/// systemd puts an underscore before names that would clash with the kernel's own files.
std::string_view unescaped(std::string_view name) {
    return name.starts_with('_') ? name.substr(1) : name;
}

bool isSlice(std::string_view name) {
    return name.ends_with(".slice");
}

bool isUnit(std::string_view name) {
    return std::ranges::any_of(
        unitSuffixes, [&](auto suffix) { return name.size() > suffix.size() && name.ends_with(suffix); });
}

struct Unit {
    std::string_view slice = "-.slice"; // initially the root of all slices, which has no directory
    std::string_view name;              // empty: a process directly in a slice
};

/// Takes the slices and the unit off the front of a path.
Unit takeUnit(std::span<const std::string_view>& names) {
    Unit unit;
    while (!names.empty() && isSlice(names.front())) {
        unit.slice = unescaped(names.front());
        names = names.subspan(1);
    }
    if (names.empty() || !isUnit(unescaped(names.front()))) return unit;
    unit.name = unescaped(names.front());
    names = names.subspan(1);
    return unit;
}

} // namespace

void describeSystemdUnit(ObservedProcess& process, LabelList& labels) {
    const auto& paths = process.cgroups();
    const auto& path = pathNames(paths.unified).empty() ? paths.systemd : paths.unified;
    const auto names = pathNames(path);
    std::span<const std::string_view> rest(names);
    const auto unit = takeUnit(rest);
    if (unit.name.empty() && rest.size() == names.size()) return; // no group of systemd
    labels.add("systemd.slice", unit.slice);
    labels.add("systemd.unit", unit.name);
    if (unit.name.starts_with("user@")) labels.add("systemd.user_unit", takeUnit(rest).name);
}

} // namespace candela
