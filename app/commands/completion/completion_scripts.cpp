#include "app/commands/completion/completion_scripts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace candela {

namespace {

using Kind = CompletedValue::Kind;

std::string shellQuoted(std::string_view text) {
    std::string result = "'";
    for (const char letter : text)
        result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return result + "'";
}

/// The text in single quotes. In fish, a backslash escapes between single quotes, too.
std::string quotedForFish(std::string_view text) {
    std::string result = "'";
    for (const char letter : text) {
        if (letter == '\'' || letter == '\\') result += '\\';
        result += letter;
    }
    return result + "'";
}

std::string joined(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> commandNames(std::span<const CompletedCommand> commands) {
    std::vector<std::string> names;
    for (const auto& command : commands.subspan(1))
        names.push_back(command.name);
    return names;
}

/// The bash code that lists the possible values.
std::string bashAction(const CompletedValue& value) {
    switch (value.kind) {
    case Kind::Words:
        return fmt::format("_candela_words {}", shellQuoted(joined(value.words)));
    case Kind::Folder:
        return "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")";
    case Kind::Process:
        return "mapfile -t COMPREPLY < <(cd /proc && compgen -G \"${current}[0-9]*\"; compgen -G "
               "\"$current\")";
    case Kind::Program:
        return "mapfile -t COMPREPLY < <(compgen -c -- \"$current\")";
    case Kind::File:
    case Kind::None:
        break;
    }
    return value.kind == Kind::File ? ":" : "compopt +o default";
}

std::string bashOfCommand(const CompletedCommand& command) {
    std::string text;
    std::vector<std::string> names;
    for (const auto& option : command.options) {
        names.insert(names.end(), option.names.begin(), option.names.end());
        if (option.hasValue)
            for (const auto& name : option.names)
                text +=
                    fmt::format("    '{} {}') {}; return ;;\n", command.name, name, bashAction(option.value));
    }
    return fmt::format("{}    '{} '*) options={} ;;\n", text, command.name, shellQuoted(joined(names)));
}

std::string escapedForZsh(std::string_view text, std::string_view escaped) {
    std::string result;
    for (const char letter : text) {
        if (escaped.find(letter) != std::string_view::npos) result += '\\';
        result += letter;
    }
    return result;
}

std::string zshAction(const CompletedValue& value) {
    switch (value.kind) {
    case Kind::Words: {
        std::vector<std::string> words;
        for (const auto& word : value.words)
            words.push_back(escapedForZsh(word, ":\\ ()"));
        return fmt::format("({})", joined(words));
    }
    case Kind::File:
        return "_files";
    case Kind::Folder:
        return "_files -/";
    case Kind::Process:
        return "_pids";
    case Kind::Program:
        return "_command_names -e";
    case Kind::None:
        break;
    }
    return " ";
}

std::string zshOfOption(const CompletedOption& option) {
    std::string text;
    const auto description = escapedForZsh(option.description, "[]:\\");
    for (const auto& name : option.names) {
        const auto others = option.isRepeatable ? "*" : fmt::format("({})", joined(option.names));
        const bool isLong = name.starts_with("--");
        const auto value = option.hasValue ? fmt::format(":{}:{}", escapedForZsh(option.value.name, ":\\"),
                                                         zshAction(option.value))
                                           : std::string();
        text += " \\\n            " + shellQuoted(fmt::format("{}{}{}[{}]{}", others, name,
                                                              !option.hasValue ? ""
                                                              : isLong         ? "="
                                                                               : "+",
                                                              description, value));
    }
    return text;
}

std::string zshOfCommand(const CompletedCommand& command) {
    auto text = fmt::format("        {})\n            _arguments -s", command.name);
    for (const auto& option : command.options)
        text += zshOfOption(option);
    for (std::size_t i = 0; i < command.arguments.size(); ++i) {
        const auto& argument = command.arguments[i];
        text +=
            " \\\n            " +
            shellQuoted(fmt::format("{}:{}:{}", argument.kind == Kind::Program ? "*" : std::to_string(i + 1),
                                    argument.name, zshAction(argument)));
    }
    return text + " ;;\n";
}

std::string fishAction(const CompletedValue& value) {
    switch (value.kind) {
    case Kind::Words:
        return fmt::format(" -x -a {}", quotedForFish(joined(value.words)));
    case Kind::File:
        return " -r -F";
    case Kind::Folder:
        return " -x -a '(__fish_complete_directories)'";
    case Kind::Process:
        return " -x -a '(__fish_complete_pids)'";
    case Kind::Program:
        return " -x -a '(__fish_complete_command)'";
    case Kind::None:
        break;
    }
    return " -x";
}

std::string fishOfOption(const std::string& condition, const CompletedOption& option) {
    auto text = fmt::format("complete -c candela -n {}", quotedForFish(condition));
    for (const auto& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    return fmt::format("{}{} -d {}\n", text, option.hasValue ? fishAction(option.value) : "",
                       quotedForFish(option.description));
}

} // namespace

std::string bashCompletion(std::span<const CompletedCommand> commands) {
    std::string text = R"(# Completion of candela for bash; made by "candela completion bash".

_candela_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *: ]] || compopt -o nospace
}

