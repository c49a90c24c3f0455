#include "tests/benchmarks/hotspot_output.h"

#include <QDataStream>
#include <QFile>
#include <QHash>
#include <QVector>
#include <QtEndian>

#include <algorithm>

namespace candela {

namespace {

constexpr QByteArrayView magic("QPERFSTREAM\0", 12);
constexpr qsizetype versionSize = 4;
enum class RecordKind : quint8 { Location = 3, Symbol = 4, Text = 5, Sample = 13, TracePoint = 14 };

/// The functions of locations by number; an inlined location also has that of the enclosing one.
class Names {
public:
    void addLocation(QDataStream& record) {
        qint32 id = 0, file = 0, line = 0, column = 0, around = 0;
        quint64 address = 0;
        quint32 pid = 0;
        record >> id >> address >> file >> pid >> line >> column >> around;
        m_around[id] = around;
    }
    void addSymbol(QDataStream& record) {
        qint32 id = 0, name = 0;
        record >> id >> name;
        m_symbols[id] = name;
    }
    void addText(QDataStream& record) {
        qint32 id = 0;
        QByteArray text;
        record >> id >> text;
        m_texts[id] = text;
    }
    std::string of(qint32 location) const {
        for (int level = 0; level < 100 && !m_symbols.contains(location) && location >= 0; ++level)
            location = m_around.value(location, -1);
        return m_texts.value(m_symbols.value(location, -1)).toStdString();
    }
    /// The start of the stack of the first `count` frames, which begin with the innermost.
    StackStart start(const QVector<qint32>& frames, qsizetype count) const {
        StackStart start;
        if (count > 0) start.outermost = of(frames[count - 1]);
        if (count > 1) start.next = of(frames[count - 2]);
        return start;
    }

private:
    QHash<qint32, qint32> m_around, m_symbols;
    QHash<qint32, QByteArray> m_texts;
};

struct RawSample {
    quint32 pid = 0, tid = 0, cpu = 0;
    quint64 time = 0;
    QVector<qint32> frames;
    quint8 guessed = 0;
};

} // namespace

Result<std::vector<ParsedSample>> readParsedSamples(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return failure("hotspot-perfparser wrote nothing");
    const auto bytes = file.readAll();
    if (!bytes.startsWith(magic)) return failure("hotspot-perfparser wrote something else than it used to");
    Names names; // these may follow the samples that need them
    std::vector<RawSample> raw;
    for (auto position = magic.size() + versionSize; position + 4 <= bytes.size();) {
        const auto size = qFromLittleEndian<quint32>(bytes.constData() + position);
        QDataStream record(bytes.mid(position + 4, size));
        position += 4 + qsizetype(size);
        RecordKind kind{};
        record >> kind;
        if (kind == RecordKind::Location) names.addLocation(record);
        if (kind == RecordKind::Symbol) names.addSymbol(record);
        if (kind == RecordKind::Text) names.addText(record);
        if (kind != RecordKind::Sample && kind != RecordKind::TracePoint) continue;
        auto& sample = raw.emplace_back();
        record >> sample.pid >> sample.tid >> sample.time >> sample.cpu >> sample.frames >> sample.guessed;
    }
    std::vector<ParsedSample> samples;
    for (const auto& [pid, tid, cpu, time, frames, guessed] : raw) {
        const auto walked = std::max<qsizetype>(frames.size() - guessed, 0);
        samples.push_back({.tid = tid,
                           .time = time,
                           .walked = names.start(frames, walked),
                           .guessed = names.start(frames, frames.size()),
                           .hasGuesses = guessed > 0});
    }
    return samples;
}

} // namespace candela
