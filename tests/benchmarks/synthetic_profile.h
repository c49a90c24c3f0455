/// A synthetic recording with realistic proportions, the same in every run and on every machine. Stacks are
/// call trees some tens of frames deep, a few functions are everywhere and most are rare, a few stacks have
/// most samples; samples are in order of time, from many threads.
#pragma once

#include "model/profile/profile_builder.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace candela {

enum class SyntheticSize {
    Small, ///< 100,000 samples over 10,000 stacks
    Large, ///< 10,000,000 samples over 500,000 stacks
};

/// The distribution of the samples over the stacks.
enum class SyntheticSpread {
    Skewed, ///< a few stacks have most samples
    Even,   ///< every stack is equally likely: most samples have their own stack
};

/// The build of the recorded program.
enum class SyntheticBuild {
    First,
    Renamed, ///< a tenth of the functions has other names, and all have moved by three lines
};

/// splitmix64: the results of the standard library's distributions depend on the implementation.
class SteadyRandom {
public:
    explicit SteadyRandom(std::uint64_t seed = 0) : m_state(20'240'229 + seed) {}

    std::uint64_t next();
    /// A random number from 0 to 1, without 1.
    double share() { return double(next() >> 11) * 0x1p-53; }
    std::uint32_t below(std::uint32_t limit) {
        return static_cast<std::uint32_t>((next() >> 32) * limit >> 32);
    }
    /// A random number below `limit`. Small numbers are far more frequent, as in Zipf's law.
    std::uint32_t skewedBelow(std::uint32_t limit);

private:
    std::uint64_t m_state;
};

class SyntheticRecording {
public:
    explicit SyntheticRecording(SyntheticSize size);
    /// Recordings that differ in `run` have the same stacks, but other samples.
    SyntheticRecording(std::size_t samples, std::size_t stacks,
                       SyntheticSpread spread = SyntheticSpread::Skewed, std::uint64_t run = 0);

    struct Row {
        std::uint32_t stack;
        std::uint32_t thread;
        std::int32_t cpu;
        std::int64_t time;
    };

    std::span<const Row> samples() const { return m_samples; }
    std::size_t stackCount() const { return m_parents.size(); }
    /// The number of stacks with at least one sample.
    std::size_t sampledStackCount() const;
    /// "10,000,000 samples, 500,000 stacks".
    std::string description() const;
    /// Value type "cpu" in nanoseconds. Every stack of the recording is a row of the profile's stack table.
    Profile build(SyntheticBuild build = SyntheticBuild::First) const;

private:
    void growStacks(std::size_t count);
    void takeSamples(std::size_t count, SyntheticSpread spread, std::uint64_t run);

    std::vector<std::int32_t> m_parents;    // for each stack: -1 for a root
    std::vector<std::uint32_t> m_functions; // for each stack
    std::vector<Row> m_samples;
};

} // namespace candela
