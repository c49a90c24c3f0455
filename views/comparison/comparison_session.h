/// The two sides of a comparison: one Session each, with the same search, filter, zoom and hovered item, and
/// the table of differences between them.
#pragma once

#include "model/comparison/compared_profiles.h"
#include "model/comparison/comparison.h"
#include "model/comparison/repeated_comparison.h"
#include "views/comparison/linked_names.h"
#include "views/session/compared_choices.h"
#include "views/session/session.h"
#include "views/session/view_history.h"

#include <QObject>

#include <memory>

namespace candela {

/// The rows whose evidence has to be known when a comparison arrives.
enum class NeededEvidence {
    OfShownRows, ///< computed when they are shown
    OfAllRows,   ///< for example to sort by it
};

class ComparisonSession : public QObject {
    Q_OBJECT
public:
    explicit ComparisonSession(QObject* parent = nullptr);

    Session& base() { return m_base; }
    Session& newSide() { return m_newSide; }
    void setProfiles(const ComparedProfiles& profiles);
    const ProgramNames& basePrograms() const { return m_basePrograms; }
    const ProgramNames& newPrograms() const { return m_newPrograms; }

    /// Pairs that the user linked or took apart, pinned rows, and what is shown of the comparison.
    ComparedChoices& choices() { return m_choices; }
    const ComparedChoices& choices() const { return m_choices; }

    /// The history of both sides and of the choices together.
    ViewHistory& history() { return m_history; }

    /// The normalization that the user chose, else the default for the value.
    Normalize normalize() const;
    void setNormalize(Normalize normalize);

    /// What is called differently on the two sides.
    const LinkedNames& names() const { return m_names; }

    void setNeededEvidence(NeededEvidence needed);

    /// The comparison of the state that both sides show; null until it is computed, or if it is not possible.
    const std::shared_ptr<const Comparison>& comparison() const { return m_comparison; }
    /// Why no comparison is possible, in one sentence; empty if one is possible.
    const QString& failure() const { return m_failure; }

signals:
    /// The programs are known; the sides have their profiles next.
    void programsChanged();
    void comparisonChanged();
    void normalizeChanged();

private:
    void link(Session& from, Session& to);
    void compareAgain();
    void compareWhenReady();
    void accept(Result<Comparison> result);

    Session m_base;
    Session m_newSide;
    ComparedChoices m_choices;
    ViewHistory m_history{{&m_base, &m_newSide}, &m_choices};
    ComparedProfiles::SharedRuns m_baseRuns, m_newRuns;
    ProgramNames m_basePrograms, m_newPrograms;
    std::shared_ptr<RepeatedComparison> m_computation = std::make_shared<RepeatedComparison>();
    LatestJob<Result<Comparison>> m_job;
    LatestJob<bool> m_evidenceJob; ///< completes the comparison's evidence
    NeededEvidence m_neededEvidence = NeededEvidence::OfShownRows;
    bool m_isOutdated = false; ///< what is shown, or compared at the moment, is of an earlier state
    std::shared_ptr<const Comparison> m_comparison;
    LinkedNames m_names;        ///< of the comparison
    bool m_isFollowing = false; ///< one side changes because the other one did
    QString m_failure;
};

} // namespace candela
