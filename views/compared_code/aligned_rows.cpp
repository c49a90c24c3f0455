#include "views/compared_code/aligned_rows.h"

#include "model/base/wrapping.h"
#include "views/source/source_messages.h"
#include "views/text/plain_text.h"

#include <QObject>

namespace candela {

namespace {

const ShownFunction& sideOf(const ShownCodeComparison& shown, ComparisonPart part) {
    return part == ComparisonPart::Base ? *shown.base : *shown.newSide;
}

class InstructionRows : public AlignedRows {
public:
    using AlignedRows::AlignedRows;

    std::size_t size() const override { return shown().code->rows.size(); }
    Kind kind(std::size_t) const override { return Kind::Pair; }
    Alignment alignment(std::size_t row) const override { return shown().code->rows[row].alignment; }

    std::optional<AlignedCell> cell(std::size_t row, ComparisonPart part) const override {
        const auto index = instructionAt(row, part);
        if (!index) return {};
        const auto& code = codeOf(part);
        const auto& weight = code.instructions[*index];
        auto text = plainText(weight.instruction.text);
        if (weight.instruction.target) {
            const auto& targets = code.code->targets;
            const auto name = targets.find(*weight.instruction.target);
            if (name != targets.end()) text += " " + plainText(name->second);
        }
        return AlignedCell{std::move(text), weight.self, weight.total};
    }

    SourceLocation location(std::size_t row, ComparisonPart part) const override {
        const auto index = instructionAt(row, part);
        if (!index) return {};
        const auto& code = codeOf(part);
        const auto& frames = code.code->framesAt(code.instructions[*index].instruction.address);
        return frames.empty() ? SourceLocation() : SourceLocation{frames.front().file, frames.front().line};
    }

    QString meaning(std::size_t row) const override {
        switch (alignment(row)) {
        case Alignment::Same:
            return QObject::tr("The same in both builds, but for addresses");
        case Alignment::Changed:
            return QObject::tr("The same operation with other operands, or with another target");
        case Alignment::Base:
            return QObject::tr("Only in base");
        case Alignment::New:
            return QObject::tr("Only in new");
        }
        return {};
    }

private:
    const AnnotatedCode& codeOf(ComparisonPart part) const {
        return sideOf(shown(), part).annotated.code.front();
    }
    std::optional<std::uint32_t> instructionAt(std::size_t row, ComparisonPart part) const {
        const auto& aligned = shown().code->rows[row];
        return part == ComparisonPart::Base ? aligned.base : aligned.newSide;
    }
};

class LineRows : public AlignedRows {
public:
    explicit LineRows(std::shared_ptr<const ShownCodeComparison> shown) : AlignedRows(std::move(shown)) {
        const auto& files = this->shown().sources;
        for (std::size_t file = 0; file < files.size(); ++file) {
            m_rows.push_back({Kind::Heading, file, 0});
            for (std::size_t line = 0; line < files[file].lines.size(); ++line) {
                if (files[file].lines[line].beginsPart) m_rows.push_back({Kind::Gap, file, line});
                m_rows.push_back({Kind::Pair, file, line});
            }
        }
    }

    std::size_t size() const override { return m_rows.size(); }
    Kind kind(std::size_t row) const override { return m_rows[row].kind; }
    Alignment alignment(std::size_t row) const override {
        return kind(row) == Kind::Pair ? lineAt(row).alignment : Alignment::Same;
    }

    std::optional<AlignedCell> cell(std::size_t row, ComparisonPart part) const override {
        const auto* source = sourceAt(row, part);
        if (!source) return {};
        if (kind(row) == Kind::Heading)
            return AlignedCell{source->file.empty() ? QObject::tr("Where no line is known")
                                                    : fileWords(*source)};
        if (kind(row) == Kind::Gap) return AlignedCell{"…"};
        const auto number = numberAt(row, part);
        if (!number) return {};
        if (*number == 0) return withWeight(*source, 0, QObject::tr("(no line)"));
        const auto& file = fileAt(row);
        const bool isTextShown = part == ComparisonPart::Base ? file.isBaseTextShown : file.isNewTextShown;
        const auto line = plainText(withoutTabs(shownLine(*source, isTextShown, *number)));
        return withWeight(*source, *number, QString("%1  %2").arg(*number, numberWidth).arg(line));
    }

