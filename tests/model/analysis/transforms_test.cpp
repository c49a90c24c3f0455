/// Transforms of stacks: each on a profile as text, their text form, and lists of them on random profiles,
/// compared with a naive implementation that processes each sample alone.
#include <QTest>

#include "model/analysis/call_tree/whole_stacks.h"
#include "model/analysis/grouping/function_identities.h"
#include "model/analysis/samples/filtered_profile.h"
#include "model/profile/start_name.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"

#include <map>
#include <set>

using namespace candela;

namespace {

using Shared = std::shared_ptr<const Profile>;

/// A profile in views: call paths and their self weight, "main;draw 3".
using Paths = std::map<std::string, std::int64_t>;

Paths shownPaths(const Shared& profile, const Filter& filter, Grouping grouping = Grouping::Function) {
    Task task;
    SampleSelector selector(profile);
    const auto weights = *selector.stackWeights(ValueTypeIndex(0), filter, task);
    const auto shape = callTreeShape(groupFrames(profile, grouping), *selector.transformedStacks(filter));
    const auto self = callNodeSelf(*shape, weights);
    Paths paths;
    for (std::size_t node = 0; node < self.size(); ++node)
        if (self[node] != 0) paths[stackText(*shape, CallNodeIndex(node))] += self[node];
    if (weights.stackless != 0) paths[std::string(noStack)] += weights.stackless;
    std::erase_if(paths, [](const auto& path) { return path.second == 0; });
    return paths;
}

std::string textOf(const Paths& paths) {
    std::string text;
    for (const auto& [path, weight] : paths)
        text += path + " " + std::to_string(weight) + "\n";
    return text;
}

Filter withTransforms(const std::vector<std::string>& transforms) {
    Filter filter;
    for (const auto& text : transforms)
        filter.transforms.push_back(*transformFromText(text));
    return filter;
}

std::string transformed(std::string_view profile, const std::vector<std::string>& transforms) {
    return textOf(
        shownPaths(std::make_shared<const Profile>(profileFromText(profile)), withTransforms(transforms)));
}

/// A frame of the naive implementation.
struct NaiveFrame {
    std::string name;      ///< the name in views
    std::string plainName; ///< without the part that distinguishes equal names
    std::string module;    ///< file name of the module
    std::string identity;  ///< equal for frames of the same function
    std::string printed;   ///< as profileToText() prints it

