/// BoxLine against rectangles that QPainter draws, colour by colour: the same pixels at every scale.
#include "views/flame/box_line.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <random>
#include <vector>

using namespace candela;

class BoxLineTest : public QObject {
    Q_OBJECT

private slots:
    void paintsWhatRectanglesWouldPaint_data() {
        QTest::addColumn<double>("pixelRatio");
        for (const double ratio : {1.0, 1.1, 1.25, 1.5, 1.7, 1.75, 2.0, 3.0})
            QTest::addRow("%g", ratio) << ratio;
    }
    void paintsWhatRectanglesWouldPaint() {
        QFETCH(double, pixelRatio);
        const auto boxes = makeBoxes();
        auto expected = surface(pixelRatio);
        {
            QPainter painter(&expected);
            painter.setClipRect(visible);
            painter.translate(moved);
            painter.setPen(Qt::NoPen);
            for (std::size_t colour = 0; colour < colours.size(); ++colour) {
                painter.setBrush(colours[colour]);
                for (const auto& box : boxes)
                    if (box.colour == colour) painter.drawRect(box.left, box.top, box.width, rowHeight - 1);
            }
        }
        auto painted = surface(pixelRatio);
        {
            QPainter painter(&painted);
            painter.setClipRect(visible);
            painter.translate(moved);
            BoxLine line;
            line.begin(painter, visible.translated(-moved), colours);
            for (int row = 0; row < rows; ++row) {
                for (const auto& box : boxes)
                    if (box.top == row * rowHeight) line.add(box.colour, box.left, box.width);
                line.paint(painter, row * rowHeight, rowHeight - 1);
            }
        }
        QVERIFY(expected != surface(pixelRatio));
        QCOMPARE(painted, expected);
    }
    void aRowWithoutBoxesPaintsNothing() {
        auto image = surface(1);
        QPainter painter(&image);
        BoxLine line;
        line.begin(painter, image.rect(), colours);
        line.add(1, 400, 20);
        line.add(1, -40, 20);
        line.paint(painter, 0, rowHeight);
        painter.end();
        QCOMPARE(image, surface(1));
    }

private:
    struct Box {
        std::size_t colour;
        int left, top, width;
    };

    static constexpr int rows = 12, rowHeight = 15;
    static constexpr QRect visible{4, 0, 290, 170};
    static constexpr QPoint moved{8, 4}; // a number of device pixels at each scale
    const std::vector<QColor> colours{Qt::red, QColor(1, 2, 3), QColor::fromRgbF(0.37F, 0.501F, 0.113F),
                                      Qt::cyan};

    static QImage surface(double pixelRatio) {
        QImage image(QSize(300, 180) * pixelRatio, QImage::Format_RGB32);
        image.setDevicePixelRatio(pixelRatio);
        image.fill(QColor(200, 210, 220));
        return image;
    }

    /// Most are narrow, and many overlap. Some are partly or wholly outside of what is visible.
    std::vector<Box> makeBoxes() const {
        std::mt19937 random(7);
        const auto below = [&](int limit) {
            return static_cast<int>(random() % static_cast<unsigned>(limit));
        };
        std::vector<Box> boxes;
        for (int row = 0; row < rows; ++row)
            for (int count = 0; count < 60; ++count)
                boxes.push_back({random() % colours.size(), below(330) - 20, row * rowHeight,
                                 below(8) == 0 ? 1 + below(90) : 1 + below(3)});
        return boxes;
    }
};

QTEST_MAIN(BoxLineTest)
#include "box_line_test.moc"
