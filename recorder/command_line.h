/// What candela-recorder is started with.
#pragma once

#include "model/base/result.h"
#include "model/recording/capture_file.h"
#include "recorder/segments/recording_options.h"

#include <span>
#include <string>

namespace candela {

struct CommandLine {
    enum class Mode : std::uint8_t {
        Help,
        Version,
        ForkServer,       ///< internal: the recorder starts it itself
        OpenerForkServer, ///< likewise
        Describe,         ///< writes its announcement to standard output; needs no rights
        CheckSandbox,     ///< prints the protections that the recorder's processes lack
        File,             ///< -o: writes a file
        Stdio,            ///< a client on standard input and output
        Service,          ///< a client on a socket that systemd accepted
    };
    Mode mode = Mode::Help;
    std::string file; ///< only for Mode::File; "-" is standard output
    Existing existing = Existing::ReplaceCaptures;
    RecordingOptions recording; ///< where isComplete
    bool isComplete = false;    ///< the options say what to record; else a client does
};

/// The arguments without the program's name.
Result<CommandLine> readCommandLine(std::span<char* const> arguments);

/// What --help prints.
std::string commandLineHelp();

} // namespace candela
