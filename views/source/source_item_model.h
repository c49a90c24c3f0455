/// The source lines of a function, file by file, for a QTableView.
#pragma once

#include "views/source/annotation_item_model.h"

namespace candela {

class SourceItemModel : public AnnotationItemModel {
    Q_OBJECT
public:
    using AnnotationItemModel::AnnotationItemModel;

    bool isHeading(int row) const override;
    QString rowKey(int row) const override;
    int letters(AnnotationColumn column) const override;

protected:
    std::size_t rows() const override { return shown()->rows.source.size(); }
    Weights weightsOf(int row) const override;
    QString text(int row, AnnotationColumn column) const override;
    QString title(AnnotationColumn column) const override;
    bool isQuiet(int row, AnnotationColumn column) const override;
    QString toolTip(int row) const override;

private:
    const SourceRow& at(int row) const { return shown()->rows.source[static_cast<std::size_t>(row)]; }
};

} // namespace candela
