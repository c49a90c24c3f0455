#include "model/profile/kept_counts.h"

#include "model/profile/kept_parts.h"

#include <set>
#include <vector>

namespace candela {

KeptSelf keptSelf(const Profile& profile, ValueTypeIndex value) {
    const KeptParts parts(profile);
    const auto isKept = [&](FrameIndex frame) {
        const auto mapping = profile.frames.mapping[frame.row()];
        return mapping && parts.find(mapping, profile.frames.address[frame.row()]);
    };
    enum class Code : std::uint8_t { None, Left, Kept };
    std::vector<Code> codes; // parents come first
    codes.reserve(profile.stacks.size());
    for (std::size_t row = 0; row < profile.stacks.size(); ++row) {
        const auto frame = profile.stacks.frame[row];
        const auto parent = profile.stacks.parent[row];
        if (profile.frames.kind[frame.row()] == FrameKind::Kernel)
            codes.push_back(parent ? codes[parent.row()] : Code::None);
        else
            codes.push_back(isKept(frame) ? Code::Kept : Code::Left);
    }
    KeptSelf self;
    const auto& samples = profile.samples[value.row()];
    for (std::size_t row = 0; row < samples.size(); ++row) {
        const auto stack = samples.stack[row];
        const auto code = stack ? codes[stack.row()] : Code::None;
        if (code == Code::None) continue;
        self.all += samples.weight[row];
        if (code == Code::Kept) self.kept += samples.weight[row];
    }
    return self;
}

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
