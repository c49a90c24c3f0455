/// Source lines of two builds side by side: hand-made files, and properties of random ones.
#include "model/code/aligned_lines.h"
#include "tests/model/code/mirrored_rows.h"

#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <random>

using namespace candela;

namespace {

using Lines = std::vector<std::string>;

/// A function and its sources. Texts stay where they are, as a SourceFinder's do.
class Build {
public:
    explicit Build(std::string file) { m_function.file = std::move(file); }

    /// The function's lines are first…last. Weights are of lines, in order.
    Build& add(std::string file, Lines text, std::uint32_t first, std::uint32_t last,
               std::vector<std::uint32_t> weights, bool isNewer = false) {
        const SourceText* found = nullptr;
        if (!text.empty()) {
            auto& kept = m_texts.emplace_back(SourceText::ofFile(file, std::move(text)));
            kept.isNewer = isNewer;
            found = &kept;
        }
        std::vector<LineWeight> lines;
        for (const auto line : weights)
            lines.push_back({file, line, 1, 1});
        m_sources.push_back({std::move(file), std::move(lines), found, first, last});
        return *this;
    }
    /// Where the function of the file that was added last begins.
    Build& declared(std::uint32_t line) {
        m_sources.back().declaredLine = line;
        return *this;
    }
    const AnnotatedFunction& function() const { return m_function; }
    const std::vector<AnnotatedSource>& sources() const { return m_sources; }

private:
    AnnotatedFunction m_function;
    std::deque<SourceText> m_texts;
    std::vector<AnnotatedSource> m_sources;
};

std::vector<AlignedSource> aligned(const Build& base, const Build& newSide,
                                   LineExtent extent = LineExtent::Function) {
    return alignedSources(base.function(), base.sources(), newSide.function(), newSide.sources(), extent);
}

/// "1=1 2~2 3< >3", with "| " before a row that begins a part.
std::string textOf(const AlignedSource& source) {
    std::string text;
    for (const auto& line : source.lines) {
        text += line.beginsPart ? " | " : text.empty() ? "" : " ";
        if (line.base) text += std::to_string(*line.base);
        text += "=~<>"[std::size_t(line.alignment)];
        if (line.newSide) text += std::to_string(*line.newSide);
    }
    return text;
}

Build buildOf(const Lines& text) {
    Build made("a.cpp");
    made.add("a.cpp", text, 1, std::uint32_t(text.size()), {1});
    return made;
}

std::string alignedTexts(const Lines& base, const Lines& newSide) {
    const auto files = aligned(buildOf(base), buildOf(newSide));
    return files.size() == 1 ? textOf(files.front()) : "not one file";
}

Lines randomText(std::mt19937& random, std::size_t length) {
    static const Lines some{"int a = 1;", "int a = 2;", "return a;", "}", "for (a = 0; a < 5; ++a)", ""};
    Lines text;
    for (std::size_t line = 0; line < length; ++line)
        text.push_back(some[random() % some.size()]);
    return text;
}

void requireEachOnce(const AlignedSource& aligned, const Build& base, const Build& newSide) {
    std::uint32_t nextBase = 1, nextNew = 1;
    for (const auto& line : aligned.lines) {
        if (line.base) QCOMPARE(*line.base, nextBase++);
        if (line.newSide) QCOMPARE(*line.newSide, nextNew++);
        QCOMPARE(line.base && line.newSide,
                 line.alignment == Alignment::Same || line.alignment == Alignment::Changed);
    }
    QCOMPARE(nextBase, base.sources()[0].text->lastLine() + 1);
    QCOMPARE(nextNew, newSide.sources()[0].text->lastLine() + 1);
}

/// A function in several files, whose texts are known in part.
Build randomBuild(std::mt19937& random) {
    Build made("a.cpp");
    for (const auto* file : {"a.cpp", "b.h", "old/c.h", "new/c.h"}) {
        if (random() % 4 == 0) continue;
        const auto lines = 1 + random() % 30;
        std::vector<std::uint32_t> weights;
        for (std::uint32_t line = 1; line <= lines; ++line)
            if (random() % 3 == 0) weights.push_back(line);
        made.add(file, random() % 3 == 0 ? Lines() : randomText(random, lines), 1, std::uint32_t(lines),
                 weights, random() % 5 == 0);
    }
    return made;
}

/// What is aligned as the same: 4 for a line with words, 1 for another.
int equalWords(const AlignedSource& aligned, const Build& base) {
    int sum = 0;
    for (const auto& line : aligned.lines)
        if (line.alignment == Alignment::Same)
            sum += base.sources()[0].text->line(*line.base).size() > 1 ? 4 : 1;
    return sum;
}

} // namespace

