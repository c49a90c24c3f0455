#include "recorder/sandbox_report.h"

#include "model/base/file.h"
#include "recorder/kernel/event_opener.h"
#include "recorder/rights/own_rights.h"
#include "recorder/rights/own_user.h"
#include "recorder/sandbox/fork_server.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace candela {

namespace {

std::string nameOf(const SystemUser& user) {
    return ::geteuid() == 0 ? user.name : fmt::format("user {}", ::geteuid());
}

std::string line(std::string_view work, const std::string& user, MissingProtections missing) {
    return fmt::format("{}\t{}\t{}\n", work, user, missing.text());
}

Result<MissingProtections> missingOfChild(ForkServer::Kind kind) {
    auto forkServer = TRY(ForkServer::start(ForkServer::thisProgram, kind));
    const auto child = TRY(forkServer.createChild());
    forkServer.endChild(child);
    return child.missing;
}

/// The line for the recorder itself, made by a process that gives up the rights that the recorder gives up.
Result<MissingProtections> missingOfRecorder() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return failure("no pipe can be made: " + systemErrorText(errno), ErrorCode::NotPossible);
    const FileDescriptor reading(ends[0]);
    FileDescriptor writing(ends[1]);
    const auto pid = ::fork();
    if (pid < 0)
        return failure("no process can be started: " + systemErrorText(errno), ErrorCode::NotPossible);
    if (pid == 0) {
        auto missing = keepStartingRights();
        missing.add(keepRunningRights());
        const auto bits = missing.bits();
        ::_exit(::write(writing.get(), &bits, sizeof bits) == sizeof bits ? 0 : 1);
    }
    writing.reset();
    std::uint32_t bits = 0;
    const auto size = ::read(reading.get(), &bits, sizeof bits);
    ::waitpid(pid, nullptr, 0);
    if (size != sizeof bits) return failure("the recorder can't lock itself in", ErrorCode::NotPossible);
    return MissingProtections(bits);
}

} // namespace

Result<std::string> sandboxReport() {
    const auto user = nameOf(recorderUser());
    auto report = line("records", user, TRY(missingOfRecorder()));
    report += line("reads other people's files", nameOf(unprivilegedUser()),
                   TRY(missingOfChild(ForkServer::Kind::Symbols)));
    report += line("opens them", user, TRY(missingOfChild(ForkServer::Kind::Openers)));
    const bool needsAdministrator = neededEventRight() == EventRight::Administrator;
    const auto events = needsAdministrator ? EventOpener::create() : failure("not needed");
    if (events) report += line("opens perf events", user, (*events)->missing());
    return report;
}

} // namespace candela
