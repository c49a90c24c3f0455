#include "model/analysis/filtered_profile.h"

namespace candela {

namespace {

template<typename T>
void append(std::vector<T>& target, const std::vector<T>& source, std::size_t row) {
    if (!source.empty()) target.push_back(source[row]);
}

} // namespace

Result<Profile> filteredProfile(std::shared_ptr<const Profile> profile, ValueTypeIndex value,
                                const Filter& filter, Task& task) {
    const auto& source = profile->samples[value.row()];
    SampleTable kept;
    kept.type = source.type;
    SampleSelector selector(profile);
    TRY(selector.forEachSample(value, filter, task, [&](std::size_t row) {
        kept.stack.push_back(source.stack[row]);
        kept.weight.push_back(source.weight[row]);
        append(kept.time, source.time, row);
        append(kept.thread, source.thread, row);
        append(kept.cpu, source.cpu, row);
        append(kept.labels, source.labels, row);
        append(kept.stackEnd, source.stackEnd, row);
    }));
    Profile result = *profile;
    result.samples.clear();
    result.samples.push_back(std::move(kept));
    result.defaultValue = ValueTypeIndex(0);
    return result;
}

} // namespace candela
