#include "model/base/file.h"
#include "model/symbols/lookup/debug_file_finder.h"
#include "model/symbols/lookup/module_symbols.h"
#include "tests/model/symbols/reference_tools.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

namespace {

/// Whether both answers mean the same, with regard to the known oddities of addr2line (binutils 2.40).
class Comparison {
public:
    Comparison(const QString& program, const QStringList& options)
        : m_symbols(symbolRanges(program, {"-C"})),
          m_isDwarf5(!options.filter(QRegularExpression("gdwarf-[2-4]")).size()) {}

    bool isSame(std::uint64_t address, const SymbolizedFrames& ours,
                const std::vector<PrintedFrame>& theirs) const {
        const auto names = namesAt(m_symbols, address);
        // addr2line uses the name of the preceding function for gaps between functions.
        if (names.isEmpty() && (ours.empty() || ours[0].name.empty())) return true;
        const auto lines = printed(ours);
        if (lines.size() != theirs.size()) return false;
        for (std::size_t row = 0; row < lines.size(); ++row) {
            if (!isSameSource(lines[row].source, theirs[row].source)) return false;
            if (lines[row].name == theirs[row].name) continue;
            // A function without a linkage name that is inlined at the start of another gets the symbol of
            // that one, and the enclosing function then gets none.
            const bool tookOurs = ours[row].rawName.empty() && names.contains(theirs[row].name);
            const bool lostOurs = names.contains(lines[row].name) &&
                                  lines[row].name.contains(theirs[row].name.section('<', 0, 0));
            if (!tookOurs && !lostOurs && !isInScope(lines[row].name, theirs[row].name)) return false;
        }
        return true;
    }

private:
    /// addr2line prints no scope and no parameters for functions without a linkage name.
    static bool isInScope(const QString& ours, const QString& theirs) {
        const auto position = ours.lastIndexOf(theirs + "(");
        return position == 0 || (position > 0 && (ours[position - 1] == ':' || ours[position - 1] == ' '));
    }

    /// Whether both sources are the same. Without a line, addr2line guesses the file from symbols. With DWARF
    /// 5 it uses the unit's own file instead of the second one.
    bool isSameSource(const QString& ours, const QString& theirs) const {
        if (ours == theirs) return true;
        const auto line = [](const QString& source) { return source.section(':', -1); };
        if (line(theirs) == "?") return line(ours) == "0";
        return m_isDwarf5 && theirs.contains("/symbols/program.cpp:") && line(ours) == line(theirs);
    }

    std::vector<SymbolRange> m_symbols;
    bool m_isDwarf5;
};

/// Compares all the module's code with addr2line's output for the program; returns the first difference.
QString firstDifference(ModuleSymbols& module, const QString& program, const QStringList& options) {
    const auto addresses = codeAddresses(program);
    if (addresses.size() < 1000) return "the program has no code";
    const Comparison comparison(program, options);
    const auto expected = askAddr2line(program, addresses);
    std::vector<SymbolizedFrames> found;
    module.resolve(addresses, found);
    for (std::size_t row = 0; row < addresses.size(); ++row) {
        if (!comparison.isSame(addresses[row], found[row], expected[row]))
            return QString("%1\n  ours:\n%2  addr2line:\n%3")
                .arg(addresses[row], 0, 16)
                .arg(text(printed(found[row])), text(expected[row]));
    }
    return {};
}

} // namespace

class ModuleSymbolsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;
    QMap<QString, QString> m_programs; // key: compiler and options

    QString path(const QString& name) const { return m_directory.filePath(name); }

    /// A copy of the program, built with these options; an empty path if the compiler is missing.
    QString build(const QString& name, const QString& compiler, const QStringList& options) {
        const QString plainCompiler = compiler == "g++" ? "gcc" : QString(compiler).replace("++", "");
        if (!isThere(compiler) || !isThere(plainCompiler)) return {};
        auto& program = m_programs[compiler + options.join(" ")];
        if (program.isEmpty()) {
            program = path("built-" + QString::number(m_programs.size()));
            const auto object = program + ".o";
            run(plainCompiler, QStringList{"-c", symbolSources + "plain.c", "-o", object} + options);
            run(compiler,
                QStringList{symbolSources + "program.cpp", object, "-o", program, "-Wl,--build-id"} +
                    options);
        }
        QFile::remove(path(name));
        return QFile::copy(program, path(name)) ? path(name) : QString();
    }