    bool isCalled(const std::string& text) const { return name == text || plainName == text; }
};
using NaiveStack = std::vector<NaiveFrame>;

std::vector<NaiveFrame> naiveFrames(const FrameGroups& functions) {
    const auto& profile = *functions.profile;
    std::vector<NaiveFrame> frames;
    for (std::size_t row = 0; row < profile.frames.size(); ++row) {
        const auto group = functions.groupOfFrame[row];
        const auto function = profile.frames.function[row];
        const auto mapping = moduleOf(profile, row);
        const auto path = mapping ? profile.text(profile.mappings[mapping.row()].path) : std::string_view();
        frames.push_back(
            {functions[group].name, std::string(plainName(functions, group)),
             path.empty() ? "<unknown>" : std::string(lastPathPart(path)), std::to_string(group.row()),
             function ? std::string(profile.text(profile.functions[function.row()].name)) : "?"});
    }
    return frames;
}

bool startsWithPath(const NaiveStack& stack, const std::vector<std::string>& names) {
    if (stack.size() < names.size()) return false;
    for (std::size_t step = 0; step < names.size(); ++step)
        if (!stack[step].isCalled(names[step])) return false;
    return true;
}

/// Applies a transform; false if the sample is dropped.
bool naivelyTransform(NaiveStack& stack, const Transform& transform) {
    const auto isIt = [&](const NaiveFrame& frame) { return frame.isCalled(transform.names.front()); };
    const auto beginAt = [&](auto first) { stack = NaiveStack(first, stack.end()); };
    NaiveStack result;
    switch (transform.kind) {
    case TransformKind::Hide:
        std::erase_if(stack, isIt);
        return true;
    case TransformKind::Merge:
        if (startsWithPath(stack, transform.names))
            stack.erase(stack.begin() + std::ptrdiff_t(transform.names.size()) - 1);
        return true;
    case TransformKind::Drop:
        return std::ranges::none_of(stack, isIt);
    case TransformKind::Root:
    case TransformKind::From: {
        const auto first = std::ranges::find_if(stack, isIt);
        if (first == stack.end()) return transform.kind == TransformKind::From;
        beginAt(first);
        return true;
    }
    case TransformKind::Leaf: {
        const auto first = std::ranges::find_if(stack, isIt);
        if (first == stack.end()) return false;
        stack.erase(first + 1, stack.end());
        return true;
    }
    case TransformKind::Subtree:
        if (!startsWithPath(stack, transform.names)) return false;
        beginAt(stack.begin() + std::ptrdiff_t(transform.names.size()) - 1);
        return true;
    case TransformKind::CollapseRecursion: {
        if (transform.names.empty()) {
            for (const auto& frame : stack)
                if (result.empty() || result.back().identity != frame.identity) result.push_back(frame);
            stack = result;
            return true;
        }
        const auto first = std::ranges::find_if(stack, isIt);
        if (first == stack.end()) return true;
        const auto last = std::find_if(stack.rbegin(), stack.rend(), isIt).base() - 1;
        stack.erase(first + 1, last + 1);
        return true;
    }
    case TransformKind::CollapseModule:
        for (const auto& frame : stack) {
            const auto& module = transform.names.front();
            if (frame.module != module) {
                result.push_back(frame);
            } else if (result.empty() || result.back().identity != "module " + module) {
                const auto name = module.front() == '<' ? module : "[" + module + "]";
                result.push_back({name, name, module, "module " + module, "?"});
            }
        }
        stack = result;
        return true;
    }
    return true;
}

std::string joined(const NaiveStack& stack, std::string NaiveFrame::*text) {
    std::string path;
    for (const auto& frame : stack)
        path += (path.empty() ? "" : ";") + frame.*text;
    return path;
}

/// What the naive implementation leaves of each sample.
struct NaiveResult {
    Paths shown;    ///< names as in views
    Paths exported; ///< names as profileToText() prints them
    std::size_t samples = 0;
};

NaiveResult naively(const Shared& profile, const std::vector<Transform>& transforms) {
    const auto frames = naiveFrames(*groupFrames(profile, Grouping::Function));
    NaiveResult result;
    const auto& table = profile->samples[0];
    for (std::size_t row = 0; row < table.size(); ++row) {
        NaiveStack stack;
        for (auto at = table.stack[row]; at; at = profile->stacks.parent[at.row()])
            stack.insert(stack.begin(), frames[profile->stacks.frame[at.row()].row()]);
        bool isKept = true;
        for (const auto& transform : transforms)
            isKept = isKept && naivelyTransform(stack, transform);
        if (!isKept) continue;
        ++result.samples;
        const auto path = joined(stack, &NaiveFrame::name);
        result.shown[stack.empty() ? std::string(noStack) : path] += table.weight[row];
        result.exported[joined(stack, &NaiveFrame::printed)] += table.weight[row];
    }
    std::erase_if(result.shown, [](const auto& entry) { return entry.second == 0; });
    return result;
}

/// Mostly transforms of functions and modules in the profile.
std::vector<Transform> someTransforms(const Profile& profile, std::mt19937& random) {
    const auto below = [&](std::size_t limit) {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
    };
    const auto frames =
        naiveFrames(*groupFrames(std::make_shared<const Profile>(profile), Grouping::Function));
    const auto someFrame = [&] { return frames[below(frames.size())]; };
    std::vector<Transform> transforms(1 + below(4));
    for (auto& transform : transforms) {
        const auto& known = allTransforms()[below(allTransforms().size())];
        transform.kind = known.kind;
        switch (known.argument) {
        case TransformArgument::OptionalFunction:
            if (below(2) == 0) break;
            [[fallthrough]];
        case TransformArgument::Function:
            transform.names = {below(2) == 0 ? someFrame().name : someFrame().plainName};
            break;
        case TransformArgument::Module:
            transform.names = {someFrame().module};
            break;
        case TransformArgument::CallPath: {
            std::vector<std::string> names;
            for (auto at = StackIndex(below(profile.stacks.size())); at; at = profile.stacks.parent[at.row()])
                names.insert(names.begin(), frames[profile.stacks.frame[at.row()].row()].name);
            transform.names = {names.begin(), names.begin() + std::ptrdiff_t(1 + below(names.size()))};
        }
        }
    }
    return transforms;
}

QString listText(const std::vector<Transform>& transforms) {
    QStringList texts;
    for (const auto& transform : transforms)
        texts << QString::fromStdString(transformText(transform));
    return texts.join(" ");
}

} // namespace

