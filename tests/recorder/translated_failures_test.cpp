/// The window can translate what the recorder reports: the texts below are those of patterns that are marked.
/// What names things by words, such as "labels", stays English.
#include "model/base/text/model_text.h"
#include "model/recording/recorder_text.h"
#include "recorder/opener/hanging_subjects.h"
#include "recorder/recording_failures.h"
#include "recorder/sandbox/sandbox_failures.h"

#include <QTest>

#include <set>
#include <string>
#include <vector>

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
    constexpr std::int64_t ms = 1'000'000;
    return {kernelWithoutNames(denied),
            frequencyLimited(4000),
            cpuTimesUnreadable(denied),
            machineSuspended(1200 * ms, 90'000 * ms),
            processorMissed(3, 12 * ms, 4'000'000 * ms),
            endedWithoutNames(1, UnnamedBecause::ProviderHangs),
            endedWithoutNames(1300, UnnamedBecause::FilesTookTooLong),
            fileRefused(library.path, FileContent::Symbols, SymbolClient::End::TookTooLong),
            fileRefused(library.path, FileContent::UnwindInformation, SymbolClient::End::Died),
            sandboxLost(true),
            sandboxLost(false),
            tooManyHang(32),
            openersLost(),
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