private slots:
    void initTestCase() {
        QVERIFY(m_directory.isValid());
        for (const QString tool : {"addr2line", "objcopy", "nm", "readelf", "g++"}) {
            if (!isThere(tool))
                QSKIP(qPrintable(tool + " is not installed, so there is nothing to compare with"));
        }
    }

    void everyAddressMeansWhatAddr2linePrints_data() {
        addCompilerColumns();
        addCompilerRow("g++", "-O2 -g -gdwarf-5");
        addCompilerRow("g++", "-O2 -g -gdwarf-4");
        addCompilerRow("g++", "-O2 -g -gdwarf-3");
        addCompilerRow("g++", "-O0 -g");
        addCompilerRow("g++", "-O3 -g -gz -flto -ffat-lto-objects");
        addCompilerRow("g++", "-O2 -g -ffunction-sections -Wl,--gc-sections -fno-pie -no-pie");
        addCompilerRow("g++", "-O2 -g1");
        addCompilerRow("g++", "-O2");
        addCompilerRow("clang++-19", "-O2 -g -gdwarf-4");
        addCompilerRow("clang++-19", "-O2 -g1 -gdwarf-4");
        // addr2line can't read the range lists of clang's DWARF 5: see clangsDwarf5GivesTheSameAsItsDwarf4().
    }
    void everyAddressMeansWhatAddr2linePrints() {
        QFETCH(QString, compiler);
        QFETCH(QStringList, options);
        const auto program = build("program", compiler, options);
        if (program.isEmpty()) QSKIP(qPrintable(compiler + " is not installed"));
        auto module = openSymbols(program);
        QVERIFY2(module, module ? "" : module.error().message.c_str());
        const auto difference = firstDifference(*module, program, options);
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
        QFile::remove(program);
    }

    void clangsDwarf5GivesTheSameAsItsDwarf4() {
        const auto four = build("four", "clang++-19", {"-O2", "-g", "-gdwarf-4"});
        const auto five = build("five", "clang++-19", {"-O2", "-g", "-gdwarf-5"});
        if (four.isEmpty() || five.isEmpty()) QSKIP("clang++-19 is not installed");
        auto modules = std::pair(openSymbols(four), openSymbols(five));
        QVERIFY(modules.first && modules.second);
        const auto addresses = codeAddresses(four);
        QCOMPARE(codeAddresses(five), addresses);
        std::vector<SymbolizedFrames> expected;
        std::vector<SymbolizedFrames> found;
        modules.first->resolve(addresses, expected);
        modules.second->resolve(addresses, found);
        for (std::size_t row = 0; row < addresses.size(); ++row)
            QVERIFY2(found[row] == expected[row],
                     qPrintable(text(printed(found[row])) + text(printed(expected[row]))));
    }

    void aDebugFileIsFoundByBuildIdOrByLinkAndGivesTheSame_data() {
        QTest::addColumn<bool>("byBuildId");
        QTest::addColumn<bool>("isCompressed");
        QTest::newRow("by build id") << true << false;
        QTest::newRow("by build id, compressed") << true << true;
        QTest::newRow("by link") << false << false;
    }
    void aDebugFileIsFoundByBuildIdOrByLinkAndGivesTheSame() {
        QFETCH(bool, byBuildId);
        QFETCH(bool, isCompressed);
        auto options = QStringList{"-O2", "-g"};
        if (!byBuildId) options << "-Wl,--build-id=none";
        const auto whole = build("whole", "g++", options);
        QTemporaryDir rootDirectory;
        const QDir root(rootDirectory.path());
        const auto stripped = root.filePath("bin/program");
        root.mkpath("bin");
        auto original = openSymbols(whole);
        QVERIFY(original);
        QCOMPARE(original->buildId().empty(), !byBuildId);
        const auto id = QString::fromStdString(original->buildId());
        const QString debugFolder = byBuildId ? "usr/lib/debug/.build-id/" + id.left(2) : "usr/lib/debug/bin";
        const auto debugFile =
            root.filePath(debugFolder + "/" + (byBuildId ? id.mid(2) + ".debug" : "other.debug"));
        root.mkpath(debugFolder);
        run("objcopy", QStringList{"--only-keep-debug"} +
                           (isCompressed ? QStringList{"--compress-debug-sections"} : QStringList()) +
                           QStringList{whole, debugFile});
        run("objcopy", {"--strip-all", whole, stripped});
        if (!byBuildId) run("objcopy", {"--add-gnu-debuglink=" + debugFile, stripped});

        auto module = openSymbols(stripped);
        QVERIFY(module);
        QVERIFY(module->wantsDebugFile());
        QCOMPARE(module->debugLink().has_value(), !byBuildId);
        const auto finder = DebugFileFinder::create(rootDirectory.path().toStdString());
        QVERIFY(finder);
        auto found = finder->debugFiles("/bin/program", module->buildId(), module->debugLink());
        QCOMPARE(found.size(), std::size_t(1));
        // Another program's debug file is not used.
        const auto other = openToRead((QString(PROGRAMS) + "/module_symbols_test").toStdString());
        QVERIFY(!module->addDebugFile(other->get()));
        const auto added = module->addDebugFile(found[0].get());
        QVERIFY2(added, added ? "" : added.error().message.c_str());
        found.clear(); // the descriptor is not needed any more
        QVERIFY(!module->wantsDebugFile());
        const auto difference = firstDifference(*module, whole, options);
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }

    void aSupplementaryFileIsUsedOnceItIsGiven() {
        if (!isThere("dwz")) QSKIP("dwz is not installed");
        const auto first = build("first", "g++", {"-O2", "-g"});
        const auto second = build("second", "g++", {"-O2", "-g", "-DSECOND"});
        const auto whole = path("before-dwz");
        QVERIFY(QFile::copy(first, whole)); // addr2line reads this one
        const auto shared = path("shared.debug");
        run("dwz", {"-m", shared, first, second});
        auto module = openSymbols(first);
        QVERIFY(module);
        QVERIFY(module->supplementaryLink().has_value());
        // Without the supplementary file there are fewer names, and no other file is opened instead.
        std::vector<SymbolizedFrames> before;
        module->resolve(codeAddresses(first), before);
        const auto wrong = openToRead(first.toStdString());
        QVERIFY(!module->addSupplementaryFile(wrong->get()));
        const auto right = openToRead(shared.toStdString());
        const auto added = module->addSupplementaryFile(right->get());
        QVERIFY2(added, added ? "" : added.error().message.c_str());
        QVERIFY(!module->supplementaryLink().has_value());
        const auto difference = firstDifference(*module, whole, {});
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }

    void namesThatArePutTogetherAreWhatDemanglersPrint() {
        // Without inlining every function has a symbol.
        const auto plain = build("plain", "g++", {"-O0", "-g"});
        QSet<QString> demangled;
        for (const auto& symbol : symbolRanges(plain, {"-C"}))
            demangled << symbol.name;
        const auto program = build("inlined", "g++", {"-O2", "-g"});
        auto module = openSymbols(program);
        QVERIFY(module);
        QSet<QString> names, all;
        std::vector<SymbolizedFrames> found;
        module->resolve(codeAddresses(program), found);
        for (const auto& frames : found) {
            for (const auto& frame : frames) {
                const auto name = QString::fromStdString(frame.name);
                all << name;
                // DWARF has no signatures of templates, only those of their instances.
                if (!frame.rawName.empty() || !name.contains("::") || name.contains('<')) continue;
                names << name;
                QVERIFY2(frame.startLine > 0, qPrintable(name));
            }
        }
        for (const auto& name : names)
            QVERIFY2(demangled.contains(name), qPrintable(name));
        for (const auto* part : {"::hidden(int)", "{lambda(int)#1}::operator()(int) const",
                                 "::Local::quoted(int)", "{lambda(int)#3}::operator()(int) const"}) {
            QVERIFY2(
                std::any_of(all.begin(), all.end(), [&](const auto& name) { return name.endsWith(part); }),
                qPrintable(part + QString(" is not in\n") + QStringList(all.values()).join("\n")));
        }
    }

    void systemLibrariesAreNamedAfterTheirDynamicSymbols() {
        const auto library = libraryOf(PROGRAMS "/module_symbols_test", "libc.so.6");
        if (library.isEmpty()) QSKIP("there is no libc.so.6");
        auto module = openSymbols(library);
        QVERIFY(module);
        QVERIFY(!module->buildId().empty());
        const auto symbols = symbolRanges(library, {"-D"});
        QVERIFY(symbols.size() > 1000);
        std::size_t named = 0;
        for (const auto& symbol : symbols) {
            const auto frames = module->resolve(symbol.start + symbol.size / 2);
            QCOMPARE(frames.size(), std::size_t(1));
            // There may be aliases: every name that nm lists for the address is right.
            const auto raw =
                QString::fromStdString(frames[0].rawName.empty() ? frames[0].name : frames[0].rawName);
            const bool isKnown = std::any_of(symbols.begin(), symbols.end(), [&](const SymbolRange& other) {
                return other.name == raw && other.covers(symbol.start + symbol.size / 2);
            });
            QVERIFY2(isKnown, qPrintable(symbol.name + " became " + raw));
            ++named;
        }
        QCOMPARE(named, symbols.size());
    }

    void stubsAreNamedAfterTheFunctionsThatTheyJumpTo() {
        const auto program = build("stubs", "g++", {"-O2", "-fcf-protection", "-Wl,-z,lazy"});
        auto module = openSymbols(program);
        QVERIFY(module);
        QStringList names;
        for (const auto& [start, size] : sectionRanges(program, {".plt", ".plt.sec", ".plt.got"})) {
            for (auto address = start; address < start + size; address += 16) {
                if (const auto frames = module->resolve(address + 5); !frames.empty())
                    names << QString::fromStdString(frames[0].name);
            }
        }
        QVERIFY2(names.contains("puts@plt"), qPrintable(names.join(" ")));
        QVERIFY2(names.contains("operator delete(void*, unsigned long)@plt"), qPrintable(names.join(" ")));
        QCOMPARE(names.removeDuplicates(), 0);
    }

    void aTightCacheGivesTheSameAnswers_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("plain") << QStringList{"-O2", "-g"};
        QTest::newRow("compressed") << QStringList{"-O2", "-g", "-gz"};
    }
    void aTightCacheGivesTheSameAnswers() {
        QFETCH(QStringList, options);
        const auto program = build("tight", "g++", options);
        const auto addresses = codeAddresses(program);
        auto roomy = openSymbols(program);
        SymbolLimits limits;
        limits.cachedBytes = 1; // every unit is dropped at once
        auto tight = openSymbols(program, limits);
        QVERIFY(roomy && tight);
        for (std::size_t row = 0; row < addresses.size(); row += 61)
            QCOMPARE(tight->resolve(addresses[row]), roomy->resolve(addresses[row]));
    }

    void fileOffsetsBecomeAddresses() {
        const auto program = build("offsets", "g++", {"-O2"});
        auto module = openSymbols(program);
        QVERIFY(module);
        const auto code = sectionRanges(program, {".text"}, RangeOf::FileOffsets);
        const auto addresses = sectionRanges(program, {".text"});
        QCOMPARE(module->addressOfFileOffset(code[0].first), std::optional(addresses[0].first));
        QCOMPARE(module->addressOfFileOffset(code[0].first + 17), std::optional(addresses[0].first + 17));
        QCOMPARE(module->addressOfFileOffset(std::uint64_t(1) << 40), std::nullopt);
    }

    void whatIsNoModuleIsRefusedInWords() {
        const auto refused = [&](const QByteArray& content) {
            QFile file(path("refused"));
            if (!file.open(QFile::WriteOnly)) return std::string("can't write");
            file.write(content);
            file.close();
            const auto module = openSymbols(file.fileName());
            return module ? std::string("taken") : module.error().message;
        };
        QCOMPARE(refused({}), std::string("is not an ELF file"));
        QCOMPARE(refused("#!/bin/sh\n"), std::string("is not an ELF file"));
        QCOMPARE(refused(QByteArray("\177ELF", 4)), std::string("is an ELF file that is cut off"));
        QCOMPARE(refused(QByteArray("\177ELF\2\1\1") + QByteArray(9, '\0')),
                 std::string("is not an executable or a shared library"));
        QVERIFY(!openSymbols(m_directory.path()));
    }

    void aFileCutOffAnywhereGivesFewerNamesButNoHarm() {
        const auto program = build("cut", "g++", {"-O2", "-g"});
        const auto addresses = codeAddresses(program);
        QFile file(program);
        QVERIFY(file.open(QFile::ReadOnly));
        const auto content = file.readAll();
        std::vector<SymbolizedFrames> found;
        for (qsizetype size = 0; size < content.size(); size += content.size() / 97) {
            QFile cut(path("cut-off"));
            QVERIFY(cut.open(QFile::WriteOnly));
            cut.write(content.first(size));
            cut.close();
            if (auto module = openSymbols(cut.fileName())) module->resolve(addresses, found);
        }
    }
};

QTEST_GUILESS_MAIN(ModuleSymbolsTest)
#include "module_symbols_test.moc"
