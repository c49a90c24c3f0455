/// Texts about a call node or a group for tooltips, footers and screen readers: the same wording in all
/// views.
#pragma once

#include "model/analysis/call_tree/flame_layout.h"
#include "views/session/shown.h"
#include "views/text/item_words.h"
#include "views/text/root_text.h"

#include <QString>
#include <QStringList>

namespace candela {

/// "file.cpp:12", "file.cpp", or nothing.
QString sourceLocation(const Profile& profile, const FrameGroup& group);
/// The same with only the last part of the file's path.
QString shortSourceLocation(const Profile& profile, const FrameGroup& group);
QString moduleText(const FrameGroups& groups, FrameGroupIndex group);
/// The noun for a grouping's groups, in singular or plural for that count: "function", "files".
QString groupNoun(Grouping grouping, std::size_t count);
/// A weight with its unit, for people.
QString weightText(std::int64_t weight, std::string_view unit);
QString shareText(std::int64_t part, std::int64_t total);

/// Rich text: name, module, source, then self and total with their shares of everything and of `root`, the
/// node that fills the width. Without `root`, there is no column for it.
QString callNodeToolTip(const Shown& shown, const CallTree& tree, CallNodeIndex node, CallNodeIndex root);
/// One line: "draw · libgui.so · self 1.2 s (3.4 %) · total 12 s (34.0 %)".
ItemWords callNodeWords(const Shown& shown, const CallTree& tree, CallNodeIndex node);
/// A tooltip as rich text for nodes that are too narrow for boxes of their own: their number, their weight,
/// and the heaviest of them.
QString mergedNodesToolTip(const Shown& shown, const CallTree& tree, const MergedNodes& nodes);
/// One line: "1,234 more functions · total 12 s (3.4 %)".
ItemWords mergedNodesWords(const Shown& shown, const CallTree& tree, const MergedNodes& nodes);
/// The text in the box: "1,234 more".
QString mergedNodesName(const MergedNodes& nodes);
QString groupToolTip(const Shown& shown, const GroupWeight& row);

} // namespace candela
