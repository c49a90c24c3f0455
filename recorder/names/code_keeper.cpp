#include "recorder/names/code_keeper.h"

#include "model/profile/kept_counts.h"
#include "model/recording/kept_code_message.h"
#include "model/recording/segment_check.h"
#include "recorder/sandbox/code_packer.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t functionsAtOnce = 8;
/// Functions of one module are read together if they are among this many of all modules.
constexpr std::size_t rankedAtOnce = 32;
/// Code may always add this much at the recording's end; the more so to a short recording.
constexpr std::size_t smallSize = 2 << 10;
constexpr std::size_t smallSizeOfShort = 24 << 10;
constexpr std::size_t largeFunction = 4 << 10; ///< code of a function that is not cut for the room of others
/// How often a function is cut to what its room allows, and the least that shows something of it.
constexpr std::uint8_t maximumCuts = 3;
constexpr std::size_t minimumCut = 96;
constexpr std::int64_t shortLength = 5'000'000'000;
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
    if (code.isRefused || code.done.contains(function) || code.has(address)) return;
    if (m_counted >= maximumWanted && !code.counted.contains(function)) return;
    const auto [entry, isNew] = code.counted.try_emplace(function);
    if (isNew) ++m_counted;
    auto& counted = entry->second;
    counted.hits += hits;
    const auto known = std::ranges::find(counted.instructions, address, &Instruction::address);
    if (known != counted.instructions.end())
        known->hits += hits;
    else if (counted.instructions.size() < maximumInstructions)
        counted.instructions.push_back({fileOffset, address, hits});
}

void CodeKeeper::setRecordingCost(const RecordingCost& cost, Stage stage) {
    m_stage = stage;
    m_allowedTime = smallTime + (cost.time - std::min(cost.time, m_time)) / 100 * allowedPercentOfTime;
    const auto share = cost.bytes * maximumKeptCodePercent / 100;
    const auto least = cost.length < shortLength ? smallSizeOfShort : smallSize;
    m_allowedBytes = stage == Stage::Recording ? share / 2 : std::max<std::uint64_t>(share, least);
}

void CodeKeeper::rank(std::uint64_t minimumHits) {
    m_ranked.clear();
    m_rankedHits = 0;
    for (const auto& [module, code] : m_modules) {
        for (const auto& [function, counted] : code.counted) {
            if (counted.hits < minimumHits || !mayFit(counted.packedSize) || isInQuestion(module, function))
                continue;
            m_ranked.push_back({module, function, counted.hits});
            m_rankedHits += counted.hits;
        }
    }
    std::ranges::sort(m_ranked, {}, [](const Wanted& wanted) {
        return std::tuple(wanted.hits, wanted.module, wanted.function);
    });
}

/// Whether there is room for a function of that size. Before the recording's end, a large function may have a
/// part of the room only.
bool CodeKeeper::mayFit(std::size_t packedSize) const {
    if (m_stage == Stage::Ending) return true; // it is cut
    return packedSize <= std::min(room(), std::max(largeFunction, room() / 4));
}

/// Whole functions until the recording's end. Then a large function has the share of the room that its hits
/// have.
std::size_t CodeKeeper::maximumBytesOf(const Wanted& wanted) const {
    if (m_stage == Stage::Recording) return maximumKeptFunction;
    const auto hits = static_cast<double>(std::max<std::uint64_t>(1, m_rankedHits));
    const auto share =
        static_cast<std::size_t>(static_cast<double>(room()) * static_cast<double>(wanted.hits) / hits);
    return std::clamp(share, std::min(largeFunction, room()), maximumKeptFunction);
}

