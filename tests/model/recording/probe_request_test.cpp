#include <QTest>

#include "model/recording/probe_request.h"

using namespace candela;

class ProbeRequestTest : public QObject {
    Q_OBJECT
private slots:
    void aTextIsARequestAndBack_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("options");
        QTest::newRow("name") << "cpu" << 0;
        QTest::newRow("option") << "faults:period=10" << 1;
        QTest::newRow("options") << "offcpu:minimum=1000,waker=1" << 2;
        QTest::newRow("largest number") << "a:b=18446744073709551615" << 1;
    }
    void aTextIsARequestAndBack() {
        QFETCH(QString, text);
        QFETCH(int, options);
        const auto request = readProbeRequest(text.toStdString());
        QVERIFY(request);
        QCOMPARE(request->options.size(), options);
        QCOMPARE(QString::fromStdString(textOf(*request)), text);
    }
    void anOptionHasItsNumber() {
        const auto request = readProbeRequest("offcpu:minimum=1000,waker=1");
        QVERIFY(request);
        QVERIFY((*request == ProbeRequest{"offcpu", {{"minimum", 1000}, {"waker", 1}}}));
    }
    void whatIsNoRequestIsRefused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("nothing") << ""
                                 << "a probe needs a name";
        QTest::newRow("no name") << ":a=1"
                                 << "a probe needs a name";
        QTest::newRow("no option") << "a:"
                                   << "\"\" is not an option of a probe";
        QTest::newRow("no number") << "a:b"
                                   << "\"b\" is not an option of a probe";
        QTest::newRow("no digits") << "a:b="
                                   << "\"\" is not a whole number for the option b";
        QTest::newRow("unit") << "a:b=1ms"
                              << "\"1ms\" is not a whole number for the option b";
        QTest::newRow("negative") << "a:b=-1"
                                  << "\"-1\" is not a whole number for the option b";
        QTest::newRow("too large") << "a:b=18446744073709551616"
                                   << "\"18446744073709551616\" is not a whole number for the option b";
        QTest::newRow("comma at the end") << "a:b=1,"
                                          << "\"\" is not an option of a probe";
    }
    void whatIsNoRequestIsRefused() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const auto request = readProbeRequest(text.toStdString());
        QVERIFY(!request);
        QCOMPARE(QString::fromStdString(request.error().message), message);
    }
};

QTEST_GUILESS_MAIN(ProbeRequestTest)
#include "probe_request_test.moc"
