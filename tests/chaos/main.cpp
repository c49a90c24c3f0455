/// Records this machine repeatedly while it causes failures. After each recording it checks that no process
/// and nothing in the kernel is left, and that the capture opens and states what it lacks.
#include "model/base/file.h"
#include "tests/chaos/round.h"

#include <CLI/CLI.hpp>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <iterator>
#include <map>
#include <set>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <unistd.h>

using namespace candela;

namespace {

struct Options {
    double seconds = 60;
    double roundSeconds = 4;
    std::uint64_t seed = 0;
    std::vector<std::string> only;
    std::string keep;
    std::string reach; // empty: any
    bool isEachOnce = false;
    bool isList = false;
};

/// Makes mounts private. In a chroot, the root is not a mount and can't be made private. Entering the own
/// mount namespace again leads to the real root; the path back is known.
bool makeMountsPrivate() {
    const FileDescriptor root(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    const FileDescriptor folder(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    const FileDescriptor mounts(::open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC));
    return root.isOpen() && folder.isOpen() && mounts.isOpen() && ::setns(mounts.get(), CLONE_NEWNS) == 0 &&
           ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 && ::fchdir(root.get()) == 0 &&
           ::chroot(".") == 0 && ::fchdir(folder.get()) == 0;
}

/// Orphans become children of this process, so that none escapes. Its mounts end with it.
bool prepareOurselves() {
    ::signal(SIGPIPE, SIG_IGN);
    return ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0 && ::unshare(CLONE_NEWNS) == 0 && makeMountsPrivate();
}

std::vector<const DisturbanceKind*> wanted(const Options& options) {
    std::vector<const DisturbanceKind*> kinds;
    for (const auto& kind : allDisturbances()) {
        if (!options.reach.empty() && (options.reach == "machine") != (kind.reach == Reach::Machine))
            continue;
        if (options.only.empty() || std::ranges::count(options.only, kind.name)) kinds.push_back(&kind);
    }
    return kinds;
}

/// Runs rounds and keeps their results.
class Chaos {
public:
    explicit Chaos(const Options& options) : m_options(options), m_kinds(wanted(options)) {}

    void run() {
        const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(m_options.seconds);
        for (std::uint64_t number = 0;
             m_options.isEachOnce ? number < m_kinds.size() : std::chrono::steady_clock::now() < end;
             ++number)
            runOne(m_options.seed + number, m_options.isEachOnce ? m_kinds[number] : nullptr);
    }
    /// Prints the sums and returns the exit status.
    int summary() const {
        fmt::print("\n{} rounds, {} with faults\n", m_rounds, m_badRounds);
        for (const auto& [name, count] : m_counts)
            fmt::print("  {:<12} {:>5} rounds, {} with faults\n", name, count.rounds, count.bad);
        for (const auto& text : m_unusable)
            fmt::print("  not tried: {}\n", text);
        if (!m_stopTimes.empty()) {
            auto times = m_stopTimes;
            std::ranges::sort(times);
            fmt::print("  from the wish to stop to the end: median {} ms, 95 % {} ms, longest {} ms\n",
                       times[times.size() / 2], times[times.size() * 95 / 100], times.back());
        }
        return m_badRounds > 0 || m_rounds == 0 ? 1 : 0;
    }

private:
    struct Count {
        int rounds = 0;
        int bad = 0;
    };

    void runOne(std::uint64_t seed, const DisturbanceKind* only) {
        std::mt19937_64 random(seed);
        std::vector<const DisturbanceKind*> kinds;
        if (only)
            kinds = {only};
        else
            std::ranges::sample(m_kinds, std::back_inserter(kinds),
                                std::uniform_int_distribution(1, 3)(random), random);
        std::string names;
        for (const auto* kind : kinds)
            names += (names.empty() ? "" : "+") + std::string(kind->name);
        const QTemporaryDir folder;
        const auto result = runRound(kinds, random(), m_options.roundSeconds, folder.path());
        ++m_rounds;
        m_badRounds += !result.faults.empty();
        for (const auto* kind : kinds) {
            ++m_counts[kind->name].rounds;
            m_counts[kind->name].bad += !result.faults.empty();
        }
        m_unusable.insert(result.unusable.begin(), result.unusable.end());
        if (!m_options.keep.empty() && !result.faults.empty()) {
            const auto kept = QString::fromStdString(fmt::format("{}/{}.candela", m_options.keep, seed));
            QDir().mkpath(QString::fromStdString(m_options.keep));
            QFile::copy(folder.filePath("capture.candela"), kept);
        }
        if (result.stopTime >= 0) m_stopTimes.push_back(result.stopTime);
        fmt::print("{:>6} {:<34} {}\n", seed, names, result.line);
        for (const auto& fault : result.faults)
            fmt::print("       FAULT: {}\n", fault);
        std::fflush(stdout);
    }

    Options m_options;
    std::vector<const DisturbanceKind*> m_kinds;
    int m_rounds = 0;
    int m_badRounds = 0;
    std::map<std::string, Count> m_counts;
    std::set<std::string> m_unusable;
    std::vector<std::int64_t> m_stopTimes;
};

} // namespace

int main(int count, char** arguments) {
    Options options;
    CLI::App line("Records this machine while things go wrong around it");
    line.add_option("--seconds", options.seconds, "How long to go on");
    line.add_option("--round", options.roundSeconds, "Seconds of each recording")->check(CLI::Range(1, 60));
    line.add_option("--seed", options.seed, "Of the first round; each further one has the next");
    line.add_option("--only", options.only, "Only these disturbances");
    line.add_option("--reach", options.reach, "Only those that disturb the round, or the whole machine")
        ->check(CLI::IsMember({"round", "machine"}));
    line.add_option("--keep", options.keep, "A folder for the captures that are not as they should be");
    line.add_flag("--each-once", options.isEachOnce, "A round with each disturbance alone");
    line.add_flag("--list", options.isList, "What can go wrong");
    CLI11_PARSE(line, count, arguments);
    if (options.isList) {
        for (const auto& kind : allDisturbances())
            fmt::print("{:<12} {}\n", kind.name, kind.description);
        return 0;
    }
    if (::geteuid() != 0) {
        // In QtTest's format, so that the test counts as skipped.
        fmt::print("SKIP   : Chaos::all() only root can disturb a machine; use sudo\n");
        return 77;
    }
    if (!prepareOurselves()) {
        fmt::print(stderr, "chaos: this machine gives no mounts of our own: {}\n", systemErrorText(errno));
        return 1;
    }
    Chaos chaos(options);
    chaos.run();
    return chaos.summary();
}
