#include "model/code/annotated_function.h"

#include "model/analysis/grouping/function_identities.h"
#include "model/base/text/model_text.h"
#include "model/base/wrapping.h"
#include "model/code/counted_stacks.h"
#include "model/code/function_stacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace candela {

namespace {

void add(std::int64_t& sum, std::int64_t weight) {
    sum = wrappingSum(sum, weight);
}

/// Weights by key. A key that occurs again below itself in a stack is not counted again.
class KeyWeights {
public:
    std::uint32_t addKey() {
        m_self.push_back(0);
        m_total.push_back(0);
        m_open.push_back(0);
        return static_cast<std::uint32_t>(m_self.size() - 1);
    }
    void enter(std::uint32_t key, std::int64_t total) {
        if (m_open[key]++ == 0) add(m_total[key], total);
    }
    void leave(std::uint32_t key) { --m_open[key]; }
    void addSelf(std::uint32_t key, std::int64_t weight) { add(m_self[key], weight); }
    std::int64_t self(std::uint32_t key) const { return m_self[key]; }
    std::int64_t total(std::uint32_t key) const { return m_total[key]; }

private:
    std::vector<std::int64_t> m_self;
    std::vector<std::int64_t> m_total;
    std::vector<std::uint32_t> m_open; // for each key, how many stacks that are entered have it
};

/// The keys that a frame's weight belongs to.
struct FrameKeys {
    std::vector<std::uint32_t> lines; // from the outermost frame to the innermost, which has the self weight
    std::optional<std::uint32_t> instruction;
};

class Annotation {
public:
    Annotation(const FrameGroups& groups, std::span<const FrameGroupIndex> function, CountedStacks counted,
               InlinedCode inlined, const AnnotationLimits& limits)
        : m_groups(groups), m_profile(*groups.profile), m_function(function), m_inlined(inlined),
          m_limits(limits), m_counted(std::move(counted)),
          m_stacks(groups, m_counted.table, function, m_counted.weights) {}

    Result<AnnotatedFunction> run(CodeFinder* finder, Task& task) {
        describe();
        if (finder) TRY(findCode(*finder, task));
        if (task.isCancelled()) return cancelled();
        m_whole = m_keys.addKey();
        m_stacks.walk([this](std::size_t stack) { enter(stack); },
                      [this](std::size_t stack) { leave(stack); });
        m_result.total = m_keys.total(m_whole);
        takeLines();
        takeInstructions();
        return std::move(m_result);
    }

private:
    void describe() {
        const auto heaviest = m_function.front();
        m_result.name = plainName(m_groups, heaviest);
        m_result.module = m_groups.moduleName(heaviest);
        m_result.file = m_profile.text(m_groups[heaviest].file);
    }

    /// Finds the code of the frames with most weight first.
    Result<void> findCode(CodeFinder& finder, Task& task) {
        auto frames = m_stacks.frames();
        std::map<std::string, bool> known;
        std::size_t leftOut = 0;
        for (const auto& [frame, weight] : frames) {
            if (task.isCancelled()) return cancelled();
            const bool isFull = m_result.code.size() >= m_limits.functions;
            const auto found = finder.find(
                FrameIndex(frame), task, isFull ? CodeFinder::Functions::Known : CodeFinder::Functions::All);
            if (found) {
                if (const auto row = takeCode(found->code)) m_found.try_emplace(frame, *row, found->address);
            } else if (isFull) {
                ++leftOut;
            } else if (known.try_emplace(found.error().message, true).second &&
                       known.size() <= maximumProblems) {
                m_result.problems.push_back(found.error().message);
                if (m_result.hint.empty()) m_result.hint = found.error().hint;
            }
        }
        if (leftOut > 0)
            m_result.problems.push_back(
                ModelText::tr("is inlined into more than {} functions, of which the heaviest are shown",
                              m_limits.functions));
        return {};
    }

    /// The row of the code in the result; none if it can't be disassembled.
    std::optional<std::size_t> takeCode(const std::shared_ptr<const FunctionCode>& code) {
        const auto [entry, isNew] = m_codeRows.try_emplace(code.get());
        if (!isNew) return entry->second;
        auto instructions = disassemble(*code);
        if (!instructions) {
            m_result.problems.push_back(instructions.error().message);
            m_result.hint = instructions.error().hint;
            return std::nullopt;
        }
        entry->second = m_result.code.size();
        auto& annotated = m_result.code.emplace_back(AnnotatedCode{code, {}, 0});
        for (auto& instruction : *instructions)
            annotated.instructions.push_back({std::move(instruction), 0, 0});
        return entry->second;
    }

    void enter(std::size_t stack) {
        const auto owner = m_stacks.ownerOf(stack);
        const bool isOwner = owner == stack;
        const auto total = m_stacks.totalOf(stack);
        const auto self = m_counted.weights[stack];
        if (isOwner) m_keys.enter(m_whole, total);
        add(isOwner ? m_result.self : m_result.inlinedSelf, self);

        const auto& own = keysOf(frameOf(owner));
        const bool isAtCall = m_inlined == InlinedCode::AtTheCall;
        // The lines of inlined code are looked up only if their weights count, because each line that is
        // looked up is shown.
        const auto& keys = isOwner || isAtCall ? own : keysOf(frameOf(stack));
        if (isOwner || !isAtCall) {
            for (const auto line : keys.lines)
                m_keys.enter(line, total);
        }
        m_keys.addSelf(isAtCall ? own.lines.front() : keys.lines.back(), self);

        if (own.instruction && isOwner) m_keys.enter(*own.instruction, total);
        if (own.instruction)
            m_keys.addSelf(*own.instruction, self);
        else
            add(m_result.selfWithoutCode, self);
    }

