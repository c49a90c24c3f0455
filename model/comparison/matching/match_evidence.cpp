#include "model/comparison/matching/match_evidence.h"

#include "model/base/text/model_text.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace candela {

namespace {

constexpr std::array<EvidenceWords, 14> evidenceWords{{
    {MatchEvidence::ByHand, ModelText::trLater("by hand"), 1, ModelText::trLater("linked by hand")},
    {MatchEvidence::SameBuild, ModelText::trLater("same build"), 1,
     ModelText::trLater("the same code of the same build")},
    {MatchEvidence::Name, ModelText::trLater("name"), 0.99,
     ModelText::trLater("the same name in the same module")},
    {MatchEvidence::OtherModule, ModelText::trLater("other module"), 0.9,
     ModelText::trLater("the same name in another module")},
    {MatchEvidence::Stem, ModelText::trLater("suffix"), 0.95,
     ModelText::trLater("the same name without what the compiler appended")},
    {MatchEvidence::SourceName, ModelText::trLater("source name"), 0.85,
     ModelText::trLater("the same name without arguments and tags")},
    {MatchEvidence::LastName, ModelText::trLater("last name"), 0.75,
     ModelText::trLater("the same name in another scope")},
    {MatchEvidence::Lambda, ModelText::trLater("lambda"), 0.7,
     ModelText::trLater("the same position among the lambdas of a function with this name")},
    {MatchEvidence::Lines, ModelText::trLater("line"), 0.9,
     ModelText::trLater("the same line of the same function")},
    {MatchEvidence::Code, ModelText::trLater("code"), 0.85,
     ModelText::trLater("similar machine code; one of the two has no name")},
    {MatchEvidence::Renamed, ModelText::trLater("renamed"), 0.8,
     ModelText::trLater("similar callers, callees, functions or weight, so it may have been renamed")},
    {MatchEvidence::Inlined, ModelText::trLater("inlined"), 0.7,
     ModelText::trLater("only on one side; its self weight is counted with its callers, into which the other "
                        "build inlined it")},
    {MatchEvidence::OnlyBase, ModelText::trLater("only base"), 0, ModelText::trLater("only in base")},
    {MatchEvidence::OnlyNew, ModelText::trLater("only new"), 0, ModelText::trLater("only in new")},
}};

} // namespace

std::span<const EvidenceWords> allMatchEvidence() {
    return evidenceWords;
}

std::string_view matchStep(MatchEvidence evidence) {
    return evidenceWords[static_cast<std::size_t>(evidence)].step;
}

double confidenceOf(MatchEvidence evidence) {
    return evidenceWords[static_cast<std::size_t>(evidence)].confidence;
}

std::string matchEvidenceText(MatchEvidence evidence, double confidence) {
    const auto meaning = evidenceWords[static_cast<std::size_t>(evidence)].meaning;
    if (confidence <= 0) return ModelText::translated(meaning);
    return ModelText::tr("{} ({:.0f} % sure)", ModelText::translated(meaning),
                         std::floor(confidence * 100 + 0.001));
}

MatchEvidence mirrored(MatchEvidence evidence) {
    switch (evidence) {
    case MatchEvidence::OnlyBase:
        return MatchEvidence::OnlyNew;
    case MatchEvidence::OnlyNew:
        return MatchEvidence::OnlyBase;
    default:
        return evidence;
    }
}

} // namespace candela
