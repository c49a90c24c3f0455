/// The flame graph picture: well-formed for any names, with each box's tooltip.
#include "model/analysis/call_tree/module_tones.h"
#include "model/base/byte_reader.h"
#include "model/base/letters.h"
#include "model/formats/encoding/xml_text.h"
#include "model/formats/format.h"
#include "tests/profile_text.h"

#include <QTest>
#include <QXmlStreamReader>

using namespace candela;

namespace {

QByteArray drawn(const Profile& profile) {
    Output output;
    Task task;
    if (!findFormat("svg")->write(profile, output, task)) return {};
    return QByteArray::fromStdString(std::string(asText(output.bytes())));
}

/// The tooltips of all boxes; fails on a picture that is not well-formed.
QStringList tooltips(const QByteArray& picture) {
    QStringList texts;
    QXmlStreamReader reader(picture);
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.name() == QString("title")) texts += reader.readElementText();
    }
    if (reader.hasError()) qFatal("%s", qPrintable(reader.errorString()));
    return texts;
}

} // namespace

class SvgTest : public QObject {
    Q_OBJECT
private slots:
    void eachBoxShowsItsWeightAndShare() {
        const auto texts = tooltips(drawn(profileFromText("main;draw@libdraw.so 30\nmain;load 9\nmain 1\n")));
        QCOMPARE(texts, (QStringList{"Flame graph", "all\n40 (100.0 %)", "main\n40 (100.0 %), self 1 (2.5 %)",
                                     "draw\nlibdraw.so\n30 (75.0 %), self 30 (75.0 %)",
                                     "load\n9 (22.5 %), self 9 (22.5 %)"}));
    }

    void anyNameIsWellFormed() {
        const auto texts = tooltips(
            drawn(profileFromText("a<b>&\"c\";]]>;\x01\x1b\xff\xc3 3\n<script>alert(1)</script> 1\n")));
        QVERIFY(texts.filter("a<b>&\"c\"").size() == 1);
        QVERIFY(texts.filter("<script>alert(1)</script>").size() == 1);
        QVERIFY(texts.filter(QString::fromUtf8("␁␛\xef\xbf\xbd\xef\xbf\xbd")).size() == 1);
    }

    void namesFromRightToLeftBeginAtTheRight() {
        const auto picture = QString::fromUtf8(drawn(profileFromText("עיבוד 1\nx 1\n\"حساب 1\n(x)ע 1\n")));
        const auto label = [&](const QString& name) {
            const auto end = picture.indexOf(">" + QString(name).toHtmlEscaped() + "</text>");
            const auto begin = picture.lastIndexOf("<rect", end);
            return end < 0 ? QString() : picture.mid(begin, end - begin);
        };
        const auto number = [](const QString& text, const QString& before) {
            const auto begin = text.indexOf(before) + before.size();
            return text.mid(begin, text.indexOf('"', begin) - begin).toDouble();
        };
        for (const QString name : {"עיבוד", "\"حساب", "x", "(x)ע"}) {
            const auto text = label(name);
            QVERIFY2(!text.isEmpty(), qPrintable(picture));
            const auto left = number(text, "<rect x=\""), width = number(text, "width=\"");
            const bool isFromRight = name.isRightToLeft(); // by Qt, as in the window
            QCOMPARE(text.contains("direction=\"rtl\""), isFromRight);
            QVERIFY(std::abs(number(text, "<text x=\"") - (isFromRight ? left + width - 3 : left + 3)) <
                    0.02);
        }
    }

    void narrowBoxesAreOne() {
        const auto texts =
            tooltips(drawn(profileFromText("main;draw 1000000\nmain;rare 60\nmain;seldom;leaf 30\n")));
        QCOMPARE(texts.filter("rare").size(), 0);
        QCOMPARE(texts.filter("more"),
                 QStringList{"2 more\nfunctions that are too narrow to draw\n90 (< 0.1 %)"});
    }

