#include "model/recording/late_frame_names.h"

#include "model/profile/tree_rows.h"

#include <utility>
#include <vector>

namespace candela {

namespace {

/// The maximum number of pairs of a process and a stack. No recording reaches it; beyond it, stacks stay as
/// they are.
constexpr std::size_t maximumReplacements = 8'000'000;

} // namespace

/// Finds or adds the stacks whose frames have their names.
class LateFrameNames::Replacement {
public:
    explicit Replacement(Profile& profile)
        : m_profile(profile), m_rows(profile.stacks.parent, profile.stacks.frame) {}

    StackIndex of(ProcessIndex process, const ByAddress& names, StackIndex stack) {
        if (m_known.size() >= maximumReplacements) return stack;
        // Goes from the innermost frame to a caller whose stack is known, and adds the stacks from there
        // back.
        auto& stacks = m_profile.stacks;
        m_path.clear();
        StackIndex known;
        for (auto at = stack; at; at = stacks.parent[at.row()]) {
            if (const auto found = m_known.find(std::pair(process, at)); found != m_known.end()) {
                known = found->second;
                break;
            }
            m_path.push_back(at);
        }
        for (; !m_path.empty(); m_path.pop_back()) {
            const auto at = m_path.back();
            known = m_rows.findOrAdd(known, named(names, stacks.frame[at.row()]));
            m_known.emplace(std::pair(process, at), known);
        }
        return known;
    }

private:
    FrameIndex named(const ByAddress& names, FrameIndex frame) const {
        const auto& frames = m_profile.frames;
        if (frames.function[frame.row()]) return frame;
        const auto found = names.find(frames.address[frame.row()]);
        const bool isSame =
            found != names.end() && frames.mapping[found->second.row()] == frames.mapping[frame.row()];
        return isSame ? found->second : frame;
    }

    Profile& m_profile;
    TreeRows<StackIndex, FrameIndex> m_rows;
    absl::flat_hash_map<std::pair<ProcessIndex, StackIndex>, StackIndex> m_known;
    std::vector<StackIndex> m_path;
};

void LateFrameNames::apply(Profile& profile) const {
    if (m_names.empty()) return;
    Replacement replacement(profile);
    for (auto& table : profile.samples) {
        for (std::size_t row = 0; row < table.size(); ++row) {
            const auto thread = table.threadAt(row);
            auto& stack = table.stack[row];
            if (!thread || !stack) continue;
            const auto process = profile.threads[thread.row()].process;
            const auto names = m_names.find(process);
            if (names != m_names.end()) stack = replacement.of(process, names->second, stack);
        }
    }
}

} // namespace candela
