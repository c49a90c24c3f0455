/// The unwind tables that kernel programs walk user stacks with: maps in the kernel, filled from here. A
/// file's table is added and removed as a whole; when there are too many rows, the least recently used table
/// is removed.
#pragma once

#include "bpf/unwind_tables.h"
#include "model/base/file.h"
#include "model/base/result.h"
#include "recorder/kernel/shared_array.h"
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
    /// The number of chunks in a sixty-fourth of the machine's memory, between 49 and 268 MB. Memory is
    /// allocated only as tables are added.
    static std::size_t defaultMaximumChunks();
    struct Limits {
        std::size_t chunks = defaultMaximumChunks(); ///< number of chunks of unwind_chunk_rows rows, in the
                                                     ///< kernel: 8 KiB each
        /// Counts files without a table, too. Less than unwind_maximum_files, so that programs can always
        /// report a new file.
        std::size_t files = unwind_maximum_files / 4 * 3;
    };
    using WantedCallback = std::function<void(const file_wanted_event&)>;

    /// Creates the maps. takeWanted() calls `onWanted` for each file that had its first sample.
    static Result<std::unique_ptr<UnwindTableStore>> create(WantedCallback onWanted, const Limits& limits);
    UnwindTableStore(const UnwindTableStore&) = delete;
    UnwindTableStore& operator=(const UnwindTableStore&) = delete;
    ~UnwindTableStore();

    /// Makes a program use these maps instead of its own; call it before the program is loaded.
    Result<void> share(bpf_object* object) const;
    void takeWanted();
    /// Readable when a file is wanted.
    int descriptor() const;

    /// A table that arrives in pieces.
    class Draft;
    /// Begins the table of a file with this many rows; none: the file has no unwind information. If there is
    /// no room, other tables are evicted and the file has to wait: once there is room, the file is forgotten,
    /// so that it is requested again. A table that exceeds the limits counts as one without rows.
    Draft begin(const file_identity& file, std::size_t rows);
    /// Begins the table of a process's generated code, whose rows are relative to `base`. It replaces an
    /// earlier one, and programs ask for the table again when they miss a row.
    Draft beginGenerated(const file_identity& file, std::uint64_t base, std::size_t rows);
    /// Appends the next rows, sorted by pc. Rows out of order, or more than were announced, leave a table
    /// without rows.
    void append(Draft& draft, std::span<const unwind_row> rows);
    /// Makes the table visible to kernel programs.
    void finish(Draft draft);
    /// Drops a table that won't be completed.
    void abandon(Draft draft);
    /// Stores a complete table: begin(), append() and finish().
    void insert(const file_identity& file, std::span<const unwind_row> rows);
    enum class Answer : std::uint8_t { NoTable, NoRow, Row };
    /// For walks in user space: the row that covers an offset of the file, in the file's newest table.
    Answer findRow(std::uint32_t device, std::uint64_t inode, std::uint64_t offset, unwind_row& row);
    /// To be called if the table can't be made now: the next sample asks for it again. An existing table
    /// stays.
    void forget(const file_identity& file);
    /// Removes the table; the next sample that needs it asks for it.
    void remove(const file_identity& file);
    /// The same for the table of the code that this process generated.
    void removeGenerated(std::int32_t pid);
    enum class Watch : std::uint8_t { No, Yes };
    /// Sets whether programs ask again for the table of generated code when it lacks a row. They ask only
    /// once.
    void watch(const file_identity& file, Watch watch);
    bool contains(const file_identity& file) const { return m_files.contains(Identity{file}); }
    /// Whether a file of that device and inode waits until tables that are being removed have made room.
    bool awaitsRoom(std::uint32_t device, std::uint64_t inode) const;
    /// The unit of time in unwind_file.last_used; 0 if the file is not known.
    std::uint32_t lastUsed(const file_identity& file) const;
    /// To be called a few times a second: frees the room of removed tables that no program can be reading any
    /// more.
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
        std::vector<std::uint32_t> firstPcs; // the first pc of each chunk
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
    FileDescriptor m_chunks, m_known, m_changes, m_wanted;
    SharedArray<unwind_directory_entry> m_directory;
    ring_buffer* m_reader = nullptr;
    absl::flat_hash_map<Identity, Table> m_files;
    absl::flat_hash_map<std::pair<std::uint32_t, std::uint64_t>, Identity> m_latest; // by device and inode
    absl::flat_hash_map<std::uint32_t, std::unique_ptr<unwind_chunk>>
        m_copies; // copies of a few chunks, for findRow()
    std::vector<Leaving> m_leaving;
    std::vector<Identity> m_awaitingRoom; // files that wait until tables that are being removed have made
                                          // room
    std::vector<bool> m_chunkIsUsed;
    std::size_t m_firstFreeChunk = 0; // no chunk before this one is free
    std::vector<bool> m_directoryIsUsed;
    std::size_t m_usedChunks = 0;
    std::uint32_t m_lastNumber = 0;  // number of the newest table
    std::uint32_t m_fileChanges = 0; // the value in the map m_changes
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
    std::uint64_t m_base = 0; // only for generated code: what pc is relative to
    Table m_table;
    std::vector<unwind_row> m_chunk; // the last chunk, until it is full
    std::uint32_t m_lastPc = 0;
};

} // namespace candela
