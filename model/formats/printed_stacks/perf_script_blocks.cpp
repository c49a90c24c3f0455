#include "model/formats/printed_stacks/perf_script_blocks.h"

#include "model/formats/encoding/text_lines.h"
#include "model/formats/encoding/text_numbers.h"

namespace candela {

namespace {

/// A sample without callers, with fields before its frame.
bool isFlatSample(std::string_view line) {
    const auto flat = splitPerfScriptFlatLine(line);
    return flat && !trimmed(flat->head).empty();
}

/// A frame whose line has lost its indentation: an address and a module.
bool isUnindentedFrame(std::string_view line) {
    if (!line.ends_with(')') || isFlatSample(line)) return false;
    const auto frame = parsePerfScriptFrame(line);
    return frame && frame->address != 0 && !parsePerfScriptSample(line);
}

/// Commands are padded to sixteen letters, so a sample's line may begin with blanks. A frame's line begins
/// with a tab, but in copied texts it may begin with blanks or nothing.
bool isFrameLine(std::string_view line) {
    if (line.starts_with('\t')) return true;
    if (!line.starts_with(' ')) return isUnindentedFrame(line);
    const auto sample = parsePerfScriptSample(line);
    return !(sample && sample->hasCpuOrTime()) && !isFlatSample(line);
}

/// Removes the lines of one stack from the front of `rest`; returns them with their line ends.
std::string_view takeFrames(std::string_view& rest) {
    const auto whole = rest;
    auto next = rest;
    while (!next.empty()) {
        const auto line = LineText::takeLine(next);
        if (trimmed(line).empty() || !isFrameLine(line)) break;
        rest = next;
    }
    return whole.substr(0, whole.size() - rest.size());
}

/// Whether `rest` begins with a frame as perf prints it: a tab, and an address 16 columns wide. Assembly
/// lines may begin with tabs as well ("add ...").
bool beginsWithFrame(std::string_view rest) {
    constexpr std::size_t addressWidth = 16;
    const auto line = LineText::takeLine(rest);
    if (!line.starts_with('\t')) return false;
    auto frame = line.substr(1);
    const auto address = takeWord(frame);
    return line.size() - 1 - frame.size() == addressWidth && parseNumber<std::uint64_t>(address, 16) &&
           parsePerfScriptFrame(line);
}

/// Some texts have an empty line between a sample and its stack.
void skipBlankLineBeforeFrame(std::string_view& rest) {
    auto next = rest;
    if (trimmed(LineText::takeLine(next)).empty() && beginsWithFrame(next)) rest = next;
}

} // namespace

std::optional<PerfScriptBlock> PerfScriptBlocks::next() {
    while (!m_rest.empty()) {
        const auto from = m_rest;
        const auto line = LineText::takeLine(m_rest);
        if (trimmed(line).empty()) continue;
        if (line.starts_with('#')) return PerfScriptBlock{PerfScriptBlock::Kind::Comment, line, {}, {}};
        if (!beginsWithFrame(from)) return takeSample(line);
        m_rest = from;
        return takeStack();
    }
    return std::nullopt;
}

/// Takes a stack without a line before it, from output that has only the stack's own fields (-F ip,sym).
PerfScriptBlock PerfScriptBlocks::takeStack() {
    return {PerfScriptBlock::Kind::Sample, {}, {}, takeFrames(m_rest)};
}

PerfScriptBlock PerfScriptBlocks::takeSample(std::string_view line) {
    if (const auto sample = line.starts_with('\t') ? std::nullopt : parsePerfScriptSample(line)) {
        if (trimmed(sample->rest).empty()) skipBlankLineBeforeFrame(m_rest);
        return {PerfScriptBlock::Kind::Sample, line, *sample, takeFrames(m_rest)};
    }
    if (const auto flat = splitPerfScriptFlatLine(line))
        return {PerfScriptBlock::Kind::Sample, line, parsePerfScriptHead(flat->head), flat->frame};
    if (!line.starts_with('\t') && beginsWithFrame(m_rest))
        return {PerfScriptBlock::Kind::Sample, line, parsePerfScriptHead(line), takeFrames(m_rest)};
    return {PerfScriptBlock::Kind::Other, line, {}, {}};
}

} // namespace candela
