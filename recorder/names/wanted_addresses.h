/// The addresses of one module whose names are wanted. Each is in one state: waiting to be requested, or
/// waiting for its answer. Answers arrive in the order of the questions.
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
    /// `inAll` is the number of wanted addresses of all modules.
    explicit WantedAddresses(std::size_t& inAll) : m_share(inAll) {}

    /// Adds an address if it is not wanted already. `segment` is the number of the segment that contains it.
    void add(std::uint64_t address, std::uint64_t segment);
    bool contains(std::uint64_t address) const { return m_segments.contains(address); }
    bool isEmpty() const { return m_segments.empty(); }
    /// The segment that contains each address.
    const absl::flat_hash_map<std::uint64_t, std::uint64_t>& segments() const { return m_segments; }

    bool hasQuestions() const { return !m_queue.empty(); }
    bool awaitsAnswers() const { return !m_asked.empty(); }
    /// The next addresses to request, which wait for their answers from then on. Valid until the next call of
    /// any other function of this class.
    std::span<const std::uint64_t> ask(std::size_t maximumCount);
    /// Called when an address has its answer. Returns the segment that contains the address; none if it was
    /// not wanted.
    std::optional<std::uint64_t> takeAnswer(std::uint64_t address);
    /// Called when all answers to the oldest question have arrived.
    void endAnswers();
    /// To be called if requested addresses will not be answered: they wait to be requested again.
    void askAgain();
    void clear();

private:
    std::vector<std::uint64_t> m_queue;                           // not requested yet
    std::vector<std::uint64_t> m_asked;                           // requested; the answers have not arrived
    absl::flat_hash_map<std::uint64_t, std::uint64_t> m_segments; // by address
    SumShare m_share;
};

} // namespace candela
