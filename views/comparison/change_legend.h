/// The scale of change colours: less and more, with the differences at its ends, and what is grey.
#pragma once

#include <QWidget>

namespace candela {

class ChangeLegend : public QWidget {
    Q_OBJECT
public:
    explicit ChangeLegend(QWidget* parent = nullptr);

    /// "−12.3 pp" and "+12.3 pp"; empty texts hide the scale.
    void setEnds(const QString& less, const QString& more);
    /// Colours stand for how certain a change is, not for how large it is.
    void showCertainty();
    QSize sizeHint() const override { return sizeWith(scaleWidth); }
    /// With a shorter scale.
    QSize minimumSizeHint() const override { return sizeWith(minimumScaleWidth); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int scaleWidth = 120, minimumScaleWidth = 40; // pixels
    QSize sizeWith(int scale) const;

    QString m_less;
    QString m_more;
    QString m_grey; ///< the text for boxes without a colour
};

} // namespace candela
