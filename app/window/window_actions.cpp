#include "app/window/window_actions.h"

#include "app/window/opening/page.h"
#include "app/window/widgets/switch_actions.h"

#include <algorithm>
#include <iterator>

namespace candela {

std::vector<NamedAction> allActions(const QMenuBar& menus, Page* page) {
    auto actions = menuActions(menus);
    if (page) {
        for (auto& action : page->functionActions())
            actions.push_back({action.text(action.name), QObject::tr("Selected function"),
                               action.keys.toString(QKeySequence::NativeText), std::move(action.run),
                               action.whyNot});
        std::ranges::move(switchActions(*page), std::back_inserter(actions));
    }
    std::ranges::move(viewKeys(), std::back_inserter(actions));
    return actions;
}

} // namespace candela
