/// The memory of another process. It may be unmapped or different at each read, and its contents are
/// untrusted. Pages that were read are kept until forget(), and between two calls of it no more than a budget
/// is read.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

namespace candela {

class ForeignMemory {
public:
    static constexpr std::size_t pageBytes = 4096;
    static constexpr std::size_t keptPages = 4096;
    static constexpr std::uint64_t budget = 256 << 20;       ///< bytes that may be read until forget()
    static constexpr std::uint64_t maximumReads = 4'000'000; ///< the same for the number of reads of kept
                                                             ///< pages

    ForeignMemory() = default;
    ForeignMemory(const ForeignMemory&) = delete;
    ForeignMemory& operator=(const ForeignMemory&) = delete;
    virtual ~ForeignMemory() = default;

    /// Reads all bytes; false if any can't be read.
    bool read(std::uint64_t address, std::span<std::byte> bytes);
    /// The same without keeping the page: for data that is read once.
    bool readOnce(std::uint64_t address, std::span<std::byte> bytes);
    template<typename T>
    requires std::is_arithmetic_v<T> std::optional<T> read(std::uint64_t address) {
        T value{};
        if (!read(address, std::as_writable_bytes(std::span(&value, 1)))) return std::nullopt;
        return value;
    }
    /// Reads a zero-terminated text; none if there is no zero within `maximumSize` bytes.
    std::optional<std::string> readText(std::uint64_t address, std::size_t maximumSize);
    void forget();
    /// Whether the budget is used up until forget(), so that loops over long lists stop.
    bool isExhausted() const { return m_fetched >= budget || m_reads >= maximumReads; }

protected:
    /// Fills `bytes` from an address on, as far as possible; returns how many were read.
    virtual std::size_t fetch(std::uint64_t address, std::span<std::byte> bytes) = 0;

private:
    using Page = std::array<std::byte, pageBytes>;
    const Page* page(std::uint64_t number);

    absl::flat_hash_map<std::uint64_t, std::unique_ptr<Page>> m_pages; // null: the page can't be read
    std::uint64_t m_fetched = 0;
    std::uint64_t m_reads = 0;
};

/// A field in data that was read in one piece; 0 if the data ends before it.
template<typename T>
T fieldOf(std::span<const std::byte> bytes, std::uint64_t offset) {
    T value{};
    if (offset <= bytes.size() && bytes.size() - offset >= sizeof value)
        std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

} // namespace candela
