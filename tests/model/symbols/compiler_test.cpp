/// The compiler that built a program: from synthetic texts, and from programs compiled here.
#include "model/base/file.h"
#include "model/symbols/elf/compiler.h"
#include "model/symbols/lookup/module_symbols.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

namespace {

/// Runs a compiler; empty if all went well, else its messages.
QByteArray runIn(const QString& program, const QStringList& arguments, const QString& folder) {
    QProcess process;
    process.setWorkingDirectory(folder);
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("GOCACHE", folder + "/cache");
    environment.insert("GOFLAGS", "-mod=mod");
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    if (!process.waitForFinished(120'000)) return "it did not end";
    return process.exitCode() == 0 ? QByteArray() : process.readAllStandardError() + " ";
}

void write(const QString& path, const QByteArray& content) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) qFatal("no file");
}

QString compilerOf(const QString& path) {
    const auto file = openToRead(path.toStdString());
    if (!file) return "no file";
    const auto symbols = ModuleSymbols::create(file->get());
    return symbols ? QString::fromStdString(symbols->compiler()) : "not understood";
}

QString firstVersion(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    process.waitForFinished();
    static const QRegularExpression number("[0-9]+\\.[0-9.]+");
    return number.match(process.readAllStandardOutput()).captured();
}

} // namespace

class CompilerTest : public QObject {
    Q_OBJECT
private slots:
    void aProducerHasAShortName_data() {
        QTest::addColumn<std::string>("producer");
        QTest::addColumn<std::string>("compiler");
        const auto row = [](const char* producer, const char* compiler) {
            QTest::newRow(producer) << std::string(producer) << std::string(compiler);
        };
        row("GNU C++17 12.2.0 -mtune=generic -march=x86-64 -g -O2", "GCC 12.2.0");
        row("GNU C11 12.2.0", "GCC 12.2.0");
        row("GNU GIMPLE 12.2.0 -O2 -flto", "GCC 12.2.0");
        row("GNU AS 2.40", "");
        row("GNU ", "");
        row("GCC: (Debian 12.2.0-14+deb12u1) 12.2.0", "GCC 12.2.0");
        row("GCC: (GNU) 13.2.1 20230801", "GCC 13.2.1");
        row("Debian clang version 14.0.6", "Clang 14.0.6");
        row("clang version 17.0.6 (https://github.com/llvm/llvm-project 6009708b)", "Clang 17.0.6");
        row("rustc version 1.75.0 (82e1608df 2023-12-21)", "rustc 1.75.0");
        row("clang LLVM (rustc version 1.63.0)", "rustc 1.63.0");
        row("Go cmd/compile go1.19.8; regabi", "Go 1.19.8");
        row("GHC 9.0.2", "GHC 9.0.2");
        row("zig 0.11.0", "zig 0.11.0");
        row("Linker: LLD 14.0.6", "");
        row("", "");
    }
    void aProducerHasAShortName() {
        QFETCH(std::string, producer);
        QTEST(compilerOfProducer(producer), "compiler");
    }

    void gccIsNamedWithAndWithoutDebugInformation() {
        QTemporaryDir folder;
        write(folder.filePath("a.cpp"), "int main() {}\n");
        const auto expected = "GCC " + firstVersion("g++", {"-dumpfullversion"});
        for (const char* debug : {"-g0", "-g", "-gdwarf-4", "-gz"}) {
            const auto errors = runIn("g++", {debug, "a.cpp", "-o", "a"}, folder.path());
            QVERIFY2(errors.isEmpty(), errors);
            QCOMPARE(compilerOf(folder.filePath("a")), expected);
        }
        // Debian does this to its programs: the section is removed.
        const auto errors = runIn("strip", {"--remove-section=.comment", "a"}, folder.path());
        QVERIFY2(errors.isEmpty(), errors);
        QCOMPARE(compilerOf(folder.filePath("a")), QString());
    }

    void debugInformationHasWhatTheCommentLacks() {
        QTemporaryDir folder;
        write(folder.filePath("a.cpp"), "int main() {}\n");
        auto errors = runIn("g++", {"-g", "a.cpp", "-o", "a"}, folder.path());
        QVERIFY2(errors.isEmpty(), errors);
        errors = runIn("objcopy", {"--remove-section=.comment", "a", "b"}, folder.path());
        QVERIFY2(errors.isEmpty(), errors);
        QCOMPARE(compilerOf(folder.filePath("b")), "GCC " + firstVersion("g++", {"-dumpfullversion"}));
    }

