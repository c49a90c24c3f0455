#include "model/symbols/lookup/symbolize_profile.h"

#include "model/profile/profile_builder.h"
#include "model/profile/start_name.h"
#include "model/symbols/lookup/nameless_code.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace candela {

namespace {

/// The number of addresses between two checks for cancellation; a DWARF unit is read in a few milliseconds.
constexpr std::size_t addressesAtOnce = 64;

/// Gives names to the frames of a profile. All other tables keep their rows, because rows that are added
/// again in the same order get the same numbers.
class NamedStacks {
public:
    explicit NamedStacks(const Profile& profile) : m_profile(profile) {
        for (std::size_t row = 0; row < profile.strings.size(); ++row)
            m_builder.string(profile.text(StringIndex(row)));
        for (const auto& mapping : profile.mappings)
            m_builder.mapping(mapping);
        for (const auto& function : profile.functions)
            m_builder.function(function);
    }

    /// Functions are innermost first; stacks grow from the outermost.
    void name(std::size_t row, const SymbolizedFrames& functions) {
        auto& frames = m_replacements[row];
        for (auto function = functions.rbegin(); function != functions.rend(); ++function) {
            auto frame = frameAt(row);
            frame.function = m_builder.function({.name = m_builder.string(function->name),
                                                 .rawName = m_builder.string(function->rawName),
                                                 .file = m_builder.string(function->file),
                                                 .startLine = function->startLine,
                                                 .mapping = frame.mapping});
            frame.line = function->line;
            frame.inlineDepth = static_cast<std::uint16_t>(frames.size());
            if (!frames.empty())
                frame.kind = FrameKind::Inlined;
            else if (frame.kind == FrameKind::Unknown)
                frame.kind = FrameKind::User;
            frames.push_back(m_builder.frame(frame));
        }
    }

    void moveTo(Profile& profile) {
        const auto stacks = rebuildStacks();
        Profile named = m_builder.build();
        profile.strings = std::move(named.strings);
        profile.functions = std::move(named.functions);
        profile.frames = std::move(named.frames);
        profile.stacks = std::move(named.stacks);
        for (auto& table : profile.samples) {
            for (auto& stack : table.stack)
                if (stack) stack = stacks[stack.row()];
        }
    }

private:
    Frame frameAt(std::size_t row) const {
        const auto& frames = m_profile.frames;
        return {.function = frames.function[row],
                .mapping = frames.mapping[row],
                .address = frames.address[row],
                .line = frames.line[row],
                .inlineDepth = frames.inlineDepth[row],
                .kind = frames.kind[row]};
    }

    /// The new row of each old stack.
    std::vector<StackIndex> rebuildStacks() {
        const auto& stacks = m_profile.stacks;
        std::vector<StackIndex> rows;
        rows.reserve(stacks.size());
        for (std::size_t row = 0; row < stacks.size(); ++row) {
            auto stack = stacks.parent[row] ? rows[stacks.parent[row].row()] : StackIndex();
            const auto frame = stacks.frame[row].row();
            if (const auto found = m_replacements.find(frame); found != m_replacements.end()) {
                for (const auto replacement : found->second)
                    stack = m_builder.stack(stack, replacement);
            } else {
                stack = m_builder.stack(stack, m_builder.frame(frameAt(frame)));
            }
            rows.push_back(stack);
        }
        return rows;
    }

    const Profile& m_profile;
    ProfileBuilder m_builder;
    absl::flat_hash_map<std::size_t, std::vector<FrameIndex>> m_replacements; // outermost first
};

/// Which addresses have code that the profile keeps. Mappings of one file at one address count as one.
class KeptRanges {
public:
    explicit KeptRanges(const Profile& profile) {
        std::map<std::tuple<StringIndex, StringIndex, std::uint64_t>, std::uint32_t> spaces;
        for (const auto& mapping : profile.mappings) {
            const std::tuple space(mapping.path, mapping.buildId, mapping.start - mapping.fileOffset);
            m_spaces.push_back(
                spaces.try_emplace(space, static_cast<std::uint32_t>(spaces.size())).first->second);
        }
        for (const auto& code : profile.code)
            add(*code);
    }

    std::size_t bytes() const { return m_bytes; }
    bool contains(MappingIndex mapping, std::uint64_t address) const { return overlaps(mapping, address, 1); }
    /// False, and nothing is added, if a part is kept already.
    bool add(const KeptCode& code) {
        for (const auto& part : code.parts)
            if (overlaps(code.mapping, part.start, part.bytes.size())) return false;
        for (const auto& part : code.parts)
            m_starts.emplace(std::pair(m_spaces[code.mapping.row()], part.start + part.bytes.size()),
                             part.start);
        m_bytes += code.size();
        return true;
    }

private:
    bool overlaps(MappingIndex mapping, std::uint64_t start, std::size_t size) const {
        const auto space = m_spaces[mapping.row()];
        const auto next = m_starts.upper_bound({space, start});
        return next != m_starts.end() && next->first.first == space && next->second < start + size;
    }

