#include "views/filter/roots_box.h"

#include "views/filter/label_titles.h"
#include "views/session/session.h"

#include <QAbstractItemView>

#include <algorithm>
#include <iterator>

namespace candela {

RootsBox::RootsBox(Session& session, Numbers numbers, QWidget* parent)
    : SampleKeyBox(parent), m_session(session), m_numbers(numbers) {
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setIconSize({iconSize().width(), 1}); // no row has an icon, whose height the box would have
    setMinimumContentsLength(13);         // enough for "Per process name"
    setAccessibleName(tr("Roots"));
    setToolTip(tr("One tree, or one for each process, thread or value of a label, in all views"));
    connect(this, &SampleKeyBox::chosen, &session, &Session::setRoots);
    connect(&session, &Session::rootsChanged, this, [this] { choose(m_session.roots()); });
    connect(&session, &Session::profileChanged, this, &RootsBox::updateKeys);
    updateKeys();
}

QString RootsBox::title(const std::optional<SampleKey>& key) const {
    if (!key) return tr("One tree");
    switch (key->kind) {
    case SampleKey::Kind::Process:
        return tr("Per process");
    case SampleKey::Kind::Thread:
        return tr("Per thread");
    case SampleKey::Kind::ProcessName:
        return tr("Per process name");
    case SampleKey::Kind::ThreadName:
        return tr("Per thread name");
    case SampleKey::Kind::Executable:
        return tr("Per executable");
    case SampleKey::Kind::Label:
        break;
    }
    return perLabelTitle(key->label);
}

void RootsBox::updateKeys() {
    std::vector<std::optional<SampleKey>> keys{std::nullopt};
    std::ranges::move(offeredSampleKeys(m_session.profile().get(), m_numbers), std::back_inserter(keys));
    setKeys(std::move(keys));
    view()->setMinimumWidth(view()->sizeHintForColumn(0)); // the keys are wider than the box
    choose(m_session.roots());
}

} // namespace candela

#include "moc_roots_box.cpp"
