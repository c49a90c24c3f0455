/// A line of text that is shortened if the widget is too narrow; the tooltip has all of it.
#pragma once

#include <QFrame>
#include <QString>

#include <optional>

namespace candela {

class ElidedLabel : public QFrame {
    Q_OBJECT
public:
    enum class Shortening {
        Middle, ///< leaves out the middle
        Parts, ///< leaves out whole parts from the end, where " · " separates them, up to all, as an ellipsis
               ///< alone would be no text; of a text without parts, the middle
    };
    explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr,
                         Shortening shortening = Shortening::Middle);

    /// Where the text has too little room, `shorter`, if it is not empty, is shown instead of it.
    void setText(const QString& text, const QString& shorter = {});
    const QString& text() const { return m_text; }
    /// What fits into the present width.
    QString shownText() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int textWidth() const;

    QString m_text, m_shorter;
    Shortening m_shortening;
    mutable std::optional<int> m_textWidth; ///< none: not measured with the present text and font
};

} // namespace candela
