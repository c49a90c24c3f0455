#include "model/base/units.h"
#include "model/profile/profile_builder.h"
#include "tests/app/window/loop_watch.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"
#include "tests/model/comparison/compared_text.h"
#include "views/comparison/comparison_view.h"
#include "views/comparison/difference_flame.h"
#include "views/flame/flame_canvas.h"
#include "views/series/series_item_model.h"
#include "views/series/series_view.h"
#include "views/widgets/choice_strip.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTableView>

#include <algorithm>
#include <random>

namespace candela {

namespace {

constexpr std::size_t comparedSamples = 1'000'000;

/// Two recordings of two builds with the same stacks; a tenth of the functions was renamed.
struct ComparedRecordings {
    explicit ComparedRecordings(SyntheticSpread spread, std::size_t stacks)
        : first(comparedSamples, stacks, spread, 1), second(comparedSamples, stacks, spread, 2),
          base(std::make_shared<const Profile>(first.build())),
          newSide(std::make_shared<const Profile>(second.build(SyntheticBuild::Renamed))) {}

    std::string description() const {
        return fmt::format("2 x {} samples, {} stacks hit", formatCount(std::int64_t(comparedSamples)),
                           formatCount(std::int64_t(first.sampledStackCount())));
    }

    SyntheticRecording first, second;
    std::shared_ptr<const Profile> base, newSide;
};

/// Ranges of time, one after the other.
void sumOtherRanges(Report& report, const std::string& input, std::array<const ComparedInput*, 2> sides,
                    const Matching& matching) {
    struct Side {
        const ComparedInput& input;
        SampleSelector selector;
        std::shared_ptr<const SampleOrder> order;
        std::optional<OrderedTimes> times;
    };
    const auto sideOf = [](const ComparedInput& input, const CountedSide& counted) {
        const auto& stacks = input.profile->samples[input.profile->shownValue().row()].stack;
        return Side{input,
                    SampleSelector(input.profile),
                    std::make_shared<const SampleOrder>(*counted.shape, stacks),
                    {}};
    };
    auto base = sideOf(*sides[0], matching.base), newSide = sideOf(*sides[1], matching.newSide);
    const auto range = recordedRange(*base.input.profile);
    int run = 0;
    report.time("comparison: sums, next range", input, {}, [&] {
        ++run;
        const Filter filter{.time = TimeRange{range.begin, range.end - range.end * (run % 7) / 20}};
        Task task;
        for (auto* side : {&base, &newSide})
            if (!runSums(side->selector, side->order, *side->input.profile, side->input.profile->shownValue(),
                         filter, {}, side->times, task))
                qFatal("no sums");
    });
}

void compareByParts(Report& report, const ComparedRecordings& recordings) {
    const auto input = recordings.description();
    const ComparedInput base(recordings.base), newSide(recordings.newSide);
    report.time("comparison: match", input, {}, [&] { matchSides(base.rows(), newSide.rows()); });
    const auto matching = std::make_shared<const Matching>(matchSides(base.rows(), newSide.rows()));
    report.time("comparison: sums by block", input, {}, [&] {
        base.side(matching->base);
        newSide.side(matching->newSide);
    });
    sumOtherRanges(report, input, {&base, &newSide}, *matching);
    const auto baseSide = base.side(matching->base), otherSide = newSide.side(matching->newSide);
    report.time("comparison: rows and verdicts", input, {}, [&] {
        if (!compare(baseSide, otherSide, base.type(), newSide.type(), Normalize::Share, matching))
            qFatal("no comparison");
    });
}

/// A comparison in a window of 1920x1200 pixels.
class ComparisonWindow {
public:
    ComparisonWindow() : m_view(m_session) {
        QObject::connect(&m_session, &ComparisonSession::comparisonChanged, [this] { m_isDone = true; });
        m_view.resize(1920, 1200);
        m_view.show();
    }
    /// Milliseconds from a change to the window with the new weights of both sides, and to the one with their
    /// comparison.
    struct Times {
        double weights = 0, comparison = 0;
    };
    Times after(const std::function<void(ComparisonSession&)>& change) {
        m_isDone = false;
        QElapsedTimer timer;
        timer.start();
        const auto paintedWhen = [&](auto isReached) {
            while (!isReached())
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            paintOutdated();
            return double(timer.nsecsElapsed()) / 1e6;
        };
        change(m_session);
        Times times;
        times.weights = paintedWhen(
            [&] { return !m_session.base().isBusy() && !m_session.newSide().isBusy() && !isPending(); });
        times.comparison = paintedWhen([&] { return m_isDone; });
        return times;
    }

