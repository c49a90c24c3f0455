/// The evidence for a match of two sides, from certain to likely, with its words and its confidence.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace candela {

enum class MatchEvidence {
    ByHand,      ///< the user linked the two
    SameBuild,   ///< same build id, same name or same addresses
    Name,        ///< same linkage name, or same name where that is not known
    OtherModule, ///< the same name in another module
    Stem,        ///< the same linkage name without what compilers append
    SourceName,  ///< the same name without arguments and tags, in the same file
    LastName,    ///< the same name in another scope or file
    Lambda,      ///< the same position among the lambdas of a function
    Lines,       ///< the same function and the same distance from its first line
    Code,        ///< similar machine code of a function without a name
    Renamed,     ///< similar callers, callees and weight
    Inlined,     ///< on one side only: its self weight is counted with its callers
    OnlyBase,
    OnlyNew,
};

struct EvidenceWords {
    MatchEvidence evidence;
    std::string_view step;    ///< as in JSON and in the table's column
    double confidence;        ///< the maximum of such a match, 0 to 1
    std::string_view meaning; ///< a sentence without its full stop
};
/// One row for each evidence, in their order: window, command line and manual have their words from here.
std::span<const EvidenceWords> allMatchEvidence();

std::string_view matchStep(MatchEvidence evidence);
/// The confidence of a match with this evidence if nothing contradicts it.
double confidenceOf(MatchEvidence evidence);
/// "same name without arguments and tags, in the same file (90 % sure)"; without a confidence for rows of one
/// side.
std::string matchEvidenceText(MatchEvidence evidence, double confidence);
/// The other side's evidence for the same row.
MatchEvidence mirrored(MatchEvidence evidence);

} // namespace candela
