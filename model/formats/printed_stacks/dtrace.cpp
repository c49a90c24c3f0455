/// DTrace's output of aggregations over stack() and ustack(): the frames, leaf first, as module`function,
/// then the count on its own line.
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/formats/encoding/text_lines.h"
#include "model/formats/encoding/text_numbers.h"
#include "model/formats/format.h"
#include "model/formats/printed_stacks/named_frames.h"

#include <fmt/format.h>

#include <vector>

namespace candela {

namespace {

constexpr std::size_t stackIndent = 6; // other keys are indented less

enum class LineKind { Empty, Frame, Count, Key };

/// The kind of a line. In copied texts stacks may be indented less. Then a frame is recognized by its module,
/// and the number after the frames is the count.
LineKind kindOf(std::string_view line, LineKind before) {
    const auto text = trimmed(line);
    if (text.empty()) return LineKind::Empty;
    const auto indent = line.find_first_not_of(" \t");
    const bool isFar = indent >= stackIndent || line.starts_with('\t');
    const bool isNear = indent > 0;
    if ((isFar || (isNear && before == LineKind::Frame)) && parseNumber<std::int64_t>(text))
        return LineKind::Count;
    const auto quote = text.find('`');
    const bool hasModule = quote != std::string_view::npos && quote > 0 &&
                           text.substr(0, quote).find_first_of(" \t$") == std::string_view::npos;
    const bool isAddress = text.starts_with("0x") && parseHexadecimal(text);
    if ((isNear && hasModule) || (isFar && isAddress)) return LineKind::Frame;
    return LineKind::Key;
}

bool recognizesDtrace(const FileStart& start) {
    if (!start.isText()) return false;
    auto text = start.wholeLines();
    std::size_t frames = 0;
    std::size_t counts = 0;
    std::size_t others = 0;
    auto kind = LineKind::Empty;
    while (!text.empty()) {
        const auto line = LineText::takeLine(text);
        kind = kindOf(line, kind);
        if (kind == LineKind::Frame && line.find('`') != std::string_view::npos) ++frames;
        if (kind == LineKind::Count && frames > 0) ++counts;
        if (kind == LineKind::Key) ++others;
    }
    return frames > 0 && counts > 0 && others <= frames + 2;
}

class DtraceReader {
public:
    explicit DtraceReader(ProfileBuilder& builder) : m_builder(builder), m_frames(builder) {}

    Result<void> read(std::string_view text, Task& task) {
        const auto value = m_builder.valueType("samples", "count");
        TRY(forEachLine(text, task, [&](std::string_view line) { readLine(line, value); }));
        if (!m_texts.empty())
            m_builder.addWarning(ModelText::tr("The file was cut off within a stack, which is left out."));
        if (m_builder.sampleCount(value) == 0)
            return failure(ModelText::tr("it holds no stacks with counts"));
        return {};
    }

private:
    void readLine(std::string_view line, ValueTypeIndex value) {
        m_kind = kindOf(line, m_kind);
        switch (m_kind) {
        case LineKind::Empty:
            break;
        case LineKind::Frame:
            m_texts.push_back(trimmed(line));
            break;
        case LineKind::Key:
            if (!m_texts.empty()) m_texts.clear(); // lines without a count are no stack
            m_key = trimmed(line);
            break;
        case LineKind::Count:
            if (!m_texts.empty()) addSample(*parseNumber<std::int64_t>(trimmed(line)), value);
            m_texts.clear();
            m_key = {};
            break;
        }
    }
    void addSample(std::int64_t weight, ValueTypeIndex value) {
        LabelSetIndex labels;
        if (!m_key.empty()) {
            Label label = m_builder.textLabel("key", m_key);
            labels = m_builder.internLabels(std::span(&label, 1));
        }
        m_builder.addSample(
            value, {.stack = m_frames.stack(m_texts), .weight = weight, .thread = {}, .labels = labels});
    }

    ProfileBuilder& m_builder;
    NamedFrames m_frames;
    std::vector<std::string_view> m_texts;
    std::string_view m_key;
    LineKind m_kind = LineKind::Empty; // kind of the previous line
};

Result<Profile> readDtrace(Input& input, Task& task) {
    const LineText text(TRY(input.all(task)));
    ProfileBuilder builder;
    DtraceReader reader(builder);
    TRY(reader.read(text.text(), task));
    return builder.build();
}

} // namespace

Format dtraceFormat() {
    return {.name = "dtrace",
            .description = "Stacks that DTrace counted",
            .extensions = ".dtrace .stacks",
            .recognizes = recognizesDtrace,
            .read = readDtrace,
            .write = nullptr};
}

} // namespace candela
