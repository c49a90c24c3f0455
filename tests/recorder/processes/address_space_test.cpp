#include <QTest> // first, because moc can't read <concepts> otherwise

#include "recorder/processes/address_space.h"

using namespace candela;

namespace {

MappedRange range(std::uint64_t start, std::uint64_t end, std::uint64_t offset, std::size_t module) {
    return {start, end, offset, ModuleNumber(module)};
}

/// "1000-2000@0=1 3000-4000@500=2", in hexadecimal.
QString text(const AddressSpace& space) {
    QStringList parts;
    for (const auto& range : space.ranges())
        parts << QString::asprintf("%llx-%llx@%llx=%u", static_cast<unsigned long long>(range.start),
                                   static_cast<unsigned long long>(range.end),
                                   static_cast<unsigned long long>(range.fileOffset), range.module.row());
    return parts.join(' ');
}

} // namespace

class AddressSpaceTest : public QObject {
    Q_OBJECT
private slots:
    void anAddressIsFoundInItsRangeOnly() {
        AddressSpace space;
        space.insert(range(0x1000, 0x2000, 0, 1));
        space.insert(range(0x3000, 0x4000, 0x500, 2));
        QVERIFY(!space.find(0xfff));
        QCOMPARE(space.find(0x1000)->module.row(), 1u);
        QCOMPARE(space.find(0x1fff)->module.row(), 1u);
        QVERIFY(!space.find(0x2000));
        QCOMPARE(space.find(0x3fff)->fileOffset, 0x500u);
        QVERIFY(!space.find(0x4000));
        QVERIFY(!AddressSpace().find(0x1000));
    }
    void eachChangeIsAnotherSpace() {
        AddressSpace space;
        space.insert(range(0x1000, 0x2000, 0, 1));
        const AddressSpace copy(space);
        QVERIFY(copy.identity() != space.identity());
        const auto before = space.identity();
        space.insert(range(0x1000, 0x2000, 0x500, 2)); // as many ranges as before
        QVERIFY(space.identity() != before);
        QCOMPARE(text(space), "1000-2000@500=2");
        QCOMPARE(text(copy), "1000-2000@0=1");
    }
    void aNewRangeReplacesWhatItCovers() {
        AddressSpace space;
        space.insert(range(0x1000, 0x2000, 0, 1));
        space.insert(range(0x3000, 0x4000, 0, 2));
        space.insert(range(0x1000, 0x5000, 0, 3));
        QCOMPARE(text(space), "1000-5000@0=3");
    }
    void aRangeInTheMiddleSplitsTheOldOne() {
        AddressSpace space;
        space.insert(range(0x1000, 0x5000, 0x10000, 1));
        space.insert(range(0x2000, 0x3000, 0, 2));
        QCOMPARE(text(space), "1000-2000@10000=1 2000-3000@0=2 3000-5000@12000=1");
    }
    void aRangeOverTwoBordersCutsBoth() {
        AddressSpace space;
        space.insert(range(0x1000, 0x3000, 0, 1));
        space.insert(range(0x4000, 0x6000, 0x100, 2));
        space.insert(range(0x2000, 0x5000, 0, 3));
        QCOMPARE(text(space), "1000-2000@0=1 2000-5000@0=3 5000-6000@1100=2");
    }
    void anEmptyRangeChangesNothing() {
        AddressSpace space;
        space.insert(range(0x1000, 0x1000, 0, 1));
        space.insert(range(0x3000, 0x2000, 0, 1));
        QVERIFY(space.ranges().empty());
    }
    void aCopyHasItsOwnIdentity() {
        AddressSpace space;
        QVERIFY(AddressSpace(space).identity() != space.identity());
    }
    void beyondItsLimitNewRangesAreLeftOut() {
        AddressSpace space;
        for (std::uint64_t i = 0; i <= AddressSpace::maximumRanges; ++i)
            space.insert(range(i << 16, (i << 16) + 0x1000, 0, 1));
        QCOMPARE(space.ranges().size(), AddressSpace::maximumRanges);
        QVERIFY(space.find(0));
    }
};

QTEST_GUILESS_MAIN(AddressSpaceTest)
#include "address_space_test.moc"
