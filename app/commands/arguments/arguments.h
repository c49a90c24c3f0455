/// The arguments of a command, as its `add` function declares them. CLI11 parses them. Of the program, only
/// this folder includes its headers, which take a compiler several seconds in each file.
#pragma once

#include "model/base/result.h"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace candela {

/// One declared argument; a reference to it.
class Argument {
public:
    explicit Argument(CLI::Option& option) : m_option(&option) {}

    Argument required();
    /// What the help text calls the value: "FILE".
    Argument valueName(std::string name);
    /// The heading under which the help text lists it.
    Argument group(const std::string& heading);
    /// No other value is accepted.
    Argument oneOf(std::vector<std::string> choices);
    Argument between(double lowest, double highest);
    /// `problemOf` returns what is wrong with a value; empty: nothing.
    Argument checked(std::function<std::string(const std::string&)> problemOf);
    /// Calls `take` for each value; its error is wrong usage.
    Argument each(std::function<Result<void>(const std::string&)> take);
    /// The help text states the default.
    Argument showDefault();
    /// Each occurrence of the option takes one value, and words that follow are positional.
    Argument oneValueEach();

    /// Once the command runs: whether the command line has it.
    bool isGiven() const;

private:
    CLI::Option* m_option;
};

class Arguments {
public:
    explicit Arguments(CLI::App& app) : m_app(&app) {}

    /// `names` is "-o,--output", or a word in upper case for a positional argument. The value is set before
    /// the command runs, and has to live until then. T is std::string, double, int, std::size_t,
    /// std::optional of double or int, or std::vector of std::string or int.
    template<typename T>
    Argument option(const std::string& names, T& value, const std::string& help);
    /// An option whose values only Argument::each() takes.
    Argument option(const std::string& names, const std::string& help);
    Argument flag(const std::string& names, bool& value, const std::string& help);
    Argument flag(const std::string& names, std::function<void()> whenGiven, const std::string& help);
    /// What the help text ends with.
    void footer(std::function<std::string()> text);
    /// The work of the command, once the arguments are parsed.
    void run(std::function<void()> work);

    /// Once the command runs: whether the command line has the option.
    bool isGiven(const std::string& name) const;
    const CLI::App& app() const { return *m_app; }

private:
    CLI::App* m_app;
};

} // namespace candela
