#include "model/profile/kept_counts.h"

#include <set>

namespace candela {

KeptCounts keptCounts(const Profile& profile) {
    KeptCounts counts{.functions = profile.code.size()};
    for (const auto& code : profile.code)
        counts.codeBytes += code->size();
    std::set<StringIndex> files;
    for (const auto& source : profile.sources) {
        files.insert(source->file);
        counts.lines += source->lines();
        counts.sourceBytes += source->size();
    }
    counts.files = files.size();
    return counts;
}

} // namespace candela
