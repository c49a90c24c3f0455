/// The recorder's nursery of openers with children that hang or end: what process they are asked about says
/// which. Never part of the recorder.
#include "tests/recorder/hanging_openers.h"
#include "recorder/opener/opening.pb.h"
#include "recorder/sandbox/nursery.h"

#include "model/base/byte_reader.h"

#include <ctime>
#include <poll.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

using namespace candela;

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
    if (count == 2 && std::string_view(arguments[1]) == Nursery::openersArgument)
        return Nursery::run(&answer, Nursery::Kind::Openers);
    return 2;
}
