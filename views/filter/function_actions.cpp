#include "views/filter/function_actions.h"

#include "views/text/plain_text.h"
#include "views/text/root_text.h"

#include <QKeyEvent>

#include <algorithm>

namespace candela {

namespace {

/// The name of a group's function in filters and transforms; empty if the group is not a function.
std::string functionName(const FrameGroups& groups, FrameGroupIndex index) {
    if (!index || groups.isRoot(index) || index == groups.stackless) return {};
    const auto& group = groups[index];
    if (groups.grouping == Grouping::Function) return group.name;
    const auto& profile = *groups.profile;
    return group.function ? std::string(profile.text(profile.functions[group.function.row()].name))
                          : std::string();
}

/// The module's name in transforms; empty if it is not known.
std::string moduleName(const FrameGroups& groups, FrameGroupIndex group) {
    return !group || groups.isRoot(group) ? std::string() : std::string(groups.moduleName(group));
}

/// The functions from the outermost to the node, without the root of a process; empty if the tree's groups
/// are not functions, or if it is inverted.
std::vector<std::string> functionsTo(const CallTree& tree, CallNodeIndex node) {
    const auto& groups = tree.groups();
    if (tree.direction() != Direction::TopDown || groups.grouping != Grouping::Function) return {};
    std::vector<std::string> names;
    for (; node; node = tree.parent(node))
        if (!groups.isRoot(tree.group(node))) names.push_back(groups[tree.group(node)].name);
    std::ranges::reverse(names);
    return names;
}

/// Why a group's source can't be shown; empty if it can be shown.
QString whyNoSource(const FrameGroups& groups, FrameGroupIndex index) {
    if (!index) return QObject::tr("Select a function first");
    if (groups.isRoot(index) || index == groups.stackless) return QObject::tr("This is not a function");
    if (groups.grouping == Grouping::Module || groups.grouping == Grouping::File)
        return QObject::tr("Group by function to choose one");
    if (functionName(groups, index).empty())
        return QObject::tr("This code has no name: its function is not known");
    if (groups[index].kind == FrameKind::Kernel && !groups[index].file)
        return QObject::tr("The kernel's code is not read");
    return {};
}

/// The name of the file or function whose source is opened.
std::string sourceName(const FrameGroups& groups, FrameGroupIndex group) {
    const bool isFile = group && !groups.isRoot(group) && groups.grouping == Grouping::File;
    return isFile ? std::string(lastPathPart(groups[group].name)) : functionName(groups, group);
}

class ActionList {
public:
    ActionList(Session& session, std::vector<FunctionAction>& actions)
        : m_session(session), m_actions(actions) {}

    void addTransform(const QString& title, const QKeySequence& keys, TransformKind kind,
                      const std::vector<std::string>& names) {
        std::function<void()> run;
        if (!names.empty() && !names.back().empty())
            run = [&session = m_session, transform = Transform{kind, names}] {
                session.addTransform(transform);
            };
        m_actions.push_back({title, names.empty() ? QString() : codeText(names.back()), keys, run, {}});
    }
    void add(const QString& title, const QString& name, const QKeySequence& keys, std::function<void()> run) {
        m_actions.push_back({title, name, keys, std::move(run), {}});
    }
    /// Adds the action that selects the function and shows its source.
    void addSource(const FrameGroups& groups, FrameGroupIndex group, const Selection& selection) {
        auto whyNot = whyNoSource(groups, group);
        std::function<void()> run;
        if (whyNot.isEmpty())
            run = [&session = m_session, selection] { session.showIn("source", selection); };
        m_actions.push_back({QObject::tr("Show source of %1"), plainText(functionName(groups, group)),
                             Qt::Key_A, std::move(run), std::move(whyNot)});
    }

