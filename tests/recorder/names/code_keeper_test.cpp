/// Which functions' code is read, and what of the child's answers is kept: an answer is not trusted.
#include "model/profile/kept_code.h"
#include "recorder/names/code_keeper.h"

#include <QTest>

#include <functional>
#include <random>
#include <utility>

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

/// The instructions of a question.
std::vector<std::uint64_t> offsetsOf(const CodeKeeper::Question& question) {
    std::vector<std::uint64_t> offsets;
    for (const auto& function : question.functions)
        offsets.insert(offsets.end(), function.offsets.begin(), function.offsets.end());
    return offsets;
}

enum class IsFull : std::uint8_t { No, Yes };

void take(CodeKeeper& keeper, const recording::Segment& answer, IsFull isFull) {
    sandbox::Code packet;
    packet.set_part(answer.SerializeAsString());
    packet.set_is_last(true);
    packet.set_is_full(isFull == IsFull::Yes);
    keeper.take(module, ModuleNumber(3), 7, moduleNames(), packet);
}

using SizeOf = std::function<std::size_t(const CodeKeeper::Question::Function&)>;

/// The functions of a keeper that are taken for the recording until it asks for no more; each has that many
/// bytes that can't be compressed.
std::vector<KeptFunction> takenFrom(
    CodeKeeper& keeper, const SizeOf& sizeOf = [](const auto&) { return std::size_t{1000}; }) {
    std::minstd_rand random;
    while (true) {
        const auto question = keeper.ask();
        if (question.functions.empty()) return keeper.takeReady(1 << 20);
        recording::Segment answer;
        answer.add_mappings();
        answer.add_strings("");
        for (const auto& function : question.functions) {
            auto& code = *answer.add_code();
            code.set_machine(62);
            const auto size = sizeOf(function);
            for (std::size_t row = 0; row < size; ++row)
                code.mutable_bytes()->push_back(static_cast<char>(random() >> 8));
            code.add_part_start(function.offsets.front());
            code.add_part_size(size);
        }
        take(keeper, answer, IsFull::No);
    }
}

/// Counts hits of functions, each once more than the one before.
void countFunctions(CodeKeeper& keeper, std::uint32_t functions = 100) {
    for (std::uint32_t function = 0; function < functions; ++function) {
        const std::uint64_t offset = 0x2000 + function * 0x1000;
        keeper.count(module, function, offset, offset, 1 + function);
    }
}

