/// Chooses how frames are grouped: by function, module, file, line or address.
#pragma once

#include <QComboBox>

namespace candela {

class Session;

class GroupingBox : public QComboBox {
    Q_OBJECT
public:
    explicit GroupingBox(Session& session, QWidget* parent = nullptr);
};

} // namespace candela
