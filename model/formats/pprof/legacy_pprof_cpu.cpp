#include "model/base/byte_reader.h"
#include "model/formats/encoding/text_lines.h"
#include "model/formats/pprof/legacy_pprof_readers.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace candela {

namespace {

class WordReader {
public:
    WordReader(std::span<const std::byte> bytes, LegacyWords words) : m_reader(bytes), m_words(words) {}

    std::uint64_t next() {
        switch (m_words) {
        case LegacyWords::Little32:
            return m_reader.read<std::uint32_t>();
        case LegacyWords::Big32:
            return __builtin_bswap32(m_reader.read<std::uint32_t>());
        case LegacyWords::Little64:
            return m_reader.read<std::uint64_t>();
        default:
            return __builtin_bswap64(m_reader.read<std::uint64_t>());
        }
    }
    std::size_t size() const {
        return m_words == LegacyWords::Little32 || m_words == LegacyWords::Big32 ? 4 : 8;
    }
    ByteReader& bytes() { return m_reader; }

private:
    ByteReader m_reader;
    LegacyWords m_words;
};

/// The first five words: 0, 3, whether it is Java, microseconds between samples, 0.
struct CpuHeader {
    bool isJava = false;
    std::uint64_t period = 0;

    static std::optional<CpuHeader> read(WordReader& words) {
        const auto first = words.next();
        const auto count = words.next();
        const auto version = words.next();
        CpuHeader header{.isJava = version == 1, .period = words.next()};
        const auto last = words.next();
        const bool fits = first == 0 && count == 3 && version <= 1 && header.period > 0 && last == 0;
        if (words.bytes().failed() || !fits) return std::nullopt;
        return header;
    }
};

} // namespace

LegacyWords legacyCpuWords(std::span<const std::byte> start) {
    for (const auto words :
         {LegacyWords::Little32, LegacyWords::Big32, LegacyWords::Little64, LegacyWords::Big64}) {
        WordReader reader(start, words);
        if (CpuHeader::read(reader)) return words;
    }
    return LegacyWords::None;
}

/// A sample is a count, a number of addresses, and the addresses from the leaf; the last sample is 0, 1, 0.
std::string_view readLegacyCpu(std::span<const std::byte> bytes, LegacyPprofProfile& profile) {
    WordReader words(bytes, legacyCpuWords(bytes));
    const auto header = CpuHeader::read(words);
    if (!header) return {};
    const auto period = productOf(static_cast<std::int64_t>(std::min<std::uint64_t>(
                                      header->period, std::numeric_limits<std::int64_t>::max())),
                                  1000);
    profile.addValue("samples", "count");
    profile.addValue("cpu", "nanoseconds");
    profile.setPeriod(period, "cpu", "nanoseconds");
    const auto kind = header->isJava ? LegacyPprofProfile::Addresses::AreLocations
                                     : LegacyPprofProfile::Addresses::LeafIsExact;
    std::vector<std::uint64_t> addresses;
    while (true) {
        const auto count = words.next();
        const auto depth = words.next();
        if (words.bytes().failed() || !words.bytes().canHold(depth, words.size())) {
            profile.addDamage();
            return {};
        }
        addresses.clear();
        for (std::uint64_t index = 0; index < depth; ++index)
            addresses.push_back(words.next());
        if (count == 0 && depth == 1 && addresses[0] == 0) break;
        const auto samples = static_cast<std::int64_t>(
            std::min<std::uint64_t>(count, std::numeric_limits<std::int64_t>::max()));
        profile.add({samples, productOf(samples, period)}, addresses, kind);
    }
    const auto rest = asText(words.bytes().peek());
    if (header->isJava) {
        readJavaLocations(rest, profile);
    } else {
        profile.removeSignalFrames();
        readLegacyMap(rest, profile);
    }
    return rest;
}

void readLegacyMap(std::string_view text, LegacyPprofProfile& profile) {
    while (!text.empty())
        profile.addMapLine(LineText::takeLine(text));
}

} // namespace candela
