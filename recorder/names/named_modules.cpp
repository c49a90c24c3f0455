#include "recorder/names/named_modules.h"

#include "recorder/base/clock.h"

#include <algorithm>
#include <utility>

namespace candela {

namespace {

/// Moves the `count` least recently used modules to the front.
void sortLeastUsedFirst(std::vector<NamedModule*>& modules, std::size_t count) {
    std::partial_sort(
        modules.begin(), modules.begin() + static_cast<std::ptrdiff_t>(count), modules.end(),
        [](const auto* left, const auto* right) { return left->names.lastUse < right->names.lastUse; });
}

} // namespace

NamedModule& NamedModules::make(ModuleNumber module) {
    const auto row = module.row();
    if (m_rows.size() <= row) m_rows.resize(row + 1);
    m_rows[row].reset();
    m_rows[row] = std::make_unique<NamedModule>(module, m_modules[module].serial, m_sums);
    auto& made = *m_rows[row];
    made.refreshedAt = monotonicTime();
    made.names.lastUse = m_segment;
    made.measure();
    return made;
}

NamedModule* NamedModules::find(ModuleNumber module) const {
    auto* found = at(module);
    return found && found->serial == m_modules[module].serial ? found : nullptr;
}

NamedModule* NamedModules::findRequested(std::uint64_t requestNumber) const {
    auto* found = at(numberOf(requestNumber));
    return found && found->serial == requestNumber >> rowBits ? found : nullptr;
}

void NamedModules::forget(NamedModule& module) {
    if (module.isOpenInChild()) closeInChild(module);
    m_rows[module.number.row()].reset();
}

void NamedModules::closeInChild(NamedModule& module) {
    sandbox::Request request;
    request.set_module(requestNumber(module));
    request.mutable_close();
    module.state = NamedModule::State::Closed;
    m_client.send(request, {});
}

/// Makes room for a file: if too many are open, those of the least recently used quarter are closed. Files
/// that the child has open or has answered from are not needed.
bool NamedModules::makeRoomForFile() {
    if (m_sums.files < m_limits.openFiles) return true;
    std::vector<NamedModule*> idle;
    forEach([&](NamedModule& module) {
        if (module.hasFile() && !module.isOpening() && !module.isWanted()) idle.push_back(&module);
    });
    const auto count = std::min(idle.size(), m_limits.openFiles / 4 + 1);
    sortLeastUsedFirst(idle, count);
    for (std::size_t i = 0; i < count; ++i)
        idle[i]->closeFile();
    m_closedFiles += count;
    return count > 0;
}

/// The same for the child: if it has too many files open, those of the least recently used quarter are
/// closed. Modules that wait for their debug files count separately, up to the same number: openers may hang,
/// and the child has nothing to do for them.
bool NamedModules::makeRoomInChild() {
    std::vector<NamedModule*> idle;
    std::size_t open = 0;
    std::size_t searching = 0;
    forEach([&](NamedModule& module) {
        if (!module.isOpenInChild()) return;
        ++open;
        if (module.openingTurn != 0) ++searching;
        const auto& wanted = module.wanted;
        if (module.state == NamedModule::State::Ready && !wanted.hasQuestions() && !wanted.awaitsAnswers())
            idle.push_back(&module);
    });
    if (open < m_limits.openModules) return true;
    const auto count = std::min(idle.size(), m_limits.openModules / 4 + 1);
    sortLeastUsedFirst(idle, count);
    for (std::size_t i = 0; i < count; ++i)
        closeInChild(*idle[i]);
    m_closedInChild += count;
    open -= count;
    return open - searching < m_limits.openModules && open < 2 * m_limits.openModules;
}

void NamedModules::makeRoom(std::uint64_t firstWaiting) {
    if (m_sums.memory <= m_limits.memory) return;
    std::vector<NamedModule*> byUse;
    forEach([&](NamedModule& module) {
        if (module.wanted.isEmpty() && module.names.lastUse < firstWaiting) byUse.push_back(&module);
    });
    sortLeastUsedFirst(byUse, byUse.size());
    for (auto* module : byUse) {
        if (m_sums.memory <= m_limits.memory / 4 * 3) break;
        forget(*module);
        ++m_evicted;
    }
}

void NamedModules::sweep() {
    forEach([&](NamedModule& module) {
        if (m_modules[module.number].serial != module.serial) forget(module);
    });
}

void NamedModules::closeUnmapped(const std::vector<bool>& isMapped) {
    forEach([&](NamedModule& module) {
        if (module.isGenerated) return;
        const auto row = module.number.row();
        const bool wasUnmapped = std::exchange(module.isUnmapped, row >= isMapped.size() || !isMapped[row]);
        if (!wasUnmapped || !module.isUnmapped || module.isWanted()) return;
        if (module.state == NamedModule::State::Ready) closeInChild(module);
        if (!module.isOpenInChild()) module.closeFile();
    });
}

/// How many bytes of files may still be copied: files on file systems that programs provide.
std::uint64_t NamedModules::copyRoom() const {
    std::uint64_t used = 0;
    forEach([&](const NamedModule& module) {
        if (module.hasFile() || module.isOpenInChild()) used += module.copied;
        if (module.isOpenInChild()) used += module.copiedDebug;
    });
    return maximumCopied - std::min(maximumCopied, used);
}

std::size_t NamedModules::openInChild() const {
    return static_cast<std::size_t>(std::count_if(
        m_rows.begin(), m_rows.end(), [](const auto& module) { return module && module->isOpenInChild(); }));
}

} // namespace candela
