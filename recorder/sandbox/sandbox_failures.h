/// The failures of the sandbox that are reported to those who record.
#pragma once

#include "model/recording/recording.pb.h"
#include "recorder/sandbox/symbol_client.h"

#include <cstdint>
#include <string_view>

namespace candela {

/// What a file would have provided.
enum class FileContent : std::uint8_t { Symbols, UnwindInformation };
/// A file that is not read any more.
recording::Failure fileRefused(std::string_view path, FileContent content, SymbolClient::End end);
/// A process that lacks protections.
recording::Failure lockedInLess(ConfinedProcess process, MissingProtections missing);
/// The process that reads code can't disassemble it.
recording::Failure codeWithoutDisassembler();
/// No process reads files any more. `wasThere`: until now there was one.
recording::Failure sandboxLost(bool wasThere);

} // namespace candela
