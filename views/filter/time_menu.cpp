#include "views/filter/time_menu.h"

#include "views/session/session.h"
#include "views/text/plain_text.h"

#include <QMenu>

namespace candela {

void addTimeActions(QMenu& menu, Session& session) {
    auto& times = session.timeComparison();
    if (!times.isOffered()) return;
    menu.addSeparator();
    menu.setToolTipsVisible(true);
    for (const auto with : {TimeComparison::With::AnotherRange, TimeComparison::With::TheRest}) {
        auto* action = menu.addAction(times.actionText(with), &session, [&times, with] { times.use(with); });
        const auto whyNot = times.whyNot(with);
        action->setEnabled(whyNot.isEmpty());
        if (!whyNot.isEmpty()) action->setToolTip(plainToolTip(whyNot));
    }
}

} // namespace candela
