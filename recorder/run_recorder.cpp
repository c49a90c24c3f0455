#include "recorder/run_recorder.h"

#include "model/base/shown_text.h"
#include "model/base/version.h"
#include "model/code/disassembly.h"
#include "recorder/base/event_loop.h"
#include "recorder/client/output.h"
#include "recorder/client/peer_authority.h"
#include "recorder/client/service_load.h"
#include "recorder/command_line.h"
#include "recorder/kernel/program.h"
#include "recorder/opened_early.h"
#include "recorder/opener/opener_worker.h"
#include "recorder/rights/own_rights.h"
#include "recorder/sandbox/fork_server.h"
#include "recorder/sandbox/symbol_client.h"
#include "recorder/sandbox/symbol_worker.h"
#include "recorder/sandbox_report.h"
#include "recorder/session.h"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace candela {
namespace {

constexpr std::chrono::milliseconds tickInterval{100};

int exitStatus(const Error& error) {
    switch (error.code) {
    case ErrorCode::Usage:
        return 2;
    case ErrorCode::BadInput:
        return 3;
    case ErrorCode::NotPermitted:
    case ErrorCode::NotPossible:
        return 4;
    case ErrorCode::Cancelled:
        return 0;
    }
    return 4;
}

int printError(const Error& error) {
    fmt::print(stderr, "candela-recorder: {}\n", shownText(error.message));
    if (!error.hint.empty()) fmt::print(stderr, "  {}\n", error.hint);
    return exitStatus(error);
}

bool isSocket(int descriptor) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode);
}

/// A grant to record includes neither writing files as root nor any other
/// effect of an option: a recorder that pkexec starts takes its requests
/// from the client, with the same checks as for any other client.
Result<void> checkArguments(std::span<char* const> arguments) {
    const bool isPkexec = ::secure_getenv("PKEXEC_UID") != nullptr;
    if (!isPkexec || (arguments.size() == 1 && std::string_view(arguments.front()) == "--stdio")) return {};
    return failure("through pkexec the recorder takes no option but --stdio", ErrorCode::NotPermitted,
                   "record with \"candela record\", or as root without pkexec");
}

/// A machine with many processors needs more descriptors than the default limit.
void raiseDescriptorLimit() {
    rlimit limits{};
    if (::getrlimit(RLIMIT_NOFILE, &limits) != 0) return;
    limits.rlim_cur = limits.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limits);
}

/// Under overload the recorder would be scheduled too late and drop samples; its need is small and bounded.
/// Beside 500 runnable threads on each processor, -10 gets 2 % of one, and -20 gets 15 %: the recorder needs
/// 5 %. The symbol child can wait. Without the right to raise it, the priority stays.
void raisePriority() {
    constexpr int ahead = -20;
    if (::getpriority(PRIO_PROCESS, 0) > ahead) ::setpriority(PRIO_PROCESS, 0, ahead);
}

/// The descriptor of a client's socket. The service's unit connects it as standard output, because its
/// standard input is the kernel's symbol file, which only systemd may open.
int clientSocket() {
    return isSocket(STDIN_FILENO) ? STDIN_FILENO : STDOUT_FILENO;
}

