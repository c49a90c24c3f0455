#include "app/commands/profiles/aligned_side.h"

#include "app/commands/output/output_text.h"
#include "model/base/shown_text.h"
#include "model/base/units.h"

#include <fmt/format.h>

namespace candela {

namespace {

std::uint64_t bytesOf(const AnnotatedCode& code) {
    std::uint64_t bytes = 0;
    for (const auto& part : code.code->parts)
        bytes += part.bytes.size();
    return bytes;
}

std::string sideText(std::string_view name, const AlignedSide& side) {
    const auto& profile = *side.file.profile();
    const auto& type = profile.samples[side.file.value().row()].type;
    const auto self = side.function.code.empty() ? side.function.self + side.function.inlinedSelf
                                                 : side.function.code.front().self;
    auto text = fmt::format(
        "{}: {} of {}", name,
        formatShare(static_cast<double>(self), static_cast<double>(side.file.weights().magnitude)),
        shownText(formatWeight(side.file.weights().total, profile.text(type.unit))));
    if (!side.function.code.empty()) {
        const auto& code = side.function.code.front();
        text += fmt::format(", {} instructions, {}",
                            formatCount(static_cast<std::int64_t>(code.instructions.size())),
                            formatBytes(bytesOf(code)));
    }
    return text + fmt::format(" ({})", shownText(side.file.path()));
}

} // namespace

std::string AlignedSide::share(std::int64_t weight) const {
    const auto all = static_cast<double>(file.weights().magnitude);
    return weight == 0 || all == 0 ? "" : formatShare(static_cast<double>(weight) / all, 1);
}

std::string headline(const AlignedSide& base, const AlignedSide& newSide) {
    auto text = shownText(newSide.function.name);
    if (base.function.name != newSide.function.name)
        text += fmt::format(" (base: {})", shownText(base.function.name));
    return text + fmt::format("\n{}\n{}\n", sideText("base", base), sideText("new", newSide));
}

QJsonObject jsonOf(const AlignedSide& side) {
    QJsonObject object{{"file", jsonText(side.file.path())},
                       {"function", jsonText(side.function.name)},
                       {"total_of_all", qint64(side.file.weights().total)}};
    if (side.function.code.empty()) return object;
    const auto& code = side.function.code.front();
    object["self"] = qint64(code.self);
    object["instructions"] = qint64(code.instructions.size());
    object["bytes"] = qint64(bytesOf(code));
    object["source"] = jsonText(code.code->source);
    return object;
}

TableText alignedTable() {
    constexpr std::size_t widestBase = 130; // a long line of source
    return TableText({{"base %", Align::Right, Shorten::Whole},
                      {"base", Align::Left, Shorten::Beginning, false, widestBase},
                      {"", Align::Left, Shorten::Whole},
                      {"new %", Align::Right, Shorten::Whole},
                      {"new", Align::Left, Shorten::Beginning}});
}

} // namespace candela
