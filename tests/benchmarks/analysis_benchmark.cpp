#include "model/analysis/call_tree/call_tree.h"
#include "model/analysis/call_tree/flame_layout.h"
#include "model/analysis/call_tree/function_list.h"
#include "model/analysis/samples/timeline.h"
#include "model/base/units.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>

namespace candela {

namespace {

/// All steps together; the following benchmarks measure them one by one.
class AnalysisBenchmark {
public:
    AnalysisBenchmark(Report& report, const SyntheticRecording& recording)
        : m_report(report), m_profile(std::make_shared<Profile>(recording.build())),
          m_input(recording.description()), m_value(m_profile->shownValue()),
          m_samples(double(recording.samples().size())), m_selector(m_profile),
          m_groups(groupFrames(m_profile, Grouping::Function)), m_shape(callTreeShape(m_groups)),
          m_weights(weights({})),
          m_nodes(fmt::format("{} call nodes", formatCount(std::int64_t(m_shape->size())))) {}

    /// Measures the work from the profile to the tree in the window.
    void callTree() {
        m_report.time("call tree", m_input, {{m_samples, "samples"}}, [&] {
            const auto shape = callTreeShape(groupFrames(m_profile, Grouping::Function));
            SampleSelector selector(m_profile);
            auto tree =
                CallTree::create(Direction::TopDown, shape, *selector.stackWeights(m_value, {}, m_task));
            tree.children({});
        });
    }

    /// Measures the work from a changed filter to the new weights of every call node. Each run has another
    /// filter.
    void changeOfFilter() {
        const auto range = timeRangeOf(*m_profile);
        const auto length = range.end - range.begin;
        std::int64_t step = 0;
        const auto measure = [&](std::string_view name, auto filterOfStep) {
            m_report.time(name, m_input, {}, [&] {
                auto tree = CallTree::create(Direction::TopDown, m_shape, weights(filterOfStep(++step)));
                tree.children({});
            });
        };
        const auto timeFilter = [&](double share) {
            return [=](std::int64_t number) {
                const auto begin = range.begin + (number % 10) * length / 2000;
                return Filter{.time = TimeRange{begin, begin + std::int64_t(share * double(length))}};
            };
        };
        measure("filter: time range moves", timeFilter(0.5));
        measure("filter: other half of the time", [&](std::int64_t number) {
            const auto middle = range.begin + length / 2;
            return Filter{.time = number % 2 ? TimeRange{range.begin, middle} : TimeRange{middle, range.end}};
        });
        measure("filter: another thread", [](std::int64_t number) {
            return Filter{.threads = {ThreadIndex(std::size_t(number % 4))}};
        });
        measure("filter: focus, time moves", [&](std::int64_t number) {
            auto filter = timeFilter(0.5)(number);
            filter.focus = "part7::";
            return filter;
        });
        measure("filter: another focus",
                [&](std::int64_t number) { return Filter{.focus = fmt::format("part{}::", number % 7)}; });
    }

    /// Measures the work from a changed list of transforms to the new tree. Each run has another list.
    void changeOfTransforms() {
        const auto names = heaviestFunctions();
        std::size_t step = 0;
        const auto measure = [&](std::string_view name, auto transformsOf) {
            m_report.time(name, m_nodes, {{double(m_shape->size()), "nodes"}}, [&] {
                const Filter filter{.transforms = transformsOf(names[++step % names.size()])};
                const auto transformed = *m_selector.transformedStacks(filter);
                auto tree = CallTree::create(Direction::TopDown, callTreeShape(m_groups, transformed),
                                             weights(filter));
                tree.children({});
            });
        };
        using Kind = TransformKind;
        using List = std::vector<Transform>;
        measure("transform: hide", [](const std::string& name) { return List{{Kind::Hide, {name}}}; });
        measure("transform: root", [](const std::string& name) { return List{{Kind::Root, {name}}}; });
        measure("transform: drop", [](const std::string& name) { return List{{Kind::Drop, {name}}}; });
        measure("transform: recursion", [](const std::string& name) {
            return List{{Kind::CollapseRecursion, {name}}};
        });
        measure("transform: four of them", [&](const std::string& name) {
            return List{{Kind::Hide, {name}},
                        {Kind::CollapseRecursion},
                        {Kind::From, {names[step % 3]}},
                        {Kind::Hide, {names[step % 5]}}};
        });
    }

