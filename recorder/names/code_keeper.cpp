#include "recorder/names/code_keeper.h"

#include "model/recording/kept_code_message.h"
#include "model/recording/segment_check.h"
#include "recorder/sandbox/code_packer.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t functionsAtOnce = 8;
/// Functions of one module are read together if they are among this many of all modules.
constexpr std::size_t rankedAtOnce = 32;
/// Code may add this share to a recording. Small recordings may have more.
constexpr std::uint64_t allowedPercent = 7; // it is packed to some three quarters of its size
constexpr std::size_t smallSize = 24 << 10;
constexpr std::uint64_t allowedPercentOfTime = 5;
constexpr std::uint64_t smallTime = 8'000'000;
constexpr std::int64_t maximumCost = 20'000'000'000; // a child that takes longer is ended

bool hasOnlyCode(const recording::Segment& segment) {
    return segment.mappings_size() == 1 && segment.processes().empty() && segment.functions().empty() &&
           std::ranges::all_of(segment.strings(),
                               [](const auto& text) { return text.size() <= CodePacker::maximumText; });
}

} // namespace

bool CodeKeeper::Code::has(std::uint64_t address) const {
    const auto next = starts.upper_bound(address);
    return next != starts.end() && next->second <= address;
}

bool CodeKeeper::Code::overlaps(std::uint64_t start, std::uint64_t end) const {
    const auto next = starts.upper_bound(start);
    return next != starts.end() && next->second < end;
}

void CodeKeeper::count(Module module, std::uint32_t function, std::uint64_t fileOffset, std::uint64_t address,
                       std::uint64_t hits) {
    if (m_maximumBytes == 0) return;
    auto& code = m_modules[module];
    if (code.isRefused || code.has(address)) return;
    if (m_counted >= maximumWanted && !code.counted.contains(function)) return;
    const auto [entry, isNew] = code.counted.try_emplace(function, Counted{fileOffset, address, 0});
    if (isNew) ++m_counted;
    entry->second.hits += hits;
}

void CodeKeeper::setRecordingCost(std::uint64_t bytes, std::uint64_t time) {
    m_allowedTime = smallTime + (time - std::min(time, m_time)) / 100 * allowedPercentOfTime;
    m_allowedBytes = std::min<std::uint64_t>(m_maximumBytes, smallSize + bytes / 100 * allowedPercent);
}

void CodeKeeper::rank(std::uint64_t minimumHits) {
    m_ranked.clear();
    for (const auto& [module, code] : m_modules) {
        for (const auto& [function, counted] : code.counted) {
            if (counted.hits >= minimumHits && !code.has(counted.address) && !isInQuestion(module, function))
                m_ranked.push_back({module, function, counted});
        }
    }
    std::ranges::sort(m_ranked, {}, [](const Wanted& wanted) {
        return std::tuple(wanted.counted.hits, wanted.module, wanted.function);
    });
}

CodeKeeper::Question CodeKeeper::ask() {
    if (awaitsAnswer() || m_readyBytes >= maximumReady || !hasQuestions()) return {};
    Question question{m_ranked.back().module, {}};
    m_question.clear();
    auto& code = m_modules[question.module];
    const auto last = m_ranked.end() - static_cast<std::ptrdiff_t>(std::min(m_ranked.size(), rankedAtOnce));
    for (auto next = m_ranked.end(); next != last && m_question.size() < functionsAtOnce;) {
        if ((--next)->module != question.module) continue;
        if (code.has(next->counted.address)) {
            uncount(*next);
        } else {
            m_question.push_back(*next);
            question.offsets.push_back(next->counted.fileOffset);
        }
        next = m_ranked.erase(next);
    }
    if (!question.offsets.empty()) m_asked = question.module;
    m_answer.clear();
    m_isTooLong = false;
    return question;
}

void CodeKeeper::askLater(Module module) {
    if (m_asked != module) return;
    // The other modules are read before this one is tried again.
    for (const auto& wanted : m_question)
        m_ranked.insert(m_ranked.begin(), wanted);
    m_asked = 0;
    m_question.clear();
}

void CodeKeeper::askAgain() {
    if (m_asked != 0) m_ranked.insert(m_ranked.end(), m_question.rbegin(), m_question.rend());
    m_asked = 0;
    m_question.clear();
}

