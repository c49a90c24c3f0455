/// Textures of flame graph boxes: kinds of code differ without colours, in the window, pictures and the
/// legend.
#include "tests/views/code_kinds.h"
#include "tests/views/settled.h"
#include "views/flame/flame_picture.h"
#include "views/flame/legend.h"
#include "views/flame_graph/flame_graph_view.h"

#include <QGuiApplication>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

using namespace candela;

class FlameTexturesTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<FlameGraphView> m_view;

    void show() {
        Theme::apply(ColourScheme::Light);
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<FlameGraphView>(*m_session);
        m_view->resize(1200, 400);
        m_view->show();
        m_session->setProfile(oneOfEach());
        settle();
    }
    /// The right half of the box of a kind, where no name is.
    QRect areaOf(const FlameScene& scene, const FlameGeometry& geometry, CodeClass kind) {
        for (const auto& box : scene.layout.row(0))
            if (codeClassOf(scene.tree->groups(), scene.tree->group(box.node)) == kind) {
                const auto rect = geometry.boxRect(scene, 1, box).toRect();
                return {rect.center().x(), rect.top() + 2, 24, 12};
            }
        return {};
    }
private slots:
    void cleanup() {
        m_view.reset();
        m_session.reset();
    }
    void eachKindHasItsOwnTexture_data() {
        QTest::addColumn<bool>("isByKind");
        QTest::newRow("coloured by module") << false;
        QTest::newRow("coloured by kind") << true;
    }
    void eachKindHasItsOwnTexture() {
        QFETCH(bool, isByKind);
        show();
        auto& canvas = *m_view->canvas();
        canvas.setColouring(isByKind ? coloursByKind : coloursByModule);
        const auto image = canvas.viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32);
        std::set<std::vector<bool>> found;
        for (const auto kind : codeKinds) {
            const auto area = areaOf(canvas.scene(), canvas.geometry(), kind);
            QVERIFY(!area.isEmpty());
            const auto pixels = texture(image, area);
            QCOMPARE(hasTexture(pixels), kind != CodeClass::User);
            found.insert(pixels);
        }
        QCOMPARE(found.size(), codeKinds.size());
    }
    void kindsDifferInColour() {
        show();
        const auto colours = coloursByKind(m_session->shown());
        const auto entries = colours->legend(Theme::of(ColourScheme::Light));
        QCOMPARE(entries.size(), codeKinds.size());
        std::set<QRgb> found;
        for (const auto& entry : entries)
            found.insert(entry.colour.rgb());
        QCOMPARE(found.size(), codeKinds.size() - 1); // inlined code has the colour of what it is part of
    }
    void texturesMoveWithTheBoxes() {
        show();
        auto& canvas = *m_view->canvas();
        const auto picture = [&canvas](double left) {
            FlameGeometry geometry = canvas.geometry();
            geometry.scale = 4;
            geometry.left = left;
            QImage image(1200, 60, QImage::Format_RGB32);
            QPainter painter(&image);
            const auto& theme = Theme::of(ColourScheme::Light);
            painter.fillRect(image.rect(), theme.base);
            auto scene = canvas.scene();
            const auto colours = coloursByKind(canvas.shown());
            colours->assign(scene);
            FlamePainter(canvas.font())
                .paint(painter, scene, geometry, image.rect(), colours->palette(theme), theme, {}, {});
            return image;
        };
        // Three pixels further, the picture is the same but for the names, which stay visible.
        const double pixel = 1 / (4 * canvas.geometry().width);
        const int row = static_cast<int>(canvas.geometry().rowHeight) * 3 / 2;
        const auto before = picture(0.4);
        const auto after = picture(0.4 + 3 * pixel);
        int same = 0;
        for (int x = 600; x < 1100; ++x)
            same += before.pixel(x, row) == after.pixel(x - 3, row);
        QVERIFY2(same > 480, qPrintable(QString::number(same)));
    }
    void picturesHaveTheTexturesAndExplainThem() {
        show();
        const auto image = flamePicture(m_session->shown(), "title", 1200, ColourScheme::Light);
        const auto entries = coloursByModule(m_session->shown())->legend(Theme::of(ColourScheme::Light));
        std::set<CodeClass> explained;
        for (const auto& entry : entries)
            explained.insert(entry.kind);
        QCOMPARE(explained.size(), codeKinds.size());
        // The second row of the picture has the boxes, at the same shares of its width as in the window.
        const auto& scene = m_view->canvas()->scene();
        FlameGeometry geometry;
        geometry.width = image.width() - 24;
        geometry.rowHeight = FlamePainter::rowHeight(QGuiApplication::font());
        geometry.height = geometry.contentHeight(scene);
        const int top = 12 + QFontMetrics(QGuiApplication::font()).height() + 12;
        std::set<std::vector<bool>> found;
        for (const auto kind : codeKinds)
            found.insert(texture(image, areaOf(scene, geometry, kind).translated(12, top)));
        QCOMPARE(found.size(), codeKinds.size());
    }
    void theLegendKeepsTexturesWhenThereIsLittleRoom() {
        show();
        const auto& theme = Theme::of(ColourScheme::Light);
        const auto entries = coloursByModule(m_session->shown())->legend(theme);
        const auto kernel = std::ranges::find(entries, CodeClass::Kernel, &LegendEntry::kind);
        QVERIFY(kernel != entries.end());
        const QFontMetrics metrics{QGuiApplication::font()};
        std::vector<LegendEntry> textured;
        std::ranges::copy_if(entries, std::back_inserter(textured),
                             [](const LegendEntry& entry) { return entry.kind != CodeClass::User; });
        QVERIFY(textured.size() < entries.size());
        const int room = legendWidth(textured, metrics);
        const auto painted = [&](std::span<const LegendEntry> shown) {
            QImage image(room, 20, QImage::Format_RGB32);
            image.fill(theme.base);
            QPainter painter(&image);
            paintLegend(painter, image.rect(), shown, theme, Qt::AlignLeft);
            return image;
        };
        QVERIFY(painted(entries) == painted(textured));
    }
};

QTEST_MAIN(FlameTexturesTest)
#include "flame_textures_test.moc"
