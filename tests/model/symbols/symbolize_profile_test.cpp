#include "model/profile/kept_code.h"
#include "model/symbols/lookup/name_lookup.h"
#include "model/symbols/lookup/running_kernel.h"
#include "tests/profile_text.h"

#include <QFile>
#include <QRegularExpression>
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
    return address - 1; // the given address was that of the next instruction
}

/// An address in this function, at code of here(), which is inlined.
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
Profile profileWith(std::uint64_t address) {
    ProfileBuilder builder;
    builder.origin().host = ownHostName(); // so that the path is enough
    const auto value = builder.valueType("samples", "count");
    const auto mapping = builder.mapping(mappingOf(address, builder));
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

/// A file whose linked addresses are those of the process.
class NamesAtAddresses : public CodeNames {
public:
    std::optional<std::uint64_t> addressIn(const Mapping&, std::uint64_t address) const override {
        return address;
    }
};

} // namespace

class SymbolizeProfileTest : public QObject {
    Q_OBJECT
private slots:
    void aNamelessFrameBecomesTheFunctionsThatWereInlinedThere() {
        const auto before = profileWith(insideOfTheOuterFunction());
        QCOMPARE(check(before), std::string());
        Task task;
        const auto result = lookUpNames(before, {}, task);
        QVERIFY(result);
        const auto* after = &result->profile;
        QCOMPARE(check(*after), std::string());
        QCOMPARE(after->samples[0].weight, before.samples[0].weight);
        const auto text = QString::fromStdString(profileToText(*after));
        const QString outer = "(anonymous namespace)::insideOfTheOuterFunction()";
        // Whether its scope and parameters are in the DWARF depends on the test's build options.
        const QRegularExpression stacks("^start;" + QRegularExpression::escape(outer) +
                                            ";((\\(anonymous namespace\\)::)?here(\\(\\))?)( 2|;leaf 5)$",
                                        QRegularExpression::MultilineOption);
        QVERIFY2(text.count(stacks) == 2, qPrintable(text));
        const auto& frames = after->frames;
        for (std::size_t row = 0; row < frames.size(); ++row) {
            if (frames.address[row] == 0) continue;
            const auto& function = after->functions[frames.function[row].row()];
            QVERIFY(after->text(function.file).ends_with("/symbolize_profile_test.cpp"));
            QVERIFY(frames.line[row] > 0 && function.startLine > 0);
            QCOMPARE(frames.kind[row], frames.inlineDepth[row] == 0 ? FrameKind::User : FrameKind::Inlined);
        }
    }
    void namesThatAreThereAreNotAskedFor() {
        const auto before = profileFromText("main;draw@/bin/a;blit 12\nmain;load 3\n");
        Task task;
        const auto open = [](const WantedModule&, Task&) {
            return Result<std::unique_ptr<CodeNames>>(failure("must not be opened"));
        };
        const auto after = symbolize(before, open, task);
        QVERIFY(after);
        QCOMPARE(profileToText(after->profile), profileToText(before));
        QVERIFY(after->modules.empty());
    }
    void whereNoNameIsKnownAFunctionIsCalledByItsStart() {
        class Starts : public NamesAtAddresses {
        public:
            void resolve(std::span<const std::uint64_t> addresses,
                         std::vector<SymbolizedFrames>& out) override {
                out.assign(addresses.size(), SymbolizedFrames(1));
                for (std::size_t row = 0; row < addresses.size(); ++row) {
                    if (addresses[row] < 0x2000)
                        out[row].front().name = "known";
                    else if (addresses[row] < 0x9000)
                        out[row].front().start = addresses[row] / 0x1000 * 0x1000;
                    else
                        out[row].clear();
                }
            }
        };
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        const auto mapping = builder.mapping({.path = builder.string("/usr/bin/gzip"), .buildId = {}});
        const auto add = [&](const char* name, std::uint64_t address) {
            FunctionIndex function;
            if (name)
                function = builder.function(
                    {.name = builder.string(name), .rawName = {}, .file = {}, .mapping = mapping});
            const auto frame = builder.frame({.function = function, .mapping = mapping, .address = address});
            builder.addSample(value, {.stack = builder.stack({}, frame), .thread = {}, .labels = {}});
        };
        add(nullptr, 0x1010);
        add("gzip+0x1000", 0x1020); // recorded while the name was not known
        add(nullptr, 0x3010);
        add(nullptr, 0x3020);
        add("gzip+0x3000", 0x3030);
        add(nullptr, 0x9000);
        Task task;
        const auto open = [](const WantedModule&, Task&) -> Result<std::unique_ptr<CodeNames>> {
            return std::make_unique<Starts>();
        };
        const auto result = symbolize(builder.build(), open, task);
        QVERIFY(result);
        QCOMPARE(check(result->profile), std::string());
        QCOMPARE(profileToText(result->profile), std::string("? 1\ngzip+0x3000 3\nknown 2\n"));
        QCOMPARE(result->modules.size(), std::size_t(1));
        QCOMPARE(result->modules[0].addresses, std::size_t(6));
        QCOMPARE(result->modules[0].named, std::size_t(2));
    }
    /// A function of 64 bytes at each 0x1000, without a name.
    void codeIsKeptOnceAndNoMoreThanAProfileMay_data() {
        QTest::addColumn<std::uint64_t>("keptStart");
        QTest::addColumn<std::size_t>("keptSize");
        QTest::addColumn<std::size_t>("codes");
        QTest::newRow("another function is kept")
            << std::uint64_t(0x2000) << std::size_t(64) << std::size_t(2);
        QTest::newRow("kept by another mapping")
            << std::uint64_t(0x3000) << std::size_t(64) << std::size_t(1);
        QTest::newRow("more than may be kept")
            << std::uint64_t(1 << 30) << maximumKeptCode + 1 << std::size_t(1);
    }
    void codeIsKeptOnceAndNoMoreThanAProfileMay() {
        class CodeOfStarts : public NamesAtAddresses {
        public:
            void resolve(std::span<const std::uint64_t> addresses,
                         std::vector<SymbolizedFrames>& out) override {
                out.assign(addresses.size(), SymbolizedFrames(1));
                for (std::size_t row = 0; row < addresses.size(); ++row)
                    out[row].front().start = addresses[row] / 0x1000 * 0x1000;
            }
            std::optional<KeptCode> codeAround(std::uint64_t address) override {
                KeptCode code;
                code.parts.push_back({address / 0x1000 * 0x1000, std::vector<std::byte>(64)});
                return code;
            }
        };
        QFETCH(std::uint64_t, keptStart);
        QFETCH(std::size_t, keptSize);
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        const auto path = builder.string("/bin/app"), buildId = builder.string("aa");
        const auto kept = builder.mapping({.path = path, .buildId = buildId, .end = 1 << 20});
        const auto other = builder.mapping({.path = path, .buildId = buildId, .end = 1 << 21});
        const auto frame = builder.frame({.function = {}, .mapping = other, .address = 0x3010});
        builder.addSample(value, {.stack = builder.stack({}, frame), .thread = {}, .labels = {}});
        auto profile = builder.build();
        KeptCode code;
        code.mapping = kept;
        code.parts.push_back({keptStart, std::vector<std::byte>(keptSize)});
        profile.code.push_back(std::make_shared<const KeptCode>(std::move(code)));
        Task task;
        const auto open = [](const WantedModule&, Task&) -> Result<std::unique_ptr<CodeNames>> {
            return std::make_unique<CodeOfStarts>();
        };
        const auto result = symbolize(std::move(profile), open, task);
        QVERIFY(result);
        QTEST(result->profile.code.size(), "codes");
    }
    void itCanBeCancelledWhileAModuleIsOpened() {
        Task task;
        const auto open = [&](const WantedModule&, Task& work) {
            work.cancel();
            return Result<std::unique_ptr<CodeNames>>(failure("is still being looked for"));
        };
        const auto after = symbolize(profileWith(insideOfTheOuterFunction()), open, task);
        QVERIFY(!after);
        QCOMPARE(after.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(SymbolizeProfileTest)
#include "symbolize_profile_test.moc"
