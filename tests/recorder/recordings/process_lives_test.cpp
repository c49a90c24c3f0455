/// Real recordings of processes that start, change and exit: who ran which function, exactly.
#include "model/base/file.h"
#include "tests/recorder/held_program.h"
#include "tests/recorder/recorded_program.h"

#include <QJsonObject>
#include <QTest>

#include <array>
#include <bpf/bpf.h>
#include <set>
#include <string>
#include <sys/prctl.h>
#include <tuple>

using namespace candela;

namespace {

constexpr std::string_view incomplete = "(incomplete) ";

/// A sample's user part as the workloads' functions, without all others, from the root on.
std::string workloadStack(const Profile& profile, StackIndex stack) {
    std::string text;
    for (auto at = stack; at; at = profile.stacks.parent[at.row()]) {
        const auto function = profile.frames.function[profile.stacks.frame[at.row()].row()];
        if (!function) continue;
        const auto name = profile.text(profile.functions[function.row()].name);
        if (name != "main" && !name.starts_with("spin_")) continue;
        text = std::string(name) + (text.empty() ? "" : ";" + text);
    }
    return text;
}

/// "process thread: stack" for all samples with a function of a workload, each once. Processes with the same
/// name are numbered in the order of their starts.
QStringList whoRanWhat(const Profile& profile) {
    std::set<std::tuple<std::string, std::int64_t, std::string, std::string>> found;
    const auto& table = profile.samples.front();
    for (std::size_t row = 0; row < table.size(); ++row) {
        auto stack = workloadStack(profile, table.stack[row]);
        if (stack.find("spin_") == std::string::npos) continue;
        if (table.stackEndAt(row) != StackEnd::Complete)
            stack = std::string(incomplete) + stack.substr(stack.rfind("spin_"));
        const auto& thread = profile.threads[table.threadAt(row).row()];
        const auto& process = profile.processes[thread.process.row()];
        found.emplace(profile.text(process.name), process.startTime, profile.text(thread.name), stack);
    }
    std::erase_if(found, [&](const auto& entry) {
        const auto& [process, start, thread, stack] = entry;
        if (!stack.starts_with(incomplete)) return false;
        return std::any_of(found.begin(), found.end(), [&](const auto& other) {
            return std::get<1>(other) == start && std::get<2>(other) == thread &&
                   !std::get<3>(other).starts_with(incomplete) &&
                   std::get<3>(other).ends_with(stack.substr(incomplete.size()));
        });
    });
    std::map<std::string, std::set<std::int64_t>> starts;
    for (const auto& [process, start, thread, stack] : found)
        starts[process].insert(start);
    QStringList lines;
    for (const auto& [process, start, thread, stack] : found) {
        const auto& all = starts[process];
        const auto number = all.size() > 1 ? "#" + std::to_string(std::distance(all.begin(), all.find(start)))
                                           : std::string();
        lines << QString::fromStdString(process + number + " " + thread + ": " + stack);
    }
    return lines;
}

#define COMPARE_LINES(lines, ...) QCOMPARE((lines).join("\n"), (__VA_ARGS__).join("\n"))

struct RecordedLives {
    QJsonObject truth;
    Profile profile;
};

RecordedLives record(const QStringList& words) {
    RecordedLives recorded;
    HeldProgram program(words);
    recorded.profile = recordToEnd(program, recorded.truth, 997);
    return recorded;
}

std::set<std::int32_t> pidsNamed(const Profile& profile, std::string_view name) {
    std::set<std::int32_t> pids;
    for (const auto& process : profile.processes) {
        if (profile.text(process.name) == name) pids.insert(process.pid);
    }
    return pids;
}

} // namespace

class ProcessLivesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void eachProgramOfAnExecChainIsApart() {
        const auto [truth, profile] = record({workloads + "chain_first"});
        COMPARE_LINES(whoRanWhat(profile), (QStringList{"chain_first chain_first: main;spin_first",
                                                        "chain_last chain_last: main;spin_last",
                                                        "chain_middle chain_middle: main;spin_middle"}));
        const auto pids = pidsNamed(profile, "chain_first");
        QCOMPARE(pids.size(), 1u);
        QVERIFY(pidsNamed(profile, "chain_middle") == pids);
        QVERIFY(pidsNamed(profile, "chain_last") == pids);
        QCOMPARE(QString::fromStdString(check(profile)), "");
    }

    void aSpawnedProgramHasNothingOfItsParent() {
        const auto [truth, profile] = record({workloads + "process_lives", "spawn"});
        COMPARE_LINES(whoRanWhat(profile), (QStringList{"chain_last chain_last: main;spin_last",
                                                        "process_lives process_lives: main;spin_parent"}));
        QVERIFY(pidsNamed(profile, "chain_last") == std::set{truth["child"].toInt()});
    }

    void aCloneInItsParentsMemoryIsAProcessOfItsOwn() {
        const auto [truth, profile] = record({workloads + "process_lives", "clone"});
        COMPARE_LINES(whoRanWhat(profile), (QStringList{"process_lives#0 process_lives: main;spin_parent",
                                                        "process_lives#1 process_lives: spin_child"}));
        const auto child = selfWeights(
            profile, [&](const Process& process) { return process.pid == truth["child"].toInt(); });
        QVERIFY(child.contains("spin_child") && !child.contains("spin_parent"));
    }

    void aThreadThatRenamesItselfIsOneThread() {
        const auto [truth, profile] = record({workloads + "process_lives", "rename"});
        COMPARE_LINES(whoRanWhat(profile), (QStringList{"process_lives renamed: spin_after",
                                                        "process_lives renamed: spin_before"}));
        std::set<std::int32_t> tids;
        for (const auto& thread : profile.threads) {
            if (profile.text(thread.name) == "renamed") tids.insert(thread.tid);
        }
        QCOMPARE(tids.size(), 1u);
    }

    void aThreadThatRunsAProgramBecomesTheProcess() {
        const auto [truth, profile] = record({workloads + "process_lives", "thread-exec"});
        COMPARE_LINES(whoRanWhat(profile), (QStringList{"chain_last chain_last: main;spin_last",
                                                        "process_lives process_lives: main;spin_parent",
                                                        "process_lives process_lives: spin_child"}));
        const auto pids = pidsNamed(profile, "process_lives");
        QCOMPARE(pids.size(), 1u);
        QVERIFY(pidsNamed(profile, "chain_last") == pids);
        for (const auto& thread : profile.threads) {
            if (profile.text(thread.name) == "chain_last") QCOMPARE(thread.tid, *pids.begin());
        }
    }

    void aReusedPidIsAnotherProcess() {
        const auto [truth, profile] = record({workloads + "process_lives", "reuse"});
        const auto pid = truth["child"].toInt();
        if (pid == 0) QSKIP("this machine does not let a program choose a process number");
        COMPARE_LINES(whoRanWhat(profile),
                      (QStringList{"process_lives#0 process_lives: main;spin_first_life",
                                   "process_lives#1 process_lives: main;spin_second_life"}));
        const auto lives = std::count_if(profile.processes.begin(), profile.processes.end(),
                                         [&](const Process& process) { return process.pid == pid; });
        QCOMPARE(lives, 2);
    }

    void librariesAtOneAddressOneAfterTheOtherAreApart() {
        const auto [truth, profile] = record({workloads + "process_lives", "plugins"});
        if (!truth["isSameAddress"].toBool()) QSKIP("the two libraries were not loaded at one address");
        COMPARE_LINES(whoRanWhat(profile),
                      (QStringList{"process_lives process_lives: main;spin_plugin_one",
                                   "process_lives process_lives: main;spin_plugin_two"}));
        for (const auto& function : profile.functions) { // each in its library
            const auto name = profile.text(function.name);
            if (!name.starts_with("spin_plugin")) continue;
            const auto path = profile.text(profile.mappings[function.mapping.row()].path);
            QVERIFY2(path.ends_with(std::string("lib") + std::string(name.substr(5)) + ".so"),
                     std::string(path).c_str());
        }
    }

    void eachWorkerOfAForkServerIsApart() {
        const auto [truth, profile] = record({workloads + "fork_server", "3"});
        const auto& table = profile.samples.front();
        std::map<std::int32_t, std::set<std::string>> byPid;
        for (std::size_t row = 0; row < table.size(); ++row) {
            const auto stack = selfName(profile, table.stack[row]);
            const auto& thread = profile.threads[table.threadAt(row).row()];
            if (stack == "accept_request" || stack == "handle_request" || stack == "run_worker")
                byPid[profile.processes[thread.process.row()].pid].insert(stack);
        }
        const auto pid = truth["pid"].toInt();
        QCOMPARE(byPid[pid], std::set<std::string>{"accept_request"});
        byPid.erase(pid);
        int handlers = 0;
        int workers = 0;
        for (const auto& [worker, functions] : byPid) { // nothing of the parent, nor of another child
            QCOMPARE(functions.size(), 1u);
            handlers += functions.contains("handle_request");
            workers += functions.contains("run_worker");
        }
        const auto requests = truth["requests"].toInt() - truth["workers"].toInt();
        QVERIFY2(handlers > requests * 9 / 10 && handlers <= requests, qPrintable(QString::number(handlers)));
        QVERIFY(workers > 0 && workers <= truth["workers"].toInt());
        // All processes together, by their name.
        const auto together = selfWeights(
            profile, [&](const Process& process) { return profile.text(process.name) == "fork-request"; });
        QVERIFY(together.contains("handle_request"));
        QVERIFY(!together.contains("accept_request") && !together.contains("run_worker"));
    }

    void aProgramThatTheKernelLoadsMeanwhileHasItsName() {
        RecorderProgram recorder;
        recorder.startProcesses({::getpid()}, 997);
        QVERIFY(recorder.waitForSegments(1));
        std::vector<bpf_insn> code(4000, bpf_insn{BPF_ALU64 | BPF_ADD | BPF_K, BPF_REG_0, 0, 0, 1});
        code.front() = {BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_0, 0, 0, 0};
        code.back() = {BPF_JMP | BPF_EXIT, 0, 0, 0, 0};
        const FileDescriptor program(::bpf_prog_load(BPF_PROG_TYPE_SOCKET_FILTER, "loaded_later", "GPL",
                                                     code.data(), code.size(), nullptr));
        QVERIFY(program.isOpen());
        std::array<char, 64> packet{};
        bpf_test_run_opts options{};
        options.sz = sizeof options;
        options.data_in = packet.data();
        options.data_size_in = packet.size();
        options.repeat = 400'000;
        QCOMPARE(::bpf_prog_test_run_opts(program.get(), &options), 0);
        recorder.stop();
        const auto profile = recorder.finish();
        std::int64_t inside = 0;
        for (const auto& [name, weight] : selfWeights(profile, [](const Process&) { return true; })) {
            if (name.starts_with("bpf_prog_") && name.ends_with("_loaded_later")) inside += weight;
        }
        QVERIFY2(inside > 20'000'000, qPrintable(QString::number(inside)));
    }

    void aStormOfShortLivedProcessesHasItsNames() {
        const auto [truth, profile] = record({workloads + "storm", stormCount()});
        QCOMPARE(QString::fromStdString(check(profile)), "");
        const std::map<std::string, std::string> functions{
            {"storm_ant", "spin_ant"}, {"storm_bee", "spin_bee"}, {"storm_fly", "spin_fly"}};
        std::int64_t right = 0;
        std::map<std::string, std::int64_t> wrong;
        const auto& table = profile.samples.front();
        std::map<std::string, std::set<std::size_t>> processes;
        for (std::size_t row = 0; row < table.size(); ++row) {
            const auto& thread = profile.threads[table.threadAt(row).row()];
            const std::string program(profile.text(profile.processes[thread.process.row()].name));
            // The parent, and its children before they run a program; also children of this test.
            if (program == "storm" || program == ownName()) continue;
            processes[program].insert(thread.process.row());
            const auto problem = problemOf(profile, table.stack[row], functions, program);
            if (problem.empty())
                right += table.weight[row];
            else
                wrong[problem] += table.weight[row];
        }
        const auto all = right + sumOf(wrong);
        const auto share = static_cast<double>(right) / static_cast<double>(all);
        QString text = QString("%1 % of %2 s are right; of %3 s that were used")
                           .arg(100 * share, 0, 'f', 2)
                           .arg(double(all) / 1e9)
                           .arg(truth["cpu_ns"].toDouble() / 1e9);
        for (const auto& [problem, weight] : wrong)
            text += QString("\n%1 %: %2")
                        .arg(100.0 * double(weight) / double(all), 0, 'f', 3)
                        .arg(problem.c_str());
        for (const auto& [program, rows] : processes)
            text += QString("\n%1: %2 processes of %3")
                        .arg(program.c_str())
                        .arg(rows.size())
                        .arg(truth["processes"][program.c_str()].toInt());
        for (const auto& loss : profile.losses)
            text += QString("\nlost: %1 %2").arg(loss.count).arg(loss.reason.c_str());
        qInfo().noquote() << text;
        QVERIFY2(share >= 0.98, qPrintable(text));
        QCOMPARE(processes.size(), functions.size());
        // Nearly all of their CPU time was sampled, and nearly every process.
        QVERIFY2(static_cast<double>(all) > 0.8 * truth["cpu_ns"].toDouble(), qPrintable(text));
        for (const auto& [program, rows] : processes)
            QVERIFY2(static_cast<int>(rows.size()) > truth["processes"][program.c_str()].toInt() * 9 / 10,
                     qPrintable(text));
    }

