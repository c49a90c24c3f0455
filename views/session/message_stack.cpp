#include "views/session/message_stack.h"

#include "views/session/session.h"
#include "views/text/plain_text.h"
#include "views/text/short_text.h"
#include "views/widgets/theme.h"

#include <QPainter>

namespace candela {

class MessageStack::Pane : public QWidget {
public:
    explicit Pane(QWidget* parent) : QWidget(parent) {}

    void setMessage(const ViewMessage& message) {
        constexpr qsizetype maximumTitle = 200, maximumHint = 320; // letters
        m_message = {shortText(message.title, maximumTitle), shortText(message.hint, maximumHint)};
        const bool isShort = m_message.title != message.title || m_message.hint != message.hint;
        setToolTip(isShort ? plainToolTip(message.title + '\n' + message.hint) : QString());
        setAccessibleName(message.title);
        setAccessibleDescription(message.hint);
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const auto& theme = Theme::of(this);
        painter.fillRect(rect(), theme.base);
        auto large = font();
        large.setPointSizeF(font().pointSizeF() * 1.25);
        const int middle = height() / 2, width = this->width() - 48;
        painter.setFont(large);
        painter.setPen(theme.text);
        painter.drawText(QRect(24, 0, width, middle - 4),
                         Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, m_message.title);
        painter.setFont(font());
        painter.setPen(theme.mutedText);
        painter.drawText(QRect(24, middle + 6, width, height() - middle - 6),
                         Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, m_message.hint);
    }

private:
    ViewMessage m_message;
};

namespace {

ViewMessage noSamplesMessage() {
    return {QObject::tr("No samples of this value type"),
            QObject::tr("Choose another value type above, or wait while the recording runs")};
}

} // namespace

ViewMessage sessionMessage(const Session& session) {
    // Only a recording that has just begun has no profile.
    if (!session.profile())
        return {QObject::tr("No samples yet"),
                QObject::tr("The first ones come a second or two after the start")};
    if (!session.value())
        return {QObject::tr("This profile has no samples"),
                QObject::tr("It may have been cut off before its first sample")};
    if (!session.failure().isEmpty())
        return {session.failure(), QObject::tr("Change or remove the filter above")};
    const auto& shown = session.shown();
    if (shown.isEmpty()) return {QObject::tr("Adding up the samples…"), {}};
    if (shown.weights->samples > 0) return {};
    if (!session.filter().isEmpty())
        return {QObject::tr("No sample passes the filters"),
                QObject::tr("Remove a filter above to see more")};
    return noSamplesMessage();
}

ViewMessage noTimesMessage(const Session& session) {
    if (session.profile()->samples[session.value().row()].size() == 0) return noSamplesMessage();
    return {QObject::tr("This profile has no times"),
            QObject::tr("Its samples have no times; the other views show all of them")};
}

ViewMessage errorMessage(const Error& error) {
    return {QObject::tr("This view %1").arg(plainText(error.message)), plainText(error.hint)};
}

MessageStack::MessageStack(QWidget* content, QWidget* parent)
    : QStackedWidget(parent), m_pane(new Pane(this)) {
    addWidget(content);
    addWidget(m_pane);
}

MessageStack::MessageStack(Session& session, QWidget* content, QWidget* parent)
    : MessageStack(content, parent) {
    const auto update = [this, &session] { setMessage(sessionMessage(session)); };
    connect(&session, &Session::profileChanged, this, update);
    connect(&session, &Session::weightsChanged, this, update);
    update();
}

void MessageStack::setMessage(const ViewMessage& message) {
    if (!message.isEmpty()) m_pane->setMessage(message);
    setCurrentIndex(message.isEmpty() ? 0 : 1);
}

void MessageStack::focusShown() {
    currentWidget()->setFocus(); // QStackedWidget passes the focus on
}

} // namespace candela

#include "moc_message_stack.cpp"
