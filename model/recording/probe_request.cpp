#include "model/recording/probe_request.h"
#include "model/base/text/model_text.h"

#include <fmt/format.h>

#include <charconv>

namespace candela {

namespace {

Result<ProbeRequest::Option> readOption(std::string_view text) {
    const auto sign = text.find('=');
    const auto name = text.substr(0, sign);
    if (sign == std::string_view::npos || name.empty())
        return failure(ModelText::tr("\"{}\" is not an option of a probe", text), ErrorCode::Usage,
                       ModelText::tr("options are given as in NAME:OPTION=NUMBER,OPTION=NUMBER"));
    const auto digits = text.substr(sign + 1);
    ProbeRequest::Option option{std::string(name), 0};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), option.number);
    if (error != std::errc() || end != digits.data() + digits.size())
        return failure(ModelText::tr("\"{}\" is not a whole number for the option {}", digits, name),
                       ErrorCode::Usage);
    return option;
}

} // namespace

Result<ProbeRequest> readProbeRequest(std::string_view text) {
    const auto colon = text.find(':');
    ProbeRequest request{std::string(text.substr(0, colon)), {}};
    if (request.probe.empty()) return failure(ModelText::tr("a probe needs a name"), ErrorCode::Usage);
    if (colon == std::string_view::npos) return request;
    text.remove_prefix(colon + 1);
    while (true) {
        const auto comma = text.find(',');
        request.options.push_back(TRY(readOption(text.substr(0, comma))));
        if (comma == std::string_view::npos) return request;
        text.remove_prefix(comma + 1);
    }
}

std::string textOf(const ProbeRequest& request) {
    auto text = request.probe;
    char separator = ':';
    for (const auto& option : request.options) {
        text += fmt::format("{}{}={}", separator, option.name, option.number);
        separator = ',';
    }
    return text;
}

} // namespace candela
