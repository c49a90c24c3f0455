/// The thin rows of switches above a view and of texts below it: the same spacing for all.
#pragma once

#include <QMargins>
#include <QWidget>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace candela {

class FlowRow;

/// A row with a hair line at one edge; wraps into several lines if the width is too small.
class Strip : public QWidget {
    Q_OBJECT
public:
    enum class Line { Above, Below };
    explicit Strip(Line line, QWidget* parent = nullptr);

    FlowRow* row() const { return m_row; }
    /// Around the row; those above and below follow the density.
    void setMargins(const QMargins& margins);
    /// A text in the muted colour, which follows the palette.
    QLabel* addLabel(const QString& text = {});
    /// A choice with its name before it, always on one line.
    void addNamed(const QString& name, QWidget* choice);
    /// A flat button with a short text or sign.
    QToolButton* addButton(const QString& text, const QString& toolTip);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void updateRoom();

    Line m_line;
    FlowRow* m_row;
    QMargins m_margins{8, 4, 8, 4};
};

/// A layout without margins and gaps.
QVBoxLayout* tightColumn(QWidget* widget);

} // namespace candela
