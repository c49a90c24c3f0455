/// What to record, how, and where to store it: the record page before the recording. Remembers the last
/// choices.
#pragma once

#include "app/recording/recording_plan.h"

#include <QWidget>

#include <array>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace candela {

class ChoiceStrip;
class ElidedLabel;
class ProbePicker;
class ProcessPicker;

class RecordForm : public QWidget {
    Q_OBJECT
public:
    explicit RecordForm(QWidget* parent = nullptr);

    void setScope(RecordingPlan::Scope scope);
    /// Fails if input is missing or invalid.
    Result<RecordingPlan> plan() const;
    /// Keeps the choices for the next time.
    void remember() const;
    /// Chooses another free file name, after the current one was used.
    void renewFile();
    ProcessPicker* processPicker() const { return m_processes; }
    void setCommand(const QString& text);
    void setFile(const QString& path);
    void setDuration(double seconds); ///< 0: until stopped
    void setFrequency(int hertz);

signals:
    void startWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* createScope();
    QWidget* createCommand();
    QWidget* createSampling();
    QWidget* createDuration();
    QWidget* createKept();
    QWidget* createFile();
    QWidget* createFoot();
    void chooseFile();
    void chooseFolder();
    void restore();
    void updateStart();
    /// Fills what has no input that can be wrong.
    void fill(RecordingPlan& plan) const;

    ChoiceStrip* m_scope;
    QVBoxLayout* m_column;
    QWidget* m_what;
    std::array<QWidget*, 3> m_details; // by scope
    ProcessPicker* m_processes;
    ProbePicker* m_probes;
    QLineEdit* m_command;
    QLineEdit* m_folder;
    QCheckBox* m_endCommand;
    QComboBox* m_frequency;
    ChoiceStrip* m_durationKind;
    QDoubleSpinBox* m_seconds;
    ChoiceStrip* m_kept; // KeptOfFunctions
    QLineEdit* m_file;
    ElidedLabel* m_equivalent;
    QPushButton* m_start;
};

/// The plan as a command line, for users who want to learn or copy it.
QString equivalentCommand(const RecordingPlan& plan);

} // namespace candela
