/// Two builds of one program of more than forty functions, in many ways: which of their functions are
/// matched.
#include "model/comparison/matching/name_forms.h"
#include "tests/app/commands/stepped_program.h"
#include "tests/model/comparison/compared_text.h"
#include "tests/test_folder.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace candela;

namespace {

constexpr double highConfidence = 0.9;

/// How a program is built: the compiler and what follows the common options.
struct BuildWay {
    QString compiler = "g++";
    QStringList options = {"-O2"};
    bool isStripped = false;

    QString key() const { return compiler + options.join(' ') + (isStripped ? " stripped" : ""); }
};

struct BuiltProgram {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<SteppedProgram> program;
    std::shared_ptr<SteppedProgram> named; ///< the same before it was stripped
};

/// What became of a comparison's functions.
struct MatchCounts {
    int right = 0, wrong = 0, surelyWrong = 0, missed = 0, inlined = 0, oneSided = 0;
    double unmatchedBase = 0, unmatchedNew = 0; ///< parts of the side's self weight

    double rightPart() const { return right / std::max(1.0, double(right + wrong + missed)); }
};

/// Names that the way RENAMED gives to functions (tests/fixtures/matching/project.h).
const std::map<std::string, std::string> oldNames{
    {"read_number", "parse_number"}, {"common_divisor", "gcd_of"},     {"soften_row", "blur_row"},
    {"words_in", "count_words"},     {"quadratic_sum", "sum_squares"}, {"count_levels", "histogram"},
    {"number_stage", "run_numbers"}, {"has_no_divisor", "is_prime"}};

} // namespace

class MatchedBuildsTest : public QObject {
    Q_OBJECT
private slots:
    void functionsOfTwoBuildsAreMatched_data() {
        QTest::addColumn<QString>("baseCompiler");
        QTest::addColumn<QStringList>("base");
        QTest::addColumn<QString>("newCompiler");
        QTest::addColumn<QStringList>("newOptions");
        QTest::addColumn<bool>("isBaseStripped");
        QTest::addColumn<bool>("isStripped");
        const auto way = [](const char* name, const QStringList& base, const QStringList& newOptions,
                            const char* baseCompiler = "g++", const char* newCompiler = "g++",
                            bool isBaseStripped = false, bool isStripped = false) {
            QTest::newRow(name) << baseCompiler << base << newCompiler << newOptions << isBaseStripped
                                << isStripped;
        };
        const auto stripped = [&](const char* name, const QStringList& base, const QStringList& newOptions) {
            way(name, base, newOptions, "g++", "g++", true, true);
        };
        const QStringList plain{"-O2"};
        way("the same", plain, plain);
        way("renamed", plain, {"-O2", "-DRENAMED"});
        way("renamed, with -g", {"-O2", "-g"}, {"-O2", "-g", "-DRENAMED"});
        way("moved to another file", plain, {"-O2", "-DMOVED"});
        way("one more argument", plain, {"-O2", "-DMORE_ARGUMENTS"});
        way("into a namespace", plain, {"-O2", "-DIN_NAMESPACE"});
        way("another template argument", plain, {"-O2", "-DOTHER_TEMPLATE"});
        way("inlined", plain, {"-O2", "-DINLINE_SMALL"});
        way("outlined", {"-O2", "-DINLINE_SMALL"}, plain);
        way("cloned", plain, {"-O2", "-DCLONED"});
        way("split cold", {"-O2", "-fno-reorder-blocks-and-partition"},
            {"-O2", "-freorder-blocks-and-partition"});
        way("LTO", plain, {"-O2", "-flto"});
        way("stripped", plain, plain, "g++", "g++", false, true);
        stripped("both stripped, one more argument", plain, {"-O2", "-DMORE_ARGUMENTS"});
        stripped("both stripped, moved", plain, {"-O2", "-DMOVED"});
        stripped("both stripped, another template argument", plain, {"-O2", "-DOTHER_TEMPLATE"});
        stripped("both stripped, -O2 and -O3", plain, {"-O3"});
        way("with and without -g", plain, {"-O2", "-g"});
        way("inlined, with and without -g", {"-O2", "-DINLINE_SMALL"}, {"-O2", "-DINLINE_SMALL", "-g"});
        way("GCC and Clang", plain, plain, "g++", "clang++");
        way("GCC and Clang with -g", {"-O2", "-g"}, {"-O2", "-g"}, "g++", "clang++");
        way("-O2 and -O3", plain, {"-O3"});
        way("-O1 and -O3", {"-O1"}, {"-O3"});
        way("-O1, and -O3 that inlines", {"-O1"}, {"-O3", "-DINLINE_SMALL"});
    }
    void functionsOfTwoBuildsAreMatched() {
        QFETCH(QString, baseCompiler);
        QFETCH(QStringList, base);
        QFETCH(QString, newCompiler);
        QFETCH(QStringList, newOptions);
        QFETCH(bool, isBaseStripped);
        QFETCH(bool, isStripped);
        QElapsedTimer timer;
        timer.start();
        const auto baseBuild = built({baseCompiler, base, isBaseStripped});
        const auto newBuild = built({newCompiler, newOptions, isStripped});
        const auto made = timer.nsecsElapsed();
        const auto comparison = compareWhole(baseBuild.profile, newBuild.profile);
        QVERIFY(comparison);
        const auto counts = countsOf(*comparison, baseBuild, newBuild);
        qInfo("%-32s right %2d wrong %d missed %d inlined %2d one side %d; unmatched self %.2f %%, %.2f %%; "
              "%lld ms to build and step, %.1f ms to compare",
              QTest::currentDataTag(), counts.right, counts.wrong, counts.missed, counts.inlined,
              counts.oneSided, counts.unmatchedBase * 100, counts.unmatchedNew * 100,
              static_cast<long long>(made / 1'000'000), double(timer.nsecsElapsed() - made) / 1e6);
        QVERIFY(counts.right + counts.inlined >= 40);
        // Without names and with other code, two functions of nearly the same code may stay open.
        const bool isOtherCode = isBaseStripped && !newOptions.contains(base.front());
        QVERIFY(counts.rightPart() >= (isOtherCode ? 0.9 : 0.95));
        QCOMPARE(counts.surelyWrong, 0);
        QVERIFY(counts.unmatchedBase <= 0.02);
        QVERIFY(counts.unmatchedNew <= 0.02);
    }

private:
    BuiltProgram built(const BuildWay& way) {
        const auto found = m_built.find(way.key());
        if (found != m_built.end()) return found->second;
        const auto named =
            way.isStripped ? built({way.compiler, way.options}).program : std::shared_ptr<SteppedProgram>();
        // As builds of one program usually are: files of one name.
        const auto folder = m_folder.filePath(QString::number(m_built.size()));
        if (!QDir().mkpath(folder)) qFatal("%s can't be made", qPrintable(folder));
        const auto path = folder + "/program";
        BuiltProgram made;
        if (named) {
            run("strip", {"-o", path, named->path()});
            made.program = std::make_shared<SteppedProgram>(path);
            made.program->setSteps(named->steps());
        } else {
            compile(way, path);
            made.program = std::make_shared<SteppedProgram>(path);
        }
        made.named = named ? named : made.program;
        made.profile = std::make_shared<const Profile>(made.program->namedProfile());
        return m_built.emplace(way.key(), std::move(made)).first->second;
    }