/// Refuses a client whose user runs the maximum of recorders already, before anything is started for it.
Result<void> checkClient(int socket) {
    auto allowed = checkServicesOfUser(TRY(userOfPeer(socket)));
    if (allowed) return {};
    const auto refusal = refusalOf(allowed.error());
    static_cast<void>(::send(socket, refusal.data(), refusal.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
    return allowed;
}

Result<void> run(const CommandLine& line) {
    using Mode = CommandLine::Mode;
    if (line.mode == Mode::Service) TRY(checkClient(clientSocket()));
    std::optional<FileKeeper> file;
    if (line.mode == Mode::File && line.file != "-")
        file.emplace(TRY(FileKeeper::start(line.file, line.existing)));
    // Started before anything privileged is open, so that the child inherits nothing privileged.
    const bool isUnit = line.mode == Mode::Service && !isSocket(STDIN_FILENO);
    const auto forkServer =
        std::make_shared<ForkServer>(TRY(isUnit ? ForkServer::startAsService() : ForkServer::start()));
    const auto openers = std::make_shared<ForkServer>(
        TRY(ForkServer::start(ForkServer::thisProgram, ForkServer::Kind::Openers)));
    raisePriority();
    raiseDescriptorLimit();
    ::signal(SIGPIPE, SIG_IGN);
    keepProgramMessages();
    const auto loop = TRY(EventLoop::create());
    SymbolClient names(forkServer, *loop);
    SymbolClient unwindTables(forkServer, *loop);
    FileOpener files(openers, *loop);
    PromptOpener processes(openers);
    PromptOpener metadata(openers);

    Session* session = nullptr;
    const auto clientLeft = [&] {
        if (session) session->abandon();
    };
    std::unique_ptr<Output> output;
    const auto missingOfKeeper = file ? file->missing() : MissingProtections();
    if (file)
        output = Output::toFile(std::move(*file), clientLeft);
    else
        output = TRY(
            Output::toClient(line.mode == Mode::File ? STDOUT_FILENO : clientSocket(), *loop, clientLeft));
    auto opened = OpenedEarly::open();
    const auto missing = keepStartingRights();
    std::unique_ptr<PeerAuthority> authority;
    if (line.mode == Mode::Service) authority = TRY(PeerAuthority::create(clientSocket(), *loop));

    Session theSession(*loop, {names, unwindTables, {files, processes, metadata}}, *output,
                       std::move(authority), std::move(opened));
    session = &theSession;
    theSession.addMissing(ConfinedProcess::Recorder, missing);
    theSession.addMissing(ConfinedProcess::FileNamer, missingOfKeeper);
    theSession.setLimits(line.recording.limits);
    TRY(loop->addSignals({SIGINT, SIGTERM, SIGHUP}, [&](int) { session->stop(); }));
    TRY(loop->addTimer(tickInterval, [&] { session->tick(); }));
    // A recording that was started with its own options ends according to these, on a signal, or when its
    // output is closed.
    if (line.isComplete) {
        session->start(line.recording);
    } else if (auto listening = session->listen(isUnit ? STDOUT_FILENO : STDIN_FILENO); !listening) {
        return failure(
            "standard input is neither a socket nor a pipe", ErrorCode::Usage,
            "start it from candela, or on another machine as \"ssh HOST candela-recorder --stdio\"");
    }
    if (!session->hasEnded()) loop->run();
    if (session->error()) return std::unexpected(*session->error());
    if (!output->problem().empty())
        return failure((file ? line.file + ": " : "the recording ") + output->problem());
    if (output->sentBytes() > 0) output->keep(); // a recording in which nothing happened is kept, too
    return {};
}

} // namespace

int runRecorder(std::span<char* const> options) {
    if (const auto checked = checkArguments(options); !checked) return printError(checked.error());
    const auto line = readCommandLine(options);
    if (!line) return printError(line.error());
    switch (line->mode) {
    case CommandLine::Mode::Help:
        fmt::print("{}", commandLineHelp());
        return 0;
    case CommandLine::Mode::Version:
        fmt::print("candela-recorder {}\n", programVersion());
        return 0;
    case CommandLine::Mode::ForkServer:
        // Its children can't open the library.
        return ForkServer::run(&SymbolWorker::work, ForkServer::Kind::Symbols, !loadDisassembler());
    case CommandLine::Mode::Describe: {
        const auto stream = announcementStream(TickSource::CpuClock);
        return std::fwrite(stream.data(), 1, stream.size(), stdout) == stream.size() ? 0 : 4;
    }
    case CommandLine::Mode::CheckSandbox: {
        const auto report = sandboxReport();
        if (!report) return printError(report.error());
        fmt::print("{}", *report);
        return 0;
    }
    case CommandLine::Mode::OpenerForkServer:
        return ForkServer::run(&OpenerWorker::work, ForkServer::Kind::Openers);
    default:
        break;
    }
    try {
        const auto done = run(*line);
        return done ? 0 : printError(done.error());
    } catch (const std::exception& exception) { // no memory, or no thread could be started: the segments sent
                                                // so far are complete
        return printError(
            {fmt::format("the recorder gets too few resources from the system: {}", exception.what()),
             "ulimit -a, and the limits of its control group, show what it may use", ErrorCode::NotPossible});
    }
}

} // namespace candela
