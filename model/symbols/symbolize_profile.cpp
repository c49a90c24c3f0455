#include "model/symbols/symbolize_profile.h"

#include "model/profile/profile_builder.h"

#include <algorithm>
#include <map>

namespace candela {

namespace {

/// Gives names to the frames of a profile; every other table keeps its rows, because what is added again in
/// the same order gets the same rows.
class Symbolizer {
public:
    explicit Symbolizer(const Profile& profile) : m_profile(profile) {
        for (std::size_t row = 0; row < profile.strings.size(); ++row)
            m_builder.string(profile.text(StringIndex(row)));
        for (const auto& mapping : profile.mappings)
            m_builder.mapping(mapping);
        for (const auto& function : profile.functions)
            m_builder.function(function);
        for (const auto& warning : profile.warnings)
            m_builder.addWarning(warning);
    }

    void addWarning(std::string sentence) { m_builder.addWarning(std::move(sentence)); }

    /// Rows of nameless frames, by the module that they are in.
    std::map<std::pair<StringIndex, StringIndex>, std::vector<std::size_t>> namelessFrames() const {
        std::map<std::pair<StringIndex, StringIndex>, std::vector<std::size_t>> rows;
        const auto& frames = m_profile.frames;
        for (std::size_t row = 0; row < frames.size(); ++row) {
            const auto function = frames.function[row];
            const bool isNamed = function && m_profile.functions[function.row()].name;
            const bool isUser = frames.kind[row] == FrameKind::User || frames.kind[row] == FrameKind::Unknown;
            if (isNamed || !isUser || !frames.mapping[row] || frames.address[row] == 0) continue;
            const auto& mapping = m_profile.mappings[frames.mapping[row].row()];
            const auto path = m_profile.text(mapping.path);
            if (!path.empty() && path.front() != '[') rows[{mapping.path, mapping.buildId}].push_back(row);
        }
        return rows;
    }

    void addNames(ModuleSymbols& module, const std::vector<std::size_t>& frameRows) {
        std::vector<std::uint64_t> addresses;
        std::vector<std::size_t> rows;
        for (const auto row : frameRows) {
            const auto address = elfAddress(module, row);
            if (!address) continue;
            addresses.push_back(*address);
            rows.push_back(row);
        }
        std::vector<SymbolizedFrames> found;
        module.resolve(addresses, found);
        for (std::size_t at = 0; at < rows.size(); ++at)
            replace(rows[at], found[at]);
    }

    Profile result() {
        const auto stacks = rebuildStacks();
        Profile named = m_builder.build();
        Profile result = m_profile;
        result.strings = std::move(named.strings);
        result.functions = std::move(named.functions);
        result.frames = std::move(named.frames);
        result.stacks = std::move(named.stacks);
        result.warnings = std::move(named.warnings);
        for (auto& table : result.samples) {
            for (auto& stack : table.stack)
                if (stack) stack = stacks[stack.row()];
        }
        return result;
    }

private:
    /// The file's own address of a frame. A mapping of which nothing is known is taken to have these already.
    std::optional<std::uint64_t> elfAddress(const ModuleSymbols& module, std::size_t row) const {
        const auto address = m_profile.frames.address[row];
        const auto& mapping = m_profile.mappings[m_profile.frames.mapping[row].row()];
        if (mapping.start == 0 && mapping.end == 0) return address;
        if (address < mapping.start || (mapping.end != 0 && address >= mapping.end)) return {};
        return module.addressOfFileOffset(address - mapping.start + mapping.fileOffset);
    }

    Frame frameAt(std::size_t row) const {
        const auto& frames = m_profile.frames;
        return {.function = frames.function[row],
                .mapping = frames.mapping[row],
                .address = frames.address[row],
                .line = frames.line[row],
                .inlineDepth = frames.inlineDepth[row],
                .kind = frames.kind[row]};
    }

    /// Functions come innermost first; stacks grow from the outermost.
    void replace(std::size_t row, const SymbolizedFrames& functions) {
        if (functions.empty() || functions.back().name.empty()) return;
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
            frame.kind = frames.empty() ? FrameKind::User : FrameKind::Inlined;
            frames.push_back(m_builder.frame(frame));
        }
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

} // namespace

Result<Profile> symbolize(const Profile& profile, const ModuleOpener& open, Task& task) {
    Symbolizer symbolizer(profile);
    const auto modules = symbolizer.namelessFrames();
    std::size_t done = 0;
    for (const auto& [module, frames] : modules) {
        if (task.isCancelled()) return cancelled();
        const auto path = profile.text(module.first);
        if (auto symbols = open(path, profile.text(module.second)))
            symbolizer.addNames(*symbols, frames);
        else
            symbolizer.addWarning("Functions of " + std::string(path) + " have no names: it " +
                                  symbols.error().message + ".");
        task.setProgress(static_cast<double>(++done) / static_cast<double>(modules.size()));
    }
    return symbolizer.result();
}

} // namespace candela