    void theSeparateDebugFileNamesIt() {
        QTemporaryDir folder;
        write(folder.filePath("a.cpp"), "int main() {}\n");
        auto errors = runIn("g++", {"-g", "-Wl,--build-id", "a.cpp", "-o", "a"}, folder.path());
        QVERIFY2(errors.isEmpty(), errors);
        errors = runIn("objcopy", {"--only-keep-debug", "a", "a.debug"}, folder.path());
        QVERIFY2(errors.isEmpty(), errors);
        errors = runIn("strip", {"--remove-section=.comment", "a"}, folder.path());
        QVERIFY2(errors.isEmpty(), errors);
        auto symbols = ModuleSymbols::create(openToRead(folder.filePath("a").toStdString())->get());
        QVERIFY(symbols.has_value());
        QCOMPARE(symbols->compiler(), "");
        QVERIFY(symbols->addDebugFile(openToRead(folder.filePath("a.debug").toStdString())->get()));
        QCOMPARE(QString::fromStdString(symbols->compiler()),
                 "GCC " + firstVersion("g++", {"-dumpfullversion"}));
    }

    void clangIsTheProgramsCompilerAlthoughGccBuiltItsStart() {
        const auto clang = QStandardPaths::findExecutable("clang");
        if (clang.isEmpty()) QSKIP("clang is not installed");
        QTemporaryDir folder;
        write(folder.filePath("a.c"), "int main(void) { return 0; }\n");
        const auto errors = runIn(clang, {"a.c", "-o", "a"}, folder.path());
        QVERIFY2(errors.isEmpty(), errors);
        QCOMPARE(compilerOf(folder.filePath("a")), "Clang " + firstVersion(clang, {"--version"}));
    }

    void goHasItInItsBuildInformation() {
        const auto go = QStandardPaths::findExecutable("go");
        if (go.isEmpty()) QSKIP("go is not installed");
        QTemporaryDir folder;
        write(folder.filePath("a.go"), "package main\nfunc main() {}\n");
        for (const char* strip : {"", "-s -w"}) {
            const auto errors = runIn(go, {"build", "-ldflags", strip, "-o", "a", "a.go"}, folder.path());
            QVERIFY2(errors.isEmpty(), errors);
            QCOMPARE(compilerOf(folder.filePath("a")), "Go " + firstVersion(go, {"version"}));
        }
    }

    void rustNamesIt() {
        const auto rustc = QStandardPaths::findExecutable("rustc");
        if (rustc.isEmpty()) QSKIP("rustc is not installed");
        QTemporaryDir folder;
        write(folder.filePath("a.rs"), "fn main() {}\n");
        for (const char* debug : {"debuginfo=0", "debuginfo=2"}) {
            const auto errors = runIn(rustc, {"-C", debug, "a.rs", "-o", "a"}, folder.path());
            if (!errors.isEmpty()) QSKIP("rustc can't build here: " + errors.left(200));
            QCOMPARE(compilerOf(folder.filePath("a")), "rustc " + firstVersion(rustc, {"--version"}));
        }
    }

    void damagedBuildInformationIsIgnored() {
        const auto go = QStandardPaths::findExecutable("go");
        if (go.isEmpty()) QSKIP("go is not installed");
        QTemporaryDir folder;
        write(folder.filePath("a.go"), "package main\nfunc main() {}\n");
        const auto errors = runIn(go, {"build", "-o", "a", "a.go"}, folder.path());
        QVERIFY2(errors.isEmpty(), errors);
        QFile file(folder.filePath("a"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        const auto content = file.readAll();
        const auto magic = content.indexOf(QByteArray("\xff Go buildinf:"));
        QVERIFY(magic > 0);
        for (int flags = 0; flags < 256; ++flags) { // including: the following bytes are addresses
            QVERIFY(file.seek(magic + 15));
            file.putChar(static_cast<char>(flags));
            file.write(QByteArray(20, flags & 1 ? '\xff' : '\0'));
            file.flush();
            const auto opened = openToRead(file.fileName().toStdString());
            const auto elf = ElfFile::read(opened->get(), 1 << 30);
            QVERIFY(elf.has_value());
            QVERIFY(goCompiler(*elf).size() < 60);
        }
    }
};

QTEST_GUILESS_MAIN(CompilerTest)
#include "compiler_test.moc"
