/// Names of kernel addresses looked up afterwards, on a simulated machine: its /proc and /sys are files of
/// the test.
#include "model/profile/profile_builder.h"
#include "model/symbols/lookup/name_lookup.h"
#include "model/symbols/lookup/running_kernel.h"
#include "tests/model/symbols/nameless_profile.h"
#include "tests/model/symbols/reference_tools.h"
#include "tests/profile_text.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

namespace {

const std::string ownId = "00112233445566778899aabbccddeeff00112233";
constexpr std::uint64_t textStart = 0xffffffff9a000000; // the address since this boot
constexpr std::uint64_t second = 1'000'000'000;
constexpr std::int64_t bootTime = 1'700'000'000 * std::int64_t(second);

QByteArray noteOf(const std::string& id) {
    QByteArray note = QByteArray::fromHex("040000001400000003000000474e5500");
    return note + QByteArray::fromHex(QByteArray::fromStdString(id));
}

/// The kernel frames of a profile; its one sample has all of them, the first one outermost.
Profile kernelProfile(const Mapping& like, std::string_view path, std::string_view buildId,
                      const std::vector<std::uint64_t>& addresses) {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    auto row = like;
    row.path = builder.string(path);
    row.buildId = builder.string(buildId);
    const auto mapping = builder.mapping(row);
    StackIndex stack;
    for (const auto address : addresses)
        stack = builder.stack(
            stack, builder.frame(
                       {.function = {}, .mapping = mapping, .address = address, .kind = FrameKind::Kernel}));
    builder.addSample(value, {.stack = stack, .weight = 1, .thread = {}, .labels = {}});
    return builder.build();
}

} // namespace

class KernelLookupTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_root;

    void put(const QString& name, const QByteArray& content) const {
        QDir().mkpath(QFileInfo(m_root.filePath(name)).path());
        QFile file(m_root.filePath(name));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(content);
    }
    Symbolized lookUp(Profile profile) const {
        Task task;
        auto result =
            lookUpNames(std::move(profile), {.root = m_root.path().toStdString(), .folders = {}}, task);
        return result ? std::move(*result) : Symbolized{};
    }
    static QString names(const Symbolized& result) {
        return QString::fromStdString(profileToText(result.profile)).trimmed();
    }

