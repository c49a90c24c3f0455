/// A regular expression (RE2) that may match anywhere in a text.
#pragma once

#include "model/base/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace candela {

enum class LetterCase {
    Exact,
    Smart, ///< case is ignored, unless the pattern has a capital letter outside of escapes such as \S
};

class TextPattern {
public:
    /// Fails with ErrorCode::Usage on an invalid regular expression.
    static Result<TextPattern> create(const std::string& pattern, LetterCase letterCase = LetterCase::Exact);
    TextPattern(TextPattern&&) noexcept;
    TextPattern& operator=(TextPattern&&) noexcept;
    ~TextPattern();

    bool matches(std::string_view text) const;

private:
    explicit TextPattern(std::unique_ptr<re2::RE2> expression);
    std::unique_ptr<re2::RE2> m_expression;
};

} // namespace candela
