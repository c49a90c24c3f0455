/// The structure of a JSON file's start: enough to recognize a format by its keys, wherever they are in the
/// start.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace candela {

/// The paths of all values that begin within the start, four levels deep: "threads[].samples.schema" is a key
/// in an object in an array in the outermost object. Empty if it is not a JSON object or array.
class JsonStart {
public:
    explicit JsonStart(std::string_view text) { scan(text); }

    bool isJson() const { return !m_paths.empty(); }
    bool has(std::string_view path) const { return m_paths.contains(path); }
    /// Whether `matches(path)` is true for any path.
    bool hasAny(auto matches) const { return std::ranges::any_of(m_paths, matches); }
    /// Whether the value at a path is a text with exactly these raw letters.
    bool hasText(std::string_view path, std::string_view text) const {
        return m_paths.contains(std::string(path) + "=" + std::string(text));
    }

private:
    void scan(std::string_view text);

    std::set<std::string, std::less<>> m_paths;
};

} // namespace candela
