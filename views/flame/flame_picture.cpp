#include "views/flame/flame_picture.h"

#include "views/flame/flame_colours.h"
#include "views/flame/flame_painter.h"
#include "views/flame/legend.h"

#include <QFontMetrics>
#include <QGuiApplication>

#include <algorithm>

namespace candela {

namespace {

constexpr int margin = 12;
constexpr int highest = 32'000;

FlameScene sceneOf(const Shown& shown, int width, FlameColours& colours) {
    FlameScene scene;
    scene.tree = std::make_shared<CallTree>(shown.tree(Direction::TopDown));
    scene.layout = flameLayout(*scene.tree, {}, minimumBoxWidth / width, FlameOrder::ByWeight);
    scene.setRoot({});
    colours.assign(scene);
    return scene;
}

} // namespace

QImage flamePicture(const Shown& shown, const QString& title, int width, ColourScheme scheme) {
    const auto& theme = Theme::of(scheme);
    const QFont font = QGuiApplication::font();
    const auto colours = coloursByModule(shown);
    const int innerWidth = std::max(1, width - 2 * margin);
    const auto scene = sceneOf(shown, innerWidth, *colours);

    FlameGeometry geometry;
    geometry.width = innerWidth;
    geometry.rowHeight = FlamePainter::rowHeight(font);
    const int titleHeight = QFontMetrics(font).height() + margin;
    const int legendHeight = QFontMetrics(font).height() + margin;
    const int room = highest - titleHeight - legendHeight - 2 * margin;
    geometry.height = std::min<double>(geometry.contentHeight(scene), room);

    const int flameHeight = static_cast<int>(geometry.height);
    QImage image(width, titleHeight + flameHeight + legendHeight + 2 * margin, QImage::Format_RGB32);
    image.fill(theme.base);
    QPainter painter(&image);
    painter.setFont(font);
    painter.setPen(theme.text);
    painter.drawText(QRect(margin, margin, innerWidth, titleHeight), Qt::AlignLeft | Qt::AlignTop,
                     QFontMetrics(font).elidedText(title, Qt::ElideMiddle, innerWidth));
    painter.translate(margin, margin + titleHeight);
    FlamePainter(font).paint(painter, scene, geometry,
                             QRectF(0, 0, geometry.width, geometry.height).toAlignedRect(),
                             colours->palette(theme), theme, {}, title);
    paintLegend(painter, QRect(0, flameHeight + margin, innerWidth, QFontMetrics(font).height()),
                colours->legend(theme), theme, Qt::AlignLeft);
    return image;
}

QImage flameThumbnail(const Shown& shown, const QSize& size, ColourScheme scheme) {
    const auto& theme = Theme::of(scheme);
    QImage image(size, QImage::Format_RGB32);
    image.fill(theme.raised);
    const auto colours = coloursByModule(shown);
    const auto scene = sceneOf(shown, size.width(), *colours);
    const auto palette = colours->palette(theme);
    constexpr int minimumRow = 6, maximumRow = 18;
    const auto rows = std::max<std::size_t>(1, scene.layout.rows());
    const int rowHeight = std::clamp(size.height() / static_cast<int>(rows), minimumRow, maximumRow);
    const auto shownRows = std::min(rows, static_cast<std::size_t>(size.height() / rowHeight));
    QPainter painter(&image);
    for (std::size_t row = 0; row < std::min(shownRows, scene.layout.rows()); ++row)
        for (const auto& box : scene.layout.row(row)) {
            const auto position = static_cast<std::size_t>(&box - scene.layout.boxes.data());
            const QRectF rect(box.left * size.width(), static_cast<double>(row) * rowHeight,
                              (box.right - box.left) * size.width(), rowHeight - 1);
            painter.fillRect(rect, box.isMerged() ? theme.merged : palette[scene.tones[position]]);
        }
    return image;
}

} // namespace candela
