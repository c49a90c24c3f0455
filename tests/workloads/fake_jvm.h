/// The tables of a library that claims to be a Java virtual machine, for fake_java.
#pragma once

inline constexpr int fakeHeaps = 16;
inline constexpr int lengthOffset = 0, dataOffset = 8;                     // in a GrowableArray
inline constexpr int memoryOffset = 8, mapOffset = 120, shiftOffset = 256; // in a CodeHeap
inline constexpr int lowOffset = 16, highOffset = 24;                      // in a VirtualSpace

extern "C" {
extern char* fakeHeapList;
extern char* fakeLowBound;
extern char* fakeHighBound;
}
