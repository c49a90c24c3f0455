/// A rounded tag with a cross: a part of the filter that a click removes.
#pragma once

#include <QAbstractButton>

namespace candela {

class Chip : public QAbstractButton {
    Q_OBJECT
public:
    explicit Chip(const QString& text, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace candela
