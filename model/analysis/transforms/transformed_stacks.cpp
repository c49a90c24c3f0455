#include "model/analysis/transforms/transformed_stacks.h"

#include "model/analysis/grouping/function_identities.h"
#include "model/profile/start_name.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace candela {

namespace {

/// The name of code without a module if groups are modules.
constexpr std::string_view unknownModule = "<unknown>";

/// The result of a transform for a stack: the stack `row` with one more frame, that stack itself, or nothing.
/// The samples of a Caller are dropped, but stacks below it are kept.
struct Outcome {
    enum class Kind : std::uint8_t { Longer, Caller, Same, Dropped };
    Kind kind = Kind::Dropped;
    StackIndex row = {};
    FrameIndex frame = {};

    static Outcome longer(StackIndex row, FrameIndex frame) { return {Kind::Longer, row, frame}; }
    static Outcome caller(StackIndex row, FrameIndex frame) { return {Kind::Caller, row, frame}; }
    static Outcome same(StackIndex row) { return {Kind::Same, row, {}}; }
    static Outcome dropped() { return {}; }
};

/// A stack that a transform processes. Its ancestors have been processed before.
struct Step {
    std::uint32_t row = 0;
    StackIndex parent; ///< parent of the stack before the transform
    StackIndex caller; ///< result of the transform for the parent
    FrameIndex frame;
};

/// Applies one transform after the other. Each is one pass over the stacks of the previous result: the state
/// of a stack depends on its parent, whose row is smaller.
class StackTransformer {
public:
    explicit StackTransformer(const FrameGroups& functions)
        : m_functions(functions), m_profile(*functions.profile) {}

    void hide(const RowMask& functions) {
        const auto isHidden = framesOf(functions);
        pass(Stackless::Kept, [&](const Step& step) {
            return isHidden[step.frame.row()] ? Outcome::same(step.caller)
                                              : Outcome::longer(step.caller, step.frame);
        });
    }

    void apply(const Transform& transform) {
        switch (transform.kind) {
        case TransformKind::Hide:
            return hide(functionsNamed(transform.names.front()));
        case TransformKind::Merge:
            return merge(transform.names);
        case TransformKind::Drop:
            return drop(transform.names.front());
        case TransformKind::Root:
            return root(transform.names.front());
        case TransformKind::Subtree:
            return subtree(transform.names);
        case TransformKind::From:
            return from(transform.names.front());
        case TransformKind::Leaf:
            return leaf(transform.names.front());
        case TransformKind::CollapseRecursion:
            return transform.names.empty() ? collapseRecursion() : collapseRecursion(transform.names.front());
        case TransformKind::CollapseModule:
            return collapseModule(transform.names.front());
        }
    }

    /// Whether the last transform changed any stack.
    bool hadEffect() const { return m_hadEffect; }

    TransformedStacks result() && {
        TransformedStacks result;
        for (std::size_t row = 0; row < m_ofStack.size(); ++row)
            if (m_ofStack[row].isNone() && isKept(row)) result.emptied.emplace_back(row);
        result.stacks = std::move(m_stacks);
        result.ofStack = std::move(m_ofStack);
        if (!m_kept.empty()) result.kept = std::make_shared<const RowMask>(std::move(m_kept));
        result.addedFrames = std::move(m_addedFrames);
        return result;
    }

private:
    /// Whether a transform keeps samples without a frame.
    enum class Stackless { Kept, Dropped };

    bool isKept(std::size_t row) const { return m_kept.empty() || m_kept[row]; }
    void dropSample(std::size_t row) {
        if (m_kept.empty()) m_kept.assign(m_profile.stacks.size() + 1, 1);
        m_kept[row] = 0;
    }

