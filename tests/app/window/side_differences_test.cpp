/// What the sides of a comparison differ in besides the code: above the graphs, as `candela diff` prints it.
#include <QLabel>
#include <QTest> // first, because moc can't read <concepts> otherwise

#include "app/commands/window/run_window.h"
#include "app/window/compare/compare_page.h"
#include "app/window/widgets/message_bar.h"
#include "model/recording/recording_writer.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/app/window/window_fixture.h"
#include "tests/profile_text.h"
#include "tests/test_folder.h"

using namespace candela;

namespace {

std::shared_ptr<const Profile> captureOf(const char* kernel, std::int64_t duration) {
    auto profile = profileFromText("main;draw 600\nmain;read 400\n");
    profile.origin.kernel = kernel;
    profile.origin.duration = duration;
    return std::make_shared<const Profile>(std::move(profile));
}

} // namespace

class SideDifferencesTest : public QObject {
    Q_OBJECT
private slots:
    void windowAndCommandStateTheSame() {
        const auto base = captureOf("6.1.0", 1'000'000'000);
        const auto newSide = captureOf("6.18.1", 9'000'000'000);
        LoadedProfiles profiles{{base, newSide}, ComparedProfiles(base, newSide), {}};
        profiles.facts = {sideFactsOf(*base), sideFactsOf(*newSide)};
        ComparePage page({{"a.candela"}}, {{"b.candela"}}, profiles);
        const auto* bar = page.findChild<MessageBar*>();
        QVERIFY2(bar->sentence().startsWith("Different kernel: base 6.1.0, new 6.18.1. "),
                 qPrintable(bar->sentence()));
        QVERIFY(!bar->sentence().contains("duration"));
        QVERIFY(diff(base, newSide, "share").contains(bar->sentence().toUtf8()));
        page.session().setNormalize(Normalize::None);
        QVERIFY2(bar->sentence().contains("Different duration: base 1 s, new 9 s. "),
                 qPrintable(bar->sentence()));
        for (const auto& sentence : bar->sentence().split("Different ", Qt::SkipEmptyParts))
            QVERIFY2(diff(base, newSide, "none").contains(sentence.trimmed().toUtf8()), qPrintable(sentence));
    }
    void aFolderIsASideWithItsFilesAsRuns() {
        const auto side = captureOf("6.1.0", 1'000'000'000);
        for (const auto* name : {"base/run-1.candela", "base/run-2.candela", "new/run-1.candela"})
            write(name, side);
        const WindowFixture fixture;
        WindowRequest request;
        request.base.files = sideFiles(m_files.filePath("base").toStdString()).value();
        request.newSide.files = sideFiles(m_files.filePath("new").toStdString()).value();
        showRequested(*fixture.window, request);
        QTRY_VERIFY_WITH_TIMEOUT(shownPage<ComparePage>(*fixture.window), 30'000);
        QCOMPARE(shownPage<ComparePage>(*fixture.window)->toolTip(),
                 QString("Base: %1, %2\nNew: %3")
                     .arg(m_files.filePath("base/run-1.candela"), m_files.filePath("base/run-2.candela"),
                          m_files.filePath("new/run-1.candela")));
    }
    void runsThatDifferAreStatedEverywhere() {
        const auto path = [this](const char* name, const char* kernel) {
            return write(name, captureOf(kernel, 1'000'000'000));
        };
        const QStringList base{path("b1.candela", "6.1.0"), path("b2.candela", "6.1.0"),
                               path("b3.candela", "6.12.0")};
        const QStringList newSide{path("n1.candela", "6.12.0")};
        const QString expected("Different kernel: base 6.1.0 (2 runs), 6.12.0 (1 run), new 6.12.0. ");
        WindowFixture fixture;
        fixture.window->compareFiles(base, newSide);
        QTRY_VERIFY_WITH_TIMEOUT(shownPage<ComparePage>(*fixture.window), 30'000);
        const auto shown = shownPage<ComparePage>(*fixture.window)->findChild<MessageBar*>()->sentence();
        QVERIFY2(shown.contains(expected), qPrintable(shown));
        const QStringList words{"diff", base.join(','), newSide.first()};
        for (const auto& form : {"text", "markdown"}) {
            const auto printed = runCandela(words + QStringList{"--format", form}).output;
            QVERIFY2(printed.contains(expected.toUtf8()), printed);
        }
        const auto json = runCandela(words + QStringList{"--format", "json"}).json();
        const auto difference = json["differences"].toArray().at(0).toObject();
        QCOMPARE(difference["fact"].toString(), QString("kernel"));
        QCOMPARE(difference["base"].toString(), QString("6.1.0 (2 runs), 6.12.0 (1 run)"));
        QCOMPARE(difference["new"].toString(), QString("6.12.0"));
    }
    void manySentencesAreAllShown() {
        const auto side = captureOf("6.1.0", 1'000'000'000);
        LoadedProfiles profiles{{side, side}, ComparedProfiles(side, side), {}};
        auto base = sideFactsOf(*side), newSide = base;
        base.processor = "Intel 80486", newSide.processor = "Intel 80386";
        base.kernel = "6.1.0", newSide.kernel = "6.18.1";
        base.compilers = "GCC 12", newSide.compilers = "Clang 19";
        base.broken = 0.1, newSide.broken = 0.3;
        base.lost = 0.0, newSide.lost = 0.2;
        profiles.facts = {base, newSide};
        ComparePage page({{"a.candela"}}, {{"b.candela"}}, profiles);
        QString shown;
        for (const auto* label : page.findChild<MessageBar*>()->findChildren<QLabel*>())
            shown += label->text();
        QVERIFY2(shown.size() > 400 && !shown.contains("…"), qPrintable(shown));
        for (const auto* fact : {"processor", "kernel", "compiler", "broken stacks", "lost samples"})
            QVERIFY2(shown.contains(QString("Different ") + fact), fact);
    }
    void sidesThatDifferInCodeOnlyNeedNoSentence() {
        const auto side = captureOf("6.1.0", 1'000'000'000);
        LoadedProfiles profiles{{side, side}, ComparedProfiles(side, side), {}};
        profiles.facts = {sideFactsOf(*side), sideFactsOf(*side)};
        ComparePage page({{"a.candela"}}, {{"b.candela"}}, profiles);
        QVERIFY(page.findChild<MessageBar*>()->sentence().isEmpty());
        QVERIFY(!diff(side, side, "none").contains("Different"));
    }

private:
    QByteArray diff(const std::shared_ptr<const Profile>& base, const std::shared_ptr<const Profile>& newSide,
                    const QString& normalize) {
        return runCandela(
                   {"diff", write("a.candela", base), write("b.candela", newSide), "--normalize", normalize})
            .output;
    }
    QString write(const QString& name, const std::shared_ptr<const Profile>& profile) {
        QByteArray bytes;
        Task task;
        const auto written = writeRecording(
            *profile,
            [&](std::span<const std::byte> part) {
                bytes.append(reinterpret_cast<const char*>(part.data()), static_cast<qsizetype>(part.size()));
            },
            task);
        Q_ASSERT(written);
        return m_files.write(name, bytes);
    }

    TestFolder m_files;
};

QTEST_MAIN(SideDifferencesTest)
#include "side_differences_test.moc"
