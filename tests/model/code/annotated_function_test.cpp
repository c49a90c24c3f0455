/// Weights of a function by line, compared with a naive count over samples; and the function that a text
/// selects.
#include <QTest>

#include "model/analysis/call_tree/function_list.h"
#include "model/code/annotated_function.h"
#include "model/code/function_search.h"
#include "model/profile/profile_builder.h"
#include "tests/profile_text.h"

#include <map>
#include <random>
#include <set>

using namespace candela;

namespace {

using LineKey = std::pair<std::string, std::uint32_t>;
struct Weights {
    std::int64_t self = 0;
    std::int64_t total = 0;
    bool operator==(const Weights&) const = default;
};
using LineWeights = std::map<LineKey, Weights>;

/// Locations of up to three functions inlined into each other, in stacks with recursion; also negative
/// weights.
Profile randomInlinedProfile(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random); };
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto mapping = builder.mapping({.path = builder.string("/bin/program"), .buildId = {}});
    std::vector<std::vector<FrameIndex>> locations; // outermost first
    for (int number = 0; number < 12; ++number) {
        auto& location = locations.emplace_back();
        for (int depth = 0; depth <= below(3); ++depth) {
            const auto name = "f" + std::to_string(below(4));
            location.push_back(builder.frame(
                {.function =
                     builder.function({.name = builder.string(name),
                                       .rawName = {},
                                       .file = builder.string(below(3) == 0 ? "inlined.h" : name + ".c"),
                                       .mapping = mapping}),
                 .mapping = mapping,
                 .address = std::uint64_t(0x1000 + number),
                 .line = std::uint32_t(below(4)), // 0: not known
                 .inlineDepth = std::uint16_t(depth),
                 .kind = depth > 0 ? FrameKind::Inlined : FrameKind::User}));
        }
    }
    for (int sample = 0; sample < 500; ++sample) {
        StackIndex stack;
        for (auto depth = below(6); depth > 0; --depth) {
            for (const auto frame : locations[static_cast<std::size_t>(below(int(locations.size())))])
                stack = builder.stack(stack, frame);
        }
        builder.addSample(value, {.stack = stack, .weight = below(50) - 5, .thread = {}, .labels = {}});
    }
    return builder.build();
}

/// The frames of a stack, outermost first.
std::vector<std::uint32_t> framesOf(const Profile& profile, StackIndex stack) {
    std::vector<std::uint32_t> frames;
    for (; stack; stack = profile.stacks.parent[stack.row()])
        frames.insert(frames.begin(), profile.stacks.frame[stack.row()].row());
    return frames;
}

LineKey lineOf(const Profile& profile, std::uint32_t frame) {
    const auto line = profile.frames.line[frame];
    if (line == 0) return {};
    return {std::string(profile.text(profile.functions[profile.frames.function[frame].row()].file)), line};
}

/// The weights, computed for each sample and frame as the header describes it.
LineWeights naiveLines(const Profile& profile, const std::set<FunctionIndex>& function, InlinedCode inlined) {
    LineWeights lines;
    const auto& table = profile.samples[0];
    for (std::size_t row = 0; row < table.size(); ++row) {
        const auto frames = framesOf(profile, table.stack[row]);
        std::set<LineKey> met;
        for (std::size_t at = 0; at < frames.size(); ++at) {
            if (!function.contains(profile.frames.function[frames[at]])) continue;
            met.insert(lineOf(profile, frames[at]));
            auto end = at + 1; // Frames inlined into it, up to the next frame of the function itself.
            while (end < frames.size() && profile.frames.inlineDepth[frames[end]] > 0 &&
                   profile.frames.inlineDepth[frames[end]] ==
                       profile.frames.inlineDepth[frames[end - 1]] + 1 &&
                   profile.frames.address[frames[end]] == profile.frames.address[frames[at]] &&
                   !function.contains(profile.frames.function[frames[end]])) {
                if (inlined == InlinedCode::AtItsLine) met.insert(lineOf(profile, frames[end]));
                ++end;
            }
            if (end < frames.size()) continue;
            const auto leaf = inlined == InlinedCode::AtItsLine ? frames.back() : frames[at];
            lines[lineOf(profile, leaf)].self += table.weight[row];
        }
        for (const auto& line : met)
            lines[line].total += table.weight[row];
    }
    std::erase_if(lines, [](const auto& line) { return line.second == Weights(); });
    return lines;
}

