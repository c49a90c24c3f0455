/// `candela diff`: what changed between two profiles, function by function or by another key.
#include "app/commands/all_commands.h"
#include "app/commands/options/compared_times.h"
#include "app/commands/options/filter_options.h"
#include "app/commands/options/link_options.h"
#include "app/commands/options/opened_profile.h"
#include "app/commands/output/output_text.h"
#include "app/commands/profiles/diff_side.h"
#include "app/commands/profiles/diff_text.h"
#include "app/commands/profiles/fail_rule.h"
#include "app/commands/profiles/report_rows.h"
#include "model/base/memory_scope.h"
#include "model/comparison/compared_profiles.h"
#include "model/comparison/matched/kept_matching.h"
#include "model/comparison/matched/matched_stacks.h"
#include "model/comparison/matching/counted_rows.h"
#include "model/comparison/row_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace candela {

namespace {

struct DiffOptions {
    std::string base, newFiles;
    std::string by = "function";
    std::string normalize{automaticNormalize};
    std::string sort = "larger";
    std::string work;
    std::string value;
    std::string format;
    std::size_t limit = 40;
    std::vector<std::string> rules, pins;
    LinkOptions links;
    LookupOptions lookup;
    FilterOptions filters;
    ComparedTimes times;
};

Result<OpenedRuns> openFiles(const std::string& files, const DiffOptions& options, const TimeRanges& times) {
    auto opened =
        TRY(openRuns(files, options.lookup, TRY(options.filters.parse()).time, times, FactsOfRuns::Stated));
    printWarnings(files, *opened.profile);
    return opened;
}

/// The work of base and new as --work gives it; empty if it was not given.
Result<std::array<std::vector<double>, 2>> workOf(const DiffOptions& options) {
    std::array<std::vector<double>, 2> work;
    if (options.work.empty()) return work;
    const auto comma = options.work.find(',');
    if (comma == std::string::npos)
        return failure(fmt::format("invalid amount of work \"{}\"", options.work), ErrorCode::Usage,
                       "write --work BASE,NEW");
    work[0] = TRY(workFromText(std::string_view(options.work).substr(0, comma)));
    work[1] = TRY(workFromText(std::string_view(options.work).substr(comma + 1)));
    return work;
}

/// Checks the filter against the files, and makes a side from them.
Result<DiffSide> makeSide(const std::string& files, const OpenedRuns& opened, const DiffOptions& options,
                          const DiffKey& key, const std::vector<double>& work) {
    auto filter = TRY(options.filters.parse());
    if (opened.runs) filter.time.reset(); // only the samples in this range were opened
    TRY(warnOfEmptyFilter(files, opened.profile, TRY(chosenValue(*opened.profile, options.value)), filter));
    if (key.sample) warnOfMissingLabel(files, *opened.profile, *key.sample);
    return DiffSide::create(opened, options.value, filter, key, work);
}

Normalize defaultNormalizeOf(const DiffSide& side, const DiffOptions& options) {
    if (!options.work.empty()) return Normalize::Work;
    return defaultNormalize(side.profile().text(side.type().name), side.profile().text(side.type().unit));
}

ComparisonOrder orderOf(const DiffOptions& options) {
    return options.sort == "self"    ? ComparisonOrder::Self
           : options.sort == "total" ? ComparisonOrder::Total
                                     : ComparisonOrder::Larger;
}

/// Rows keep their partner of the whole time.
Matching matchedRows(const DiffSide& base, const DiffSide& newSide, const HandLinks& links) {
    auto matching = matchSides(base.wholeRows(), newSide.wholeRows(), links);
    if (base.isWhole() && newSide.isWhole()) return matching;
    const auto baseRows = base.rows(), newRows = newSide.rows();
    const auto movedOf = [](const MatchSide& side, const CountedSide& counted) {
        return counted.shape ? movedStacks(*side.shape, *counted.shape) : std::vector<StackIndex>();
    };
    const auto movedInBase = movedOf(baseRows, matching.base),
               movedInNew = movedOf(newRows, matching.newSide);
    return keptMatching(matching, baseRows, newRows, links, {movedInBase, movedInNew});
}

/// Stacks belong together if their functions do, whatever these are called.
Result<Matching> matchingOfStacks(const DiffSide& base, const OpenedRuns& baseRuns, const DiffSide& newSide,
                                  const OpenedRuns& newRuns, const DiffOptions& options) {
    const auto baseFunctions = TRY(makeSide(options.base, baseRuns, options, {}, {}));
    const auto newFunctions = TRY(makeSide(options.newFiles, newRuns, options, {}, {}));
    const auto rows = baseFunctions.rows(), newRows = newFunctions.rows();
    const auto links = TRY(options.links.parse(*rows.groups, *newRows.groups));
    auto matching = matchedRows(base, newSide, links);
    joinStacks(matching, *base.rows().groups, *newSide.rows().groups, matchSides(rows, newRows, links),
               *rows.groups, *newRows.groups);
    return matching;
}

Result<Matching> matchingOf(const DiffSide& base, const OpenedRuns& baseRuns, const DiffSide& newSide,
                            const OpenedRuns& newRuns, const DiffOptions& options, const DiffKey& key) {
    if (key.isStack) return matchingOfStacks(base, baseRuns, newSide, newRuns, options);
    return matchedRows(base, newSide,
                       TRY(options.links.parse(*base.wholeRows().groups, *newSide.wholeRows().groups)));
}

/// What one row stands for.
std::string rowWord(const DiffKey& key) {
    using enum SampleKey::Kind;
    if (key.isStack) return "stack";
    if (!key.sample) return std::string(groupingName(key.grouping));
    switch (key.sample->kind) {
    case Process:
    case ProcessName:
        return "process";
    case Thread:
    case ThreadName:
        return "thread";
    case Executable:
        return "executable";
    case Label:
        return fmt::format("value of the label \"{}\"", key.sample->label);
    }
    return {};
}

/// Moves the rows of --pin to the top.
void pinRows(std::vector<ComparisonRow>& rows, const std::vector<std::string>& pins) {
    for (const auto& pin : pins)
        if (std::ranges::find(rows, pin, &ComparisonRow::name) == rows.end())
            printMessage("", fmt::format("warning: --pin {}: no row is called that", pin));
    std::ranges::stable_partition(
        rows, [&](const ComparisonRow& row) { return std::ranges::find(pins, row.name) != pins.end(); });
}

Result<ExitStatus> run(const DiffOptions& options) {
    const auto key = TRY(DiffKey::create(options.by));
    if (options.normalize != automaticNormalize && !normalizeFromName(options.normalize))
        return failure(fmt::format("unknown normalization \"{}\"", options.normalize), ErrorCode::Usage,
                       fmt::format("there are auto, {}", normalizeNames()));
    std::vector<FailRule> rules;
    for (const auto& text : options.rules)
        rules.push_back(TRY(FailRule::create(text)));
    const auto work = TRY(workOf(options));
    const auto times = TRY(options.times.parse(options.base, options.newFiles));
    if (times.isGiven() && !options.filters.time.empty())
        return failure("--time is of both sides, --base-time and --new-time are of one", ErrorCode::Usage,
                       "give one or the other");
    auto baseRuns = TRY(openFiles(options.base, options, times.base));
    auto newRuns = TRY(openFiles(options.newFiles, options, times.newSide));
    const ComparedProfiles profiles(baseRuns.profile, newRuns.profile);
    baseRuns.profile = profiles.base();
    newRuns.profile = profiles.newSide();
    auto base = TRY(makeSide(options.base, baseRuns, options, key, work[0]));
    auto newSide = TRY(makeSide(options.newFiles, newRuns, options, key, work[1]));
    const auto matching =
        std::make_shared<const Matching>(TRY(matchingOf(base, baseRuns, newSide, newRuns, options, key)));
    const auto normalize = normalizeFromName(options.normalize).value_or(defaultNormalizeOf(base, options));
    auto comparison = TRY(compare(base.side(matching->base), newSide.side(matching->newSide), base.type(),
                                  newSide.type(), normalize, matching, rowWord(key)));
    const DiffSubject subject{baseRuns.files,
                              newRuns.files,
                              options.by,
                              orderOf(options),
                              sideDifferences(baseRuns.facts, newRuns.facts, normalize),
                              times.base,
                              times.newSide};
    sortRows(comparison, subject.order);
    pinRows(comparison.rows, options.pins);
    const auto shown = limitedRows(comparison.rows.size(), options.limit);
    comparison.evidences->complete(std::span(comparison.rows).first(shown), RowEvidences::Threads::All, {});
    if (options.format == "json")
        printJson(jsonOf(subject, comparison, shown));
    else
        printText(options.format == "markdown" ? markdownOf(subject, comparison, shown)
                                               : textOf(subject, comparison, shown));
    return checkRules(rules, comparison);
}

} // namespace

