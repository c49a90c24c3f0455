/// Code whose symbols were stripped: where functions begin, and the names in .gnu_debugdata.
#include "model/base/byte_reader.h"
#include "model/base/file.h"
#include "model/symbols/elf/call_frame.h"
#include "model/symbols/elf/function_starts.h"
#include "model/symbols/lookup/module_symbols.h"
#include "tests/model/symbols/reference_tools.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <set>

using namespace candela;

class StrippedSymbolsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

    QString path(const QString& name) const { return m_directory.filePath(name); }

private slots:
    void initTestCase() {
        QVERIFY(m_directory.isValid());
        for (const char* tool : {"objcopy", "nm", "readelf", "gcc", "g++", "xz"})
            QVERIFY2(isThere(tool), qPrintable(QString("%1 is not installed: run ./dev setup").arg(tool)));
    }

    void strippedFunctionsAreKnownByTheirStart_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QStringList>("kept");
        QTest::newRow(".eh_frame") << QStringList{"-O2"} << QStringList{};
        QTest::newRow(".eh_frame alone") << QStringList{"-O2", "-Wl,--no-eh-frame-hdr"} << QStringList{};
        QTest::newRow("without section headers") << QStringList{"-O2"} << QStringList{"headers"};
        QTest::newRow("without names of sections") << QStringList{"-O2"} << QStringList{"names"};
        QTest::newRow(".debug_frame") << QStringList{"-O2", "-g", "-fno-asynchronous-unwind-tables",
                                                     "-fno-exceptions", "-fno-unwind-tables"}
                                      << QStringList{"--keep-section=.debug_frame"};
    }
    void strippedFunctionsAreKnownByTheirStart() {
        QFETCH(QStringList, options);
        QFETCH(QStringList, kept);
        // The part in C: functions of C++ need .eh_frame.
        const auto whole = path("starts");
        QFile::remove(whole);
        run("gcc", QStringList{"-shared", "-fPIC", symbolSources + "plain.c", "-o", whole} + options);
        const auto stripped = path("starts-stripped");
        const bool hasHeaders = !kept.contains("headers");
        const bool hasNames = hasHeaders && !kept.contains("names");
        run("objcopy",
            QStringList{"--strip-all"} + (hasNames ? kept : QStringList()) + QStringList{whole, stripped});
        if (!hasHeaders) {
            QFile file(stripped);
            QVERIFY(file.open(QFile::ReadWrite));
            file.seek(0x28); // e_shoff
            file.write(QByteArray(8, '\0'));
            file.seek(0x3a); // e_shentsize, e_shnum, e_shstrndx
            file.write(QByteArray(6, '\0'));
        } else if (!hasNames) {
            QFile file(stripped);
            QVERIFY(file.open(QFile::ReadWrite));
            file.seek(0x3e); // e_shstrndx
            file.write(QByteArray(2, '\0'));
        }
        auto module = openSymbols(stripped);
        QVERIFY(module);
        int known = 0;
        for (const auto& symbol : symbolRanges(whole, {})) {
            if (!symbol.name.startsWith("scaled") && symbol.name != "plainWork") continue;
            for (auto address = symbol.start; address < symbol.start + symbol.size; ++address) {
                const auto frames = module->resolve(address);
                QCOMPARE(frames.size(), std::size_t(1));
                const bool isExported = symbol.name == "plainWork" && hasHeaders;
                QCOMPARE(QString::fromStdString(frames[0].name), isExported ? symbol.name : QString());
                QCOMPARE(frames[0].start, isExported ? 0 : symbol.start);
            }
            ++known;
        }
        QCOMPARE(known, 2);
    }

    void theLinkersTableLeadsToTheSameFunctions() {
        // A large library: its table and its entries are in different orders.
        const auto library = run("g++", {"-print-file-name=libstdc++.so.6"}).trimmed();
        const auto descriptor = openToRead(library.toStdString());
        QVERIFY(descriptor);
        const auto elf = ElfFile::read(descriptor->get(), 1 << 30);
        QVERIFY(elf && elf->find(".eh_frame_hdr"));
        const auto* section = elf->find(".eh_frame");
        QVERIFY(section);
        const auto entries =
            readFunctionEntries({FrameSectionKind::EhFrame, elf->bytes(*section), section->address, 8});
        QVERIFY(entries.functions.size() > 1000);
        std::map<std::uint64_t, std::uint64_t> ends;
        for (const auto& function : entries.functions) {
            if (function.begin < function.end) ends.try_emplace(function.begin, function.end);
        }
        FunctionStarts starts(*elf, 1'000'000);
        std::uint64_t before = 1;
        for (const auto& [begin, end] : ends) {
            const AddressRange range{begin, end};
            for (const auto address : {begin, begin + (end - begin) / 2, end - 1})
                QCOMPARE(starts.find(address), std::optional(range));
            if (before < begin) QCOMPARE(starts.find(before), std::nullopt);
            before = end;
        }
        QCOMPARE(starts.find(before), std::nullopt);
        QCOMPARE(starts.find(0), std::nullopt);
        QCOMPARE(starts.find(~std::uint64_t(0)), std::nullopt);

        // Only the table leads behind an entry without length, which ends the reading of all of them.
        std::vector<std::byte> content(elf->bytes().begin(), elf->bytes().end());
        std::uint32_t lengthOfFirst = 0;
        std::memcpy(&lengthOfFirst, content.data() + section->offset, sizeof lengthOfFirst);
        std::memset(content.data() + section->offset + sizeof lengthOfFirst + lengthOfFirst, 0, 4);
        const auto cut = ElfFile::read(std::move(content));
        QVERIFY(cut);
        QVERIFY(readFunctionEntries({FrameSectionKind::EhFrame, cut->bytes(*section), section->address, 8})
                    .functions.empty());
        FunctionStarts startsOfCut(*cut, 1'000'000);
        for (const auto& [begin, end] : ends) {
            const bool isLost = begin == entries.functions[0].begin;
            QCOMPARE(startsOfCut.find(begin),
                     isLost ? std::nullopt : std::optional(AddressRange{begin, end}));
        }
    }

    void aDamagedTableOfTheLinkerOnlyLosesFunctions() {
        const auto program = path("table");
        run("gcc", {"-O2", "-c", symbolSources + "plain.c", "-o", program + ".o"});
        run("g++", {"-O2", "-s", symbolSources + "program.cpp", program + ".o", "-o", program});
        const auto table = sectionRanges(program, {".eh_frame_hdr"}, RangeOf::FileOffsets);
        QCOMPARE(table.size(), std::size_t(1));
        const auto addresses = codeAddresses(program);
        auto whole = openSymbols(program);
        QVERIFY(whole);
        const auto startsIn = [&](ModuleSymbols& module) {
            std::vector<std::uint64_t> starts;
            for (const auto address : addresses) {
                const auto frames = module.resolve(address);
                starts.push_back(frames.empty() ? 0 : frames[0].start);
            }
            return starts;
        };
        const auto known = startsIn(*whole);
        const std::set<std::uint64_t> functions(known.begin(), known.end());
        QVERIFY(functions.size() > 3);
        struct Damage {
            const char* what;
            int offset;
            std::size_t lost; // functions, at most
        };
        // Without a count that fits, all entries are read.
        for (const auto& [what, offset, lost] :
             {Damage{"count", 8, 0}, Damage{"first start", 12, 1}, Damage{"first entry", 16, 1}}) {
            const auto damaged = path("table-damaged");
            QFile::remove(damaged);
            QVERIFY(QFile::copy(program, damaged));
            QFile file(damaged);
            QVERIFY(file.open(QFile::ReadWrite));
            file.seek(static_cast<qint64>(table[0].first) + offset);
            file.write("\xff\xff\xff\x7f", 4);
            file.close();
            auto module = openSymbols(damaged);
            QVERIFY(module);
            const auto found = startsIn(*module);
            std::set<std::uint64_t> different;
            for (std::size_t row = 0; row < found.size(); ++row) {
                if (found[row] == known[row]) continue;
                QCOMPARE(found[row], std::uint64_t(0));
                different.insert(known[row]);
            }
            QVERIFY2(different.size() <= lost, what);
        }
    }

    void anEntryThatBeginsWithoutEndIsDamaged_data() {
        QTest::addColumn<int>("letters");
        QTest::addColumn<int>("alignmentBytes");
        QTest::addColumn<int>("sizeBytes");
        QTest::addColumn<bool>("isRead");
        QTest::newRow("as compilers write it") << 0 << 0 << 0 << true;
        QTest::newRow("with padding") << 10 << 10 << 10 << true;
        QTest::newRow("its letters") << 1000 << 0 << 0 << false;
        QTest::newRow("a number of the common entry") << 0 << 1000 << 0 << false;
        QTest::newRow("a number of the function's entry") << 0 << 0 << 1000 << false;
    }
    void anEntryThatBeginsWithoutEndIsDamaged() {
        QFETCH(int, letters);
        QFETCH(int, alignmentBytes);
        QFETCH(int, sizeBytes);
        QFETCH(bool, isRead);
        QByteArray section;
        const auto number = [](qsizetype value) {
            const auto bytes = static_cast<std::uint32_t>(value);
            return QByteArray(reinterpret_cast<const char*>(&bytes), sizeof bytes);
        };
        const auto add = [&](qsizetype distance, const QByteArray& body) {
            section += number(body.size() + 4) + number(distance) + body;
        };
        // A LEB128 number may have any number of such bytes before its last.
        const auto padding = [](int count) { return QByteArray(count, '\x80'); };
        const QByteArray end("\0", 1);
        add(0, "\1zR" + QByteArray(letters, 'B') + end + "\x81" + padding(alignmentBytes) + end +
                   "\x78\x10\1\1"); // pointers are LEB128 numbers
        add(section.size() + 4, "\x10\x88" + padding(sizeBytes) + end + end + "\x41");
        const auto entries = readFunctionEntries(
            {FrameSectionKind::EhFrame, std::as_bytes(std::span(section.data(), std::size_t(section.size()))),
             0x1000, 8});
        QCOMPARE(entries.damaged, std::size_t(isRead ? 0 : 1));
        QCOMPARE(entries.functions.size(), std::size_t(isRead ? 1 : 0));
        if (!isRead) return;
        QCOMPARE(entries.functions[0].begin, std::uint64_t(0x10));
        QCOMPARE(entries.functions[0].end, std::uint64_t(0x18));
        QCOMPARE(asText(entries.functions[0].instructions), std::string_view("\x41"));
    }

    void miniDebugInfoHasTheNamesOfStrippedFunctions() {
        const auto whole = path("whole-of-mini");
        run("gcc", {"-O2", "-c", symbolSources + "plain.c", "-o", whole + ".o"});
        run("g++", {"-O2", symbolSources + "program.cpp", whole + ".o", "-o", whole});
        const auto stripped = path("mini");
        run("objcopy", {"--strip-all", whole, stripped});
        const auto symbols = path("mini-symbols");
        QFile::remove(symbols + ".xz");
        run("objcopy", {"--only-keep-debug", whole, symbols});
        run("xz", {symbols});
        const auto withSymbols = path("mini-with");
        run("objcopy", {"--add-section", ".gnu_debugdata=" + symbols + ".xz", stripped, withSymbols});
        auto module = openSymbols(withSymbols);
        auto original = openSymbols(whole);
        auto without = openSymbols(stripped);
        QVERIFY(module && original && without);
        QVERIFY(module->wantsDebugFile());
        const auto addresses = codeAddresses(whole);
        std::vector<SymbolizedFrames> found;
        std::vector<SymbolizedFrames> expected;
        std::vector<SymbolizedFrames> nameless;
        module->resolve(addresses, found);
        original->resolve(addresses, expected);
        without->resolve(addresses, nameless);
        std::size_t gained = 0;
        for (std::size_t row = 0; row < addresses.size(); ++row) {
            QCOMPARE(text(printed(found[row])), text(printed(expected[row])));
            gained += printed(found[row]).empty() || nameless[row].empty() ||
                              nameless[row][0].name == found[row][0].name
                          ? 0
                          : 1;
        }
        QVERIFY(gained > addresses.size() / 2);

        // Damage only loses names.
        QFile file(withSymbols);
        QVERIFY(file.open(QFile::ReadWrite));
        const auto section = sectionRanges(withSymbols, {".gnu_debugdata"}, RangeOf::FileOffsets);
        QCOMPARE(section.size(), std::size_t(1));
        file.seek(static_cast<qint64>(section[0].first + section[0].second / 2));
        file.write("damage");
        file.close();
        auto damaged = openSymbols(withSymbols);
        QVERIFY(damaged);
        damaged->resolve(addresses, found);
        QCOMPARE(found.size(), nameless.size());
        for (std::size_t row = 0; row < addresses.size(); ++row)
            QCOMPARE(found[row], nameless[row]);
        SymbolLimits tight;
        tight.expandedBytes = 1000;
        auto limited = openSymbols(withSymbols, tight);
        QVERIFY(limited);
    }

    void aSymbolWithoutASizeEndsWhereAnotherFunctionBegins() {
        QFile source(path("unsized.s"));
        QVERIFY(source.open(QFile::WriteOnly));
        source.write(".globl first\n.text\nfirst:\n.cfi_startproc\nnop\n.cfi_endproc\n"
                     "second:\n.cfi_startproc\nnop\nnop\n.cfi_endproc\n");
        source.close();
        const auto library = path("unsized.so");
        run("gcc", {"-shared", "-nostdlib", "-s", source.fileName(), "-o", library});
        auto module = openSymbols(library);
        QVERIFY(module);
        const auto code = sectionRanges(library, {".text"});
        QCOMPARE(code.size(), std::size_t(1));
        QCOMPARE(module->resolve(code[0].first)[0].name, std::string("first"));
        const auto second = module->resolve(code[0].first + 2);
        QCOMPARE(second.size(), std::size_t(1));
        QCOMPARE(second[0].name, std::string());
        QCOMPARE(second[0].start, code[0].first + 1);
    }
};

QTEST_GUILESS_MAIN(StrippedSymbolsTest)
#include "stripped_symbols_test.moc"
