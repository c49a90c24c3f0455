/// Rows that wrap: what becomes narrower before they do, and where the free width goes.
#include "views/widgets/flow_row.h"

#include <QTest>
#include <QWidget>

#include <memory>

using namespace candela;

namespace {

/// A widget with these widths.
class Block : public QWidget {
public:
    Block(int preferred, int minimum, QSizePolicy::Policy policy)
        : m_preferred(preferred), m_minimum(minimum) {
        setSizePolicy(policy, QSizePolicy::Fixed);
    }
    QSize sizeHint() const override { return {m_preferred, 20}; }
    QSize minimumSizeHint() const override { return {m_minimum, 20}; }

private:
    int m_preferred, m_minimum;
};

} // namespace

class FlowRowTest : public QObject {
    Q_OBJECT
private:
    QWidget m_window;
    std::vector<Block*> m_blocks;

    /// 100 pixels that do not shrink, and two blocks of 100 that may: to 40 and to 70.
    void showRow(int width) {
        qDeleteAll(m_blocks);
        m_blocks.clear();
        delete m_window.layout();
        auto* row = new FlowRow(&m_window);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(10);
        for (const auto& [minimum, policy] : {std::pair(10, QSizePolicy::Preferred),
                                              {40, QSizePolicy::Maximum},
                                              {70, QSizePolicy::Maximum}}) {
            m_blocks.push_back(new Block(100, minimum, policy));
            row->addWidget(m_blocks.back());
        }
        m_window.resize(width, row->heightForWidth(width));
        m_window.show();
        QCoreApplication::processEvents();
    }
    QList<int> widths() const {
        QList<int> all;
        for (const auto* block : m_blocks)
            all << block->width();
        return all;
    }
    int lines() const { return m_blocks.back()->y() / 20 + 1; }

private slots:
    void wideEnoughAllHaveTheirWidth() {
        showRow(320);
        QCOMPARE(widths(), (QList{100, 100, 100}));
        QCOMPARE(lines(), 1);
    }
    void someBecomeNarrowerBeforeTheRowWraps() {
        showRow(275); // 45 pixels less, of the 90 that there are
        QCOMPARE(widths(), (QList{100, 70, 85}));
        QCOMPARE(lines(), 1);
        showRow(230);
        QCOMPARE(widths(), (QList{100, 40, 70}));
        QCOMPARE(lines(), 1);
    }
    void narrowerThanThatItWraps() {
        showRow(229);
        QCOMPARE(lines(), 2);
        QCOMPARE(widths(), (QList{100, 100, 100}));
        QCOMPARE(m_blocks[0]->y(), m_blocks[1]->y());
    }
    void aWidgetThatIsTooWideAloneBecomesNarrower() {
        showRow(80);
        QCOMPARE(lines(), 3);
        QCOMPARE(widths(), (QList{80, 80, 80}));
    }
};

QTEST_MAIN(FlowRowTest)
#include "flow_row_test.moc"
