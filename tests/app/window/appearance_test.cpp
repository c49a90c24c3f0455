/// The application's look: Candela's own theme, light or dark by the desktop's portal, or as chosen.
#include "app/window/widgets/appearance.h"
#include "tests/window_settings.h"
#include "views/widgets/outline_style.h"

#include <QApplication>
#include <QCheckBox>
#include <QDBusContext>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QProcess>
#include <QSettings>
#include <QStyle>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdlib>

using namespace candela;

/// A stand-in for the desktop's portal.
class Portal : public QObject, protected QDBusContext {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
public:
    uint scheme = 0;
    bool isSilent = false;

public slots:
    QDBusVariant Read(const QString& group, const QString& key) {
        if (isSilent) setDelayedReply(true);
        if (group != "org.freedesktop.appearance" || key != "color-scheme")
            sendErrorReply("org.freedesktop.portal.Error.NotFound", "no such setting");
        return QDBusVariant(QVariant::fromValue(QDBusVariant(scheme))); // wrapped twice, as the real one does
    }

signals:
    void SettingChanged(const QString& group, const QString& key, const QDBusVariant& value);
};

class AppearanceTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_settings;
    QProcess m_daemon;
    QString m_address;
    Portal m_portal;

    static bool looks(ColourScheme scheme) {
        const auto& theme = Theme::of(scheme);
        return qobject_cast<OutlineStyle*>(QApplication::style()) &&
               QApplication::palette().color(QPalette::Window) == theme.window &&
               QApplication::palette().color(QPalette::Base) == theme.base &&
               QWidget().palette().text() == theme.text;
    }
    QDBusConnection bus() const { return QDBusConnection("window"); }

private slots:
    void initTestCase() {
        keepSettingsIn(m_settings.path());
        m_daemon.start("dbus-daemon", {"--session", "--nofork", "--print-address"});
        QVERIFY2(m_daemon.waitForStarted(), "dbus-daemon is not installed");
        QVERIFY(m_daemon.waitForReadyRead());
        m_address = QString::fromUtf8(m_daemon.readLine()).trimmed();
        QVERIFY(QDBusConnection::connectToBus(m_address, "window").isConnected());
        auto portal = QDBusConnection::connectToBus(m_address, "portal");
        QVERIFY(portal.registerObject("/org/freedesktop/portal/desktop", &m_portal,
                                      QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
        QVERIFY(portal.registerService("org.freedesktop.portal.Desktop"));
    }
    void cleanupTestCase() {
        QDBusConnection::disconnectFromBus("window");
        QDBusConnection::disconnectFromBus("portal");
        m_daemon.terminate();
        m_daemon.waitForFinished();
    }
    void init() {
        QSettings().clear();
        m_portal.isSilent = false;
    }
    void theThemeIsAppliedAsTheDesktopWantsIt_data() {
        QTest::addColumn<uint>("wanted");
        QTest::addColumn<bool>("isDark");
        QTest::newRow("no preference") << 0U << false;
        QTest::newRow("dark") << 1U << true;
        QTest::newRow("light") << 2U << false;
        QTest::newRow("a value of the future") << 7U << false;
    }
    void theThemeIsAppliedAsTheDesktopWantsIt() {
        QFETCH(uint, wanted);
        QFETCH(bool, isDark);
        Theme::apply(ColourScheme::Light); // as the palette of the platform is
        m_portal.scheme = wanted;
        const Appearance appearance(bus());
        QVERIFY(looks(isDark ? ColourScheme::Dark : ColourScheme::Light));
    }
    void anEmptyCheckBoxIsSeen() {
        for (const auto scheme : {ColourScheme::Light, ColourScheme::Dark}) {
            Theme::apply(scheme);
            QCheckBox box;
            box.show();
            box.resize(box.sizeHint());
            const auto picture = box.grab().toImage();
            const int window = box.palette().color(QPalette::Window).lightness();
            int distance = 0; // of the outline's lightness
            for (int x = 0; x < picture.width(); ++x)
                distance = std::max(
                    distance, std::abs(picture.pixelColor(x, picture.height() / 2).lightness() - window));
            QVERIFY2(distance > 40, qPrintable(QString::number(distance)));
        }
    }
    void aChangeOfTheDesktopIsFollowed() {
        m_portal.scheme = 2;
        const Appearance appearance(bus());
        QVERIFY(looks(ColourScheme::Light));
        emit m_portal.SettingChanged("org.freedesktop.appearance", "color-scheme", QDBusVariant(1U));
        QTRY_VERIFY(looks(ColourScheme::Dark));
        emit m_portal.SettingChanged("org.gnome.desktop.interface", "color-scheme", QDBusVariant(2U));
        emit m_portal.SettingChanged("org.freedesktop.appearance", "color-scheme", QDBusVariant(2U));
        QTRY_VERIFY(looks(ColourScheme::Light));
    }
    void withoutAPortalThePlatformsPaletteDecides() {
        for (const auto scheme : {ColourScheme::Dark, ColourScheme::Light}) {
            Theme::apply(scheme);
            const Appearance appearance{QDBusConnection(QString())};
            QVERIFY(looks(scheme));
        }
    }
    void aPortalThatIsSilentHoldsNothingUp() {
        Theme::apply(ColourScheme::Light);
        m_portal.isSilent = true;
        const Appearance appearance(bus());
        QVERIFY(looks(ColourScheme::Light));
    }
    void aChoiceWinsAndIsRemembered() {
        m_portal.scheme = 1;
        Appearance appearance(bus());
        appearance.setChoice(Appearance::Choice::Light);
        QVERIFY(looks(ColourScheme::Light));
        Appearance next(bus());
        QCOMPARE(next.choice(), Appearance::Choice::Light);
        QVERIFY(looks(ColourScheme::Light));
        next.setChoice(Appearance::Choice::Desktop);
        QTRY_VERIFY(looks(ColourScheme::Dark));
    }
};

QTEST_MAIN(AppearanceTest)
#include "appearance_test.moc"
