/// A rounded tag: a part of the filter. Its cross (or the Delete key) removes it; a click on its text edits
/// it, if possible.
#pragma once

#include <QAbstractButton>

namespace candela {

class Chip : public QAbstractButton {
    Q_OBJECT
public:
    enum class Words { Fixed, Editable };

    Chip(const QString& text, Words words, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QAbstractButton* cross() const { return m_cross; }

signals:
    void removed();
    void edited();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QAbstractButton* m_cross;
};

} // namespace candela
