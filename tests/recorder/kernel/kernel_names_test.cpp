#include <QTest> // first, because moc can't read <concepts> otherwise

#include "model/base/byte_reader.h"
#include "recorder/kernel/kernel_names.h"

#include <QFile>
#include <QTemporaryDir>

using namespace candela;

namespace {

/// A simulated /proc with the kernel at …81000000, and modules at given addresses.
struct Kernel {
    QTemporaryDir folder;
    std::string symbols = "ffffffff81000000 T _text\nffffffff81000100 T schedule\nffffffff81000200 D data\n";
    std::string modules;
    KernelNames names;
    int questions = 0; // to the program

    void load(const char* module, const char* function, std::uint64_t start) {
        modules += QString("%1 8192 1 - Live 0x%2\n").arg(module).arg(start, 16, 16).toStdString();
        symbols += QString("%1 t %2\t[%3]\n").arg(start + 0x40, 16, 16).arg(function, module).toStdString();
    }
    void unloadAll() {
        modules.clear();
        symbols = symbols.substr(0, symbols.find("data\n") + 5);
    }
    void write(const char* name, const std::string& text) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QFile::WriteOnly | QFile::Truncate));
        file.write(text.data(), static_cast<qint64>(text.size()));
    }
    void show() {
        write("kallsyms", symbols);
        write("modules", modules);
    }
    void open(const NameKernelAddress& program = {}) {
        show();
        auto file = openToRead(folder.filePath("kallsyms").toStdString());
        QVERIFY(file.has_value());
        QVERIFY(names.open(std::move(*file), folder.filePath("modules").toStdString(), program));
    }
    /// With a program that names what kallsyms has now, except what the kernel only lists.
    void openWithProgram() {
        open([this](std::uint64_t address) -> std::optional<KernelFunction> {
            ++questions;
            const auto now = KernelSymbols::read(asBytes(symbols));
            const auto symbol = now ? now->find(address) : std::nullopt;
            if (!symbol || symbol->module.starts_with("__builtin")) return {};
            return KernelFunction{std::string(symbol->name), std::string(symbol->module), symbol->start,
                                  0x80};
        });
    }
    QString at(std::uint64_t address) {
        const auto location = names.find(address);
        return QString("%1 %2 %3")
            .arg(QString::fromUtf8(location.module.data(), qsizetype(location.module.size())),
                 QString::fromUtf8(location.function.data(), qsizetype(location.function.size())))
            .arg(location.address, 0, 16);
    }
};

constexpr std::uint64_t here = 0xffffffffc0000000;
constexpr std::uint64_t there = 0xffffffffc0100000;

SidebandEvent code(SidebandEvent::Kind kind, std::uint64_t start, std::int64_t time, const char* name) {
    SidebandEvent event;
    event.kind = kind;
    event.time = time;
    event.name = name;
    event.mapping.start = start;
    event.mapping.end = start + 0x100;
    event.mapping.path = "[bpf]";
    return event;
}

using Kind = SidebandEvent::Kind;

} // namespace

