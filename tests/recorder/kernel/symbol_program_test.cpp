/// The kernel program that names the kernel's code: its text, and what it names on this machine, compared
/// with /proc/kallsyms.
#include <QTest>

#include "model/base/byte_reader.h"
#include "model/symbols/lookup/kernel_symbols.h"
#include "recorder/kernel/symbol_program.h"

#include <QFile>

#include <set>
#include <unistd.h>

using namespace candela;

namespace {

QString described(std::string_view text, std::uint64_t address) {
    const auto function = readKernelSymbol(text, address);
    if (!function) return "none";
    return QString("%1 [%2] %3 %4")
        .arg(QString::fromStdString(function->name), QString::fromStdString(function->module))
        .arg(function->start, 0, 16)
        .arg(function->size, 0, 16);
}

bool describes(const std::optional<KernelFunction>& function, std::uint64_t start, const std::string& name,
               std::string_view module) {
    return function && function->start == start && function->name == name && function->module == module;
}

} // namespace

class SymbolProgramTest : public QObject {
    Q_OBJECT
private slots:
    void aTextHasNameOffsetSizeAndModule() {
        QCOMPARE(described("schedule+0x10/0x80", 0xffffffff81000110), "schedule [] ffffffff81000100 80");
        QCOMPARE(described("nft_eval+0x0/0x1f [nf_tables]", 0xffffffffc0000040),
                 "nft_eval [nf_tables] ffffffffc0000040 1f");
        QCOMPARE(described("nft_eval+0x0/0x1f [nf_tables 0123456789abcdef]", 0x40),
                 "nft_eval [nf_tables] 40 1f");
    }
    void programsAreOfTheModuleThatKallsymsListsThemIn() {
        QCOMPARE(described("bpf_prog_6deef7357e7b4530_main+0x8/0x40", 0x108),
                 "bpf_prog_6deef7357e7b4530_main [bpf] 100 40");
        QCOMPARE(described("bpf_prog_6deef7357e7b4530+0x8/0x40", 0x108),
                 "bpf_prog_6deef7357e7b4530 [bpf] 100 40");
        QCOMPARE(described("bpf_trampoline_6442532251+0x8/0x40", 0x108),
                 "bpf_trampoline_6442532251 [bpf] 100 40");
        QCOMPARE(described("bpf_dispatcher_xdp+0x8/0x40", 0x108), "bpf_dispatcher_xdp [bpf] 100 40");
        QCOMPARE(described("bpf__sched_ext_ops_enqueue+0x8/0x40", 0x108),
                 "bpf__sched_ext_ops_enqueue [bpf] 100 40");
        QCOMPARE(described("bpf_dispatcher_xdp_func+0x8/0x40", 0x108), "bpf_dispatcher_xdp_func [] 100 40");
        QCOMPARE(described("bpf_dispatcher_change_prog+0x8/0x40", 0x108),
                 "bpf_dispatcher_change_prog [] 100 40");
        QCOMPARE(described("bpf_prog_free_deferred+0x8/0x40", 0x108), "bpf_prog_free_deferred [] 100 40");
        QCOMPARE(described("bpf_trampoline_link_prog+0x8/0x40", 0x108), "bpf_trampoline_link_prog [] 100 40");
    }
    void aliasesOfEarlyCodeHaveTheirUsualNames() {
        QCOMPARE(described("__pi___x86_return_thunk+0x0/0x10", 0x100), "__x86_return_thunk [] 100 10");
    }
    void textsWithoutANameAreNone() {
        for (const auto* text : {"", "0xffffffffc0000040", "+0x0/0x10", "name", "name+0x", "name+0x8",
                                 "name+0x8/", "name+0xfff/0x10", "_etext+0x8/0x100", "_einittext+0x8/0x100"})
            QCOMPARE(described(text, 0x10), "none");
    }
    /// All names of an address are right: identical functions may share one, and the kernel and the list have
    /// different rules for choosing.
    void addressesOfThisKernelAreNamedAsKallsymsListsThem() {
        if (::geteuid() != 0) QSKIP("not root");
        QFile file("/proc/kallsyms");
        const auto program = loadSymbolProgram();
        QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
        QVERIFY(file.open(QFile::ReadOnly));
        const auto content = file.readAll();
        const auto listed = KernelSymbols::read(asBytes({content.data(), std::size_t(content.size())}));
        if (!listed) QSKIP("this kernel lacks a protection: it hides addresses from root");
        std::set<std::pair<std::uint64_t, std::string>> names;
        std::set<std::uint64_t> starts;
        bool ownProgramIsNamed = false;
        for (const auto& line : content.split('\n')) {
            const auto words = line.simplified().split(' ');
            if (words.size() < 3) continue;
            const auto start = words[0].toULongLong(nullptr, 16);
            auto name = words[2].toStdString();
            if (name.starts_with("__pi_")) name.erase(0, 5);
            names.emplace(start, name);
            // The program doesn't name what only the list has.
            const bool isFunction = words[1].compare("t", Qt::CaseInsensitive) == 0;
            if (!isFunction || line.contains("[__builtin__")) continue;
            // Programs come and go while this runs. Only this test's own program is sure to be there.
            if (line.endsWith("[bpf]"))
                ownProgramIsNamed |= words[2].endsWith("_name_address") &&
                                     describes((*program)(start + 1), start, words[2].toStdString(), "bpf");
            else
                starts.insert(start);
        }
        QVERIFY(ownProgramIsNamed);
        QVERIFY(starts.size() > 1000);
        std::size_t alike = 0;
        std::size_t compared = 0;
        std::size_t turn = 0;
        for (const auto start : starts) {
            if (++turn % 7 != 0) continue; // fast enough with sanitizers
            const auto symbol = listed->find(start + 1);
            if (!symbol || symbol->start != start) continue;
            const auto named = (*program)(start + 1);
            ++compared;
            QVERIFY2(named, qPrintable(QString::number(start, 16)));
            QCOMPARE(named->start, start);
            QCOMPARE(named->module, std::string(symbol->module));
            QVERIFY2(names.contains({start, named->name}), named->name.c_str());
            if (named->name == symbol->name) ++alike;
        }
        QVERIFY(compared > starts.size() / 10);
        QVERIFY2(alike > compared * 98 / 100, qPrintable(QString("%1 of %2").arg(alike).arg(compared)));
        QVERIFY(!(*program)(0x1000));
    }
};

QTEST_GUILESS_MAIN(SymbolProgramTest)
#include "symbol_program_test.moc"
