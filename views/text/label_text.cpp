#include "views/text/label_text.h"

#include "model/analysis/completeness/cpu_account.h"
#include "model/analysis/samples/sample_groups.h"
#include "model/base/units.h"
#include "model/base/wrapping.h"
#include "views/text/plain_text.h"

#include <QObject>

namespace candela {

namespace {

QString safe(std::string_view text) {
    return plainText(text).toHtmlEscaped();
}

QString rows(const Profile& profile, LabelSetIndex labels) {
    QString text;
    for (const auto& label : profile.labelsOf(labels))
        text += QString("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(safe(profile.text(label.key)), safe(labelText(profile, label)));
    return text;
}

/// The row with the CPU time that the kernel counted, for comparison with the weights of the samples.
QString countedRow(const Profile& profile, ProcessIndex process, ThreadIndex thread) {
    if (countedValue(profile).isNone()) return {};
    std::int64_t time = 0;
    for (std::size_t row = 0; row < profile.threads.size(); ++row) {
        const bool isMeant = thread ? thread == ThreadIndex(row) : profile.threads[row].process == process;
        if (isMeant) time = wrappingSum(time, profile.threads[row].cpuTime);
    }
    return QObject::tr("<tr><td>CPU time, as the kernel counted it&nbsp;&nbsp;</td><td>%1</td></tr>")
        .arg(QString::fromStdString(formatDuration(time)));
}

} // namespace

QString labelToolTip(const Profile& profile, ProcessIndex process, ThreadIndex thread) {
    if (thread) process = profile.threads[thread.row()].process;
    if (process.isNone()) return {};
    const auto& row = profile.processes[process.row()];
    auto title = QObject::tr("<b>%1</b> pid %2").arg(safe(profile.text(row.name)), QString::number(row.pid));
    QString labels = rows(profile, row.labels);
    if (thread) {
        const auto& ofThread = profile.threads[thread.row()];
        title = QObject::tr("<b>%1</b> tid %2 of %3")
                    .arg(safe(profile.text(ofThread.name)), QString::number(ofThread.tid), title);
        labels = rows(profile, ofThread.labels) + labels;
    }
    labels = countedRow(profile, process, thread) + labels;
    return labels.isEmpty() ? title : title + "<table>" + labels + "</table>";
}

} // namespace candela
