/// The look of a flat table of weights: rows are selected as a whole, no grid, no row numbers, bars in the
/// cells.
#pragma once

#include <QString>

class QTableView;

namespace candela {

/// To be called once, when the view has its model. `name` is for screen readers.
void setUpRowTable(QTableView* view, const QString& name);

} // namespace candela
