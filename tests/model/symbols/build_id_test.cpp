#include "model/symbols/elf/build_id.h"

#include <QTest>

using namespace candela;

class BuildIdTest : public QObject {
    Q_OBJECT
private slots:
    void aBuildIdIsTheSameInEitherCase() {
        QVERIFY(isSameBuild("a1b2c3d4e5f60718", "a1b2c3d4e5f60718"));
        QVERIFY(isSameBuild("A1B2C3D4E5F60718", "a1b2c3d4e5f60718"));
        QVERIFY(!isSameBuild("a1b2c3d4e5f60719", "a1b2c3d4e5f60718"));
        QVERIFY(!isSameBuild("a1b2c3d4e5f607", "a1b2c3d4e5f60718"));
    }
    void breakpadWritesTheFirstBytesAsAGuidWithAnAge() {
        const std::string own = "0123456789abcdef0123456789abcdef01234567";
        QVERIFY(isSameBuild("67452301AB89EFCD0123456789ABCDEF0", own));
        QVERIFY(!isSameBuild("67452301AB89EFCD0123456789ABCDEE0", own));
        QVERIFY(!isSameBuild("67452301AB89EFCD0123456789ABCDEF", own)); // that is a different build id
        QVERIFY(isSameBuild("67452301AB89EFCD00000000000000000", "0123456789abcdef"));
    }
    void anEmptyIdMatchesNone() {
        QVERIFY(!isSameBuild("", ""));
        QVERIFY(!isSameBuild("a1b2c3d4", ""));
        QVERIFY(!isSameBuild("", "a1b2c3d4"));
    }
    void otherTextsAreNoBuildIds() {
        QVERIFY(isBuildId("a1b2c3d4e5f60718"));
        QVERIFY(!isBuildId("a1b2"));
        QVERIFY(!isBuildId("9ZpQ3vTq/0aFz"));
        QVERIFY(!isBuildId("../../../../etc/passwd"));
        QVERIFY(!isBuildId(std::string(500, 'a')));
    }
};

QTEST_GUILESS_MAIN(BuildIdTest)
#include "build_id_test.moc"
