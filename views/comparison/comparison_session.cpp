#include "views/comparison/comparison_session.h"

#include "model/base/memory_scope.h"
#include "model/comparison/row_evidence.h"

namespace candela {

namespace {

std::string_view valueName(const Session& session) {
    const auto& profile = session.profile();
    if (!profile || !session.value()) return {};
    const auto name = profile->samples[session.value().row()].type.name;
    return name ? profile->text(name) : std::string_view();
}

ComparedState stateOf(const Session& session, const ComparedProfiles::SharedRuns& runs) {
    const auto& shown = session.shown();
    return {shown.shape,     shown.rooted, shown.weights,    shown.nodes,
            shown.functions, shown.value,  session.filter(), runs};
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
    connect(&m_choices, &ComparedChoices::linksChanged, this, &ComparisonSession::compareAgain);
    connect(&m_choices, &ComparedChoices::normalizeChanged, this, &ComparisonSession::normalizeChanged);
    connect(&m_choices, &ComparedChoices::normalizeChanged, this, &ComparisonSession::compareAgain);
    // Another value may have another default normalization, unless the user chose one.
    connect(&m_base, &Session::valueChanged, this, &ComparisonSession::normalizeChanged);
    connect(&m_base, &Session::profileChanged, this, &ComparisonSession::normalizeChanged);
}

void ComparisonSession::setProfiles(const ComparedProfiles& profiles) {
    m_baseRuns = profiles.baseRuns();
    m_newRuns = profiles.newRuns();
    m_basePrograms = profiles.basePrograms();
    m_newPrograms = profiles.newPrograms();
    emit programsChanged();
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
    if (const auto chosen = m_choices.normalize()) return *chosen;
    const auto& profile = m_base.profile();
    if (!profile || !m_base.value()) return Normalize::Share;
    const auto& type = profile->samples[m_base.value().row()].type;
    return defaultNormalize(profile->text(type.name), profile->text(type.unit));
}

void ComparisonSession::setNormalize(Normalize normalize) {
    m_choices.setNormalize(normalize);
}

void ComparisonSession::setNeededEvidence(NeededEvidence needed) {
    m_neededEvidence = needed;
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
        m_evidenceJob.cancel();
        return m_job.cancel();
    }
    const auto& base = m_base.shown();
    const auto& newSide = m_newSide.shown();
    if (!m_isOutdated || base.isEmpty() || newSide.isEmpty()) return;
    if (base.groups().grouping != newSide.groups().grouping || base.roots != newSide.roots) return;
    m_isOutdated = false;
    m_evidenceJob.cancel();
    m_job.start(
        [comparison = m_computation, needed = m_neededEvidence, base = stateOf(m_base, m_baseRuns),
         newSide = stateOf(m_newSide, m_newRuns), normalize = normalize(),
         links = m_choices.links()](Task& task) {
            return withinMemory([&]() -> Result<Comparison> {
                auto result = comparison->compare(base, newSide, normalize, links, task);
                if (result && needed == NeededEvidence::OfAllRows)
                    result->evidences->complete(result->rows, RowEvidences::Threads::All, task);
                return result;
            });
        },
        [this](Result<Comparison> result) { accept(std::move(result)); });
}

void ComparisonSession::accept(Result<Comparison> result) {
    m_comparison = result ? std::make_shared<const Comparison>(std::move(*result)) : nullptr;
    m_names = m_comparison ? LinkedNames(*m_comparison) : LinkedNames();
    m_failure = result ? QString() : QString::fromStdString(result.error().message);
    emit comparisonChanged();
    if (!m_comparison) return;
    // So that sorting by it does not wait.
    m_evidenceJob.start(
        [comparison = m_comparison](Task& task) {
            comparison->evidences->complete(comparison->rows, RowEvidences::Threads::One, task);
            return true;
        },
        [](bool) {});
}

} // namespace candela

#include "moc_comparison_session.cpp"