class TransformsTest : public QObject {
    Q_OBJECT
private slots:
    void whatAHiddenFunctionCostsIsItsCallers() {
        QCOMPARE(transformed("main;copy 2\nmain;copy;read 3\nmain;copy;copy;read 4\ncopy;read 5\ncopy 6\n",
                             {"hide:copy"}),
                 "[no stack] 6\nmain 2\nmain;read 7\nread 5\n");
    }
    void oneCallNodeIsMergedIntoItsCaller() {
        QCOMPARE(transformed("main;a;copy 1\nmain;a;copy;read 2\nmain;a;copy;copy 3\nmain;b;copy 4\n",
                             {"merge:main;a;copy"}),
                 "main;a 1\nmain;a;copy 3\nmain;a;read 2\nmain;b;copy 4\n");
    }
    void samplesWithAFunctionAreDropped() {
        QCOMPARE(transformed("main;copy;read 1\nmain;read 2\nmain;copy 3\n 4\n", {"drop:copy"}),
                 "[no stack] 4\nmain;read 2\n");
    }
    void stacksBeginAtTheOutermostFrameOfARoot() {
        QCOMPARE(
            transformed("main;draw;scale;draw;blit 1\nmain;draw 2\ndraw;blit 3\nmain 4\n 5\n", {"root:draw"}),
            "draw 2\ndraw;blit 3\ndraw;scale;draw;blit 1\n");
    }
    void aSubtreeIsOneCallNode() {
        QCOMPARE(transformed("main;a;draw;blit 1\nmain;b;draw;blit 2\nmain;a;draw 4\nx;main;a;draw 8\n",
                             {"subtree:main;a;draw"}),
                 "draw 4\ndraw;blit 1\n");
    }
    void fromAFunctionOnCallersAreLeftOutAndOtherStacksStay() {
        QCOMPARE(transformed("_start;main;draw;main;blit 1\n_start;exit 2\nclone;work 3\n", {"from:main"}),
                 "_start;exit 2\nclone;work 3\nmain;draw;main;blit 1\n");
    }
    void directRecursionIsOneFrame() {
        QCOMPARE(transformed("main;f;f;f;g;f 1\nmain;f;f 2\nf;g;g 3\n", {"collapse-recursion"}),
                 "f;g 3\nmain;f 2\nmain;f;g;f 1\n");
    }
    void allRecursionOfOneFunctionIsOneFrame() {
        QCOMPARE(transformed("main;f;f;g;g;f;h 1\nmain;f;g 2\nmain;g;g 4\n", {"collapse-recursion:f"}),
                 "main;f;g 2\nmain;f;h 1\nmain;g;g 4\n");
    }
    void aModuleIsOneFrameWhereItsFramesFollowEachOther() {
        QCOMPARE(
            transformed("main@app;malloc@/lib/libc.so;sbrk@/lib/libc.so 1\nmain@app;malloc@/lib/libc.so 2\n"
                        "main@app;qsort@/lib/libc.so;less@app;memcmp@/lib/libc.so 4\n",
                        {"collapse-module:libc.so"}),
            "main;[libc.so] 3\nmain;[libc.so];less;[libc.so] 4\n");
        QCOMPARE(transformed("main;f@a.so 1\nidle 2\n", {"collapse-module:<unknown>"}),
                 "<unknown> 2\n<unknown>;f 1\n");
    }
    void transformsAreAppliedInOrder() {
        const auto* profile = "main;lock;wait@libc.so;spin@libc.so 1\nmain;lock 2\n";
        QCOMPARE(transformed(profile, {"hide:lock", "root:lock"}), "");
        QCOMPARE(transformed(profile, {"root:lock", "hide:lock"}), "[no stack] 2\nwait;spin 1\n");
        QCOMPARE(transformed(profile, {"collapse-module:libc.so", "hide:[libc.so]"}), "main;lock 3\n");
        QCOMPARE(transformed(profile, {"hide:[libc.so]", "collapse-module:libc.so"}),
                 "main;lock 2\nmain;lock;[libc.so] 1\n");
        QCOMPARE(transformed(profile, {"subtree:main;lock", "merge:lock"}), "[no stack] 2\nwait;spin 1\n");
    }
    void groupsOfAllKindsShowACollapsedModule() {
        const auto profile = std::make_shared<const Profile>(
            profileFromText("main@app;malloc@/lib/libc.so;sbrk@/lib/libc.so 1\nmain@app 2\n"));
        const auto filter = withTransforms({"collapse-module:libc.so"});
        QCOMPARE(textOf(shownPaths(profile, filter, Grouping::Module)), "app 2\napp;libc.so 1\n");
        for (const auto grouping : {Grouping::File, Grouping::Line, Grouping::Address}) {
            const auto text = textOf(shownPaths(profile, filter, grouping));
            QVERIFY2(text.find(";[libc.so] 1\n") != std::string::npos, text.c_str());
        }
    }
    void aPatternHidesAllFunctionsThatItMatches() {
        const auto profile = std::make_shared<const Profile>(
            profileFromText("std::sort;std::less;less 1\nmain;std::less 2\nstd::sort 4\n"));
        QCOMPARE(textOf(shownPaths(profile, {.hide = "^std::"})), "[no stack] 4\nless 1\nmain 2\n");
        // The other filters apply to the stacks as they were recorded.
        QCOMPARE(textOf(shownPaths(profile, {.focus = "less", .ignore = "main", .hide = "^std::"})),
                 "less 1\n");
        Task task;
        const auto refused = SampleSelector(profile).stackWeights(ValueTypeIndex(0), {.hide = "("}, task);
        QCOMPARE(refused.error().code, ErrorCode::Usage);
    }
    void transformsThatChangeNothingAreKnown() {
        const auto profile = std::make_shared<const Profile>(profileFromText("main;f@m.so 1\nmain;g 2\n"));
        const auto hasEffect = [&](const std::vector<std::string>& texts) {
            SampleSelector selector(profile);
            std::string text;
            for (const bool has : (*selector.transformedStacks(withTransforms(texts)))->hasEffect)
                text += has ? '1' : '0';
            return text;
        };
        QCOMPARE(hasEffect({"hide:f", "hide:f", "drop:h", "from:main", "from:g", "merge:main;h"}), "100010");
        QCOMPARE(hasEffect({"collapse-module:m.so", "collapse-module:n.so", "collapse-recursion"}), "100");
    }

