#include "model/analysis/samples/rooted_profile.h"

#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/rooted_stacks.h"

#include <string>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// A profile's strings with further ones appended.
class AppendedStrings : public StringTable {
public:
    explicit AppendedStrings(const StringTable& strings) : StringTable(strings) {}

    StringIndex add(std::string_view text) {
        m_bytes.append(text);
        m_ends.push_back(m_bytes.size());
        return StringIndex(m_ends.size() - 1);
    }
};

/// Adds roots to a copy of a profile: appends strings, mappings, functions and frames of the roots, and
/// replaces the stacks. A root's name is a new string even if an equal one exists.
class RootedProfileMaker {
public:
    RootedProfileMaker(const Profile& source, BelowRoots below)
        : m_source(source), m_below(below), m_result{source, {}}, m_strings(source.strings),
          m_copies(source.stacks.size()) {
        auto& stacks = m_result.profile.stacks;
        stacks = {};
        if (m_below == BelowRoots::Nothing) {
            m_result.profile.frames = {};
        } else {
            stacks.parent.reserve(source.stacks.size());
            stacks.frame.reserve(source.stacks.size());
        }
    }

    Result<RootedProfile> run(const RootedStacks& rooted, const Task& task) {
        constexpr std::size_t rowsBetweenLooks = 65536;
        std::vector<StackIndex> roots;
        for (const auto& name : rooted.roots)
            roots.push_back(addRoot(name));
        std::vector<StackIndex> stacks; // a row for each rooted stack
        stacks.reserve(rooted.rows.size());
        for (const auto& [root, stack] : rooted.rows) {
            if (stacks.size() % rowsBetweenLooks == 0 && task.isCancelled()) return cancelled();
            stacks.push_back(m_below == BelowRoots::Nothing ? roots[root] : above(roots[root], stack));
        }
        auto& tables = m_result.profile.samples;
        for (std::size_t value = 0; value < tables.size(); ++value)
            for (std::size_t row = 0; row < tables[value].size(); ++row)
                tables[value].stack[row] = stacks[rooted.ofSample[value][row].row()];
        if (task.isCancelled()) return cancelled();
        m_result.profile.strings = std::move(static_cast<StringTable&>(m_strings));
        m_result.profile.hasCpuAccount = false;
        return std::move(m_result);
    }

private:
    /// The last copy of a row of the source's stacks, and its root.
    struct Copy {
        StackIndex root;
        StackIndex stack;
    };

    StackIndex addRoot(std::string_view name) {
        auto& profile = m_result.profile;
        MappingIndex module;
        if (m_below == BelowRoots::Stacks) {
            module = MappingIndex(profile.mappings.size());
            profile.mappings.push_back({.path = m_strings.add(moduleOfRoot(name)), .buildId = {}});
        }
        auto& frames = profile.frames;
        m_result.roots.emplace_back(frames.size());
        frames.function.emplace_back(profile.functions.size());
        frames.mapping.push_back(module);
        frames.address.push_back(0);
        frames.line.push_back(0);
        frames.inlineDepth.push_back(0);
        frames.kind.push_back(FrameKind::Unknown);
        profile.functions.push_back(
            {.name = m_strings.add(name), .rawName = {}, .file = {}, .mapping = module});
        return addStack({}, m_result.roots.back());
    }

    StackIndex above(StackIndex root, StackIndex stack) {
        m_path.clear();
        auto copy = root;
        for (; stack; stack = m_source.stacks.parent[stack.row()]) {
            if (const auto& known = m_copies[stack.row()]; known.root == root) {
                copy = known.stack;
                break;
            }
            m_path.push_back(stack);
        }
        for (auto next = m_path.rbegin(); next != m_path.rend(); ++next) {
            copy = addStack(copy, m_source.stacks.frame[next->row()]);
            m_copies[next->row()] = {root, copy};
        }
        return copy;
    }

    StackIndex addStack(StackIndex parent, FrameIndex frame) {
        auto& stacks = m_result.profile.stacks;
        stacks.parent.push_back(parent);
        stacks.frame.push_back(frame);
        return StackIndex(stacks.size() - 1);
    }

    const Profile& m_source;
    BelowRoots m_below;
    RootedProfile m_result;
    AppendedStrings m_strings;      // strings of the result
    std::vector<Copy> m_copies;     // a row for each stack of the source
    std::vector<StackIndex> m_path; // frames of the current stack
};

} // namespace

Result<RootedProfile> rootedProfile(const Profile& profile, const SampleKey& key, BelowRoots below,
                                    Task& task) {
    return RootedProfileMaker(profile, below).run(TRY(rootedStacks(profile, key, task)), task);
}

} // namespace candela