    template<typename OutcomeOf>
    void pass(Stackless stackless, OutcomeOf outcomeOf) {
        const auto& before = m_isFirst ? m_profile.stacks : m_stacks;
        StackTable after;
        after.parent.reserve(before.size());
        after.frame.reserve(before.size());
        m_after = &after;
        std::vector<StackIndex> became(before.size());
        RowMask isDropped(before.size());
        m_hadEffect = false;
        for (std::uint32_t row = 0; row < before.size(); ++row) {
            const auto parent = before.parent[row];
            const Step step{row, parent, parent ? became[parent.row()] : StackIndex(), before.frame[row]};
            const auto outcome = outcomeOf(step);
            const bool isCaller = outcome.kind == Outcome::Kind::Caller;
            if (isCaller || outcome.kind == Outcome::Kind::Longer) {
                became[row] = StackIndex(after.size());
                after.parent.push_back(outcome.row);
                after.frame.push_back(outcome.frame);
                m_hadEffect |= outcome.row != step.caller || outcome.frame != step.frame;
            } else {
                became[row] = outcome.row;
            }
            isDropped[row] = isCaller || outcome.kind == Outcome::Kind::Dropped;
            m_hadEffect |= outcome.kind != Outcome::Kind::Longer;
        }
        follow(became, isDropped);
        if (stackless == Stackless::Dropped) dropStackless();
        m_stacks = std::move(after);
        m_isFirst = false;
    }

    /// Updates the mapping from the profile's stacks to the new ones.
    void follow(const std::vector<StackIndex>& became, const RowMask& isDropped) {
        const bool dropsAny = std::ranges::find(isDropped, 1) != isDropped.end();
        if (m_isFirst) m_ofStack = became;
        for (std::size_t row = 0; row < m_ofStack.size(); ++row) {
            auto& stack = m_ofStack[row];
            const auto before = m_isFirst ? StackIndex(row) : stack;
            if (!before) continue;
            const bool isLost = dropsAny && isDropped[before.row()];
            if (isLost) dropSample(row);
            stack = isLost ? StackIndex() : became[before.row()];
        }
    }

    void dropStackless() {
        dropSample(m_profile.stacks.size());
        for (std::size_t row = 0; row < m_ofStack.size(); ++row)
            if (m_ofStack[row].isNone()) dropSample(row);
    }

    void drop(const std::string& function) {
        const auto isIt = framesNamed(function);
        RowMask hasIt(rows());
        pass(Stackless::Kept, [&](const Step& step) {
            hasIt[step.row] = isIt[step.frame.row()] || (step.parent && hasIt[step.parent.row()]);
            return hasIt[step.row] ? Outcome::dropped() : Outcome::longer(step.caller, step.frame);
        });
    }

    void root(const std::string& function) {
        const auto isIt = framesNamed(function);
        RowMask isInside(rows());
        pass(Stackless::Dropped, [&](const Step& step) {
            const bool isBelow = step.parent && isInside[step.parent.row()];
            isInside[step.row] = isBelow || isIt[step.frame.row()];
            return isInside[step.row] ? Outcome::longer(isBelow ? step.caller : StackIndex(), step.frame)
                                      : Outcome::dropped();
        });
    }

    void from(const std::string& function) {
        const auto isIt = framesNamed(function);
        RowMask isInside(rows());
        pass(Stackless::Kept, [&](const Step& step) {
            const bool isBelow = step.parent && isInside[step.parent.row()];
            const bool isFirst = !isBelow && isIt[step.frame.row()];
            isInside[step.row] = isBelow || isFirst;
            return Outcome::longer(isFirst ? StackIndex() : step.caller, step.frame);
        });
    }

    void leaf(const std::string& function) {
        const auto isIt = framesNamed(function);
        RowMask isInside(rows());
        pass(Stackless::Dropped, [&](const Step& step) {
            const bool isBelow = step.parent && isInside[step.parent.row()];
            isInside[step.row] = isBelow || isIt[step.frame.row()];
            if (isBelow) return Outcome::same(step.caller);
            return isInside[step.row] ? Outcome::longer(step.caller, step.frame)
                                      : Outcome::caller(step.caller, step.frame);
        });
    }

    /// How many steps of a call path each stack has completed.
    class PathProgress {
    public:
        PathProgress(const StackTransformer& transformer, const std::vector<std::string>& names)
            : m_transformer(transformer), m_names(names), m_steps(transformer.rows(), left) {}

