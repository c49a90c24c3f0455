/// A rule of `--fail-if`: turns a comparison, or a series, into pass or fail, for scripts. A rule is met only
/// if the interval of a change lies entirely beyond the limit, so that noise fails no build.
#pragma once

#include "app/commands/command.h"
#include "model/analysis/samples/text_pattern.h"
#include "model/comparison/comparison.h"
#include "model/comparison/series/series.h"

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

    static constexpr const char* seriesHelp =
        "Exit with 1 where it is certain for growth or a step: 'function RE slower N%' (or faster), 'total "
        "slower N%'";

    /// Fails with ErrorCode::Usage on text that is not a rule.
    static Result<FailRule> create(const std::string& text);

    /// One sentence for each row that meets the rule. However many rows a pattern matches, chance alone meets
    /// a rule in at most one of forty comparisons. Fails with ErrorCode::Usage if the comparison has no total
    /// that could change.
    Result<std::vector<std::string>> violations(const Comparison& comparison) const;
    /// The same for a series: growth or a step, of more than the limit over all captures. Fails with
    /// ErrorCode::Usage also for rules about new functions.
    Result<std::vector<std::string>> violations(const Series& series) const;
    /// Why the rule can't be met, whatever changed: its pattern matches no row. Empty if one does.
    std::string whyNeverMet(const Comparison& comparison) const;
    std::string whyNeverMet(const Series& series) const;

private:
    enum class Subject { Function, Total, NewFunction };
    enum class Direction { Slower, Faster };

    std::vector<std::string> changedFunctions(const Comparison& comparison) const;
    std::vector<std::string> newFunctions(const Comparison& comparison) const;
    Result<std::vector<std::string>> changedTotal(const Comparison& comparison) const;
    std::string directionWords(const Comparison& comparison) const;
    template<typename Row>
    std::string whyNoneMatches(const std::vector<Row>& rows, std::string_view of) const;
    Result<void> checkTotal(Normalize normalize) const;

    std::string m_text;
    Subject m_subject = Subject::Function;
    Direction m_direction = Direction::Slower;
    std::optional<TextPattern> m_pattern; // of functions
    double m_limit = 0;                   // a ratio to base, or a share
};

/// Prints the sentences of all rules: whether one is met, a comparison's or a series'. Fails as violations()
/// does.
template<typename Compared>
Result<ExitStatus> checkRules(const std::vector<FailRule>& rules, const Compared& compared) {
    auto status = ExitStatus::Done;
    for (const auto& rule : rules) {
        if (const auto why = rule.whyNeverMet(compared); !why.empty()) printMessage("", "warning: " + why);
        for (const auto& sentence : TRY(rule.violations(compared))) {
            printMessage("", sentence);
            status = ExitStatus::RuleMet;
        }
    }
    return status;
}

} // namespace candela
