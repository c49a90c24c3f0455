/// A name in a row of breadcrumbs: a flat button that paints as much of its name as there is room for.
#pragma once

#include <QAbstractButton>

namespace candela {

class Crumb : public QAbstractButton {
    Q_OBJECT
public:
    /// Whether the name is that of the call node that fills the width.
    enum class Role { Ancestor, Current };

    explicit Crumb(QWidget* parent = nullptr);

    /// `fullName` is for the tooltip and screen readers.
    void setNames(const QString& name, const QString& fullName, Role role);
    /// The width in pixels with the name, which is shortened to stay within `maximum`.
    static int widthFor(const QString& name, const QFontMetrics& metrics, int maximum);
    /// The name as it is painted.
    QString shownName() const;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Role m_role = Role::Ancestor;
};

} // namespace candela
