#include "app/recording/stop_signals.h"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace candela {
namespace {

std::atomic<int> signalPipe = -1;

void noteSignal(int) {
    const int before = errno;
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(signalPipe, &byte, 1);
    errno = before;
}

} // namespace

StopSignals::StopSignals(QObject* parent) : QObject(parent) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return; // the signals keep their defaults
    m_readEnd = FileDescriptor(ends[0]);
    m_writeEnd = FileDescriptor(ends[1]);
    signalPipe = ends[1];
    m_notifier = std::make_unique<QSocketNotifier>(ends[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        char bytes[16];
        if (::read(m_readEnd.get(), bytes, sizeof bytes) > 0) emit stopAsked();
    });
    struct sigaction action {};
    action.sa_handler = noteSignal;
    action.sa_flags = SA_RESTART;
    for (std::size_t i = 0; i < watched.size(); ++i) {
        ::sigaction(watched[i], nullptr, &m_before[i]);
        // Signals that are ignored stay ignored: under nohup, and in a shell's background jobs.
        if (m_before[i].sa_handler != SIG_IGN) ::sigaction(watched[i], &action, nullptr);
    }
}

StopSignals::~StopSignals() {
    if (!m_notifier) return;
    for (std::size_t i = 0; i < watched.size(); ++i)
        ::sigaction(watched[i], &m_before[i], nullptr);
    signalPipe = -1;
}

} // namespace candela

#include "moc_stop_signals.cpp"
