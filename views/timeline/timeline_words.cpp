#include "views/timeline/timeline_words.h"

#include "model/base/units.h"
#include "model/base/wrapping.h"
#include "views/session/call_node_text.h"
#include "views/text/plain_text.h"
#include "views/timeline/time_axis.h"

#include <QObject>

#include <algorithm>

namespace candela {

namespace {

std::int64_t sumOf(const SliceWeights& weights) {
    std::int64_t sum = 0;
    for (const auto weight : weights)
        sum = wrappingSum(sum, weight);
    return sum;
}

const RowLane& laneOf(const TimelineRows& rows, const TimelineRow* row, std::size_t lane) {
    return row ? (*row)->lanes[lane] : rows.lanes[lane].sum;
}

/// "cc1plus (1234)".
QString processText(const Profile& profile, ProcessIndex index) {
    const auto& process = profile.processes[index.row()];
    const auto name = process.name ? plainText(profile.text(process.name)) : QString();
    return QObject::tr("%1 (%2)").arg(name, QString::number(process.pid)).trimmed();
}

QString eventText(const Profile& profile, const LifeEvent& event, const QString& time) {
    const auto process = processText(profile, event.process);
    switch (event.kind) {
    case LifeEvent::Kind::ThreadStart: {
        const auto& thread = profile.threads[event.thread.row()];
        const auto name = thread.name ? plainText(profile.text(thread.name)) : QString();
        return QObject::tr("Thread %1 (%2) of %3 started at %4")
            .arg(name, QString::number(thread.tid), process, time);
    }
    case LifeEvent::Kind::Exec: {
        const auto next = profile.processes[event.process.row()].name;
        return QObject::tr("%1 executed %2 at %3")
            .arg(processText(profile, event.previous), next ? plainText(profile.text(next)) : process, time);
    }
    case LifeEvent::Kind::Exit:
        return QObject::tr("%1 exited at %2").arg(process, time);
    case LifeEvent::Kind::Start:
        break;
    }
    const auto parent = profile.processes[event.process.row()].parent;
    return parent ? QObject::tr("%1 started by %2 at %3").arg(process, processText(profile, parent), time)
                  : QObject::tr("%1 started at %2").arg(process, time);
}

/// "12 starts, 3 execs, 1 exit".
QString eventsText(std::span<const LifeEvent> events) {
    int starts = 0, threads = 0, execs = 0, exits = 0;
    for (const auto& event : events) {
        starts += event.kind == LifeEvent::Kind::Start;
        threads += event.kind == LifeEvent::Kind::ThreadStart;
        execs += event.kind == LifeEvent::Kind::Exec;
        exits += event.kind == LifeEvent::Kind::Exit;
    }
    QStringList texts;
    if (starts > 0) texts << QObject::tr("%Ln starts", "", starts);
    if (threads > 0) texts << QObject::tr("%Ln threads started", "", threads);
    if (execs > 0) texts << QObject::tr("%Ln execs", "", execs);
    if (exits > 0) texts << QObject::tr("%Ln exits", "", exits);
    return texts.join(", ");
}

} // namespace

QString densityWords(const TimelineLane& lane, std::int64_t weight, std::int64_t sliceLength) {
    return plainText(densityText(lane.density, weight, sliceLength, lane.unit));
}

QStringList sliceTexts(const TimelineRows& rows, const TimelineRow* row, std::size_t slice) {
    QStringList texts;
    for (std::size_t lane = 0; lane < rows.lanes.size(); ++lane) {
        const auto& value = rows.lanes[lane];
        const auto weight = laneOf(rows, row, lane).weightIn(slice);
        const auto density = densityWords(value, weight, rows.sliceLength);
        if (rows.lanes.size() > 1) {
            texts << value.name + " " + density;
            continue;
        }
        if (value.density != Density::Level)
            texts << QObject::tr("%1 within %2")
                         .arg(weightText(weight, value.unit),
                              QString::fromStdString(formatDuration(rows.sliceLength)));
        texts << density;
    }
    return texts;
}

QStringList shortMarkTexts(const TimelineRows& rows, const TimelineRow* row, std::size_t slice) {
    QStringList texts;
    const auto& main = laneOf(rows, row, rows.mainLane);
    const auto weight = main.weightIn(slice);
    const auto share = [&](MarkKind kind) { return shareText(main.markedIn(kind, slice), weight); };
    if (weight != 0 && rows.marks.has(MarkKind::Selection))
        texts << QObject::tr("%1 selected").arg(share(MarkKind::Selection));
    if (weight != 0 && rows.marks.has(MarkKind::Search))
        texts << QObject::tr("%1 matches").arg(share(MarkKind::Search));
    return texts;
}

QStringList markTexts(const TimelineRows& rows, const TimelineRow* row, std::size_t slice) {
    QStringList texts;
    for (const auto kind : {MarkKind::Selection, MarkKind::Search}) {
        if (!rows.marks.has(kind)) continue;
        QStringList shares;
        for (std::size_t lane = 0; lane < rows.lanes.size(); ++lane) {
            const auto& own = laneOf(rows, row, lane);
            const auto weight = own.weightIn(slice);
            if (weight == 0) continue;
            const auto share = shareText(own.markedIn(kind, slice), weight);
            shares << (rows.lanes.size() > 1 ? rows.lanes[lane].name + " " + share
                                             : QObject::tr("%1 here").arg(share));
        }
        if (!shares.isEmpty()) texts << QObject::tr("%1: %2").arg(rows.marks.name(kind), shares.join(", "));
    }
    return texts;
}

QString noSamplesText(const TimelineRows& rows, const TimelineRow& row) {
    const bool hasBelow = rows.isTree && row.below > 0;
    const auto text = hasBelow ? QObject::tr("This row and those below it have no samples of “%1”")
                               : QObject::tr("This row has no samples of “%1”");
    return text.arg(rows.main().name);
}

QString marksToolTip(const TimelineRows& rows) {
    QStringList lines;
    for (const auto kind : {MarkKind::Selection, MarkKind::Search}) {
        if (!rows.marks.has(kind)) continue;
        if (!lines.isEmpty()) lines << QString();
        const auto name = rows.marks.marks[kind].name(*rows.marks.shape->groups).toHtmlEscaped();
        if (kind == MarkKind::Selection)
            lines << "<b>" + name + "</b>"
                  << QObject::tr("The part of each row that is in this function and what it calls has the "
                                 "colour of the selection")
                         .toHtmlEscaped();
        else
            lines << "<b>" + QObject::tr("Matches of the search").toHtmlEscaped() + "</b>"
                  << QObject::tr("The part of each row that is in matching functions and what they call has "
                                 "the colour of matches and a line above it")
                         .toHtmlEscaped();
        for (const auto& lane : rows.lanes) {
            if (lane.density == Density::Level) continue; // levels of several moments do not add up
            const auto part = sumOf(lane.sum.marked[kind]), whole = sumOf(lane.sum.weight);
            lines << QObject::tr("%1: %2 of %3 (%4)")
                         .arg(lane.name, weightText(part, lane.unit), weightText(whole, lane.unit),
                              shareText(part, whole))
                         .toHtmlEscaped();
        }
    }
    return lines.join("<br>");
}

QString rowText(const TimelineRows& rows, const TimelineRow& row) {
    QStringList texts{(row->name + " " + row->number).trimmed()};
    for (std::size_t lane = 0; lane < rows.lanes.size(); ++lane) {
        const auto& value = rows.lanes[lane];
        const auto& own = row->lanes[lane];
        texts << QObject::tr("%1 %2 (%3)")
                     .arg(value.name, weightText(own.total, value.unit),
                          shareText(own.total, value.sum.total));
    }
    const auto& main = row->lanes[rows.mainLane];
    const auto whole = sumOf(main.weight);
    for (const auto kind : {MarkKind::Selection, MarkKind::Search}) {
        if (rows.marks.has(kind) && whole != 0 && rows.main().density != Density::Level)
            texts << QObject::tr("%1 %2").arg(rows.marks.name(kind),
                                              shareText(sumOf(main.marked[kind]), whole));
    }
    return texts.join(", ");
}

QStringList lifeTexts(const Profile& profile, std::span<const LifeEvent> events, TimeRange visible) {
    constexpr std::size_t maximumEvents = 8;
    QStringList texts;
    const auto length = visible.end - visible.begin;
    if (events.size() > 1)
        texts << QObject::tr("%1 from %2 to %3")
                     .arg(eventsText(events), timeText(events.front().time, length),
                          timeText(events.back().time, length));
    for (const auto& event : events.first(std::min(events.size(), maximumEvents)))
        texts << eventText(profile, event, timeText(event.time, length));
    if (events.size() > maximumEvents)
        texts << QObject::tr("and %Ln more", "", static_cast<int>(events.size() - maximumEvents));
    return texts;
}

QString missingText(const RowLife& life, std::int64_t time) {
    if (life.existing.empty() || time < life.existing.front().begin) return QObject::tr("not yet started");
    if (time >= life.existing.back().end) return QObject::tr("ended before");
    return QObject::tr("no process at this time");
}

QString lostText(std::span<const LostTime> times, std::int64_t time) {
    const auto isIn = [time](const LostTime& lost) {
        return time >= lost.begin && (lost.end == noTime || time < lost.end);
    };
    return std::ranges::any_of(times, isIn) ? QObject::tr("the recording is damaged here: nothing is known")
                                            : QString();
}

QString linesToolTip(const ItemWords& words) {
    QStringList lines{"<b>" + words.name.toHtmlEscaped() + "</b>"};
    if (!words.title.isEmpty()) lines << words.title.toHtmlEscaped();
    for (const auto& number : words.numbers)
        lines << "<nobr>" + number.toHtmlEscaped() + "</nobr>";
    return lines.join("<br>");
}

QString laneTitle(const Profile& profile, ValueTypeIndex value) {
    const auto name = plainText(profile.text(profile.samples[value.row()].type.name));
    const auto density = densityName(densityOf(kindOf(profile, value)));
    return QObject::tr("%1: %2").arg(name, modelText(density));
}

} // namespace candela
