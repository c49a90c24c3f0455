/// The addresses of one module whose names are waited for. Each is asked for once at a time: it waits to be
/// asked for, or for its answer. Answers come in the order of the questions.
#pragma once

#include "recorder/names/sum_share.h"

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace candela {

class WantedAddresses {
public:
    /// `inAll` is the number of addresses that are wanted of all modules.
    explicit WantedAddresses(std::size_t& inAll) : m_share(inAll) {}

    /// Asks for an address if it is not wanted already. `segment` is the number of the segment that holds it.
    void add(std::uint64_t address, std::uint64_t segment);
    bool contains(std::uint64_t address) const { return m_segments.contains(address); }
    bool isEmpty() const { return m_segments.empty(); }
    /// The segment that holds each address.
    const absl::flat_hash_map<std::uint64_t, std::uint64_t>& segments() const { return m_segments; }

    bool hasQuestions() const { return !m_queue.empty(); }
    bool awaitsAnswers() const { return !m_asked.empty(); }
    /// The next questions, which wait for their answers from now on. Valid until the next call of any other
    /// function here.
    std::span<const std::uint64_t> ask(std::size_t maximumCount);
    /// An address has its answer: the segment that holds it; none if it was not wanted.
    std::optional<std::uint64_t> takeAnswer(std::uint64_t address);
    /// All answers to the question that was asked first are here.
    void endAnswers();
    /// What was asked will not be answered: it waits to be asked for again.
    void askAgain();
    void clear();

private:
    std::vector<std::uint64_t> m_queue;                           // not asked for yet
    std::vector<std::uint64_t> m_asked;                           // not answered, or not ended yet
    absl::flat_hash_map<std::uint64_t, std::uint64_t> m_segments; // by address
    SumShare m_share;
};

} // namespace candela
