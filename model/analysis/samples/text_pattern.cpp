#include "model/analysis/samples/text_pattern.h"

#include <fmt/format.h>
#include <re2/re2.h>

namespace candela {

namespace {

bool hasCapital(std::string_view pattern) {
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '\\') {
            ++at; // the letter of an escape is not a letter of the text
        } else if (pattern[at] >= 'A' && pattern[at] <= 'Z') {
            return true;
        }
    }
    return false;
}

} // namespace

TextPattern::TextPattern(std::unique_ptr<re2::RE2> expression) : m_expression(std::move(expression)) {}
TextPattern::TextPattern(TextPattern&&) noexcept = default;
TextPattern& TextPattern::operator=(TextPattern&&) noexcept = default;
TextPattern::~TextPattern() = default;

Result<TextPattern> TextPattern::create(const std::string& pattern, LetterCase letterCase) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive(letterCase == LetterCase::Exact || hasCapital(pattern));
    auto expression = std::make_unique<re2::RE2>(pattern, options);
    if (!expression->ok()) {
        return failure(fmt::format("\"{}\" is not a regular expression: {}", pattern, expression->error()),
                       ErrorCode::Usage);
    }
    return TextPattern(std::move(expression));
}

bool TextPattern::matches(std::string_view text) const {
    return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *m_expression);
}

} // namespace candela
