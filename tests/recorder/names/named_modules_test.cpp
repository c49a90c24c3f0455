/// Modules whose names are requested: their sums, and the order of eviction. There is no child here, so no
/// module is open in one.
#include "recorder/names/named_modules.h"

#include <fmt/format.h>

#include <QTest>

#include <fcntl.h>
#include <vector>

using namespace candela;

namespace {

/// The tables, and some modules by name.
struct Modules {
    explicit Modules(const NamedModules::Limits& limits) : named(mapped, client, limits) {}

    std::unique_ptr<EventLoop> loop = std::move(*EventLoop::create());
    SymbolClient client{nullptr, *loop};
    ModuleTable mapped;
    NamedModules named;

    ModuleNumber number(std::uint64_t inode) {
        FileMapping mapping;
        mapping.file.inode = inode;
        mapping.path = fmt::format("/lib/{}.so", inode);
        return mapped.intern(mapping);
    }
    NamedModule& add(std::uint64_t inode, std::uint64_t segment) {
        named.setSegment(segment);
        return named.make(number(inode));
    }
    NamedModule& addOpen(std::uint64_t inode, std::uint64_t segment) {
        auto& module = add(inode, segment);
        module.expectFile();
        module.file = FileDescriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        return module;
    }
};

/// Adds about that many bytes of names.
void addNames(NamedModule& module, std::size_t bytes) {
    const auto before = module.names.memory();
    for (std::uint64_t offset = 0; module.names.memory() - before < bytes; ++offset) {
        NamedFunction function;
        function.name = fmt::format("a function with a name of some length {}", offset);
        const NamedLine line{module.names.intern(std::move(function)), 1};
        module.names.add(offset, {&line, 1});
    }
    module.measure();
}

} // namespace

