#include "tests/benchmarks/hotspot_output.h"

#include <QDataStream>
#include <QFile>
#include <QVector>
#include <QtEndian>

#include <algorithm>

namespace candela {

namespace {

constexpr QByteArrayView magic("QPERFSTREAM\0", 12);
constexpr qsizetype versionSize = 4;
constexpr quint8 sampleRecord = 13;
constexpr quint8 tracePointRecord = 14;

} // namespace

Result<std::vector<ParsedSample>> readParsedSamples(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return failure("hotspot-perfparser wrote nothing");
    const auto bytes = file.readAll();
    if (!bytes.startsWith(magic)) return failure("hotspot-perfparser wrote something else than it used to");
    std::vector<ParsedSample> samples;
    for (auto place = magic.size() + versionSize; place + 4 <= bytes.size();) {
        const auto size = qFromLittleEndian<quint32>(bytes.constData() + place);
        QDataStream record(bytes.mid(place + 4, size));
        place += 4 + qsizetype(size);
        quint8 kind = 0;
        record >> kind;
        if (kind != sampleRecord && kind != tracePointRecord) continue;
        quint32 pid = 0, tid = 0, cpu = 0;
        quint64 time = 0;
        QVector<qint32> frames;
        quint8 guessed = 0;
        record >> pid >> tid >> time >> cpu >> frames >> guessed;
        const auto count = static_cast<std::size_t>(frames.size());
        samples.push_back({tid, time, count, std::min<std::size_t>(guessed, count)});
    }
    return samples;
}

} // namespace candela