LineWeights ourLines(const AnnotatedFunction& function) {
    LineWeights lines;
    for (const auto& line : function.lines)
        lines[{line.file, line.line}] = {line.self, line.total};
    return lines;
}

QString differences(const LineWeights& ours, const LineWeights& expected) {
    QString text;
    const auto print = [&](const char* side, const LineWeights& lines) {
        for (const auto& [line, weights] : lines)
            text += QString("%1 %2:%3 self %4 total %5\n")
                        .arg(side, QString::fromStdString(line.first))
                        .arg(line.second)
                        .arg(weights.self)
                        .arg(weights.total);
    };
    print("ours", ours);
    print("expected", expected);
    return text;
}

struct Opened {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<FrameGroups> groups;
    StackWeights weights;

    explicit Opened(Profile built) : profile(std::make_shared<const Profile>(std::move(built))) {
        Task task;
        groups = groupFrames(profile, Grouping::Function);
        weights = *SampleSelector(profile).stackWeights(ValueTypeIndex(0), {}, task);
    }
    Result<FunctionMatch> find(const std::string& text) const {
        return findFunction(*groups, groupWeights(*groups, weights), text);
    }
    /// "a@one.so a@two.so": the function that was found, then "| " and other matches.
    std::string found(const std::string& text) const {
        const auto match = find(text);
        if (!match) return match.error().message;
        std::string names;
        const auto print = [&](std::span<const FrameGroupIndex> list) {
            for (const auto group : list)
                names += (names.empty() ? "" : " ") + (*groups)[group].name + "@" +
                         std::string(groups->moduleName(group));
        };
        print(match->groups);
        if (!match->namesakes.empty()) names += " |";
        print(match->namesakes);
        return names;
    }
};

} // namespace

