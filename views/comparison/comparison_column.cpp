#include "views/comparison/comparison_column.h"

#include <QObject>

namespace candela {

bool isText(ComparisonColumn column) {
    return column == ComparisonColumn::Name || column == ComparisonColumn::Verdict ||
           column == ComparisonColumn::Module || column == ComparisonColumn::Match;
}

bool isOfTotal(ComparisonColumn column) {
    return column >= ComparisonColumn::BaseTotal && column <= ComparisonColumn::TotalInterval;
}

bool isOfEvidence(ComparisonColumn column) {
    return column == ComparisonColumn::SelfInterval || column == ComparisonColumn::TotalInterval;
}

QString columnTitle(ComparisonColumn column) {
    switch (column) {
    case ComparisonColumn::Name:
        return QObject::tr("Function");
    case ComparisonColumn::Module:
        return QObject::tr("Module");
    case ComparisonColumn::Match:
        return QObject::tr("Match");
    case ComparisonColumn::Verdict:
        return QObject::tr("Verdict");
    case ComparisonColumn::SelfInterval:
        return QObject::tr("Self 95 %");
    case ComparisonColumn::TotalChange:
        return QObject::tr("Total change");
    case ComparisonColumn::TotalInterval:
        return QObject::tr("Total 95 %");
    case ComparisonColumn::BaseSelf:
        return QObject::tr("Base self");
    case ComparisonColumn::NewSelf:
        return QObject::tr("New self");
    case ComparisonColumn::SelfDifference:
        return QObject::tr("Self difference");
    case ComparisonColumn::SelfChange:
        return QObject::tr("Self change");
    case ComparisonColumn::BaseTotal:
        return QObject::tr("Base total");
    case ComparisonColumn::NewTotal:
        return QObject::tr("New total");
    case ComparisonColumn::TotalDifference:
        return QObject::tr("Total difference");
    }
    return {};
}

QString columnToolTip(ComparisonColumn column) {
    switch (column) {
    case ComparisonColumn::Name:
        return QObject::tr("A row of both sides that was matched, or one that only one side has");
    case ComparisonColumn::Module:
        return QObject::tr("The file that the code is in: a program, a library or the kernel");
    case ComparisonColumn::Match:
        return QObject::tr("How the rows of both sides were matched, and how sure that is");
    case ComparisonColumn::Verdict:
        return QObject::tr("Whether the row changed, as far as the recorded samples can decide");
    case ComparisonColumn::BaseSelf:
        return QObject::tr("In the row's own code, without what it calls, in base");
    case ComparisonColumn::NewSelf:
        return QObject::tr("In the row's own code, without what it calls, in new");
    case ComparisonColumn::SelfDifference:
        return QObject::tr("New self less base self");
    case ComparisonColumn::SelfChange:
        return QObject::tr("The difference of self as a part of base self");
    case ComparisonColumn::SelfInterval:
        return QObject::tr("Holds the true change of self with 95 %");
    case ComparisonColumn::BaseTotal:
        return QObject::tr("In the row's own code and in all that it calls, in base; recursion counts once");
    case ComparisonColumn::NewTotal:
        return QObject::tr("In the row's own code and in all that it calls, in new; recursion counts once");
    case ComparisonColumn::TotalDifference:
        return QObject::tr("New total less base total");
    case ComparisonColumn::TotalChange:
        return QObject::tr("The difference of total as a part of base total");
    case ComparisonColumn::TotalInterval:
        return QObject::tr("Holds the true change of total with 95 %");
    }
    return {};
}

} // namespace candela
