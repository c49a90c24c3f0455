/// The comparison of two ranges of one capture's time: the first use remembers the selected time as the base,
/// the second asks the window to compare it with the time that is selected then.
#pragma once

#include "model/comparison/time_part.h"

#include <QObject>
#include <QString>

#include <optional>

namespace candela {

class Session;

class TimeComparison : public QObject {
    Q_OBJECT
public:
    enum class With { AnotherRange, TheRest };

    /// The session must outlive this object.
    explicit TimeComparison(Session& session);

    /// Whether the window can compare parts of what the session shows; false at first.
    bool isOffered() const { return m_isOffered; }
    void setOffered(bool isOffered);

    /// The remembered range; none before the first use.
    const std::optional<TimeRange>& base() const { return m_base; }
    /// What use() does next.
    QString actionText(With with) const;
    /// The same while nothing is remembered.
    static QString firstText(With with);
    /// Why it does nothing, in one sentence; empty if it does.
    QString whyNot(With with) const;
    void use(With with);
    /// Forgets the base.
    void forget();

signals:
    void changed();
    void wanted(const candela::TimeRanges& base, const candela::TimeRanges& newSide);

private:
    bool hasTimes() const;

    Session& m_session;
    bool m_isOffered = false;
    std::optional<TimeRange> m_base;
};

} // namespace candela
