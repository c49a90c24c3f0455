/// What `candela annotate --format json` printed.
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include <cstdint>
#include <map>

namespace candela {

/// Nanoseconds.
struct LineWeights {
    std::int64_t self = 0;
    std::int64_t total = 0;
    bool operator==(const LineWeights&) const = default;
};

inline QJsonArray instructionsOf(const QJsonObject& annotation) {
    QJsonArray all;
    for (const auto& code : annotation["code"].toArray()) {
        for (const auto& instruction : code.toObject()["instructions"].toArray())
            all.append(instruction);
    }
    return all;
}

inline std::uint64_t addressOf(const QJsonObject& instruction) {
    return instruction["address"].toString().mid(2).toULongLong(nullptr, 16);
}

/// "mix.h:5": the last part of the path, and the line.
inline QString lineName(const QString& file, qint64 line) {
    return file.section('/', -1) + ":" + QString::number(line);
}

inline std::map<QString, LineWeights> linesOf(const QJsonObject& annotation) {
    std::map<QString, LineWeights> lines;
    for (const auto& value : annotation["lines"].toArray()) {
        const auto line = value.toObject();
        lines[lineName(line["file"].toString(), line["line"].toInteger())] = {line["self"].toInteger(),
                                                                              line["total"].toInteger()};
    }
    return lines;
}

inline QString textOf(const std::map<QString, LineWeights>& lines) {
    QString text;
    for (const auto& [line, weights] : lines)
        text += QString("%1 self %2 total %3\n").arg(line).arg(weights.self).arg(weights.total);
    return text;
}

} // namespace candela