    void functionList() {
        m_report.time("function list", m_nodes, {{double(m_shape->size()), "nodes"}},
                      [&] { groupWeights(*m_shape, m_weights); });
    }

    /// The smallest box is half a pixel of 1920.
    void flameLayouts() {
        auto tree = CallTree::create(Direction::TopDown, m_shape, m_weights);
        for (const auto order : {FlameOrder::ByWeight, FlameOrder::ByName}) {
            const auto name = order == FlameOrder::ByWeight ? "flame layout" : "flame layout by name";
            m_report.time(name, m_nodes, {}, [&] { flameLayout(tree, {}, 0.5 / 1920, order); });
        }
        m_report.time("flame layout, new weights", m_nodes, {}, [&] {
            auto fresh = CallTree::create(Direction::TopDown, m_shape, m_weights);
            flameLayout(fresh, {}, 0.5 / 1920, FlameOrder::ByWeight);
        });
    }

    void inverted() {
        m_report.time("inverted: first level", m_nodes, {{double(m_shape->size()), "nodes"}}, [&] {
            auto tree = CallTree::create(Direction::Inverted, m_shape, m_weights);
            for (const auto root : tree.children({}).first(40))
                tree.hasChildren(root);
        });
        m_report.time("inverted: flame layout", m_nodes, {}, [&] {
            auto tree = CallTree::create(Direction::Inverted, m_shape, m_weights);
            flameLayout(tree, {}, 0.5 / 1920, FlameOrder::ByWeight);
        });
    }

    void timelines() {
        const auto whole = timeRangeOf(*m_profile);
        const auto length = (whole.end - whole.begin) / 1000;
        const auto middle = whole.begin + (whole.end - whole.begin) / 2;
        const auto measure = [&](std::string_view name, TrackKind kind, TimeRange range) {
            m_report.time(name, m_input, {{m_samples, "samples"}}, [&] {
                if (!timeline(m_selector, *m_profile, m_value, {}, kind, range, 2000, m_task)) std::abort();
            });
        };
        const std::array kinds{std::pair(TrackKind::Process, "timeline: processes"),
                               std::pair(TrackKind::Thread, "timeline: threads"),
                               std::pair(TrackKind::Cpu, "timeline: CPUs")};
        for (const auto& [kind, name] : kinds)
            measure(name, kind, whole);
        measure("timeline: a thousandth, CPUs", TrackKind::Cpu, {middle, middle + length});
    }

private:
    std::vector<std::string> heaviestFunctions() const {
        constexpr std::size_t count = 10;
        auto functions = groupWeights(*m_shape, m_weights);
        std::ranges::sort(functions, std::greater(), &GroupWeight::total);
        std::vector<std::string> names;
        for (std::size_t row = 0; row < std::min(count, functions.size()); ++row)
            names.push_back((*m_groups)[functions[row].group].name);
        return names;
    }

    StackWeights weights(const Filter& filter) { return *m_selector.stackWeights(m_value, filter, m_task); }

    Report& m_report;
    std::shared_ptr<const Profile> m_profile;
    std::string m_input;
    ValueTypeIndex m_value;
    double m_samples;
    Task m_task;
    SampleSelector m_selector;
    std::shared_ptr<const FrameGroups> m_groups;
    std::shared_ptr<const CallTreeShape> m_shape;
    StackWeights m_weights;
    std::string m_nodes;
};

} // namespace

void benchmarkAnalysis(Report& report) {
    AnalysisBenchmark benchmark(report, SyntheticRecording(SyntheticSize::Large));
    benchmark.callTree();
    benchmark.changeOfFilter();
    benchmark.changeOfTransforms();
    benchmark.functionList();
    benchmark.flameLayouts();
    benchmark.inverted();
    benchmark.timelines();
}

} // namespace candela
