#include "views/widgets/parts_accessible.h"

namespace candela {

PartsAccessible::~PartsAccessible() {
    for (const auto id : m_parts)
        QAccessible::deleteAccessibleInterface(id);
}

QAccessibleInterface* PartsAccessible::child(int index) const {
    if (index < 0 || index >= childCount()) return nullptr;
    while (m_parts.size() <= std::size_t(index))
        m_parts.push_back(QAccessible::registerAccessibleInterface(makePart(m_parts.size())));
    return QAccessible::accessibleInterface(m_parts[std::size_t(index)]);
}

int PartsAccessible::indexOfChild(const QAccessibleInterface* child) const {
    for (std::size_t part = 0; part < m_parts.size(); ++part)
        if (QAccessible::accessibleInterface(m_parts[part]) == child) return int(part);
    return -1;
}

} // namespace candela
