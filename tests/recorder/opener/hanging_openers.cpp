/// The recorder's fork server of openers, with children that hang or end, depending on the process in the
/// request. Never part of the recorder.
#include "tests/recorder/opener/hanging_openers.h"
#include "recorder/opener/opening.pb.h"
#include "recorder/sandbox/fork_server.h"

#include "model/base/byte_reader.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <poll.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

using namespace candela;

const auto begin = std::chrono::steady_clock::now(); // when the fork server started; its children are copies
                                                     // of it

std::int64_t millisecondsLeft() {
    const auto left = begin + std::chrono::seconds(1) - std::chrono::steady_clock::now();
    return std::chrono::duration_cast<std::chrono::milliseconds>(left).count();
}

/// Answers with its own number.
int answer(PacketSocket recorder) {
    std::string packet;
    std::vector<FileDescriptor> none;
    while (recorder.receive(packet, none, PacketSocket::Wait::Yes) == PacketSocket::Outcome::Done) {
        opening::Request request;
        if (!request.ParseFromString(packet)) return 1;
        const auto pid = request.read_text().pid();
        if (pid == deadlyProcess) return 1;
        while (pid == hangingProcess)
            ::poll(nullptr, 0, -1);
        // The filter of openers allows no other way to sleep.
        if (pid == lateProcess)
            ::poll(nullptr, 0, static_cast<int>(std::max<std::int64_t>(0, millisecondsLeft())));
        constexpr std::clock_t halfASecond = CLOCKS_PER_SEC / 2;
        for (const auto begin = std::clock(); pid == slowProcess && std::clock() - begin < halfASecond;) {
        }
        opening::Reply reply;
        reply.set_number(request.number());
        reply.set_is_last(true);
        reply.set_is_there(true);
        reply.set_text(std::to_string(::getpid()));
        if (recorder.send(asBytes(reply.SerializeAsString()), {}, PacketSocket::Wait::Yes) !=
            PacketSocket::Outcome::Done)
            break;
    }
    return 0;
}

} // namespace

int main(int count, char** arguments) {
    if (count == 2 && std::string_view(arguments[1]) == ForkServer::openersArgument)
        return ForkServer::run(&answer, ForkServer::Kind::Openers);
    return 2;
}
