/// The window can translate what the recorder reports: the texts below are those of patterns that are marked.
#include "model/base/text/model_text.h"
#include "model/recording/recorder_text.h"
#include "recorder/opener/hanging_subjects.h"
#include "recorder/recording_failures.h"
#include "recorder/sandbox/sandbox_failures.h"

#include <QTest>

#include <set>
#include <string>
#include <vector>

#include <unistd.h>

using namespace candela;

namespace {

std::set<std::string, std::less<>> patterns; // that the recorder marked

std::string collect(std::string_view text) {
    patterns.emplace(text);
    return std::string(text);
}

/// As the window, which has a translation of these patterns.
std::string translate(std::string_view text) {
    return patterns.contains(text) ? "translated " + std::string(text) : std::string(text);
}

std::vector<recording::Failure> allFailures() {
    const Error denied{"/proc/kallsyms can't be read: Permission denied", {}, ErrorCode::NotPermitted};
    const OpeningSubject library{.pid = 7, .device = 0, .path = "/mnt/my share/libz.so.1"};
    const auto self = static_cast<std::int32_t>(::getpid());
    constexpr std::int32_t noProcess = 1 << 30;
    constexpr std::uint64_t device = (std::uint64_t(8) << 32) + 17;
    MissingProtections lacking;
    lacking.add(Protection::EmptyRoot);
    lacking.add(Protection::FileRules);
    constexpr std::int64_t ms = 1'000'000;
    return {kernelWithoutNames(denied),
            kernelWithoutAddresses(),
            frequencyLimited(4000),
            cpuTimesUnreadable(denied),
            machineSuspended(1200 * ms, 90'000 * ms),
            processorMissed(3, 12 * ms, 4'000'000 * ms),
            endedWithoutNames(1, UnnamedBecause::ProviderHangs),
            endedWithoutNames(1300, UnnamedBecause::FilesTookTooLong),
            fileRefused(library.path, FileContent::Symbols, SymbolClient::End::TookTooLong),
            fileRefused(library.path, FileContent::UnwindInformation, SymbolClient::End::Died),
            codeWithoutDisassembler(),
            sandboxLost(true),
            sandboxLost(false),
            tooManyHang(32),
            openersLost(),
            labelsHang("command line"),
            hangs({.pid = self, .device = 0, .path = {}}),
            hangs({.pid = noProcess, .device = 0, .path = {}}),
            hangs({.pid = self, .device = device, .path = library.path}),
            hangs({.pid = noProcess, .device = device, .path = library.path}),
            hangs({.pid = 0, .device = device, .path = library.path}),
            hangs({.pid = 0, .device = 0, .path = library.path}),
            hangs({.pid = self, .device = 0, .path = library.path}),
            hangs(library),
            lockedInLess(ConfinedProcess::Recorder, lacking),
            lockedInLess(ConfinedProcess::RunningRecorder, lacking),
            lockedInLess(ConfinedProcess::FileNamer, lacking),
            lockedInLess(ConfinedProcess::EventOpener, lacking),
            lockedInLess(ConfinedProcess::FileReader, lacking),
            copyTooLarge(library, 1'300'000'000)};
}

} // namespace

class TranslatedFailuresTest : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { ModelText::setTranslator(nullptr); }

    void theWindowFindsThePatternOfEachText() {
        ModelText::setTranslator(collect);
        const auto failures = allFailures();
        QVERIFY(patterns.size() > failures.size());
        ModelText::setTranslator(translate);
        for (const auto& failure : failures)
            for (const auto& text : {failure.message(), failure.hint()})
                QCOMPARE(recorderText(text), text.empty() ? text : "translated " + text);
    }
};

QTEST_MAIN(TranslatedFailuresTest)
#include "translated_failures_test.moc"
