#include "recorder/probes/probe_description.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace candela {

namespace {

const ProbeOption* find(const ProbeDescription& probe, std::string_view name) {
    const auto found = std::ranges::find(probe.options, name, &ProbeOption::name);
    return found == probe.options.end() ? nullptr : &*found;
}

Error noSuchOption(const ProbeDescription& probe, std::string_view name) {
    if (probe.options.empty())
        return {fmt::format("the probe \"{}\" has no options", probe.name), {}, ErrorCode::Usage};
    std::vector<std::string_view> names;
    for (const auto& option : probe.options)
        names.push_back(option.name);
    return {fmt::format("the probe \"{}\" has no option \"{}\"", probe.name, name),
            fmt::format("it has: {}", fmt::join(names, ", ")), ErrorCode::Usage};
}

} // namespace

Result<void> checkOptions(const ProbeDescription& probe, const ProbeRequest& request) {
    for (auto asked = request.options.begin(); asked != request.options.end(); ++asked) {
        const auto* option = find(probe, asked->name);
        if (!option) return std::unexpected(noSuchOption(probe, asked->name));
        if (asked->number < option->minimum || asked->number > option->maximum)
            return failure(fmt::format("{} of the probe \"{}\" must be from {} to {}", option->name,
                                       probe.name, option->minimum, option->maximum),
                           ErrorCode::Usage);
        const auto isSame = [&](const auto& other) { return other.name == asked->name; };
        if (std::any_of(request.options.begin(), asked, isSame))
            return failure(fmt::format("{} of the probe \"{}\" is given twice", option->name, probe.name),
                           ErrorCode::Usage);
    }
    return {};
}

std::uint64_t numberOf(const ProbeDescription& probe, const ProbeRequest& request, std::string_view option) {
    const auto asked = std::ranges::find(request.options, option, &ProbeRequest::Option::name);
    if (asked != request.options.end()) return asked->number;
    const auto* described = find(probe, option);
    return described ? described->defaultNumber : 0;
}

void announce(const ProbeDescription& probe, recording::Probe& announced) {
    announced.set_name(std::string(probe.name));
    announced.set_title(std::string(probe.title));
    announced.set_description(std::string(probe.description));
    announced.set_cost(std::string(probe.cost));
    for (const auto& value : probe.values) {
        auto& row = *announced.add_values();
        row.set_name(std::string(value.name));
        row.set_unit(std::string(value.unit));
        row.set_kind(value.kind);
        row.set_is_default(value.isDefault);
    }
    for (const auto& option : probe.options) {
        auto& row = *announced.add_options();
        row.set_name(std::string(option.name));
        row.set_description(std::string(option.description));
        row.set_unit(std::string(option.unit));
        row.set_default_number(option.defaultNumber);
        row.set_minimum(option.minimum);
        row.set_maximum(option.maximum);
    }
}

} // namespace candela
