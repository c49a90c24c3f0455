#include "views/flame_graph/breadcrumbs.h"

#include "views/flame_graph/crumb.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/text/root_text.h"
#include "views/widgets/theme.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace candela {

namespace {

constexpr int crumbGap = 12;           ///< pixels between two names
constexpr int maximumCrumbWidth = 220; ///< of a name; the last one may be wider
constexpr int maximumMenuWidth = 480;
const QString ellipsis = QStringLiteral("…");

} // namespace

Breadcrumbs::Breadcrumbs(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Call path of the zoom"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    crumbAt(0);
}

void Breadcrumbs::setPath(const CallPath& path) {
    if (path == m_path) return;
    m_path = path;
    arrange();
}

QSize Breadcrumbs::sizeHint() const {
    return {maximumCrumbWidth, fontMetrics().height() + 4};
}

QSize Breadcrumbs::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth() * 10, sizeHint().height()};
}

/// Depth 0 is everything; each further depth is a step of the path.
QString Breadcrumbs::nameAt(std::size_t depth) const {
    if (depth == 0) return tr("All");
    const auto& step = m_path.steps[depth - 1];
    return codeText(step.name, step.module);
}

int Breadcrumbs::widthOf(std::size_t depth, int maximum) const {
    return Crumb::widthFor(nameAt(depth), fontMetrics(), maximum);
}

/// The depth of the first name that has room if all names after it are shown, too.
std::size_t Breadcrumbs::firstShown(int width) const {
    const auto last = m_path.steps.size();
    const int first = widthOf(0, maximumCrumbWidth) + crumbGap;
    const int menu = Crumb::widthFor(ellipsis, fontMetrics(), maximumCrumbWidth) + crumbGap;
    int used = first + widthOf(last, maximumCrumbWidth);
    auto depth = last;
    while (depth > 1) {
        const int next = widthOf(depth - 1, maximumCrumbWidth) + crumbGap;
        if (used + next + (depth > 2 ? menu : 0) > width) break;
        used += next;
        --depth;
    }
    return depth;
}

void Breadcrumbs::arrange() {
    const auto last = m_path.steps.size();
    m_firstShown = last == 0 ? 1 : firstShown(width());
    std::size_t position = 0;
    int left = 0;
    const auto add = [&](const QString& name, const QString& fullName, int crumbWidth, Crumb::Role role) {
        auto* crumb = crumbAt(position++);
        crumb->setGeometry(left, 0, crumbWidth, height());
        crumb->setNames(name, fullName, role);
        crumb->show();
        left += crumbWidth + crumbGap;
    };
    add(nameAt(0), tr("All: zooms out to everything"), widthOf(0, maximumCrumbWidth), Crumb::Role::Ancestor);
    if (m_firstShown > 1)
        add(ellipsis, tr("Names in between: %1").arg(countText(m_firstShown - 1)),
            Crumb::widthFor(ellipsis, fontMetrics(), maximumCrumbWidth), Crumb::Role::Ancestor);
    for (auto depth = m_firstShown; depth < last; ++depth)
        add(nameAt(depth), nameAt(depth), widthOf(depth, maximumCrumbWidth), Crumb::Role::Ancestor);
    if (last > 0)
        add(nameAt(last), nameAt(last), widthOf(last, std::max(width() - left, 0)), Crumb::Role::Current);
    m_count = position;
    for (auto unused = m_count; unused < m_crumbs.size(); ++unused)
        m_crumbs[unused]->hide();
    update();
}

Crumb* Breadcrumbs::crumbAt(std::size_t position) {
    while (m_crumbs.size() <= position) {
        auto* crumb = new Crumb(this);
        crumb->installEventFilter(this);
        connect(crumb, &QAbstractButton::clicked, this, [this, own = m_crumbs.size()] { press(own); });
        if (!m_crumbs.empty()) setTabOrder(m_crumbs.back(), crumb);
        m_crumbs.push_back(crumb);
    }
    return m_crumbs[position];
}

void Breadcrumbs::press(std::size_t position) {
    const bool hasMenu = m_firstShown > 1;
    if (hasMenu && position == 1) return showHidden(*m_crumbs[position]);
    choose(position == 0 ? 0 : m_firstShown + position - (hasMenu ? 2 : 1));
}

void Breadcrumbs::showHidden(const Crumb& crumb) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    for (std::size_t depth = 1; depth < m_firstShown; ++depth) {
        const auto name = nameAt(depth);
        auto shown = menu->fontMetrics().elidedText(name, Qt::ElideMiddle, maximumMenuWidth);
        menu->addAction(shown.replace('&', "&&"), this, [this, depth] { choose(depth); })
            ->setToolTip(plainToolTip(name));
    }
    menu->popup(crumb.mapToGlobal(QPoint(0, crumb.height())));
}

void Breadcrumbs::choose(std::size_t depth) {
    auto path = m_path;
    path.steps.resize(std::min(depth, path.steps.size()));
    emit chosen(path);
}

bool Breadcrumbs::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto found = std::ranges::find(m_crumbs, watched);
        const auto& key = static_cast<const QKeyEvent&>(*event);
        if (found != m_crumbs.end() && !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) &&
            pressKey(static_cast<std::size_t>(found - m_crumbs.begin()), key.key()))
            return true;
    }
    return QWidget::eventFilter(watched, event);
}

bool Breadcrumbs::pressKey(std::size_t position, int key) {
    switch (key) {
    case Qt::Key_Left:
        m_crumbs[position > 0 ? position - 1 : 0]->setFocus(Qt::OtherFocusReason);
        return true;
    case Qt::Key_Right:
        m_crumbs[std::min(position + 1, m_count - 1)]->setFocus(Qt::OtherFocusReason);
        return true;
    case Qt::Key_Home:
        m_crumbs.front()->setFocus(Qt::OtherFocusReason);
        return true;
    case Qt::Key_End:
        m_crumbs[m_count - 1]->setFocus(Qt::OtherFocusReason);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        m_crumbs[position]->click();
        return true;
    case Qt::Key_Backspace:
        emit backRequested();
        return true;
    case Qt::Key_Escape:
        choose(0);
        return true;
    default:
        return false;
    }
}

void Breadcrumbs::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void Breadcrumbs::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) arrange();
}

void Breadcrumbs::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(Theme::of(this).mutedText);
    for (std::size_t position = 1; position < m_count; ++position) {
        const auto after = m_crumbs[position]->geometry();
        painter.drawText(QRect(after.left() - crumbGap, 0, crumbGap, height()), Qt::AlignCenter,
                         QStringLiteral("›"));
    }
}

} // namespace candela

#include "moc_breadcrumbs.cpp"
