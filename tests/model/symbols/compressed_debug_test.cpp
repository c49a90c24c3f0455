/// Names and lines from compressed debug sections: as from the sections uncompressed, and what damage loses.
#include "model/base/file.h"
#include "model/symbols/dwarf/dwarf_file.h"
#include "model/symbols/lookup/module_symbols.h"
#include "tests/fuzz/made_elf.h"
#include "tests/model/symbols/reference_tools.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

using namespace candela;

class CompressedDebugTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

    QString path(const QString& name) const { return m_directory.filePath(name); }

    static std::vector<SymbolizedFrames> resolved(const QString& file,
                                                  const std::vector<std::uint64_t>& addresses,
                                                  const SymbolLimits& limits = {}) {
        std::vector<SymbolizedFrames> frames;
        if (auto module = openSymbols(file, limits)) module->resolve(addresses, frames);
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

    static QByteArray zlib(const QByteArray& content) { return qCompress(content).mid(4); }
    /// The bytes of a compressed section as the ELF standard has them.
    static QByteArray ofStandard(const QByteArray& packed, qsizetype size,
                                 Elf64_Word type = ELFCOMPRESS_ZLIB) {
        Elf64_Chdr header{};
        header.ch_type = type;
        header.ch_size = static_cast<Elf64_Xword>(size);
        header.ch_addralign = 1;
        return QByteArray(reinterpret_cast<const char*>(&header), sizeof header) + packed;
    }
    /// The same as GNU's tools had them before the standard did.
    static QByteArray ofGnu(const QByteArray& content) {
        const auto size = qToBigEndian(quint64(content.size()));
        return "ZLIB" + QByteArray(reinterpret_cast<const char*>(&size), sizeof size) + zlib(content);
    }
    static void add(MadeElf& elf, std::string_view name, const QByteArray& bytes, std::uint64_t flags = 0) {
        elf.add(name, {reinterpret_cast<const std::uint8_t*>(bytes.data()), std::size_t(bytes.size())}, 0,
                flags);
    }
    static ElfFile opened(const QString& file) {
        const auto descriptor = openToRead(file.toStdString());
        if (!descriptor) qFatal("can't open %s", qPrintable(file));
        return std::move(ElfFile::read(descriptor->get(), 1 << 30).value());
    }
    ElfFile written(MadeElf& elf) const {
        QFile file(path("made"));
        if (!file.open(QFile::WriteOnly)) qFatal("can't write a file");
        file.write(QByteArray::fromStdString(elf.finish()));
        file.close();
        return opened(file.fileName());
    }
    static DwarfImage imageOf(const ElfFile& elf, const std::vector<std::string_view>& names,
                              std::uint64_t maximumBytes = 1 << 30) {
        std::vector<const ElfFile::Section*> sections;
        for (const auto name : names)
            sections.push_back(elf.find(name));
        return {elf, sections, maximumBytes};
    }
    /// A unit that states its compiler, and nothing else.
    static QByteArray madeUnit() {
        const QByteArray entry = QByteArray("\4\0\0\0\0\0\10\1", 8) + "GNU C17 12.2.0" + '\0';
        const auto length = qToLittleEndian(quint32(entry.size()));
        return QByteArray(reinterpret_cast<const char*>(&length), sizeof length) + entry;
    }
    /// The compiler that is read from a file with this section, which has the unit.
    std::string compilerIn(std::string_view name, const QByteArray& section, std::uint64_t flags) const {
        MadeElf made;
        add(made, ".debug_abbrev", QByteArray("\1\x11\0\x25\10\0\0\0", 8));
        add(made, name, section, flags);
        auto elf = written(made);
        const auto file = DwarfFile::open(elf, 1 << 20);
        return file ? file->compiler() : std::string();
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

    void aSectionIsExpandedOnce() {
        const auto unit = madeUnit();
        const auto compiler = compilerIn(".debug_info", unit, 0);
        QVERIFY(!compiler.empty());
        QCOMPARE(compilerIn(".debug_info", ofStandard(zlib(unit), unit.size()), SHF_COMPRESSED), compiler);
        const auto packed = ofGnu(unit);
        QCOMPARE(compilerIn(".zdebug_info", packed, 0), compiler);
        // Both at once: the inner size is one that no limit was applied to.
        QCOMPARE(compilerIn(".zdebug_info", ofStandard(zlib(packed), packed.size()), SHF_COMPRESSED),
                 std::string());
    }

    void aSectionOfTwoStreamsIsWhole() {
        const auto unit = madeUnit();
        const auto half = unit.size() / 2;
        const auto packed = zlib(unit.first(half)) + zlib(unit.mid(half));
        QCOMPARE(compilerIn(".debug_info", ofStandard(packed, unit.size()), SHF_COMPRESSED),
                 compilerIn(".debug_info", unit, 0));
    }

    void sectionsAreExpandedIntoAnImage_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("section");
        QTest::addColumn<bool>("isCompressed");
        QTest::addColumn<bool>("isImage");
        const auto unit = madeUnit();
        const auto packed = zlib(unit);
        const QString name = ".debug_info";
        QTest::newRow("zlib") << name << ofStandard(packed, unit.size()) << true << true;
        QTest::newRow("zstd") << name << ofStandard(packed, unit.size(), 2) << true << false;
        QTest::newRow("damaged") << name << ofStandard(packed.chopped(9), unit.size()) << true << false;
        QTest::newRow("stated too small") << name << ofStandard(packed, unit.size() - 1) << true << false;
        QTest::newRow("stated too large") << name << ofStandard(packed, unit.size() + 1) << true << false;
        QTest::newRow("no bytes") << name << ofStandard({}, unit.size()) << true << false;
        QTest::newRow("cut off") << name << packed.first(5) << true << false;
        QTest::newRow("not compressed") << name << unit << false << false;
        QTest::newRow("of GNU") << QString(".zdebug_info") << ofGnu(unit) << false << false;
    }
    void sectionsAreExpandedIntoAnImage() {
        QFETCH(QString, name);
        QFETCH(QByteArray, section);
        QFETCH(bool, isCompressed);
        QFETCH(bool, isImage);
        MadeElf made;
        add(made, ".debug_str", "text");
        add(made, name.toStdString(), section, isCompressed ? SHF_COMPRESSED : 0);
        const auto elf = written(made);
        QCOMPARE(!imageOf(elf, {".debug_str", name.toStdString()}).bytes().empty(), isImage);
    }

    void aLargePlainSectionIsNotCopied() {
        const auto unit = madeUnit();
        for (const auto& [size, isImage] : {std::pair(1 << 20, true), std::pair((1 << 20) + 1, false)}) {
            MadeElf made;
            add(made, ".debug_str", QByteArray(size, 'x'));
            add(made, ".debug_info", ofStandard(zlib(unit), unit.size()), SHF_COMPRESSED);
            const auto elf = written(made);
            QCOMPARE(!imageOf(elf, {".debug_str", ".debug_info"}).bytes().empty(), isImage);
        }
    }

    void copiedSectionsCountInTheLimit() {
        const auto unit = madeUnit();
        MadeElf made;
        add(made, ".debug_abbrev", QByteArray("\1\x11\0\x25\10\0\0\0", 8));
        add(made, ".debug_str", QByteArray(1000, 'x'));
        add(made, ".debug_info", ofStandard(zlib(unit), unit.size()), SHF_COMPRESSED);
        auto elf = written(made);
        const std::vector<std::string_view> names{".debug_abbrev", ".debug_str", ".debug_info"};
        const auto bytes = static_cast<std::uint64_t>(1000 + 8 + unit.size());
        QVERIFY(!imageOf(elf, names, bytes).bytes().empty());
        QVERIFY(imageOf(elf, names, bytes - 1).bytes().empty());
        // What is compressed is within the limit: libelf expands it.
        const auto file = DwarfFile::open(elf, bytes - 1);
        QVERIFY(file && !file->compiler().empty());
    }

    void filesOf32BitsAreExpandedToo() {
        const auto program = path("packed32");
        run("objcopy", {"-O", "elf32-i386", "--compress-debug-sections=zlib-gabi", path("whole"), program});
        auto elf = opened(program);
        QVERIFY(!elf.is64Bit());
        QVERIFY(!imageOf(elf, {".debug_info", ".debug_abbrev", ".debug_str"}).bytes().empty());
        const auto file = DwarfFile::open(elf, 1 << 30);
        auto original = opened(path("whole"));
        const auto expected = DwarfFile::open(original, 1 << 30);
        QVERIFY(file && expected && !expected->compiler().empty());
        QCOMPARE(file->compiler(), expected->compiler());
    }

private:
    std::vector<std::uint64_t> m_addresses;
    std::vector<SymbolizedFrames> m_expected;
};

QTEST_GUILESS_MAIN(CompressedDebugTest)
#include "compressed_debug_test.moc"