    void leave(std::size_t stack) {
        const bool isOwner = m_stacks.ownerOf(stack) == stack;
        if (!isOwner && m_inlined == InlinedCode::AtTheCall) return;
        const auto& keys = keysOf(frameOf(stack));
        if (isOwner) m_keys.leave(m_whole);
        for (const auto line : keys.lines)
            m_keys.leave(line);
        if (isOwner && keys.instruction) m_keys.leave(*keys.instruction);
    }

    std::uint32_t frameOf(std::size_t stack) const { return m_counted.table.frame[stack].row(); }

    const FrameKeys& keysOf(std::uint32_t frame) {
        const auto [entry, isNew] = m_keysOfFrame.try_emplace(frame);
        if (isNew) entry->second = makeKeys(frame);
        return entry->second;
    }

    FrameKeys makeKeys(std::uint32_t frame) {
        FrameKeys keys;
        const auto found = m_found.find(frame);
        const auto function = m_profile.frames.function[frame];
        if (const auto line = m_profile.frames.line[frame]; line != 0) {
            const auto file = function ? m_profile.functions[function.row()].file : StringIndex();
            keys.lines.push_back(keyOfLine(file ? m_profile.text(file) : std::string_view(), line));
        } else if (found != m_found.end() && m_profile.frames.inlineDepth[frame] == 0) {
            addLines(found->second, keys);
        }
        if (keys.lines.empty()) keys.lines.push_back(keyOfLine({}, 0));
        if (found != m_found.end()) keys.instruction = keyOfInstruction(found->second);
        return keys;
    }

    /// Called if the profile's names have no lines: adds those of the code, including inlined ones.
    void addLines(const std::pair<std::size_t, std::uint64_t>& found, FrameKeys& keys) {
        const auto& frames = m_result.code[found.first].code->framesAt(found.second);
        for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
            if (frame->line != 0) keys.lines.push_back(keyOfLine(frame->file, frame->line));
        }
        if (m_inlined == InlinedCode::AtTheCall && keys.lines.size() > 1) keys.lines.resize(1);
    }

    std::uint32_t keyOfLine(std::string_view file, std::uint32_t line) {
        const auto [entry, isNew] = m_lines.try_emplace({std::string(file), line});
        if (isNew) entry->second = m_keys.addKey();
        return entry->second;
    }

    /// The key of the instruction that contains an address; none for an address that is not the start of an
    /// instruction and not inside one.
    std::optional<std::uint32_t> keyOfInstruction(const std::pair<std::size_t, std::uint64_t>& found) {
        const auto& instructions = m_result.code[found.first].instructions;
        const auto after =
            std::ranges::upper_bound(instructions, found.second, {}, [](const InstructionWeight& weight) {
                return weight.instruction.address;
            });
        if (after == instructions.begin()) return {};
        const auto& instruction = std::prev(after)->instruction;
        if (found.second - instruction.address >= instruction.size) return {};
        const auto row = static_cast<std::size_t>(std::prev(after) - instructions.begin());
        const auto [entry, isNew] = m_instructions.try_emplace({found.first, row});
        if (isNew) entry->second = m_keys.addKey();
        return entry->second;
    }

    void takeLines() {
        for (const auto& [line, key] : m_lines)
            m_result.lines.push_back({line.first, line.second, m_keys.self(key), m_keys.total(key)});
        std::erase_if(m_result.lines,
                      [](const LineWeight& line) { return line.self == 0 && line.total == 0; });
    }

    void takeInstructions() {
        for (const auto& [slot, key] : m_instructions) {
            auto& code = m_result.code[slot.first];
            code.instructions[slot.second].self = m_keys.self(key);
            code.instructions[slot.second].total = m_keys.total(key);
            add(code.self, m_keys.self(key));
        }
        std::ranges::stable_sort(m_result.code, std::ranges::greater(),
                                 [](const AnnotatedCode& code) { return magnitudeOf(code.self); });
    }

    static constexpr std::size_t maximumProblems = 5;

    const FrameGroups& m_groups;
    const Profile& m_profile;
    std::span<const FrameGroupIndex> m_function;
    InlinedCode m_inlined;
    AnnotationLimits m_limits;
    CountedStacks m_counted;
    FunctionStacks m_stacks;
    AnnotatedFunction m_result;
    KeyWeights m_keys;
    std::uint32_t m_whole = 0;                                            // the key of the function itself
    std::map<const FunctionCode*, std::optional<std::size_t>> m_codeRows; // none: the code can't be
                                                                          // disassembled
    std::map<std::uint32_t, std::pair<std::size_t, std::uint64_t>>
        m_found; // for each frame: row of its code, and address
    std::map<std::uint32_t, FrameKeys> m_keysOfFrame;
    std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> m_lines;
    std::map<std::pair<std::size_t, std::size_t>, std::uint32_t> m_instructions; // for each row of code and
                                                                                 // instruction
};

} // namespace

Result<AnnotatedFunction> annotate(const FrameGroups& groups, std::span<const FrameGroupIndex> function,
                                   const StackWeights& weights, InlinedCode inlined, CodeFinder* finder,
                                   Task& task, const AnnotationLimits& limits,
                                   const TransformedStacks* transformed) {
    CountedStacks counted(*groups.profile, weights, transformed);
    return Annotation(groups, function, std::move(counted), inlined, limits).run(finder, task);
}

} // namespace candela