    std::vector<std::uint32_t> m_spaces;                                       // by mapping
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> m_starts; // by address space and end
    std::size_t m_bytes = 0;
};

/// Looks up the names of one module after the other.
class Symbolizer {
public:
    Symbolizer(const Profile& profile, const CodeNamesOpener& open, Task& task)
        : m_profile(profile), m_open(open), m_task(task) {}

    Result<ModuleLookup> lookUp(const NamelessModule& module) {
        ModuleLookup result{.path = std::string(module.wanted.path),
                            .buildId = std::string(module.wanted.buildId),
                            .addresses = module.frames.size(),
                            .source = {},
                            .problem = {}};
        const auto names = m_open(module.wanted, m_task);
        if (m_task.isCancelled()) return cancelled();
        if (!names) {
            result.problem = names.error().message;
            return result;
        }
        result.source = (*names)->source;
        result.named = TRY(nameFrames(**names, module));
        result.match = (*names)->match;
        if (result.named == 0) result.problem = "has no names for these addresses";
        return result;
    }

    void moveTo(Profile& profile) {
        if (m_named) m_named->moveTo(profile);
        for (auto& code : m_code)
            profile.code.push_back(std::make_shared<const KeptCode>(std::move(code)));
    }

private:
    struct FrameAddress {
        std::uint64_t address;
        std::size_t frame;
    };

    std::vector<FrameAddress> addressesOf(const CodeNames& names,
                                          const std::vector<std::size_t>& frames) const {
        std::vector<FrameAddress> sorted;
        sorted.reserve(frames.size());
        for (const auto frame : frames) {
            const auto& mapping = m_profile.mappings[m_profile.frames.mapping[frame].row()];
            if (const auto address = names.addressIn(mapping, m_profile.frames.address[frame]))
                sorted.push_back({*address, frame});
        }
        std::ranges::sort(sorted, {}, &FrameAddress::address);
        return sorted;
    }

    bool isCalled(std::size_t frame, std::string_view name) const {
        const auto function = m_profile.frames.function[frame];
        return function && m_profile.text(m_profile.functions[function.row()].name) == name;
    }

    /// Returns how many addresses have a name now; a start does not count.
    Result<std::size_t> nameFrames(CodeNames& names, const NamelessModule& module) {
        const auto sorted = addressesOf(names, module.frames);
        std::size_t named = 0;
        std::vector<std::uint64_t> addresses;
        std::vector<SymbolizedFrames> found;
        absl::flat_hash_set<std::uint64_t> starts; // of functions without names
        for (std::size_t begin = 0; begin < sorted.size(); begin += addressesAtOnce) {
            if (m_task.isCancelled()) return cancelled();
            const auto batch =
                std::span(sorted).subspan(begin, std::min(addressesAtOnce, sorted.size() - begin));
            addresses.clear();
            for (const auto& entry : batch)
                addresses.push_back(entry.address);
            names.resolve(addresses, found);
            for (std::size_t at = 0; at < batch.size(); ++at) {
                if (found[at].empty()) continue;
                auto& outermost = found[at].back();
                if (!outermost.name.empty())
                    ++named;
                else if (outermost.start != 0 && !module.wanted.path.empty())
                    outermost.name = startName(module.wanted.path, outermost.start);
                if (outermost.start != 0 && starts.insert(outermost.start).second &&
                    names.match == NameMatch::Build)
                    keepCode(names, batch[at]);
                if (outermost.name.empty() || isCalled(batch[at].frame, outermost.name)) continue;
                if (!m_named) m_named = std::make_unique<NamedStacks>(m_profile);
                m_named->name(batch[at].frame, found[at]);
            }
        }
        return named;
    }

    /// Keeps the code of a function that has no name: it is all that is known of it once the file is gone.
    void keepCode(CodeNames& names, const FrameAddress& at) {
        const auto mapping = m_profile.frames.mapping[at.frame];
        const auto address = m_profile.frames.address[at.frame];
        if (m_kept.contains(mapping, address)) return;
        auto code = names.codeAround(at.address);
        // A profile that was opened may keep more.
        if (!code || m_kept.bytes() > maximumKeptCode || code->size() > maximumKeptCode - m_kept.bytes())
            return;
        code->mapping = mapping;
        for (auto& part : code->parts)
            part.start += address - at.address;
        if (check(*code).empty() && m_kept.add(*code)) m_code.push_back(std::move(*code));
    }

    const Profile& m_profile;
    const CodeNamesOpener& m_open;
    Task& m_task;
    std::unique_ptr<NamedStacks> m_named; // null while nothing was found
    KeptRanges m_kept{m_profile};
    std::vector<KeptCode> m_code; // of functions without names
};

} // namespace

Result<Symbolized> symbolize(Profile profile, const CodeNamesOpener& open, Task& task) {
    Symbolized result{std::move(profile), {}};
    const auto modules = namelessCode(result.profile);
    Symbolizer symbolizer(result.profile, open, task);
    for (const auto& module : modules) {
        if (task.isCancelled()) return cancelled();
        result.modules.push_back(TRY(symbolizer.lookUp(module)));
        task.setProgress(static_cast<double>(result.modules.size()) / static_cast<double>(modules.size()));
    }
    symbolizer.moveTo(result.profile);
    return result;
}

} // namespace candela