    SourceLocation location(std::size_t row, ComparisonPart part) const override {
        const auto* source = sourceAt(row, part);
        const auto number = kind(row) == Kind::Pair && source ? numberAt(row, part) : std::nullopt;
        return number ? SourceLocation{source->file, *number} : SourceLocation();
    }

    QString meaning(std::size_t row) const override {
        if (kind(row) == Kind::Heading) return cellText(row);
        if (kind(row) == Kind::Gap) return QObject::tr("Lines are left out");
        const bool isByText = fileAt(row).evidence == LineEvidence::Text;
        switch (alignment(row)) {
        case Alignment::Same:
            return isByText ? QObject::tr("The same in both builds")
                            : QObject::tr("Equally far from the function's first line");
        case Alignment::Changed:
            return QObject::tr("A similar line");
        case Alignment::Base:
            return QObject::tr("Only in base");
        case Alignment::New:
            return QObject::tr("Only in new");
        }
        return {};
    }

private:
    struct Row {
        Kind kind;
        std::size_t file, line;
    };
    static constexpr int numberWidth = 5;

    static AlignedCell withWeight(const AnnotatedSource& source, std::uint32_t number, QString text) {
        const auto weight = source.weightOf(number);
        return {std::move(text), weight.self, weight.total};
    }
    const AlignedSource& fileAt(std::size_t row) const { return shown().sources[m_rows[row].file]; }
    const AlignedLine& lineAt(std::size_t row) const { return fileAt(row).lines[m_rows[row].line]; }
    const AnnotatedSource* sourceAt(std::size_t row, ComparisonPart part) const {
        const auto& index = part == ComparisonPart::Base ? fileAt(row).base : fileAt(row).newSide;
        return index ? &sideOf(shown(), part).sources[*index] : nullptr;
    }
    std::optional<std::uint32_t> numberAt(std::size_t row, ComparisonPart part) const {
        return part == ComparisonPart::Base ? lineAt(row).base : lineAt(row).newSide;
    }
    /// The names of both files.
    QString cellText(std::size_t row) const {
        QStringList names;
        for (const auto part : {ComparisonPart::Base, ComparisonPart::New})
            if (const auto named = cell(row, part); named && !names.contains(named->text))
                names << named->text;
        return names.join('\n');
    }

    std::vector<Row> m_rows;
};

} // namespace

std::optional<std::size_t> AlignedRows::hottest(const SourceLocation& base,
                                                const SourceLocation& newSide) const {
    const bool isAnywhere = base.line == 0 && newSide.line == 0;
    const auto isAt = [this](std::size_t row, ComparisonPart part, const SourceLocation& wanted) {
        return wanted.line != 0 && location(row, part) == wanted;
    };
    std::optional<std::size_t> hottest;
    std::int64_t largest = -1;
    for (std::size_t row = 0; row < size(); ++row) {
        if (kind(row) != Kind::Pair) continue;
        if (!isAnywhere && !isAt(row, ComparisonPart::Base, base) && !isAt(row, ComparisonPart::New, newSide))
            continue;
        std::int64_t self = 0;
        for (const auto part : {ComparisonPart::Base, ComparisonPart::New})
            if (const auto side = cell(row, part)) self = wrappingSum(self, magnitudeOf(side->self));
        if (self <= largest) continue;
        largest = self;
        hottest = row;
    }
    return hottest;
}

std::unique_ptr<AlignedRows> alignedInstructionRows(std::shared_ptr<const ShownCodeComparison> shown) {
    return std::make_unique<InstructionRows>(std::move(shown));
}

std::unique_ptr<AlignedRows> alignedLineRows(std::shared_ptr<const ShownCodeComparison> shown) {
    return std::make_unique<LineRows>(std::move(shown));
}

} // namespace candela
