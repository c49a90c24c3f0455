/// Chooses whether a session has one tree, or one for each process, thread or value of a label.
#pragma once

#include "views/filter/sample_key_box.h"

namespace candela {

class Session;

class RootsBox : public SampleKeyBox {
    Q_OBJECT
public:
    RootsBox(Session& session, Numbers numbers, QWidget* parent = nullptr);

protected:
    QString title(const std::optional<SampleKey>& key) const override;

private:
    void updateKeys();

    Session& m_session;
    Numbers m_numbers;
};

} // namespace candela