private slots:
    void init() {
        put("proc/kallsyms", "ffffffff9a000000 T _text\n"
                             "ffffffff9a000000 T _stext\n"
                             "ffffffff9a000100 T schedule\n"
                             "ffffffff9a000200 t do_work\n"
                             "ffffffff9a000300 T _etext\n"
                             "ffffffffc0500000 t nft_eval\t[nf_tables]\n");
        put("proc/modules", "other 4096 0 - Live 0xffffffffc0100000\n"
                            "nf_tables 8192 0 - Live 0xffffffffc04ff000\n");
        put("proc/stat", "cpu  1 2 3\nbtime 1700000000\n");
        put("sys/kernel/notes", noteOf(ownId));
    }

    void theRunningKernelNamesAddressesThatAreRelativeToItsText() {
        const auto result =
            lookUp(kernelProfile({.path = {}, .buildId = {}}, "[kernel.kallsyms]", ownId, {0x110, 0x200}));
        QCOMPARE(names(result), "schedule;do_work 1");
        QCOMPARE(result.modules[0].source, std::string("/proc/kallsyms"));
        QCOMPARE(check(result.profile), std::string());
    }
    void anotherBootsAddressesAreMovedByTheMappingsStart() {
        const Mapping mapping{
            .path = {}, .buildId = {}, .start = 0xffffffff81000000, .end = 0xffffffff82000000};
        const auto result = lookUp(kernelProfile(mapping, "[kernel.kallsyms]_stext", ownId,
                                                 {0xffffffff81000110, 0xffffffff81000200}));
        QCOMPARE(names(result), "schedule;do_work 1");
        const Mapping odd{.path = {}, .buildId = {}, .start = 0xffffffff81001000, .end = 0xffffffff82000000};
        QCOMPARE(
            lookUp(kernelProfile(odd, "[kernel.kallsyms]", ownId, {0xffffffff81001110})).modules[0].named,
            std::size_t(0));
    }
    void absoluteAddressesHaveNamesInTheSameBootOnly() {
        auto profile =
            kernelProfile({.path = {}, .buildId = {}}, "[kernel.kallsyms]", ownId, {textStart + 0x110});
        QCOMPARE(lookUp(profile).modules[0].named, std::size_t(0));
        profile.origin.host = ownHostName();
        profile.origin.startTime = bootTime - std::int64_t(second);
        QCOMPARE(lookUp(profile).modules[0].named, std::size_t(0));
        profile.origin.startTime = bootTime + std::int64_t(second);
        QCOMPARE(names(lookUp(profile)), "schedule 1");
    }
    void aModulesAddressesAreRelativeToWhereItIsLoaded() {
        const auto inModule = [](std::string_view module, std::uint64_t address) {
            auto profile = kernelProfile({.path = {}, .buildId = {}}, module, "0badcafe0badcafe", {address});
            profile.origin.kernel = KernelIdentity::read().release;
            return profile;
        };
        QCOMPARE(names(lookUp(inModule("[nf_tables]", 0x1004))), "nft_eval 1");
        QCOMPARE(lookUp(inModule("[nf_tables]", 0xffffffffc0500004)).modules[0].named, std::size_t(0));
        QCOMPARE(lookUp(inModule("[gone]", 0x1004)).modules[0].named, std::size_t(0));
    }
    void anotherKernelIsNotAsked() {
        const auto profile = kernelProfile({.path = {}, .buildId = {}}, "[kernel.kallsyms]",
                                           "ff112233445566778899aabbccddeeff00112233", {0x110});
        const auto result = lookUp(profile);
        QCOMPARE(result.modules[0].named, std::size_t(0));
        QCOMPARE(result.modules[0].problem, std::string("is not known to be the running kernel"));
        QCOMPARE(profileToText(result.profile), profileToText(profile));
    }
    void withoutABuildIdTheVersionDecides() {
        auto profile = kernelProfile({.path = {}, .buildId = {}}, "[kernel.kallsyms]", {}, {0x110});
        QCOMPARE(lookUp(profile).modules[0].named, std::size_t(0));
        profile.origin.kernel = "2.6.32 mips";
        QCOMPARE(lookUp(profile).modules[0].named, std::size_t(0));
        profile.origin.kernel = KernelIdentity::read().release;
        QCOMPARE(names(lookUp(profile)), "schedule 1");
    }
    void aKernelThatHidesItsAddressesIsReported() {
        put("proc/kallsyms", "0000000000000000 T _text\n0000000000000000 T schedule\n");
        const auto result =
            lookUp(kernelProfile({.path = {}, .buildId = {}}, "[kernel.kallsyms]", ownId, {0x110}));
        QCOMPARE(result.modules[0].problem, std::string("hides the addresses of kernel symbols"));
    }
    void aVmlinuxOfTheBuildGivesLinesAndInlinedCallsOnAnyMachine() {
        NamelessProgram program; // it replaces a vmlinux: only the address of its first segment matters
        const QString whole = PROGRAMS "/workloads/shares";
        const auto opened = program.open(whole.toStdString());
        QVERIFY2(opened.isEmpty(), qPrintable(opened));
        const auto id = QString::fromStdString(program.buildId());
        const auto debugFile =
            m_root.filePath("usr/lib/debug/.build-id/" + id.left(2) + "/" + id.mid(2) + ".debug");
        QDir().mkpath(QFileInfo(debugFile).path());
        QVERIFY(QFile::copy(whole, debugFile));
        auto addresses = program.addresses();
        addresses.resize(1);
        const auto result = lookUp(
            kernelProfile({.path = {}, .buildId = {}}, "[kernel.kallsyms]", program.buildId(), addresses));
        QStringList expected;
        for (auto frame = program.frames()[0].rbegin(); frame != program.frames()[0].rend(); ++frame)
            expected << QString::fromStdString(frame->name);
        QCOMPARE(names(result), expected.join(';') + " 1");
        QVERIFY(result.profile.frames.line.back() > 0);
        QCOMPARE(result.profile.frames.kind[0], FrameKind::Kernel);
    }
    void thisMachinesKernelIsKnown() {
        const auto identity = KernelIdentity::read();
        QVERIFY(!identity.release.empty());
        QVERIFY(identity.bootTime > 0);
        const auto kernel = RunningKernel::read();
        if (!kernel) QSKIP("the kernel hides its addresses from this user");
        QVERIFY(kernel->symbols().size() > 1000);
        QVERIFY(kernel->addressOf("_text") != 0);
    }
};

QTEST_GUILESS_MAIN(KernelLookupTest)
#include "kernel_lookup_test.moc"
