/// Texts of recorders in another language: which parts of a text are slots of its pattern.
#include "model/base/text/model_text.h"
#include "model/base/text/number_form.h"
#include "model/recording/recorder_text.h"

#include <QTest>

#include <map>
#include <string>

using namespace candela;

namespace {

const std::map<std::string, std::string, std::less<>> translations = {
    {"the recorder is busy", "der Recorder ist beschäftigt"},
    {"{} of {} samples are lost", "{} von {} Samples fehlen"},
    {"asleep for {} after {}", "schlief {} lang nach {}"},
    {"no probe \"{}\"", "keine Probe „{}“"},
    {"{} ({} MB) is too large", "{} ({} MB) ist zu groß"},
    {"event {} can't be opened: {}", "Event {} ist nicht zu öffnen: {}"},
    {"\"{}\" on device {} hangs", "„{}“ auf Gerät {} hängt"},
    {"it is without: {}", "es fehlt: {}"},
    {"a network", "ein Netz"},
    {"memory limits", "Grenzen für Speicher"},
    {"a cut pattern: {}", "ohne Stelle"},
};

} // namespace

class RecorderTextTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        setNumberForm({",", "."});
        ModelText::setTranslator([](std::string_view text) -> std::string {
            const auto found = translations.find(text);
            return found == translations.end() ? std::string(text) : found->second;
        });
    }
    void cleanup() {
        ModelText::setTranslator(nullptr);
        setNumberForm({});
    }

    void textsAreFoundByTheirPattern_data() {
        QTest::addColumn<QByteArray>("english");
        QTest::addColumn<QByteArray>("german");
        const auto add = [](const char* name, const char* english, const char* german) {
            QTest::newRow(name) << QByteArray(english) << QByteArray(german);
        };
        const auto stays = [&](const char* name, const char* english) { add(name, english, english); };
        add("no slot", "the recorder is busy", "der Recorder ist beschäftigt");
        add("numbers", "12 of 1,300 samples are lost", "12 von 1.300 Samples fehlen");
        add("durations", "asleep for 1.20 s after 30.0 ms", "schlief 1,20 s lang nach 30,0 ms");
        add("a version", "asleep for 1.20 after 6.18", "schlief 1.20 lang nach 6.18");
        add("a name", "no probe \"page faults 2\"", "keine Probe „page faults 2“");
        add("a path", "/usr/lib/libz.so.1 (12 MB) is too large", "/usr/lib/libz.so.1 (12 MB) ist zu groß");
        add("what the system reports", "event 7 can't be opened: error 12 of \"x\"",
            "Event 7 ist nicht zu öffnen: error 12 of \"x\"");
        add("a device", "\"/mnt/a b\" on device 8:17 hangs", "„/mnt/a b“ auf Gerät 8:17 hängt");
        add("a list", "it is without: a network, memory limits", "es fehlt: ein Netz, Grenzen für Speicher");
        add("a list with something else", "it is without: a network, sleep", "es fehlt: ein Netz, sleep");
        add("a slot as a value", "no probe \"{}\"", "keine Probe „{}“");
        stays("unknown", "the recorder is idle");
        stays("unknown with a number", "47 others {} remain 11");
        stays("an open quotation mark", "no probe \"cpu");
        stays("a translation that lacks the slot", "a cut pattern: reason");
        stays("nothing", "");
    }
    void textsAreFoundByTheirPattern() {
        QFETCH(QByteArray, english);
        QFETCH(QByteArray, german);
        QCOMPARE(QByteArray::fromStdString(recorderText(english.toStdString())), german);
    }
};

QTEST_MAIN(RecorderTextTest)
#include "recorder_text_test.moc"
