#include "views/session/time_comparison.h"

#include "views/session/session.h"
#include "views/text/plain_text.h"

#include <algorithm>

namespace candela {

TimeComparison::TimeComparison(Session& session) : m_session(session) {
    connect(&session, &Session::filterChanged, this, &TimeComparison::changed);
    connect(&session, &Session::profileChanged, this, &TimeComparison::changed);
}

void TimeComparison::setOffered(bool isOffered) {
    m_isOffered = isOffered;
    emit changed();
}

QString TimeComparison::actionText(With with) const {
    if (with == With::TheRest || !m_base) return firstText(with);
    return tr("Compare %1 with this time range").arg(plainText(timeRangesWords({*m_base})));
}

QString TimeComparison::firstText(With with) {
    return with == With::TheRest ? tr("Compare with the rest of the time")
                                 : tr("Compare with another time range");
}

bool TimeComparison::hasTimes() const {
    const auto& profile = m_session.profile();
    return profile && std::ranges::any_of(profile->samples, [](const SampleTable& table) {
               return std::ranges::any_of(table.time, [](std::int64_t time) { return time != noTime; });
           });
}

QString TimeComparison::whyNot(With with) const {
    if (!m_isOffered) return tr("There is no finished capture");
    const auto& time = m_session.filter().time;
    if (!time) {
        return hasTimes() ? tr("Select a time first: in the timeline, the flame chart or the heat map")
                          : tr("The samples of this file have no times");
    }
    const auto both = m_base ? commonTime({*m_base}, {*time}) : std::nullopt;
    if (with == With::AnotherRange && both)
        return tr("%1 is in both ranges, and its samples would count on both sides: select another time")
            .arg(plainText(timeRangesWords({*both})));
    return {};
}

void TimeComparison::use(With with) {
    if (!whyNot(with).isEmpty()) return;
    const auto time = *m_session.filter().time;
    if (with == With::AnotherRange && !m_base) {
        m_base = time;
        emit changed();
        return;
    }
    const TimeRanges base = with == With::TheRest ? timesWithout(time) : TimeRanges{*m_base};
    m_base.reset();
    emit changed();
    emit wanted(base, {time});
}

void TimeComparison::forget() {
    m_base.reset();
    emit changed();
}

} // namespace candela

#include "moc_time_comparison.cpp"
