#include "model/code/aligned_code.h"

#include "model/comparison/matching/name_forms.h"
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <span>

namespace candela {

namespace {

/// What two blocks must have in common, as a part of their instructions.
constexpr double minimumLikeness = 1.0 / 3;
/// Scores of aligned instructions: with equal operands, and with the same operation alone.
constexpr int sameScore = 4, changedScore = 2;

/// An instruction in the form that is compared.
struct Key {
    std::string operation; ///< the mnemonic
    std::string whole;     ///< with operands, but without addresses
};

/// "[rip + 0x2f3a]" depends on where the code is: "[rip]".
std::string withoutDistances(const std::string& text) {
    std::string result;
    constexpr std::string_view relative = "[rip";
    for (std::size_t at = 0; at < text.size();) {
        const auto found = text.find(relative, at);
        if (found == std::string::npos) return result + text.substr(at);
        result += text.substr(at, found - at) + "[rip]";
        const auto end = text.find(']', found);
        at = end == std::string::npos ? text.size() : end + 1;
    }
    return result;
}

Key keyOf(const AnnotatedCode& code, const Instruction& instruction) {
    const auto space = instruction.text.find(' ');
    Key key{instruction.text.substr(0, space), {}};
    if (!instruction.target) {
        key.whole = withoutDistances(instruction.text);
        return key;
    }
    key.whole = key.operation;
    const auto& targets = code.code->targets;
    if (const auto name = targets.find(*instruction.target); name != targets.end())
        key.whole += " " + name->second;
    return key;
}

struct Block {
    std::uint32_t begin = 0, end = 0; ///< rows of instructions
};

/// A side's instructions as keys and blocks.
class Side {
public:
    explicit Side(const AnnotatedCode& code) : m_code(code) {
        for (const auto& row : code.instructions)
            m_keys.push_back(keyOf(code, row.instruction));
        findBlocks();
    }
    std::size_t size() const { return m_keys.size(); }
    const Key& key(std::uint32_t row) const { return m_keys[row]; }
    std::span<const Block> blocks() const { return m_blocks; }
    /// The keys of a block, sorted.
    std::vector<std::string_view> sortedKeys(const Block& block) const {
        std::vector<std::string_view> keys;
        for (auto row = block.begin; row < block.end; ++row)
            keys.push_back(m_keys[row].whole);
        std::ranges::sort(keys);
        return keys;
    }

private:
    /// A block begins at a target of a jump, and after a jump or return.
    void findBlocks() {
        absl::flat_hash_set<std::uint64_t> targets;
        const auto isJump = [](InstructionKind kind) {
            return kind == InstructionKind::Jump || kind == InstructionKind::Branch;
        };
        for (const auto& row : m_code.instructions)
            if (isJump(row.instruction.kind) && row.instruction.target)
                targets.insert(*row.instruction.target);
        std::uint64_t end = 0; // of the instruction before
        bool isAfterJump = true;
        for (std::uint32_t row = 0; row < m_code.instructions.size(); ++row) {
            const auto& instruction = m_code.instructions[row].instruction;
            if (isAfterJump || instruction.address != end || targets.contains(instruction.address)) {
                if (!m_blocks.empty()) m_blocks.back().end = row;
                m_blocks.push_back({row, row});
            }
            end = instruction.address + instruction.size;
            isAfterJump = isJump(instruction.kind) || instruction.kind == InstructionKind::Return;
        }
        if (!m_blocks.empty()) m_blocks.back().end = static_cast<std::uint32_t>(m_code.instructions.size());
    }

    const AnnotatedCode& m_code;
    std::vector<Key> m_keys;
    std::vector<Block> m_blocks;
};

using Pairs = std::vector<std::pair<std::optional<std::uint32_t>, std::optional<std::uint32_t>>>;

/// The pairs of rows 0…left-1 and 0…right-1, in order, with the largest sum of scores. A score of 0 or less
/// is no pair. Of equal sums, what is on the left alone comes first.
template<typename ScoreOf>
Pairs alignedPairs(std::size_t left, std::size_t right, const ScoreOf& scoreOf) {
    const auto width = right + 1;
    std::vector<int> best((left + 1) * width); // of the rows from these on
    for (auto i = left; i-- > 0;)
        for (auto k = right; k-- > 0;) {
            auto sum = std::max(best[(i + 1) * width + k], best[i * width + k + 1]);
            if (const int score = scoreOf(i, k); score > 0)
                sum = std::max(sum, score + best[(i + 1) * width + k + 1]);
            best[i * width + k] = sum;
        }
    Pairs pairs;
    std::size_t i = 0, k = 0;
    while (i < left || k < right) {
        const auto own = static_cast<std::uint32_t>(i), other = static_cast<std::uint32_t>(k);
        if (i < left && k < right) {
            const int score = scoreOf(i, k);
            if (score > 0 && best[i * width + k] == score + best[(i + 1) * width + k + 1]) {
                pairs.emplace_back(own, other);
                ++i;
                ++k;
                continue;
            }
        }
        if (i < left && (k == right || best[i * width + k] == best[(i + 1) * width + k])) {
            pairs.emplace_back(own, std::nullopt);
            ++i;
        } else {
            pairs.emplace_back(std::nullopt, other);
            ++k;
        }
    }
    return pairs;
}

class Aligner {
public:
    Aligner(const AnnotatedCode& base, const AnnotatedCode& newSide) : m_base(base), m_new(newSide) {}

