/// A rule of `candela diff --fail-if`: turns a comparison into a pass or a fail, for scripts.
#pragma once

#include "model/comparison/comparison.h"

#include <string>
#include <vector>

namespace candela {

class FailRule {
public:
    static constexpr const char* help = "Exit with 1 if a row grew: [RE:]self>N% or [RE:]total>N%, by more "
                                        "than N percent of base; rows below 1 % of "
                                        "both sides do not count";

    /// Fails with ErrorCode::Usage on text that is no rule.
    static Result<FailRule> create(const std::string& text);

    /// A sentence for each row that breaks the rule.
    std::vector<std::string> violations(const Comparison& comparison) const;

private:
    enum class Column { Self, Total };
    std::string m_text;
    std::string m_pattern;
    Column m_column = Column::Self;
    double m_limit = 0; // a ratio to base
};

} // namespace candela