/// A keeper that has asked for the function at 0x2000.
struct Asked {
    explicit Asked(std::size_t maximumBytes = 1 << 20) : keeper(maximumBytes) {
        keeper.setRecordingCost({10'000'000, 60'000'000'000, 10'000'000'000}, CodeKeeper::Stage::Ending);
        keeper.count(module, 0, 0x2000, 0x2000, 5);
        keeper.rank(1);
        offsets = offsetsOf(keeper.ask());
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
        QCOMPARE(offsetsOf(asked.keeper.ask()).size(), std::size_t{0});
    }
    void anAnswerInManyPacketsIsKept() {
        QCOMPARE(Asked().keptOf(answerOf({0x2000}).SerializeAsString(), 3), std::size_t{1});
    }
    void theMostHitFunctionsAreReadFirst() {
        CodeKeeper keeper(1 << 20);
        keeper.setRecordingCost({}, CodeKeeper::Stage::Ending);
        for (std::uint32_t function = 0; function < 20; ++function)
            keeper.count(module, function, function * 64, function * 64, 1 + function);
        keeper.count(module, 2, 2 * 64 + 5, 2 * 64 + 5, 90); // the same function at another address
        keeper.rank(4);
        QCOMPARE(keeper.wanted(), std::size_t{18});
        QCOMPARE(offsetsOf(keeper.ask()),
                 (std::vector<std::uint64_t>{133, 128, 1216, 1152, 1088, 1024, 960, 896, 832}));
    }
    void codeMayAddAShareOfTheRecording() {
        CodeKeeper keeper(1 << 20);
        keeper.count(module, 0, 0x2000, 0x2000, 5);
        keeper.rank(1);
        QVERIFY(offsetsOf(keeper.ask()).empty()); // nothing is allowed before the first segment
        CodeKeeper none(0);
        none.setRecordingCost({10'000'000, 0, 0}, CodeKeeper::Stage::Ending);
        none.count(module, 0, 0x2000, 0x2000, 5);
        none.rank(1);
        QVERIFY(offsetsOf(none.ask()).empty());
        QCOMPARE(Asked(40).keptOf(answerOf({0x2000})), std::size_t{0});
    }
    void codeAddsATenthOfTheBytesAndHalfOfItBeforeTheEnd() {
        CodeKeeper keeper(1 << 20);
        countFunctions(keeper);
        const auto reads = [&](std::uint64_t bytes, std::int64_t length, CodeKeeper::Stage stage) {
            keeper.setRecordingCost({bytes, length, 10'000'000'000}, stage);
            keeper.rank(1);
            const auto functions = takenFrom(keeper);
            std::size_t size = 0;
            for (const auto& function : functions)
                size += function.packedSize;
            keeper.countSent(size);
            return std::pair(functions.size(), size);
        };
        constexpr std::int64_t minute = 60'000'000'000;
        const auto [before, sizeBefore] = reads(200'000, minute, CodeKeeper::Stage::Recording);
        QCOMPARE(before, std::size_t{9});
        QVERIFY(sizeBefore > 9000 && sizeBefore <= 10'000);
        QCOMPARE(reads(200'000, minute, CodeKeeper::Stage::Recording).first, std::size_t{0});
        const auto [atTheEnd, sizeAtTheEnd] = reads(200'000, minute, CodeKeeper::Stage::Ending);
        QVERIFY(atTheEnd >= 9);
        QVERIFY(sizeBefore + sizeAtTheEnd <= 20'000);
    }
    void theHottestFunctionsHaveTheRoom() {
        CodeKeeper keeper(1 << 20);
        countFunctions(keeper);
        keeper.setRecordingCost({100'000, 60'000'000'000, 10'000'000'000}, CodeKeeper::Stage::Ending);
        keeper.rank(1);
        const auto functions = takenFrom(keeper);
        QCOMPARE(functions.size(), std::size_t{9});
        for (const auto& function : functions)
            QVERIFY(function.code.part_start(0) >= 0x2000 + 91 * 0x1000);
    }
    void functionsThatHadNoRoomInAnAnswerAreAskedForAgain() {
        CodeKeeper keeper(1 << 20);
        countFunctions(keeper, 3);
        keeper.setRecordingCost({10'000'000, 60'000'000'000, 10'000'000'000}, CodeKeeper::Stage::Ending);
        keeper.rank(1);
        QCOMPARE(offsetsOf(keeper.ask()), (std::vector<std::uint64_t>{0x4000, 0x3000, 0x2000}));
        take(keeper, answerOf({0x4000}), IsFull::Yes);
        QCOMPARE(offsetsOf(keeper.ask()), (std::vector<std::uint64_t>{0x3000, 0x2000}));
        take(keeper, answerOf({0x2000}), IsFull::No); // the other one has no code
        QVERIFY(offsetsOf(keeper.ask()).empty());
        QCOMPARE(keeper.takeReady(1 << 20).size(), std::size_t{2});
    }
    void functionsOfAnUnusableAnswerAreAskedForOneByOne() {
        CodeKeeper keeper(1 << 20);
        countFunctions(keeper, 3);
        keeper.setRecordingCost({10'000'000, 60'000'000'000, 10'000'000'000}, CodeKeeper::Stage::Ending);
        keeper.rank(1);
        QCOMPARE(offsetsOf(keeper.ask()).size(), std::size_t{3});
        auto unusable = answerOf({0x4000});
        unusable.mutable_code(0)->set_function_name(0, 9);
        take(keeper, unusable, IsFull::No);
        for (const std::uint64_t start : {0x4000, 0x3000, 0x2000}) {
            QCOMPARE(offsetsOf(keeper.ask()), std::vector<std::uint64_t>{start});
            take(keeper, start == 0x4000 ? unusable : answerOf({start}), IsFull::No);
        }
        QVERIFY(offsetsOf(keeper.ask()).empty());
        QCOMPARE(keeper.takeReady(1 << 20).size(), std::size_t{2});
        QCOMPARE(keeper.leftOut(), std::uint64_t{1});
    }
    void theHottestFunctionIsCutToItsRoomBeforeOthersHaveIt() {
        CodeKeeper keeper(1 << 20);
        keeper.count(module, 99, 0x100000, 0x100000, 5000);
        countFunctions(keeper, 20);
        keeper.setRecordingCost({1000, 60'000'000'000, 10'000'000'000}, CodeKeeper::Stage::Ending);
        keeper.rank(1);
        std::size_t largest = 0;
        const auto functions = takenFrom(keeper, [&](const CodeKeeper::Question::Function& function) {
            largest = std::max(largest, function.maximumBytes);
            const bool isHottest = function.offsets.front() == 0x100000;
            return isHottest ? std::min<std::size_t>(function.maximumBytes, 60'000) : std::size_t{300};
        });
        QVERIFY(largest <= 2048); // all the room
        QVERIFY(!functions.empty());
        std::size_t size = 0;
        const KeptFunction* hottest = nullptr;
        for (const auto& function : functions) {
            size += function.packedSize;
            if (function.code.part_start(0) == 0x100000) hottest = &function;
        }
        QVERIFY(size <= 2048);
        QVERIFY(hottest && hottest->code.bytes().size() > 1000);
    }
    void aFunctionIsLeftOutOnce() {
        CodeKeeper keeper(1 << 20);
        countFunctions(keeper, 1);
        for (int segment = 1; segment < 4; ++segment) {
            keeper.setRecordingCost({16'000u * unsigned(segment), 60'000'000'000, 10'000'000'000},
                                    CodeKeeper::Stage::Recording);
            keeper.rank(1);
            QVERIFY(takenFrom(keeper, [](const auto&) { return std::size_t{3000}; }).empty());
            QCOMPARE(keeper.leftOut(), std::uint64_t{1});
        }
        keeper.setRecordingCost({64'000, 60'000'000'000, 10'000'000'000}, CodeKeeper::Stage::Ending);
        keeper.rank(1);
        QCOMPARE(takenFrom(keeper, [](const auto&) { return std::size_t{3000}; }).size(), std::size_t{1});
        QCOMPARE(keeper.leftOut(), std::uint64_t{0});
    }
    void aFunctionThatWasLeftOutIsNotAskedForAgainWithoutEnd() {
        CodeKeeper keeper(1 << 20);
        countFunctions(keeper, 1);
        keeper.setRecordingCost({16'000, 60'000'000'000, 10'000'000'000}, CodeKeeper::Stage::Recording);
        keeper.rank(1);
        QVERIFY(takenFrom(keeper, [](const auto&) { return std::size_t{3000}; }).empty());
        keeper.setRecordingCost({1'000'000, 60'000'000'000, 10'000'000'000}, CodeKeeper::Stage::Recording);
        keeper.rank(1);
        QCOMPARE(offsetsOf(keeper.ask()), std::vector<std::uint64_t>{0x2000});
        take(keeper, answerOf({0x9000}), IsFull::No);
        keeper.rank(1);
        QVERIFY(offsetsOf(keeper.ask()).empty());
    }
    void aShortRecordingHasMore() {
        for (const auto& [length, functions] : {std::pair(4'000'000'000, 23), std::pair(6'000'000'000, 1)}) {
            CodeKeeper keeper(1 << 20);
            countFunctions(keeper);
            keeper.setRecordingCost({1000, length, 10'000'000'000}, CodeKeeper::Stage::Ending);
            keeper.rank(1);
            QCOMPARE(takenFrom(keeper).size(), std::size_t(functions));
        }
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
        QVERIFY(offsetsOf(asked.keeper.ask()).empty());
    }
    void afterTheChildWasReplacedItIsAskedAgainUnlessItDiedOfIt() {
        Asked asked;
        asked.keeper.askAgain();
        QCOMPARE(offsetsOf(asked.keeper.ask()), std::vector<std::uint64_t>{0x2000});
        asked.keeper.refuse(module);
        asked.keeper.count(module, 0, 0x2000, 0x2000, 50);
        asked.keeper.rank(1);
        QVERIFY(offsetsOf(asked.keeper.ask()).empty());
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
