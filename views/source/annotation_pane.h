/// One half of the source view: a list of lines or instructions with its hot spots, or a sentence that
/// explains why the list is empty. A note above it names missing files.
#pragma once

#include "views/source/annotation_table.h"

#include <QWidget>

class QLabel;

namespace candela {

class HotSpotStrip;
class MessageStack;
struct ViewMessage;

class AnnotationPane : public QWidget {
    Q_OBJECT
public:
    /// `name` is for screen readers.
    AnnotationPane(AnnotationItemModel* model, const QString& name, QWidget* parent = nullptr);

    AnnotationTable* table() const { return m_table; }
    HotSpotStrip* strip() const { return m_strip; }
    const AnnotationItemModel& model() const { return *m_model; }
    bool isEmpty() const { return m_model->rowCount() == 0; }
    /// A message that is shown instead of the list; an empty one shows the list.
    void setMessage(const ViewMessage& message);
    /// The note above the list; if it is empty, there is no note.
    void setNote(const QString& note);
    /// The whole note: a long one is shortened, and its tool tip has all of it.
    const QString& note() const { return m_noteText; }
    /// Chooses the hottest row. Does nothing if no row has self weight.
    void chooseHottest();
    /// Moves from the chosen row; does nothing at the end.
    void step(AnnotationStep step);

private:
    AnnotationItemModel* m_model;
    AnnotationTable* m_table;
    HotSpotStrip* m_strip;
    MessageStack* m_stack;
    QLabel* m_note;
    QString m_noteText;
};

} // namespace candela
