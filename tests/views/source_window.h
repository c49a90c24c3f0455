/// A source view of a compiled program, as its tests open it, and the expected weights by addr2line.
#pragma once

#include "model/base/units.h"
#include "tests/churn_program.h"
#include "tests/views/settled.h"
#include "tests/views/source_rows.h"
#include "tests/window_settings.h"
#include "views/session/session.h"
#include "views/source/annotation_pane.h"
#include "views/source/source_view.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include <map>
#include <memory>
#include <vector>

namespace candela {

class SourceWindow {
protected:
    void keepSettings() { keepSettingsIn(m_settings.path()); }
    /// Shows the function churn. The program has to be possible: ChurnProgram::whyNot().
    void open() {
        QSettings().clear();
        m_program = std::make_unique<ChurnProgram>();
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<SourceView>(*m_session);
        m_view->resize(1200, 500);
        m_view->show();
        QApplication::setActiveWindow(m_view.get());
        m_session->setProfile(m_program->profile());
        settle();
        select("churn");
    }
    void close() {
        m_view.reset();
        m_session.reset();
        m_program.reset();
    }

    AnnotationPane& source() const { return *m_view->sourcePane(); }
    AnnotationPane& code() const { return *m_view->codePane(); }
    QString shownName() const {
        return m_view->shown() ? QString::fromStdString(m_view->shown()->function.name) : QString();
    }
    /// The lines that addr2line prints for each instruction of churn, innermost first.
    std::map<std::uint64_t, std::vector<QString>> theirLines() const {
        std::vector<std::uint64_t> addresses;
        for (const auto& instruction : m_program->instructions("churn"))
            addresses.push_back(instruction.address);
        const auto frames = askAddr2line(m_program->program(), addresses);
        std::map<std::uint64_t, std::vector<QString>> lines;
        for (std::size_t row = 0; row < addresses.size(); ++row)
            for (const auto& frame : frames[row])
                lines[addresses[row]].push_back(frame.source.section('/', -1));
        return lines;
    }
    std::map<QString, QString> selfCells() const {
        std::map<QString, QString> cells;
        for (const auto& [line, row] : rowsByLine(source()))
            if (const auto self = cellText(source(), row, static_cast<int>(AnnotationColumn::Self));
                !self.isEmpty())
                cells[line] = self;
        return cells;
    }
    std::map<QString, QString> expectedSelves(InlinedCode inlined) const {
        std::map<QString, std::int64_t> selves;
        const auto lines = theirLines();
        const auto instructions = m_program->instructions("churn");
        for (std::size_t row = 0; row < instructions.size(); ++row) {
            const auto& frames = lines.at(instructions[row].address);
            selves[inlined == InlinedCode::AtItsLine ? frames.front() : frames.back()] +=
                ChurnProgram::weightAt(row);
        }
        std::map<QString, QString> cells;
        for (const auto& [line, self] : selves)
            cells[line] = QString::fromStdString(formatWeight(self, "nanoseconds"));
        return cells;
    }
    void select(const std::string& function) {
        m_session->setSelected({function, {}});
        settle();
    }

    std::unique_ptr<ChurnProgram> m_program;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<SourceView> m_view;

private:
    QTemporaryDir m_settings;
};

} // namespace candela
