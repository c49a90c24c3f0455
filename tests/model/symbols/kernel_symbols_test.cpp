#include "model/base/byte_reader.h"
#include "model/symbols/lookup/kernel_symbols.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <span>

using namespace candela;

namespace {

/// "module`name+offset" for an address; empty if nothing is found.
std::string at(const KernelSymbols& symbols, std::uint64_t address) {
    const auto symbol = symbols.find(address);
    if (!symbol) return {};
    return std::string(symbol->module) + "`" + std::string(symbol->name) + "+" +
           std::to_string(address - symbol->start);
}

constexpr std::string_view kallsyms = "0000000000000000 D per_cpu_start\n"
                                      "ffffffff81000000 T _stext\n"
                                      "ffffffff81000000 T startup_64\n"
                                      "ffffffff81001000 t __do_sys_read\n"
                                      "ffffffff81001000 T __ia32_sys_read\n"
                                      "ffffffff81001000 T __x64_sys_read\n"
                                      "ffffffff81002000 t helper.part.0\n"
                                      "ffffffff81003000 T _etext\n"
                                      "ffffffff81400000 D data\n"
                                      "ffffffffc0100000 t nft_hook\t[nf_tables]\n"
                                      "ffffffffc0100800 d nft_state\t[nf_tables]\n"
                                      "ffffffffc0102000 t nft_last\t[nf_tables]\n"
                                      "ffffffffc0900000 t bpf_prog_6deef7357e7b4530_main\t[bpf]\n";

} // namespace

class KernelSymbolsTest : public QObject {
    Q_OBJECT
private slots:
    void anAddressBelongsToTheFunctionBeforeIt() {
        const auto symbols = KernelSymbols::read(asBytes(kallsyms));
        QVERIFY(symbols);
        QCOMPARE(at(*symbols, 0xffffffff81000010), std::string("`startup_64+16"));
        QCOMPARE(at(*symbols, 0xffffffff81002fff), std::string("`helper.part.0+4095"));
        QCOMPARE(at(*symbols, 0xffffffffc0100000), std::string("nf_tables`nft_hook+0"));
        QCOMPARE(at(*symbols, 0xffffffffc0900001), std::string("bpf`bpf_prog_6deef7357e7b4530_main+1"));
    }
    void aGlobalNameIsPreferredAndAmongThemTheShorter() {
        const auto symbols = KernelSymbols::read(asBytes(kallsyms));
        QCOMPARE(at(*symbols, 0xffffffff81001001), std::string("`__x64_sys_read+1"));
    }
    void whatIsBetweenFunctionsHasNoName() {
        const auto symbols = KernelSymbols::read(asBytes(kallsyms));
        for (const std::uint64_t address :
             {std::uint64_t(0), std::uint64_t(0x400000), std::uint64_t(0xffffffff80ffffff),
              std::uint64_t(0xffffffff81003000), std::uint64_t(0xffffffff81400001),
              std::uint64_t(0xffffffffc0100900), std::uint64_t(0xffffffffc0500000),
              std::uint64_t(0xffffffffc0a00000), ~std::uint64_t(0)})
            QCOMPARE(at(*symbols, address), std::string());
    }
    void aTextMayBeReadInPiecesOfAnyLength() {
        const auto whole = KernelSymbols::read(asBytes(kallsyms));
        for (std::size_t length = 1; length < kallsyms.size(); ++length) {
            auto rest = kallsyms;
            const auto symbols = KernelSymbols::read([&](std::span<char> buffer) {
                const auto piece = rest.substr(0, std::min(length, buffer.size()));
                std::ranges::copy(piece, buffer.begin());
                rest.remove_prefix(piece.size());
                return piece.size();
            });
            QVERIFY(symbols);
            QCOMPARE(symbols->size(), whole->size());
            for (std::uint64_t address = 0xffffffff81000000; address < 0xffffffff81004000; address += 0x100)
                QCOMPARE(at(*symbols, address), at(*whole, address));
            QCOMPARE(symbols->firstCodeOf("nf_tables"), std::uint64_t(0xffffffffc0100000));
            QCOMPARE(symbols->firstCodeOf("absent"), std::uint64_t(0));
        }
    }
    void theKernelStartsAtItsText() {
        QCOMPARE(KernelSymbols::read(asBytes(kallsyms))->kernelStart(), std::uint64_t(0));
        const auto symbols = KernelSymbols::read(
            asBytes("ffffffff81000100 T schedule\nffffffff81000000 T _text\nffffffff82000000 D _text_of\n"));
        QCOMPARE(symbols->kernelStart(), std::uint64_t(0xffffffff81000000));
    }
    void hiddenAddressesAreAnErrorWithAHint() {
        const auto symbols =
            KernelSymbols::read(asBytes("0000000000000000 T _stext\n0000000000000000 t vfs_read\n"));
        QVERIFY(!symbols);
        QCOMPARE(symbols.error().code, ErrorCode::NotPermitted);
        QVERIFY(!symbols.error().hint.empty());
    }
    void badLinesAreLeftOut() {
        QVERIFY(!KernelSymbols::read(std::span<const std::byte>()));
        QVERIFY(!KernelSymbols::read(asBytes("hello\n\n12\nxyz T a\n")));
        const auto symbols =
            KernelSymbols::read(asBytes("nonsense\nffffffff81000000 T good\nffffffff81000100 T\nffff"));
        QVERIFY(symbols);
        QCOMPARE(symbols->size(), std::size_t(1));
        QCOMPARE(at(*symbols, 0xffffffff81000020), std::string("`good+32"));
    }
    void theRunningKernelFitsInTenMegabytes() {
        QFile file("/proc/kallsyms");
        if (!file.open(QFile::ReadOnly)) QSKIP("/proc/kallsyms can't be read");
        const auto content = file.readAll();
        const auto symbols =
            KernelSymbols::read(asBytes({content.data(), static_cast<std::size_t>(content.size())}));
        if (!symbols) QSKIP("the kernel hides its addresses from this user");
        QVERIFY(symbols->size() > 1000);
        QVERIFY2(symbols->byteSize() < 10'000'000, qPrintable(QString::number(symbols->byteSize())));
        qInfo("%zu functions in %zu bytes", symbols->size(), symbols->byteSize());
        // Every function that is alone at its address is found there by its name.
        std::size_t found = 0;
        for (const auto& line : content.split('\n')) {
            const auto words = line.simplified().split(' ');
            if (words.size() < 3 || (words[1] != "t" && words[1] != "T")) continue;
            const auto symbol = symbols->find(words[0].toULongLong(nullptr, 16));
            if (symbol && symbol->name == words[2].toStdString()) ++found;
        }
        QVERIFY(found > symbols->size() * 9 / 10);
    }
};

QTEST_GUILESS_MAIN(KernelSymbolsTest)
#include "kernel_symbols_test.moc"
