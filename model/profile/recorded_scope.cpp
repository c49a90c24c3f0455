#include "model/profile/recorded_scope.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <optional>

namespace candela {

namespace {

constexpr auto oneProcess = ModelText::trLater("process {} and its children");
constexpr auto someProcesses = ModelText::trLater("processes {} and their children");

/// The numbers in a text that the pattern made; none if it has another form.
std::optional<std::string_view> numbersIn(std::string_view text, std::string_view pattern) {
    const auto position = pattern.find("{}");
    const auto before = pattern.substr(0, position), after = pattern.substr(position + 2);
    if (text.size() <= before.size() + after.size() || !text.starts_with(before) || !text.ends_with(after))
        return std::nullopt;
    const auto numbers = text.substr(before.size(), text.size() - before.size() - after.size());
    if (numbers.find_first_not_of("0123456789, ") != std::string_view::npos) return std::nullopt;
    return numbers;
}

} // namespace

std::string scopeOfProcesses(std::span<const std::int32_t> pids) {
    return fmt::format(fmt::runtime(pids.size() == 1 ? oneProcess : someProcesses),
                       fmt::format("{}", fmt::join(pids, ", ")));
}

std::string scopeText(std::string_view command) {
    if (command == wholeMachineScope) return ModelText::translated(command);
    for (const auto pattern : std::array{oneProcess, someProcesses})
        if (const auto numbers = numbersIn(command, pattern))
            return fmt::format(fmt::runtime(ModelText::translated(pattern)), *numbers);
    return std::string(command);
}

} // namespace candela
