/// A web server on the loopback address that serves files, one connection after the other.
#pragma once

#include "model/base/file.h"

#include <QByteArray>

#include <arpa/inet.h>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace candela {

class LocalFileServer {
public:
    LocalFileServer() : m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* general = reinterpret_cast<sockaddr*>(&address);
        if (::bind(m_listener.get(), general, size) == 0 && ::listen(m_listener.get(), 16) == 0 &&
            ::getsockname(m_listener.get(), general, &size) == 0)
            m_port = ntohs(address.sin_port);
        m_thread = std::jthread([this](const std::stop_token& stop) { serve(stop); });
    }

    std::string url() const { return "http://127.0.0.1:" + std::to_string(m_port) + "/"; }
    void put(const std::string& path, QByteArray content) {
        const std::lock_guard lock(m_mutex);
        m_files[path] = std::move(content);
    }
    /// Accepts requests from now on, but never answers them.
    void hold() {
        const std::lock_guard lock(m_mutex);
        m_isHolding = true;
    }
    /// The requested paths in order.
    std::vector<std::string> asked() const {
        const std::lock_guard lock(m_mutex);
        return m_asked;
    }
    bool waitUntilAsked() {
        std::unique_lock lock(m_mutex);
        return m_wasAsked.wait_for(lock, std::chrono::seconds(60), [&] { return !m_asked.empty(); });
    }

private:
    void serve(const std::stop_token& stop) {
        std::vector<FileDescriptor> held;
        while (!stop.stop_requested()) {
            pollfd ready{m_listener.get(), POLLIN, 0};
            if (::poll(&ready, 1, 20) <= 0) continue;
            FileDescriptor connection(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
            if (connection.isOpen() && !answer(connection)) held.push_back(std::move(connection));
        }
    }

    /// Answers a request; false if it gets no answer.
    bool answer(const FileDescriptor& connection) {
        const auto path = readRequest(connection);
        QByteArray reply = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        {
            const std::lock_guard lock(m_mutex);
            m_asked.push_back(path);
            m_wasAsked.notify_all();
            if (m_isHolding) return false;
            if (const auto file = m_files.find(path); file != m_files.end())
                reply = "HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(file->second.size()) +
                        "\r\nConnection: close\r\n\r\n" + file->second;
        }
        for (qsizetype sent = 0; sent < reply.size();) {
            const auto size =
                ::send(connection.get(), reply.data() + sent, std::size_t(reply.size() - sent), MSG_NOSIGNAL);
            if (size <= 0) break;
            sent += size;
        }
        return true;
    }

    /// The path of "GET PATH HTTP/1.1".
    static std::string readRequest(const FileDescriptor& connection) {
        std::string request;
        char bytes[4096];
        while (request.find("\r\n\r\n") == std::string::npos) {
            const auto size = ::recv(connection.get(), bytes, sizeof bytes, 0);
            if (size <= 0) break;
            request.append(bytes, std::size_t(size));
        }
        const auto begin = request.find(' ');
        const auto end = begin == std::string::npos ? begin : request.find(' ', begin + 1);
        return end == std::string::npos ? std::string() : request.substr(begin + 1, end - begin - 1);
    }

    FileDescriptor m_listener;
    int m_port = 0;
    mutable std::mutex m_mutex;
    std::condition_variable m_wasAsked;
    std::map<std::string, QByteArray> m_files;
    std::vector<std::string> m_asked;
    bool m_isHolding = false;
    std::jthread m_thread; // the last member, because it uses the others
};

} // namespace candela
