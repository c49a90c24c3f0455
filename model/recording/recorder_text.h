/// What recorders report, in the language of the window. Recorders write English; their texts are marked with
/// ModelText::tr(), as patterns where they name something.
#pragma once

#include <string>
#include <string_view>

namespace candela {

/// The text in the user's language; unchanged if no pattern of the translations is like it. Patterns have
/// "{}" for numbers with their unit of time, paths without a space, names in quotation marks, and what the
/// system reports after a colon at the end; translations keep their order. Durations and numbers with
/// separators are written in the form of numberForm(). What is after the colon may be a list of texts that
/// have translations of their own.
std::string recorderText(std::string_view text);

} // namespace candela
