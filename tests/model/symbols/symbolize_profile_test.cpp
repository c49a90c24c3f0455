#include "model/symbols/local_module.h"
#include "model/symbols/symbolize_profile.h"
#include "tests/profile_text.h"

#include <QFile>
#include <QTest>

#include <unistd.h>

using namespace candela;

namespace {

inline __attribute__((always_inline)) std::uint64_t here() {
    std::uint64_t address = 0;
#if defined(__x86_64__)
    asm volatile("lea (%%rip), %0" : "=r"(address));
#elif defined(__aarch64__)
    asm volatile("adr %0, ." : "=r"(address));
#endif
    return address - 1; // of the next instruction, it was
}

/// An address within, where here() was inlined.
__attribute__((noinline)) std::uint64_t insideOfTheOuterFunction() {
    const auto address = here();
    asm volatile("");
    return address;
}

/// This program's mapping around one of its addresses.
Mapping mappingOf(std::uint64_t address, ProfileBuilder& builder) {
    QFile maps("/proc/self/maps");
    if (!maps.open(QFile::ReadOnly)) return {};
    for (const auto& line : maps.readAll().split('\n')) {
        const auto words = line.simplified().split(' ');
        if (words.size() < 6) continue;
        const auto start = words[0].split('-')[0].toULongLong(nullptr, 16);
        const auto end = words[0].split('-')[1].toULongLong(nullptr, 16);
        if (address < start || address >= end) continue;
        return {.path = builder.string(words[5].toStdString()),
                .buildId = {},
                .start = start,
                .end = end,
                .fileOffset = words[2].toULongLong(nullptr, 16)};
    }
    return {};
}

/// "start;ADDRESS;leaf": a frame without a name between two with names.
Profile profileWith(std::uint64_t address, std::string_view otherPath = {}) {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    auto row = mappingOf(address, builder);
    if (!otherPath.empty()) row.path = builder.string(otherPath);
    const auto mapping = builder.mapping(row);
    const auto named = [&](std::string_view name) {
        return builder.frame({.function = builder.function(
                                  {.name = builder.string(name), .rawName = {}, .file = {}, .mapping = {}}),
                              .mapping = {}});
    };
    auto stack = builder.stack({}, named("start"));
    stack = builder.stack(stack, builder.frame({.function = {}, .mapping = mapping, .address = address}));
    const auto middle = stack;
    stack = builder.stack(stack, named("leaf"));
    builder.addSample(value, {.stack = stack, .weight = 5, .thread = {}, .labels = {}});
    builder.addSample(value, {.stack = middle, .weight = 2, .thread = {}, .labels = {}});
    builder.addSample(value, {.stack = {}, .weight = 1, .thread = {}, .labels = {}});
    return builder.build();
}

Result<ModuleSymbols> openHere(std::string_view path, std::string_view buildId) {
    const auto finder = DebugFileFinder::create();
    return finder ? openLocalModule(path, buildId, *finder) : std::unexpected(finder.error());
}

} // namespace

class SymbolizeProfileTest : public QObject {
    Q_OBJECT
private slots:
    void aNamelessFrameBecomesTheFunctionsThatWereInlinedThere() {
        const auto before = profileWith(insideOfTheOuterFunction());
        QCOMPARE(check(before), std::string());
        Task task;
        const auto after = symbolize(before, openHere, task);
        QVERIFY(after);
        QCOMPARE(check(*after), std::string());
        QVERIFY(after->warnings.empty());
        QCOMPARE(after->samples[0].weight, before.samples[0].weight);
        const auto text = QString::fromStdString(profileToText(*after));
        const QString outer = "(anonymous namespace)::insideOfTheOuterFunction()";
        QVERIFY2(text.contains("start;" + outer + ";here;leaf 5\n"), qPrintable(text));
        QVERIFY2(text.contains("start;" + outer + ";here 2\n"), qPrintable(text));
        const auto& frames = after->frames;
        for (std::size_t row = 0; row < frames.size(); ++row) {
            if (frames.address[row] == 0) continue;
            const auto& function = after->functions[frames.function[row].row()];
            QVERIFY(after->text(function.file).ends_with("/symbolize_profile_test.cpp"));
            QVERIFY(frames.line[row] > 0 && function.startLine > 0);
            QCOMPARE(frames.kind[row], frames.inlineDepth[row] == 0 ? FrameKind::User : FrameKind::Inlined);
        }
    }
    void whatHasNamesStaysAsItIs() {
        const auto before = profileFromText("main;draw@/bin/a;blit 12\nmain;load 3\n");
        Task task;
        const auto after = symbolize(
            before, [](auto, auto) { return Result<ModuleSymbols>(failure("must not be opened")); }, task);
        QVERIFY(after);
        QCOMPARE(profileToText(*after), profileToText(before));
        QVERIFY(after->warnings.empty());
    }
    void aModuleThatIsNotThereIsAWarning() {
        const auto before = profileWith(insideOfTheOuterFunction(), "/nowhere/libgone.so");
        Task task;
        const auto after = symbolize(before, openHere, task);
        QVERIFY(after);
        QCOMPARE(profileToText(*after), profileToText(before));
        QCOMPARE(after->warnings,
                 (std::vector<std::string>{
                     "Functions of /nowhere/libgone.so have no names: it is not on this machine."}));
    }
    void anotherBuildIsNotUsed() {
        const auto path = QString(PROGRAMS "/symbolize_profile_test").toStdString();
        QVERIFY(openHere(path, ""));
        QCOMPARE(openHere(path, "0123abcd").error().message,
                 std::string("is another build here than the one that was recorded"));
    }
    void itCanBeCancelled() {
        Task task;
        task.cancel();
        const auto after = symbolize(profileWith(insideOfTheOuterFunction()), openHere, task);
        QVERIFY(!after);
        QCOMPARE(after.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(SymbolizeProfileTest)
#include "symbolize_profile_test.moc"
