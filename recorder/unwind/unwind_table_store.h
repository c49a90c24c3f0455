/// The unwind tables that kernel programs walk user stacks with: maps in the kernel, filled from here. A
/// file's table comes whole and goes whole; what was not used for longest goes when there are too many rows.
#pragma once

#include "bpf/unwind_tables.h"
#include "model/base/file.h"
#include "model/base/result.h"
#include "recorder/unwind/unwind_table_turns.h"

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

struct bpf_object;
struct ring_buffer;

namespace candela {

class UnwindTableStore {
public:
    /// A sixty-fourth of the machine's memory: room for 49 MB at least, and 268 at most. It is taken when
    /// there are tables for it.
    static std::size_t defaultMaximumChunks();
    struct Limits {
        std::size_t chunks = defaultMaximumChunks(); ///< of unwind_chunk_rows rows, in the kernel: 8 KiB each
        /// Those without a table count, too. Below unwind_maximum_files, so that programs always find room to
        /// say that they met another one.
        std::size_t files = unwind_maximum_files / 4 * 3;
    };
    using WantedCallback = std::function<void(const file_wanted_event&)>;

    /// Makes the maps. `onWanted` is called from takeWanted() for each file that a sample met first.
    static Result<std::unique_ptr<UnwindTableStore>> create(WantedCallback onWanted, const Limits& limits);
    UnwindTableStore(const UnwindTableStore&) = delete;
    UnwindTableStore& operator=(const UnwindTableStore&) = delete;
    ~UnwindTableStore();

    /// Gives a program that is about to be loaded these maps instead of its own.
    Result<void> share(bpf_object* object) const;
    void takeWanted();
    /// Readable when a file is wanted.
    int descriptor() const;

    /// A table that comes in pieces.
    class Draft;
    /// Begins the table of a file that will have so many rows; none: the file has no unwind information.
    /// Where there is no room it evicts others, and the file awaits their room: when that is free the file is
    /// forgotten, so that it is asked for again. A table that is too large at all counts as one without rows.
    Draft begin(const file_identity& file, std::size_t rows);
    /// The table of a process's generated code, whose rows count from an address on. It replaces an earlier
    /// one, and programs ask for it again where it lacks a row.
    Draft beginGenerated(const file_identity& file, std::uint64_t base, std::size_t rows);
    /// The next rows, sorted by pc. Rows out of order, or more than there were to be, leave a table without
    /// any.
    void append(Draft& draft, std::span<const unwind_row> rows);
    /// From here on programs find it.
    void finish(Draft draft);
    /// The table won't come.
    void abandon(Draft draft);
    /// All at once.
    void insert(const file_identity& file, std::span<const unwind_row> rows);
    enum class Answer : std::uint8_t { NoTable, NoRow, Row };
    /// What a walk in user space asks for: the row that holds at an offset of the file, whenever that was
    /// last written.
    Answer findRow(std::uint32_t device, std::uint64_t inode, std::uint64_t offset, unwind_row& row);
    /// The table can't be had now: the next sample asks again. One that is there stays.
    void forget(const file_identity& file);
    /// The table is removed; the next sample that needs it asks for it.
    void remove(const file_identity& file);
    /// The same for the code that the process of that number generated.
    void removeGenerated(std::int32_t pid);
    enum class Watch : std::uint8_t { No, Yes };
    /// Whether programs ask again for the table of generated code where it lacks a row; each asks once more.
    void watch(const file_identity& file, Watch watch);
    bool contains(const file_identity& file) const { return m_files.contains(Identity{file}); }
    /// Whether a file of that device and inode waits for the room of tables that leave.
    bool awaitsRoom(std::uint32_t device, std::uint64_t inode) const;
    /// As unwind_file has it; 0 where the file is not known.
    std::uint32_t lastUsed(const file_identity& file) const;
    /// A few times a second: gives back the room of tables that no program can be reading any more.
    void tick();

    std::size_t usedChunks() const { return m_usedChunks; }
    const Limits& limits() const { return m_limits; }
    std::uint64_t evicted() const { return m_evicted; }
    std::size_t files() const { return m_files.size(); }

private:
    using Identity = UnwindTableKey;
    struct Table {
        std::uint32_t directoryBegin = 0;
        std::uint32_t directorySize = 0;
        std::vector<std::uint32_t> chunks;
        std::vector<std::uint32_t> firstPcs; // of each chunk
    };
    struct Leaving {
        Table table;
        int ticks = 0;
    };

    UnwindTableStore(WantedCallback onWanted, const Limits& limits);
    enum class Room : std::uint8_t { Now, Soon, Never };
    Room makeRoom(std::size_t chunks);
    bool evictLeastUsed();
    void evict(const Identity& file);
    void announceChanges();
    bool storeChunk(Table& table, std::vector<unwind_row>& chunk);
    std::uint32_t findDirectoryRun(std::size_t size) const;
    void release(const Table& table);
    void dropRows(Draft& draft);
    const unwind_chunk* copyOf(std::uint32_t chunk);
    bool setFile(const file_identity& file, const unwind_file& known);

    WantedCallback m_onWanted;
    Limits m_limits;
    FileDescriptor m_chunks, m_directory, m_known, m_changes, m_wanted;
    ring_buffer* m_reader = nullptr;
    absl::flat_hash_map<Identity, Table> m_files;
    absl::flat_hash_map<std::pair<std::uint32_t, std::uint64_t>, Identity> m_latest; // by device and inode
    absl::flat_hash_map<std::uint32_t, std::unique_ptr<unwind_chunk>>
        m_copies; // of a few chunks, for findRow()
    std::vector<Leaving> m_leaving;
    std::vector<Identity> m_awaitingRoom; // that of those who leave
    std::vector<bool> m_chunkIsUsed;
    std::size_t m_firstFreeChunk = 0; // or one before it
    std::vector<bool> m_directoryIsUsed;
    std::size_t m_usedChunks = 0;
    std::uint32_t m_lastNumber = 0;  // of a table
    std::uint32_t m_fileChanges = 0; // what the map m_changes says
    std::uint64_t m_evicted = 0;
};

class UnwindTableStore::Draft {
public:
    explicit Draft(const file_identity& file, std::size_t rows) : m_file{file}, m_rowsToCome(rows) {}

private:
    friend UnwindTableStore;
    enum class State : std::uint8_t { Open, WithoutRows, Later };

    Identity m_file;
    std::size_t m_rowsToCome = 0;
    State m_state = State::Open;
    bool m_isGenerated = false;
    std::uint64_t m_base = 0; // of generated code
    Table m_table;
    std::vector<unwind_row> m_chunk; // the last one, until it is full
    std::uint32_t m_lastPc = 0;
};

} // namespace candela