    void showDifference() {
        emit m_view.findChild<ChoiceStrip*>("graphs")->chosen(1);
        while (canvas().scene().isEmpty() || canvas().isPending())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        m_nodes = canvas().shown().shape->size();
        paintOutdated();
    }
    /// Returns the milliseconds of frames in which the pointer is on another box of the difference.
    std::vector<double> hoverDifference() {
        constexpr int frames = 300;
        std::vector<double> times;
        for (int frame = 0; frame < frames; ++frame) {
            QElapsedTimer timer;
            timer.start();
            const QPointF pointer(canvas().width() * (frame + 0.5) / frames, (frame % 20 + 1.5) * 20);
            canvas().hover(canvas().hitAt(pointer));
            paintOutdated();
            times.push_back(double(timer.nsecsElapsed()) / 1e6);
        }
        return times;
    }
    /// Returns the milliseconds of frames that paint everything.
    std::vector<double> paintDifference() {
        std::vector<double> times;
        for (int frame = 0; frame < 20; ++frame) {
            QElapsedTimer timer;
            timer.start();
            canvas().viewport()->update();
            paintOutdated();
            times.push_back(double(timer.nsecsElapsed()) / 1e6);
        }
        return times;
    }
    std::size_t differenceNodes() const { return m_nodes; }

private:
    FlameCanvas& canvas() { return *m_view.difference()->canvas(); }
    /// Paints what is out of date, as the window does once a frame.
    void paintOutdated() {
        QCoreApplication::sendPostedEvents();
        QEvent frame(QEvent::UpdateRequest);
        QCoreApplication::sendEvent(&m_view, &frame);
    }
    bool isPending() const { return m_view.baseCanvas()->isPending() || m_view.newCanvas()->isPending(); }