void CodeKeeper::giveUp(Module module) {
    if (m_asked == module) askAgain();
    const auto given = std::ranges::stable_partition(
        m_ranked, [module](const Wanted& wanted) { return wanted.module != module; });
    m_leftOut += given.size();
    std::ranges::for_each(given, [this](const Wanted& wanted) { uncount(wanted); });
    m_ranked.erase(given.begin(), given.end());
}

bool CodeKeeper::isInQuestion(Module module, std::uint32_t function) const {
    return m_asked == module &&
           std::ranges::find(m_question, function, &Wanted::function) != m_question.end();
}

void CodeKeeper::uncount(const Wanted& wanted) {
    if (m_modules[wanted.module].counted.erase(wanted.function) > 0) --m_counted;
}

void CodeKeeper::refuse(Module module) {
    giveUp(module);
    m_modules[module].isRefused = true;
}

void CodeKeeper::take(Module module, ModuleNumber number, std::uint64_t serial, const ModuleNames& names,
                      const sandbox::Code& answer) {
    if (m_asked != module) return;
    m_isTooLong |= answer.part().size() > maximumAnswer - m_answer.size();
    if (!m_isTooLong) m_answer += answer.part();
    if (!answer.is_last()) return;
    m_asked = 0;
    m_time += static_cast<std::uint64_t>(std::clamp<std::int64_t>(answer.cost(), 0, maximumCost));
    if (m_isTooLong)
        m_leftOut += m_question.size();
    else
        takeWhole(m_modules[module], number, serial, names);
    std::ranges::for_each(m_question, [this](const Wanted& wanted) { uncount(wanted); });
    m_question.clear();
    m_answer = {};
}

void CodeKeeper::takeWhole(Code& code, ModuleNumber number, std::uint64_t serial, const ModuleNames& names) {
    recording::Segment segment;
    if (!hasUsualRowCounts(m_answer) || !segment.ParseFromString(m_answer)) return;
    if (!hasOnlyCode(segment) || !check(segment).empty()) return;
    const auto strings =
        std::make_shared<const std::vector<std::string>>(segment.strings().begin(), segment.strings().end());
    for (auto& function : *segment.mutable_code()) {
        if (!isValid(function, code, names)) continue;
        const auto size = function.ByteSizeLong();
        const bool isHottest = m_bytes == 0 && size <= m_maximumBytes;
        if (!isHottest && size > m_allowedBytes - std::min(m_allowedBytes, m_bytes)) {
            ++m_leftOut;
            continue;
        }
        m_bytes += size;
        m_readyBytes += size;
        for (int part = 0; part < function.part_start_size(); ++part)
            code.starts.emplace(function.part_start(part) + function.part_size(part),
                                function.part_start(part));
        m_ready.push_back({number, serial, strings, std::move(function)});
    }
}

/// Whether the function has an address that was asked for, lies in the module, and has no byte that is kept
/// already.
bool CodeKeeper::isValid(const recording::FunctionCode& function, const Code& code,
                         const ModuleNames& names) const {
    const auto kept = keptCode(function, [](std::uint32_t row) { return StringIndex(row); });
    if (!check(kept).empty()) return false;
    const auto range = names.addressRange();
    const auto isInside = [&](const KeptPart& part) {
        const auto end = part.start + part.bytes.size();
        return range && part.start >= range->start && end <= range->end && !code.overlaps(part.start, end);
    };
    return std::ranges::all_of(kept.parts, isInside) &&
           std::ranges::any_of(m_question,
                               [&](const Wanted& wanted) { return kept.covers(wanted.counted.address); });
}

std::vector<KeptFunction> CodeKeeper::takeReady(std::size_t bytes) {
    std::size_t count = 0;
    for (std::size_t size = 0; count < m_ready.size() && size < bytes; ++count)
        size += m_ready[count].code.ByteSizeLong();
    std::vector<KeptFunction> taken(
        std::make_move_iterator(m_ready.begin()),
        std::make_move_iterator(m_ready.begin() + static_cast<std::ptrdiff_t>(count)));
    m_ready.erase(m_ready.begin(), m_ready.begin() + static_cast<std::ptrdiff_t>(count));
    for (const auto& function : taken)
        m_readyBytes -= function.code.ByteSizeLong();
    return taken;
}

void CodeKeeper::putBack(std::vector<KeptFunction> functions) {
    for (auto& function : functions) {
        m_readyBytes += function.code.ByteSizeLong();
        m_ready.push_back(std::move(function));
    }
}

} // namespace candela
