#include "app/window/widgets/line_icon.h"

#include <QFile>
#include <QGuiApplication>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

/// A static library's resources must be initialized explicitly, outside of any namespace.
static void addResources() {
    Q_INIT_RESOURCE(candela);
}

namespace candela {
namespace {

const QByteArray& source(const QString& name) {
    static QHash<QString, QByteArray> read;
    if (read.isEmpty()) addResources();
    auto found = read.find(name);
    if (found == read.end()) {
        QFile file(":/icons/" + name + ".svg");
        found = read.insert(name, file.open(QFile::ReadOnly) ? file.readAll() : QByteArray());
    }
    return *found;
}

class LineIconEngine : public QIconEngine {
public:
    explicit LineIconEngine(QString name) : m_name(std::move(name)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const auto palette = QGuiApplication::palette();
        auto colour = palette.color(QPalette::ButtonText);
        if (mode == QIcon::Disabled) colour = palette.color(QPalette::Disabled, QPalette::ButtonText);
        if (mode == QIcon::Selected) colour = palette.color(QPalette::HighlightedText);
        paintLineIcon(*painter, rect, m_name, colour);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, pixmap.rect(), mode, state);
        return pixmap;
    }
    QIconEngine* clone() const override { return new LineIconEngine(m_name); }

private:
    QString m_name;
};

} // namespace

QIcon lineIcon(const QString& name) {
    return QIcon(new LineIconEngine(name));
}

void paintLineIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& colour) {
    auto picture = source(name);
    if (picture.isEmpty()) return;
    QSvgRenderer(picture.replace("#000", colour.name().toLatin1())).render(&painter, rect);
}

} // namespace candela