    ComparisonSession m_session;
    ComparisonView m_view;
    bool m_isDone = false;
    std::size_t m_nodes = 0;
};

/// From two opened profiles to the painted window, and from a change of the filter to the painted window.
void compareInWindow(Report& report, const ComparedRecordings& recordings) {
    const auto input = recordings.description();
    std::vector<double> opened, widths, filtered;
    const auto open = [&](ComparisonSession& session) {
        session.setProfiles({recordings.base, recordings.newSide});
    };
    for (int run = 0; run < 3; ++run)
        opened.push_back(ComparisonWindow().after(open).comparison);
    ComparisonWindow window;
    window.after(open);
    const auto range = recordedRange(*recordings.base);
    for (int run = 1; run <= 7; ++run) {
        const auto times = window.after([&](ComparisonSession& session) {
            auto filter = session.base().filter();
            filter.time = TimeRange{range.begin, range.end - (range.end - range.begin) * run / 20};
            session.base().setFilter(filter);
        });
        widths.push_back(times.weights);
        filtered.push_back(times.comparison);
    }
    report.values("comparison: opened", input, opened, "ms");
    report.values("comparison: filter to widths", input, widths, "ms");
    report.values("comparison: filter to verdicts", input, filtered, "ms");
    window.showDifference();
    auto frames = window.hoverDifference();
    const auto nodes =
        fmt::format("{} nodes, 1920 x 1200", formatCount(std::int64_t(window.differenceNodes())));
    report.values("difference: paint", nodes, window.paintDifference(), "ms");
    report.values("difference: hover", nodes, frames, "ms");
    std::ranges::sort(frames);
    report.values("difference: hover, 99th percentile", nodes, {frames[frames.size() * 99 / 100]}, "ms");
}

constexpr int seriesRowCount = 50'000, captureCount = 10;

/// Each function in one sample of each capture; one of a hundred grows.
std::vector<SeriesProfile> manyFunctions() {
    std::vector<SeriesProfile> captures;
    std::mt19937 random(1);
    for (int capture = 0; capture < captureCount; ++capture) {
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        for (int number = 0; number < seriesRowCount; ++number) {
            const auto name = fmt::format("engine::part_{}::function_{}(int)", number % 211, number * 7919L);
            const auto function = builder.function(
                {.name = builder.string(name), .rawName = {}, .file = {}, .startLine = 0, .mapping = {}});
            const auto weight =
                1000 + std::int64_t(random() % 1000) + (number % 100 == 0 ? 500 * capture : 0);
            builder.addSample(
                value, {.stack = builder.stack({}, builder.frame({.function = function, .mapping = {}})),
                        .weight = weight,
                        .thread = {},
                        .labels = {}});
        }
        captures.push_back(
            {fmt::format("build-{}", capture + 1), std::make_shared<const Profile>(builder.build())});
    }
    return captures;
}

/// A series in a window of 1400x900 pixels.
class SeriesWindow {
public:
    explicit SeriesWindow(const std::vector<SeriesProfile>& captures) {
        m_view.resize(1400, 900);
        m_view.show();
        after([&] { m_view.setProfiles(captures); });
    }
    SeriesView& view() { return m_view; }

    /// Milliseconds until a change is shown, and CPU time of the longest turn of the event loop on the way.
    struct Times {
        double shown = 0, longestTurn = 0;
    };
    Times after(const std::function<void()>& change) {
        QElapsedTimer timer;
        timer.start();
        LoopWatch watch;
        watch.start();
        change();
        while (m_view.isPending())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        return {static_cast<double>(timer.nsecsElapsed()) / 1e6, watch.stop().busy};
    }

private:
    SeriesView m_view;
};

} // namespace

void benchmarkComparison(Report& report) {
    for (const auto spread : {SyntheticSpread::Skewed, SyntheticSpread::Even}) {
        const ComparedRecordings recordings(spread, spread == SyntheticSpread::Even ? 1'500'000 : 500'000);
        compareByParts(report, recordings);
        compareInWindow(report, recordings);
    }
}

void benchmarkSeries(Report& report) {
    const auto input = fmt::format("{} captures, {} rows", captureCount, formatCount(seriesRowCount));
    const auto captures = manyFunctions();
    SeriesWindow window(captures);
    const auto measure = [&](const std::string& name, const std::function<void(int)>& change) {
        std::vector<double> shown, turns;
        for (int run = 0; run < 7; ++run) {
            const auto times = window.after([&] { change(run); });
            shown.push_back(times.shown);
            turns.push_back(times.longestTurn);
        }
        report.values("series: " + name, input, shown, "ms");
        report.values("series: " + name + ", turn", input, turns, "ms");
    };
    for (const auto& [name, column] : {std::pair("name", SeriesColumn::Name),
                                       {"change", SeriesColumn::Change},
                                       {"course", SeriesColumn::Course},
                                       {"trend", SeriesColumn::Trend}})
        measure(fmt::format("sort by {}", name), [&, sorted = column](int run) {
            window.view().table()->sortByColumn(static_cast<int>(sorted),
                                                run % 2 ? Qt::AscendingOrder : Qt::DescendingOrder);
        });
    measure("other weights", [&](int run) {
        window.view().choices().setWeights(run % 2 ? ListedWeights::Self : ListedWeights::Total);
    });
    measure("search", [&](int run) { window.view().session().setSearch(run % 2 ? "" : "part_1"); });
}

} // namespace candela
