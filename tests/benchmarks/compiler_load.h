/// Two compilers as a load for measuring recorders: each starts again as soon as it is done.
#pragma once

#include <QProcess>

#include <array>
#include <cstddef>
#include <string_view>

namespace candela {

class CompilerLoad {
public:
    /// `unit` is the C++ source that is compiled repeatedly, quoted for the shell's echo.
    explicit CompilerLoad(std::string_view unit);
    CompilerLoad(const CompilerLoad&) = delete;
    CompilerLoad& operator=(const CompilerLoad&) = delete;
    /// Ends the compilers at once.
    ~CompilerLoad();

    /// The number of compiled units so far.
    std::size_t finished();

    /// A unit that takes about two seconds to compile, with deep stacks.
    static constexpr std::string_view largeUnit =
        "#include <regex>\nbool f(const char* s) { return std::regex_match(s, std::regex(\"a*\")); }";
    /// A unit that takes some half a second.
    static constexpr std::string_view smallUnit =
        "#include <map>\nint f(std::map<int, int>& m) { return m[1]++; }";

private:
    std::array<QProcess, 2> m_shells;
    std::size_t m_finished = 0;
};

} // namespace candela
