#include "views/compared_code/shown_code_comparison.h"

#include "views/text/plain_text.h"
#include "views/text/short_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace candela {

namespace {

bool hasCode(const ShownFunction& side) {
    return !side.annotated.code.empty() && !side.annotated.code.front().instructions.empty();
}

bool hasLines(const ShownFunction& side) {
    return std::ranges::any_of(side.annotated.lines, [](const LineWeight& line) { return line.line != 0; });
}

struct Missing {
    const char *inBase, *inNew;
};

constexpr Missing missingCode{
    QT_TRANSLATE_NOOP("candela::ShownCodeComparison", "%1 has no machine code in base"),
    QT_TRANSLATE_NOOP("candela::ShownCodeComparison", "%1 has no machine code in new")};
constexpr Missing missingLines{
    QT_TRANSLATE_NOOP("candela::ShownCodeComparison", "%1 has no known source lines in base"),
    QT_TRANSLATE_NOOP("candela::ShownCodeComparison", "%1 has no known source lines in new")};

QString translatedSentence(const char* text) {
    return QCoreApplication::translate("candela::ShownCodeComparison", text);
}

/// "draw has no machine code in base: it has no addresses in this profile".
QString problemOf(const ShownFunction& shown, const char* missing) {
    // Both may have a name of any length, and the sentence has to stay readable.
    constexpr qsizetype maximumName = 60, maximumProblem = 80; // letters
    const auto sentence =
        translatedSentence(missing).arg(shortText(plainText(shown.annotated.name), maximumName));
    const auto& problems = shown.annotated.problems;
    if (problems.empty()) return sentence;
    return translatedSentence(QT_TRANSLATE_NOOP("candela::ShownCodeComparison", "%1: it %2"))
        .arg(sentence, shortText(modelText(problems.front()), maximumProblem));
}

} // namespace

bool ShownCodeComparison::isByDistance() const {
    return std::ranges::any_of(sources, [this](const AlignedSource& file) {
        return file.base && file.newSide && !base->sources[*file.base].file.empty() &&
               file.evidence == LineEvidence::Distance;
    });
}

std::shared_ptr<const ShownCodeComparison> compareCode(std::shared_ptr<const ShownFunction> base,
                                                       std::shared_ptr<const ShownFunction> newSide) {
    auto shown = std::make_shared<ShownCodeComparison>();
    shown->base = std::move(base);
    shown->newSide = std::move(newSide);
    const auto& left = *shown->base;
    const auto& right = *shown->newSide;
    if (hasCode(left) && hasCode(right)) {
        shown->code = alignedCode(shown->baseCode(), shown->newCode());
    } else {
        const bool isBase = !hasCode(left);
        shown->codeProblem =
            problemOf(isBase ? left : right, isBase ? missingCode.inBase : missingCode.inNew);
        shown->hint = (isBase ? left : right).annotated.hint;
    }
    if (hasLines(left) && hasLines(right)) {
        shown->sources = alignedSources(left.annotated, left.sources, right.annotated, right.sources,
                                        LineExtent::Function);
    } else {
        const bool isBase = !hasLines(left);
        shown->sourceProblem =
            problemOf(isBase ? left : right, isBase ? missingLines.inBase : missingLines.inNew);
        if (shown->hint.empty()) shown->hint = (isBase ? left : right).annotated.hint;
    }
    return shown;
}

} // namespace candela
