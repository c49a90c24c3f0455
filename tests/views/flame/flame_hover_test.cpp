/// The picture of a flame graph under a moving pointer: only what changes is painted again, and the result is
/// what painting everything would be.
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "views/flame/flame_canvas.h"

#include <QBackingStore>
#include <QPaintEvent>
#include <QScrollBar>
#include <QTest>

#include <random>

using namespace candela;

/// The regions that a widget paints.
class PaintedRegions : public QObject {
public:
    explicit PaintedRegions(QWidget& widget) { widget.installEventFilter(this); }
    QRegion take() { return std::exchange(m_painted, {}); }

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) m_painted += static_cast<QPaintEvent*>(event)->region();
        return false;
    }

private:
    QRegion m_painted;
};

class FlameHoverTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<FlameCanvas> m_canvas;

    void show(Profile profile, ColourScheme scheme = ColourScheme::Light) {
        Theme::apply(scheme);
        m_canvas.reset();
        m_session = std::make_unique<Session>();
        m_session->setRoots({});
        m_canvas = std::make_unique<FlameCanvas>(*m_session);
        m_canvas->resize(900, 400);
        m_canvas->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_canvas.get()));
        m_session->setProfile(std::make_shared<const Profile>(std::move(profile)));
        settle();
        paint();
    }
    /// Paints what is out of date, as a window does once a frame.
    void paint() {
        QCoreApplication::sendPostedEvents();
        QEvent frame(QEvent::UpdateRequest);
        QCoreApplication::sendEvent(m_canvas.get(), &frame);
    }
    void moveTo(QPoint point) {
        QTest::mouseMove(m_canvas->viewport(), point);
        paint();
    }
    /// What is in the window, after all that was painted so far.
    QImage shown() {
        const auto* image = dynamic_cast<QImage*>(m_canvas->backingStore()->paintDevice());
        return image->copy(m_canvas->rect()).convertToFormat(QImage::Format_RGB32);
    }
    QImage paintedAnew() {
        m_canvas->viewport()->update();
        paint();
        return shown();
    }
    QPoint inBox(const char* name) {
        const auto& scene = m_canvas->scene();
        for (const auto& box : scene.layout.boxes)
            if (!box.isMerged() && scene.tree->groups()[scene.tree->group(box.node)].name == name)
                return m_canvas->geometry().boxRect(scene, scene.rowOf(box.node), box).center().toPoint();
        return {};
    }
    static Profile wide() {
        return profileFromText("main;a;f 100\nmain;b;g 100\nmain;c;f 100\nmain;d 100\n");
    }

    static void addScheme(unsigned seed, RootSide side, ColourScheme scheme) {
        QTest::addRow("%u", seed) << seed << side << scheme;
    }

private slots:
    void cleanup() {
        m_canvas.reset();
        m_session.reset();
    }
    void thePictureIsThatOfPaintingEverything_data() {
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<RootSide>("side");
        QTest::addColumn<ColourScheme>("scheme");
        unsigned seed = 0;
        for (const auto side : {RootSide::Top, RootSide::Bottom})
            for (const auto scheme : {ColourScheme::Light, ColourScheme::Dark})
                addScheme(++seed, side, scheme);
    }
    void thePictureIsThatOfPaintingEverything() {
        QFETCH(unsigned, seed);
        QFETCH(RootSide, side);
        QFETCH(ColourScheme, scheme);
        auto profile = randomProfile(seed, 3000);
        for (std::size_t row = 0; row < profile.frames.size(); ++row)
            profile.frames.kind[row] = static_cast<FrameKind>(row % 5);
        show(std::move(profile), scheme);
        m_canvas->setRootSide(side);
        settle();
        paint();
        std::mt19937 random(seed);
        const auto size = m_canvas->viewport()->size();
        for (int step = 0; step < 120; ++step) {
            const QPoint point(int(random() % unsigned(size.width())),
                               int(random() % unsigned(size.height())));
            moveTo(point);
            if (step % 17 == 0) QTest::mouseClick(m_canvas->viewport(), Qt::LeftButton, {}, point);
            if (step % 23 == 0) m_canvas->stretch(1.5, point.x());
            if (step % 31 == 0) m_session->setZoom({});
            if (step % 13 == 0) m_canvas->verticalScrollBar()->setValue(int(random() % 60));
            paint();
            const auto picture = shown();
            QCOMPARE(picture, paintedAnew());
        }
    }
    void onlyWhatChangesIsPainted() {
        show(wide());
        PaintedRegions painted(*m_canvas->viewport());
        moveTo(inBox("d"));
        painted.take();
        moveTo(inBox("b"));
        const auto region = painted.take();
        QVERIFY(region.contains(inBox("d")));
        QVERIFY(region.contains(inBox("b")));
        QVERIFY(!region.contains(inBox("a")));
        QVERIFY(!region.contains(inBox("g")));
        moveTo(inBox("b") + QPoint(1, 0)); // the same box
        QVERIFY(painted.take().isEmpty());
    }
    void allBoxesOfTheFunctionArePainted() {
        show(wide());
        PaintedRegions painted(*m_canvas->viewport());
        moveTo(inBox("d"));
        painted.take();
        m_session->setHovered({"f", {}});
        paint();
        std::size_t boxes = 0;
        const auto region = painted.take();
        const auto& scene = m_canvas->scene();
        for (const auto& box : scene.layout.boxes) {
            if (scene.tree->groups()[scene.tree->group(box.node)].name != "f") continue;
            ++boxes;
            QVERIFY(region.contains(
                m_canvas->geometry().boxRect(scene, scene.rowOf(box.node), box).center().toPoint()));
        }
        QCOMPARE(boxes, std::size_t(2));
    }
};

QTEST_MAIN(FlameHoverTest)
#include "flame_hover_test.moc"