class NamedModulesTest : public QObject {
    Q_OBJECT
private slots:
    void aModuleIsFoundByItsNumberAndItsRequests() {
        Modules modules({});
        auto& first = modules.add(1, 0);
        auto& second = modules.add(2, 0);
        QCOMPARE(modules.named.find(modules.number(1)), &first);
        QVERIFY(!modules.named.find(modules.number(3)));
        QVERIFY(!modules.named.at(modules.number(3)));
        const auto number = NamedModules::requestNumber(second);
        QCOMPARE(modules.named.findRequested(number), &second);
        QCOMPARE(NamedModules::numberOf(number), second.number);
        QVERIFY(NamedModules::requestNumber(first) != number);

        // The row now belongs to another module: answers for the old one are dropped.
        modules.mapped.sweep({});
        const auto row = second.number;
        modules.number(10);
        modules.number(11);
        QVERIFY(!modules.named.find(row));
        QVERIFY(modules.named.at(row));
        modules.named.sweep();
        QVERIFY(!modules.named.at(row));
        QVERIFY(!modules.named.findRequested(number));
    }
    void sumsAreThoseOfTheKeptModules() {
        Modules modules({});
        const auto& sums = modules.named.sums();
        auto& first = modules.addOpen(1, 0);
        auto& second = modules.addOpen(2, 0);
        QCOMPARE(sums.files, std::size_t{2});
        const auto memory = sums.memory;
        QVERIFY(memory > 0);
        first.wanted.add(0x10, 0);
        second.wanted.add(0x10, 0);
        second.wanted.add(0x20, 0);
        QCOMPARE(sums.wanted, std::size_t{3});
        addNames(second, 10'000);
        QVERIFY(sums.memory >= memory + 10'000);
        second.closeFile();
        second.closeFile();
        QCOMPARE(sums.files, std::size_t{1});
        second.expectFile(); // the file is requested
        QCOMPARE(sums.files, std::size_t{2});
        modules.named.forget(second);
        QCOMPARE(sums.files, std::size_t{1});
        QCOMPARE(sums.wanted, std::size_t{1});
        QCOMPARE(sums.memory, memory / 2);
        first.giveUp();
        QCOMPARE(sums.files, std::size_t{0});
        QCOMPARE(sums.wanted, std::size_t{0});
        modules.add(1, 0); // anew
        QCOMPARE(sums.memory, memory / 2);
    }
    void aModuleThatIsGivenUpAwaitsNoFile() {
        Modules modules({});
        auto& module = modules.add(1, 0);
        module.expectFile();
        module.openingTurn = 1;
        QVERIFY(module.isOpening() && !module.needsFile());
        module.giveUp();
        QCOMPARE(modules.named.sums().files, std::size_t{0});
        QVERIFY(!module.isOpening() && !module.needsFile() && !module.isOpenInChild());
    }
    void onlyGeneratedCodeThatIsGivenUpMayHaveNamesLater() {
        Modules modules({});
        for (const bool isGenerated : {false, true}) {
            auto& module = modules.add(1, 0);
            module.isGenerated = isGenerated;
            module.wanted.add(0x10, 0);
            module.giveUp();
            QCOMPARE(module.nameless.addresses().size(), std::size_t{isGenerated});
        }
    }
    void filesOfTheLeastUsedAreClosedFirstAndNeverOnesThatAreWanted() {
        Modules modules({.openFiles = 8}); // three are closed: a quarter, and one for the new file
        for (std::uint64_t inode = 1; inode <= 8; ++inode) {
            QVERIFY(modules.named.makeRoomForFile());
            modules.addOpen(inode, 100 - inode); // the last module is the least recently used
        }
        modules.named.at(modules.number(8))->isFileWanted = true;
        modules.named.at(modules.number(7))->wanted.add(0x10, 0);
        QVERIFY(modules.named.makeRoomForFile());
        for (std::uint64_t inode = 1; inode <= 8; ++inode)
            QCOMPARE(modules.named.at(modules.number(inode))->hasFile(), inode < 4 || inode > 6);
        QCOMPARE(modules.named.closedFiles(), 3u);
        QCOMPARE(modules.named.sums().files, std::size_t{5});
    }
    void thereIsNoRoomForAFileWhereAllAreWanted() {
        Modules modules({.openFiles = 2});
        modules.addOpen(1, 0).isFileWanted = true;
        modules.addOpen(2, 0).isFileWanted = true;
        QVERIFY(!modules.named.makeRoomForFile());
        modules.named.at(modules.number(1))->dropWants();
        QVERIFY(modules.named.makeRoomForFile());
    }
    void tooManyNamesCostThoseThatWereNotUsedForLongest() {
        Modules modules({.memory = 400'000});
        for (std::uint64_t inode = 1; inode <= 8; ++inode)
            addNames(modules.add(inode, inode), 60'000);
        modules.named.at(modules.number(1))->wanted.add(0x10, 0);
        QVERIFY(modules.named.sums().memory > 400'000);
        modules.named.makeRoom(8); // the segment of the last one was not sent yet
        QVERIFY(modules.named.sums().memory <= 300'000);
        QVERIFY(modules.named.at(modules.number(1)));
        QVERIFY(modules.named.at(modules.number(8)));
        bool isKept = false; // from some module on, all are kept
        for (std::uint64_t inode = 2; inode <= 8; ++inode) {
            const bool isThere = modules.named.at(modules.number(inode)) != nullptr;
            QVERIFY(isThere || !isKept);
            isKept = isThere;
        }
        QVERIFY(modules.named.evicted() >= 3);
        const auto evicted = modules.named.evicted();
        modules.named.makeRoom(9);
        QCOMPARE(modules.named.evicted(), evicted); // there is room
    }
    void unmappedFilesAreClosedAtTheSecondLook() {
        Modules modules({});
        auto& mapped = modules.addOpen(1, 0);
        auto& unmapped = modules.addOpen(2, 0);
        auto& wanted = modules.addOpen(3, 0);
        wanted.isFileWanted = true;
        std::vector<bool> isMapped(modules.mapped.capacity());
        isMapped[mapped.number.row()] = true;
        modules.named.closeUnmapped(isMapped);
        QVERIFY(unmapped.hasFile());
        modules.named.closeUnmapped(isMapped);
        QVERIFY(!unmapped.hasFile());
        QVERIFY(mapped.hasFile() && wanted.hasFile());
    }
    void copiesOfFilesShareOneAllowance() {
        Modules modules({});
        QCOMPARE(modules.named.copyRoom(), NamedModules::maximumCopied);
        auto& module = modules.addOpen(1, 0);
        module.copied = 1000;
        QCOMPARE(modules.named.copyRoom(), NamedModules::maximumCopied - 1000);
        auto& large = modules.addOpen(2, 0);
        large.copied = NamedModules::maximumCopied;
        QCOMPARE(modules.named.copyRoom(), 0u);
        large.closeFile();
        QCOMPARE(modules.named.copyRoom(), NamedModules::maximumCopied - 1000);
    }
};

QTEST_GUILESS_MAIN(NamedModulesTest)
#include "named_modules_test.moc"
