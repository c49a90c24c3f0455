/// Names for addresses relative to the program's load address, as in the Firefox Profiler's format.
#include "model/formats/format.h"
#include "model/recording/recording_writer.h"
#include "model/symbols/lookup/name_lookup.h"
#include "tests/model/symbols/nameless_profile.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

class AddressBaseTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_root; // root of a machine that has the programs

    /// The profile as it is in the Firefox Profiler's format, without any name.
    static Profile asFirefoxHasIt(const Profile& profile) {
        Task task;
        Output output;
        if (!findFormat("firefox")->write(profile, output, task)) return {};
        auto input = Input::fromBytes("profile.json", {output.bytes().begin(), output.bytes().end()});
        auto read = readProfile(input, task);
        return read ? std::move(*read) : Profile();
    }
    static Profile asRecording(const Profile& profile) {
        Task task;
        std::vector<std::byte> bytes;
        const auto take = [&](std::span<const std::byte> part) {
            bytes.insert(bytes.end(), part.begin(), part.end());
        };
        if (!writeRecording(profile, take, task)) return {};
        auto input = Input::fromBytes("a.candela", std::move(bytes));
        auto read = readProfile(input, task);
        return read ? std::move(*read) : Profile();
    }

private slots:
    void programsAreNamedWhereverTheyAreLinkedTo_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("at any address") << "shares";
        QTest::newRow("at an address of its own") << "two_builds_static";
    }
    void programsAreNamedWhereverTheyAreLinkedTo() {
        QFETCH(QString, name);
        const QString path = PROGRAMS "/workloads/" + name;
        NamelessProgram program;
        const auto opened = program.open(path.toStdString());
        QVERIFY2(opened.isEmpty(), qPrintable(opened));
        QVERIFY(QDir(m_root.path()).mkpath("bin"));
        QVERIFY(QFile::copy(path, m_root.filePath("bin/" + name)));
        const auto nameless = asFirefoxHasIt(program.profile("/bin/" + name.toStdString()));
        Task task;
        for (const auto& profile : {nameless, asRecording(nameless)}) {
            const auto result =
                lookUpNames(profile, {.root = m_root.path().toStdString(), .folders = {}}, task);
            QVERIFY2(result, result ? "" : result.error().message.c_str());
            QCOMPARE(result->modules.size(), std::size_t(1));
            QCOMPARE(result->modules[0].problem, std::string());
            auto frames = framesOf(result->profile);
            QCOMPARE(frames, program.expectedFrames());
        }
    }
};

QTEST_GUILESS_MAIN(AddressBaseTest)
#include "address_base_test.moc"