CodeKeeper::Question CodeKeeper::ask() {
    if (awaitsAnswer() || m_readyBytes >= maximumReady || !hasQuestions()) return {};
    Question question{m_ranked.back().module, {}};
    m_question.clear();
    auto& code = m_modules[question.module];
    const auto last = m_ranked.end() - static_cast<std::ptrdiff_t>(std::min(m_ranked.size(), rankedAtOnce));
    for (auto next = m_ranked.end(); next != last && m_question.size() < functionsAtOnce;) {
        if ((--next)->module != question.module) continue;
        if (const auto found = code.counted.find(next->function); found != code.counted.end()) {
            auto& counted = found->second;
            if (counted.isAlone && !m_question.empty()) continue;
            auto& instructions = counted.instructions;
            std::ranges::stable_sort(instructions, std::greater(), &Instruction::hits);
            auto& function = question.functions.emplace_back();
            if (counted.cuts == 0) counted.share = maximumBytesOf(*next);
            function.maximumBytes = counted.cuts == 0 ? counted.share : counted.maximumBytes;
            for (const auto& instruction : instructions)
                function.offsets.push_back(instruction.fileOffset);
            m_question.push_back({next->module, next->function, next->hits});
            if (counted.isAlone) {
                m_ranked.erase(next);
                break;
            }
        }
        next = m_ranked.erase(next);
    }
    if (!question.functions.empty()) m_asked = question.module;
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
    std::ranges::for_each(given, [&](const Wanted& wanted) {
        auto& counted = m_modules[module].counted;
        if (const auto found = counted.find(wanted.function); found != counted.end()) leaveOut(found->second);
        uncount(wanted);
    });
    m_ranked.erase(given.begin(), given.end());
}

bool CodeKeeper::isInQuestion(Module module, std::uint32_t function) const {
    return m_asked == module &&
           std::ranges::find(m_question, function, &Wanted::function) != m_question.end();
}

void CodeKeeper::uncount(const Wanted& wanted) {
    if (m_modules[wanted.module].counted.erase(wanted.function) > 0) --m_counted;
}

/// Counts a function once, however often it is tried.
void CodeKeeper::leaveOut(Counted& counted) {
    if (!std::exchange(counted.isLeftOut, true)) ++m_leftOut;
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
    auto& code = m_modules[module];
    const bool isUsable = !m_isTooLong && takeWhole(code, number, serial, names);
    settle(code, isUsable, answer.is_full());
    m_question.clear();
    m_answer = {};
}

/// Decides about the functions of the question that are not kept. Those of an answer that can't be used are
/// asked for one by one: one of them may be the reason.
void CodeKeeper::settle(Code& code, bool isUsable, bool isFull) {
    using enum Wanted::Outcome;
    const auto answered =
        std::ranges::find_if(m_question.rbegin(), m_question.rend(), [](const Wanted& wanted) {
            return wanted.outcome != Unanswered;
        }).base();
    for (auto wanted = m_question.end(); wanted != m_question.begin();) {
        --wanted;
        const auto found = code.counted.find(wanted->function);
        if (found == code.counted.end()) continue; // it is kept
        auto& counted = found->second;
        const bool hadNoRoom = isFull && answered != m_question.begin() && wanted >= answered;
        const bool isAskedAlone = !isUsable && m_question.size() > 1;
        if (wanted->outcome == NoRoom) {
            leaveOut(counted); // it may have room later
        } else if (wanted->outcome == AskAgain || hadNoRoom || isAskedAlone) {
            counted.isAlone |= isAskedAlone;
            m_ranked.push_back({wanted->module, wanted->function, wanted->hits}); // the hottest last
        } else {
            // It has no code, or none of the size for which there is room.
            if (!isUsable || counted.cuts > 0) leaveOut(counted);
            code.done.insert(wanted->function);
            uncount(*wanted);
        }
    }
}

/// False if nothing of the answer can be used.
bool CodeKeeper::takeWhole(Code& code, ModuleNumber number, std::uint64_t serial, const ModuleNames& names) {
    recording::Segment segment;
    if (!hasUsualRowCounts(m_answer) || !segment.ParseFromString(m_answer)) return false;
    if (!hasOnlyCode(segment) || !check(segment).empty()) return false;
    const auto strings =
        std::make_shared<const std::vector<std::string>>(segment.strings().begin(), segment.strings().end());
    std::size_t reserved = 0; // room of functions that are asked for again
    for (auto& function : *segment.mutable_code()) {
        auto* wanted = answered(function, code, names);
        if (!wanted) continue;
        auto& counted = code.counted[wanted->function];
        const auto size = function.ByteSizeLong();
        const auto packed = packedSize(function, *strings);
        counted.packedSize = packed;
        wanted->outcome = size > m_maximumBytes - std::min(m_maximumBytes, m_bytes)
                              ? Wanted::Outcome::NoRoom
                              : outcomeOf(counted, function.bytes().size(), reserved);
        if (wanted->outcome != Wanted::Outcome::Kept) continue;
        m_bytes += size;
        m_readyBytes += size;
        m_readyPacked += packed;
        for (int part = 0; part < function.part_start_size(); ++part)
            code.starts.emplace(function.part_start(part) + function.part_size(part),
                                function.part_start(part));
        if (counted.isLeftOut) --m_leftOut;
        code.done.insert(wanted->function);
        uncount(*wanted);
        m_ready.push_back({number, serial, strings, std::move(function), packed});
    }
    return true;
}

