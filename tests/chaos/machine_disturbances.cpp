#include "tests/chaos/machine_disturbances.h"

#include "tests/recorder/held_program.h"

#include <QDir>
#include <QFile>

#include <memory>
#include <utility>
#include <vector>

#include <sys/mount.h>

namespace candela {

namespace {

class Program : public Disturbance {
public:
    Program(QStringList words, int copies) : m_words(std::move(words)), m_copies(copies) {}
    void begin(Scene&) override {
        for (int copy = 0; copy < m_copies; ++copy)
            m_loads.push_back(std::make_unique<Load>(m_words));
    }
    void end(Scene&) override { m_loads.clear(); }
    bool mayOutlastRecording() const override { return true; }

private:
    QStringList m_words;
    int m_copies;
    std::vector<std::unique_ptr<Load>> m_loads;
};

std::unique_ptr<Disturbance> program(const QString& name, const QStringList& arguments = {}, int copies = 1) {
    return std::make_unique<Program>(QStringList{workloads + name} + arguments, copies);
}

/// A program on a file system that answers no other process. The mount is visible to this program only, and
/// ends with its server.
class HangingFiles : public Disturbance {
    QString prepare(Scene& scene) override {
        m_folder = scene.folder + "/hanging";
        QDir().mkpath(m_folder);
        return QFile::exists("/dev/fuse") ? "" : "there is no /dev/fuse";
    }
    void begin(Scene&) override {
        m_server.start({workloads + "hanging_files", m_folder, workloads + "two_builds_static"});
    }
    void end(Scene&) override {
        m_server.stop();
        ::umount2(m_folder.toLocal8Bit().constData(), MNT_DETACH);
    }
    bool mayOutlastRecording() const override { return true; }

    QString m_folder;
    Load m_server;
};

/// Switches off the processor with the highest number for a while.
class ProcessorOff : public Disturbance {
public:
    ~ProcessorOff() override {
        if (!m_switch.isEmpty()) set("1");
    }

private:
    QString prepare(Scene&) override {
        for (int cpu = 1; QFile::exists(QString("/sys/devices/system/cpu/cpu%1/online").arg(cpu)); ++cpu)
            m_switch = QString("/sys/devices/system/cpu/cpu%1/online").arg(cpu);
        return m_switch.isEmpty() ? "no processor can be switched off" : "";
    }
    void begin(Scene&) override { set("0"); }
    void end(Scene&) override { set("1"); }

    void set(const char* value) {
        QFile file(m_switch);
        if (file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) file.write(value);
    }
    QString m_switch;
};

} // namespace

std::unique_ptr<Disturbance> makeForkStorm() {
    return program("many_forks", {"3"});
}
std::unique_ptr<Disturbance> makeExecStorm() {
    return program("storm", {"100000", "8"});
}
std::unique_ptr<Disturbance> makeManyMappings() {
    return program("many_mappings", {"31000"});
}
std::unique_ptr<Disturbance> makeManyThreads() {
    return program("many_threads", {"2000"});
}
std::unique_ptr<Disturbance> makeFakeJava() {
    return program("fake_java", {}, 6);
}
std::unique_ptr<Disturbance> makeHostileMap() {
    return program("hostile_map");
}
std::unique_ptr<Disturbance> makeHangingFiles() {
    return std::make_unique<HangingFiles>();
}
std::unique_ptr<Disturbance> makeProcessorOff() {
    return std::make_unique<ProcessorOff>();
}

} // namespace candela
