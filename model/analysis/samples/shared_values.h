/// Values of a long column that never change once made, so that copies share them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace candela {

template<typename T>
class SharedValues {
public:
    SharedValues() = default;
    explicit SharedValues(std::vector<T> values)
        : m_owner(std::make_shared<const std::vector<T>>(std::move(values))), m_values(*m_owner) {}

    /// The first `count` values, as a part that shares the memory of all.
    SharedValues first(std::size_t count) const {
        auto part = *this;
        part.m_values = m_values.first(count);
        return part;
    }

    std::size_t size() const { return m_values.size(); }
    bool empty() const { return m_values.empty(); }
    const T& operator[](std::size_t row) const { return m_values[row]; }
    const T& back() const { return m_values.back(); }
    auto begin() const { return m_values.begin(); }
    auto end() const { return m_values.end(); }

    bool operator==(const SharedValues& other) const { return std::ranges::equal(m_values, other.m_values); }

private:
    std::shared_ptr<const std::vector<T>> m_owner;
    std::span<const T> m_values;
};

} // namespace candela
