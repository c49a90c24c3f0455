/// Texts made to fit a number of columns on a terminal.
#pragma once

#include "app/commands/output/table_text.h"

namespace candela {

/// The text, or a form of it with "…" that is at most `width` columns wide.
std::string shortened(const std::string& text, Shorten how, std::size_t width);

/// The lines of a text for people, each broken at spaces into lines of at most `width` columns; a longer word
/// stays whole. Without a width nothing is broken.
std::string wrapped(const std::string& text, std::optional<std::size_t> width);

} // namespace candela