class AlignedLinesTest : public QObject {
    Q_OBJECT
private slots:
    void linesAreAlignedByTheirText() {
        QCOMPARE(alignedTexts({"void f() {", "    a();", "    b();", "}"},
                              {"void f() {", "    first();", "\ta();", "}"}),
                 std::string("1=1 >2 2=3 3< 4=4"));
    }
    void similarLinesAreChanges() {
        QCOMPARE(alignedTexts({"void f() {", "    int sum = add(row, 4);", "}"},
                              {"void f() {", "    long sum = add(row, 8);", "}"}),
                 std::string("1=1 2~2 3=3"));
        QCOMPARE(alignedTexts({"void f() {", "    open(file);", "}"},
                              {"void f() {", "    return sum * factor;", "}"}),
                 std::string("1=1 2< >2 3=3"));
    }
    void withoutATextLinesAreAlignedByTheirDistance() {
        Build base("a.cpp"), newSide("a.cpp");
        base.add("a.cpp", {}, 10, 20, {11, 12, 14});
        newSide.add("a.cpp", {}, 30, 42, {31, 34, 42});
        const auto files = aligned(base, newSide);
        QCOMPARE(files.size(), 1U);
        QCOMPARE(files[0].evidence, LineEvidence::Distance);
        QCOMPARE(textOf(files[0]), std::string("11=31 12< | 14=34 | >42"));
    }
    void theDistanceIsFromWhereTheFunctionIsDeclared() {
        // In new, code of line 12 was inlined.
        Build base("a.cpp"), newSide("a.cpp");
        base.add("a.cpp", {}, 13, 15, {14, 15}).declared(13);
        newSide.add("a.cpp", {}, 12, 16, {12, 15, 16}).declared(14);
        QCOMPARE(textOf(aligned(base, newSide)[0]), std::string(">12 | 14=15 15=16"));
    }
    void aTextThatWasChangedSinceIsNotCompared() {
        // The file is that of the new build: what stands in base's lines now is not what was compiled.
        const Lines text{"int before;", "int f() {", "    return 1;", "}"};
        Build base("a.cpp"), newSide("a.cpp");
        base.add("a.cpp", text, 1, 3, {2}, true);
        newSide.add("a.cpp", text, 2, 4, {3});
        const auto files = aligned(base, newSide);
        QCOMPARE(files[0].evidence, LineEvidence::Distance);
        QCOMPARE(textOf(files[0]), std::string("1=2 2=3 3=4"));
        QVERIFY(!files[0].isBaseTextShown && files[0].isNewTextShown);
    }
    void filesCorrespondByFunctionThenPathThenName() {
        Build base("old/f.cpp"), newSide("moved/g.cpp");
        base.add("old/f.cpp", {"f"}, 1, 1, {1})
            .add("lib/row.h", {"row"}, 1, 1, {1})
            .add("lib/gone.h", {"gone"}, 1, 1, {1})
            .add("same.h", {"same"}, 1, 1, {1})
            .add("", {}, 0, 0, {0});
        newSide.add("moved/g.cpp", {"f"}, 1, 1, {1})
            .add("same.h", {"same"}, 1, 1, {1})
            .add("include/row.h", {"row"}, 1, 1, {1})
            .add("include/added.h", {"added"}, 1, 1, {1})
            .add("", {}, 0, 0, {0});
        QStringList pairs;
        for (const auto& file : aligned(base, newSide)) {
            const auto name = [](const Build& build, const std::optional<std::size_t>& index) {
                return index ? QString::fromStdString(build.sources()[*index].file) : QString("none");
            };
            pairs << name(base, file.base) + " " + name(newSide, file.newSide) + " " +
                         QString::fromStdString(textOf(file));
        }
        QCOMPARE(pairs, QStringList({"old/f.cpp moved/g.cpp 1=1", "lib/row.h include/row.h 1=1",
                                     "lib/gone.h none 1<", "same.h same.h 1=1", "  0=0",
                                     "none include/added.h >1"}));
    }
    void onlyLinesNearWeightsAreShown() {
        Lines text;
        for (int line = 1; line <= 40; ++line)
            text.push_back(fmt::format("line_{}();", line));
        auto newText = text;
        newText.insert(newText.begin() + 1, "added();");
        Build base("a.cpp"), newSide("a.cpp");
        base.add("a.cpp", text, 1, 40, {10});
        newSide.add("a.cpp", newText, 1, 41, {31});
        QCOMPARE(
            textOf(aligned(base, newSide, LineExtent::AroundWeights)[0]),
            std::string("7=8 8=9 9=10 10=11 11=12 12=13 13=14 | 27=28 28=29 29=30 30=31 31=32 32=33 33=34"));
        QCOMPARE(aligned(base, newSide)[0].lines.size(), 41U);
    }
    void veryLongFunctionsAreAlignedByTheirDistance() {
        const Lines text(maximumAlignedLines + 1, "call();");
        Build build("a.cpp");
        build.add("a.cpp", text, 1, std::uint32_t(text.size()), {1});
        const auto files = aligned(build, build);
        QCOMPARE(files[0].evidence, LineEvidence::Distance);
        QCOMPARE(files[0].lines.size(), text.size());
    }
    void sidesMirrorEachOtherAndABuildEqualsItself() {
        std::mt19937 random(3);
        for (int round = 0; round < 300; ++round) {
            const auto base = buildOf(randomText(random, 1 + random() % 30));
            const auto newSide = buildOf(randomText(random, 1 + random() % 30));
            const auto files = aligned(base, newSide), mirrored = aligned(newSide, base);
            requireEachOnce(files.front(), base, newSide);
            requireEachOnce(mirrored.front(), newSide, base);
            QVERIFY(unordered(files.front().lines, false) == unordered(mirrored.front().lines, true));
            QCOMPARE(equalWords(mirrored.front(), newSide), equalWords(files.front(), base));
            const auto self = textOf(aligned(base, base).front());
            QVERIFY2(self.find_first_of("~<>") == std::string::npos, self.c_str());
        }
    }
    void exchangedSidesMirrorFilesAndWeights() {
        std::mt19937 random(4);
        for (int round = 0; round < 300; ++round) {
            const auto base = randomBuild(random), newSide = randomBuild(random);
            for (const auto extent : {LineExtent::Function, LineExtent::AroundWeights}) {
                const auto forth = aligned(base, newSide, extent);
                auto back = aligned(newSide, base, extent);
                QCOMPARE(back.size(), forth.size());
                for (const auto& file : forth) {
                    const auto mirror = std::ranges::find_if(back, [&](const AlignedSource& other) {
                        return other.base == file.newSide && other.newSide == file.base;
                    });
                    QVERIFY(mirror != back.end());
                    QCOMPARE(mirror->evidence, file.evidence);
                    QCOMPARE(mirror->isBaseTextShown, file.isNewTextShown);
                    QCOMPARE(mirror->isNewTextShown, file.isBaseTextShown);
                    QVERIFY(unordered(file.lines, false) == unordered(mirror->lines, true));
                }
            }
        }
    }
    void aBuildComparedWithItselfShowsNoChange() {
        std::mt19937 random(5);
        for (int round = 0; round < 200; ++round) {
            const auto build = randomBuild(random);
            for (const auto& file : aligned(build, build)) {
                QCOMPARE(file.base, file.newSide);
                for (const auto& line : file.lines) {
                    QCOMPARE(line.base, line.newSide);
                    QCOMPARE(line.alignment, Alignment::Same);
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(AlignedLinesTest)
#include "aligned_lines_test.moc"
