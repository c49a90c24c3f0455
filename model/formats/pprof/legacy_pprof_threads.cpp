#include "model/formats/pprof/legacy_pprof_lines.h"
#include "model/formats/pprof/legacy_pprof_readers.h"

namespace candela {

namespace {

using Addresses = LegacyPprofProfile::Addresses;

/// "--- Thread 7f794ab90940 (name: main/14748) stack: ---", then lines of addresses, including those of the
/// creating thread.
class ThreadReader {
public:
    explicit ThreadReader(LegacyPprofProfile& profile) : m_profile(profile) {}

    void read(std::string_view text) {
        while (!text.empty()) {
            const auto line = trimmed(LineText::takeLine(text));
            if (isMapSentinel(line)) {
                finish();
                return readLegacyMap(text, m_profile);
            }
            if (line.starts_with("---"))
                begin(line);
            else if (m_isThread)
                add(line);
        }
        finish();
    }

private:
    void begin(std::string_view line) {
        finish();
        m_isThread = line.starts_with("--- Thread ");
        const auto name = line.find("(name: ");
        const auto end = line.rfind(')');
        const auto slash = line.rfind('/');
        if (name == std::string_view::npos || slash == std::string_view::npos ||
            end == std::string_view::npos || slash < name + 7 || end < slash)
            return;
        m_name = line.substr(name + 7, slash - name - 7);
        m_tid = parseNumber<std::int32_t>(line.substr(slash + 1, end - slash - 1)).value_or(-1);
    }
    void add(std::string_view line) {
        if (line.find("same as previous thread") != std::string_view::npos) {
            m_isSame = true;
            return;
        }
        const auto first = m_addresses.size();
        appendAddresses(line, m_addresses);
        if (m_addresses.size() != first + 1) return;
        // "0x0040be31: main"
        const auto position = line.find(": ", line.find("0x"));
        const auto address = first == 0 ? m_addresses[0] : m_addresses[first] - 1;
        if (position == std::string_view::npos || !m_named.insert_or_assign(address, true).second) return;
        m_profile.addName(address, {.function = trimmed(line.substr(position + 2)), .file = {}, .line = 0});
    }
    void finish() {
        if (m_isThread) {
            if (m_addresses.empty() && (m_isSame || m_profile.sampleCount() > 0))
                m_profile.addSameStack({1});
            else
                m_profile.add({1}, m_addresses, Addresses::LeafIsExact);
            m_profile.setThread(m_tid, m_name);
        }
        m_isThread = false;
        m_isSame = false;
        m_addresses.clear();
        m_tid = -1;
        m_name = {};
    }

    LegacyPprofProfile& m_profile;
    std::vector<std::uint64_t> m_addresses;
    absl::flat_hash_map<std::uint64_t, bool> m_named;
    std::string_view m_name;
    std::int32_t m_tid = -1;
    bool m_isThread = false;
    bool m_isSame = false;
};

} // namespace

void readLegacyThreads(std::string_view text, LegacyPprofProfile& profile) {
    profile.addValue("thread", "count");
    profile.setPeriod(1, "thread", "count");
    ThreadReader(profile).read(text);
}

} // namespace candela
