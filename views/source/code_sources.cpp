#include "views/source/code_sources.h"

#include <QSettings>
#include <QStringList>

namespace candela {

namespace {

constexpr auto serversSetting = "names/debuginfod";
constexpr auto mappingsSetting = "code/source-paths";
constexpr auto foldersSetting = "code/folders";

} // namespace

CodeSources storedCodeSources() {
    const QSettings settings;
    CodeSources sources;
    for (const auto& text : settings.value(mappingsSetting).toStringList())
        if (auto mapping = pathMappingFromText(text.toStdString()))
            sources.mappings.push_back(std::move(*mapping));
    for (const auto& folder : settings.value(foldersSetting).toStringList())
        sources.folders.push_back(folder.toStdString());
    if (settings.value(serversSetting, false).toBool()) sources.servers = AskServers::Yes;
    return sources;
}

void storeCodeSources(const CodeSources& sources) {
    QSettings settings;
    QStringList mappings, folders;
    for (const auto& [from, to] : sources.mappings)
        mappings << QString::fromStdString(from + "=" + to);
    for (const auto& folder : sources.folders)
        folders << QString::fromStdString(folder);
    settings.setValue(mappingsSetting, mappings);
    settings.setValue(foldersSetting, folders);
    settings.setValue(serversSetting, sources.servers == AskServers::Yes);
}

} // namespace candela
