/// hanging_files FOLDER PROGRAM: mounts its own file system at FOLDER, whose only file, "program", is a copy
/// of PROGRAM, and runs that. It answers only this program: another process that opens or reads the file
/// waits until this process is killed. Needs root. See fuse(4) and linux/fuse.h.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <linux/fuse.h>
#include <string>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr std::uint64_t fileNode = 2;
constexpr std::uint64_t longTime = 1'000'000; // seconds that the kernel may keep an answer

class Server {
public:
    Server(int device, std::string contents) : m_device(device), m_contents(std::move(contents)) {}
    /// Serves until the file system is unmounted. `program` is the process that gets answers.
    void serve(pid_t program) {
        m_program = program;
        std::vector<char> request(1 << 20);
        for (;;) {
            const auto size = read(m_device, request.data(), request.size());
            if (size < 0 && (errno == EINTR || errno == ENOENT)) continue;
            if (size < static_cast<ssize_t>(sizeof(fuse_in_header))) return;
            fuse_in_header header{};
            std::memcpy(&header, request.data(), sizeof header);
            answer(header, request.data() + sizeof header);
        }
    }

private:
    void answer(const fuse_in_header& header, const char* body) {
        const bool isAsked = header.opcode == FUSE_OPEN || header.opcode == FUSE_READ;
        if (isAsked && static_cast<pid_t>(header.pid) != m_program) return; // the stranger waits
        switch (header.opcode) {
        case FUSE_INIT: {
            fuse_init_out out{};
            out.major = FUSE_KERNEL_VERSION;
            out.minor = FUSE_KERNEL_MINOR_VERSION;
            out.max_readahead = 1 << 17;
            out.max_write = 1 << 17;
            return reply(header, &out, sizeof out);
        }
        case FUSE_LOOKUP: {
            if (std::strcmp(body, "program") != 0) return refuse(header, ENOENT);
            fuse_entry_out out{};
            out.nodeid = fileNode;
            out.entry_valid = out.attr_valid = longTime;
            out.attr = attributes(fileNode);
            return reply(header, &out, sizeof out);
        }
        case FUSE_GETATTR: {
            fuse_attr_out out{};
            out.attr_valid = longTime;
            out.attr = attributes(header.nodeid);
            return reply(header, &out, sizeof out);
        }
        case FUSE_OPEN: {
            fuse_open_out out{};
            return reply(header, &out, sizeof out);
        }
        case FUSE_READ: {
            fuse_read_in in{};
            std::memcpy(&in, body, sizeof in);
            const auto offset = std::min<std::size_t>(in.offset, m_contents.size());
            return reply(header, m_contents.data() + offset,
                         std::min<std::size_t>(in.size, m_contents.size() - offset));
        }
        case FUSE_FORGET:
        case FUSE_BATCH_FORGET:
            return;
        case FUSE_RELEASE:
        case FUSE_FLUSH:
            return reply(header, nullptr, 0);
        default:
            return refuse(header, ENOSYS);
        }
    }
    fuse_attr attributes(std::uint64_t node) const {
        fuse_attr attributes{};
        attributes.ino = node;
        attributes.mode = node == fileNode ? S_IFREG | 0755 : S_IFDIR | 0755;
        attributes.nlink = 1;
        attributes.size = node == fileNode ? m_contents.size() : 0;
        attributes.blksize = 4096;
        return attributes;
    }
    void reply(const fuse_in_header& header, const void* body, std::size_t size) {
        send({static_cast<std::uint32_t>(sizeof(fuse_out_header) + size), 0, header.unique}, body, size);
    }
    void refuse(const fuse_in_header& header, int error) {
        send({sizeof(fuse_out_header), -error, header.unique}, nullptr, 0);
    }
    void send(const fuse_out_header& header, const void* body, std::size_t size) {
        std::vector<char> bytes(sizeof header + size);
        std::memcpy(bytes.data(), &header, sizeof header);
        if (size > 0) std::memcpy(bytes.data() + sizeof header, body, size);
        // The process that asked may have exited by now.
        [[maybe_unused]] const auto sent = write(m_device, bytes.data(), bytes.size());
    }

    int m_device;
    std::string m_contents;
    pid_t m_program = -1;
};

} // namespace

int main(int count, char** arguments) {
    if (count != 3) return 2;
    std::ifstream source(arguments[2], std::ios::binary);
    const int device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    char options[128];
    std::snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=0,group_id=0,allow_other", device);
    if (!source || device < 0 ||
        mount("hanging_files", arguments[1], "fuse", MS_NODEV | MS_NOSUID, options) != 0) {
        std::perror("hanging_files");
        return 1;
    }
    Server server(device, {std::istreambuf_iterator<char>(source), {}});
    const auto path = std::string(arguments[1]) + "/program";
    const auto program = fork();
    if (program == 0) {
        execl(path.c_str(), path.c_str(), "600", nullptr);
        _exit(127);
    }
    server.serve(program);
}
