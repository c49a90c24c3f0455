/// A line with a name, a weight and its share as a bar: a caller, a callee, a process or a thread. A line for
/// a function can be clicked.
#pragma once

#include <QAbstractButton>

namespace candela {

struct ShareWords {
    QString name;
    QString weight;
    QString shareText;
    double share = 0; ///< 0 to 1

    bool operator==(const ShareWords&) const = default;
};

class ShareRow : public QAbstractButton {
    Q_OBJECT
public:
    enum class Kind { Text, Link };
    explicit ShareRow(Kind kind, QWidget* parent = nullptr);

    void setWords(const ShareWords& words);
    const ShareWords& words() const { return m_words; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Kind m_kind;
    ShareWords m_words;
};

} // namespace candela
