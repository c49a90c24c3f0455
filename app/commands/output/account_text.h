/// The kernel's own account of CPU time, as `candela info` shows it: text and JSON.
#pragma once

#include "model/analysis/completeness/cpu_account.h"

#include <QJsonObject>

#include <string>

namespace candela {

/// The total that the kernel counted, and the processes whose samples disagree with it.
std::string accountLines(const CpuAccount& account);
/// {"counted_ns", "sampled_ns", "disagreements": [{"name", "processes", "sampled_ns", "counted_ns"}]}
QJsonObject accountJson(const CpuAccount& account);

} // namespace candela