        enum class Position { Elsewhere, OnTheWay, There, Below };
        Position operator()(const Step& step) {
            const auto before = step.parent ? m_steps[step.parent.row()] : 0;
            auto& steps = m_steps[step.row];
            if (before == m_names.size()) {
                steps = before;
                return Position::Below;
            }
            if (before == left || !m_transformer.isNamed(step.frame, m_names[before]))
                return Position::Elsewhere;
            steps = before + 1;
            return steps == m_names.size() ? Position::There : Position::OnTheWay;
        }

    private:
        static constexpr std::uint32_t left = std::numeric_limits<std::uint32_t>::max();

        const StackTransformer& m_transformer;
        const std::vector<std::string>& m_names;
        std::vector<std::uint32_t> m_steps;
    };
    using Position = PathProgress::Position;

    void subtree(const std::vector<std::string>& path) {
        PathProgress progress(*this, path);
        pass(Stackless::Dropped, [&](const Step& step) {
            const auto position = progress(step);
            if (position == Position::There) return Outcome::longer({}, step.frame);
            if (position == Position::Below) return Outcome::longer(step.caller, step.frame);
            return Outcome::dropped();
        });
    }

    void merge(const std::vector<std::string>& path) {
        PathProgress progress(*this, path);
        pass(Stackless::Kept, [&](const Step& step) {
            return progress(step) == Position::There ? Outcome::same(step.caller)
                                                     : Outcome::longer(step.caller, step.frame);
        });
    }

    void collapseRecursion() {
        pass(Stackless::Kept, [&](const Step& step) {
            const bool isAgain =
                step.caller && groupOf(m_after->frame[step.caller.row()]) == groupOf(step.frame);
            return isAgain ? Outcome::same(step.caller) : Outcome::longer(step.caller, step.frame);
        });
    }

    /// Removes, for one function, the frames between its outermost and innermost frame.
    void collapseRecursion(const std::string& function) {
        const auto isIt = framesNamed(function);
        std::vector<StackIndex> outermost(rows());
        pass(Stackless::Kept, [&](const Step& step) {
            auto& outer = outermost[step.row];
            if (step.parent) outer = outermost[step.parent.row()];
            const bool isOne = isIt[step.frame.row()];
            if (isOne && outer) return Outcome::same(outer);
            if (isOne) outer = StackIndex(m_after->size());
            return Outcome::longer(step.caller, step.frame);
        });
    }

    void collapseModule(const std::string& module) {
        const auto isOfIt = framesOfModule(module);
        const auto first = std::ranges::find(isOfIt, 1);
        if (first == isOfIt.end()) return pass(Stackless::Kept, unchanged);
        const auto frame = static_cast<std::size_t>(first - isOfIt.begin());
        const FrameIndex collapsed(m_profile.frames.size() + m_addedFrames.size());
        m_addedFrames.push_back({moduleOfFrame(frame), kindOf(frame)});
        pass(Stackless::Kept, [&](const Step& step) {
            if (!isOfIt[step.frame.row()]) return Outcome::longer(step.caller, step.frame);
            const bool isInside = step.caller && m_after->frame[step.caller.row()] == collapsed;
            return isInside ? Outcome::same(step.caller) : Outcome::longer(step.caller, collapsed);
        });
    }

    static Outcome unchanged(const Step& step) { return Outcome::longer(step.caller, step.frame); }

    std::size_t rows() const { return m_isFirst ? m_profile.stacks.size() : m_stacks.size(); }
    bool isAdded(std::size_t frame) const { return frame >= m_profile.frames.size(); }
    /// The module of a frame: one of the profile's frames, or an added one.
    MappingIndex moduleOfFrame(std::size_t frame) const {
        return isAdded(frame) ? m_addedFrames[frame - m_profile.frames.size()].mapping
                              : moduleOf(m_profile, frame);
    }
    FrameKind kindOf(std::size_t frame) const {
        return isAdded(frame) ? m_addedFrames[frame - m_profile.frames.size()].kind
                              : m_profile.frames.kind[frame];
    }
    std::string_view pathOf(MappingIndex module) const {
        return module ? m_profile.text(m_profile.mappings[module.row()].path) : std::string_view();
    }
    /// The function group of a frame; added frames have further numbers.
    std::size_t groupOf(FrameIndex frame) const {
        return isAdded(frame.row()) ? m_functions.size() + frame.row() - m_profile.frames.size()
                                    : m_functions.groupOfFrame[frame.row()].row();
    }

