#include "model/analysis/samples/filtered_profile.h"

#include "model/profile/profile_copier.h"

#include <algorithm>

namespace candela {

Result<Profile> filteredProfile(std::shared_ptr<const Profile> profile, ValueTypeIndex shown,
                                const Filter& filter, Task& task) {
    ProfileBuilder builder;
    ProfileCopier copier(*profile, builder);
    SampleSelector selector(profile);
    for (std::size_t row = 0; row < profile->samples.size(); ++row) {
        const ValueTypeIndex value(row);
        const auto target = copier.valueType(value);
        const auto& table = profile->samples[row];
        TRY(selector.forEachSample(value, filter, task, [&](std::size_t sample, std::int64_t weight) {
            const auto begin = filter.time ? filter.time->begin : noTime;
            const auto time =
                std::max(table.timeAt(sample), begin); // of what began before, the part begins there
            copier.addSample(value, sample, target, time, weight);
        }));
    }
    copier.linkParents();
    copier.copyRemarks();
    if (const auto value = shown ? shown : profile->defaultValue)
        builder.setDefaultValue(copier.valueType(value));
    if (profile->hasRecorderUsage) builder.setRecorderUsage(profile->recorder);
    builder.origin() = profile->origin;
    return builder.build();
}

} // namespace candela
