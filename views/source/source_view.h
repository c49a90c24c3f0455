/// Source lines and instructions of the selected function side by side, with their weights. A row that is
/// chosen in one list marks the rows that belong to it in the other.
#pragma once

#include "views/session/message_stack.h"
#include "views/session/session.h"
#include "views/session/shown_functions.h"
#include "views/source/annotation_table.h"
#include "views/widgets/when_visible.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QLabel;
class QMenu;
class QToolButton;

namespace candela {

class AnnotationPane;
class ChoiceStrip;
class CodeItemModel;
class CodeSourcesMenu;
class ElidedLabel;
class ItemLine;
class SourceItemModel;
class Strip;

class SourceView : public QWidget {
    Q_OBJECT
public:
    explicit SourceView(Session& session, QWidget* parent = nullptr);

    AnnotationPane* sourcePane() const { return m_source; }
    AnnotationPane* codePane() const { return m_code; }
    CodeSourcesMenu* filesMenu() const { return m_files; }
    ChoiceStrip* inlinedChoice() const { return m_inlinedChoice; }
    /// The last result; null before the first one.
    const std::shared_ptr<const ShownFunction>& shown() const { return m_shown; }
    InlinedCode inlined() const { return m_inlined; }
    /// Whether another result is being computed.
    bool isLoading() const { return m_job.isRunning(); }
    /// Shows the function in this view as if the user had selected it.
    void open(const CallStep& function);
    void step(AnnotationStep step);
    /// The line of the row that was chosen last; without a file if the row has no known line, and without a
    /// function if none is shown.
    SourceLine chosenLine() const;

private:
    using Loaded = Result<std::shared_ptr<const ShownFunction>>;

    Strip* createStrip();
    void createPanes();
    void connectSession();
    void followSelection();
    void refresh();
    void startLoading();
    void accept(Loaded loaded);
    void showFunction(std::shared_ptr<const ShownFunction> shown);
    void reset();
    void showLoading();
    void updateMessage();
    void updateStrip();
    void chooseLine(int row);
    void chooseInstruction(int row);
    void followLine(int row);
    void followInstruction(int row);
    void openCallee(const CallStep& function);
    /// The group of the shown function in the session; none if the session's groups are not functions.
    FrameGroupIndex shownGroup() const;
    SourceLine lineOfRow(const AnnotationPane* pane, int row) const;
    QMenu* createMenu(AnnotationPane* pane, int row);

    Session& m_session;
    SourceItemModel* m_lines;
    CodeItemModel* m_instructions;
    AnnotationPane* m_source;
    AnnotationPane* m_code;
    AnnotationPane* m_active; ///< the pane in which a row was chosen last
    MessageStack* m_stack;
    ElidedLabel* m_title;
    QToolButton* m_back = nullptr;
    QToolButton* m_forward = nullptr;
    QLabel* m_state = nullptr;
    ChoiceStrip* m_inlinedChoice = nullptr;
    CodeSourcesMenu* m_files;
    ItemLine* m_words;
    WhenVisible* m_refresh;
    QTimer m_slow; ///< expires if loading takes long

    ShownFunctions m_functions;
    CallStep m_wanted; ///< without a name: the hottest function
    InlinedCode m_inlined = InlinedCode::AtItsLine;
    std::shared_ptr<const ShownFunction> m_shown;
    ViewMessage m_failure; ///< why the requested function is not shown
    std::shared_ptr<ShownFunctionComputation> m_computation;
    LatestJob<Loaded> m_job;
    std::shared_ptr<const Profile> m_loading; ///< the profile of the last job that was started
    /// A newer snapshot arrived while a function was computed for an older one. The older one is finished
    /// first, or a running recording would never be shown.
    bool m_isOutdated = false;
    bool m_isWaiting = false;   ///< waits until the session has finished
    bool m_isFollowing = false; ///< the session's selection changes because this view's function did
};

} // namespace candela
