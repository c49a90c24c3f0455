#include "model/formats/printed_stacks/folded_reader.h"

#include "model/analysis/grouping/grouping.h"
#include "model/base/wrapping.h"
#include "model/formats/encoding/control_pictures.h"
#include "model/formats/encoding/text_end.h"
#include "model/formats/encoding/text_lines.h"
#include "model/formats/format.h"
#include "model/formats/output/exported_names.h"
#include "model/formats/output/profile_losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace candela {

namespace {

Result<Profile> readFolded(Input& input, Task& task) {
    const LineText text(TRY(input.all(task)));
    ProfileBuilder builder;
    FoldedReader reader(builder);
    TRY(reader.read(text.text(), task));
    warnOfCutLine(text.text(), builder);
    return builder.build();
}

/// A name for use in a line: without the characters that separate frames.
std::string foldedName(std::string_view name) {
    auto text = withControlPictures(name);
    std::ranges::replace(text, ';', ':');
    return text;
}

/// Whether readers could mistake the end of a stack for a weight ("worker 1"), or the stack for something
/// else: a comment, a setting ("size: 12"), JSON.
bool canBeMistaken(std::string_view stack) {
    return stack.starts_with('#') || stack.starts_with('{') || stack.starts_with("[{") ||
           stack.starts_with("[\"") || parseFoldedLine(stack) || !looksLikeFoldedStack(stack);
}

/// "main;draw;blit" for a stack; made for one stack at a time, so that the texts of all stacks never need
/// memory at once.
class FoldedStacks {
public:
    explicit FoldedStacks(const Profile& profile)
        : m_profile(profile),
          m_groups(groupFrames(std::shared_ptr<const Profile>(&profile, [](auto*) {}), Grouping::Function)) {
        const ExportedNames names(*m_groups, HeldBesideNames::Nothing);
        for (std::size_t row = 0; row < m_groups->size(); ++row) {
            const auto& name = names.of(FrameGroupIndex(row));
            m_names.push_back(foldedName(name));
            m_hasChangedNames |= name.find(';') != std::string::npos;
        }
    }
    bool hasChangedNames() const { return m_hasChangedNames; }

    std::string line(StackIndex stack) {
        m_path.clear();
        for (; stack; stack = m_profile.stacks.parent[stack.row()])
            m_path.push_back(m_groups->groupOfFrame[m_profile.stacks.frame[stack.row()].row()].row());
        std::string line;
        for (auto group = m_path.rbegin(); group != m_path.rend(); ++group) {
            if (group != m_path.rbegin()) line += ';';
            line += m_names[*group];
        }
        // Readers ignore a semicolon at the end.
        if (canBeMistaken(line)) line += ';';
        return line;
    }

private:
    const Profile& m_profile;
    std::shared_ptr<const FrameGroups> m_groups;
    std::vector<std::string> m_names; // by group
    bool m_hasChangedNames = false;
    std::vector<std::uint32_t> m_path;
};

/// Lines with equal stacks are added up, so that the file's size depends on the distinct stacks; sorted by
/// text.
Result<void> writeFolded(const Profile& profile, Output& output, Task& task) {
    const auto value = profile.shownValue();
    if (value.isNone()) return {};
    const auto& table = profile.samples[value.row()];
    std::vector<std::int64_t> weights(profile.stacks.size());
    std::int64_t stackless = 0;
    for (std::size_t row = 0; row < table.size(); ++row) {
        auto& weight = table.stack[row] ? weights[table.stack[row].row()] : stackless;
        weight = wrappingSum(weight, table.weight[row]);
    }
    FoldedStacks stacks(profile);
    absl::flat_hash_map<std::string, std::int64_t> weightOfLine;
    for (std::size_t row = 0; row < weights.size(); ++row) {
        if (task.isCancelled()) return cancelled();
        if (weights[row] == 0) continue;
        auto& weight = weightOfLine[stacks.line(StackIndex(row))];
        weight = wrappingSum(weight, weights[row]);
    }
    if (stackless != 0) {
        auto& weight = weightOfLine["[no stack]"];
        weight = wrappingSum(weight, stackless);
    }
    std::vector<std::pair<std::string_view, std::int64_t>> lines(weightOfLine.begin(), weightOfLine.end());
    std::sort(lines.begin(), lines.end());
    // A first name with these bytes would look like a byte order mark; readers skip one such mark.
    constexpr std::string_view marks[]{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"};
    const auto isMarked = [&](std::string_view mark) { return lines.front().first.starts_with(mark); };
    if (!lines.empty() && std::ranges::any_of(marks, isMarked)) output.write(marks[0]);
    for (const auto& [stack, weight] : lines)
        output.write(fmt::format("{} {}\n", stack, weight));
    addValueLoss(profile, "folded stacks have", output);
    addLosses(profile, "folded stacks have", ProfilePart::Nothing, output);
    addStacklessLoss(profile, "folded stacks have", output);
    if (stacks.hasChangedNames())
        output.addLoss("folded stacks have no names with semicolons: they became colons");
    return {};
}

} // namespace

Format foldedFormat() {
    return {.name = "folded",
            .description = "Folded stacks",
            .extensions = ".folded .collapsed",
            .recognizes = looksFolded,
            .read = readFolded,
            .write = writeFolded};
}

} // namespace candela
