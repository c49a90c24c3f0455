#include "model/analysis/call_tree/flame_layout.h"
#include "model/analysis/call_tree/module_tones.h"
#include "model/analysis/call_tree/tone_class.h"
#include "model/analysis/grouping/code_class.h"
#include "model/base/letters.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/formats/encoding/xml_text.h"
#include "model/formats/format.h"
#include "model/formats/output/profile_losses.h"
#include "model/formats/reports/svg_page.h"
#include "model/formats/reports/svg_textures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// The minimum width of a box; narrower ones are merged. So a picture that users can zoom far into has some
/// ten thousand boxes, not millions.
constexpr double minimumShare = 1.0 / 10'000;

std::string toneClass(std::size_t tone) {
    switch (tone) {
    case kernelTone:
        return "k";
    case interpretedTone:
        return "i";
    case unknownTone:
        return "n";
    }
    return fmt::format("u{}", tone);
}

/// The class of a box in a difference of profiles, where colours show increases and decreases.
std::string_view signClass(std::int64_t weight) {
    if (weight == 0) return "z";
    return weight > 0 ? "p" : "l";
}

/// The text of a class attribute.
std::string boxClasses(const std::pair<std::string, std::string_view>& classes) {
    return classes.second.empty() ? classes.first : fmt::format("{} {}", classes.first, classes.second);
}

/// As many letters as fit, with an ellipsis if some are missing; empty if only the ellipsis would fit.
std::string labelOf(std::string_view name, double width) {
    const auto letters = static_cast<std::int64_t>(std::floor((width - 6) / svg_page::letterWidth));
    if (letters < 3) return {};
    const auto cut = firstLetters(name, static_cast<std::size_t>(letters));
    if (cut.size() == name.size()) return std::string(name);
    return std::string(firstLetters(name, static_cast<std::size_t>(letters) - 1)) + "…";
}

class FlameGraphPicture {
public:
    FlameGraphPicture(const Profile& profile, ValueTypeIndex value, CallTree tree,
                      std::span<const GroupWeight> functions)
        : m_profile(profile), m_value(value), m_tree(std::move(tree)), m_tones(groupTones(m_tree.groups())),
          m_functions(functions), m_layout(flameLayout(m_tree, {}, minimumShare, FlameOrder::ByName)),
          m_unit(profile.text(profile.samples[value.row()].type.unit)) {}

    std::string draw() {
        drawHead();
        m_svg += svg_page::patterns(texturedColours());
        m_svg += "<g id=\"boxes\">\n";
        drawBox(0, 0, 1, "n", "all", {}, m_tree.totalWeight(), 0);
        for (std::size_t row = 0; row < m_layout.rows(); ++row) {
            for (const auto& box : m_layout.row(row))
                drawNode(box, row + 1);
        }
        m_svg += "</g>\n";
        drawLegend();
        write("<script><![CDATA[{}]]></script>\n</svg>\n", svg_page::script);
        return std::move(m_svg);
    }

private:
    template<typename... Arguments>
    void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(m_svg), format, std::forward<Arguments>(arguments)...);
    }

    int height() const {
        return svg_page::top + static_cast<int>(m_layout.rows() + 1) * svg_page::rowHeight + svg_page::bottom;
    }

    bool isDifference() const { return m_tree.totalMagnitude() != m_tree.totalWeight(); }

    std::string title() const {
        const auto file = lastPathPart(m_profile.origin.file);
        return file.empty() || file == "-" ? "Flame graph" : std::string(file);
    }

    void drawHead();
    /// The class of a call node's colour, and that of its texture, which may be empty.
    std::pair<std::string, std::string_view> classesOf(CallNodeIndex node) const;
    svg_page::TexturedColours texturedColours() const;
    struct LegendEntry {
        std::string colour; ///< a class
        std::string text;
        CodeClass kind = CodeClass::User;
    };
    std::vector<LegendEntry> legend() const;
    std::vector<LegendEntry> fittingLegend() const;
    void drawLegend();
    void drawNode(const FlameBox& box, std::size_t row);
    /// `detail` is the second line of the tooltip: the module, if it is known.
    void drawBox(std::size_t row, double left, double right, std::string_view boxClass, std::string_view name,
                 std::string_view detail, std::int64_t total, std::int64_t self);

    const Profile& m_profile;
    ValueTypeIndex m_value;
    CallTree m_tree;
    std::vector<std::uint8_t> m_tones; // of each group
    std::span<const GroupWeight> m_functions;
    FlameLayout m_layout;
    std::string_view m_unit;
    std::string m_svg;
};

