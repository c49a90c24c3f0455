/// Texts of the model that the window shows in the language of its user. They are written once, in English,
/// where the model uses them. Only the window sets a translator; the command line and the recorder stay
/// English.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

/// The context of these texts in files of translations: Qt's lupdate reads it
/// (resources/translations/update).
#define CANDELA_TEXT_CONTEXT(name)

namespace candela {

struct ModelText {
    CANDELA_TEXT_CONTEXT(ModelText)

    using Translator = std::string (*)(std::string_view text);
    /// Null for none. Set it before other threads start.
    static void setTranslator(Translator translator);

    /// The text, or the pattern with its arguments, in the user's language. A translation may order arguments
    /// by their numbers: "{1} of {0}".
    template<typename... Arguments>
    static std::string tr(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
        const fmt::string_view text = pattern;
        return fmt::vformat(translated({text.data(), text.size()}), fmt::make_format_args(arguments...));
    }

    /// Marks a text of a table, for translated() to translate where it is shown.
    static constexpr std::string_view trLater(std::string_view text) { return text; }
    /// The text in the user's language; unchanged if it is not one of the model's.
    static std::string translated(std::string_view text);
};

} // namespace candela
