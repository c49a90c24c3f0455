/// A line about an item, in parts, so that its numbers stay readable even if its name is long.
#pragma once

#include <QString>
#include <QStringList>

namespace candela {

struct ItemWords {
    QString title;       ///< before the name, never elided: "base:"; may be empty
    QString name;        ///< name of the item, which is elided first
    QString module;      ///< may be empty; elided next
    QStringList numbers; ///< stay whole; the first is the last to be left out

    bool isEmpty() const { return name.isEmpty(); }
    /// "base: draw · libgui.so · self 1.2 s (3.4 %) · total 12 s (34.0 %)"
    QString text() const;
    bool operator==(const ItemWords&) const = default;
};

} // namespace candela
