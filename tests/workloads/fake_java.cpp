/// fake_java: has a libjvm.so whose tables describe sixteen heaps of code of four gigabytes each, and runs
/// code within them, until killed. A reader must not have to read all of the claimed memory.
#include "tests/workloads/fake_jvm.h"

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace {

constexpr std::size_t heapBytes = (1ull << 32) - (1 << 20);
constexpr std::size_t mapBytes = 1 << 28;

char* room(std::size_t bytes, int protection) {
    return static_cast<char*>(
        mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
}

template<typename T>
void put(char* target, T value) {
    std::memcpy(target, &value, sizeof value);
}

} // namespace

int main() {
    char* const heap = room(heapBytes, PROT_READ | PROT_WRITE);
    char* const map = room(mapBytes, PROT_READ | PROT_WRITE);
    // mov %edi,%ecx; dec %ecx; jnz -2; ret
    constexpr unsigned char code[] = {0x89, 0xf9, 0xff, 0xc9, 0x75, 0xfc, 0xc3};
    char* const generated = heap + (1 << 20);
    if (mprotect(generated, 8192, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return 1;
    std::memcpy(generated, code, sizeof code);

    auto* const list = static_cast<char*>(std::calloc(1, 64));
    auto* const heaps = static_cast<char*>(std::calloc(fakeHeaps, sizeof(char*)));
    for (int number = 0; number < fakeHeaps; ++number) {
        auto* const one = static_cast<char*>(std::calloc(1, 512));
        put(heaps + number * static_cast<int>(sizeof one), one);
        put(one + memoryOffset + lowOffset, heap);
        put(one + memoryOffset + highOffset, heap + heapBytes);
        put(one + mapOffset + lowOffset, map);
        put(one + mapOffset + highOffset, map + mapBytes);
        put(one + shiftOffset, 5);
    }
    put(list + lengthOffset, fakeHeaps);
    put(list + dataOffset, heaps);
    fakeHeapList = list;
    fakeLowBound = heap;
    fakeHighBound = heap + heapBytes;

    void (*run)(unsigned) = nullptr;
    std::memcpy(&run, &generated, sizeof run);
    for (;;) {
        run(20'000'000);
        usleep(1000); // so that six of them leave processor time to others
    }
}
