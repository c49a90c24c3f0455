#include "model/formats/callgrind/callgrind_file.h"

#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/formats/encoding/control_pictures.h"
#include "model/formats/encoding/text_lines.h"
#include "model/formats/encoding/text_numbers.h"
#include "model/symbols/names/demangle.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace candela {

namespace {

/// The key in "key: value" of a header; empty if the line is not one.
std::string_view headerKey(std::string_view line) {
    const auto end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
    return end != std::string_view::npos && end > 0 && line[end] == ':' ? line.substr(0, end) : "";
}

bool isUnknown(std::string_view name) {
    return name == "???";
}

} // namespace

namespace {

/// Event names begin with a letter; "events: Ir 5" may be a folded stack.
bool areEventNames(std::string_view words) {
    for (auto word = takeWord(words); !word.empty(); word = takeWord(words)) {
        const bool isLetter = (word[0] >= 'a' && word[0] <= 'z') || (word[0] >= 'A' && word[0] <= 'Z');
        if (!isLetter) return false;
    }
    return true;
}

} // namespace

bool looksLikeCallgrind(std::string_view start) {
    if (start.starts_with("# callgrind format")) return true;
    bool hasEvents = false;
    while (!start.empty()) {
        const auto line = LineText::takeLine(start);
        if (trimmed(line).empty() || line.starts_with('#')) continue;
        const auto key = headerKey(line);
        if (key.empty())
            return hasEvents && (line.starts_with("fl=") || line.starts_with("fn=") ||
                                 line.starts_with("ob=") || line.starts_with("fi="));
        if (key == "events" && !areEventNames(line.substr(key.size() + 1))) return false;
        hasEvents |= key == "events";
    }
    return hasEvents;
}

Result<std::vector<CallgrindPart>> CallgrindFile::read(std::string_view text, Task& task) {
    beginPart();
    TRY(forEachLine(text, task, [&](std::string_view line) { readLine(line); }));
    endPart();
    if (m_parts.empty()) return failure(ModelText::tr("it holds no costs"));
    if (m_others > 0)
        m_builder.addWarning(ModelText::tr("Lines that are not part of callgrind's format were left out: {}.",
                                           formatCount(static_cast<std::int64_t>(m_others))));
    if (m_overflows > 0)
        m_builder.addWarning(
            ModelText::tr("Costs that are negative or larger than 63 bits were left out: {}.",
                          formatCount(static_cast<std::int64_t>(m_overflows))));
    return std::move(m_parts);
}

void CallgrindFile::readLine(std::string_view line) {
    if (trimmed(line).empty() || line[0] == '#') return;
    const auto first = line[0];
    const bool isNumber = (first >= '0' && first <= '9') || first == '+' || first == '-' || first == '*';
    if (!(isNumber ? readCosts(line) : readPosition(line) || readHeader(line))) ++m_others;
}

void CallgrindFile::beginPart() {
    CallgrindPart next;
    if (!m_parts.empty()) { // facts that a part does not state are those of the previous part
        next.pid = part().pid;
        next.thread = part().thread;
        next.command = part().command;
        next.creator = part().creator;
        next.events = part().events;
        next.graph = CallgrindGraph(next.events.size(), part().graph.largestSum());
        endPart();
    }
    m_parts.push_back(std::move(next));
    m_hasBody = false;
    m_row.reset();
    m_kind = Kind::Own;
}

void CallgrindFile::endPart() {
    if (part().graph.isEmpty()) m_parts.pop_back();
}

bool CallgrindFile::readHeader(std::string_view line) {
    const auto key = headerKey(line);
    if (key.empty()) return false;
    auto value = trimmed(line.substr(key.size() + 1));
    if (key == "summary" || key == "totals") {
        part().totals.clear();
        part().hasEnd |= key == "totals";
        for (auto word = takeWord(value); !word.empty(); word = takeWord(value))
            part().totals.push_back(parseNumber<std::int64_t>(word).value_or(-1));
        return true;
    }
    if (m_hasBody) beginPart();
    if (key == "pid") part().pid = parseNumber<std::int32_t>(value).value_or(0);
    if (key == "thread") part().thread = parseNumber<std::int32_t>(value).value_or(0);
    if (key == "part") part().number = parseNumber<std::int32_t>(value).value_or(0);
    if (key == "cmd") part().command = value;
    if (key == "creator") part().creator = value;
    if (line.starts_with(callgrindRootKey) && part().isOurs())
        part().rootName = line.substr(callgrindRootKey.size());
    if (key == "positions") {
        m_hasAddress =
            value.find("instr") != std::string_view::npos || value.find("addr") != std::string_view::npos;
        m_hasLine = value.find("line") != std::string_view::npos;
    }
    if (key == "event" && part().isOurs()) readLongName(value);
    if (key == "events") readEvents(value);
    return true;
}

/// "cpu : cpu (nanoseconds)".
void CallgrindFile::readLongName(std::string_view value) {
    const auto word = takeWord(value);
    if (takeWord(value) != ":") return;
    const auto name = trimmed(value);
    const auto unit = name.rfind(" (");
    if (unit == std::string_view::npos || !name.ends_with(')')) return;
    m_longNames[word] = {name.substr(0, unit), name.substr(unit + 2, name.size() - unit - 3)};
}