    void theTextFormIsReadAndWritten_data() {
        QTest::addColumn<QString>("text");
        for (const auto* text :
             {"hide:memcpy", "drop:std::vector<int>::push_back(int&&)", "root:a;b", "from:C:\\x",
              "subtree:main;operator\\;;a\\\\b", "merge:main", "collapse-recursion", "collapse-recursion:f:g",
              "collapse-module:[kernel.kallsyms]"})
            QTest::newRow(text) << text;
    }
    void theTextFormIsReadAndWritten() {
        QFETCH(QString, text);
        const auto transform = transformFromText(text.toStdString());
        QVERIFY(transform);
        QCOMPARE(QString::fromStdString(transformText(*transform)), text);
    }
    void aCallPathHasItsNamesWhole() {
        const auto transform = *transformFromText("subtree:main;operator\\;;a\\\\b");
        QCOMPARE(transform.names, (std::vector<std::string>{"main", "operator;", "a\\b"}));
    }
    void wrongTextsAreRefusedWithWhatWasMeant() {
        const auto refused = transformFromText("hid:memcpy");
        QCOMPARE(refused.error().code, ErrorCode::Usage);
        QCOMPARE(refused.error().message, "unknown transform \"hid\"");
        QVERIFY(refused.error().hint.starts_with("did you mean hide? transforms are hide:FUNCTION, "));
        for (const auto* text :
             {"hide", "hide:", "merge:", "subtree:main;;draw", "collapse-module", "collapse-recursion:"}) {
            const auto lacks = transformFromText(text);
            QVERIFY(!lacks);
            QCOMPARE(lacks.error().message, "\"" + std::string(text) + "\" lacks a name");
        }
        QVERIFY(!transformFromText(""));
    }

    /// Views, exports, totals and counts of any list equal those of the naive implementation.
    void listsAgreeWithTheNaiveImplementation() {
        std::set<TransformKind> kindsWithEffect;
        for (unsigned seed = 0; seed < 300; ++seed) {
            std::mt19937 random(seed);
            const auto profile = std::make_shared<const Profile>(randomProfile(seed));
            Filter filter;
            filter.transforms = someTransforms(*profile, random);
            const auto text = listText(filter.transforms).toUtf8();
            const auto expected = naively(profile, filter.transforms);
            QVERIFY2(shownPaths(profile, filter) == expected.shown, text);

            Task task;
            SampleSelector selector(profile);
            const auto weights = *selector.stackWeights(ValueTypeIndex(0), filter, task);
            std::int64_t total = 0;
            for (const auto& [path, weight] : expected.shown)
                total += weight;
            QVERIFY2(weights.total == total, text);
            QVERIFY2(weights.samples == expected.samples, text);

            const auto part = *filteredProfile(profile, {}, filter, task);
            QCOMPARE(check(part), std::string());
            QVERIFY2(part.samples[0].size() == expected.samples, text);
            QVERIFY2(profileToText(part) == textOf(expected.exported), text);

            const auto stacks = *selector.transformedStacks(filter);
            for (std::size_t row = 0; row < filter.transforms.size(); ++row)
                if (stacks->hasEffect[row]) kindsWithEffect.insert(filter.transforms[row].kind);
        }
        QCOMPARE(kindsWithEffect.size(), allTransforms().size());
    }
};

QTEST_GUILESS_MAIN(TransformsTest)
#include "transforms_test.moc"
