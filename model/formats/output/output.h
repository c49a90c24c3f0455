/// The output of a writer: bytes collected in memory and stored at the end as a whole, so that no incomplete
/// file is left behind.
#pragma once

#include "model/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

class Output {
public:
    void write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }
    void write(std::span<const std::byte> bytes) {
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    }
    std::span<const std::byte> bytes() const { return m_bytes; }

    /// Adds a sentence about a part that the format could not hold ("pprof has no CPU numbers"), shown to the
    /// user after writing.
    void addLoss(std::string sentence) { m_losses.push_back(std::move(sentence)); }
    const std::vector<std::string>& losses() const { return m_losses; }

    /// Who may read the stored file.
    enum class Readers : std::uint8_t {
        ByUmask,
        OwnerOnly, ///< only its owner, like a recording: it shows the activity of other users' programs
    };
    void setReaders(Readers readers) { m_readers = readers; }

    /// Stores the bytes; "-" is standard output.
    Result<void> store(const std::string& path) const;

private:
    std::vector<std::byte> m_bytes;
    Readers m_readers = Readers::ByUmask;
    std::vector<std::string> m_losses;
};

} // namespace candela
