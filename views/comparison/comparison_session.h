/// The two sides of a comparison: a Session each, whose search, filter, zoom and what is pointed at stay the
/// same on both, and the table of differences between what they show.
#pragma once

#include "model/comparison/compared_profiles.h"
#include "model/comparison/comparison.h"
#include "views/session/session.h"
#include "views/session/view_history.h"

#include <QObject>

#include <memory>

namespace candela {

class ComparisonSession : public QObject {
    Q_OBJECT
public:
    explicit ComparisonSession(QObject* parent = nullptr);

    Session& base() { return m_base; }
    Session& newSide() { return m_newSide; }
    void setProfiles(const ComparedProfiles& profiles);

    /// Of both sides together.
    ViewHistory& history() { return m_history; }

    /// As chosen, else as the value is best compared.
    Normalize normalize() const;
    void setNormalize(Normalize normalize);

    /// Of what both sides show; null until it was computed, or where it is not possible.
    const std::shared_ptr<const Comparison>& comparison() const { return m_comparison; }
    /// Why it is not possible, in one sentence; empty if it is.
    const QString& failure() const { return m_failure; }

signals:
    void comparisonChanged();
    void normalizeChanged();

private:
    void link(Session& from, Session& to);
    void compareAgain();

    Session m_base;
    Session m_newSide;
    ViewHistory m_history{{&m_base, &m_newSide}};
    ComparedProfiles::SharedRuns m_baseRuns, m_newRuns;
    std::optional<Normalize> m_normalize; ///< none: not chosen
    LatestJob<Result<Comparison>> m_job;
    std::shared_ptr<const Comparison> m_comparison;
    QString m_failure;
};

} // namespace candela
