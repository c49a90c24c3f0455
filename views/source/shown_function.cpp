#include "views/source/shown_function.h"

#include "model/analysis/grouping/function_identities.h"
#include "model/base/wrapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace candela {

namespace {

/// How similar a group is to the requested function; 0: not at all.
int functionLikeness(const FrameGroups& groups, FrameGroupIndex index, const CallStep& function) {
    const auto& group = groups[index];
    if (!group.function) return 0;
    const bool isSameName = group.name == function.name;
    if (!isSameName && plainName(groups, index) != function.name) return 0;
    const bool isSameModule = groups.moduleName(index) == function.module;
    const bool isSameFile = groups.profile->text(group.file) == function.file;
    return 1 + 4 * isSameModule + 2 * isSameName + isSameFile;
}

/// The function's groups: the most similar one first, then others of the same name in its module. `candela
/// annotate` also takes them together.
std::vector<FrameGroupIndex> groupsOf(const FrameGroups& groups, const CallStep& function) {
    FrameGroupIndex best;
    int bestLikeness = 0;
    for (std::size_t row = 0; row < groups.size(); ++row) {
        const int likeness = functionLikeness(groups, FrameGroupIndex(row), function);
        if (likeness <= bestLikeness) continue;
        bestLikeness = likeness;
        best = FrameGroupIndex(row);
    }
    if (!best) return {};
    std::vector<FrameGroupIndex> found{best};
    for (std::size_t row = 0; row < groups.size(); ++row) {
        const FrameGroupIndex group(row);
        const bool isSame = group != best && groups[group].function &&
                            groups[group].name == groups[best].name &&
                            groups.moduleName(group) == groups.moduleName(best);
        if (isSame) found.push_back(group);
    }
    return found;
}

/// The function with the most self weight; a function of the kernel only if there is no other.
FrameGroupIndex hottestFunction(const FrameGroups& groups, const CountedStacks& stacks) {
    std::vector<std::int64_t> selves(groups.size());
    for (std::size_t stack = 0; stack < stacks.table.size(); ++stack) {
        const auto frame = stacks.table.frame[stack].row();
        if (frame >= groups.profile->frames.size()) continue; // a collapsed module
        auto& self = selves[groups.groupOfFrame[frame].row()];
        self = wrappingSum(self, stacks.weights[stack]);
    }
    FrameGroupIndex hottest;
    const auto isReadable = [&](FrameGroupIndex group) { return groups[group].kind != FrameKind::Kernel; };
    for (std::size_t row = 0; row < selves.size(); ++row) {
        const FrameGroupIndex group(row);
        if (!groups[group].function || selves[row] == 0) continue;
        const bool isBetter = !hottest || isReadable(group) > isReadable(hottest) ||
                              (isReadable(group) == isReadable(hottest) &&
                               magnitudeOf(selves[row]) > magnitudeOf(selves[hottest.row()]));
        if (isBetter) hottest = group;
    }
    return hottest;
}

bool hasNoWeight(const AnnotatedFunction& function) {
    return function.total == 0 && std::ranges::all_of(function.lines, [](const LineWeight& line) {
               return line.self == 0 && line.total == 0;
           });
}

/// "memcpy" for "memcpy@plt", the stub through which other modules call it.
std::string_view withoutLinkage(std::string_view name) {
    return name.substr(0, name.find("@plt"));
}

CallStep heaviest(const ShownFunction& shown, std::span<const std::uint32_t> calls) {
    return calls.empty() ? CallStep() : shown.stepOf(shown.calls[calls.front()].callee);
}

} // namespace

CallStep ShownFunction::stepOf(FrameGroupIndex group) const {
    const auto file = (*groups)[group].file;
    return {(*groups)[group].name, std::string(groups->moduleName(group)),
            file ? std::string(groups->profile->text(file)) : std::string()};
}

