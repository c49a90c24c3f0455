/// page_faults FILE: touches memory of each kind for the first time, each in its own function, and reads
/// FILE, which it creates, without the page cache. Prints the kernel's number of page faults in each
/// function, as one JSON object.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

constexpr long pageSize = 4096;
constexpr long filePages = 500;

struct Counts {
    long minor = 0;
    long major = 0;
};

Counts counts() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return {usage.ru_minflt, usage.ru_majflt};
}

/// Memory in small pages: each causes one fault.
char* map(long pages, int flags, int file) {
    void* memory =
        mmap(nullptr, static_cast<std::size_t>(pages * pageSize), PROT_READ | PROT_WRITE, flags, file, 0);
    if (memory == MAP_FAILED) std::exit(1);
    madvise(memory, static_cast<std::size_t>(pages * pageSize), MADV_NOHUGEPAGE);
    return static_cast<char*>(memory);
}

void report(const char* name, Counts before) {
    static bool isFirst = true;
    const auto now = counts();
    std::printf("%s{\"name\": \"%s\", \"minor\": %ld, \"major\": %ld}", isFirst ? "" : ", ", name,
                now.minor - before.minor, now.major - before.major);
    isFirst = false;
}

} // namespace

extern "C" {

[[gnu::noinline]] void touch_anonymous(volatile char* memory, long pages) {
    for (long page = 0; page < pages; ++page)
        memory[page * pageSize] = 1;
}
[[gnu::noinline]] void touch_heap(volatile char* memory, long pages) {
    for (long page = 0; page < pages; ++page)
        memory[page * pageSize] = 2;
}
[[gnu::noinline]] void touch_shared(volatile char* memory, long pages) {
    for (long page = 0; page < pages; ++page)
        memory[page * pageSize] = 3;
}
[[gnu::noinline]] int read_file(const volatile char* memory, long pages) {
    int sum = 0;
    for (long page = 0; page < pages; ++page)
        sum += memory[page * pageSize];
    return sum;
}
[[gnu::noinline]] int touch_stack(int depth) {
    volatile char frame[2 * pageSize];
    for (long page = 0; page < 2; ++page)
        frame[page * pageSize] = 1;
    return depth == 0 ? 0 : touch_stack(depth - 1) + frame[0];
}
}

int main(int, char** arguments) {
    setvbuf(stdout, nullptr, _IOFBF, 1 << 16);
    std::printf("{\"functions\": [");
    auto* anonymous = map(5000, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    auto before = counts();
    touch_anonymous(anonymous, 5000);
    report("touch_anonymous", before);

    auto* heap = static_cast<char*>(sbrk(2000 * pageSize));
    heap += pageSize - reinterpret_cast<long>(heap) % pageSize;
    before = counts();
    touch_heap(heap, 1999);
    report("touch_heap", before);

    const int memory = memfd_create("shared-by-faults", MFD_CLOEXEC);
    if (memory < 0 || ftruncate(memory, 1000 * pageSize) != 0) return 1;
    auto* shared = map(1000, MAP_SHARED, memory);
    before = counts();
    touch_shared(shared, 1000);
    report("touch_shared", before);

    before = counts();
    touch_stack(300);
    report("touch_stack", before);

    const int file = open(arguments[1], O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    static char page[pageSize];
    for (long number = 0; number < filePages; ++number) {
        if (write(file, page, sizeof page) != sizeof page) return 1;
    }
    fsync(file);
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    auto* read = map(filePages, MAP_PRIVATE, file);
    madvise(read, filePages * pageSize, MADV_RANDOM); // one page at a time
    before = counts();
    read_file(read, filePages);
    report("read_file", before);
    std::printf("]}\n");
    unlink(arguments[1]);
    return 0;
}
