#include "model/analysis/completeness/broken_modules.h"

#include "model/analysis/grouping/code_class.h"
#include "model/base/text/model_text.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace candela {

namespace {

constexpr std::uint32_t noModule = 0;

struct Module {
    std::uint64_t stacks = 0;
    absl::flat_hash_map<StackEnd, std::uint64_t> broken;
    std::uint32_t lastStack = 0; // one more than the stack that was counted last
};

class ModuleCount {
public:
    explicit ModuleCount(const Profile& profile) : m_profile(profile), m_modules(1) {
        absl::flat_hash_map<std::uint32_t, std::uint32_t> byPath;
        for (const auto& mapping : profile.mappings) {
            const auto [entry, isNew] =
                byPath.try_emplace(mapping.path.row(), static_cast<std::uint32_t>(m_modules.size()));
            if (isNew) {
                m_modules.emplace_back();
                m_names.push_back(mapping.path);
            }
            m_moduleOf.push_back(entry->second);
        }
    }

    void add(StackIndex stack, std::uint64_t samples) {
        ++m_stack;
        StackIndex outermost;
        for (auto at = stack; at; at = m_profile.stacks.parent[at.row()]) {
            if (isUser(at)) count(moduleAt(at), samples);
            outermost = at;
        }
        // addBroken() takes these to be of no module.
        if (!outermost || !isUser(outermost)) count(noModule, samples);
    }

    void addBroken(StackIndex stack, StackEnd end, std::uint64_t samples) {
        StackIndex outermost;
        for (auto at = stack; at; at = m_profile.stacks.parent[at.row()])
            outermost = at;
        const auto module = outermost && isUser(outermost) ? moduleAt(outermost) : noModule;
        m_modules[module].broken[end] += samples;
    }

    std::vector<ModuleStacks> take() const {
        std::vector<ModuleStacks> result;
        for (std::size_t row = 0; row < m_modules.size(); ++row) {
            if (m_modules[row].broken.empty()) continue;
            auto& module = result.emplace_back();
            module.module = row == noModule ? "(no module)" : std::string(m_profile.text(m_names[row - 1]));
            module.stacks = m_modules[row].stacks;
            for (const auto& [end, count] : m_modules[row].broken) {
                module.broken.emplace_back(stackEndName(end), count);
                module.brokenCount += count;
            }
            if (isGeneratedCode(module.module) && m_modules[row].broken.contains(StackEnd::NoUnwindData))
                module.remedy = ModelText::tr("let its compiler keep frame pointers");
            std::sort(module.broken.begin(), module.broken.end(), [](const auto& left, const auto& right) {
                return std::tie(right.second, left.first) < std::tie(left.second, right.first);
            });
        }
        std::sort(result.begin(), result.end(), [](const auto& left, const auto& right) {
            return std::tie(right.brokenCount, left.module) < std::tie(left.brokenCount, right.module);
        });
        return result;
    }

private:
    /// Once for each stack.
    void count(std::uint32_t row, std::uint64_t samples) {
        auto& module = m_modules[row];
        if (std::exchange(module.lastStack, m_stack) != m_stack) module.stacks += samples;
    }
    bool isUser(StackIndex stack) const {
        return m_profile.frames.kind[m_profile.stacks.frame[stack.row()].row()] != FrameKind::Kernel;
    }
    std::uint32_t moduleAt(StackIndex stack) const {
        const auto mapping = m_profile.frames.mapping[m_profile.stacks.frame[stack.row()].row()];
        return mapping ? m_moduleOf[mapping.row()] : noModule;
    }

    const Profile& m_profile;
    std::vector<Module> m_modules;
    std::vector<StringIndex> m_names; // names of m_modules, from the second one on
    std::vector<std::uint32_t> m_moduleOf;
    std::uint32_t m_stack = 0;
};

} // namespace

std::vector<ModuleStacks> brokenModulesOf(const Profile& profile, const SampleTable& table) {
    absl::flat_hash_map<StackIndex, std::uint64_t> samples;
    absl::flat_hash_map<std::pair<StackIndex, StackEnd>, std::uint64_t> broken;
    for (std::size_t row = 0; row < table.stackEnd.size(); ++row) {
        const auto end = table.stackEnd[row];
        if (end == StackEnd::None) continue;
        ++samples[table.stack[row]];
        if (end != StackEnd::Complete) ++broken[{table.stack[row], end}];
    }
    if (broken.empty()) return {};
    ModuleCount count(profile);
    for (const auto& [stack, number] : samples)
        count.add(stack, number);
    for (const auto& [stackAndEnd, number] : broken)
        count.addBroken(stackAndEnd.first, stackAndEnd.second, number);
    return count.take();
}

} // namespace candela