    bool isNamed(FrameGroupIndex group, std::string_view name) const {
        return m_functions[group].name == name || plainName(m_functions, group) == name;
    }
    bool isNamed(FrameIndex frame, std::string_view name) const {
        if (isAdded(frame.row())) return unnamedCodeName(pathOf(moduleOfFrame(frame.row()))) == name;
        return isNamed(m_functions.groupOfFrame[frame.row()], name);
    }

    RowMask functionsNamed(const std::string& name) const {
        RowMask named(m_functions.size() + m_addedFrames.size());
        for (std::size_t row = 0; row < m_functions.size(); ++row)
            named[row] = isNamed(FrameGroupIndex(row), name);
        for (std::size_t row = 0; row < m_addedFrames.size(); ++row)
            named[m_functions.size() + row] = isNamed(FrameIndex(m_profile.frames.size() + row), name);
        return named;
    }
    /// A row for each frame; added ones come last. `functions` may lack the added frames.
    RowMask framesOf(const RowMask& functions) const {
        RowMask frames(m_profile.frames.size() + m_addedFrames.size());
        for (std::size_t row = 0; row < frames.size(); ++row) {
            const auto group = groupOf(FrameIndex(row));
            frames[row] = group < functions.size() && functions[group];
        }
        return frames;
    }
    RowMask framesNamed(const std::string& name) const { return framesOf(functionsNamed(name)); }
    RowMask framesOfModule(std::string_view name) const {
        const auto isIt = [&](MappingIndex module) {
            const auto path = pathOf(module);
            return path.empty() ? name == unknownModule : lastPathPart(path) == name;
        };
        RowMask modules(m_profile.mappings.size() + 1); // the last entry is for code without a module
        for (std::size_t row = 0; row < m_profile.mappings.size(); ++row)
            modules[row] = isIt(MappingIndex(row));
        modules.back() = isIt({});
        RowMask frames(m_profile.frames.size() + m_addedFrames.size());
        for (std::size_t row = 0; row < frames.size(); ++row)
            frames[row] = modules[std::min<std::size_t>(moduleOfFrame(row).row(), modules.size() - 1)];
        return frames;
    }

    const FrameGroups& m_functions;
    const Profile& m_profile;
    bool m_isFirst = true;             // no transform was applied yet: the stacks are the profile's
    StackTable m_stacks;               // the result of the transforms so far
    std::vector<StackIndex> m_ofStack; // for each stack of the profile
    RowMask m_kept;                    // for each stack, and one entry for "no stack"; empty: all are kept
    std::vector<AddedFrame> m_addedFrames;
    const StackTable* m_after = nullptr; // the result of the current pass
    bool m_hadEffect = false;
};

} // namespace

TransformedStacks transformStacks(const FrameGroups& functions, const RowMask& hidden,
                                  std::span<const Transform> transforms) {
    StackTransformer transformer(functions);
    if (!hidden.empty() || transforms.empty()) transformer.hide(hidden);
    std::vector<bool> hasEffect;
    for (const auto& transform : transforms) {
        transformer.apply(transform);
        hasEffect.push_back(transformer.hadEffect());
    }
    auto result = std::move(transformer).result();
    result.hasEffect = std::move(hasEffect);
    return result;
}

std::shared_ptr<const FrameGroups> withAddedFrames(const std::shared_ptr<const FrameGroups>& groups,
                                                   const TransformedStacks& transformed) {
    const bool lacksStackless = groups->stackless.isNone() && !transformed.emptied.empty();
    if (transformed.addedFrames.empty() && !lacksStackless) return groups;
    auto result = std::make_shared<FrameGroups>(*groups);
    addFrames(*result, transformed.addedFrames);
    if (!transformed.emptied.empty()) addStackless(*result);
    return result;
}

} // namespace candela
