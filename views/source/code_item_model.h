/// The instructions of a function, and of the functions that it is inlined into, for a QTableView.
#pragma once

#include "views/source/annotation_item_model.h"

namespace candela {

class CodeItemModel : public AnnotationItemModel {
    Q_OBJECT
public:
    using AnnotationItemModel::AnnotationItemModel;

    bool isHeading(int row) const override;
    QString rowKey(int row) const override;
    int letters(AnnotationColumn column) const override;
    /// The target row of a jump at this row; -1 if there is none.
    int jumpTarget(int row) const;
    const JumpCell& jumps(int row) const { return shown()->rows.jumps[static_cast<std::size_t>(row)]; }

protected:
    std::size_t rows() const override { return shown()->rows.code.size(); }
    Weights weightsOf(int row) const override;
    QString text(int row, AnnotationColumn column) const override;
    QString title(AnnotationColumn column) const override;
    bool isQuiet(int row, AnnotationColumn column) const override;
    QString toolTip(int row) const override;

private:
    const CodeRow& at(int row) const { return shown()->rows.code[static_cast<std::size_t>(row)]; }
    const Instruction& instruction(int row) const { return shown()->instruction(at(row)).instruction; }
    QString functionTitle(int row) const;
    QString instructionText(int row) const;
    QString lineOf(int row) const;
    QString originOf(int row) const;
    const SymbolizedFrames& framesOf(int row) const;
};

} // namespace candela
