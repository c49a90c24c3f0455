/// The frames of a kernel stack that belong to the tracing itself.
#include <QTest>

#include "recorder/kernel/tracer_frames.h"

#include <QTemporaryDir>

#include <fstream>
#include <vector>

using namespace candela;

namespace {

constexpr std::uint64_t base = 0xffffffff81000000;
constexpr std::uint64_t traceRun = base + 0x100;
constexpr std::uint64_t traceiter = base + 0x200;
constexpr std::uint64_t schedule = base + 0x300;
constexpr std::uint64_t generated = 0xffffffffc0000000; // a program without a name

} // namespace

class TracerFramesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        const auto path = m_folder.filePath("kallsyms").toStdString();
        std::ofstream(path) << "ffffffff81000000 T _text\n"
                               "ffffffff81000100 T bpf_trace_run4\n"
                               "ffffffff81000200 T __traceiter_sched_switch\n"
                               "ffffffff81000300 T __schedule\n"
                               "ffffffff81000400 D data\n";
        std::ofstream(m_folder.filePath("modules").toStdString());
        auto file = openToRead(path);
        QVERIFY(file.has_value());
        QVERIFY(m_names.open(std::move(*file), m_folder.filePath("modules").toStdString()));
    }
    void framesBeforeTheTracepointAreTheTracers() {
        TracerFrames tracer(m_names);
        const std::vector<std::uint64_t> stack{generated, traceRun + 8, traceiter + 8, schedule + 8,
                                               schedule + 9};
        QCOMPARE(tracer.countIn(stack), 3u);
        QCOMPARE(tracer.countIn(stack), 3u); // the result is cached
    }
    void otherStacksStayAsTheyAre() {
        TracerFrames tracer(m_names);
        QCOMPARE(tracer.countIn({}), 0u);
        QCOMPARE(tracer.countIn(std::vector<std::uint64_t>{generated, schedule + 8}), 0u);
        // Far from the innermost frame, a tracer's frame belongs to the interrupted code.
        std::vector<std::uint64_t> deep(12, schedule + 8);
        deep.push_back(traceRun + 8);
        QCOMPARE(tracer.countIn(deep), 0u);
    }

private:
    QTemporaryDir m_folder;
    KernelNames m_names;
};

QTEST_GUILESS_MAIN(TracerFramesTest)
#include "tracer_frames_test.moc"
