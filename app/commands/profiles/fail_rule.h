/// A rule of `candela diff --fail-if`: turns a comparison into pass or fail, for scripts. A rule is met only
/// if the interval of a change lies entirely beyond the limit, so that noise fails no build.
#pragma once

#include "model/analysis/samples/text_pattern.h"
#include "model/comparison/comparison.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

class FailRule {
public:
    static constexpr const char* help =
        "Exit with 1 where it is certain: 'function RE slower N%' (or faster), 'total slower N%', "
        "'new-function share N%'";

    /// Fails with ErrorCode::Usage on text that is not a rule.
    static Result<FailRule> create(const std::string& text);

    /// One sentence for each row that meets the rule. However many rows a pattern matches, chance alone meets
    /// a rule in at most one of forty comparisons. Fails with ErrorCode::Usage if the comparison has no total
    /// that could change.
    Result<std::vector<std::string>> violations(const Comparison& comparison) const;
    /// Why the rule can't be met, whatever changed: its pattern matches no row. Empty if one does.
    std::string whyNeverMet(const Comparison& comparison) const;

private:
    enum class Subject { Function, Total, NewFunction };
    enum class Direction { Slower, Faster };

    std::vector<std::string> changedFunctions(const Comparison& comparison) const;
    std::vector<std::string> newFunctions(const Comparison& comparison) const;
    Result<std::vector<std::string>> changedTotal(const Comparison& comparison) const;
    std::string directionWords(const Comparison& comparison) const;

    std::string m_text;
    Subject m_subject = Subject::Function;
    Direction m_direction = Direction::Slower;
    std::optional<TextPattern> m_pattern; // of functions
    double m_limit = 0;                   // a ratio to base, or a share
};

} // namespace candela
