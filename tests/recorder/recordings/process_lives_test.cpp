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
    for (const auto& loss : recorded.profile.losses) // explains what is missing
        qWarning("%llu %s were lost", static_cast<unsigned long long>(loss.count), loss.reason.c_str());
    return recorded;
}

std::int64_t ended(const Profile& profile, std::string_view name) {
    return std::count_if(profile.processes.begin(), profile.processes.end(), [&](const Process& process) {
        return profile.text(process.name) == name && process.endTime != noTime;
    });
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

    RecordedLives m_forkServer;

private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
        m_forkServer = record({workloads + "fork_server", "2"});
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

    void aForkWithoutExecIsAProcessOfItsOwn() {
        const auto& [truth, profile] = m_forkServer;
        const auto pid = truth["pid"].toInt();
        const auto parent = selfWeights(profile, [&](const Process& process) { return process.pid == pid; });
        const auto children =
            selfWeights(profile, [&](const Process& process) { return process.pid != pid; });
        QVERIFY(parent.contains("accept_request"));
        QVERIFY(!parent.contains("handle_request") && !parent.contains("run_worker"));
        QVERIFY(children.contains("handle_request") && children.contains("run_worker"));
        QVERIFY(!children.contains("accept_request"));
        QVERIFY(weightOf(profile, "fork-request") > 0);
        QVERIFY(ended(profile, "fork-request") > 0);
        // Compares the three functions only, because the cost of fork() depends on the machine.
        const auto handled = children.at("handle_request");
        const double share =
            static_cast<double>(handled) /
            static_cast<double>(handled + children.at("run_worker") + parent.at("accept_request"));
        const double trueShare =
            selfOf(truth, "handle_request") /
            (selfOf(truth, "handle_request") + selfOf(truth, "accept_request") + selfOf(truth, "run_worker"));
        QVERIFY2(std::abs(share - trueShare) < 0.1, qPrintable(QString("%1 %2").arg(share).arg(trueShare)));
        for (const auto& process : profile.processes) { // each process has its parent
            if (process.pid == pid) continue;
            if (profile.text(process.name) == "fork-request") {
                QVERIFY(process.parent);
                QCOMPARE(profile.processes[process.parent.row()].pid, pid);
            }
        }
    }

    void eachWorkerOfAForkServerIsApart() {
        const auto& [truth, profile] = m_forkServer;
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
        QVERIFY2(handlers > requests * 9 / 10 && handlers <= requests,
                 qPrintable(QString("%1 of %2").arg(handlers).arg(requests)));
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
};

QTEST_GUILESS_MAIN(ProcessLivesTest)
#include "process_lives_test.moc"