    /// Adds the action that opens the source in the user's editor. A known file needs no function.
    void addEditor(const FrameGroups& groups, FrameGroupIndex group) {
        const auto wanted = sourceLineOf(groups, group);
        auto whyNot = wanted.file.empty() ? whyNoSource(groups, group) : QString();
        std::function<void()> run;
        if (whyNot.isEmpty()) run = [&session = m_session, wanted] { session.requestEditor(wanted); };
        m_actions.push_back({QObject::tr("Open source of %1 in the editor"),
                             plainText(sourceName(groups, group)), Qt::Key_O, std::move(run),
                             std::move(whyNot)});
    }

private:
    Session& m_session;
    std::vector<FunctionAction>& m_actions;
};

/// The actions of a function; `selection` selects it.
std::vector<FunctionAction> actionsOf(Session& session, const FrameGroups& groups, FrameGroupIndex group,
                                      const Selection& selection) {
    std::vector<FunctionAction> actions;
    ActionList list(session, actions);
    list.addSource(groups, group, selection);
    list.addEditor(groups, group);
    const auto name = functionName(groups, group);
    std::function<void()> showCallers, focus;
    if (!name.empty()) {
        showCallers = [&session, selection] { session.showIn("callers", selection); };
        focus = [&session, name] { session.focusOn(name); };
    }
    list.add(QObject::tr("Callers and callees of %1"), codeText(name), Qt::Key_B, showCallers);
    list.add(QObject::tr("Focus on %1"), codeText(name), Qt::Key_F, focus);
    list.addTransform(QObject::tr("Root at %1"), Qt::Key_R, TransformKind::Root, {name});
    list.addTransform(QObject::tr("Show from %1"), Qt::Key_S, TransformKind::From, {name});
    list.addTransform(QObject::tr("End at %1"), Qt::Key_E, TransformKind::Leaf, {name});
    list.addTransform(QObject::tr("Hide %1"), Qt::Key_H, TransformKind::Hide, {name});
    list.addTransform(QObject::tr("Drop samples with %1"), Qt::Key_D, TransformKind::Drop, {name});
    list.addTransform(QObject::tr("Collapse recursion of %1"), Qt::Key_C, TransformKind::CollapseRecursion,
                      {name});
    const auto module = moduleName(groups, group);
    list.addTransform(module.empty() ? QObject::tr("Collapse adjacent frames of a module")
                                     : QObject::tr("Collapse adjacent frames of %1"),
                      Qt::Key_M, TransformKind::CollapseModule, {module});
    list.add(QObject::tr("Collapse all direct recursion"), {}, Qt::SHIFT | Qt::Key_C,
             [&session] { session.addTransform({TransformKind::CollapseRecursion}); });
    return actions;
}

} // namespace

QString FunctionAction::text(const QString& shownName) const {
    // A group that is not a function has no name to show.
    if (!title.contains("%1")) return title;
    return title.arg(shownName.isEmpty() ? QObject::tr("function") : shownName);
}

std::vector<FunctionAction> functionActions(Session& session, const FrameGroups& groups,
                                            FrameGroupIndex group) {
    if (group) return actionsOf(session, groups, group, {groups[group].name, {}});
    auto actions = actionsOf(session, groups, {}, {});
    for (auto& action : actions)
        if (!action.run) action.whyNot = whyNoSource(groups, {});
    return actions;
}

std::vector<FunctionAction> callNodeActions(Session& session, const CallTree& tree, CallNodeIndex node) {
    auto actions = actionsOf(session, tree.groups(), tree.group(node), selectionOf(tree, node));
    ActionList list(session, actions);
    const auto path = functionsTo(tree, node);
    list.addTransform(QObject::tr("Root at this call node"), Qt::SHIFT | Qt::Key_R, TransformKind::Subtree,
                      path);
    list.addTransform(QObject::tr("Merge this call node into its caller"), Qt::SHIFT | Qt::Key_H,
                      TransformKind::Merge, path);
    return actions;
}

bool runAction(const std::vector<FunctionAction>& actions, const QKeyEvent& event) {
    const auto modifiers = event.modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier);
    const QKeySequence keys(QKeyCombination(modifiers, static_cast<Qt::Key>(event.key())));
    const auto found = std::ranges::find(actions, keys, &FunctionAction::keys);
    if (found == actions.end()) return false;
    if (found->run) found->run();
    return true;
}

} // namespace candela
