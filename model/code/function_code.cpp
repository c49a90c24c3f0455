#include "model/code/function_code.h"

#include "model/code/code_around.h"
#include "model/code/disassembly.h"
#include "model/symbols/lookup/module_symbols.h"

#include <algorithm>

namespace candela {

namespace {

/// A part of the range: at most this many bytes, with the address if that is in the range. It begins with an
/// instruction, at an address that the line table has.
AddressRange cutAround(ModuleSymbols& symbols, const AddressRange& range, std::uint64_t address,
                       std::size_t maximumBytes) {
    AddressRange cut{range.begin, range.begin + maximumBytes};
    if (!range.covers(address) || cut.covers(address)) return cut;
    const auto boundaries = symbols.boundariesIn(range);
    const auto first = std::ranges::lower_bound(boundaries, address - maximumBytes / 2);
    if (first != boundaries.end() && *first <= address) cut.begin = *first;
    cut.end = cut.begin + std::min<std::uint64_t>(maximumBytes, range.end - cut.begin);
    return cut;
}

/// Reads the parts' bytes, those around the address first.
void readParts(ModuleSymbols& symbols, std::vector<AddressRange> ranges, std::uint64_t address,
               std::size_t maximumBytes, FunctionCode& code) {
    std::ranges::stable_sort(ranges, {}, [&](const AddressRange& range) { return !range.covers(address); });
    for (auto& range : ranges) {
        if (range.size() > maximumBytes) {
            range = cutAround(symbols, range, address, maximumBytes);
            code.isCut = true;
        }
        const auto bytes = symbols.codeOf(range);
        maximumBytes -= bytes.size();
        if (!bytes.empty()) code.parts.push_back({range.begin, {bytes.begin(), bytes.end()}});
    }
    std::ranges::sort(code.parts, {}, &CodePart::start);
    const auto overlaps = [](const CodePart& left, const CodePart& right) {
        return right.start - left.start < left.bytes.size();
    };
    const auto repeated = std::ranges::unique(code.parts, overlaps);
    code.parts.erase(repeated.begin(), repeated.end());
}

void readLines(ModuleSymbols& symbols, const CodePart& part, std::size_t maximumLines, FunctionCode& code) {
    auto boundaries = symbols.boundariesIn(part.range());
    const auto room = maximumLines - std::min(maximumLines, code.lines.size());
    if (boundaries.size() > room) {
        boundaries.resize(room);
        code.isCut = true;
    }
    std::vector<SymbolizedFrames> frames;
    symbols.resolve(boundaries, frames);
    for (std::size_t row = 0; row < boundaries.size(); ++row) {
        const bool repeats = row > 0 && code.lines.back().frames == frames[row];
        if (!repeats) code.lines.push_back({boundaries[row], std::move(frames[row])});
    }
}

} // namespace

bool FunctionCode::covers(std::uint64_t address) const {
    return std::ranges::any_of(parts, [&](const CodePart& part) { return part.range().covers(address); });
}

const SymbolizedFrames& FunctionCode::framesAt(std::uint64_t address) const {
    static const SymbolizedFrames unknown;
    const auto after = std::ranges::upper_bound(lines, address, {}, &CodeLines::address);
    return after == lines.begin() ? unknown : std::prev(after)->frames;
}

const SymbolizedFrame& FunctionCode::function() const {
    static const SymbolizedFrame unknown;
    const auto& frames = framesAt(start());
    return frames.empty() ? unknown : frames.back();
}

std::optional<FunctionCode> readFunctionCode(ModuleSymbols& symbols, std::uint64_t address,
                                             const CodeLimits& limits) {
    return readCodeAround(symbols, std::span(&address, 1), limits.bytes, disassembledStarts, limits);
}

std::optional<FunctionCode> readCodeAround(ModuleSymbols& symbols, std::span<const std::uint64_t> addresses,
                                           std::size_t maximumBytes, ReadStarts readStarts,
                                           const CodeLimits& limits) {
    FunctionCode code;
    const auto address = addresses.front();
    readParts(symbols, symbols.functionAround(address), address, limits.bytes, code);
    code.machine = symbols.machine();
    keepAround(code, addresses, maximumBytes, readStarts);
    if (!code.covers(address)) return std::nullopt;
    code.buildId = symbols.buildId();
    for (const auto& part : code.parts)
        readLines(symbols, part, limits.lines, code);
    return code;
}

} // namespace candela
