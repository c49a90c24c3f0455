/// A report as text for people, or as JSON or CSV for scripts.
#pragma once

#include "app/commands/profiles/report_rows.h"
#include "app/commands/profiles/report_tree.h"

#include <QJsonObject>

#include <string>

namespace candela {

/// What a report is of.
struct ReportSubject {
    std::string file;
    std::string by;
    std::shared_ptr<const Profile> profile;
    ValueTypeIndex value;

    const ValueType& type() const { return profile->samples[value.row()].type; }
};

/// The first `shown` rows; the text fits the terminal that standard output is.
std::string textOf(const ReportSubject& subject, const Report& report, std::size_t shown);
QJsonObject jsonOf(const ReportSubject& subject, const Report& report, std::size_t shown);
std::string csvOf(const ReportSubject& subject, const Report& report, std::size_t shown);

/// The same of a tree whose groups are `groups`; its rows keep their order, and have their depth in JSON and
/// CSV.
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
