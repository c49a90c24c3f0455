#include "views/source/code_sources_menu.h"

#include "model/base/path_text.h"
#include "model/symbols/lookup/debuginfod.h"
#include "views/text/plain_text.h"

#include <QFileDialog>

#include <algorithm>

namespace candela {

namespace {

/// A readable menu text for a long name.
QString menuText(const QMenu* menu, const QString& text) {
    constexpr int maximumWidth = 400;
    return menu->fontMetrics().elidedText(text, Qt::ElideMiddle, maximumWidth).replace("&", "&&");
}

} // namespace

CodeSourcesMenu::CodeSourcesMenu(QWidget* parent) : QMenu(parent) {
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &CodeSourcesMenu::fill);
    fill();
}

void CodeSourcesMenu::setMissing(const QStringList& files) {
    m_missing = files;
}

void CodeSourcesMenu::fill() {
    clear();
    constexpr qsizetype shownFiles = 5;
    for (const auto& file : m_missing.first(std::min(shownFiles, m_missing.size())))
        addAction(menuText(this, tr("Where is %1…").arg(plainText(file))), this,
                  [this, file] { askForFile(file); });
    if (m_missing.isEmpty()) addAction(tr("No source file is missing"))->setEnabled(false);
    addSeparator();
    const auto sources = storedCodeSources();
    addAction(tr("Look for programs in a folder…"), this, &CodeSourcesMenu::askForFolder);
    auto* servers = addAction(tr("Ask debuginfod servers"));
    servers->setCheckable(true);
    servers->setChecked(sources.servers == AskServers::Yes);
    servers->setToolTip(plainToolTip(tr("Sends build ids, and paths of sources that are missing here, to %1")
                                         .arg(plainText(Debuginfod::servers()).split(' ').join(", "))));
    connect(servers, &QAction::toggled, this, [this](bool areAllowed) {
        auto changed = storedCodeSources();
        changed.servers = areAllowed ? AskServers::Yes : AskServers::No;
        store(changed);
    });
    addSeparator();
    for (const auto& mapping : sources.mappings)
        addAction(menuText(this, tr("Forget %1 → %2").arg(plainText(mapping.from), plainText(mapping.to))),
                  this, [this, mapping] {
                      auto changed = storedCodeSources();
                      std::erase(changed.mappings, mapping);
                      store(changed);
                  });
    for (const auto& folder : sources.folders)
        addAction(menuText(this, tr("Forget %1").arg(plainText(folder))), this, [this, folder] {
            auto changed = storedCodeSources();
            std::erase(changed.folders, folder);
            store(changed);
        });
}

void CodeSourcesMenu::askForFile(const QString& file) {
    const auto name = plainText(lastPathPart(file.toStdString()));
    const auto found = QFileDialog::getOpenFileName(this, tr("Where is %1?").arg(plainText(file)), {},
                                                    tr("%1;;All files (*)").arg(name + " (" + name + ")"));
    if (!found.isEmpty()) locate(file, found);
}

/// The newest mapping is first, because it is for a file that the other mappings did not find.
void CodeSourcesMenu::locate(const QString& file, const QString& found) {
    auto changed = storedCodeSources();
    changed.mappings.insert(changed.mappings.begin(), mappingTo(file.toStdString(), found.toStdString()));
    store(changed);
}

void CodeSourcesMenu::askForFolder() {
    const auto folder = QFileDialog::getExistingDirectory(this, tr("A folder with programs or debug files"));
    if (folder.isEmpty()) return;
    auto changed = storedCodeSources();
    changed.folders.push_back(folder.toStdString());
    store(changed);
}

void CodeSourcesMenu::store(const CodeSources& sources) {
    storeCodeSources(sources);
    emit changed();
}

} // namespace candela

#include "moc_code_sources_menu.cpp"