private:
    static QString stormCount() {
        const auto count = qEnvironmentVariable("CANDELA_STORM");
        return count.isEmpty() ? "2000" : count;
    }

    static std::string ownName() {
        std::array<char, 16> name{};
        ::prctl(PR_GET_NAME, name.data());
        return name.data();
    }

    static std::string selfName(const Profile& profile, StackIndex stack) {
        if (!stack) return {};
        const auto function = profile.frames.function[profile.stacks.frame[stack.row()].row()];
        return function ? std::string(profile.text(profile.functions[function.row()].name)) : std::string();
    }

    /// Why a sample of a storm's program is wrong; empty if it is correct.
    static std::string problemOf(const Profile& profile, StackIndex stack,
                                 const std::map<std::string, std::string>& functions,
                                 const std::string& program) {
        if (!functions.contains(program)) return "process of another name: " + program;
        if (!stack) return "no stack";
        const auto self = selfName(profile, stack);
        if (self.empty()) return "the function has no name";
        for (const auto& [other, function] : functions) {
            if (other != program && self == function) return "function of another program";
        }
        for (auto at = stack; at; at = profile.stacks.parent[at.row()]) { // no frame is in another process's
                                                                          // file
            const auto mapping = profile.frames.mapping[profile.stacks.frame[at.row()].row()];
            if (!mapping) continue;
            const auto path = profile.text(profile.mappings[mapping.row()].path);
            const auto file = path.substr(path.rfind('/') + 1);
            if (file == "storm" || (functions.contains(std::string(file)) && file != program))
                return "frame in another program";
        }
        return {};
    }
};

QTEST_GUILESS_MAIN(ProcessLivesTest)
#include "process_lives_test.moc"