    std::vector<AlignedRow> run() {
        std::vector<std::vector<std::string_view>> baseKeys, newKeys;
        for (const auto& block : m_base.blocks())
            baseKeys.push_back(m_base.sortedKeys(block));
        for (const auto& block : m_new.blocks())
            newKeys.push_back(m_new.sortedKeys(block));
        const auto scoreOf = [&](std::size_t base, std::size_t newBlock) {
            const auto& left = baseKeys[base];
            const auto& right = newKeys[newBlock];
            std::size_t common = 0;
            for (std::size_t i = 0, k = 0; i < left.size() && k < right.size();) {
                if (left[i] == right[k]) ++common;
                const bool isLess = left[i] < right[k];
                if (isLess || left[i] == right[k]) ++i;
                if (!isLess) ++k;
            }
            const double likeness =
                2.0 * static_cast<double>(common) / static_cast<double>(left.size() + right.size());
            return likeness < minimumLikeness ? 0 : static_cast<int>(common) * sameScore;
        };
        for (const auto& [base, newBlock] : alignedPairs(baseKeys.size(), newKeys.size(), scoreOf)) {
            const auto begin = m_rows.size();
            if (base && newBlock)
                addBoth(m_base.blocks()[*base], m_new.blocks()[*newBlock]);
            else if (base)
                addBase(m_base.blocks()[*base]);
            else
                addNew(m_new.blocks()[*newBlock]);
            m_rows[begin].beginsBlock = true;
        }
        return std::move(m_rows);
    }

    std::vector<AlignedRow> oneAfterTheOther() {
        for (const auto& block : m_base.blocks())
            addBase(block);
        for (const auto& block : m_new.blocks())
            addNew(block);
        return std::move(m_rows);
    }

    bool isTooLong() const { return std::max(m_base.size(), m_new.size()) > maximumAlignedInstructions; }

private:
    void addBase(const Block& block) {
        for (auto row = block.begin; row < block.end; ++row)
            m_rows.push_back({row, {}, Alignment::Base});
    }
    void addNew(const Block& block) {
        for (auto row = block.begin; row < block.end; ++row)
            m_rows.push_back({{}, row, Alignment::New});
    }
    void addBoth(const Block& base, const Block& newBlock) {
        const auto scoreOf = [&](std::size_t i, std::size_t k) {
            const auto& left = m_base.key(base.begin + static_cast<std::uint32_t>(i));
            const auto& right = m_new.key(newBlock.begin + static_cast<std::uint32_t>(k));
            return left.whole == right.whole           ? sameScore
                   : left.operation == right.operation ? changedScore
                                                       : 0;
        };
        for (const auto& [i, k] :
             alignedPairs(base.end - base.begin, newBlock.end - newBlock.begin, scoreOf)) {
            AlignedRow row;
            if (i) row.base = base.begin + *i;
            if (k) row.newSide = newBlock.begin + *k;
            row.alignment = !k                             ? Alignment::Base
                            : !i                           ? Alignment::New
                            : scoreOf(*i, *k) == sameScore ? Alignment::Same
                                                           : Alignment::Changed;
            m_rows.push_back(row);
        }
    }

    Side m_base, m_new;
    std::vector<AlignedRow> m_rows;
};

using Used = std::map<std::string, UsedFunction, std::less<>>;

void addCalls(const AnnotatedCode& code, UseOfFunction UsedFunction::*side, Used& used) {
    for (const auto& row : code.instructions) {
        const auto& instruction = row.instruction;
        if (instruction.kind != InstructionKind::Call || !instruction.target) continue;
        const auto name = code.code->targets.find(*instruction.target);
        if (name != code.code->targets.end()) ++(used[nameStem(name->second)].*side).calls;
    }
}

void addInlined(const AnnotatedCode& code, UseOfFunction UsedFunction::*side, Used& used) {
    for (const auto& row : code.instructions) {
        const auto& frames = code.code->framesAt(row.instruction.address);
        absl::flat_hash_set<std::string> seen; // a recursive function counts once
        for (std::size_t frame = 0; frame + 1 < frames.size(); ++frame) {
            auto name = nameStem(frames[frame].name);
            if (!seen.insert(name).second) continue;
            auto& use = used[std::move(name)].*side;
            ++use.instructions;
            use.self += row.self;
        }
    }
}

} // namespace

std::string_view alignmentName(Alignment alignment) {
    switch (alignment) {
    case Alignment::Same:
        return "same";
    case Alignment::Changed:
        return "changed";
    case Alignment::Base:
        return "base";
    case Alignment::New:
        return "new";
    }
    return "";
}

AlignedCode alignedCode(const AnnotatedCode& base, const AnnotatedCode& newSide) {
    AlignedCode result;
    Aligner aligner(base, newSide);
    result.areBlocksAligned = !aligner.isTooLong();
    result.rows = result.areBlocksAligned ? aligner.run() : aligner.oneAfterTheOther();
    Used used;
    addCalls(base, &UsedFunction::base, used);
    addInlined(base, &UsedFunction::base, used);
    addCalls(newSide, &UsedFunction::newSide, used);
    addInlined(newSide, &UsedFunction::newSide, used);
    for (auto& [name, function] : used) {
        function.name = name;
        result.used.push_back(std::move(function));
    }
    return result;
}

} // namespace candela
