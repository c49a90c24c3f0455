#include "app/commands/arguments/declared_arguments.h"

#include <CLI/CLI.hpp>

#include <string_view>

namespace candela {

namespace {

/// CLI::IsMember's description, after the name of the value and a colon: "{text,json}".
std::vector<std::string> choicesOf(const std::string& typeName) {
    constexpr std::string_view opening = ":{";
    const auto begin = typeName.find(opening);
    const auto end = typeName.find('}');
    if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
    auto text = std::string_view(typeName).substr(begin + opening.size(), end - begin - opening.size());
    std::vector<std::string> choices;
    while (true) {
        const auto comma = text.find(',');
        choices.emplace_back(text.substr(0, comma));
        if (comma == std::string_view::npos) return choices;
        text.remove_prefix(comma + 1);
    }
}

DeclaredArgument declaredArgument(const CLI::Option& option) {
    DeclaredArgument declared;
    declared.isPositional = option.get_positional();
    for (const auto& name : option.get_snames())
        declared.names.push_back("-" + name);
    for (const auto& name : option.get_lnames())
        declared.names.push_back("--" + name);
    declared.description = option.get_description();
    declared.hasValue = option.get_items_expected_max() > 0;
    declared.isRepeatable = option.get_items_expected_max() > 1;
    const auto typeName = option.get_type_name();
    declared.valueName =
        declared.isPositional ? option.get_single_name() : typeName.substr(0, typeName.find(':'));
    declared.choices = choicesOf(typeName);
    return declared;
}

DeclaredCommand declaredCommand(const CLI::App& command) {
    DeclaredCommand declared{command.get_name(), command.get_description(), {}};
    for (const auto* option : command.get_options())
        declared.arguments.push_back(declaredArgument(*option));
    return declared;
}

} // namespace

std::vector<DeclaredCommand> declaredCommands(const Arguments& command) {
    const auto* const parent = command.app().get_parent();
    const auto& program = parent ? *parent : command.app();
    std::vector<DeclaredCommand> commands{declaredCommand(program)};
    for (const auto* each : program.get_subcommands([](const CLI::App*) { return true; }))
        commands.push_back(declaredCommand(*each));
    return commands;
}

} // namespace candela
