#include "app/window/opening/last_session.h"

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

} // namespace

LastSession storedSession() {
    const auto json = QJsonDocument::fromJson(QSettings().value(sessionKey).toByteArray()).object();
    LastSession session;
    for (const auto& page : json["pages"].toArray()) {
        std::vector<QStringList> sides;
        for (const auto& side : page.toArray()) {
            QStringList paths;
            for (const auto& path : side.toArray())
                paths << path.toString();
            if (!paths.isEmpty()) sides.push_back(paths);
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
            page << QJsonArray::fromStringList(side);
        pages << page;
    }
    const QJsonObject json{{"pages", pages}, {"current", session.current}};
    QSettings().setValue(sessionKey, QJsonDocument(json).toJson(QJsonDocument::Compact));
}

bool opensLastSession() {
    return QSettings().value(choiceKey, defaultChoice).toBool();
}

void setOpensLastSession(bool isWanted) {
    QSettings().setValue(choiceKey, isWanted);
}

} // namespace candela
