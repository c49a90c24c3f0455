#include "model/profile/kept_counts.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// Where kept code is, by module.
class KeptRanges {
public:
    explicit KeptRanges(const Profile& profile) : m_profile(profile) {
        for (const auto& code : profile.code)
            for (const auto& part : code->parts)
                m_starts[keyOf(code->mapping)][part.start + part.bytes.size()] = part.start;
    }

    bool has(FrameIndex frame) const {
        const auto mapping = m_profile.frames.mapping[frame.row()];
        if (!mapping) return false;
        const auto module = m_starts.find(keyOf(mapping));
        if (module == m_starts.end()) return false;
        const auto address = m_profile.frames.address[frame.row()];
        const auto part = module->second.upper_bound(address);
        return part != module->second.end() && part->second <= address;
    }

private:
    std::pair<StringIndex, StringIndex> keyOf(MappingIndex mapping) const {
        const auto& row = m_profile.mappings[mapping.row()];
        return {row.path, row.buildId};
    }

    const Profile& m_profile;
    std::map<std::pair<StringIndex, StringIndex>, std::map<std::uint64_t, std::uint64_t>> m_starts; // by end
};

} // namespace

KeptSelf keptSelf(const Profile& profile, ValueTypeIndex value) {
    const KeptRanges ranges(profile);
    enum class Code : std::uint8_t { None, Left, Kept };
    std::vector<Code> codes; // parents come first
    codes.reserve(profile.stacks.size());
    for (std::size_t row = 0; row < profile.stacks.size(); ++row) {
        const auto frame = profile.stacks.frame[row];
        const auto parent = profile.stacks.parent[row];
        if (profile.frames.kind[frame.row()] == FrameKind::Kernel)
            codes.push_back(parent ? codes[parent.row()] : Code::None);
        else
            codes.push_back(ranges.has(frame) ? Code::Kept : Code::Left);
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
