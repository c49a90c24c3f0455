#include "views/text/plain_text.h"

#include "model/base/shown_text.h"
#include "model/base/text/model_text.h"

#include <QTextDocument>
#include <Qt>

namespace candela {

QString plainText(std::string_view text) {
    return QString::fromStdString(shownText(text));
}

QString plainText(const QString& text) {
    return plainText(std::string_view(text.toStdString()));
}

QString modelText(std::string_view text) {
    return plainText(std::string_view(ModelText::translated(text)));
}

QString plainToolTip(const QString& text) {
    const auto shown = QString::fromStdString(shownLines(text.toStdString()));
    if (!Qt::mightBeRichText(shown)) return shown;
    return "<p style='white-space:pre-wrap'>" + shown.toHtmlEscaped() + "</p>";
}

} // namespace candela
