#include "views/comparison/comparison_session.h"

#include "model/base/memory_scope.h"
#include "model/base/parallel.h"

namespace candela {

namespace {

std::string_view valueName(const Session& session) {
    const auto& profile = session.profile();
    if (!profile || !session.value()) return {};
    const auto name = profile->samples[session.value().row()].type.name;
    return name ? profile->text(name) : std::string_view();
}

/// What one side shows, for a computation off the GUI thread.
struct Part {
    Shown shown;
    Filter filter;
    ComparedProfiles::SharedRuns runs;

    const ValueType& valueType() const { return shown.profile->samples[shown.value.row()].type; }
    std::vector<GroupWeight> roots() const {
        return shown.rooted ? rootWeights(*shown.rooted, *shown.weights) : std::vector<GroupWeight>();
    }
};

MatchSide matchSideOf(const Part& part) {
    const auto& shown = part.shown;
    MatchSide side{.groups = shown.shape->groups,
                   .shape = shown.shape,
                   .weights = shown.weights.get(),
                   .rows = *shown.functions,
                   .total = shown.weights->total};
    const auto roots = part.roots();
    side.rows.insert(side.rows.end(), roots.begin(), roots.end());
    return side;
}

Result<ComparisonSide> sideOf(const Part& part, const CountedSide& counted, Task& task) {
    const auto& shown = part.shown;
    const bool isChanged = counted.shape && counted.shape != shown.shape;
    const auto& shape = isChanged ? counted.shape : shown.shape;
    auto sums = TRY(runSums(shape, shown.value, part.filter, part.runs, task));
    return ComparisonSide{
        shown.shape->groups,
        *shown.weights,
        sums.duration,
        part.roots(),
        isChanged ? std::make_shared<const std::vector<GroupWeight>>(groupWeights(*shape, *shown.weights))
                  : shown.functions,
        std::make_shared<const RunSums>(std::move(sums))};
}

} // namespace

ComparisonSession::ComparisonSession(QObject* parent) : QObject(parent) {
    link(m_base, m_newSide);
    link(m_newSide, m_base);
    for (auto* side : {&m_base, &m_newSide}) {
        // One tree for all processes: two builds of a program often have different names, so trees for each
        // process would have nothing in common.
        side->beginWithOneTree();
        connect(side, &Session::weightsChanged, this, &ComparisonSession::compareAgain);
        connect(side, &Session::busyChanged, this, &ComparisonSession::compareWhenReady);
    }
    // Another value may have another default normalization, unless the user chose one.
    connect(&m_base, &Session::valueChanged, this, &ComparisonSession::normalizeChanged);
    connect(&m_base, &Session::profileChanged, this, &ComparisonSession::normalizeChanged);
}

void ComparisonSession::setProfiles(const ComparedProfiles& profiles) {
    m_baseRuns = profiles.baseRuns();
    m_newRuns = profiles.newRuns();
    m_base.setProfile(profiles.base());
    m_newSide.setProfile(profiles.newSide());
    if (const auto value = m_newSide.profile()->findValue(valueName(m_base))) m_newSide.setValue(value);
}

/// Setters do nothing if nothing changes, so sessions that follow each other do not loop. Undo changes both
/// sides itself: if one followed the other, it would lose part of its own state.
void ComparisonSession::link(Session& from, Session& to) {
    const auto follow = [this](auto change) {
        return [this, change] {
            if (!m_history.isApplying()) change();
        };
    };
    connect(&from, &Session::searchChanged, this, follow([&] { to.setSearch(from.search()); }));
    connect(&from, &Session::groupingChanged, this, follow([&] { to.setGrouping(from.grouping()); }));
    connect(&from, &Session::rootsChanged, this, follow([&] { to.setRoots(from.roots()); }));
    const auto part = &from == &m_base ? ComparisonPart::Base : ComparisonPart::New;
    // Of several functions with one name, the way back may lead to another one.
    const auto once = [this](auto change) {
        return [this, change] {
            if (m_isFollowing) return;
            m_isFollowing = true;
            change();
            m_isFollowing = false;
        };
    };
    connect(&from, &Session::hoveredChanged, this,
            once([this, &from, &to, part] { to.setHovered(m_names.translated(from.hovered(), part)); }));
    connect(&from, &Session::selectedChanged, this,
            once([this, &from, &to, part] { to.setSelected(m_names.translated(from.selected(), part)); }));
    connect(&from, &Session::zoomChanged, this, once(follow([this, &from, &to, part] {
        to.takeZoom(from, [&](const CallPath& path) { return m_names.translated(path, part); });
    })));
    connect(&from, &Session::filterChanged, this, follow([&] {
        // Processes and threads are row numbers of one profile, which are meaningless in the other.
        auto filter = from.filter();
        filter.processes = to.filter().processes;
        filter.threads = to.filter().threads;
        to.setFilter(filter);
    }));
    connect(&from, &Session::valueChanged, this, follow([&] {
        const auto value = to.profile() ? to.profile()->findValue(valueName(from)) : ValueTypeIndex();
        if (value) to.setValue(value);
    }));
}

Normalize ComparisonSession::normalize() const {
    if (m_normalize) return *m_normalize;
    const auto& profile = m_base.profile();
    if (!profile || !m_base.value()) return Normalize::Share;
    const auto& type = profile->samples[m_base.value().row()].type;
    return defaultNormalize(profile->text(type.name), profile->text(type.unit));
}

void ComparisonSession::setNormalize(Normalize normalize) {
    if (normalize == m_normalize) return;
    m_normalize = normalize;
    emit normalizeChanged();
    compareAgain();
}

void ComparisonSession::setLinks(HandLinks links) {
    if (links == m_links) return;
    m_links = std::move(links);
    emit linksChanged();
    compareAgain();
}

void ComparisonSession::compareAgain() {
    m_isOutdated = true;
    compareWhenReady();
}

/// Each side is computed separately. They are compared once both show the same state.
void ComparisonSession::compareWhenReady() {
    if (m_base.isBusy() || m_newSide.isBusy()) {
        // A comparison of the earlier state would only delay the next one.
        m_isOutdated = m_isOutdated || m_job.isRunning();
        return m_job.cancel();
    }
    const auto& base = m_base.shown();
    const auto& newSide = m_newSide.shown();
    if (!m_isOutdated || base.isEmpty() || newSide.isEmpty()) return;
    if (base.groups().grouping != newSide.groups().grouping || base.roots != newSide.roots) return;
    m_isOutdated = false;
    m_job.start(
        [base = Part{base, m_base.filter(), m_baseRuns},
         newSide = Part{newSide, m_newSide.filter(), m_newRuns}, normalize = normalize(),
         links = m_links](Task& task) {
            return withinMemory([&]() -> Result<Comparison> {
                auto matching = std::make_shared<const Matching>(
                    matchSides(matchSideOf(base), matchSideOf(newSide), links));
                Result<ComparisonSide> baseSide, otherSide;
                inParallel(2, [&](std::size_t side) {
                    if (side == 0)
                        baseSide = sideOf(base, matching->base, task);
                    else
                        otherSide = sideOf(newSide, matching->newSide, task);
                });
                return compare(TRY(std::move(baseSide)), TRY(std::move(otherSide)), base.valueType(),
                               newSide.valueType(), normalize, std::move(matching));
            });
        },
        [this](Result<Comparison> result) {
            m_comparison = result ? std::make_shared<const Comparison>(std::move(*result)) : nullptr;
            m_names = m_comparison ? LinkedNames(*m_comparison) : LinkedNames();
            m_failure = result ? QString() : QString::fromStdString(result.error().message);
            emit comparisonChanged();
        });
}

} // namespace candela
