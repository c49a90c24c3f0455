/// Unwind tables that arrive in pieces, in the kernel's real maps.
#include "recorder/unwind/unwind_table_store.h"
#include "tests/recorder/recorder_program.h"

#include <QTest>

using namespace candela;

namespace {

constexpr file_identity file{.inode = 7, .changed = 1, .device = 2, .generation = 0};

std::vector<unwind_row> someRows(std::uint32_t count) {
    std::vector<unwind_row> rows(count);
    for (std::uint32_t row = 0; row < count; ++row) {
        rows[row].pc = 16 * row;
        rows[row].cfa_rule = UNWIND_CFA_SP;
        rows[row].cfa_offset = static_cast<std::int32_t>(row);
    }
    return rows;
}

using TableAnswer = UnwindTableStore::Answer;

TableAnswer answerAt(UnwindTableStore& store, std::uint64_t offset) {
    unwind_row row{};
    return store.findRow(file.device, file.inode, offset, row);
}

} // namespace

class UnwindTableStoreTest : public QObject {
    Q_OBJECT

    std::unique_ptr<UnwindTableStore> m_store;

    void append(UnwindTableStore::Draft& draft, std::span<const unwind_row> rows, std::size_t atOnce) {
        for (; !rows.empty(); rows = rows.subspan(std::min(atOnce, rows.size())))
            m_store->append(draft, rows.first(std::min(atOnce, rows.size())));
    }

private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }
    void init() {
        auto store = UnwindTableStore::create([](const auto&) {}, {});
        QVERIFY2(store.has_value(), store ? "" : store.error().message.c_str());
        m_store = std::move(*store);
    }

    void piecesMakeOneTable_data() {
        QTest::addColumn<int>("atOnce");
        for (const int atOnce : {1, 1000, int(unwind_chunk_rows), 8192, 1 << 20})
            QTest::addRow("%d", atOnce) << atOnce;
    }
    void piecesMakeOneTable() {
        QFETCH(int, atOnce);
        const auto rows = someRows(3 * unwind_chunk_rows + 5);
        auto draft = m_store->begin(file, rows.size());
        append(draft, rows, static_cast<std::size_t>(atOnce));
        QCOMPARE(answerAt(*m_store, 0), TableAnswer::NoTable); // there is no table before it is complete
        m_store->finish(std::move(draft));
        QCOMPARE(m_store->usedChunks(), std::size_t{4});
        constexpr std::uint32_t chunk = unwind_chunk_rows;
        for (const std::uint32_t number : {0u, 1u, chunk - 1, chunk, 2 * chunk, 3 * chunk + 4}) {
            unwind_row row{};
            QCOMPARE(m_store->findRow(file.device, file.inode, 16 * number + 15, row), TableAnswer::Row);
            QCOMPARE(row.cfa_offset, static_cast<std::int32_t>(number));
        }
    }

    void rowsOutOfOrderLeaveNone() {
        auto rows = someRows(2 * unwind_chunk_rows);
        rows[unwind_chunk_rows + 1].pc = 1;
        auto draft = m_store->begin(file, rows.size());
        append(draft, rows, 100);
        m_store->finish(std::move(draft));
        QCOMPARE(answerAt(*m_store, 0), TableAnswer::NoRow);
        QCOMPARE(m_store->usedChunks(), std::size_t{0});
    }

    void moreOrFewerRowsThanAnnouncedLeaveNone() {
        for (const std::size_t announced : {std::size_t{1500}, std::size_t{2500}}) {
            const auto rows = someRows(2000);
            auto draft = m_store->begin(file, announced);
            append(draft, rows, 500);
            m_store->finish(std::move(draft));
            QCOMPARE(answerAt(*m_store, 0), TableAnswer::NoRow);
            QCOMPARE(m_store->usedChunks(), std::size_t{0});
        }
    }

    void aTableThatIsAbandonedGivesItsRoomBack() {
        // Uses the maximum number of chunks. If the directory kept one entry, a table would not fit.
        const auto most = m_store->limits().chunks * unwind_chunk_rows;
        for (int turn = 0; turn < 20; ++turn) {
            auto draft = m_store->begin(file, most);
            append(draft, someRows(5 * unwind_chunk_rows - 1), 1000);
            QCOMPARE(m_store->usedChunks(), std::size_t{4});
            m_store->abandon(std::move(draft));
            QCOMPARE(m_store->usedChunks(), std::size_t{0});
        }
        QCOMPARE(answerAt(*m_store, 0), TableAnswer::NoTable);
        m_store->insert(file, someRows(10));
        QCOMPARE(answerAt(*m_store, 0), TableAnswer::Row);
    }

    void aTableOfGeneratedCodeReplacesTheOldOne() {
        constexpr file_identity code{
            .inode = 7, .changed = 1, .device = UNWIND_GENERATED_DEVICE, .generation = 1};
        const auto makeTable = [&](std::uint32_t count) {
            auto draft = m_store->beginGenerated(code, 0x7000, count);
            m_store->append(draft, someRows(count));
            m_store->finish(std::move(draft));
        };
        unwind_row row{};
        makeTable(10);
        QCOMPARE(m_store->findRow(code.device, code.inode, 16 * 9, row), TableAnswer::Row);
        QCOMPARE(row.cfa_offset, 9);
        makeTable(20);
        QCOMPARE(m_store->findRow(code.device, code.inode, 16 * 19, row), TableAnswer::Row);
        QCOMPARE(row.cfa_offset, 19);
        QCOMPARE(m_store->files(), std::size_t{1});
        for (int tick = 0; tick < 5; ++tick)
            m_store->tick();
        QCOMPARE(m_store->usedChunks(), std::size_t{1}); // the old table's chunks are free again
        m_store->forget(code);
        QVERIFY(m_store->contains(code)); // forget() keeps a table that exists
        m_store->removeGenerated(8);
        QVERIFY(m_store->contains(code));
        m_store->removeGenerated(7);
        QVERIFY(!m_store->contains(code));
        QCOMPARE(m_store->findRow(code.device, code.inode, 0, row), TableAnswer::NoTable);
        for (int tick = 0; tick < 5; ++tick)
            m_store->tick();
        QCOMPARE(m_store->usedChunks(), std::size_t{0});
    }

    void ofTablesInUseTheLargestMakesRoom() {
        auto store = UnwindTableStore::create([](const auto&) {}, {.chunks = 10, .files = 100});
        QVERIFY(store);
        auto& few = **store;
        const auto fileOf = [](std::uint64_t inode) { return file_identity{inode, 1, 2, 0}; };
        const auto insert = [&](std::uint64_t inode, std::uint32_t chunks) {
            few.insert(fileOf(inode), someRows(chunks * unwind_chunk_rows));
        };
        insert(1, 3);
        insert(2, 6);
        insert(3, 1);
        QCOMPARE(few.usedChunks(), 10u);
        insert(4, 4);
        // Kernel programs may still be reading an evicted table.
        QVERIFY(!few.contains(fileOf(4)));
        QVERIFY(few.awaitsRoom(2, 4));
        QVERIFY(few.contains(fileOf(1)) && !few.contains(fileOf(2)) && few.contains(fileOf(3)));
        for (int tick = 0; tick < 5; ++tick)
            few.tick();
        QVERIFY(!few.awaitsRoom(2, 4));
        QCOMPARE(few.usedChunks(), 4u);
        insert(4, 4);
        QVERIFY(few.contains(fileOf(4)));
        QCOMPARE(few.usedChunks(), 8u);
        QCOMPARE(few.evicted(), 1u);
    }
    void aTableThatIsTooLargeCountsAsNone() {
        const auto rows = someRows(10);
        for (const auto announced :
             {m_store->limits().chunks * unwind_chunk_rows + 1, std::numeric_limits<std::size_t>::max()}) {
            auto draft = m_store->begin(file, announced);
            m_store->append(draft, rows);
            m_store->finish(std::move(draft));
            QCOMPARE(answerAt(*m_store, 0), TableAnswer::NoRow);
            QCOMPARE(m_store->usedChunks(), std::size_t{0});
        }
    }
};

QTEST_GUILESS_MAIN(UnwindTableStoreTest)
#include "unwind_table_store_test.moc"
