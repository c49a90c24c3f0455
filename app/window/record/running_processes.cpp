#include "app/window/record/running_processes.h"

#include <QDir>
#include <QFile>
#include <QHash>

#include <algorithm>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace candela {
namespace {

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.read(16384) : QByteArray();
}

QString userName(uid_t user) {
    static QHash<uid_t, QString> known;
    auto found = known.find(user);
    if (found == known.end()) {
        const auto* entry = ::getpwuid(user);
        found = known.insert(user, entry ? QString::fromLocal8Bit(entry->pw_name) : QString::number(user));
    }
    return *found;
}

} // namespace

bool readStat(const QByteArray& text, RunningProcess& process) {
    const auto open = text.indexOf('('), close = text.lastIndexOf(')');
    if (open < 0 || close < open) return false;
    const auto fields = text.mid(close + 2).split(' '); // the fields from the third (the state) on
    if (fields.size() < 20) return false;
    process.pid = text.left(open).trimmed().toInt();
    process.name = QString::fromLocal8Bit(text.mid(open + 1, close - open - 1));
    process.cpuTime = fields[11].toULongLong() + fields[12].toULongLong();
    process.startTime = fields[19].toULongLong();
    return process.pid > 0;
}

std::vector<RunningProcess> runningProcesses() {
    std::vector<RunningProcess> found;
    for (const auto& entry : QDir("/proc").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isNumber = false;
        const int pid = entry.toInt(&isNumber);
        if (!isNumber || pid == ::getpid()) continue;
        const auto folder = "/proc/" + entry;
        RunningProcess process;
        if (!readStat(contents(folder + "/stat"), process)) continue;
        auto words = contents(folder + "/cmdline");
        while (words.endsWith('\0'))
            words.chop(1);
        if (words.isEmpty()) continue;
        process.commandLine = QString::fromLocal8Bit(words.replace('\0', ' '));
        if (struct stat status{}; ::stat(folder.toLocal8Bit().constData(), &status) == 0)
            process.user = userName(status.st_uid);
        found.push_back(std::move(process));
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.pid < b.pid; });
    return found;
}

} // namespace candela
