/// The shape of a JSON file by its first bytes: enough to recognize a format by its keys, wherever in the
/// start they are.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace candela {

/// The paths of all values that begin within the start, four levels deep: "threads[].samples.schema" is a key
/// in an object in an array of the outermost object. Empty for anything but a JSON object or array.
class JsonStart {
public:
    explicit JsonStart(std::string_view text) { scan(text); }

    bool isJson() const { return !m_paths.empty(); }
    bool has(std::string_view path) const { return m_paths.contains(path); }
    /// Whether `matches(path)` of any.
    bool hasAny(auto matches) const { return std::ranges::any_of(m_paths, matches); }
    /// Whether a text with exactly these letters, as they stand in the file, is the value at a path.
    bool hasText(std::string_view path, std::string_view text) const {
        return m_paths.contains(std::string(path) + "=" + std::string(text));
    }

private:
    void scan(std::string_view text);

    std::set<std::string, std::less<>> m_paths;
};

} // namespace candela
