#include "app/window/opening/first_view.h"

#include "views/text/plain_text.h"

#include <QObject>

namespace candela {

bool FirstView::isEmpty() const {
    return !filter && value.empty() && !grouping && !normalize && !weights;
}

std::unexpected<Error> noCommonValue(const std::string& value) {
    return failure(QObject::tr("not all captures have the value \"%1\"").arg(plainText(value)).toStdString(),
                   ErrorCode::Usage, QObject::tr("choose another one in the page").toStdString());
}

} // namespace candela