void addDiff(Arguments& arguments, ExitStatus& status) {
    auto options = std::make_shared<DiffOptions>();
    arguments.option("BASE", options->base, "A profile, or several runs: with commas between, or a folder")
        .required();
    arguments.option("NEW", options->newFiles, "What to compare with it, in the same ways").required();
    arguments.option("--by", options->by, reportKeys() + "; processes and threads go by their names")
        .valueName("KEY")
        .showDefault();
    arguments
        .option("--sort", options->sort, "Largest difference first: of self, of total, or the larger of both")
        .oneOf({"larger", "self", "total"})
        .valueName("larger|self|total")
        .showDefault();
    arguments
        .option("--normalize", options->normalize,
                "share: of each side's total; duration: per second; cpu: per CPU second; work: per unit "
                "of --work; "
                "none: weights as they are; auto: work where it is given, share for time and samples, "
                "none for all "
                "other sums")
        .valueName("MODE")
        .showDefault();
    arguments
        .option("--work", options->work,
                "How much each side did (requests, frames); for each run with : between")
        .valueName("BASE,NEW");
    arguments.option("--value", options->value, "Which of the files' values (default: the files' default)")
        .valueName("NAME");
    options->links.addTo(arguments);
    arguments.option("--pin", options->pins, "A function whose row is printed first, whatever it changed")
        .valueName("NAME")
        .oneValueEach();
    addLimitOption(arguments, options->limit);
    arguments.option("--fail-if", options->rules, FailRule::help).valueName("RULE").oneValueEach();
    addFormatOption(arguments, options->format, {"text", "json", "markdown"});
    options->times.addTo(arguments);
    options->lookup.addTo(arguments);
    options->filters.addTo(arguments);
    arguments.run([options, &status] {
        const auto done = withinMemory([&] { return run(*options); });
        status =
            done ? *done : reportError(fmt::format("{} {}", options->base, options->newFiles), done.error());
    });
}

} // namespace candela