class KernelNamesTest : public QObject {
    Q_OBJECT
private slots:
    /// The view of a recorder that may not see addresses, but was given the kernel's symbols.
    void modulesWithHiddenAddressesStartWithTheirFirstFunctionsPage() {
        Kernel kernel;
        kernel.load("first", "first_function", here);
        kernel.load("second", "second_function", there);
        kernel.symbols += "ffffffffc0000010 d first_data\t[first]\nffffffffc0000810 t later\t[first]\n";
        for (const auto start : {here, there})
            kernel.modules.replace(kernel.modules.find(QString::number(start, 16).toStdString()), 16,
                                   "0000000000000000");
        kernel.open();
        QCOMPARE(kernel.at(here + 0x50), "[first] first_function 50");
        QCOMPARE(kernel.at(here + 0x820), "[first] later 820");
        QCOMPARE(kernel.at(there + 0x50), "[second] second_function 50");
        QCOMPARE(kernel.names.reads(), 1u);
    }
    void addressesAreRelativeToTheKernelOrModule() {
        Kernel kernel;
        kernel.load("first", "first_function", here);
        kernel.open();
        QCOMPARE(kernel.at(0xffffffff81000150), "[kernel.kallsyms] schedule 150");
        QCOMPARE(kernel.at(here + 0x50), "[first] first_function 50");
        QCOMPARE(kernel.at(there), "[kernel.kallsyms]  3f100000");
    }
    void aModuleThatIsLoadedMeanwhileHasNames() {
        Kernel kernel;
        kernel.load("first", "first_function", here);
        kernel.open();
        kernel.load("second", "second_function", there);
        kernel.show();
        kernel.names.setTime(1, 2);
        QCOMPARE(kernel.at(there + 0x50), "[second] second_function 50");
        QCOMPARE(kernel.at(here + 0x50), "[first] first_function 50");
        QCOMPARE(kernel.names.reads(), 2u);
    }
    void aModuleAtTheAddressOfAnotherHasItsOwnNames_data() {
        QTest::addColumn<bool>("hasProgram");
        QTest::addColumn<quint64>("reads");
        QTest::newRow("named from the list") << false << quint64(2);
        QTest::newRow("named by the program") << true << quint64(0);
    }
    void aModuleAtTheAddressOfAnotherHasItsOwnNames() {
        QFETCH(const bool, hasProgram);
        Kernel kernel;
        kernel.load("first", "first_function", here);
        hasProgram ? kernel.openWithProgram() : kernel.open();
        QCOMPARE(kernel.at(here + 0x50), "[first] first_function 50");
        kernel.unloadAll();
        kernel.load("second", "second_function", here);
        kernel.show();
        kernel.names.setTime(1, 2);
        QCOMPARE(kernel.at(here + 0x50), "[second] second_function 50");
        QTEST(quint64(kernel.names.reads()), "reads");
    }
    void nothingIsReadAgainWhileTheModulesAreTheSame() {
        Kernel kernel;
        kernel.load("first", "first_function", here);
        kernel.open();
        for (int turn = 0; turn < 100; ++turn) {
            kernel.names.setTime(turn, turn + 1);
            QCOMPARE(kernel.at(there), "[kernel.kallsyms]  3f100000");
        }
        QCOMPARE(kernel.names.reads(), 1u);
    }
    void theProgramNamesWithoutReadingAllSymbols() {
        Kernel kernel;
        kernel.load("first", "first_function", here);
        kernel.openWithProgram();
        kernel.questions = 0;
        for (int turn = 0; turn < 3; ++turn) {
            QCOMPARE(kernel.at(0xffffffff81000150), "[kernel.kallsyms] schedule 150");
            QCOMPARE(kernel.at(0xffffffff81000170), "[kernel.kallsyms] schedule 170");
            QCOMPARE(kernel.at(here + 0x50), "[first] first_function 50");
        }
        QCOMPARE(kernel.questions, 2);
        QCOMPARE(kernel.names.reads(), 0u);
    }
    void whatOnlyTheListOfSymbolsNamesIsReadOnceItIsFoundAgain() {
        Kernel kernel;
        kernel.symbols += "ffffffffc0100000 t ftrace_trampoline\t[__builtin__ftrace]\n";
        kernel.openWithProgram();
        for (int build = 0; build < 2; ++build) {
            kernel.names.setTime(0, 1);
            for (std::uint64_t filter = 0; filter < 100; ++filter)
                QCOMPARE(kernel.at(there + 0x10 + filter).contains("  3f1000"), true);
        }
        QCOMPARE(kernel.names.reads(), 0u);
        for (int turn = 1; turn < 100; ++turn) {
            kernel.names.setTime(turn, turn + 1);
            QCOMPARE(kernel.at(there + 0x10), "[__builtin__ftrace] ftrace_trampoline 0");
            QCOMPARE(kernel.at(there + 0x10'0000), "[kernel.kallsyms]  3f200000");
        }
        QCOMPARE(kernel.names.reads(), 1u);
    }
    /// The view of the service: /proc/modules hides addresses, the list of symbols that it was given does
    /// not.
    void startsOfModulesThatAreHiddenAreReadOnce() {
        Kernel kernel;
        kernel.load("first", "first_function", here);
        kernel.modules.replace(kernel.modules.find("c0000000") - 8, 16, "0000000000000000");
        kernel.openWithProgram();
        QCOMPARE(kernel.at(0xffffffff81000150), "[kernel.kallsyms] schedule 150");
        QCOMPARE(kernel.names.reads(), 0u);
        for (int turn = 0; turn < 3; ++turn) {
            kernel.names.setTime(turn, turn + 1);
            QCOMPARE(kernel.at(here + 0x50), "[first] first_function 50");
            QCOMPARE(kernel.at(0xffffffff81000150), "[kernel.kallsyms] schedule 150");
        }
        QCOMPARE(kernel.names.reads(), 1u);
    }
    void namesThatTheProgramFindsHaveNoAddressIfTheKernelHidesIt() {
        Kernel kernel;
        kernel.write("modules", "first 8192 1 - Live 0x0000000000000000\n");
        kernel.write("kallsyms", "0000000000000000 T _text\n0000000000000000 t first_function\t[first]\n");
        auto file = openToRead(kernel.folder.filePath("kallsyms").toStdString());
        QVERIFY(file.has_value());
        KernelNames names;
        QVERIFY(
            names.open(std::move(*file), kernel.folder.filePath("modules").toStdString(), [](auto address) {
                return KernelFunction{"function", address < here ? "" : "first", address - 0x10, 0x80};
            }));
        QVERIFY(names.areAddressesHidden());
        for (const auto address : {0xffffffff81000150, here + 0x50}) {
            const auto location = names.find(address);
            QCOMPARE(location.function, "function");
            QCOMPARE(location.address, 0u);
        }
    }
    void aChangeThatOnlyTheReadOfAllSymbolsSeesIsNoticed() {
        Kernel kernel;
        const auto loadHidden = [&kernel] {
            kernel.load("hidden", "hidden_function", there);
            kernel.modules.replace(kernel.modules.find(QString::number(there, 16).toStdString()), 16,
                                   "0000000000000000");
        };
        kernel.load("first", "first_function", here);
        loadHidden();
        kernel.openWithProgram();
        kernel.names.setTime(1, 2);
        QCOMPARE(kernel.at(here + 0x50), "[first] first_function 50");
        kernel.unloadAll();
        kernel.load("second", "second_function", here);
        loadHidden();
        kernel.show();
        QCOMPARE(kernel.at(there + 0x50), "[hidden] hidden_function 50");
        QCOMPARE(kernel.names.reads(), 1u);
        kernel.names.setTime(3, 4);
        QCOMPARE(kernel.at(here + 0x50), "[second] second_function 50");
    }
    void aProgramOfBeforeTheRecordingKeepsItsNameWhenItIsUnloaded() {
        Kernel kernel;
        kernel.openWithProgram();
        kernel.names.apply(code(Kind::KernelCodeUnloaded, there, 200, "bpf_prog_one"));
        kernel.names.setTime(110, 190);
        QCOMPARE(kernel.at(there + 0x10), "[bpf] bpf_prog_one 0");
        kernel.names.setTime(210, 290);
        QCOMPARE(kernel.at(there + 0x10), "[kernel.kallsyms]  3f100010");
    }
    void aProgramIsNotNamedAfterTheOneBeforeIt() {
        Kernel kernel;
        kernel.symbols += "ffffffffc0100000 t bpf_prog_one\t[bpf]\n";
        kernel.openWithProgram();
        kernel.names.setTime(10, 20);
        QCOMPARE(kernel.at(there + 0x10), "[bpf] bpf_prog_one 0");
        kernel.unloadAll();
        kernel.show();
        kernel.names.apply(code(Kind::KernelCodeUnloaded, there, 200, "bpf_prog_one"));
        kernel.names.setTime(210, 290);
        QCOMPARE(kernel.at(there + 0x10), "[kernel.kallsyms]  3f100010");
    }
    void modulesThatAreLoadedAllTheTimeAreNotReadAllTheTime() {
        Kernel kernel;
        kernel.open();
        for (int turn = 0; turn < 100; ++turn) {
            kernel.unloadAll();
            kernel.load(qPrintable(QString("module%1").arg(turn)), "function", here);
            kernel.show();
            kernel.names.setTime(turn, turn + 1);
            kernel.at(here + 0x50);
        }
        QVERIFY(kernel.names.reads() <= 2 + KernelNames::freeReads);
    }
    void generatedKernelCodeHasTheNameOfItsTime() {
        Kernel kernel;
        kernel.open();
        kernel.names.apply(code(Kind::KernelCodeLoaded, there, 100, "bpf_prog_one"));
        kernel.names.apply(code(Kind::KernelCodeUnloaded, there, 200, ""));
        kernel.names.apply(code(Kind::KernelCodeLoaded, there, 300, "bpf_prog_two"));
        kernel.names.setTime(110, 190);
        QCOMPARE(kernel.at(there + 0x10), "[bpf] bpf_prog_one 0");
        QCOMPARE(kernel.at(there + 0x100), "[kernel.kallsyms]  3f100100"); // behind it
        kernel.names.setTime(210, 290);
        QCOMPARE(kernel.at(there + 0x10), "[kernel.kallsyms]  3f100010");
        kernel.names.setTime(310, 400);
        QCOMPARE(kernel.at(there + 0x10), "[bpf] bpf_prog_two 0");
        kernel.names.setTime(20'000'000'000, 21'000'000'000);
        QCOMPARE(kernel.names.generatedCode().size(), 1u); // code that was unloaded is forgotten
        QCOMPARE(kernel.at(there + 0x10), "[bpf] bpf_prog_two 0");
    }
    void generatedCodeIsBounded() {
        GeneratedKernelCode code(100);
        for (std::uint64_t i = 0; i < 1000; ++i) {
            code.add(here + i * 0x100, here + i * 0x100 + 0x80, std::to_string(i), "[bpf]", std::int64_t(i));
            if (i % 2 == 0) code.remove(here + i * 0x100, std::int64_t(i));
            QVERIFY(code.size() <= 100);
        }
        QVERIFY(code.evicted() >= 900);
        const auto* last = code.find(here + 999 * 0x100 + 0x10, 999, 2000);
        QVERIFY(last && last->name == "999");
        QVERIFY(!code.find(here, 0, 2000));
    }
};

QTEST_GUILESS_MAIN(KernelNamesTest)
#include "kernel_names_test.moc"
