#include "model/code/aligned_code.h"

#include "model/code/aligned_pairs.h"
#include "model/comparison/matching/name_forms.h"
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <span>
#include <tuple>

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
    std::string origin;    ///< the mnemonic with the inlined function that it is from; empty: the code's own
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
    Key key{instruction.text.substr(0, space), {}, {}};
    if (const auto& frames = code.code->framesAt(instruction.address); frames.size() > 1)
        key.origin = key.operation + " " + nameStem(frames.front().name);
    // The operand of arm64's adrp is the page of data, which depends on where the code is.
    const bool isPageOfData = key.operation == "adrp" || key.operation == "adr";
    if (!instruction.target || isPageOfData) {
        key.whole = isPageOfData ? instruction.text.substr(0, instruction.text.find(','))
                                 : withoutDistances(instruction.text);
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
    /// The block that begins at the address; none if none does.
    std::optional<std::size_t> blockAt(std::uint64_t address) const {
        const auto found = std::ranges::lower_bound(m_blocks, address, {}, [this](const Block& block) {
            return m_code.instructions[block.begin].instruction.address;
        });
        if (found == m_blocks.end() || m_code.instructions[found->begin].instruction.address != address)
            return {};
        return static_cast<std::size_t>(found - m_blocks.begin());
    }
    const std::optional<std::uint64_t>& target(std::uint32_t row) const {
        return m_code.instructions[row].instruction.target;
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

using Keys = std::vector<std::string_view>;

/// What blocks are compared by: their instructions without order.
class BlockKeys {
public:
    BlockKeys(const Side& side, const Block& block) {
        for (auto row = block.begin; row < block.end; ++row) {
            const auto& key = side.key(row);
            m_whole.push_back(key.whole);
            if (key.origin.empty()) continue;
            m_origins.push_back(key.origin);
            m_wholeWithOrigin.push_back(key.whole);
        }
        for (auto* keys : {&m_whole, &m_origins, &m_wholeWithOrigin})
            std::ranges::sort(*keys);
    }

    /// Twice the number of instructions in common. Where only the registers of inlined code differ, an
    /// instruction counts half: compilers rarely choose the same ones in another function.
    std::size_t likeness(const BlockKeys& other) const {
        const auto origins = commonCount(m_origins, other.m_origins);
        const auto exact = commonCount(m_wholeWithOrigin, other.m_wholeWithOrigin);
        return 2 * commonCount(m_whole, other.m_whole) + (origins > exact ? origins - exact : 0);
    }
    std::size_t size() const { return m_whole.size(); }
    auto operator<=>(const BlockKeys& other) const { return m_whole <=> other.m_whole; }

private:
    Keys m_whole, m_origins, m_wholeWithOrigin;
};

std::vector<BlockKeys> blockKeys(const Side& side) {
    std::vector<BlockKeys> keys;
    for (const auto& block : side.blocks())
        keys.emplace_back(side, block);
    return keys;
}

class Aligner {
public:
    Aligner(const AnnotatedCode& base, const AnnotatedCode& newSide) : m_base(base), m_new(newSide) {}

    std::vector<AlignedRow> run() {
        const auto baseKeys = blockKeys(m_base), newKeys = blockKeys(m_new);
        const auto scoreOf = [&](std::size_t base, std::size_t newBlock) {
            const auto& left = baseKeys[base];
            const auto& right = newKeys[newBlock];
            const auto likeness = left.likeness(right);
            const auto part = static_cast<double>(likeness) / static_cast<double>(left.size() + right.size());
            return part < minimumLikeness ? 0 : static_cast<int>(likeness) * sameScore;
        };
        const auto orderOf = [&](std::size_t base, std::size_t newBlock) {
            return baseKeys[base] <=> newKeys[newBlock];
        };
        m_partners.resize(baseKeys.size());
        m_isAligned.resize(newKeys.size());
        for (const auto& [base, newBlock] : alignedPairs(baseKeys.size(), newKeys.size(), scoreOf, orderOf)) {
            const auto begin = m_rows.size();
            if (base && newBlock) {
                m_partners[*base] = *newBlock;
                m_isAligned[*newBlock] = true;
                addBoth(m_base.blocks()[*base], m_new.blocks()[*newBlock]);
            } else if (base) {
                addBase(m_base.blocks()[*base]);
            } else {
                addNew(m_new.blocks()[*newBlock]);
            }
            m_rows[begin].beginsBlock = true;
        }
        compareTargets();
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
        const auto keys = [&](std::size_t i, std::size_t k) {
            return std::tie(m_base.key(base.begin + static_cast<std::uint32_t>(i)),
                            m_new.key(newBlock.begin + static_cast<std::uint32_t>(k)));
        };
        const auto scoreOf = [&](std::size_t i, std::size_t k) {
            const auto& [left, right] = keys(i, k);
            return left.whole == right.whole           ? sameScore
                   : left.operation == right.operation ? changedScore
                                                       : 0;
        };
        const auto orderOf = [&](std::size_t i, std::size_t k) {
            const auto& [left, right] = keys(i, k);
            return left.whole <=> right.whole;
        };
        for (const auto& [i, k] :
             alignedPairs(base.end - base.begin, newBlock.end - newBlock.begin, scoreOf, orderOf)) {
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

    /// A jump to another block is a change. Blocks that are not aligned with any may be each other's form.
    void compareTargets() {
        for (auto& row : m_rows) {
            if (row.alignment != Alignment::Same || !m_base.target(*row.base) || !m_new.target(*row.newSide))
                continue;
            const auto base = m_base.blockAt(*m_base.target(*row.base));
            const auto newBlock = m_new.blockAt(*m_new.target(*row.newSide));
            if (!base && !newBlock) continue; // to other functions, whose names are compared
            const bool isElsewhere =
                !base || !newBlock ||
                (m_partners[*base] ? *m_partners[*base] != *newBlock : bool(m_isAligned[*newBlock]));
            if (isElsewhere) row.alignment = Alignment::Changed;
        }
    }

    Side m_base, m_new;
    std::vector<AlignedRow> m_rows;
    std::vector<std::optional<std::uint32_t>> m_partners; // for each block of base, that of new
    std::vector<bool> m_isAligned;                        // for each block of new
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

std::string_view alignmentSign(Alignment alignment) {
    switch (alignment) {
    case Alignment::Same:
        return "";
    case Alignment::Changed:
        return "~";
    case Alignment::Base:
        return "<";
    case Alignment::New:
        return ">";
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
