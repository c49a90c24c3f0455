/// Declarations shared by deep_stacks and its library.
#pragma once

#include <cstdint>

using SpinFunction = void (*)(std::uint64_t);

// Functions in assembly, see deep_stacks_assembly.cpp. The last two spin themselves.
extern "C" {
void assembly_without_rules(SpinFunction spin, std::uint64_t rounds);
void assembly_by_kept_register(SpinFunction spin, std::uint64_t rounds);
void assembly_by_word(SpinFunction spin, std::uint64_t rounds);
void assembly_by_volatile_register(std::uint64_t rounds);
void spin_return_register(std::uint64_t rounds);
}

/// A function of the library, which calls back from two frames below.
extern "C" void library_entry(SpinFunction callback, std::uint64_t rounds);
