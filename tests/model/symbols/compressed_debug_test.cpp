/// Names and lines from compressed debug sections: as from the sections uncompressed, and what damage loses.
#include "model/base/file.h"
#include "model/symbols/lookup/module_symbols.h"
#include "tests/model/symbols/reference_tools.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

class CompressedDebugTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

    QString path(const QString& name) const { return m_directory.filePath(name); }

    static Result<ModuleSymbols> open(const QString& file, const SymbolLimits& limits = {}) {
        const auto descriptor = openToRead(file.toStdString());
        return descriptor ? ModuleSymbols::create(descriptor->get(), limits)
                          : std::unexpected(descriptor.error());
    }
    static std::vector<SymbolizedFrames> resolved(const QString& file,
                                                  const std::vector<std::uint64_t>& addresses,
                                                  const SymbolLimits& limits = {}) {
        std::vector<SymbolizedFrames> frames;
        if (auto module = open(file, limits)) module->resolve(addresses, frames);
        return frames;
    }
    static std::size_t named(const std::vector<SymbolizedFrames>& frames) {
        return static_cast<std::size_t>(std::ranges::count_if(frames, [](const SymbolizedFrames& location) {
            return !location.empty() && !location.back().name.empty();
        }));
    }
    static bool hasLines(const std::vector<SymbolizedFrames>& frames) {
        return std::ranges::any_of(frames, [](const SymbolizedFrames& location) {
            return !location.empty() && location.back().line != 0;
        });
    }
    /// The number of inlined calls.
    static std::size_t inlined(const std::vector<SymbolizedFrames>& frames) {
        std::size_t count = 0;
        for (const auto& location : frames)
            count += location.empty() ? 0 : location.size() - 1;
        return count;
    }

private slots:
    void initTestCase() {
        QVERIFY(m_directory.isValid());
        for (const char* tool : {"objcopy", "readelf", "g++"})
            QVERIFY2(isThere(tool), qPrintable(QString("%1 is not installed: run ./dev setup").arg(tool)));
        run("gcc", {"-O2", "-g", "-c", symbolSources + "plain.c", "-o", path("plain.o")});
        run("g++", {"-O2", "-g", symbolSources + "program.cpp", path("plain.o"), "-o", path("whole")});
        m_addresses = codeAddresses(path("whole"));
        m_expected = resolved(path("whole"), m_addresses);
        QVERIFY(hasLines(m_expected) && inlined(m_expected) > 0);
    }

    void compressedSectionsHaveTheSameNames_data() {
        QTest::addColumn<QString>("format");
        QTest::newRow("of the ELF standard") << "zlib-gabi";
        QTest::newRow("of GNU") << "zlib-gnu";
    }
    void compressedSectionsHaveTheSameNames() {
        QFETCH(QString, format);
        const auto program = path("packed-" + format);
        run("objcopy", {"--compress-debug-sections=" + format, path("whole"), program});
        QVERIFY(QFile(program).size() < QFile(path("whole")).size());
        QVERIFY(resolved(program, m_addresses) == m_expected);
    }

    void aDamagedSectionLosesWhatItHas_data() {
        QTest::addColumn<QString>("section");
        QTest::addColumn<bool>("keepsInlinedCalls");
        QTest::newRow("lines") << ".debug_line" << true;
        QTest::newRow("functions") << ".debug_info" << false;
    }
    void aDamagedSectionLosesWhatItHas() {
        QFETCH(QString, section);
        QFETCH(bool, keepsInlinedCalls);
        const auto program = path("damaged" + section);
        run("objcopy", {"--compress-debug-sections=zlib-gabi", path("whole"), program});
        const auto range = sectionRanges(program, {section}, RangeOf::FileOffsets);
        QCOMPARE(range.size(), std::size_t(1));
        QFile file(program);
        QVERIFY(file.open(QFile::ReadWrite));
        file.seek(static_cast<qint64>(range[0].first + range[0].second / 2));
        file.write("damage");
        file.close();
        const auto found = resolved(program, m_addresses);
        QCOMPARE(named(found), named(m_expected)); // the symbol table's names at least
        QVERIFY(found != m_expected);
        QCOMPARE(inlined(found) > 0, keepsInlinedCalls);
    }

    void sectionsLargerThanTheLimitAreNotExpanded() {
        const auto program = path("limited");
        run("objcopy", {"--compress-debug-sections=zlib-gabi", path("whole"), program});
        SymbolLimits limits;
        limits.expandedBytes = 100;
        const auto found = resolved(program, m_addresses, limits);
        QCOMPARE(named(found), named(m_expected));
        QVERIFY(!hasLines(found));
    }

private:
    std::vector<std::uint64_t> m_addresses;
    std::vector<SymbolizedFrames> m_expected;
};

QTEST_GUILESS_MAIN(CompressedDebugTest)
#include "compressed_debug_test.moc"
