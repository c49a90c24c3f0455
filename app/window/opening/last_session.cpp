#include "app/window/opening/last_session.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

namespace candela {

namespace {

constexpr auto sessionKey = "window/session";
constexpr auto choiceKey = "window/openLastSession";
/// Off: captures can take gigabytes and seconds, and a window is mostly opened for another one. The start
/// page opens each of them, or all, with one click.
constexpr bool defaultChoice = false;

/// A side of whole files is an array of their paths.
QJsonValue toJson(const SideFiles& side) {
    const auto files = QJsonArray::fromStringList(side.files);
    if (side.times.empty()) return files;
    QJsonArray times;
    for (const auto& range : side.times)
        times << QJsonArray{qint64(range.begin), qint64(range.end)};
    return QJsonObject{{"files", files}, {"times", times}};
}

/// Without files, if it is not valid.
SideFiles fromJson(const QJsonValue& json) {
    const auto part = json.toObject();
    SideFiles side;
    for (const auto& path : json.isArray() ? json.toArray() : part["files"].toArray())
        side.files << path.toString();
    for (const auto& times : part["times"].toArray()) {
        const TimeRange range{times[0].toInteger(), times[1].toInteger()};
        const bool isInOrder = side.times.empty() || side.times.back().end <= range.begin;
        if (range.begin >= range.end || !isInOrder) return {};
        side.times.push_back(range);
    }
    return side;
}

} // namespace

QString firstMissing(const std::vector<SideFiles>& sides) {
    for (const auto& side : sides)
        for (const auto& path : side.files)
            if (!QFileInfo(path).isFile()) return path;
    return {};
}

LastSession storedSession() {
    const auto json = QJsonDocument::fromJson(QSettings().value(sessionKey).toByteArray()).object();
    LastSession session;
    for (const auto& page : json["pages"].toArray()) {
        std::vector<SideFiles> sides;
        for (const auto& json : page.toArray()) {
            auto side = fromJson(json);
            if (!side.files.isEmpty()) sides.push_back(std::move(side));
        }
        if (!sides.empty()) session.pages.push_back(std::move(sides));
    }
    session.current = json["current"].toInt(-1);
    return session;
}

void storeSession(const LastSession& session) {
    QJsonArray pages;
    for (const auto& sides : session.pages) {
        QJsonArray page;
        for (const auto& side : sides)
            page << toJson(side);
        pages << page;
    }
    const QJsonObject json{{"pages", pages}, {"current", session.current}};
    const auto text = QJsonDocument(json).toJson(QJsonDocument::Compact);
    QSettings settings;
    if (settings.value(sessionKey).toByteArray() != text) settings.setValue(sessionKey, text);
}

bool opensLastSession() {
    return QSettings().value(choiceKey, defaultChoice).toBool();
}

void setOpensLastSession(bool isWanted) {
    QSettings().setValue(choiceKey, isWanted);
}

} // namespace candela
