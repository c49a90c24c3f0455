#include "app/commands/completion/completion_words.h"

#include "app/recording/recorder_announcement.h"
#include "model/analysis/transforms/transform.h"
#include "model/formats/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace candela {

namespace {

using Kind = CompletedValue::Kind;

std::vector<std::string> split(std::string_view text, std::string_view separator) {
    std::vector<std::string> parts;
    while (true) {
        const auto end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + separator.size());
    }
}

/// The keys from an option's description: "A tree for each: process, label:NAME; …".
std::vector<std::string> keysOf(std::string_view description) {
    description = description.substr(0, description.find(';'));
    if (const auto begin = description.find(": "); begin != std::string_view::npos)
        description.remove_prefix(begin + 2);
    auto keys = split(description, ", ");
    for (auto& key : keys) {
        if (const auto colon = key.find(':'); colon != std::string::npos) key.resize(colon + 1);
    }
    return keys;
}

/// CLI::IsMember's description: "{text,json}".
std::vector<std::string> membersOf(const CLI::Option& option) {
    constexpr std::string_view opening = ":{";
    const auto type = option.get_type_name(); // the name, then the validators' text
    const auto begin = type.find(opening);
    const auto end = type.find('}');
    if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
    return split(std::string_view(type).substr(begin + opening.size(), end - begin - opening.size()), ",");
}

std::vector<std::string> namesOf(const CLI::App& command, const CLI::Option& option) {
    std::vector<std::string> names;
    if (option.check_lname("probe")) {
        const auto announcement =
            askRecorder(RecorderEnvironment::find(RecorderEnvironment::Surface::Terminal));
        if (!announcement) return names;
        for (const auto& probe : announcement->probes())
            names.push_back(probe.name());
    } else if (option.check_lname("transform")) {
        for (const auto& known : allTransforms()) {
            if (known.argument != TransformArgument::OptionalFunction) {
                names.push_back(fmt::format("{}:", known.name));
            } else {
                names.emplace_back(known.name);
            }
        }
    } else if (command.get_name() == "convert" && option.check_lname("format")) {
        for (const auto& format : allFormats()) {
            if (format.write) names.emplace_back(format.name);
        }
    }
    return names;
}

Kind kindOf(std::string_view name) {
    constexpr std::array files{"FILE", "IN", "OUT", "OUT.svg|OUT.png", "BASE", "NEW"};
    if (std::ranges::find(files, name) != files.end()) return Kind::File;
    if (name == "FOLDER") return Kind::Folder;
    if (name == "PID") return Kind::Process;
    if (name == "COMMAND") return Kind::Program;
    return Kind::None;
}

CompletedValue valueOf(const CLI::App& command, const CLI::Option& option) {
    const auto type = option.get_type_name();
    CompletedValue value;
    value.name = option.get_positional() ? option.get_single_name() : type.substr(0, type.find(':'));
    value.words = membersOf(option);
    if (value.words.empty()) value.words = namesOf(command, option);
    if (value.words.empty() && value.name == "KEY") value.words = keysOf(option.get_description());
    value.kind = value.words.empty() ? kindOf(value.name) : Kind::Words;
    return value;
}

CompletedCommand completedCommand(const CLI::App& command) {
    CompletedCommand completed{command.get_name(), command.get_description(), {}, {}};
    for (const auto* option : command.get_options()) {
        if (option->get_positional()) {
            completed.arguments.push_back(valueOf(command, *option));
            continue;
        }
        CompletedOption entry;
        for (const auto& name : option->get_snames())
            entry.names.push_back("-" + name);
        for (const auto& name : option->get_lnames())
            entry.names.push_back("--" + name);
        entry.description = option->get_description();
        entry.hasValue = option->get_items_expected_max() > 0;
        entry.isRepeatable = option->get_items_expected_max() > 1;
        if (entry.hasValue) entry.value = valueOf(command, *option);
        completed.options.push_back(std::move(entry));
    }
    return completed;
}

} // namespace

std::vector<CompletedCommand> completedCommands(const CLI::App& program) {
    std::vector<CompletedCommand> commands{completedCommand(program)};
    commands.front().name.clear();
    for (const auto* command : program.get_subcommands([](const CLI::App*) { return true; }))
        commands.push_back(completedCommand(*command));
    return commands;
}

} // namespace candela
