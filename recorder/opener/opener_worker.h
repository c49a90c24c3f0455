/// The opener: opens and reads files of other processes, one request after the other. If that hangs, only
/// this process hangs.
#pragma once

#include "recorder/base/packet_socket.h"
#include "recorder/base/proc_files.h"
#include "recorder/opener/opening.pb.h"
#include "recorder/processes/module_opener.h"

#include <cstdint>
#include <vector>

namespace candela {

class OpenerWorker {
public:
    explicit OpenerWorker(PacketSocket recorder) : m_recorder(std::move(recorder)) {}
    /// Answers until the recorder closes the connection; returns the exit status.
    int run();
    /// Serves the recorder at this end of the socket: a ForkServer::Work.
    static int work(PacketSocket recorder) { return OpenerWorker(std::move(recorder)).run(); }

private:
    void answer(const opening::Request& request);
    void openModule(const opening::OpenModule& request);
    void openGenerated(const opening::OpenGenerated& request);
    void openDebugFiles(const opening::OpenDebugFiles& request);
    void openSupplementaryFile(const opening::OpenSupplementaryFile& request);
    void readProcesses(const opening::ReadProcesses& request);
    void readText(const opening::ReadText& request);
    void add(FileDescriptor file);
    template<typename Request>
    void addDebugFile(FileDescriptor file, const Request& request);
    void add(const ProcessSnapshot& snapshot);
    /// Sends the answer so far if more would make the packet large.
    void sendIfLarge();
    void send();

    PacketSocket m_recorder;
    ProcFiles m_processes;
    std::uint64_t m_maximumCopy = 0; // that of the current request
    opening::Reply m_reply;
    std::size_t m_size = 0; // bytes in the reply, about
    std::vector<FileDescriptor> m_files;
    bool m_isConnected = true;
};

} // namespace candela
