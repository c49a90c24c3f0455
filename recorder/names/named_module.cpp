#include "recorder/names/named_module.h"

namespace candela {

void NamedModule::closeFile() {
    if (!hasFile()) return;
    file.reset();
    jitDump.reset();
    m_fileShare.set(0);
}

void NamedModule::dropWants() {
    wanted.clear();
    isFileWanted = false;
    wantedBy.reset();
}

void NamedModule::giveUp() {
    state = State::Unreadable;
    openingTurn = 0;
    if (isGenerated) {
        for (const auto& [address, segment] : wanted.segments())
            nameless.add(address, segment);
    }
    dropWants();
    closeFile();
    missFile(); // drops a file that was only requested
}

void NamedModule::measure() {
    constexpr std::size_t around = 1024; // bytes for texts, parts of the file, and wanted addresses
    m_memoryShare.set(sizeof(NamedModule) + around + names.memory());
}

} // namespace candela