_candela() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} first=${COMP_WORDS[1]} options
    # "--by=file" is three words to bash.
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    if [[ COMP_CWORD -eq 1 && $current != -* ]]; then
        # Files too, if no command begins like this.
        _candela_words )";
    text += shellQuoted(joined(commandNames(commands))) + "\n        return\n    fi\n";
    text += "    [[ COMP_CWORD -gt 1 ]] || first=\n    case \" ${COMP_WORDS[*]:0:COMP_CWORD} \" in\n"
            "    *' record '*' -- '*)\n        mapfile -t COMPREPLY < <(compgen -c -- \"$current\")\n"
            "        return ;;\n    esac\n    case \"$first $previous\" in\n";
    for (const auto& command : commands.subspan(1))
        text += bashOfCommand(command);
    text += bashOfCommand(commands.front());
    text += "    esac\n    if [[ $current == -* ]]; then\n        _candela_words \"$options\"\n        "
            "return\n    fi\n"
            "    case $first in\n";
    for (const auto& command : commands) {
        if (!command.arguments.empty() && command.arguments.front().kind == Kind::Words)
            text += fmt::format("    {}) {} ;;\n", command.name, bashAction(command.arguments.front()));
    }
    return text + "    esac\n}\n\ncomplete -o default -F _candela candela\n";
}

std::string zshCompletion(std::span<const CompletedCommand> commands) {
    std::string text =
        "#compdef candela\n# Completion of candela for zsh; made by \"candela completion zsh\".\n\n"
        "_candela() {\n    local curcontext=$curcontext state line\n    local -a commands\n"
        "    commands=(\n";
    for (const auto& command : commands.subspan(1))
        text += fmt::format(
            "        {}\n",
            shellQuoted(fmt::format("{}:{}", command.name, escapedForZsh(command.description, ":\\"))));
    text += "    )\n    _arguments -C";
    for (const auto& option : commands.front().options)
        text += zshOfOption(option);
    text += " \\\n        '1: :->first' '*:: :->rest'\n    case $state in\n    first)\n"
            "        _describe -t commands command commands\n        _files ;;\n    rest)\n"
            "        case $words[1] in\n";
    for (const auto& command : commands.subspan(1))
        text += zshOfCommand(command);
    return text + "        *) _files ;;\n        esac ;;\n    esac\n}\n\n_candela \"$@\"\n";
}

std::string fishCompletion(std::span<const CompletedCommand> commands) {
    const auto names = joined(commandNames(commands));
    const std::string isFirst = fmt::format("not __fish_seen_subcommand_from {}", names);
    std::string text = "# Completion of candela for fish; made by \"candela completion fish\".\n\n";
    for (const auto& option : commands.front().options)
        text += fishOfOption(isFirst, option);
    for (const auto& command : commands.subspan(1)) {
        text += fmt::format("complete -c candela -n {} -a {} -d {}\n", quotedForFish(isFirst), command.name,
                            quotedForFish(command.description));
        const auto isThis = "__fish_seen_subcommand_from " + command.name;
        for (const auto& option : command.options)
            text += fishOfOption(isThis, option);
        if (!command.arguments.empty() && command.arguments.front().kind != Kind::File)
            text += fmt::format("complete -c candela -n {}{}\n", quotedForFish(isThis),
                                fishAction(command.arguments.front()));
    }
    return text;
}

} // namespace candela
