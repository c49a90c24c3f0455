#include "app/commands/completion/completion_words.h"

#include "app/commands/arguments/declared_arguments.h"
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

std::vector<std::string> namesOf(const DeclaredCommand& command, const DeclaredArgument& argument) {
    const auto isOption = [&](std::string_view name) {
        return std::ranges::find(argument.names, name) != argument.names.end();
    };
    std::vector<std::string> names;
    if (isOption("--probe")) {
        const auto announcement =
            askRecorder(RecorderEnvironment::find(RecorderEnvironment::Surface::Terminal));
        if (!announcement) return names;
        for (const auto& probe : announcement->probes())
            names.push_back(probe.name());
    } else if (isOption("--transform")) {
        for (const auto& known : allTransforms()) {
            if (known.argument != TransformArgument::OptionalFunction) {
                names.push_back(fmt::format("{}:", known.name));
            } else {
                names.emplace_back(known.name);
            }
        }
    } else if (command.name == "convert" && isOption("--format")) {
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

CompletedValue valueOf(const DeclaredCommand& command, const DeclaredArgument& argument) {
    CompletedValue value;
    value.name = argument.valueName;
    value.words = argument.choices;
    if (value.words.empty()) value.words = namesOf(command, argument);
    if (value.words.empty() && value.name == "KEY") value.words = keysOf(argument.description);
    value.kind = value.words.empty() ? kindOf(value.name) : Kind::Words;
    return value;
}

CompletedCommand completedCommand(const DeclaredCommand& command) {
    CompletedCommand completed{command.name, command.description, {}, {}};
    for (const auto& argument : command.arguments) {
        if (argument.isPositional) {
            completed.arguments.push_back(valueOf(command, argument));
            continue;
        }
        CompletedOption entry{
            argument.names, argument.description, argument.hasValue, argument.isRepeatable, {}};
        if (entry.hasValue) entry.value = valueOf(command, argument);
        completed.options.push_back(std::move(entry));
    }
    return completed;
}

} // namespace

std::vector<CompletedCommand> completedCommands(const Arguments& command) {
    std::vector<CompletedCommand> commands;
    for (const auto& declared : declaredCommands(command))
        commands.push_back(completedCommand(declared));
    commands.front().name.clear();
    return commands;
}

} // namespace candela
