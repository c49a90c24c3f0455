#include "recorder/command_line.h"

#include "recorder/probes/all_probes.h"
#include "recorder/sandbox/fork_server.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

namespace candela {

namespace {

template<typename T>
Result<T> readNumber(std::string_view option, std::string_view text, T least, T most) {
    T number{};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || number < least || number > most)
        return failure(fmt::format("{} needs a number from {} to {}, not \"{}\"", option, least, most, text),
                       ErrorCode::Usage);
    return number;
}

/// Takes arguments one by one; "-F99", "-F 99", "--x=y" and "--x y" all work.
class Arguments {
public:
    explicit Arguments(std::span<char* const> arguments) : m_arguments(arguments) {}

    bool next() {
        if (m_index >= m_arguments.size()) return false;
        std::string_view argument = m_arguments[m_index++];
        m_value.reset();
        if (argument.starts_with("--")) {
            const auto sign = argument.find('=');
            if (sign != std::string_view::npos) m_value = argument.substr(sign + 1);
            argument = argument.substr(0, sign);
        } else if (argument.starts_with("-") && argument.size() > 2) {
            m_value = argument.substr(2);
            argument = argument.substr(0, 2);
        }
        m_option = argument;
        return true;
    }
    std::string_view option() const { return m_option; }
    bool hasOwnValue() const { return m_value.has_value(); }
    Result<std::string_view> value() {
        if (m_value) return *std::exchange(m_value, std::nullopt);
        if (m_index >= m_arguments.size())
            return failure(fmt::format("{} needs a value", m_option), ErrorCode::Usage);
        return std::string_view(m_arguments[m_index++]);
    }

private:
    std::span<char* const> m_arguments;
    std::size_t m_index = 0;
    std::string_view m_option;
    std::optional<std::string_view> m_value;
};

Result<void> readMode(CommandLine& line, CommandLine::Mode mode) {
    using Mode = CommandLine::Mode;
    const bool isGiven = line.mode == Mode::File || line.mode == Mode::Stdio || line.mode == Mode::Service;
    if (isGiven && line.mode != mode)
        return failure("only one of -o, --stdio and --service can be given", ErrorCode::Usage);
    line.mode = mode;
    return {};
}

CommandLine onlyMode(CommandLine::Mode mode) {
    CommandLine line;
    line.mode = mode;
    return line;
}

struct LimitOption {
    std::string_view name;
    std::size_t* limit;
};

std::array<LimitOption, 9> limitOptions(TableLimits& limits) {
    return {{{"processes", &limits.processes.processes},
             {"process-bytes", &limits.processes.memory},
             {"modules", &limits.modules},
             {"name-bytes", &limits.names.memory},
             {"code-bytes", &limits.keptCode},
             {"name-files", &limits.names.openFiles},
             {"open-modules", &limits.names.openModules},
             {"unwind-files", &limits.unwindTables.files},
             {"unwind-chunks", &limits.unwindTables.chunks}}};
}

/// "TABLE=NUMBER". Limits can only be lowered.
Result<void> readLimit(TableLimits& limits, std::string_view option, std::string_view text) {
    const auto name = text.substr(0, text.find('='));
    for (const auto& entry : limitOptions(limits)) {
        if (entry.name != name || name.size() == text.size()) continue;
        *entry.limit = TRY(readNumber<std::size_t>(fmt::format("{} {}", option, name),
                                                   text.substr(name.size() + 1), 1, *entry.limit));
        return {};
    }
    return failure(fmt::format("there is no limit \"{}\"", text), ErrorCode::Usage,
                   "candela-recorder --help lists them");
}

/// Reads an option that says what to record; false if the argument is another option.
Result<bool> readRecordingOption(CommandLine& line, Arguments& arguments) {
    const auto option = arguments.option();
    auto& recording = line.recording;
    if (option == "-a" || option == "--all") {
        // this option is the default
    } else if (option == "-d" || option == "--duration") {
        recording.maximumSeconds =
            TRY(readNumber<std::uint32_t>(option, TRY(arguments.value()), 1, 100'000'000));
    } else if (option == "-F" || option == "--frequency") {
        recording.frequency = TRY(
            readNumber<std::uint32_t>(option, TRY(arguments.value()), 1, RecordingOptions::maximumFrequency));
    } else if (option == "-p" || option == "--pid") {
        recording.pids.push_back(TRY(readNumber<std::int32_t>(option, TRY(arguments.value()), 1, 1 << 30)));
        recording.isWholeMachine = false;
    } else if (option == "--segment") {
        recording.segmentSeconds = TRY(readNumber<std::uint32_t>(option, TRY(arguments.value()), 1,
                                                                 RecordingOptions::maximumSegmentSeconds));
    } else {
        return false;
    }
    line.isComplete = true;
    return true;
}

} // namespace