void CallgrindFile::readEvents(std::string_view value) {
    auto& events = part().events;
    events.clear();
    for (auto word = takeWord(value); !word.empty() && events.size() < maximumCallgrindEvents;
         word = takeWord(value)) {
        const auto known = m_longNames.find(word);
        events.push_back(known == m_longNames.end() ? CallgrindEvent{word, {}} : known->second);
    }
    part().graph = CallgrindGraph(events.size(), part().graph.largestSum()); // no costs were read yet
    m_costs.assign(events.size(), 0);
}

/// "fn=(3) main", "cfi=(2)", "calls=3 20", "jcnd=1/2 +3".
bool CallgrindFile::readPosition(std::string_view line) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos || equals > 5) return false;
    const auto key = line.substr(0, equals);
    const auto value = line.substr(equals + 1);
    if (key == "fn") {
        m_function = name(value, m_functions);
        m_functionFile = m_file;
        m_row.reset();
    } else if (key == "fl") {
        m_file = name(value, m_files);
    } else if (key == "fi" || key == "fe") {
        m_file = name(value, m_files);
    } else if (key == "ob") {
        m_module = name(value, m_modules);
    } else if (key == "cfn") {
        m_calledFunction = name(value, m_functions);
    } else if (key == "cfi" || key == "cfl") {
        m_calledFile = name(value, m_files);
    } else if (key == "cob") {
        m_calledModule = name(value, m_modules);
    } else if (key == "calls") {
        m_kind = Kind::Call;
    } else if (key == "jump" || key == "jcnd") {
        m_kind = Kind::Jump;
    } else if (key == "jfi") {
        name(value, m_files);
    } else if (key == "jfn") {
        name(value, m_functions);
    } else {
        return false;
    }
    m_hasBody = true;
    return true;
}

/// "(3) main" defines the name of number 3, "(3)" refers to it; "main" has no number.
StringIndex CallgrindFile::name(std::string_view text, Names& names) {
    text = trimmed(text);
    std::optional<std::uint64_t> number;
    if (text.starts_with('(')) {
        const auto end = text.find(')');
        if (end != std::string_view::npos) number = parseNumber<std::uint64_t>(text.substr(1, end - 1));
        if (number) {
            text = trimmed(text.substr(end + 1));
            if (text.empty()) {
                const auto known = names.find(*number);
                return known == names.end() ? m_builder.string({}) : known->second;
            }
        }
    }
    if (text.empty()) return {};
    const auto own = part().isOurs() ? withoutControlPictures(text) : std::string(text);
    const auto index = m_builder.string(isUnknown(own) ? std::string() : demangle(own));
    if (number) names[*number] = index;
    return index;
}

/// "*" repeats the number of the previous line, "+3" and "-3" are relative to it.
bool CallgrindFile::readNumber(std::string_view word, std::uint64_t& number) const {
    if (word == "*") return true;
    const bool isRelative = word.starts_with('+') || word.starts_with('-');
    const auto digits = word.substr(isRelative ? 1 : 0);
    const auto parsed =
        digits.starts_with("0x") ? parseHexadecimal(digits) : parseNumber<std::uint64_t>(digits);
    if (!parsed) return false;
    if (!isRelative)
        number = *parsed;
    else
        number += word[0] == '+' ? *parsed : ~*parsed + 1;
    return true;
}

/// Positions, then the costs of the first events; missing ones are zero.
bool CallgrindFile::readCosts(std::string_view line) {
    m_hasBody = true;
    const auto kind = std::exchange(m_kind, Kind::Own);
    auto rest = line;
    if (m_hasAddress && !readNumber(takeWord(rest), m_address)) return false;
    if (m_hasLine && !readNumber(takeWord(rest), m_line)) return false;
    if (kind == Kind::Jump) return true;
    for (auto& cost : m_costs) {
        const auto word = takeWord(rest);
        if (word.empty())
            cost = 0;
        else if (!readNumber(word, cost))
            return false;
    }
    const auto called = kind == Kind::Call ? callee() : CallgrindGraph::noCallee;
    if (!m_row) m_row = part().graph.function({m_function, m_functionFile, m_module});
    CallgrindGraph::Item item;
    item.position.function = *m_row;
    item.position.file = m_file == m_functionFile ? StringIndex() : m_file;
    item.position.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(m_line, 0xffffffff));
    item.position.address = m_hasAddress ? m_address : 0;
    item.callee = called;
    if (std::ranges::all_of(m_costs, [](std::uint64_t cost) { return cost == 0; })) return true;
    m_signedCosts.assign(m_costs.begin(), m_costs.end());
    if (!part().graph.add(item, m_signedCosts)) ++m_overflows;
    return true;
}

/// Parts that are not stated about the called function are the same as for the caller.
std::uint32_t CallgrindFile::callee() {
    const auto row = part().graph.function(
        {m_calledFunction, m_calledFile ? m_calledFile : m_file, m_calledModule ? m_calledModule : m_module});
    m_calledFile = {};
    m_calledModule = {};
    return row;
}

} // namespace candela
