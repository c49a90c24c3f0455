/// Which functions' code is read, and what of the child's answers is kept: an answer is not trusted.
#include "model/profile/kept_code.h"
#include "recorder/names/code_keeper.h"

#include <QTest>

#include <functional>

using namespace candela;

namespace {

constexpr CodeKeeper::Module module = (std::uint64_t{7} << 20) | 3;
constexpr std::uint64_t moduleStart = 0x1000;

ModuleNames moduleNames() {
    ModuleNames names;
    names.setLayout("abcd", {{0x1000, 0x10000000, moduleStart}});
    return names;
}

/// An answer with the code of functions of 16 bytes.
recording::Segment answerOf(const std::vector<std::uint64_t>& starts) {
    recording::Segment segment;
    segment.add_mappings();
    segment.add_strings("");
    segment.add_strings("churn");
    for (const auto start : starts) {
        auto& code = *segment.add_code();
        code.set_machine(62);
        code.set_bytes(std::string(16, '\x90'));
        code.add_part_start(start);
        code.add_part_size(16);
        code.add_line_delta(start);
        code.add_line_frames(1);
        code.add_frame_function(0);
        code.add_frame_line(4);
        code.add_function_name(1);
        code.add_function_raw_name(0);
        code.add_function_file(0);
        code.add_function_start_line(0);
    }
    return segment;
}

/// A keeper that has asked for the function at 0x2000.
struct Asked {
    explicit Asked(std::size_t maximumBytes = 1 << 20) : keeper(maximumBytes) {
        keeper.setRecordingCost(10'000'000, 10'000'000'000);
        keeper.count(module, 0, 0x2000, 0x2000, 5);
        keeper.rank(1);
        offsets = keeper.ask().offsets;
    }
    std::size_t keptOf(const std::string& bytes, std::size_t packetSize = 100'000) {
        for (std::size_t first = 0;; first += packetSize) {
            sandbox::Code packet;
            packet.set_part(bytes.substr(first, packetSize));
            packet.set_is_last(first + packetSize >= bytes.size());
            keeper.take(module, ModuleNumber(3), 7, names, packet);
            if (packet.is_last()) break;
        }
        return keeper.takeReady(1 << 20).size();
    }
    std::size_t keptOf(const recording::Segment& answer) { return keptOf(answer.SerializeAsString()); }

    CodeKeeper keeper;
    ModuleNames names = moduleNames();
    std::vector<std::uint64_t> offsets;
};

} // namespace

class CodeKeeperTest : public QObject {
    Q_OBJECT

private slots:
    void aFunctionIsKeptOnce() {
        Asked asked;
        QCOMPARE(asked.offsets, std::vector<std::uint64_t>{0x2000});
        QVERIFY(asked.keeper.awaitsAnswer());
        QCOMPARE(asked.keptOf(answerOf({0x1ff8})), std::size_t{1});
        QVERIFY(!asked.keeper.awaitsAnswer());
        for (const std::uint64_t address : {0x1ff8, 0x2000, 0x2007})
            asked.keeper.count(module, 9, address, address, 100);
        asked.keeper.rank(1);
        QCOMPARE(asked.keeper.ask().offsets.size(), std::size_t{0});
    }
    void anAnswerInManyPacketsIsKept() {
        QCOMPARE(Asked().keptOf(answerOf({0x2000}).SerializeAsString(), 3), std::size_t{1});
    }
    void theMostHitFunctionsAreReadFirst() {
        CodeKeeper keeper(1 << 20);
        keeper.setRecordingCost(0, 0);
        for (std::uint32_t function = 0; function < 20; ++function)
            keeper.count(module, function, function * 64, function * 64, 1 + function);
        keeper.count(module, 2, 2 * 64 + 5, 2 * 64 + 5, 90); // the same function at another address
        keeper.rank(4);
        QCOMPARE(keeper.wanted(), std::size_t{18});
        QCOMPARE(keeper.ask().offsets,
                 (std::vector<std::uint64_t>{128, 1216, 1152, 1088, 1024, 960, 896, 832}));
    }
    void codeMayAddAShareOfTheRecording() {
        CodeKeeper keeper(1 << 20);
        keeper.count(module, 0, 0x2000, 0x2000, 5);
        keeper.rank(1);
        QVERIFY(keeper.ask().offsets.empty()); // nothing is allowed before the first segment
        CodeKeeper none(0);
        none.setRecordingCost(10'000'000, 0);
        none.count(module, 0, 0x2000, 0x2000, 5);
        none.rank(1);
        QVERIFY(none.ask().offsets.empty());
        QCOMPARE(Asked(40).keptOf(answerOf({0x2000})), std::size_t{0});
    }
    void readingThatTakesTooLongEnds() {
        Asked asked;
        sandbox::Code slow;
        slow.set_is_last(true);
        slow.set_cost(5'000'000'000);
        asked.keeper.take(module, ModuleNumber(3), 7, asked.names, slow);
        asked.keeper.count(module, 1, 0x3000, 0x3000, 9);
        asked.keeper.rank(1);
        QVERIFY(!asked.keeper.hasQuestions());
        QVERIFY(asked.keeper.ask().offsets.empty());
    }
    void afterTheChildWasReplacedItIsAskedAgainUnlessItDiedOfIt() {
        Asked asked;
        asked.keeper.askAgain();
        QCOMPARE(asked.keeper.ask().offsets, std::vector<std::uint64_t>{0x2000});
        asked.keeper.refuse(module);
        asked.keeper.count(module, 0, 0x2000, 0x2000, 50);
        asked.keeper.rank(1);
        QVERIFY(asked.keeper.ask().offsets.empty());
    }
    void functionsThatWereNotSentAreSentLater() {
        Asked asked;
        sandbox::Code packet;
        packet.set_part(answerOf({0x2000}).SerializeAsString());
        packet.set_is_last(true);
        asked.keeper.take(module, ModuleNumber(3), 7, asked.names, packet);
        auto functions = asked.keeper.takeReady(1);
        QCOMPARE(functions.size(), std::size_t{1});
        QVERIFY(!asked.keeper.hasReady());
        asked.keeper.putBack(std::move(functions));
        QCOMPARE(asked.keeper.takeReady(1).size(), std::size_t{1});
    }

    void aHostileAnswerIsDropped_data() {
        using Change = std::function<void(recording::Segment&)>;
        QTest::addColumn<Change>("change");
        const auto row = [](const char* name, Change change) { QTest::newRow(name) << std::move(change); };
        row("a function that was not asked for",
            [](auto& segment) { segment.mutable_code(0)->set_part_start(0, 0x9000); });
        row("code before the module",
            [](auto& segment) { segment.mutable_code(0)->set_part_start(0, 0xff8); });
        row("code behind the module", [](auto& segment) {
            auto& code = *segment.mutable_code(0);
            code.mutable_bytes()->append(4, 'x');
            code.add_part_start(~std::uint64_t{0} - 10);
            code.add_part_size(4);
        });
        row("two mappings", [](auto& segment) { segment.add_mappings(); });
        row("no mapping", [](auto& segment) { segment.clear_mappings(); });
        row("a process", [](auto& segment) { segment.add_processes(); });
        row("a text that is too long", [](auto& segment) { segment.set_strings(1, std::string(3000, 'x')); });
        row("a text that is not there",
            [](auto& segment) { segment.mutable_code(0)->set_function_name(0, 2); });
        row("a huge part", [](auto& segment) { segment.mutable_code(0)->set_part_size(0, 0xffffffff); });
        row("a function above the limit", [](auto& segment) {
            auto& code = *segment.mutable_code(0);
            code.set_part_size(0, maximumKeptFunction + 1);
            code.set_bytes(std::string(maximumKeptFunction + 1, 'x'));
        });
        row("lines without frames", [](auto& segment) { segment.mutable_code(0)->add_line_delta(1); });
    }
    void aHostileAnswerIsDropped() {
        QFETCH(const std::function<void(recording::Segment&)>, change);
        auto answer = answerOf({0x2000});
        change(answer);
        Asked asked;
        QCOMPARE(asked.keptOf(answer), std::size_t{0});
        QVERIFY(!asked.keeper.awaitsAnswer());
        QCOMPARE(asked.keeper.bytes(), std::size_t{0});
    }
    void overlappingFunctionsOfOneAnswerAreKeptOnce() {
        QCOMPARE(Asked().keptOf(answerOf({0x2000, 0x1ff8})), std::size_t{1});
    }
    void anAnswerThatIsNoMessageOrTooLongIsDropped() {
        QCOMPARE(Asked().keptOf("\xff\xff\xff"), std::size_t{0});
        auto answer = answerOf({0x2000}).SerializeAsString();
        recording::Segment padding;
        padding.set_padding(std::string(CodeKeeper::maximumAnswer, 'x'));
        QCOMPARE(Asked().keptOf(answer + padding.SerializeAsString()), std::size_t{0});
    }
};

QTEST_GUILESS_MAIN(CodeKeeperTest)
#include "code_keeper_test.moc"
