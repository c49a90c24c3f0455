/// A report as text for people, or as JSON or CSV for scripts.
#pragma once

#include "app/commands/profiles/report_rows.h"
#include "app/commands/profiles/report_tree.h"

#include <QJsonObject>

#include <string>

namespace candela {

/// The profile and options that a report is made of.
struct ReportSubject {
    std::string file;
    std::string by;
    std::shared_ptr<const Profile> profile;
    ValueTypeIndex value;

    const ValueType& type() const { return profile->samples[value.row()].type; }
};

/// The first `shown` rows; the text is fitted to the terminal, if standard output is one.
std::string textOf(const ReportSubject& subject, const Report& report, std::size_t shown);
QJsonObject jsonOf(const ReportSubject& subject, const Report& report, std::size_t shown);
std::string csvOf(const ReportSubject& subject, const Report& report, std::size_t shown);

/// The same for a tree with `groups`. Its rows keep
/// their order; JSON and CSV have their depth.
struct ReportTreeOf {
    const ReportTree& tree;
    const FrameGroups& groups;
    std::int64_t total = 0;
    std::int64_t magnitude = 0; ///< what shares are of
    std::size_t samples = 0;
};
std::string textOf(const ReportSubject& subject, const ReportTreeOf& report);
QJsonObject jsonOf(const ReportSubject& subject, const ReportTreeOf& report);
std::string csvOf(const ReportSubject& subject, const ReportTreeOf& report);

} // namespace candela
