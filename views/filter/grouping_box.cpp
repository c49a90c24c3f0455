#include "views/filter/grouping_box.h"

#include "views/session/session.h"

namespace candela {

GroupingBox::GroupingBox(Session& session, QWidget* parent) : QComboBox(parent) {
    addItems({tr("Function"), tr("Module"), tr("File"), tr("Line"), tr("Address")});
    setToolTip(tr("What rows and boxes represent, in all views"));
    setAccessibleName(tr("Group by"));
    setCurrentIndex(static_cast<int>(session.grouping()));
    connect(this, &QComboBox::activated, &session,
            [&session](int row) { session.setGrouping(static_cast<Grouping>(row)); });
    connect(&session, &Session::groupingChanged, this,
            [this, &session] { setCurrentIndex(static_cast<int>(session.grouping())); });
}

} // namespace candela

#include "moc_grouping_box.cpp"
