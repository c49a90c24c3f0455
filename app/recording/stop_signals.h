/// While it lives, turns the signals that ask a program to end (Ctrl-C, SIGTERM, a closed terminal) into Qt
/// signals. Only one object may exist at a time.
#pragma once

#include "model/base/file.h"

#include <QObject>
#include <QSocketNotifier>

#include <array>
#include <csignal>
#include <memory>

namespace candela {

class StopSignals : public QObject {
    Q_OBJECT
public:
    explicit StopSignals(QObject* parent = nullptr);
    ~StopSignals() override;

signals:
    void stopAsked();

private:
    static constexpr std::array watched{SIGINT, SIGTERM, SIGHUP};

    FileDescriptor m_readEnd, m_writeEnd; // the handler writes, the event loop reads
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::array<struct sigaction, watched.size()> m_before{};
};

} // namespace candela
