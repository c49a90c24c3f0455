#include "model/profile/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace candela {

namespace {

/// Whether two ranges (owner, begin, end) of one owner overlap.
template<typename Ranges>
bool overlaps(Ranges& ranges) {
    std::ranges::sort(ranges);
    const auto overlap = [](const auto& left, const auto& right) {
        return std::get<0>(left) == std::get<0>(right) && std::get<2>(left) > std::get<1>(right);
    };
    return std::ranges::adjacent_find(ranges, overlap) != ranges.end();
}

/// Collects the first broken invariant.
class Checker {
public:
    explicit Checker(const Profile& profile) : m_profile(profile) {}

    std::string run() {
        checkEntities();
        checkFrames();
        checkStacks();
        checkLabelSets();
        checkCode();
        checkSources();
        for (std::size_t row = 0; row < m_profile.samples.size(); ++row)
            checkSamples(m_profile.samples[row], row);
        inRange(m_profile.defaultValue, m_profile.samples.size(), "default value", 0);
        return m_problem;
    }

private:
    template<typename I>
    void inRange(I index, std::size_t size, std::string_view what, std::size_t row) {
        if (index && index.row() >= size)
            fail(fmt::format("{} {}: index {} of {}", what, row, index.row(), size));
    }
    void present(bool isPresent, std::string_view what, std::size_t row) {
        if (!isPresent) fail(fmt::format("{} {} is missing", what, row));
    }
    void string(StringIndex index, std::string_view what, std::size_t row) {
        inRange(index, m_profile.strings.size(), what, row);
    }
    void fail(std::string problem) {
        if (m_problem.empty()) m_problem = std::move(problem);
    }

    void checkEntities() {
        const auto& p = m_profile;
        for (std::size_t row = 0; row < p.processes.size(); ++row) {
            string(p.processes[row].name, "process name", row);
            inRange(p.processes[row].parent, p.processes.size(), "process parent", row);
            inRange(p.processes[row].labels, p.labelSets.size(), "process labels", row);
        }
        for (std::size_t row = 0; row < p.threads.size(); ++row) {
            string(p.threads[row].name, "thread name", row);
            present(bool(p.threads[row].process), "process of thread", row);
            inRange(p.threads[row].process, p.processes.size(), "thread process", row);
            inRange(p.threads[row].labels, p.labelSets.size(), "thread labels", row);
        }
        for (std::size_t row = 0; row < p.mappings.size(); ++row) {
            string(p.mappings[row].path, "mapping path", row);
            string(p.mappings[row].buildId, "mapping build id", row);
        }
        for (std::size_t row = 0; row < p.functions.size(); ++row) {
            string(p.functions[row].name, "function name", row);
            string(p.functions[row].rawName, "function raw name", row);
            string(p.functions[row].file, "function file", row);
            inRange(p.functions[row].mapping, p.mappings.size(), "function mapping", row);
        }
    }

    void checkFrames() {
        const auto& frames = m_profile.frames;
        const auto size = frames.size();
        if (frames.mapping.size() != size || frames.address.size() != size || frames.line.size() != size ||
            frames.inlineDepth.size() != size || frames.kind.size() != size)
            return fail("frame columns differ in length");
        for (std::size_t row = 0; row < size; ++row) {
            inRange(frames.function[row], m_profile.functions.size(), "frame function", row);
            inRange(frames.mapping[row], m_profile.mappings.size(), "frame mapping", row);
            if (frames.kind[row] > FrameKind::Unknown) fail(fmt::format("frame {} has no known kind", row));
        }
    }

    void checkStacks() {
        const auto& stacks = m_profile.stacks;
        if (stacks.frame.size() != stacks.size()) return fail("stack columns differ in length");
        for (std::size_t row = 0; row < stacks.size(); ++row) {
            present(bool(stacks.frame[row]), "frame of stack", row);
            inRange(stacks.frame[row], m_profile.frames.size(), "stack frame", row);
            if (stacks.parent[row] && stacks.parent[row].row() >= row)
                fail(fmt::format("stack {} comes before its parent", row));
        }
    }

    void checkLabelSets() {
        const auto& sets = m_profile.labelSets;
        if (sets.size() == 0) return fail("the empty label set is missing");
        if (sets.begin[0] != 0 || sets.begin.back() != sets.labels.size())
            return fail("label sets do not cover the labels");
        for (std::size_t row = 0; row < sets.size(); ++row) {
            if (sets.begin[row] > sets.begin[row + 1])
                return fail(fmt::format("label set {} is out of order", row));
        }
        for (std::size_t row = 0; row < sets.labels.size(); ++row) {
            string(sets.labels[row].key, "label key", row);
            string(sets.labels[row].text, "label text", row);
            string(sets.labels[row].unit, "label unit", row);
        }
    }

    void checkCode() {
        std::vector<std::tuple<MappingIndex, std::uint64_t, std::uint64_t>> ranges;
        for (std::size_t row = 0; row < m_profile.code.size(); ++row) {
            const auto& code = m_profile.code[row];
            if (auto problem = check(*code); !problem.empty()) return fail(std::move(problem));
            present(bool(code->mapping), "mapping of code", row);
            inRange(code->mapping, m_profile.mappings.size(), "mapping of code", row);
            for (const auto& function : code->functions) {
                string(function.name, "name in code", row);
                string(function.rawName, "raw name in code", row);
                string(function.file, "file of code", row);
            }
            for (const auto& target : code->targets)
                string(target.name, "target of code", row);
            for (const auto& part : code->parts)
                ranges.emplace_back(code->mapping, part.start, part.start + part.bytes.size());
        }
        if (overlaps(ranges)) fail("kept code overlaps");
    }

    void checkSources() {
        std::vector<std::tuple<StringIndex, std::uint32_t, std::uint32_t>> ranges;
        for (std::size_t row = 0; row < m_profile.sources.size(); ++row) {
            const auto& source = m_profile.sources[row];
            if (auto problem = check(*source); !problem.empty()) return fail(std::move(problem));
            string(source->file, "file of source", row);
            for (const auto& run : source->runs)
                ranges.emplace_back(source->file, run.first, run.end());
        }
        if (overlaps(ranges)) fail("kept source overlaps");
    }

    void checkSamples(const SampleTable& table, std::size_t value) {
        const auto size = table.size();
        const auto fits = [size](const auto& column) { return column.empty() || column.size() == size; };
        if (table.weight.size() != size || !fits(table.time) || !fits(table.thread) || !fits(table.cpu) ||
            !fits(table.labels) || !fits(table.stackEnd))
            return fail(fmt::format("sample columns of value {} differ in length", value));
        string(table.type.name, "value name", value);
        string(table.type.unit, "value unit", value);
        if (table.lasts && m_problem.empty() && m_profile.text(table.type.unit) != "nanoseconds")
            fail(fmt::format("samples of value {} last, but not nanoseconds", value));
        for (std::size_t row = 0; row < size; ++row) {
            inRange(table.stack[row], m_profile.stacks.size(), "sample stack", row);
            inRange(table.threadAt(row), m_profile.threads.size(), "sample thread", row);
            inRange(table.labelsAt(row), m_profile.labelSets.size(), "sample labels", row);
            if (row == 0) continue;
            const auto before = table.threadAt(row - 1);
            const auto here = table.threadAt(row);
            if (before > here || (before == here && table.timeAt(row - 1) > table.timeAt(row)))
                return fail(fmt::format("sample {} of value {} is out of order", row, value));
        }
    }

    const Profile& m_profile;
    std::string m_problem;
};

} // namespace

std::string check(const Profile& profile) {
    return Checker(profile).run();
}

} // namespace candela
