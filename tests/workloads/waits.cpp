/// waits FILE: waits in every possible way, each in its own function and thread: for a timer, for another
/// process at a pipe (both at once), for a lock, for a disk (FILE, which it creates), for a processor that
/// others use. Prints how long each function did not run and who ends its waits, and for each thread two
/// times that its lifetime is between, as one JSON object.
#include "tests/workloads/spin.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

SPIN_FUNCTION(spin_holding)
SPIN_FUNCTION(spin_beside)

namespace {

struct Function {
    std::string name;
    std::int64_t waited = 0; // nanoseconds
    pid_t waker = 0;         // 0: an interrupt
    pid_t tid = 0;           // the thread that it runs in
};
/// The thread that makes another may have to wait for a processor on both sides of its lifetime.
struct Thread {
    pid_t tid = 0;
    std::int64_t inside = 0; // nanoseconds from its first function to the end of it
    std::int64_t around = 0; // from before it is made until it has exited
};
std::mutex functionsMutex;
std::vector<Function> functions;
std::vector<Thread> threads; // only the first thread adds to it

std::int64_t waitedSoFar() {
    return workload::wallTime() - workload::threadTime();
}

void nap(long microseconds) {
    const timespec time{microseconds / 1'000'000, microseconds % 1'000'000 * 1000};
    nanosleep(&time, nullptr);
}

void pinTo(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    sched_setaffinity(0, sizeof set, &set);
}

/// Runs a function in a separate thread, with `beside` in this one meanwhile.
template<typename Work, typename Beside>
void inThread(const char* name, Work&& work, Beside&& beside) {
    Thread made;
    const auto before = workload::wallTime();
    std::thread thread([&] {
        const auto begin = workload::wallTime();
        pthread_setname_np(pthread_self(), name);
        work();
        made.tid = gettid();
        made.inside = workload::wallTime() - begin;
    });
    std::thread watcher([&] {
        thread.join();
        // A thread that has been joined still exits, and may wait for a processor before it has.
        const auto task = "/proc/self/task/" + std::to_string(made.tid);
        while (access(task.c_str(), F_OK) == 0)
            nap(100);
        made.around = workload::wallTime() - before;
    });
    beside();
    watcher.join();
    threads.push_back(made);
}
template<typename Work>
void inThread(const char* name, Work&& work) {
    inThread(name, work, [] {});
}

std::mutex contended;
std::atomic<bool> isOver = false;
std::atomic<pid_t> holder = 0;

} // namespace

extern "C" {

[[gnu::noinline]] void wait_for_timer(int times) {
    for (int i = 0; i < times; ++i)
        nap(4000);
    asm volatile("");
}

[[gnu::noinline]] void wait_for_pipe(int pipe) {
    char byte = 0;
    while (read(pipe, &byte, 1) == 1) {
    }
    asm volatile("");
}

/// Waits so many times, however long the other thread has to wait for a processor before it takes the lock.
[[gnu::noinline]] void wait_for_lock(int times) {
    for (int i = 0; i < times;) {
        if (!contended.try_lock()) {
            contended.lock();
            ++i;
        }
        contended.unlock();
        nap(200); // long enough for the other thread to take the lock
    }
    asm volatile("");
}

[[gnu::noinline]] void wait_for_disk(int file, char* memory, std::size_t size, int times) {
    for (int i = 0; i < times; ++i) {
        if (pread(file, memory, size, static_cast<off_t>(size) * i) <= 0) std::perror("waits");
    }
    asm volatile("");
}

[[gnu::noinline]] void wait_for_processor(std::int64_t nanoseconds) {
    const auto end = workload::wallTime() + nanoseconds;
    while (workload::wallTime() < end)
        spin_beside(1000);
    asm volatile("");
}
}

namespace {

void measure(const char* name, pid_t waker, const std::function<void()>& wait) {
    const auto before = waitedSoFar();
    wait();
    const auto waited = waitedSoFar() - before;
    const std::lock_guard lock(functionsMutex);
    functions.push_back({name, waited, waker, gettid()});
}

void pipeWaits() {
    int ends[2];
    if (pipe(ends) != 0) std::exit(1);
    const auto writer = fork();
    if (writer == 0) {
        prctl(PR_SET_NAME, "pipe_writer");
        close(ends[0]);
        for (int i = 0; i < 300; ++i) {
            nap(2000);
            if (write(ends[1], "x", 1) != 1) break;
        }
        _exit(0);
    }
    close(ends[1]);
    measure("wait_for_pipe", writer, [&] { wait_for_pipe(ends[0]); });
    close(ends[0]);
    waitpid(writer, nullptr, 0);
}

void lockWaits() {
    const auto hold = [] {
        holder = gettid();
        while (!isOver) {
            contended.lock();
            const auto end = workload::wallTime() + 3'000'000;
            while (workload::wallTime() < end)
                spin_holding(1000);
            contended.unlock();
            nap(100);
        }
    };
    inThread("lock_holder", hold, [] {
        while (holder == 0)
            nap(100);
        measure("wait_for_lock", holder, [] { wait_for_lock(100); });
        isOver = true;
    });
}

void diskWaits(const char* path) {
    constexpr std::size_t size = 1 << 20;
    constexpr int times = 128;
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_DIRECT, 0600);
    void* memory = nullptr;
    if (file < 0 || posix_memalign(&memory, 4096, size) != 0) {
        std::perror(path);
        std::exit(1);
    }
    std::memset(memory, 7, size);
    for (int i = 0; i < times; ++i) {
        if (write(file, memory, size) < 0) std::perror(path);
    }
    fsync(file);
    measure("wait_for_disk", 0, [&] { wait_for_disk(file, static_cast<char*>(memory), size, times); });
    close(file);
    unlink(path);
    std::free(memory);
}

void processorWaits() {
    constexpr int processor = 1;
    std::vector<std::thread> others;
    isOver = false;
    for (int i = 0; i < 2; ++i) {
        others.emplace_back([] {
            pinTo(processor);
            while (!isOver)
                spin_beside(1000);
        });
    }
    pinTo(processor);
    measure("wait_for_processor", 0, [] { wait_for_processor(600'000'000); });
    isOver = true;
    for (auto& other : others)
        other.join();
}

} // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "usage: waits FILE\n");
        return 2;
    }
    const auto begin = workload::wallTime();
    const auto timerWaits = [] { measure("wait_for_timer", 0, [] { wait_for_timer(160); }); };
    inThread("timer", timerWaits, [] { inThread("pipe", pipeWaits); });
    inThread("lock", lockWaits);
    inThread("disk", [&] { diskWaits(arguments[1]); });
    inThread("processor", processorWaits);
    threads.push_back({getpid(), workload::wallTime() - begin, workload::wallTime() - begin});
    std::printf("{\"functions\": [");
    for (std::size_t i = 0; i < functions.size(); ++i)
        std::printf("%s{\"name\": \"%s\", \"waited_ns\": %lld, \"waker\": %d, \"tid\": %d}",
                    i == 0 ? "" : ", ", functions[i].name.c_str(),
                    static_cast<long long>(functions[i].waited), static_cast<int>(functions[i].waker),
                    static_cast<int>(functions[i].tid));
    std::printf("], \"threads\": [");
    for (std::size_t i = 0; i < threads.size(); ++i)
        std::printf("%s{\"tid\": %d, \"inside_ns\": %lld, \"around_ns\": %lld}", i == 0 ? "" : ", ",
                    static_cast<int>(threads[i].tid), static_cast<long long>(threads[i].inside),
                    static_cast<long long>(threads[i].around));
    std::printf("]}\n");
}
