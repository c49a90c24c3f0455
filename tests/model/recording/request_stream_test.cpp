#include "model/recording/request_stream.h"

#include "model/base/byte_reader.h"

#include <QTest>

using namespace candela;

namespace {

std::string start(int pid) {
    recording::Request request;
    request.mutable_start()->add_pids(pid);
    return writeRequest(request).value();
}

} // namespace

class RequestStreamTest : public QObject {
    Q_OBJECT
private slots:
    void requestsArriveInAnyPieces() {
        const auto bytes = start(12) + start(13);
        for (std::size_t size = 1; size <= bytes.size(); ++size) {
            RequestReader reader;
            std::vector<int> pids;
            for (std::size_t at = 0; at < bytes.size(); at += size) {
                reader.feed(asBytes(std::string_view(bytes).substr(at, size)));
                while (auto request = reader.next().value())
                    pids.push_back(request->start().pids(0));
            }
            QCOMPARE(pids, (std::vector{12, 13}));
            QVERIFY(!reader.isInsideRequest());
        }
    }
    void aPartOfARequestIsNotYetOne() {
        const auto bytes = start(12);
        RequestReader reader;
        reader.feed(asBytes(bytes).first(bytes.size() - 1));
        QVERIFY(reader.next().value() == std::nullopt);
        QVERIFY(reader.isInsideRequest());
    }
    void aLengthAboveTheLimitIsRefusedAtOnce() {
        RequestReader reader;
        reader.feed(asBytes(std::string_view("\xff\xff\xff\x7f", 4)));
        QVERIFY(!reader.next());
        reader.feed(asBytes(start(12)));
        QVERIFY(!reader.next());
    }
    void whatIsNoRequestIsRefused() {
        RequestReader reader;
        reader.feed(asBytes(std::string_view("\x04\0\0\0\xff\xff\xff\xff", 8)));
        QVERIFY(!reader.next());
    }
    void aRequestAboveTheLimitIsNotWritten() {
        recording::Request request;
        request.mutable_start()->add_probes(std::string(maximumRequestSize, 'a'));
        QVERIFY(!writeRequest(request));
    }
};

QTEST_GUILESS_MAIN(RequestStreamTest)
#include "request_stream_test.moc"
