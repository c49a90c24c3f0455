#include "model/analysis/rooted_profile.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// The strings of a profile, and more.
class AppendedStrings : public StringTable {
public:
    explicit AppendedStrings(const StringTable& strings) : StringTable(strings) {}

    StringIndex add(std::string_view text) {
        m_bytes.append(text);
        m_ends.push_back(m_bytes.size());
        return StringIndex(m_ends.size() - 1);
    }
};

/// Gives a copy of a profile its roots: only strings, mappings, functions and frames of the roots are added,
/// and only the stacks are made anew. A root's name is a string of its own even where another one is equal.
class RootedStacks {
public:
    RootedStacks(const Profile& source, const SampleKey& key, BelowRoots below)
        : m_source(source), m_names(source, key), m_below(below), m_result{source, {}},
          m_strings(source.strings), m_copies(source.stacks.size()) {
        auto& stacks = m_result.profile.stacks;
        stacks = {};
        if (m_below == BelowRoots::Nothing) {
            m_result.profile.frames = {};
        } else {
            stacks.parent.reserve(source.stacks.size());
            stacks.frame.reserve(source.stacks.size());
        }
    }

    Result<RootedProfile> run(const Task& task) {
        constexpr std::size_t rowsBetweenLooks = 65536;
        auto& tables = m_result.profile.samples;
        std::vector<std::size_t> begins; // of each table among all rows
        std::vector<StackIndex> roots;
        for (const auto& table : tables) {
            begins.push_back(roots.size());
            for (std::size_t row = 0; row < table.size(); ++row)
                roots.push_back(root(table.threadAt(row), table.labelsAt(row)));
        }
        std::size_t done = 0;
        for (const auto row : rowsByRoot(roots, m_result.roots.size())) {
            if (done++ % rowsBetweenLooks == 0 && task.isCancelled()) return cancelled();
            const auto table = std::ranges::upper_bound(begins, row) - begins.begin() - 1;
            const auto position = static_cast<std::size_t>(table);
            auto& stack = tables[position].stack[row - begins[position]];
            stack = m_below == BelowRoots::Nothing ? roots[row] : above(roots[row], stack);
        }
        if (task.isCancelled()) return cancelled();
        m_result.profile.strings = std::move(static_cast<StringTable&>(m_strings));
        m_result.profile.hasCpuAccount = false;
        return std::move(m_result);
    }

private:
    /// The copy of a row of the source's stacks that was made last, and the root that it grows from.
    struct Copy {
        StackIndex root;
        StackIndex stack;
    };

    /// Rows of one root together: what is known of its stacks needs a row for each stack of the source then,
    /// and no table of stacks and roots. The roots are the first rows of the new stacks.
    static std::vector<std::size_t> rowsByRoot(const std::vector<StackIndex>& roots, std::size_t rootCount) {
        std::vector<std::size_t> next(rootCount + 1);
        for (const auto root : roots)
            ++next[root.row() + 1];
        std::partial_sum(next.begin(), next.end(), next.begin());
        std::vector<std::size_t> rows(roots.size());
        for (std::size_t row = 0; row < roots.size(); ++row)
            rows[next[roots[row].row()]++] = row;
        return rows;
    }

    StackIndex root(ThreadIndex thread, LabelSetIndex labels) {
        const auto [place, isNew] = m_roots.try_emplace(std::pair(thread, labels));
        if (isNew) {
            auto name = m_names.of(thread, labels);
            if (name.empty()) name = m_names.nameless();
            auto& ofName = m_rootOfName[name];
            if (!ofName) ofName = addRoot(name);
            place->second = ofName;
        }
        return place->second;
    }

    StackIndex addRoot(std::string_view name) {
        auto& profile = m_result.profile;
        MappingIndex module;
        if (m_below == BelowRoots::Stacks) {
            module = MappingIndex(profile.mappings.size());
            profile.mappings.push_back({.path = m_strings.add(fmt::format("[{}]", name)), .buildId = {}});
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
        for (auto place = m_path.rbegin(); place != m_path.rend(); ++place) {
            copy = addStack(copy, m_source.stacks.frame[place->row()]);
            m_copies[place->row()] = {root, copy};
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
    SampleGroupNames m_names;
    BelowRoots m_below;
    RootedProfile m_result;
    AppendedStrings m_strings; // of the result
    absl::flat_hash_map<std::pair<ThreadIndex, LabelSetIndex>, StackIndex> m_roots;
    absl::flat_hash_map<std::string, StackIndex> m_rootOfName;
    std::vector<Copy> m_copies;     // a row per stack of the source
    std::vector<StackIndex> m_path; // of the stack at hand
};

} // namespace

Result<RootedProfile> rootedProfile(const Profile& profile, const SampleKey& key, BelowRoots below,
                                    Task& task) {
    return RootedStacks(profile, key, below).run(task);
}

} // namespace candela