    void theLegendNamesWhatColoursMean() {
        const auto picture = drawn(
            profileFromText("main@app;draw@libdraw.so.3 30\nmain@app;sys_read@[kernel] 10\nmain@app 60\n"));
        const auto legend = picture.mid(picture.indexOf("<g id=\"legend\">"));
        for (const auto* entry : {"app 60.0 %", "libdraw.so.3 30.0 %", "10.0 %"})
            QVERIFY2(legend.contains(entry), legend.constData());
        const auto tone = QByteArray("u") + QByteArray::number(qulonglong(moduleTone("libdraw.so.3")));
        QVERIFY(legend.contains("<g class=\"" + tone + "\">"));
        QVERIFY(picture.contains("<g class=\"box " + tone + "\" data-row=\"2\"><title>draw"));
        // And the style has a colour for it.
        QVERIFY(picture.contains("." + tone + " rect { fill: #"));
    }

    void kindsOfCodeHaveTextures() {
        const auto picture = drawn(profileFromText("main@app;draw@[generated code] 30\nmain@app 60\n"));
        const auto tone = QByteArray("u") + QByteArray::number(qulonglong(moduleTone("[generated code]")));
        QVERIFY(picture.contains("<g class=\"box " + tone + " xg\" data-row=\"2\"><title>draw"));
        QVERIFY(picture.contains("<pattern id=\"" + tone + "-xg\" class=\"" + tone + "\""));
        QVERIFY(picture.contains("." + tone + ".xg rect { fill: url(#" + tone + "-xg); }"));
        // Plain code has none, and each pattern that is used exists.
        QCOMPARE(picture.count("<pattern "), 2);
        const auto legend = picture.mid(picture.indexOf("<g id=\"legend\">"));
        QVERIFY(legend.contains("<g class=\"m xg\">"));
        QVERIFY(legend.contains("Generated (JIT)"));
        // Rules for matches and ancestors follow, so that these are plain.
        QVERIFY(picture.indexOf("xg rect { fill") < picture.indexOf(".box.match rect"));
        QVERIFY(!drawn(profileFromText("main@app 60\n")).contains("<pattern"));
    }

    /// The width of a box is the magnitude of the changes in it, its colour the sign of their sum.
    void differencesAreColouredByTheirSign() {
        const auto picture =
            drawn(profileFromText("main@app;draw@libdraw.so 30\nmain@app;load@app -50\nsame@app;a@app 5\n"
                                  "same@app;b@app -5\n"));
        const auto hasBox = [&](const QByteArray& boxClass, const QByteArray& name) {
            const auto begin = picture.indexOf("<g class=\"box " + boxClass + "\"");
            return picture.indexOf("<title>" + name + "\n", begin) > begin && begin >= 0;
        };
        QVERIFY(hasBox("l", "main") && hasBox("p", "draw") && hasBox("l", "load") && hasBox("z", "same"));
        const auto legend = picture.mid(picture.indexOf("<g id=\"legend\">"));
        QVERIFY2(legend.contains(">more<") && legend.contains(">less<"), legend.constData());
        QVERIFY(!picture.contains("class=\"box u"));
        const auto texts = tooltips(picture);
        QVERIFY2(texts.contains("all\n-20 (-22.2 %)"), qPrintable(texts.join('|')));
    }

    void lettersAreNotCutInTheMiddle() {
        QCOMPARE(firstLetters("zähle", 2), std::string_view("zä"));
        QCOMPARE(firstLetters("zähle", 9), std::string_view("zähle"));
        QCOMPARE(firstLetters("a\xff"
                              "b",
                              2),
                 std::string_view("a\xff"));
        QCOMPARE(xmlText("\xe2\x82"), std::string("\xef\xbf\xbd\xef\xbf\xbd"));
        QCOMPARE(xmlText("\xed\xa0\x80"), std::string("\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"));
    }
};

QTEST_APPLESS_MAIN(SvgTest)
#include "svg_test.moc"
