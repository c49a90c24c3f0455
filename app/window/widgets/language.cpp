#include "app/window/widgets/language.h"

#include "model/base/text/model_text.h"
#include "model/base/text/number_form.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>

#include <algorithm>

// A macro of Qt that can't be used inside of a namespace.
static void initTranslations() {
    Q_INIT_RESOURCE(translations);
}

namespace candela {
namespace {

constexpr auto languageKey = "window/language";

/// Whether the user prefers German to English. Of the languages that the system names, others have no
/// translation.
bool isGermanPreferred(const QLocale& system) {
    for (const auto& language : system.uiLanguages()) {
        const auto name = QLocale(language).language();
        if (name == QLocale::German) return true;
        if (name == QLocale::English || name == QLocale::C) return false;
    }
    return false;
}

/// The system's locale, as long as it has that language: it also has the country.
QLocale localeOf(QLocale::Language language) {
    const auto system = QLocale::system();
    return system.language() == language ? system : QLocale(language);
}

/// Unchanged if there is no translation: Qt returns such a text without what is after a zero byte, and with
/// other bytes where it is not UTF-8.
std::string translatedByQt(std::string_view text) {
    const QByteArray source(text.data(), static_cast<qsizetype>(text.size()));
    const auto result = QCoreApplication::translate("ModelText", source.constData());
    if (source.contains('\0') || result == QString::fromUtf8(source)) return std::string(text);
    return result.toStdString();
}

} // namespace

Language::Language(QObject* parent)
    : QObject(parent),
      m_choice(static_cast<Choice>(std::clamp(QSettings().value(languageKey, 0).toInt(), 0, 2))) {
    initTranslations();
    const auto system = QLocale::system();
    const bool isGerman =
        m_choice == Choice::German || (m_choice == Choice::System && isGermanPreferred(system));
    if (m_choice != Choice::System)
        QLocale::setDefault(localeOf(isGerman ? QLocale::German : QLocale::English));
    const QLocale locale;
    setNumberForm({locale.decimalPoint().toStdString(), locale.groupSeparator().toStdString()});
    if (m_ownTexts.load(isGerman ? "candela_de" : "candela_en", ":/translations"))
        QCoreApplication::installTranslator(&m_ownTexts);
    if (!isGerman) return;
    ModelText::setTranslator(translatedByQt);
    // Without these, which a package of its own has, buttons of Qt's dialogs are English.
    if (m_qtTexts.load("qtbase_de", QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qtTexts);
}

Language::~Language() {
    ModelText::setTranslator(nullptr);
    setNumberForm({});
    QLocale::setDefault(QLocale::system());
    // Translators remove themselves.
}

void Language::setChoice(Choice choice) {
    m_choice = choice;
    QSettings().setValue(languageKey, static_cast<int>(choice));
}

} // namespace candela

#include "moc_language.cpp"
