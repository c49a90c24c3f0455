/// Completion: each shell offers every command and
/// option in the help, and the possible words of values.
#include <QTest>

#include "tests/app/commands/command_outcome.h"
#include "tests/terminals.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace {

/// Options by command, as `candela --help-all` prints them; the program's own are under an empty name.
QMap<QString, QStringList> optionsInHelp() {
    QMap<QString, QStringList> options;
    QString command;
    static const QRegularExpression heading("^([a-z]+)$");
    static const QRegularExpression option("^ +(-[-a-zA-Z,]+)");
    for (const auto& line : QString::fromUtf8(runCandela({"--help-all"}).output).split('\n')) {
        if (const auto match = heading.match(line); match.hasMatch()) {
            command = match.captured(1);
            options[command];
        } else if (const auto found = option.match(line); found.hasMatch()) {
            options[command] += found.captured(1).split(',');
        }
    }
    return options;
}

class Shell {
public:
    explicit Shell(const QString& name) : m_name(name) {
        QFile script(m_folder.filePath(name == "zsh" ? "_candela" : "candela.script"));
        if (script.open(QFile::WriteOnly)) script.write(runCandela({"completion", name}).output);
        // A program named candela that does nothing, because shells only complete commands that exist.
        QFile::link(PROGRAMS "/candela", m_folder.filePath("candela"));
    }
    /// The candidates for the last word.
    QStringList offered(const QStringList& words) const {
        if (m_name == "bash") return run(bashProgram(words));
        if (m_name == "fish") return run("source candela.script\ncomplete -C '" + words.join(' ') + "'\n");
        return run(zshProgram(words));
    }

private:
    QString bashProgram(const QStringList& words) const {
        const auto last = words.last().isEmpty() ? "''" : ""; // joining the words would lose an empty one
        return "source ./candela.script\nCOMP_WORDS=(" + words.join(' ') + last +
               ")\nCOMP_CWORD=" + QString::number(words.size() - 1) + "\ncompopt() { :; }\n_candela\n" +
               "printf '%s\\n' \"${COMPREPLY[@]}\"\n";
    }
    /// Runs its widgets on a separate terminal (zshmodules(1), zpty), where the candidates are captured. Keys
    /// are processed in sequence: the widget of the second key runs after the completion has ended. The first
    /// one keeps which functions there are, for the others.
    QString zshProgram(const QStringList& words) const {
        return R"(zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1=; LISTMAX=9999; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -C -d $PWD/known'
zpty -w z 'compadd() {
    builtin compadd "$@"
    local -a found
    builtin compadd -O found "$@"
    print -l -- "OFFERED "${^found} >>offered
}'
zpty -w z 'finish() { print END >>offered }; zle -N finish; bindkey "^I" complete-word "^E" finish; print READY'
zpty -r -m z seen '*READY*READY*' || exit 1
zpty -w -n z $')" +
               words.join(' ') + R"(\t\x05'
until grep -qs '^END' offered; do zpty -r -t z seen || sleep 0.01; done
sed -n 's/^OFFERED //p' offered
rm -f offered
zpty -d z
)";
    }
    QStringList run(const QString& program) const {
        QProcess shell;
        shell.setWorkingDirectory(m_folder.path());
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", m_folder.path() + ":" + environment.value("PATH"));
        environment.insert("HOME", m_folder.path());
        shell.setProcessEnvironment(environment);
        if (m_name == "bash")
            shell.start(m_name, {"--norc", "-c", program});
        else if (m_name == "fish")
            shell.start(m_name, {"--no-config", "-c", program});
        else
            shell.start(m_name, {"-f", "-c", program});
        shell.waitForFinished(60'000);
        QStringList words;
        for (const auto& line :
             QString::fromUtf8(shell.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts))
            words << line.section('\t', 0, 0);
        return words;
    }

    QString m_name;
    QTemporaryDir m_folder;
};

void addShells() {
    QTest::addColumn<QString>("name");
    for (const auto* name : {"bash", "zsh", "fish"})
        QTest::newRow(name) << QString(name);
}

QByteArray whyNotTried(const QString& shell) {
    if (QStandardPaths::findExecutable(shell).isEmpty()) return "the shell is not installed";
    return shell == "zsh" ? candela::whyNoTerminal() : "";
}

} // namespace

class CompletionTest : public QObject {
    Q_OBJECT
private slots:
    void everyCommandIsOffered_data() { addShells(); }
    void everyCommandIsOffered() {
        QFETCH(QString, name);
        if (const auto why = whyNotTried(name); !why.isEmpty()) QSKIP(why.constData());
        auto commands = optionsInHelp().keys();
        QVERIFY(commands.size() > 9);
        QVERIFY(commands.removeOne(QString()));
        const auto offered = Shell(name).offered({"candela", ""});
        for (const auto& command : commands)
            QVERIFY2(offered.contains(command), qPrintable(command + " is not in " + offered.join(' ')));
    }
    void everyOptionIsOffered_data() { addShells(); }
    void everyOptionIsOffered() {
        QFETCH(QString, name);
        if (const auto why = whyNotTried(name); !why.isEmpty()) QSKIP(why.constData());
        const Shell shell(name);
        const auto commands = optionsInHelp();
        int options = 0;
        for (auto command = commands.begin(); command != commands.end(); ++command) {
            QStringList words{"candela"};
            if (!command.key().isEmpty()) words << command.key();
            const auto offered = shell.offered(words << "--");
            for (const auto& option : command.value()) {
                if (!option.startsWith("--")) continue; // fish and zsh offer short options after one hyphen
                ++options;
                QVERIFY2(offered.contains(option),
                         qPrintable(words.join(' ') + ": " + option + " is not in " + offered.join(' ')));
            }
        }
        QVERIFY(options > 60);
    }
    void wordsOfValuesAreOffered_data() { addShells(); }
    void wordsOfValuesAreOffered() {
        QFETCH(QString, name);
        if (const auto why = whyNotTried(name); !why.isEmpty()) QSKIP(why.constData());
        const Shell shell(name);
        const auto has = [&](const QStringList& words, const QStringList& wanted) {
            const auto offered = shell.offered(words);
            return std::ranges::all_of(wanted, [&](const QString& word) { return offered.contains(word); });
        };
        QVERIFY(has({"candela", "report", "--sort", ""}, {"self", "total"}));
        QVERIFY(has({"candela", "diff", "--format", "m"}, {"markdown"}));
        QVERIFY(has({"candela", "report", "--by", "thread"}, {"thread", "thread-name"}));
        QVERIFY(has({"candela", "convert", "--format", "ppro"}, {"pprof"}));
        QVERIFY(has({"candela", "record", "--probe", ""}, {"cpu"}));
        QVERIFY(has({"candela", "list", ""}, {"formats", "probes", "views"}));
        QVERIFY(has({"candela", "completion", ""}, {"bash", "zsh", "fish"}));
    }
    void anotherShellIsWrongUsage() {
        QCOMPARE(runCandela({"completion", "tcsh"}).status, 2);
        QCOMPARE(runCandela({"completion"}).status, 2);
    }
};

QTEST_GUILESS_MAIN(CompletionTest)
#include "completion_test.moc"
