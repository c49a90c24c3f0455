#include "views/filter/label_titles.h"

#include "views/text/plain_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace candela {

namespace {

constexpr auto titleContext = "candela::LabelTitle";

struct LabelTitle {
    std::string_view key; ///< as providers of the recorder write it
    const char *title, *perValue;
};

constexpr LabelTitle labelTitles[] = {
    {"cgroup", QT_TRANSLATE_NOOP("candela::LabelTitle", "Cgroup"),
     QT_TRANSLATE_NOOP("candela::LabelTitle", "Per cgroup")},
    {"command_line", QT_TRANSLATE_NOOP("candela::LabelTitle", "Command line"),
     QT_TRANSLATE_NOOP("candela::LabelTitle", "Per command line")},
    {"compiler", QT_TRANSLATE_NOOP("candela::LabelTitle", "Compiler"),
     QT_TRANSLATE_NOOP("candela::LabelTitle", "Per compiler")},
    {"container.engine", QT_TRANSLATE_NOOP("candela::LabelTitle", "Container engine"),
     QT_TRANSLATE_NOOP("candela::LabelTitle", "Per container engine")},
    {"container.id", QT_TRANSLATE_NOOP("candela::LabelTitle", "Container"),
     QT_TRANSLATE_NOOP("candela::LabelTitle", "Per container")},
    {"executable", QT_TRANSLATE_NOOP("candela::LabelTitle", "Executable"),
     QT_TRANSLATE_NOOP("candela::LabelTitle", "Per executable")},
    {"executable.build_id", QT_TRANSLATE_NOOP("candela::LabelTitle", "Build ID"),
     QT_TRANSLATE_NOOP("candela::LabelTitle", "Per build ID")},
    {"kubernetes.pod", QT_TRANSLATE_NOOP("candela::LabelTitle", "Kubernetes pod"),
     QT_TRANSLATE_NOOP("candela::LabelTitle", "Per Kubernetes pod")},
    {"kubernetes.qos", QT_TRANSLATE_NOOP("candela::LabelTitle", "Kubernetes QoS class"),
     QT_TRANSLATE_NOOP("candela::LabelTitle", "Per Kubernetes QoS class")},
    {"systemd.slice", QT_TRANSLATE_NOOP("candela::LabelTitle", "Systemd slice"),
     QT_TRANSLATE_NOOP("candela::LabelTitle", "Per systemd slice")},
    {"systemd.unit", QT_TRANSLATE_NOOP("candela::LabelTitle", "Systemd unit"),
     QT_TRANSLATE_NOOP("candela::LabelTitle", "Per systemd unit")},
    {"systemd.user_unit", QT_TRANSLATE_NOOP("candela::LabelTitle", "Systemd user unit"),
     QT_TRANSLATE_NOOP("candela::LabelTitle", "Per systemd user unit")},
    {"user", QT_TRANSLATE_NOOP("candela::LabelTitle", "User"),
     QT_TRANSLATE_NOOP("candela::LabelTitle", "Per user")},
};

const LabelTitle* knownLabel(std::string_view key) {
    const auto* found = std::ranges::find(labelTitles, key, &LabelTitle::key);
    return found == std::end(labelTitles) ? nullptr : found;
}

} // namespace

QString labelTitle(std::string_view key) {
    const auto* label = knownLabel(key);
    return label ? QCoreApplication::translate(titleContext, label->title) : plainText(key);
}

QString perLabelTitle(std::string_view key) {
    const auto* label = knownLabel(key);
    return label
               ? QCoreApplication::translate(titleContext, label->perValue)
               : QCoreApplication::translate(titleContext, QT_TRANSLATE_NOOP("candela::LabelTitle", "Per %1"))
                     .arg(plainText(key));
}

} // namespace candela
