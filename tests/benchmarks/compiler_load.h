/// Two compilers, the load that recorders are measured with: each starts again as soon as it is done.
#pragma once

#include <QProcess>

#include <array>
#include <cstddef>
#include <string_view>

namespace candela {

class CompilerLoad {
public:
    /// `unit` is the C++ source that is compiled again and again, in words of the shell's echo.
    explicit CompilerLoad(std::string_view unit);
    CompilerLoad(const CompilerLoad&) = delete;
    CompilerLoad& operator=(const CompilerLoad&) = delete;
    /// Ends them at once.
    ~CompilerLoad();

    /// Units that are done so far.
    std::size_t finished();

    /// Some two seconds each, with deep stacks.
    static constexpr std::string_view largeUnit =
        "#include <regex>\nbool f(const char* s) { return std::regex_match(s, std::regex(\"a*\")); }";
    /// Some half a second.
    static constexpr std::string_view smallUnit =
        "#include <map>\nint f(std::map<int, int>& m) { return m[1]++; }";

private:
    std::array<QProcess, 2> m_shells;
    std::size_t m_finished = 0;
};

} // namespace candela