Result<CommandLine> readCommandLine(std::span<char* const> all) {
    using Mode = CommandLine::Mode;
    CommandLine line;
    Arguments arguments(all);
    bool isMachineAsked = false;
    line.recording.segmentSeconds = 0;
    while (arguments.next()) {
        const auto option = arguments.option();
        isMachineAsked |= option == "-a" || option == "--all";
        if (option == "--help" || option == "-h") return onlyMode(Mode::Help);
        if (option == "--version") return onlyMode(Mode::Version);
        if (option == "--check-sandbox") return onlyMode(Mode::CheckSandbox);
        if (option == "--describe") return onlyMode(Mode::Describe);
        if (option == ForkServer::argument) return onlyMode(Mode::ForkServer);
        if (option == ForkServer::openersArgument) return onlyMode(Mode::OpenerForkServer);
        if (option == "--stdio") {
            TRY(readMode(line, Mode::Stdio));
        } else if (option == "--service") {
            TRY(readMode(line, Mode::Service));
        } else if (option == "-o" || option == "--output") {
            TRY(readMode(line, Mode::File));
            line.file = TRY(arguments.value());
        } else if (option == "--overwrite") {
            line.existing = Existing::Replace;
        } else if (option == "--limit") {
            TRY(readLimit(line.recording.limits, option, TRY(arguments.value())));
        } else if (option == "--no-code") {
            line.recording.limits.keptCode = 0;
        } else if (option == "--probe") {
            line.recording.probes.push_back(TRY(readProbeRequest(TRY(arguments.value()))));
        } else if (!TRY(readRecordingOption(line, arguments))) {
            return failure(fmt::format("there is no option \"{}\"", option), ErrorCode::Usage,
                           "candela-recorder --help lists them");
        }
        if (arguments.hasOwnValue() &&
            (option == "--stdio" || option == "--service" || option == "-a" || option == "--no-code"))
            return failure(fmt::format("{} takes no value", option), ErrorCode::Usage);
    }
    TRY(checkRequests(line.recording.probes, TickSource::CpuClock));
    if (isMachineAsked && !line.recording.isWholeMachine)
        return failure("-a and -p contradict each other", ErrorCode::Usage);
    if (line.mode == Mode::Service && line.isComplete)
        return failure("the service's client requests what to record", ErrorCode::Usage);
    if (line.mode == Mode::File) line.isComplete = true;
    if (line.recording.segmentSeconds == 0)
        line.recording.segmentSeconds = line.mode == Mode::File ? RecordingOptions::secondsOfStoredSegment
                                                                : RecordingOptions::secondsOfSeenSegment;
    if (line.mode == Mode::Help && !all.empty())
        return failure("where to record to is missing", ErrorCode::Usage, "give -o FILE or --stdio");
    return line;
}

namespace {

std::string helpOf(const ProbeDescription& probe) {
    auto text = fmt::format("              {}: {}\n", probe.name, probe.description);
    for (const auto& option : probe.options)
        text +=
            fmt::format("                {}: {} ({} to {} {}, default {})\n", option.name, option.description,
                        option.minimum, option.maximum, option.unit, option.defaultNumber);
    return text;
}

} // namespace

std::string commandLineHelp() {
    std::string text = R"(candela-recorder -o FILE [OPTIONS]     records into FILE ("-": standard output)
candela-recorder --stdio [OPTIONS]     records for a client on standard input and output
candela-recorder --service             the same for a socket that systemd accepted; polkit decides
candela-recorder --describe            what it can record, as a client asks it: a stream of one segment
candela-recorder --check-sandbox       prints which protections its processes lack; records nothing

  --overwrite
              replaces FILE even if it is not a recording
  -a          the whole machine (default)
  -p PID      this process and its children; may be repeated
  -d SECONDS  how long; else until it is stopped (Ctrl-C, end of input)
  -F HZ       samples a second, on each processor (default 99, at most 10000)
  --segment SECONDS
              how much time is written at once (default 4, without -o 1; at most 10): less is seen
              sooner, more costs less
  --no-code   keeps no machine code of the functions that were hit
  --probe NAME[:OPTION=NUMBER,...]
              what is measured (default: the first of these); may be repeated
)";
    for (const auto& entry : allProbes()) {
        if (entry.use == ProbeUse::WhenAsked) text += helpOf(entry.describe(TickSource::CpuClock));
    }
    text += "  --limit TABLE=NUMBER\n              keeps less than the default, to save memory:";
    TableLimits usual;
    std::string_view separator = " ";
    for (const auto& entry : limitOptions(usual))
        text.append(std::exchange(separator, ", ")).append(entry.name);
    text += "\n\nWith --stdio and without -a, -p, -d, -F or --segment the client states what to record.\n";
    return text;
}

} // namespace candela
