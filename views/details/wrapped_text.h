/// A text that can be selected and copied. It is wrapped anywhere, so that it is never wider than its column,
/// and as high as its lines.
#pragma once

#include <QTextEdit>

namespace candela {

class WrappedText : public QTextEdit {
    Q_OBJECT
public:
    /// A text of more lines scrolls.
    explicit WrappedText(int maximumLines, QWidget* parent = nullptr);

    void showText(const QString& text);
    /// For paths, whose parts are in this order whatever letters they begin with. Without it, the direction
    /// is that of the text.
    void setLeftToRight();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void fit();

    int m_maximumLines;
};

} // namespace candela
