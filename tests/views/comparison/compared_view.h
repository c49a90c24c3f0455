/// A comparison of two folded profiles in a view.
#pragma once

#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "views/comparison/comparison_view.h"

#include <memory>

namespace candela {

class ComparedView {
protected:
    void show(const char* base, const char* newSide) {
        m_view.reset();
        m_session = std::make_unique<ComparisonSession>();
        m_view = std::make_unique<ComparisonView>(*m_session);
        m_view->resize(1200, 800);
        m_view->show();
        m_session->setProfiles({sharedProfile(base), sharedProfile(newSide)});
        settle();
    }

    std::unique_ptr<ComparisonSession> m_session;
    std::unique_ptr<ComparisonView> m_view;
};

} // namespace candela
