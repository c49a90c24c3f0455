/// The flat header of tables, used with the mouse: the sign of the order has room beside the title.
#include "views/widgets/quiet_header.h"
#include "views/widgets/theme.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

#include <algorithm>

using namespace candela;

namespace {

constexpr int nameColumn = 0, numberColumn = 1;

/// The columns of pixels of a picture, from `left` to before `right`, that have a colour like this one.
std::vector<int> columnsLike(const QImage& image, int left, int right, const QColor& wanted) {
    constexpr int tolerance = 40; // edges are smooth
    std::vector<int> columns;
    for (int x = left; x < right; ++x) {
        const auto isLike = [&](int y) {
            const QColor own(image.pixel(x, y));
            return std::abs(own.red() - wanted.red()) < tolerance &&
                   std::abs(own.green() - wanted.green()) < tolerance &&
                   std::abs(own.blue() - wanted.blue()) < tolerance;
        };
        for (int y = 1; y + 2 < image.height(); ++y)
            if (isLike(y)) {
                columns.push_back(x);
                break;
            }
    }
    return columns;
}

} // namespace

class QuietHeaderTest : public QObject {
    Q_OBJECT
private:
    QStandardItemModel m_model{2, 2};
    std::unique_ptr<QTableView> m_table;

    QHeaderView& header() { return *m_table->horizontalHeader(); }
    void click(int section) {
        const QPoint middle(header().sectionViewportPosition(section) + header().sectionSize(section) / 2,
                            header().height() / 2);
        QTest::mouseClick(header().viewport(), Qt::LeftButton, {}, middle);
    }
    /// A double click on the line behind the title gives the column the width of its contents.
    void fit(int section) {
        const QPoint edge(header().sectionViewportPosition(section) + header().sectionSize(section) - 1,
                          header().height() / 2);
        QTest::mouseMove(header().viewport(), edge);
        QTest::mouseDClick(header().viewport(), Qt::LeftButton, {}, edge);
    }

private slots:
    void init() {
        Theme::apply(ColourScheme::Light);
        m_model.setHorizontalHeaderLabels({"Function or module", "Self weight"});
        m_model.setHeaderData(numberColumn, Qt::Horizontal, QVariant(Qt::AlignRight | Qt::AlignVCenter),
                              Qt::TextAlignmentRole);
        m_model.setHeaderData(nameColumn, Qt::Horizontal, QVariant(Qt::AlignLeft | Qt::AlignVCenter),
                              Qt::TextAlignmentRole);
        for (int row = 0; row < 2; ++row) {
            m_model.setItem(row, nameColumn, new QStandardItem(row == 0 ? "a" : "b"));
            m_model.setItem(row, numberColumn, new QStandardItem(QString::number(row)));
        }
        m_table = std::make_unique<QTableView>();
        m_table->setModel(&m_model);
        m_table->setHorizontalHeader(new QuietHeader(m_table.get()));
        m_table->setSortingEnabled(true);
        m_table->resize(600, 200);
        m_table->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_table.get()));
        for (int section : {nameColumn, numberColumn})
            header().resizeSection(section, 200);
    }
    void aClickSortsAndOneMoreTurnsTheOrder() {
        click(numberColumn);
        QCOMPARE(header().sortIndicatorSection(), numberColumn);
        const auto order = header().sortIndicatorOrder();
        const auto first = m_model.index(0, nameColumn).data().toString();
        click(numberColumn);
        QVERIFY(header().sortIndicatorOrder() != order);
        QVERIFY(m_model.index(0, nameColumn).data().toString() != first);
    }
    void aColumnThatFitsHasRoomForTheSign_data() {
        QTest::addColumn<int>("section");
        QTest::newRow("right of a name") << nameColumn;
        QTest::newRow("left of a number") << numberColumn;
    }
    void aColumnThatFitsHasRoomForTheSign() {
        QFETCH(int, section);
        click(section);
        fit(section);
        const int width = header().sectionSize(section);
        QVERIFY(width < 200); // it did become narrower
        const int left = header().sectionViewportPosition(section);
        const auto& theme = Theme::of(ColourScheme::Light);
        const auto image = header().viewport()->grab().toImage();
        const auto sign = columnsLike(image, left, left + width, theme.accent);
        const auto title = columnsLike(image, left, left + width - 1, theme.text);
        QVERIFY(!sign.empty() && !title.empty());
        QVERIFY2(sign.back() - sign.front() >= 5, "the sign is cut"); // eight pixels with smooth edges
        QVERIFY(sign.front() > left && sign.back() < left + width - 2);
        const bool isBeside =
            section == nameColumn ? title.back() + 2 < sign.front() : sign.back() + 2 < title.front();
        QVERIFY2(isBeside, "the sign is on the title");
        // The title is as wide as where there is more room: it is not shortened.
        header().resizeSection(section, 200);
        const auto wide = header().viewport()->grab().toImage();
        const int wideLeft = header().sectionViewportPosition(section);
        const auto whole = columnsLike(wide, wideLeft, wideLeft + 199, theme.text);
        QCOMPARE(title.back() - title.front(), whole.back() - whole.front());
    }
};

QTEST_MAIN(QuietHeaderTest)
#include "quiet_header_test.moc"
