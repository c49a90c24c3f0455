#include "tests/benchmarks/synthetic_pprof.h"

#include "model/formats/encoding/wire_writer.h"
#include "model/formats/pprof/pprof_file.h"
#include "tests/benchmarks/synthetic_profile.h"

#include <fmt/core.h>

#include <array>
#include <optional>
#include <vector>

namespace candela {

namespace {

constexpr std::uint32_t syntheticSamples = 1'000'000;
constexpr std::uint32_t nodes = 300'000;
constexpr std::uint32_t threads = 64;
constexpr std::uint32_t walkers = 24; ///< nodes of the tree from which samples are taken at a time
constexpr std::uint32_t jitter = 24;  ///< maximum distance, in nodes, of samples from their walker
constexpr std::size_t maximumStackFrames = 120;
constexpr std::size_t unsharedFrames = 50;

/// Numbers of texts in the string table.
enum Text : std::uint64_t {
    Empty,
    SampleName,
    Count,
    ThreadKey,
    Path,
    FirstThread,
    FirstFunction = FirstThread + threads
};

/// The numbers of rows in the tables of a message.
struct TableSizes {
    std::uint32_t locations;
    std::uint32_t functions;
};
constexpr TableSizes sizesOfTree{60'000, 20'000};
constexpr TableSizes sizesOfUnshared{20'000, 20'000};

/// A pprof message that is written sample by sample.
class PprofText {
public:
    explicit PprofText(TableSizes sizes) : m_sizes(sizes) {
        WireWriter type;
        type.number(pprof_field::Type, SampleName);
        type.number(pprof_field::Unit, Count);
        m_out.message(pprof_field::SampleType, type);
    }

    /// Adds locations of the next sample, the leaf first.
    void addLocation(std::uint32_t id) { m_ids.varint(id); }
    void addSample(std::optional<std::uint32_t> thread = {}) {
        m_message.clear();
        m_message.message(pprof_field::LocationId, m_ids);
        m_message.number(pprof_field::Value, 1);
        if (thread) {
            WireWriter label;
            label.number(pprof_field::Key, ThreadKey);
            label.number(pprof_field::Text, FirstThread + *thread);
            m_message.message(pprof_field::Label, label);
        }
        m_out.message(pprof_field::Sample, m_message);
        m_ids.clear();
    }

    std::string finish() {
        writeLocations();
        writeTexts();
        return m_out.bytes();
    }

private:
    void writeLocations() {
        WireWriter mapping;
        mapping.number(pprof_field::MappingId, 1);
        mapping.number(pprof_field::MemoryStart, 0x400000);
        mapping.number(pprof_field::MemoryLimit, 0x4000000);
        mapping.number(pprof_field::FileName, Path);
        m_out.message(pprof_field::Mapping, mapping);
        for (std::uint32_t id = 1; id <= m_sizes.locations; ++id) {
            WireWriter line;
            line.number(pprof_field::LineFunction, 1 + id % m_sizes.functions);
            line.number(pprof_field::LineNumber, id % 1000);
            m_message.clear();
            m_message.number(pprof_field::LocationRowId, id);
            m_message.number(pprof_field::LocationMapping, 1);
            m_message.number(pprof_field::Address, 0x400000 + std::uint64_t{16} * id);
            m_message.message(pprof_field::Line, line);
            m_out.message(pprof_field::Location, m_message);
        }
        for (std::uint32_t id = 1; id <= m_sizes.functions; ++id) {
            m_message.clear();
            m_message.number(pprof_field::FunctionId, id);
            m_message.number(pprof_field::Name, FirstFunction + id - 1);
            m_message.number(pprof_field::FunctionFile, Path);
            m_out.message(pprof_field::Function, m_message);
        }
    }

    void writeTexts() {
        for (const auto* text : {"", "samples", "count", "thread", "/usr/bin/program"})
            m_out.bytes(pprof_field::StringTable, text);
        for (std::uint32_t row = 0; row < threads; ++row)
            m_out.bytes(pprof_field::StringTable, fmt::format("worker-{}", row));
        for (std::uint32_t row = 0; row < m_sizes.functions; ++row)
            m_out.bytes(pprof_field::StringTable, fmt::format("part{}.(*Worker).step{}", row % 100, row));
    }

    TableSizes m_sizes;
    WireWriter m_out;
    WireWriter m_message; // members only to reuse their memory
    WireWriter m_ids;
};

/// Stacks of a call tree: calls and returns, at a depth of some tens of frames.
class TreePprof {
public:
    std::string write() {
        growTree();
        std::array<std::uint32_t, walkers> samplesOf{};
        for (std::uint32_t row = 0; row < syntheticSamples; ++row) {
            const auto walker = m_random.below(walkers);
            const auto step = std::uint64_t{samplesOf[walker]++} * nodes / syntheticSamples;
            writeSample(static_cast<std::uint32_t>(
                (walker * (nodes / walkers) + step + m_random.below(jitter)) % nodes));
        }
        return m_text.finish();
    }

private:
    void growTree() {
        std::vector<std::uint32_t> path;
        while (m_parents.size() < nodes) {
            const bool isDeep = path.size() > 72;
            if (path.size() == maximumStackFrames ||
                (path.size() > 20 && m_random.below(100) < (isDeep ? 40 : 8)))
                path.resize(path.size() - 1 - m_random.skewedBelow(16));
            m_parents.push_back(path.empty() ? none : path.back());
            m_locations.push_back(1 + m_random.below(sizesOfTree.locations));
            path.push_back(static_cast<std::uint32_t>(m_parents.size() - 1));
        }
    }

    void writeSample(std::uint32_t node) {
        for (; node != none; node = m_parents[node])
            m_text.addLocation(m_locations[node]);
        m_text.addSample(m_random.skewedBelow(threads));
    }

    static constexpr std::uint32_t none = 0xffffffff;
    SteadyRandom m_random;
    std::vector<std::uint32_t> m_parents;   // for each node, or none
    std::vector<std::uint32_t> m_locations; // the location of each node
    PprofText m_text{sizesOfTree};
};

} // namespace

std::string treePprof() {
    return TreePprof().write();
}

std::string unsharedPprof() {
    SteadyRandom random;
    PprofText text(sizesOfUnshared);
    for (std::uint32_t row = 0; row < syntheticSamples; ++row) {
        for (std::size_t frame = 0; frame < unsharedFrames; ++frame)
            text.addLocation(1 + random.below(sizesOfUnshared.locations));
        text.addSample();
    }
    return text.finish();
}

} // namespace candela
