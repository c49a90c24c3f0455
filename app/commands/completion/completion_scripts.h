/// Completion of `candela` for shells: scripts that contain all words.
#pragma once

#include "app/commands/completion/completion_words.h"

#include <span>
#include <string>

namespace candela {

/// A script for `complete -F` of bash 4 and later; needs no other package.
std::string bashCompletion(std::span<const CompletedCommand> commands);
/// A function called _candela, for a folder in zsh's fpath.
std::string zshCompletion(std::span<const CompletedCommand> commands);
/// A script for a folder of fish's completions, called candela.fish.
std::string fishCompletion(std::span<const CompletedCommand> commands);

} // namespace candela
