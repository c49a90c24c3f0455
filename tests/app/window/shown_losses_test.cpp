/// The losses of a capture, as `info` and the window show them: samples, other records, and time lost to
/// damage.
#include <QTest> // first, because moc can't read <concepts> otherwise

#include "app/window/capture/capture_page.h"
#include "app/window/widgets/message_bar.h"
#include "model/profile/profile_builder.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/recording_text.h"

#include <QFile>
#include <QTemporaryDir>

using namespace candela;

class ShownLossesTest : public QObject {
    Q_OBJECT

private slots:
    void theBannerCountsNothingButSamplesAsSamples() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        builder.addSample(value, {.stack = {}, .weight = 1, .thread = {}, .labels = {}});
        builder.addLoss("no room for samples", 190);
        builder.addLoss("mappings without room", 8000);
        const CapturePage page("a.candela", std::make_shared<const Profile>(builder.build()));
        QCOMPARE(page.messageBar()->sentence(),
                 QString("Lost: 190 samples (no room for samples), mappings without room: 8,000."));
    }
    void infoPrintsWhichTimeDamageCost() {
        QTemporaryDir folder;
        QFile file(folder.filePath("cut.candela"));
        QVERIFY(file.open(QFile::WriteOnly));
        const auto whole = recordingFromText("10/11 100 main 5\n---\n10/11 1100 main 5\n");
        file.write(whole.data(), qint64(whole.size()) - 10);
        file.close();
        const auto text = runCandela({"info", file.fileName()}).output;
        QVERIFY2(text.contains("lost          all after 1 s\n"), text);
        QVERIFY2(text.contains("warning       The recording was cut off after 1 s"), text);
        QVERIFY2(!text.contains("nothing"), text);
        const auto json = runCandela({"info", file.fileName(), "--format", "json"}).json();
        QCOMPARE(json["lost_samples"].toInteger(), 0);
        QCOMPARE(json["lost_times"].toArray().size(), 1);
    }
};

QTEST_MAIN(ShownLossesTest)
#include "shown_losses_test.moc"
