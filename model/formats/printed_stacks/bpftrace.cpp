/// bpftrace's output of maps whose keys are stacks: "@[", the stack, "]: 12". Other maps are skipped.
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/formats/encoding/text_lines.h"
#include "model/formats/encoding/text_numbers.h"
#include "model/formats/format.h"
#include "model/formats/printed_stacks/named_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace candela {

namespace {

bool isStackStart(std::string_view line) {
    if (!line.starts_with('@')) return false;
    const auto open = line.find('[');
    return open != std::string_view::npos && line.find("]:") == std::string_view::npos;
}

bool isIndented(std::string_view line) {
    return line.starts_with("    ") || line.starts_with('\t');
}

/// A stack that begins in one of these functions is a kernel stack: its frames are called from the user
/// stack, whichever of the two is printed first.
bool isKernelEntry(std::string_view frame) {
    constexpr std::array<std::string_view, 8> entries{
        "entry_SYSCALL", "do_syscall_64",   "ret_from_fork",     "asm_",
        "el0",           "start_secondary", "secondary_startup", "cpu_startup_entry"};
    return std::ranges::any_of(entries, [&](std::string_view entry) { return frame.starts_with(entry); });
}

bool recognizesBpftrace(const FileStart& start) {
    if (!start.isText()) return false;
    auto text = start.text();
    while (!text.empty()) {
        const auto line = LineText::takeLine(text);
        if (isStackStart(line)) return isIndented(LineText::takeLine(text));
        if (!trimmed(line).empty() && !line.starts_with('@') && !line.starts_with("Attach")) return false;
    }
    return false;
}

class BpftraceReader {
public:
    explicit BpftraceReader(ProfileBuilder& builder) : m_builder(builder), m_frames(builder) {}

    Result<void> read(std::string_view text, Task& task) {
        TRY(forEachLine(text, task, [&](std::string_view line) { readLine(line); }));
        if (m_isInKey)
            m_builder.addWarning(ModelText::tr("The file was cut off within a stack, which is left out."));
        if (m_samples == 0) return failure(ModelText::tr("it holds no stacks with counts"));
        if (m_others > 0)
            m_builder.addWarning(
                ModelText::tr("Maps without stacks, or with other values than numbers, were left out: {}.",
                              formatCount(static_cast<std::int64_t>(m_others))));
        return {};
    }

private:
    void readLine(std::string_view line) {
        if (!m_isInKey || line.starts_with('@')) {
            if (isStackStart(line))
                begin(line);
            else if (line.starts_with('@'))
                ++m_others;
            return;
        }
        if (isIndented(line)) {
            if (!trimmed(line).empty()) m_texts.push_back(trimmed(line));
            return;
        }
        if (!m_texts.empty()) endStack();
        const auto end = line.find("]:");
        addKeys(line.substr(0, end));
        if (end != std::string_view::npos) addSample(trimmed(line.substr(end + 2)));
    }

    void begin(std::string_view line) {
        const auto open = line.find('[');
        m_map = line.substr(1, open - 1);
        m_isInKey = true;
        m_texts.clear();
        m_stackEnds.clear();
        m_keys.clear();
        addKeys(line.substr(open + 1));
    }
    void endStack() {
        if (m_stackEnds.empty() || m_stackEnds.back() != m_texts.size())
            m_stackEnds.push_back(m_texts.size());
    }
    /// ", bash, 1234"
    void addKeys(std::string_view text) {
        while (!text.empty()) {
            const auto key = trimmed(text.substr(0, text.find(',')));
            text.remove_prefix(std::min(
                text.size(), text.find(',') == std::string_view::npos ? text.size() : text.find(',') + 1));
            if (!key.empty()) m_keys.push_back(key);
        }
    }
    void addSample(std::string_view value) {
        m_isInKey = false;
        // "count 3, average 4, total 12": the output of stats()
        if (const auto total = value.rfind("total "); total != std::string_view::npos)
            value = value.substr(total + 6);
        const auto weight = parseNumber<std::int64_t>(value);
        if (!weight) {
            ++m_others;
            return;
        }
        if (m_stackEnds.size() > 1 && isKernelEntry(m_texts.back()) &&
            !isKernelEntry(m_texts[m_stackEnds[0] - 1]))
            std::ranges::rotate(m_texts, m_texts.begin() + static_cast<std::ptrdiff_t>(m_stackEnds[0]));
        const auto type = m_builder.valueType(m_map.empty() ? "samples" : m_map, "count");
        m_builder.addSample(
            type, {.stack = m_frames.stack(m_texts), .weight = *weight, .thread = {}, .labels = labels()});
        ++m_samples;
    }
    LabelSetIndex labels() {
        if (m_keys.empty()) return {};
        std::vector<Label> labels;
        for (std::size_t row = 0; row < m_keys.size(); ++row) {
            const auto key = m_builder.string(row == 0 ? std::string("key") : fmt::format("key {}", row + 1));
            if (const auto number = parseNumber<std::int64_t>(m_keys[row]))
                labels.push_back({key, {}, *number, {}});
            else
                labels.push_back({key, m_builder.string(m_keys[row]), 0, {}});
        }
        return m_builder.internLabels(labels);
    }

    ProfileBuilder& m_builder;
    NamedFrames m_frames;
    bool m_isInKey = false;
    std::string_view m_map;
    std::vector<std::string_view> m_texts; // stacks in the key, each leaf first
    std::vector<std::size_t> m_stackEnds;  // ends of stacks in m_texts
    std::vector<std::string_view> m_keys;  // parts of the key that are no stacks
    std::size_t m_samples = 0;
    std::size_t m_others = 0;
};

Result<Profile> readBpftrace(Input& input, Task& task) {
    const LineText text(TRY(input.all(task)));
    ProfileBuilder builder;
    BpftraceReader reader(builder);
    TRY(reader.read(text.text(), task));
    return builder.build();
}

} // namespace

Format bpftraceFormat() {
    return {.name = "bpftrace",
            .description = "Stacks that bpftrace counted",
            .extensions = ".bpftrace .bt.txt",
            .recognizes = recognizesBpftrace,
            .read = readBpftrace,
            .write = nullptr};
}

} // namespace candela
