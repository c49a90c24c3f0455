/// A large button of the start page: an icon, a title, and a line of explanation.
#pragma once

#include <QAbstractButton>

namespace candela {

class ActionCard : public QAbstractButton {
    Q_OBJECT
public:
    ActionCard(const QString& icon, const QString& title, const QString& description,
               QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QFont titleFont() const;

    QString m_icon;
    QString m_description;
};

} // namespace candela