void FlameGraphPicture::drawHead() {
    const auto& table = m_profile.samples[m_value.row()];
    write("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
          "data-width=\"{0}\" data-margin=\"{2}\" data-letter=\"{3}\">\n",
          svg_page::width, height(), svg_page::margin, svg_page::letterWidth);
    write("<title>{}</title>\n<style>{}</style>\n", xmlText(title()), svg_page::style(texturedColours()));
    write("<rect id=\"page\" width=\"{}\" height=\"{}\"/>\n", svg_page::width, height());
    write("<text id=\"title\" x=\"{}\" y=\"28\">{}</text>\n", svg_page::margin,
          xmlText(firstLetters(title(), 80)));
    write("<text id=\"subtitle\" x=\"{0}\" y=\"50\">{1}: {2}</text>\n"
          "<text id=\"pointed\" x=\"{0}\" y=\"50\"></text>\n",
          svg_page::margin, xmlText(m_profile.text(table.type.name)),
          xmlText(formatWeight(m_tree.totalWeight(), m_unit)));
    const auto right = svg_page::width - svg_page::margin;
    write(
        "<g id=\"controls\"><text id=\"share\" x=\"{}\" y=\"52\" text-anchor=\"end\"></text>"
        "<g id=\"reset\" class=\"button away\"><rect x=\"{}\" y=\"10\" width=\"90\" height=\"26\" rx=\"4\"/>"
        "<text x=\"{}\" y=\"27\" text-anchor=\"middle\">Zoom out</text></g></g>\n",
        right, right - 260 - 100, right - 260 - 55);
}

std::pair<std::string, std::string_view> FlameGraphPicture::classesOf(CallNodeIndex node) const {
    const auto& groups = m_tree.groups();
    const auto group = m_tree.group(node);
    return {isDifference() ? std::string(signClass(m_tree.total(node))) : toneClass(m_tones[group.row()]),
            svg_page::textureClass(codeClassOf(groups, group))};
}

svg_page::TexturedColours FlameGraphPicture::texturedColours() const {
    svg_page::TexturedColours used;
    for (const auto& box : m_layout.boxes)
        if (!box.isMerged()) used.insert(classesOf(box.node));
    for (const auto& entry : fittingLegend())
        used.emplace(entry.colour, svg_page::textureClass(entry.kind));
    std::erase_if(used, [](const auto& classes) { return classes.second.empty(); });
    return used;
}

/// Modules, heaviest first, then the textures that they do not explain.
std::vector<FlameGraphPicture::LegendEntry> FlameGraphPicture::legend() const {
    constexpr std::size_t maximumModules = 12;
    std::vector<LegendEntry> entries;
    if (isDifference()) {
        entries = {{"p", "more"}, {"l", "less"}};
    } else {
        for (const auto& module : heaviestModules(m_tree.groups(), m_tones, m_functions, maximumModules))
            entries.push_back({toneClass(module.tone),
                               fmt::format("{} {}", firstLetters(module.name, 40),
                                           formatShare(static_cast<double>(module.weight),
                                                       static_cast<double>(m_layout.total))),
                               classOfTone(module.tone)});
    }
    const auto kinds = codeClassesIn(m_tree.groups());
    for (std::size_t row = 1; row < kinds.size(); ++row) { // user code, the first, is plain
        const auto kind = static_cast<CodeClass>(row);
        if (kinds[row] && std::ranges::find(entries, kind, &LegendEntry::kind) == entries.end())
            entries.push_back({"m", std::string(svg_page::kindName(kind)), kind});
    }
    return entries;
}

constexpr double swatch = 12;
constexpr double swatchGap = 5;
constexpr double entryGap = 16;

double legendEntryWidth(std::string_view text) {
    return swatch + swatchGap + static_cast<double>(text.size()) * svg_page::letterWidth;
}

/// As many entries as have room; modules are left out before textures.
std::vector<FlameGraphPicture::LegendEntry> FlameGraphPicture::fittingLegend() const {
    auto entries = legend();
    const auto isTooWide = [&entries] {
        double width = -entryGap;
        for (const auto& entry : entries)
            width += legendEntryWidth(entry.text) + entryGap;
        return width > svg_page::width - 2 * svg_page::margin;
    };
    while (!entries.empty() && isTooWide()) {
        const auto last = std::find_if(entries.rbegin(), entries.rend(), [](const LegendEntry& entry) {
            return entry.kind == CodeClass::User;
        });
        entries.erase(last == entries.rend() ? entries.end() - 1 : last.base() - 1);
    }
    return entries;
}

