#include "model/base/byte_reader.h"
#include "model/symbols/generated/perf_map.h"

#include <QTest>

using namespace candela;

namespace {

std::string at(const PerfMap& map, std::uint64_t address) {
    const auto symbol = map.find(address);
    return symbol ? std::string(symbol->name) : std::string();
}

} // namespace

class PerfMapTest : public QObject {
    Q_OBJECT
private slots:
    void functionsAreFoundWithinTheirSize() {
        const auto map =
            PerfMap::read(asBytes("7f0010 20 LazyCompile:~run file.js:12\n7f0100 8 Builtin:Add\n"));
        QCOMPARE(map.size(), std::size_t(2));
        QCOMPARE(at(map, 0x7f000f), std::string());
        QCOMPARE(at(map, 0x7f0010), std::string("LazyCompile:~run file.js:12"));
        QCOMPARE(at(map, 0x7f002f), std::string("LazyCompile:~run file.js:12"));
        QCOMPARE(at(map, 0x7f0030), std::string());
        QCOMPARE(at(map, 0x7f0107), std::string("Builtin:Add"));
        QCOMPARE(map.find(0x7f0107)->start, std::uint64_t(0x7f0100));
    }
    void whereMemoryWasUsedAgainTheLaterLineWins() {
        const auto map = PerfMap::read(asBytes("1000 100 old\n1040 20 new\n1050 10 newest\n"));
        QCOMPARE(at(map, 0x103f), std::string("old"));
        QCOMPARE(at(map, 0x1040), std::string("new"));
        QCOMPARE(at(map, 0x1050), std::string("newest"));
        QCOMPARE(at(map, 0x1060), std::string("old"));
        QCOMPARE(at(map, 0x1100), std::string());
        const auto replaced = PerfMap::read(asBytes("1000 100 old\n1000 100 new\n"));
        QCOMPARE(at(replaced, 0x1000), std::string("new"));
        QCOMPARE(at(replaced, 0x10ff), std::string("new"));
    }
    void badLinesAndAnUnfinishedOneAreLeftOut() {
        const auto map =
            PerfMap::read(asBytes("\nxyz 10 a\n1000 b\n1000 0 empty\n1000 10 \nffffffffffffffff 10 wraps\n"
                                  "0x2000 0x10 prefixed\n3000 10 unfinis"));
        QCOMPARE(map.size(), std::size_t(1));
        QCOMPARE(at(map, 0x2008), std::string("prefixed"));
    }
    void whatIsWrittenLaterIsAdded() {
        const std::string text = "1000 100 old\n1040 20 new\n2000 10 other\n";
        for (std::size_t cut = 0; cut <= text.size(); ++cut) {
            PerfMap map;
            const auto used = map.append(asBytes(std::string_view(text).substr(0, cut)));
            QVERIFY(used <= cut);
            QCOMPARE(used + map.append(asBytes(std::string_view(text).substr(used))), text.size());
            QCOMPARE(map.size(), std::size_t(3));
            QCOMPARE(at(map, 0x103f), std::string("old"));
            QCOMPARE(at(map, 0x1040), std::string("new"));
            QCOMPARE(at(map, 0x10ff), std::string("old"));
            QCOMPARE(at(map, 0x200f), std::string("other"));
        }
    }
    void rangesAreThoseOfTheLastFunctionThere() {
        constexpr std::uint64_t size = 256;
        std::vector<std::string> truth(size);
        std::string text;
        std::uint32_t random = 1;
        const auto next = [&](std::uint32_t limit) {
            return (random = random * 1103515245 + 12345) / 65536 % limit;
        };
        for (int row = 0; row < 400; ++row) {
            const auto begin = next(size);
            const auto end = std::min<std::uint64_t>(size, begin + 1 + next(row % 7 == 0 ? 128 : 12));
            const auto name = "f" + std::to_string(row);
            text += QString("%1 %2 %3\n")
                        .arg(begin, 0, 16)
                        .arg(end - begin, 0, 16)
                        .arg(name.c_str())
                        .toStdString();
            std::fill(truth.begin() + begin, truth.begin() + std::ptrdiff_t(end), name);
        }
        const auto map = PerfMap::read(asBytes(text));
        for (std::uint64_t address = 0; address < size; ++address)
            QCOMPARE(at(map, address), truth[address]);
    }
    void manyFunctionsStayInOrder() {
        std::string text;
        for (int row = 0; row < 20000; ++row)
            text += QString("%1 10 f%2\n")
                        .arg(0x100000 + (row * 7919 % 20000) * 16, 0, 16)
                        .arg(row)
                        .toStdString();
        const auto map = PerfMap::read(asBytes(text));
        for (int row = 0; row < 20000; ++row)
            QCOMPARE(at(map, static_cast<std::uint64_t>(0x100000 + (row * 7919 % 20000) * 16 + 15)),
                     "f" + std::to_string(row));
    }
};

QTEST_GUILESS_MAIN(PerfMapTest)
#include "perf_map_test.moc"
