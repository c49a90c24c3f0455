/// One owner's part of a sum. The sum always equals the total of all living shares.
#pragma once

#include <cstddef>

namespace candela {

class SumShare {
public:
    /// The sum must outlive the share.
    explicit SumShare(std::size_t& sum) : m_sum(sum) {}
    SumShare(const SumShare&) = delete;
    SumShare& operator=(const SumShare&) = delete;
    ~SumShare() { set(0); }

    void set(std::size_t value) {
        m_sum += value - m_value;
        m_value = value;
    }

private:
    std::size_t& m_sum;
    std::size_t m_value = 0;
};

} // namespace candela
