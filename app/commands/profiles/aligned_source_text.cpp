#include "app/commands/profiles/aligned_source_text.h"

#include "app/commands/output/output_text.h"
#include "app/commands/output/shortened_text.h"
#include "model/base/shown_text.h"

#include <fmt/format.h>

#include <QJsonArray>

namespace candela {

namespace {

/// A file on one side, and whether its text is shown.
struct ShownSource {
    const AnnotatedSource* source = nullptr; ///< null: the side has no such file
    bool isTextShown = true;

    std::string_view line(std::uint32_t number) const { return shownLine(*source, isTextShown, number); }
};

struct ShownSources {
    ShownSource base, newSide;

    ShownSources(const AlignedSide& baseSide, const AlignedSide& newOne, const AlignedSource& aligned)
        : base{aligned.base ? &baseSide.sources[*aligned.base] : nullptr, aligned.isBaseTextShown},
          newSide{aligned.newSide ? &newOne.sources[*aligned.newSide] : nullptr, aligned.isNewTextShown} {}
};

/// "12 sum += row[i];"
std::vector<std::string> cellsOf(const AlignedSide& side, const ShownSource& shown,
                                 const std::optional<std::uint32_t>& number) {
    if (!number) return {"", ""};
    auto text = *number == 0 ? "(no line)" : fmt::format("{:>4}", *number);
    if (const auto line = shown.line(*number); !line.empty()) text += "  " + withoutTabs(line);
    return {side.share(shown.source->weightOf(*number).self), std::move(text)};
}

std::string fileName(const AnnotatedSource& source) {
    if (source.file.empty()) return "where no line is known";
    return shownText(source.file) + (source.hasKeptText() ? " (from the capture)" : "");
}

/// The name of the file, or of both, and how lines were paired if not by their texts.
std::string headline(const ShownSources& shown, LineEvidence evidence) {
    const auto *base = shown.base.source, *newSide = shown.newSide.source;
    auto text = "\n" + fileName(newSide ? *newSide : *base);
    if (base && newSide && base->file != newSide->file)
        text += fmt::format(" (base: {})", fileName(*base));
    else if (!base || !newSide)
        text += base ? " (only in base)" : " (only in new)";
    text += "\n";
    const bool hasLines = base && newSide && !base->file.empty();
    if (hasLines && evidence == LineEvidence::Distance)
        text += "The text of both builds is not known here, so lines are paired by their distance from the "
                "function's first line.\n";
    return text;
}

QJsonObject jsonOfLine(const ShownSource& shown, std::uint32_t number) {
    const auto weight = shown.source->weightOf(number);
    QJsonObject object{{"self", qint64(weight.self)}, {"total", qint64(weight.total)}};
    if (number == 0) return object;
    object["line"] = qint64(number);
    if (shown.isTextShown && shown.source->text && shown.source->text->has(number))
        object["text"] = jsonText(shown.line(number));
    return object;
}

QJsonArray jsonOfLines(const AlignedSource& aligned, const ShownSources& shown) {
    QJsonArray rows;
    for (const auto& line : aligned.lines) {
        QJsonObject row{{"alignment", jsonText(alignmentName(line.alignment))}};
        if (line.base) row["base"] = jsonOfLine(shown.base, *line.base);
        if (line.newSide) row["new"] = jsonOfLine(shown.newSide, *line.newSide);
        rows.append(row);
    }
    return rows;
}

} // namespace

std::string linesText(const AlignedSide& base, const AlignedSide& newSide,
                      std::span<const AlignedSource> aligned) {
    std::string text;
    for (const auto& file : aligned) {
        const ShownSources shown(base, newSide, file);
        auto table = alignedTable();
        for (const auto& line : file.lines) {
            if (line.beginsPart) table.addRow({"", "  …", "", "", ""});
            auto cells = cellsOf(base, shown.base, line.base);
            cells.emplace_back(alignmentSign(line.alignment));
            for (auto& cell : cellsOf(newSide, shown.newSide, line.newSide))
                cells.push_back(std::move(cell));
            table.addRow(std::move(cells));
        }
        text += wrapped(headline(shown, file.evidence), terminalWidth()) + table.aligned(terminalWidth());
    }
    return text;
}

void addLines(QJsonObject& object, const AlignedSide& base, const AlignedSide& newSide,
              std::span<const AlignedSource> aligned) {
    QJsonArray sources;
    for (const auto& file : aligned) {
        const ShownSources shown(base, newSide, file);
        QJsonObject entry{{"evidence", file.evidence == LineEvidence::Text ? "text" : "distance"},
                          {"rows", jsonOfLines(file, shown)}};
        if (shown.base.source) entry["base_file"] = jsonText(shown.base.source->file);
        if (shown.newSide.source) entry["new_file"] = jsonText(shown.newSide.source->file);
        sources.append(entry);
    }
    object["sources"] = sources;
}

} // namespace candela
