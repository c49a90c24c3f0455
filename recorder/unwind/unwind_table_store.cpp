#include "recorder/unwind/unwind_table_store.h"

#include "recorder/base/clock.h"
#include "recorder/kernel/program.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <numeric>
#include <unistd.h>
#include <utility>

namespace candela {

namespace {

constexpr std::uint32_t wantedBytes = 64 << 10;
/// Kernel programs run for microseconds: after this many ticks, none still reads an entry that was removed
/// from the maps.
constexpr int ticksBeforeReuse = 2;
constexpr std::size_t maximumCopies = 64;
constexpr std::uint32_t noRun = std::numeric_limits<std::uint32_t>::max();

FileDescriptor createMap(bpf_map_type type, const char* name, std::uint32_t keySize, std::uint32_t valueSize,
                         std::uint32_t entries, std::uint32_t flags = 0) {
    bpf_map_create_opts options{};
    options.sz = sizeof options;
    options.map_flags = flags;
    return FileDescriptor(bpf_map_create(type, name, keySize, valueSize, entries, &options));
}

/// `rows` is not empty, sorted by pc, and fits into a chunk.
std::unique_ptr<unwind_chunk> fill(std::span<const unwind_row> rows) {
    auto chunk = std::make_unique<unwind_chunk>();
    chunk->first_pc = rows.front().pc;
    const auto bucketOf = [&](const unwind_row& row) {
        return (row.pc - chunk->first_pc) >> chunk->bucket_shift;
    };
    while (bucketOf(rows.back()) >= unwind_chunk_buckets)
        ++chunk->bucket_shift;
    std::copy(rows.begin(), rows.end(), chunk->rows);
    for (const auto& row : rows)
        ++chunk->rows_before[bucketOf(row) + 1];
    std::partial_sum(std::begin(chunk->rows_before), std::end(chunk->rows_before), chunk->rows_before);
    return chunk;
}

} // namespace

std::size_t UnwindTableStore::defaultMaximumChunks() {
    constexpr std::size_t chunkBytes = 8 << 10;
    constexpr std::size_t minimumChunks = 6000;
    constexpr std::size_t share = 64;
    const auto pages = std::max(::sysconf(_SC_PHYS_PAGES), 0L);
    const auto memory = static_cast<std::size_t>(pages) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return std::clamp<std::size_t>(memory / share / chunkBytes, minimumChunks, unwind_maximum_chunks);
}

UnwindTableStore::UnwindTableStore(WantedCallback onWanted, const Limits& limits)
    : m_onWanted(std::move(onWanted)), m_limits(limits), m_chunkIsUsed(unwind_maximum_chunks),
      m_directoryIsUsed(unwind_maximum_chunks) {
    m_limits.chunks = std::min<std::size_t>(m_limits.chunks, unwind_maximum_chunks);
    m_limits.files = std::min<std::size_t>(m_limits.files, unwind_maximum_files);
}

UnwindTableStore::~UnwindTableStore() {
    ring_buffer__free(m_reader);
}

Result<std::unique_ptr<UnwindTableStore>> UnwindTableStore::create(WantedCallback onWanted,
                                                                   const Limits& limits) {
    std::unique_ptr<UnwindTableStore> store(new UnwindTableStore(std::move(onWanted), limits));
    constexpr auto number = sizeof(std::uint32_t);
    store->m_chunks = createMap(BPF_MAP_TYPE_HASH, "unwind_chunks", number, sizeof(unwind_chunk),
                                unwind_maximum_chunks, BPF_F_NO_PREALLOC);
    store->m_directory =
        TRY(SharedArray<unwind_directory_entry>::create("unwind_directory", unwind_maximum_chunks));
    store->m_known = createMap(BPF_MAP_TYPE_HASH, "unwind_files", sizeof(file_identity), sizeof(unwind_file),
                               unwind_maximum_files);
    store->m_changes = createMap(BPF_MAP_TYPE_ARRAY, "unwind_changes", number, number, 1);
    store->m_wanted = createMap(BPF_MAP_TYPE_RINGBUF, "wanted_files", 0, 0, wantedBytes);
    for (const auto* map : {&store->m_chunks, &store->m_known, &store->m_changes, &store->m_wanted}) {
        if (!map->isOpen()) return std::unexpected(loadError(errno));
    }
    const auto take = [](void* context, void* record, std::size_t size) {
        if (size >= sizeof(file_wanted_event))
            static_cast<UnwindTableStore*>(context)->m_onWanted(
                *static_cast<const file_wanted_event*>(record));
        return 0;
    };
    store->m_reader = ring_buffer__new(store->m_wanted.get(), take, store.get(), nullptr);
    if (!store->m_reader) return std::unexpected(loadError(errno));
    return store;
}

Result<void> UnwindTableStore::share(bpf_object* object) const {
    TRY(shareTable(object, "unwind_chunks", m_chunks.get()));
    TRY(shareTable(object, "unwind_directory", m_directory.descriptor()));
    TRY(shareTable(object, "unwind_files", m_known.get()));
    TRY(shareTable(object, "unwind_changes", m_changes.get()));
    return shareTable(object, "wanted_files", m_wanted.get());
}

void UnwindTableStore::takeWanted() {
    ring_buffer__consume(m_reader);
}

int UnwindTableStore::descriptor() const {
    return ring_buffer__epoll_fd(m_reader);
}

bool UnwindTableStore::setFile(const file_identity& file, const unwind_file& known) {
    if (bpf_map_update_elem(m_known.get(), &file, &known, BPF_ANY) == 0) return true;
    return evictLeastUsed() && bpf_map_update_elem(m_known.get(), &file, &known, BPF_ANY) == 0;
}

UnwindTableStore::Draft UnwindTableStore::begin(const file_identity& file, std::size_t rows) {
    Draft draft(file, rows);
    const auto chunks = (rows + unwind_chunk_rows - 1) / unwind_chunk_rows;
    switch (makeRoom(chunks)) {
    case Room::Now:
        draft.m_table.directoryBegin = findDirectoryRun(chunks);
        draft.m_table.directorySize = static_cast<std::uint32_t>(chunks);
        std::fill_n(m_directoryIsUsed.begin() + draft.m_table.directoryBegin, chunks, true);
        break;
    case Room::Soon:
        draft.m_state = Draft::State::Later;
        break;
    case Room::Never:
        draft.m_state = Draft::State::WithoutRows;
        break;
    }
    return draft;
}

UnwindTableStore::Draft UnwindTableStore::beginGenerated(const file_identity& file, std::uint64_t base,
                                                         std::size_t rows) {
    auto draft = begin(file, rows);
    draft.m_isGenerated = true;
    draft.m_base = base;
    return draft;
}

void UnwindTableStore::append(Draft& draft, std::span<const unwind_row> rows) {
    if (draft.m_state != Draft::State::Open) return;
    if (rows.empty()) return;
    if (rows.size() > draft.m_rowsToCome || rows.front().pc < draft.m_lastPc ||
        !std::ranges::is_sorted(rows, {}, &unwind_row::pc))
        return dropRows(draft);
    draft.m_rowsToCome -= rows.size();
    draft.m_lastPc = rows.back().pc;
    while (!rows.empty()) {
        const auto some = rows.first(std::min(rows.size(), unwind_chunk_rows - draft.m_chunk.size()));
        draft.m_chunk.insert(draft.m_chunk.end(), some.begin(), some.end());
        rows = rows.subspan(some.size());
        const bool isFull = draft.m_chunk.size() == unwind_chunk_rows;
        if (isFull && !storeChunk(draft.m_table, draft.m_chunk)) return dropRows(draft);
    }
}

/// The draft becomes a table without rows.
void UnwindTableStore::dropRows(Draft& draft) {
    release(draft.m_table);
    draft.m_table = {};
    draft.m_state = Draft::State::WithoutRows;
}

void UnwindTableStore::finish(Draft draft) {
    if (draft.m_state == Draft::State::Open && !draft.m_chunk.empty() &&
        !storeChunk(draft.m_table, draft.m_chunk))
        dropRows(draft);
    if (draft.m_state == Draft::State::Open && draft.m_rowsToCome > 0) dropRows(draft);
    const bool isKnown = m_files.contains(draft.m_file);
    if (draft.m_state == Draft::State::Later && !isKnown) return m_awaitingRoom.push_back(draft.m_file);
    if (draft.m_state == Draft::State::Later || (isKnown && !draft.m_isGenerated))
        return abandon(std::move(draft));
    if (!isKnown && m_files.size() >= m_limits.files) evictLeastUsed();
    unwind_file known{};
    known.state = unwind_file_empty;
    known.last_used = std::numeric_limits<std::uint32_t>::max(); // the maximum, until a kernel program stores
                                                                 // when it was used
    if (draft.m_state == Draft::State::Open) {
        known.state = unwind_file_ready;
        known.number = ++m_lastNumber;
        known.directory_begin = draft.m_table.directoryBegin;
        known.directory_size = draft.m_table.directorySize;
        known.is_watched = draft.m_isGenerated;
        known.base = draft.m_base;
    }
    if (!setFile(draft.m_file, known)) return release(draft.m_table);
    auto& table = m_files[draft.m_file];
    if (!table.chunks.empty()) m_leaving.push_back({std::move(table), 0});
    table = std::move(draft.m_table);
    if (isKnown) announceChanges();
    m_latest[{draft.m_file.device, draft.m_file.inode}] = draft.m_file;
}

void UnwindTableStore::abandon(Draft draft) {
    release(draft.m_table);
    if (!m_files.contains(draft.m_file)) forget(draft.m_file);
}

void UnwindTableStore::insert(const file_identity& file, std::span<const unwind_row> rows) {
    auto draft = begin(file, rows.size());
    append(draft, rows);
    finish(std::move(draft));
}

UnwindTableStore::Answer UnwindTableStore::findRow(std::uint32_t device, std::uint64_t inode,
                                                   std::uint64_t offset, unwind_row& row) {
    const auto latest = m_latest.find({device, inode});
    if (latest == m_latest.end()) return Answer::NoTable;
    const auto file = m_files.find(latest->second);
    if (file == m_files.end()) return Answer::NoTable;
    const auto& table = file->second;
    const auto behind = std::upper_bound(table.firstPcs.begin(), table.firstPcs.end(), offset);
    if (behind == table.firstPcs.begin()) return Answer::NoRow;
    const auto* chunk = copyOf(table.chunks[static_cast<std::size_t>(behind - table.firstPcs.begin()) - 1]);
    if (!chunk) return Answer::NoRow;
    const auto rows = std::span(chunk->rows).first(chunk->rows_before[unwind_chunk_buckets]);
    const auto after = std::upper_bound(
        rows.begin(), rows.end(), offset,
        [](std::uint64_t value, const unwind_row& candidate) { return value < candidate.pc; });
    if (after == rows.begin()) return Answer::NoRow;
    row = *(after - 1);
    return row.cfa_rule == UNWIND_CFA_NONE ? Answer::NoRow : Answer::Row;
}

const unwind_chunk* UnwindTableStore::copyOf(std::uint32_t chunk) {
    if (const auto known = m_copies.find(chunk); known != m_copies.end()) return known->second.get();
    if (m_copies.size() >= maximumCopies) m_copies.clear();
    auto copy = std::make_unique<unwind_chunk>();
    if (bpf_map_lookup_elem(m_chunks.get(), &chunk, copy.get()) != 0) return nullptr;
    return m_copies.emplace(chunk, std::move(copy)).first->second.get();
}

bool UnwindTableStore::awaitsRoom(std::uint32_t device, std::uint64_t inode) const {
    return std::any_of(m_awaitingRoom.begin(), m_awaitingRoom.end(),
                       [&](const auto& file) { return file.device == device && file.inode == inode; });
}

void UnwindTableStore::forget(const file_identity& file) {
    if (!contains(file)) bpf_map_delete_elem(m_known.get(), &file);
}

void UnwindTableStore::remove(const file_identity& file) {
    if (contains(file)) {
        evict({file});
        announceChanges();
    }
    forget(file);
}

void UnwindTableStore::removeGenerated(std::int32_t pid) {
    const auto latest = m_latest.find({UNWIND_GENERATED_DEVICE, static_cast<std::uint64_t>(pid)});
    if (latest != m_latest.end()) remove(Identity(latest->second));
}

void UnwindTableStore::watch(const file_identity& file, Watch watch) {
    unwind_file known{};
    if (bpf_map_lookup_elem(m_known.get(), &file, &known) != 0 || known.state != unwind_file_ready) return;
    known.is_watched = watch == Watch::Yes;
    known.is_asked_again = 0;
    bpf_map_update_elem(m_known.get(), &file, &known, BPF_EXIST);
    announceChanges();
}

std::uint32_t UnwindTableStore::lastUsed(const file_identity& file) const {
    unwind_file known{};
    return bpf_map_lookup_elem(m_known.get(), &file, &known) == 0 ? known.last_used : 0;
}

UnwindTableStore::Room UnwindTableStore::makeRoom(std::size_t chunks) {
    if (chunks == 0 || chunks > m_limits.chunks) return Room::Never;
    const auto leaving = [&] {
        std::size_t sum = 0;
        for (const auto& entry : m_leaving)
            sum += entry.table.chunks.size();
        return sum;
    };
    while (m_usedChunks - leaving() + chunks > m_limits.chunks && evictLeastUsed()) {
    }
    const bool isFree = m_usedChunks + chunks <= m_limits.chunks;
    if (isFree && findDirectoryRun(chunks) != noRun) return Room::Now;
    if (isFree && m_leaving.empty()) evictLeastUsed(); // the directory has no free run
    return Room::Soon;
}

/// Evicts the least recently used tables; among those in use, the largest, so that few files lose theirs.
/// Evicts a thirty-second of all at once, because asking the kernel when each was used takes long. False if
/// there is nothing to evict. What they held is free only after some ticks.
bool UnwindTableStore::evictLeastUsed() {
    struct Candidate {
        std::uint32_t lastUsed;
        std::size_t chunks;
        Identity file;
    };
    // In use: in the current unit of time, or in the one before.
    const auto inUse = static_cast<std::uint32_t>(monotonicTime() >> unwind_use_shift) - 1;
    std::vector<Candidate> candidates;
    for (const auto& [identity, table] : m_files) {
        unwind_file known{};
        const file_identity& key = identity;
        if (bpf_map_lookup_elem(m_known.get(), &key, &known) != 0) known.last_used = 0;
        candidates.push_back({std::min(known.last_used, inUse), table.chunks.size(), identity});
    }
    if (candidates.empty()) return false;
    const auto count = static_cast<std::ptrdiff_t>((candidates.size() + 31) / 32);
    std::nth_element(candidates.begin(), candidates.begin() + count - 1, candidates.end(),
                     [](const auto& left, const auto& right) {
                         return left.lastUsed != right.lastUsed ? left.lastUsed < right.lastUsed
                                                                : left.chunks > right.chunks;
                     });
    for (auto entry = candidates.begin(); entry != candidates.begin() + count; ++entry) {
        evict(entry->file);
        ++m_evicted;
    }
    announceChanges();
    return true;
}

/// Makes kernel programs look up their remembered files again.
void UnwindTableStore::announceChanges() {
    constexpr std::uint32_t zero = 0;
    ++m_fileChanges;
    bpf_map_update_elem(m_changes.get(), &zero, &m_fileChanges, BPF_ANY);
}

void UnwindTableStore::evict(const Identity& identity) {
    const file_identity& key = identity;
    bpf_map_delete_elem(m_known.get(), &key);
    if (const auto latest = m_latest.find({key.device, key.inode});
        latest != m_latest.end() && latest->second == identity)
        m_latest.erase(latest);
    const auto file = m_files.find(identity);
    m_leaving.push_back({std::move(file->second), 0});
    m_files.erase(file);
}

std::uint32_t UnwindTableStore::findDirectoryRun(std::size_t size) const {
    std::size_t length = 0;
    for (std::uint32_t index = 0; index < m_directoryIsUsed.size(); ++index) {
        length = m_directoryIsUsed[index] ? 0 : length + 1;
        if (length == size) return index + 1 - static_cast<std::uint32_t>(size);
    }
    return noRun;
}

/// Stores the chunk, and puts it into the next entry of the table's run of the directory. `chunk` has at most
/// unwind_chunk_rows rows, and is empty afterwards.
bool UnwindTableStore::storeChunk(Table& table, std::vector<unwind_row>& chunk) {
    const auto firstPc = chunk.front().pc;
    const auto filled = fill(chunk);
    const auto free = std::find(m_chunkIsUsed.begin() + static_cast<std::ptrdiff_t>(m_firstFreeChunk),
                                m_chunkIsUsed.end(), false);
    const auto number = static_cast<std::uint32_t>(free - m_chunkIsUsed.begin());
    const auto index = table.directoryBegin + static_cast<std::uint32_t>(table.chunks.size());
    if (free == m_chunkIsUsed.end() || index >= m_directory.size() ||
        bpf_map_update_elem(m_chunks.get(), &number, filled.get(), BPF_ANY) != 0)
        return false;
    // No kernel program reads the table's run of the directory before setFile().
    m_directory[index] = {firstPc, number};
    *free = true;
    m_firstFreeChunk = number + 1;
    ++m_usedChunks;
    table.chunks.push_back(number);
    table.firstPcs.push_back(firstPc);
    chunk.clear();
    return true;
}

void UnwindTableStore::release(const Table& table) {
    for (const auto number : table.chunks) {
        bpf_map_delete_elem(m_chunks.get(), &number);
        m_chunkIsUsed[number] = false;
        m_firstFreeChunk = std::min<std::size_t>(m_firstFreeChunk, number);
        m_copies.erase(number);
    }
    m_usedChunks -= table.chunks.size();
    std::fill_n(m_directoryIsUsed.begin() + table.directoryBegin, table.directorySize, false);
}

void UnwindTableStore::tick() {
    const auto released = std::erase_if(m_leaving, [&](Leaving& leaving) {
        if (++leaving.ticks <= ticksBeforeReuse) return false;
        release(leaving.table);
        return true;
    });
    if (released == 0 && !m_leaving.empty()) return; // no chunk was released
    for (const auto& file : std::exchange(m_awaitingRoom, {}))
        forget(file);
}

} // namespace candela
