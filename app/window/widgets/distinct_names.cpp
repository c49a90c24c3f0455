#include "app/window/widgets/distinct_names.h"

#include <algorithm>

namespace candela {

namespace {

constexpr qsizetype minimumShared = 8; // letters; below, an ellipsis saves nothing

qsizetype sharedStart(const QString& left, const QString& right) {
    const auto length = std::min(left.size(), right.size());
    const auto end = std::mismatch(left.begin(), left.begin() + length, right.begin()).first;
    return end - left.begin();
}

/// The start of the word that the first letter of difference is in; a number is cut, being long itself.
qsizetype wordStart(const QString& name, qsizetype shared) {
    auto start = shared;
    while (start > 0 && name[start - 1].isLetter())
        --start;
    return start;
}

} // namespace

QStringList distinctNames(const QStringList& names) {
    QStringList distinct;
    for (qsizetype row = 0; row < names.size(); ++row) {
        const auto& name = names[row];
        qsizetype shared = 0;
        for (qsizetype other = 0; other < names.size(); ++other)
            if (names[other] != name) shared = std::max(shared, sharedStart(name, names[other]));
        const auto start = wordStart(name, shared);
        distinct << (start >= minimumShared && start < name.size() ? "…" + name.mid(start) : name);
    }
    return distinct;
}

} // namespace candela
