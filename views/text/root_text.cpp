#include "views/text/root_text.h"

#include "views/text/plain_text.h"

#include <QObject>

namespace candela {

namespace {

QString namelessText(std::string_view name) {
    if (name == "(none)") return QObject::tr("(none)");
    return name == "(unknown)" ? QObject::tr("(unknown)") : QString();
}

} // namespace

QString rootText(std::string_view name) {
    if (const auto text = namelessText(name); !text.isEmpty()) return text;
    const bool isModule = name.starts_with('[') && name.ends_with(']');
    const auto inner = isModule ? namelessText(name.substr(1, name.size() - 2)) : QString();
    return inner.isEmpty() ? plainText(name) : "[" + inner + "]";
}

} // namespace candela
