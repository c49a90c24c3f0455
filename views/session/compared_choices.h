/// What a user chose for a comparison or a series besides what its sessions show: functions linked by hand,
/// pinned rows, and which numbers and rows are shown. Undo goes back to it as a whole.
#pragma once

#include "model/comparison/comparison.h"
#include "model/comparison/difference_tree.h"
#include "model/comparison/matching/hand_links.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace candela {

enum class ListedVerdicts { All, Changed, Same, Unknown };
enum class ListedWeights { Self, Total };

struct ComparedChoice {
    HandLinks links;
    /// Functions, by the names of their rows, that the table shows first whatever is listed.
    std::set<std::string> pins;
    std::optional<Normalize> normalize;            ///< none: the default of the value
    ListedVerdicts listed = ListedVerdicts::All;   ///< rows of the table
    DifferenceWidth width = DifferenceWidth::Both; ///< of boxes in the difference flame graph
    ListedWeights weights = ListedWeights::Self;   ///< of a series

    bool operator==(const ComparedChoice&) const = default;
};

/// The change between two states, for "Undo …": "pin draw", "link parse with decode". If there are several
/// changes, one of them; empty if there is none.
QString changeText(const ComparedChoice& before, const ComparedChoice& after);

class ComparedChoices : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    /// A state never changes, so that the steps of a history share it.
    using State = std::shared_ptr<const ComparedChoice>;

    const State& state() const { return m_state; }
    /// The state is not null.
    void setState(const State& state);

    const HandLinks& links() const { return m_state->links; }
    void setLinks(HandLinks links);
    const std::set<std::string>& pins() const { return m_state->pins; }
    void setPins(std::set<std::string> pins);
    std::optional<Normalize> normalize() const { return m_state->normalize; }
    void setNormalize(Normalize normalize);
    ListedVerdicts listed() const { return m_state->listed; }
    void setListed(ListedVerdicts listed);
    DifferenceWidth width() const { return m_state->width; }
    void setWidth(DifferenceWidth width);
    ListedWeights weights() const { return m_state->weights; }
    void setWeights(ListedWeights weights);

signals:
    void linksChanged();
    void pinsChanged();
    void normalizeChanged();
    void listedChanged();
    void widthChanged();
    void weightsChanged();

private:
    /// A state that differs in one member.
    template<typename Member, typename Value>
    void set(Member ComparedChoice::*member, Value value);

    State m_state = std::make_shared<const ComparedChoice>();
};

} // namespace candela
