/// Captures that tests of comparisons write: folded stacks, heap profiles, and CPU profiles with times.
#pragma once

#include "tests/test_folder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

class ComparedCaptures {
protected:
    QString file(const QString& name, const QByteArray& contents) { return m_folder.write(name, contents); }
    QString base() { return file("base.folded", "main;draw;blit 30\nmain;draw 10\nmain;load 60\n"); }
    QString newFile() {
        return file("new.folded", "main;draw;blit 90\nmain;draw 10\nmain;load 60\nmain;save 40\n");
    }

    /// A file with two functions: one has this many bytes, the other 1,000.
    QString heap(const QString& name, int arena) {
        QJsonArray children;
        for (const auto& [function, bytes] : {std::pair("cache", 1000), std::pair("arena", arena)})
            children.append(heapNode(function, bytes, {}));
        return file(name, QJsonDocument(QJsonObject{{"head", heapNode("(root)", 0, children)}}).toJson());
    }
    /// A capture with times, about 1,000 samples a second. `functions` lists by second which functions run:
    /// each sample is in one of them at random; a second without any is idle. `start`: the file's time of the
    /// beginning, in microseconds.
    QString timed(const QString& name, const std::vector<QStringList>& functions, unsigned seed = 1,
                  qint64 start = 0) {
        const QStringList all{"(root)", "draw", "load", "(idle)"};
        QJsonArray nodes, samples, deltas;
        for (qsizetype row = 0; row < all.size(); ++row) {
            QJsonObject node{{"id", row + 1},
                             {"callFrame", QJsonObject{{"functionName", all[row]},
                                                       {"scriptId", "1"},
                                                       {"url", row ? "a.js" : ""},
                                                       {"lineNumber", row},
                                                       {"columnNumber", 1}}}};
            if (row == 0) node["children"] = QJsonArray{2, 3, 4};
            nodes.append(node);
        }
        std::mt19937 random(seed);
        qint64 time = 0;
        for (std::size_t second = 0; second < functions.size(); ++second) {
            const auto& names = functions[second];
            while (time < qint64(second + 1) * 1'000'000) {
                const auto picked = std::uniform_int_distribution<qsizetype>(
                    0, std::max<qsizetype>(names.size(), 1) - 1)(random);
                samples.append(all.indexOf(names.isEmpty() ? "(idle)" : names[picked]) + 1);
                deltas.append(900 + int(random() % 200));
                time += deltas.last().toInt();
            }
        }
        return file(name, QJsonDocument(QJsonObject{{"nodes", nodes},
                                                    {"startTime", start},
                                                    {"endTime", start + qint64(functions.size()) * 1'000'000},
                                                    {"samples", samples},
                                                    {"timeDeltas", deltas}})
                              .toJson(QJsonDocument::Compact));
    }

private:
    static QJsonObject heapNode(const char* name, int bytes, const QJsonArray& children) {
        const QJsonObject frame{{"functionName", name},
                                {"scriptId", "1"},
                                {"url", "a.js"},
                                {"lineNumber", 1},
                                {"columnNumber", 1}};
        return {{"callFrame", frame}, {"selfSize", bytes}, {"id", 1}, {"children", children}};
    }

    candela::TestFolder m_folder;
};
