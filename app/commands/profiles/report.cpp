/// `candela report`: the functions (or another key) of a file with their weights, as a list or as a tree.
#include "app/commands/all_commands.h"
#include "app/commands/options/filter_options.h"
#include "app/commands/options/opened_profile.h"
#include "app/commands/options/rooted_part.h"
#include "app/commands/output/output_text.h"
#include "app/commands/profiles/report_text.h"
#include "model/base/memory_scope.h"

#include <fmt/format.h>

namespace candela {

namespace {

struct ReportOptions {
    std::string file;
    std::string by = "function";
    std::string sort = "self";
    std::string root;
    std::string value;
    std::string format;
    std::size_t limit = 40;
    bool limitIsGiven = false;
    bool isTree = false;
    bool isTreeOfCallers = false;
    double minimumShare = 1; // percent
    LookupOptions lookup;
    FilterOptions filters;
};

template<typename... Printed>
void print(const ReportOptions& options, const Printed&... printed) {
    if (options.format == "json")
        printJson(jsonOf(printed...));
    else if (options.format == "csv")
        printData(csvOf(printed...));
    else
        printText(textOf(printed...));
}

Result<void> printList(const ReportOptions& options, const ReportSubject& subject, const Filter& filter) {
    const auto order = options.sort == "total" ? ReportOrder::ByTotal : ReportOrder::BySelf;
    const auto report =
        TRY(makeReport(subject.profile, subject.value, filter, options.by, order, options.limit));
    print(options, subject, report, limitedRows(report.rows.size(), options.limit));
    return {};
}

Result<void> printTree(const ReportOptions& options, ReportSubject subject, Filter filter) {
    const auto grouping = groupingFromName(options.by);
    if (!grouping)
        return failure(fmt::format("a tree can't be made by {}", options.by), ErrorCode::Usage,
                       "keys of a tree are function, module, file, line, address; --root process makes a "
                       "tree for each process");
    Task task;
    if (const auto roots = TRY(rootsFromName(options.root))) {
        warnOfMissingLabel(options.file, *subject.profile, *roots);
        subject.profile =
            TRY(rootedPart(subject.profile, subject.value, std::exchange(filter, {}), roots, task));
        subject.value = subject.profile->shownValue();
    }
    SampleSelector selector(subject.profile);
    const auto weights = TRY(selector.stackWeights(subject.value, filter, task));
    const std::shared_ptr<const CallTreeShape> shape =
        callTreeShape(groupFrames(subject.profile, *grouping), TRY(selector.transformedStacks(filter)));
    auto tree =
        CallTree::create(options.isTreeOfCallers ? Direction::Inverted : Direction::TopDown, shape, weights);
    const auto shown = reportTree(
        tree, {.minimumShare = options.minimumShare / 100, .rows = options.limitIsGiven ? options.limit : 0});
    print(options, subject,
          ReportTreeOf{shown, *shape->groups, weights.total, weights.magnitude, weights.samples});
    return {};
}

Result<void> run(const ReportOptions& options) {
    const bool isTree = options.isTree || options.isTreeOfCallers;
    if (!isTree && !options.root.empty())
        return failure("--root is for trees", ErrorCode::Usage,
                       "add --tree, or use --by for a list of processes, threads or labels");
    const auto filter = TRY(options.filters.parse());
    const auto profile = TRY(openProfile(options.file, options.lookup));
    printWarnings(options.file, *profile);
    const auto value = TRY(chosenValue(*profile, options.value));
    TRY(warnOfEmptyFilter(options.file, profile, value, filter));
    if (const auto key = sampleKeyFromName(options.by)) warnOfMissingLabel(options.file, *profile, *key);
    const ReportSubject subject{options.file, options.by, profile, value};
    return isTree ? printTree(options, subject, filter) : printList(options, subject, filter);
}

void addTreeOptions(Arguments& arguments, ReportOptions& options) {
    const std::string group = "Trees";
    arguments.flag("--tree", options.isTree, "Call tree instead of a list: who calls what").group(group);
    arguments
        .flag("--callers", options.isTreeOfCallers,
              "The tree inverted: functions with self weight, and below each its callers")
        .group(group);
    arguments
        .option("--minimum-share", options.minimumShare,
                "Leaves out branches of a tree with a smaller share of the total")
        .between(0, 100)
        .valueName("PERCENT")
        .showDefault()
        .group(group);
    addRootOption(arguments, options.root);
}

} // namespace

void addReport(Arguments& arguments, ExitStatus& status) {
    auto options = std::make_shared<ReportOptions>();
    arguments.option("FILE", options->file, "A profile; - is standard input").required();
    arguments.option("--by", options->by, reportKeys()).valueName("KEY").showDefault();
    arguments.option("--sort", options->sort, "Largest first by self or total weight")
        .oneOf({"self", "total"})
        .valueName("self|total")
        .showDefault();
    const auto limit = addLimitOption(arguments, options->limit);
    arguments.option("--value", options->value, "Which of the file's values (default: the file's default)")
        .valueName("NAME");
    addFormatOption(arguments, options->format, {"text", "json", "csv"});
    addTreeOptions(arguments, *options);
    options->lookup.addTo(arguments);
    options->filters.addTo(arguments);
    arguments.run([options, limit, &status] {
        options->limitIsGiven = limit.isGiven();
        const auto done = withinMemory([&] { return run(*options); });
        if (!done) status = reportError(options->file, done.error());
    });
}

} // namespace candela
