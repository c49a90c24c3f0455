#include "model/comparison/matching/match_evidence.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>

namespace candela {

namespace {

constexpr std::array<EvidenceWords, 12> evidenceWords{{
    {MatchEvidence::ByHand, "by hand", 1, "linked by hand"},
    {MatchEvidence::SameBuild, "same build", 1, "the same code of the same build"},
    {MatchEvidence::Name, "name", 0.99, "the same name in the same module"},
    {MatchEvidence::OtherModule, "other module", 0.9, "the same name in another module"},
    {MatchEvidence::Stem, "suffix", 0.95, "the same name without what the compiler appended"},
    {MatchEvidence::SourceName, "source name", 0.9, "the same name without arguments and tags"},
    {MatchEvidence::LastName, "last name", 0.75, "the same name in another scope"},
    {MatchEvidence::Lines, "line", 0.9, "the same line of the same function"},
    {MatchEvidence::Renamed, "renamed", 0.8,
     "similar callers, callees, functions or weight, so it may have been renamed"},
    {MatchEvidence::Inlined, "inlined", 0.7,
     "only on one side; its self weight is counted with its callers, into which the other build inlined it"},
    {MatchEvidence::OnlyBase, "only base", 0, "only in base"},
    {MatchEvidence::OnlyNew, "only new", 0, "only in new"},
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
    if (confidence <= 0) return std::string(meaning);
    return fmt::format("{} ({:.0f} % sure)", meaning, std::floor(confidence * 100 + 0.001));
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