CallStep ShownFunction::calleeOfCode(std::size_t row) const {
    if (rows.code[row].kind != CodeRow::Kind::Instruction) return {};
    if (auto callee = heaviest(*this, rows.callsOfInstructions.of(row)); !callee.name.empty()) return callee;
    const auto& called = instruction(rows.code[row]).instruction;
    if (!called.target) return {};
    const auto& targets = annotated.code[rows.code[row].code].code->targets;
    const auto target = targets.find(*called.target);
    if (target == targets.end()) return {};
    const CallStep wanted{std::string(withoutLinkage(target->second)), annotated.module};
    const auto found = groupsOf(*groups, wanted);
    return found.empty() ? CallStep() : stepOf(found.front());
}

CallStep ShownFunction::calleeOfLine(std::size_t row) const {
    return heaviest(*this, rows.callsOfLines.of(row));
}

/// Does not open files: modules and texts are opened when they are needed.
Result<void> ShownFunctionComputation::prepare(const ShownFunctionRequest& request, Task& task) {
    const bool isSameProfile = m_profile == request.profile;
    if (!isSameProfile) m_stacks = std::make_shared<FilteredStacks>(request.profile);
    m_profile = request.profile;
    if (isSameProfile && m_files && m_sources == request.sources) return {};
    m_code.reset();
    m_texts.reset();
    m_files.reset();
    const LookupSources lookup{.folders = request.sources.folders, .servers = request.sources.servers};
    m_files = TRY(LookupFiles::open(lookup, *m_profile, {}, task));
    m_sources = request.sources;
    m_code.emplace(m_profile, m_files.get());
    m_texts = std::make_shared<SourceFinder>(m_sources.mappings, m_profile, m_files->servers());
    return {};
}

Result<std::vector<FrameGroupIndex>> ShownFunctionComputation::wantedGroups(const CallStep& function,
                                                                            const CountedStacks& stacks) {
    const auto groups = m_stacks->functions();
    if (!function.name.empty()) {
        auto found = groupsOf(*groups, function);
        if (!found.empty()) return found;
        return failure(QObject::tr("There is no %1 in this capture")
                           .arg(QString::fromStdString(function.name))
                           .toStdString(),
                       ErrorCode::NotPossible,
                       QObject::tr("Select a function in another view").toStdString());
    }
    if (const auto hottest = hottestFunction(*groups, stacks)) return std::vector{hottest};
    return failure(QObject::tr("No function has a name here").toStdString(), ErrorCode::NotPossible,
                   QObject::tr("Facts (Ctrl+I) can look names up").toStdString());
}

Result<std::shared_ptr<const ShownFunction>>
ShownFunctionComputation::compute(const ShownFunctionRequest& request, Task& task) {
    const std::lock_guard lock(m_mutex);
    if (task.isCancelled()) return cancelled();
    TRY(prepare(request, task));
    const auto transformed = TRY(m_stacks->transformed(request.filter)); // null: none
    const CountedStacks stacks(*m_profile, *request.weights, transformed.get());
    const auto found = TRY(wantedGroups(request.function, stacks));
    auto shown = std::make_shared<ShownFunction>();
    shown->groups = m_stacks->functions();
    shown->function = shown->stepOf(found.front());
    shown->unit = m_profile->text(m_profile->samples[request.value.row()].type.unit);
    shown->magnitude = request.weights->magnitude;
    shown->annotated = TRY(annotate(*shown->groups, found, *request.weights, request.inlined, &*m_code, task,
                                    {}, transformed.get()));
    if (hasNoWeight(shown->annotated))
        return failure(QObject::tr("No sample of %1 passes the filters")
                           .arg(QString::fromStdString(shown->function.name))
                           .toStdString(),
                       ErrorCode::NotPossible,
                       QObject::tr("Remove a filter above, or select another function").toStdString());
    shown->sources = annotatedSources(shown->annotated, *m_texts, task);
    for (const auto& source : shown->sources)
        shown->problems.push_back(m_texts->problem(source.file));
    shown->calls = TRY(functionCalls(*shown->groups, found, stacks, &*m_code, task));
    shown->rows = annotationRows(shown->annotated, shown->sources, shown->calls);
    shown->texts = m_texts;
    if (task.isCancelled()) return cancelled();
    return shown;
}

} // namespace candela
