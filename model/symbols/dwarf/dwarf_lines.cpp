#include "model/symbols/dwarf/dwarf_lines.h"

#include "model/base/leb128.h"
#include "model/symbols/dwarf/dwarf_line_header.h"

#include <dwarf.h>

#include <algorithm>

namespace candela {

namespace {

/// The maximum number of rows, many times that of the largest real unit; they take 128 MB, and as much again
/// while they are put in order.
constexpr std::size_t maximumRows = 8'000'000;
/// Compilers write more than this for a row.
constexpr std::size_t minimumBytesOfRow = 4;

} // namespace

/// Runs a line program: a state machine with the registers address, file and line, whose opcodes append rows.
class DwarfLines::Program {
public:
    Program(const LineHeader& header, std::vector<Row>& rows)
        : m_header(header), m_reader(header.program), m_rows(rows) {
        m_rows.reserve(std::min(header.program.size() / minimumBytesOfRow, maximumRows));
    }

    void run() {
        while (!m_reader.atEnd() && !m_reader.failed() && m_rows.size() < maximumRows) {
            const auto opcode = m_reader.read<std::uint8_t>();
            if (opcode >= m_header.opcodeBase)
                runSpecial(opcode);
            else if (opcode == 0)
                runExtended();
            else
                runStandard(opcode);
        }
        endSequence(); // for a program that is cut off
    }
    std::vector<Sequence> takeSequences() { return std::move(m_sequences); }

private:
    void runSpecial(std::uint8_t opcode) {
        const unsigned adjusted = static_cast<unsigned>(opcode - m_header.opcodeBase);
        advance(adjusted / m_header.lineRange);
        m_line +=
            static_cast<std::uint32_t>(m_header.lineBase + static_cast<int>(adjusted % m_header.lineRange));
        append();
    }

    void runExtended() {
        const auto length = readUnsignedLeb(m_reader);
        ByteReader reader(m_reader.bytes(std::min<std::uint64_t>(length, m_reader.remaining())));
        switch (reader.read<std::uint8_t>()) {
        case DW_LNE_end_sequence:
            return endSequence();
        case DW_LNE_set_address:
            m_address = reader.remaining() >= 8 ? reader.read<std::uint64_t>() : reader.read<std::uint32_t>();
            m_operation = 0;
            return;
        default:
            return; // discriminators, and extensions of compilers
        }
    }

    void runStandard(std::uint8_t opcode) {
        switch (opcode) {
        case DW_LNS_copy:
            return append();
        case DW_LNS_advance_pc:
            return advance(readUnsignedLeb(m_reader));
        case DW_LNS_advance_line:
            m_line += static_cast<std::uint32_t>(readSignedLeb(m_reader));
            return;
        case DW_LNS_set_file:
            m_file = static_cast<std::uint32_t>(readUnsignedLeb(m_reader));
            return;
        case DW_LNS_const_add_pc:
            return advance((255u - m_header.opcodeBase) / m_header.lineRange);
        case DW_LNS_fixed_advance_pc:
            m_address += m_reader.read<std::uint16_t>();
            m_operation = 0;
            return;
        default:
            for (unsigned operand = 0; operand < m_header.operandCounts[opcode]; ++operand)
                readUnsignedLeb(m_reader);
        }
    }

    void advance(std::uint64_t operations) {
        if (m_header.maximumOperations == 1) {
            m_address += operations * m_header.minimumInstructionLength;
            return;
        }
        const auto total = m_operation + operations;
        m_address += total / m_header.maximumOperations * m_header.minimumInstructionLength;
        m_operation = total % m_header.maximumOperations;
    }

    /// Appends a row. If several rows have one address, the last one counts; a row that equals the previous
    /// one is not added.
    void append() {
        if (m_rows.size() > m_sequenceStart) {
            auto& last = m_rows.back();
            if (last.address == m_address) {
                last.file = m_file;
                last.line = m_line;
                return;
            }
            if (last.file == m_file && last.line == m_line && last.address < m_address) return;
        }
        add({m_address, m_file, m_line});
    }

    /// The rows never take the memory of more than maximumRows.
    void add(const Row& row) {
        constexpr auto maximum = maximumRows + 1; // one more ends the last sequence
        if (m_rows.size() == m_rows.capacity()) m_rows.reserve(std::min(2 * m_rows.size() + 1, maximum));
        m_rows.push_back(row);
    }

