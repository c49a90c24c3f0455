/// A view of a series on the screen, with the mouse.
#pragma once

#include "tests/profile_text.h"
#include "views/series/series_item_model.h"
#include "views/series/series_view.h"

#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace candela {

class SeriesFixture : public QObject {
protected:
    /// "load" grows from one capture to the next, "draw" has a step, "same" stays. The totals are equal,
    /// because shares are compared.
    void showGrowth() {
        std::vector<SeriesProfile> profiles;
        for (int capture = 0; capture < 8; ++capture) {
            const int load = 10'000 + 9000 * capture, draw = capture < 5 ? 10'000 : 60'000;
            profiles.push_back(
                {fmt::format("build-{}", capture + 1),
                 sharedProfile(fmt::format("main;load {}\nmain;draw {}\nmain;same 20000\nmain;rest {}\n",
                                           load, draw, 300'000 - load - draw))});
        }
        show(std::move(profiles));
    }
    void show(std::vector<SeriesProfile> profiles) {
        m_view = std::make_unique<SeriesView>();
        m_view->resize(1200, 700);
        m_view->show();
        m_view->setProfiles(std::move(profiles));
        QTRY_VERIFY(!m_view->isPending());
    }
    QStringList names() const {
        QStringList names;
        for (int row = 0; row < m_view->model().rowCount(); ++row)
            names << QString::fromStdString(m_view->model().row(row).name);
        return names;
    }
    void clickRow(std::string_view name) {
        auto* table = m_view->table();
        const auto index = m_view->model().index(m_view->model().rowOf(name), 0);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
    }
    void sortBy(SeriesColumn column, Qt::SortOrder order) {
        m_view->table()->sortByColumn(static_cast<int>(column), order);
        QTRY_VERIFY(!m_view->isPending());
    }

    QTemporaryDir m_settings;
    std::unique_ptr<SeriesView> m_view;
};

} // namespace candela
