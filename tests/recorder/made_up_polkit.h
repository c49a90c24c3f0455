/// A simulated polkit on the bus that DBUS_SYSTEM_BUS_ADDRESS names.
#pragma once

#include "tests/file_bytes.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <sys/wait.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

namespace candela {

enum class Answer { Yes, YesAndSubject, No, OnlyWithPassword, Never };

/// The pid of the process of a descriptor; 0 if it is none.
inline int pidOf(int process) {
    const auto text = readBytes(QString("/proc/self/fdinfo/%1").arg(process));
    const auto begin = text.indexOf("\nPid:");
    return begin < 0 ? 0 : text.mid(begin + 5, text.indexOf('\n', begin + 5) - begin - 5).trimmed().toInt();
}

/// Gives the same answer to every question, and records the questions: "action uid".
class MadeUpPolkit {
public:
    MadeUpPolkit(Answer answer) {
        int notes[2];
        if (::pipe2(notes, O_CLOEXEC | O_NONBLOCK) != 0) qFatal("no pipe");
        int ready[2];
        if (::pipe2(ready, O_CLOEXEC) != 0) qFatal("no pipe");
        m_pid = ::fork();
        if (m_pid == 0) {
            s_answer = answer;
            s_notes = notes[1];
            serve(ready[1]);
            ::_exit(1);
        }
        char byte = 0;
        ::close(ready[1]);
        if (::read(ready[0], &byte, 1) != 1) qFatal("no made-up polkit");
        ::close(ready[0]);
        ::close(notes[1]);
        m_notes = notes[0];
    }
    ~MadeUpPolkit() {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
        ::close(m_notes);
    }
    QStringList questions() {
        char text[4096];
        const auto size = ::read(m_notes, text, sizeof text);
        if (size > 0) m_text.append(text, static_cast<int>(size));
        return QString::fromUtf8(m_text).split('\n', Qt::SkipEmptyParts);
    }

private:
    static int answerQuestion(sd_bus_message* call, void*, sd_bus_error*) {
        const char* kind = nullptr;
        const char* action = nullptr;
        std::int32_t user = -1;
        int process = -1;
        std::uint32_t pid = 0;
        std::uint64_t startTime = 0;
        sd_bus_message_enter_container(call, 'r', "sa{sv}");
        sd_bus_message_read(call, "s", &kind);
        sd_bus_message_enter_container(call, 'a', "{sv}");
        const char* key = nullptr;
        while (sd_bus_message_enter_container(call, 'e', "sv") > 0) {
            sd_bus_message_read(call, "s", &key);
            if (qstrcmp(key, "uid") == 0)
                sd_bus_message_read(call, "v", "i", &user);
            else if (qstrcmp(key, "pidfd") == 0)
                sd_bus_message_read(call, "v", "h", &process);
            else if (qstrcmp(key, "pid") == 0)
                sd_bus_message_read(call, "v", "u", &pid);
            else if (qstrcmp(key, "start-time") == 0)
                sd_bus_message_read(call, "v", "t", &startTime);
            else
                sd_bus_message_skip(call, "v");
            sd_bus_message_exit_container(call);
        }
        sd_bus_message_exit_container(call);
        sd_bus_message_exit_container(call);
        sd_bus_message_read(call, "s", &action);
        const auto note = QString("%1 %2\n").arg(action).arg(user).toUtf8();
        [[maybe_unused]] const auto written =
            ::write(s_notes, note.constData(), static_cast<size_t>(note.size()));
        const auto subject =
            QString("subject %1 %2 %3\n").arg(pidOf(process)).arg(pid).arg(startTime).toUtf8();
        if (s_answer == Answer::YesAndSubject) [[maybe_unused]]
            const auto more = ::write(s_notes, subject.constData(), static_cast<size_t>(subject.size()));
        if (s_answer == Answer::Never) return 1;
        return sd_bus_reply_method_return(call, "(bba{ss})",
                                          s_answer == Answer::Yes || s_answer == Answer::YesAndSubject,
                                          s_answer == Answer::OnlyWithPassword, 0);
    }
    static void serve(int ready) {
        static const sd_bus_vtable table[] = {
            SD_BUS_VTABLE_START(0),
            SD_BUS_METHOD("CheckAuthorization", "(sa{sv})sa{ss}us", "(bba{ss})", answerQuestion,
                          SD_BUS_VTABLE_UNPRIVILEGED),
            SD_BUS_VTABLE_END,
        };
        sd_bus* bus = nullptr;
        if (sd_bus_open_system(&bus) < 0 ||
            sd_bus_add_object_vtable(bus, nullptr, "/org/freedesktop/PolicyKit1/Authority",
                                     "org.freedesktop.PolicyKit1.Authority", table, nullptr) < 0 ||
            sd_bus_request_name(bus, "org.freedesktop.PolicyKit1", 0) < 0 || ::write(ready, "r", 1) != 1)
            ::_exit(1);
        while (sd_bus_wait(bus, UINT64_MAX) >= 0) {
            while (sd_bus_process(bus, nullptr) > 0) {
            }
        }
    }

    static inline Answer s_answer;
    static inline int s_notes;
    pid_t m_pid = -1;
    int m_notes = -1;
    QByteArray m_text;
};

} // namespace candela
