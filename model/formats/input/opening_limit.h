/// How much memory opening a file may take. The writer of a packed file decides how large it becomes when
/// unpacked, and how large the tables made from it are. The limit depends on the size of the file, and is
/// high enough for every valid file.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace candela {

struct OpeningLimit {
    static constexpr std::uint64_t base = 512ull << 20;
    static constexpr std::uint64_t timesFileSize = 64;

    std::optional<std::uint64_t> bytes; ///< replaces the limit that depends on the file's size

    static OpeningLimit none();
    std::uint64_t forFile(std::uint64_t size) const;
};

/// "none", or a number of bytes with K, M or G: "2G".
Result<OpeningLimit> openingLimitFromText(std::string_view text);

/// Whether a file was not opened because of its limit, so that a higher limit may help.
bool isOpeningLimit(const Error& error);

/// Like readProfile(path, task), but with this limit.
Result<Profile> readProfile(const std::string& path, const OpeningLimit& limit, Task& task);

} // namespace candela
