/// File names and commands of any bytes.
#include <QTest>

#include "app/recording/exact_text.h"
#include "app/recording/recorded_command.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace candela;

namespace {

/// A script at a path of arbitrary bytes.
bool writeScript(const std::string& path, const char* text) {
    const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0755));
    return file.isOpen() && ::write(file.get(), text, std::strlen(text)) == ssize_t(std::strlen(text));
}

} // namespace

class ExactTextTest : public QObject {
    Q_OBJECT
private slots:
    void anyBytesAreConvertedBackExactly() {
        std::string all;
        for (int byte = 1; byte < 256; ++byte)
            all += static_cast<char>(byte);
        for (const auto& bytes : {all, std::string("plain"), std::string("z\xc3\xa4hle"),
                                  std::string("\xf0\x9f\x94\xa5 \xff"), std::string("\xed\xb2\x80")})
            QCOMPARE(exactPath(exactText(bytes)), bytes);
        QCOMPARE(exactText("z\xc3\xa4hle"), QString::fromUtf8("z\xc3\xa4hle"));
    }
    void aCommandMayHaveAnyName() {
        for (const auto* name : {"odd\xff\xfename", "line\nend", "\xc3\xa4", "escape\x1b[31m"}) {
            const auto path = m_folder.path().toStdString() + "/" + name;
            QVERIFY(writeScript(path, "#!/bin/sh\nexit 7\n"));
            CommandLine line;
            line.words = {exactText(path), exactText("argument \xff")};
            auto command = RecordedCommand::create(line);
            QVERIFY2(command, command ? "" : command.error().message.c_str());
            QSignalSpy ended(command->get(), &RecordedCommand::ended);
            QVERIFY((*command)->resume());
            QTRY_VERIFY_WITH_TIMEOUT((*command)->hasEnded(), 20'000);
            QCOMPARE((*command)->exit().status, 7);
        }
    }
    void aCommandIsFoundInFoldersOfAnyName() {
        const auto folder = m_folder.path().toStdString() + "/bin\xff";
        QCOMPARE(::mkdir(folder.c_str(), 0700), 0);
        QVERIFY(writeScript(folder + "/only-there", "#!/bin/sh\nexit 3\n"));
        const auto before = qgetenv("PATH");
        qputenv("PATH", before + ":" + QByteArray::fromStdString(folder));
        CommandLine line;
        line.words = {"only-there"};
        const auto command = RecordedCommand::create(line);
        qputenv("PATH", before);
        QVERIFY2(command, command ? "" : command.error().message.c_str());
    }

    void cleanupTestCase() {
        std::filesystem::remove_all(m_folder.path().toStdString());
    } // Qt can't name such files

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(ExactTextTest)
#include "exact_text_test.moc"
