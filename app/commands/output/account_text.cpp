#include "app/commands/output/account_text.h"

#include "app/commands/output/output_text.h"
#include "model/base/units.h"

#include <QJsonArray>

#include <fmt/format.h>

#include <algorithm>

namespace candela {

std::string accountLines(const CpuAccount& account) {
    constexpr std::size_t shown = 10;
    auto text =
        titledLine("CPU time", fmt::format("{} were counted by the kernel, {} were sampled",
                                           formatDuration(account.counted), formatDuration(account.sampled)));
    const auto& disagreements = account.disagreements;
    for (std::size_t row = 0; row < std::min(shown, disagreements.size()); ++row)
        text += titledLine(row == 0 ? "disagreement" : "", disagreementText(disagreements[row]));
    if (disagreements.size() > shown)
        text += titledLine("", fmt::format("{} more", disagreements.size() - shown));
    return text;
}

QJsonObject accountJson(const CpuAccount& account) {
    QJsonArray disagreements;
    for (const auto& process : account.disagreements)
        disagreements.append(QJsonObject{{"name", jsonText(process.name)},
                                         {"processes", qint64(process.processes)},
                                         {"sampled_ns", qint64(process.sampled)},
                                         {"counted_ns", qint64(process.counted)}});
    return QJsonObject{{"counted_ns", qint64(account.counted)},
                       {"sampled_ns", qint64(account.sampled)},
                       {"disagreements", disagreements}};
}

} // namespace candela