/// What becomes of a function that was read. At the recording's end, one that is too large is asked for
/// again, cut further; those after it wait for it unless they fit beside it, as they have fewer hits.
CodeKeeper::Wanted::Outcome CodeKeeper::outcomeOf(Counted& counted, std::size_t codeBytes,
                                                  std::size_t& reserved) {
    using enum Wanted::Outcome;
    const auto packed = counted.packedSize;
    if (m_stage == Stage::Recording) return packed <= room() && mayFit(packed) ? Kept : NoRoom;
    const auto limit = std::min(room(), counted.share);
    if (packed > limit) {
        if (!cut(counted, codeBytes, limit)) return NoRoom;
        reserved += limit;
        return AskAgain;
    }
    return packed <= room() - std::min(room(), reserved) ? Kept : AskAgain;
}

/// Makes the function smaller in the next answer, by about as much as it was too large; false if too little
/// would be left. Its texts do not shrink as its code does, so one cut may not suffice.
bool CodeKeeper::cut(Counted& counted, std::size_t codeBytes, std::size_t limit) {
    const auto bytes = codeBytes * limit / counted.packedSize / 8 * 7;
    if (counted.cuts >= maximumCuts || bytes < minimumCut) return false;
    ++counted.cuts;
    counted.maximumBytes = bytes;
    return true;
}

/// The function that was asked for; null if none was, or if the answer does not lie in the module or has a
/// byte that is kept already.
CodeKeeper::Wanted* CodeKeeper::answered(const recording::FunctionCode& function, const Code& code,
                                         const ModuleNames& names) {
    const auto kept = keptCode(function, [](std::uint32_t row) { return StringIndex(row); });
    if (!check(kept).empty()) return nullptr;
    const auto range = names.addressRange();
    const auto isInside = [&](const KeptPart& part) {
        const auto end = part.start + part.bytes.size();
        return range && part.start >= range->start && end <= range->end && !code.overlaps(part.start, end);
    };
    if (!std::ranges::all_of(kept.parts, isInside)) return nullptr;
    const auto found = std::ranges::find_if(m_question, [&](const Wanted& wanted) {
        const auto counted = code.counted.find(wanted.function);
        return wanted.outcome == Wanted::Outcome::Unanswered && counted != code.counted.end() &&
               kept.covers(counted->second.instructions.front().address);
    });
    return found == m_question.end() ? nullptr : &*found;
}

/// The bytes that the function adds to a recording that has none of its texts.
std::size_t CodeKeeper::packedSize(const recording::FunctionCode& function,
                                   const std::vector<std::string>& strings) {
    recording::Segment segment;
    absl::flat_hash_set<std::uint32_t> texts;
    const auto addTexts = [&](const auto& rows) {
        for (const auto row : rows)
            if (texts.insert(row).second) segment.add_strings(strings[row]);
    };
    addTexts(function.function_name());
    addTexts(function.function_raw_name());
    addTexts(function.function_file());
    addTexts(function.target_name());
    *segment.add_code() = function;
    const auto bytes = m_writer.write(segment);
    return bytes ? bytes->size() : maximumAnswer;
}

std::vector<KeptFunction> CodeKeeper::takeReady(std::size_t bytes) {
    std::vector<KeptFunction> taken;
    auto room = m_allowedBytes - std::min(m_allowedBytes, m_sentBytes);
    std::size_t size = 0;
    std::erase_if(m_ready, [&](KeptFunction& function) {
        if (size >= bytes || function.packedSize > room) return false;
        room -= function.packedSize;
        m_readyPacked -= function.packedSize;
        const auto own = function.code.ByteSizeLong();
        size += own;
        m_readyBytes -= own;
        taken.push_back(std::move(function));
        return true;
    });
    return taken;
}

void CodeKeeper::putBack(std::vector<KeptFunction> functions) {
    for (auto& function : functions) {
        m_readyBytes += function.code.ByteSizeLong();
        m_readyPacked += function.packedSize;
        m_ready.push_back(std::move(function));
    }
}

} // namespace candela