/// One line below the boxes: the meaning of the colours and textures.
void FlameGraphPicture::drawLegend() {
    const auto top = height() - svg_page::bottom + 14;
    double left = svg_page::margin;
    m_svg += "<g id=\"legend\">\n";
    for (const auto& [colour, text, kind] : fittingLegend()) {
        write("<g class=\"{}\"><rect x=\"{:.2f}\" y=\"{}\" width=\"{}\" height=\"{}\"/></g>"
              "<text x=\"{:.2f}\" y=\"{}\">{}</text>\n",
              boxClasses({colour, svg_page::textureClass(kind)}), left, top, swatch, swatch,
              left + swatch + swatchGap, top + 10, xmlText(text));
        left += legendEntryWidth(text) + entryGap;
    }
    m_svg += "</g>\n";
}

void FlameGraphPicture::drawNode(const FlameBox& box, std::size_t row) {
    if (box.isMerged()) {
        const auto& merged = m_layout.merged[box.merged];
        const auto count = formatCount(merged.count);
        drawBox(row, box.left, box.right, "m", fmt::format("{} more", count),
                merged.count == 1 ? "a function that is too narrow to draw"
                                  : "functions that are too narrow to draw",
                merged.total, 0);
        return;
    }
    const auto& groups = m_tree.groups();
    const auto group = m_tree.group(box.node);
    const auto total = m_tree.total(box.node);
    drawBox(row, box.left, box.right, boxClasses(classesOf(box.node)), groups[group].name,
            groups.moduleName(group), total, m_tree.self(box.node));
}

void FlameGraphPicture::drawBox(std::size_t row, double left, double right, std::string_view boxClass,
                                std::string_view name, std::string_view detail, std::int64_t total,
                                std::int64_t self) {
    constexpr double usable = svg_page::width - 2 * svg_page::margin;
    const double x = svg_page::margin + left * usable;
    const double width = (right - left) * usable;
    const auto y = svg_page::top + static_cast<int>(row) * svg_page::rowHeight;
    const auto whole = static_cast<double>(m_layout.total);
    write("<g class=\"box {}\" data-row=\"{}\"><title>{}\n", boxClass, row, xmlText(name));
    if (!detail.empty()) write("{}\n", xmlText(detail));
    write("{} ({})", xmlText(formatWeight(total, m_unit)),
          xmlText(formatShare(static_cast<double>(total), whole)));
    if (self != 0)
        write(", self {} ({})", xmlText(formatWeight(self, m_unit)),
              xmlText(formatShare(static_cast<double>(self), whole)));
    // A name that runs from right to left begins at the right edge of its box.
    const bool isFromRight = runsRightToLeft(name);
    write("</title><rect x=\"{:.5f}\" y=\"{}\" width=\"{:.5f}\" height=\"{}\" rx=\"1\"/>"
          "<text x=\"{:.2f}\" y=\"{}\"{}>{}</text></g>\n",
          x, y, width, svg_page::rowHeight - 1, isFromRight ? x + width - 3 : x + 3, y + 13,
          isFromRight ? " direction=\"rtl\"" : "", xmlText(labelOf(name, width)));
}

Result<void> writeSvg(const Profile& profile, Output& output, Task& task) {
    const auto value = profile.shownValue();
    if (value.isNone()) return failure(ModelText::tr("there is nothing to draw: the profile has no samples"));
    const std::shared_ptr<const Profile> shared(&profile, [](const Profile*) {});
    SampleSelector selector(shared);
    const auto weights = TRY(selector.stackWeights(value, {}, task));
    const auto shape = callTreeShape(groupFrames(shared, Grouping::Function));
    if (task.isCancelled()) return cancelled();
    const auto functions = groupWeights(*shape, weights);
    output.write(
        FlameGraphPicture(profile, value, CallTree::create(Direction::TopDown, shape, weights), functions)
            .draw());
    addValueLoss(profile, "a picture has", output);
    output.addLoss("a picture has functions and weights: everything else is left out");
    return {};
}

} // namespace

Format svgFormat() {
    return {.name = "svg",
            .description = "Flame graph picture for browsers",
            .extensions = ".svg",
            .recognizes = [](const FileStart&) { return false; },
            .read = nullptr,
            .write = writeSvg};
}

} // namespace candela
