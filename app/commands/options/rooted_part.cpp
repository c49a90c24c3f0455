#include "app/commands/options/rooted_part.h"

#include "model/analysis/samples/rooted_profile.h"
#include "model/formats/export_profile.h"

#include <fmt/format.h>

namespace candela {

void addRootOption(Arguments& arguments, std::string& root) {
    arguments.option("--root", root, fmt::format("A tree for each: {}", sampleKeyNames)).valueName("KEY");
}

Result<std::optional<SampleKey>> rootsFromName(const std::string& root) {
    if (root.empty()) return std::nullopt;
    auto key = sampleKeyFromName(root);
    if (!key)
        return failure(fmt::format("unknown key for roots \"{}\"", root), ErrorCode::Usage,
                       fmt::format("keys are {}", sampleKeyNames));
    return key;
}

Result<std::shared_ptr<const Profile>> rootedPart(const std::shared_ptr<const Profile>& profile,
                                                  ValueTypeIndex value, const Filter& filter,
                                                  const std::optional<SampleKey>& roots, Task& task) {
    auto part = TRY(exportedPart(profile, value, filter, task));
    if (!roots) return part;
    return std::make_shared<const Profile>(
        TRY(rootedProfile(*part, *roots, BelowRoots::Stacks, task)).profile);
}

} // namespace candela