    void endSequence() {
        // Linkers leave sequences at 0 (or 1) for code that they discarded.
        const bool isDiscarded = m_rows.size() > m_sequenceStart && m_rows[m_sequenceStart].address <= 1;
        if (isDiscarded) m_rows.resize(m_sequenceStart);
        if (m_rows.size() > m_sequenceStart) {
            add({m_address, noFile, 0});
            m_sequences.push_back({m_sequenceStart, m_rows.size()});
        }
        m_sequenceStart = m_rows.size();
        m_address = 0;
        m_operation = 0;
        m_file = 1;
        m_line = 1;
    }

    const LineHeader& m_header;
    ByteReader m_reader;
    std::vector<Row>& m_rows;
    std::vector<Sequence> m_sequences;
    std::size_t m_sequenceStart = 0;
    std::uint64_t m_address = 0;
    std::uint64_t m_operation = 0; // number of the operation within an instruction
    std::uint32_t m_file = 1;
    std::uint32_t m_line = 1;
};

DwarfLines::DwarfLines(const LineSections& sections, std::uint64_t offset,
                       std::string_view compilationDirectory)
    : m_compilationDirectory(compilationDirectory) {
    LineHeader header;
    if (!header.read(sections, offset)) return;
    std::vector<Row> rows;
    Program program(header, rows);
    program.run();
    setRows(std::move(rows), program.takeSequences());
    m_directories = std::move(header.directories);
    m_files = std::move(header.files);
}

/// Stores the rows in the order of their addresses. Within a sequence they already are, and sequences do not
/// overlap, unless the table is damaged.
void DwarfLines::setRows(std::vector<Row> rows, std::vector<Sequence> sequences) {
    // Where one sequence ends and the next begins, the begin counts.
    const auto comesBefore = [](const Row& left, const Row& right) {
        if (left.address != right.address) return left.address < right.address;
        return left.file == noFile && right.file != noFile;
    };
    if (std::ranges::is_sorted(rows, comesBefore)) {
        m_rows = std::move(rows);
        return m_rows.shrink_to_fit();
    }
    std::ranges::stable_sort(sequences, {},
                             [&](const Sequence& sequence) { return rows[sequence.begin].address; });
    m_rows.reserve(rows.size());
    for (const auto& [begin, end] : sequences)
        m_rows.insert(m_rows.end(), rows.data() + begin, rows.data() + end);
    if (std::ranges::is_sorted(m_rows, comesBefore)) return;
    m_rows = std::move(rows);
    std::ranges::stable_sort(m_rows, comesBefore);
    m_rows.shrink_to_fit();
}

std::optional<DwarfLines::SourceLine> DwarfLines::find(std::uint64_t address) const {
    const auto after = std::upper_bound(m_rows.begin(), m_rows.end(), address,
                                        [](std::uint64_t at, const Row& row) { return at < row.address; });
    if (after == m_rows.begin() || std::prev(after)->file == noFile) return {};
    return SourceLine{std::prev(after)->file, std::prev(after)->line};
}

void DwarfLines::addBoundaries(AddressRange range, std::vector<std::uint64_t>& boundaries) const {
    auto row = std::ranges::lower_bound(m_rows, range.begin, {}, &Row::address);
    for (; row != m_rows.end() && row->address < range.end; ++row)
        boundaries.push_back(row->address);
}

std::string DwarfLines::path(std::uint64_t file) const {
    if (file >= m_files.size() || m_files[file].name.empty()) return {};
    const auto& [name, directoryNumber] = m_files[file];
    if (name.starts_with('/')) return std::string(name);
    std::string_view directory = directoryNumber < m_directories.size() ? m_directories[directoryNumber] : "";
    std::string result;
    // Directory 0 is the compilation directory itself; the others may be relative to it.
    if (directoryNumber == 0 || !directory.starts_with('/')) result = m_compilationDirectory;
    if (directoryNumber == 0) directory = {};
    for (const auto part : {directory, name}) {
        if (part.empty()) continue;
        if (!result.empty()) result += '/';
        result += part;
    }
    return result;
}

std::size_t DwarfLines::byteSize() const {
    return m_rows.capacity() * sizeof(Row) + m_files.capacity() * sizeof(LineFile) +
           m_directories.capacity() * sizeof(std::string_view);
}

} // namespace candela