    static void compile(const BuildWay& way, const QString& path) {
        QStringList arguments{"-ffreestanding",
                              "-fno-exceptions",
                              "-fno-stack-protector",
                              "-fcf-protection=none",
                              "-nostdlib",
                              "-static",
                              "-fno-pie",
                              "-no-pie",
                              "-Wl,--build-id",
                              "-w"};
        arguments += way.options;
        for (const auto* name : {"main", "text", "numbers", "images"})
            arguments << QString(FIXTURES "/matching/%1.cpp").arg(name);
        run(way.compiler, arguments + QStringList{"-o", path});
    }

    static void run(const QString& program, const QStringList& arguments) {
        QProcess process;
        process.start(program, arguments);
        if (!process.waitForFinished(120'000) || process.exitCode() != 0)
            qFatal("%s: %s", qPrintable(program), process.readAllStandardError().constData());
    }

    /// The name in the source of a group's function, the same in all ways.
    static std::string identityOf(const ComparisonSide& side, FrameGroupIndex group,
                                  const BuiltProgram& build) {
        const auto& groups = *side.groups;
        std::string name = groups[group].name;
        const auto offset = name.find("+0x");
        if (offset != std::string::npos)
            name = build.named->nameAt(std::stoull(name.substr(offset + 3), nullptr, 16));
        const auto source = sourceName(name);
        std::string last(lastName(source));
        const auto old = oldNames.find(last);
        return old == oldNames.end() ? last : old->second;
    }

    MatchCounts countsOf(const Comparison& comparison, const BuiltProgram& base,
                         const BuiltProgram& newBuild) {
        std::set<std::string> baseNames, newNames;
        for (const auto& row : comparison.rows) {
            if (row.base) baseNames.insert(identityOf(comparison.base, row.base, base));
            if (row.newGroup) newNames.insert(identityOf(comparison.newSide, row.newGroup, newBuild));
        }
        MatchCounts counts;
        for (const auto& row : comparison.rows) {
            if (row.base && row.newGroup) {
                const auto own = identityOf(comparison.base, row.base, base);
                const auto other = identityOf(comparison.newSide, row.newGroup, newBuild);
                const bool isRight = own == other;
                ++(isRight ? counts.right : counts.wrong);
                if (!isRight && row.confidence >= highConfidence) ++counts.surelyWrong;
                if (!isRight)
                    qInfo("  wrong: %s is %s (%s, %.2f)", own.c_str(), other.c_str(),
                          std::string(matchStep(row.match)).c_str(), row.confidence);
                continue;
            }
            const auto own = row.base ? identityOf(comparison.base, row.base, base)
                                      : identityOf(comparison.newSide, row.newGroup, newBuild);
            const bool isElsewhere = row.base ? newNames.contains(own) : baseNames.contains(own);
            if (isElsewhere)
                ++counts.missed;
            else if (row.match == MatchEvidence::Inlined)
                ++counts.inlined;
            else
                ++counts.oneSided;
            if (row.match == MatchEvidence::Inlined && !isElsewhere) continue;
            const double part = row.base ? double(row.baseSelf) / double(comparison.base.weights.total)
                                         : double(row.newSelf) / double(comparison.newSide.weights.total);
            (row.base ? counts.unmatchedBase : counts.unmatchedNew) += part;
            qInfo("  only %s: %s %.2f %% (%s)", row.base ? "base" : "new", own.c_str(), part * 100,
                  std::string(matchStep(row.match)).c_str());
        }
        return counts;
    }

    TestFolder m_folder;
    std::map<QString, BuiltProgram> m_built;
};

QTEST_GUILESS_MAIN(MatchedBuildsTest)
#include "matched_builds_test.moc"