class AnnotatedFunctionTest : public QObject {
    Q_OBJECT
private slots:
    void linesAreWhatANaiveCountGives_data() {
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<bool>("isAtCall");
        for (unsigned seed = 1; seed <= 20; ++seed) {
            QTest::addRow("seed %u, at the inlined line", seed) << seed << false;
            QTest::addRow("seed %u, at the call", seed) << seed << true;
        }
    }
    void linesAreWhatANaiveCountGives() {
        QFETCH(unsigned, seed);
        QFETCH(bool, isAtCall);
        const auto inlined = isAtCall ? InlinedCode::AtTheCall : InlinedCode::AtItsLine;
        const Opened opened(randomInlinedProfile(seed));
        Task task;
        std::size_t lines = 0;
        for (const auto* name : {"f0", "f1", "f2", "f3"}) {
            const auto match = opened.find(name);
            QVERIFY(match);
            std::set<FunctionIndex> functions;
            for (std::size_t row = 0; row < opened.profile->functions.size(); ++row) {
                if (opened.profile->text(opened.profile->functions[row].name) == name)
                    functions.insert(FunctionIndex(row));
            }
            const auto annotated =
                annotate(*opened.groups, match->groups, opened.weights, inlined, nullptr, task);
            QVERIFY(annotated);
            const auto ours = ourLines(*annotated);
            const auto expected = naiveLines(*opened.profile, functions, inlined);
            QVERIFY2(ours == expected, qPrintable(differences(ours, expected)));
            lines += expected.size();
        }
        QVERIFY(lines > 8);
    }
    void withoutInlinedCodeSelfAndTotalAreThoseOfTheFunctionList() {
        const Opened opened(profileFromText("main;f;g 5\nmain;f 3\nmain;f;f 2\nmain;g 7\n"));
        Task task;
        for (const auto& weight : groupWeights(*opened.groups, opened.weights)) {
            const auto annotated = annotate(*opened.groups, std::array{weight.group}, opened.weights,
                                            InlinedCode::AtItsLine, nullptr, task);
            QVERIFY(annotated);
            QCOMPARE(annotated->self, weight.self);
            QCOMPARE(annotated->total, weight.total);
            QCOMPARE(annotated->inlinedSelf, std::int64_t(0));
        }
    }
    void aTextNamesAFunction() {
        const Opened opened(profileFromText("ns::draw(int)@a.so 5\n"
                                            "draw@a.so 3\n"
                                            "draw@b.so 9\n"
                                            "ns::Reader<void (*)(int)>::read(char*)@a.so 1\n"
                                            "ns::Reader<int>::operator()(int) const@a.so 1\n"
                                            "[weird+name@a.so 1\n"));
        QCOMPARE(opened.found("ns::draw(int)"), std::string("ns::draw(int)@a.so"));
        QCOMPARE(opened.found("ns::draw"), std::string("ns::draw(int)@a.so"));
        QCOMPARE(opened.found("draw"), std::string("draw@b.so | draw@a.so"));
        QCOMPARE(opened.found("a.so!draw"), std::string("draw@a.so"));
        QCOMPARE(opened.found("ns::Reader<void (*)(int)>::read"),
                 std::string("ns::Reader<void (*)(int)>::read(char*)@a.so"));
        QCOMPARE(opened.found("ns::Reader<int>::operator()"),
                 std::string("ns::Reader<int>::operator()(int) const@a.so"));
        QCOMPARE(opened.found("read("), std::string("ns::Reader<void (*)(int)>::read(char*)@a.so"));
        QCOMPARE(opened.found("^ns.*read"), std::string("ns::Reader<void (*)(int)>::read(char*)@a.so"));
        QCOMPARE(opened.found("[weird"), std::string("[weird+name@a.so"));
        QCOMPARE(opened.found("nosuch"), std::string("no function is called \"nosuch\""));
        QCOMPARE(opened.found("[nosuch"), std::string("no function is called \"[nosuch\""));
        QCOMPARE(opened.found("raw"), std::string("\"raw\" matches 3 functions"));
        QVERIFY(opened.find("raw").error().hint.find("ns::draw(int)") != std::string::npos);
    }
    void aFunctionWithCodeOfSeveralFilesIsOne() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto mapping = builder.mapping({.path = builder.string("/bin/program"), .buildId = {}});
        for (const auto* file : {"loop.go", "abs.go"}) {
            const auto function = builder.function({.name = builder.string("main.loop"),
                                                    .rawName = {},
                                                    .file = builder.string(file),
                                                    .mapping = mapping});
            const auto stack =
                builder.stack({}, builder.frame({.function = function, .mapping = mapping, .line = 7}));
            builder.addSample(value, {.stack = stack, .weight = 10, .thread = {}, .labels = {}});
        }
        const Opened opened(builder.build());
        const auto match = opened.find("main.loop");
        QVERIFY(match);
        QCOMPARE(match->groups.size(), std::size_t(2));
        Task task;
        const auto annotated =
            annotate(*opened.groups, match->groups, opened.weights, InlinedCode::AtItsLine, nullptr, task);
        QVERIFY(annotated);
        QCOMPARE(annotated->name, std::string("main.loop"));
        QCOMPARE(annotated->self, std::int64_t(20));
        const LineWeights expected{{{"abs.go", 7}, {10, 10}}, {{"loop.go", 7}, {10, 10}}};
        QCOMPARE(ourLines(*annotated), expected);
    }
};

QTEST_GUILESS_MAIN(AnnotatedFunctionTest)
#include "annotated_function_test.moc"
