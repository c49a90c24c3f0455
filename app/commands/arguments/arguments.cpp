#include "app/commands/arguments/arguments.h"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <optional>
#include <utility>

namespace candela {

Argument Argument::required() {
    m_option->required();
    return *this;
}

Argument Argument::valueName(std::string name) {
    m_option->type_name(std::move(name));
    return *this;
}

Argument Argument::group(const std::string& heading) {
    m_option->group(heading);
    return *this;
}

Argument Argument::oneOf(std::vector<std::string> choices) {
    m_option->check(CLI::IsMember(std::move(choices)));
    return *this;
}

Argument Argument::between(double lowest, double highest) {
    m_option->check(CLI::Range(lowest, highest));
    return *this;
}

Argument Argument::checked(std::function<std::string(const std::string&)> problemOf) {
    m_option->check(CLI::Validator(std::move(problemOf), ""));
    return *this;
}

Argument Argument::each(std::function<Result<void>(const std::string&)> take) {
    m_option->each([take = std::move(take)](const std::string& text) {
        if (const auto taken = take(text); !taken) throw CLI::ValidationError(taken.error().message);
    });
    return *this;
}

Argument Argument::showDefault() {
    m_option->capture_default_str();
    return *this;
}

Argument Argument::oneValueEach() {
    m_option->allow_extra_args(false);
    return *this;
}

bool Argument::isGiven() const {
    return m_option->count() > 0;
}

template<typename T>
Argument Arguments::option(const std::string& names, T& value, const std::string& help) {
    return Argument(*m_app->add_option(names, value, help));
}

template Argument Arguments::option(const std::string&, std::string&, const std::string&);
template Argument Arguments::option(const std::string&, double&, const std::string&);
template Argument Arguments::option(const std::string&, int&, const std::string&);
template Argument Arguments::option(const std::string&, std::size_t&, const std::string&);
template Argument Arguments::option(const std::string&, std::optional<double>&, const std::string&);
template Argument Arguments::option(const std::string&, std::optional<int>&, const std::string&);
template Argument Arguments::option(const std::string&, std::vector<std::string>&, const std::string&);
template Argument Arguments::option(const std::string&, std::vector<int>&, const std::string&);

Argument Arguments::option(const std::string& names, const std::string& help) {
    return Argument(*m_app->add_option(names, help));
}

Argument Arguments::flag(const std::string& names, bool& value, const std::string& help) {
    return Argument(*m_app->add_flag(names, value, help));
}

Argument Arguments::flag(const std::string& names, std::function<void()> whenGiven, const std::string& help) {
    return Argument(*m_app->add_flag_callback(names, std::move(whenGiven), help));
}

void Arguments::footer(std::function<std::string()> text) {
    m_app->footer(std::move(text));
}

void Arguments::run(std::function<void()> work) {
    m_app->callback(std::move(work));
}

bool Arguments::isGiven(const std::string& name) const {
    return m_app->count(name) > 0;
}

} // namespace candela
