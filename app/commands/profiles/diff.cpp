/// `candela diff`: what changed between two profiles, function by function or by another key.
#include "app/commands/all_commands.h"
#include "app/commands/options/filter_options.h"
#include "app/commands/options/opened_profile.h"
#include "app/commands/output/output_text.h"
#include "app/commands/profiles/diff_text.h"
#include "app/commands/profiles/fail_rule.h"
#include "app/commands/profiles/report_rows.h"
#include "model/analysis/call_tree/whole_stacks.h"
#include "model/analysis/samples/rooted_profile.h"
#include "model/base/memory_scope.h"
#include "model/comparison/compared_profiles.h"
#include "model/formats/export_profile.h"

#include <fmt/format.h>

namespace candela {

namespace {

struct DiffOptions {
    std::string base, newFiles;
    std::string by = "function";
    std::string normalize = "auto";
    std::string sort = "larger";
    std::string value;
    std::string format;
    std::size_t limit = 40;
    std::vector<std::string> rules;
    LookupOptions lookup;
    FilterOptions filters;
};

struct OpenedSide {
    std::shared_ptr<const Profile> profile;
    ValueTypeIndex value;
    ComparisonSide side;
    const ValueType& type() const { return profile->samples[value.row()].type; }
};

constexpr std::string_view stackKey = "stack";
/// As the value is best compared.
constexpr std::string_view automatic = "auto";

/// What --by names: a part of stacks, what samples have besides, or stacks as a whole.
struct DiffKey {
    Grouping grouping = Grouping::Function;
    std::optional<SampleKey> sample;
    bool isStack = false;
};

Result<DiffKey> keyOf(const DiffOptions& options) {
    if (const auto grouping = groupingFromName(options.by)) return DiffKey{*grouping, {}};
    if (options.by == "pid")
        return failure("two runs can't be compared by pid: no process has the same one in both",
                       ErrorCode::Usage, "--by process compares processes by their names");
    if (const auto sample = sampleKeyFromName(options.by))
        return DiffKey{Grouping::Function, withoutNumbers(*sample)};
    if (options.by == stackKey) return DiffKey{.sample = {}, .isStack = true};
    return failure(fmt::format("unknown key \"{}\"", options.by), ErrorCode::Usage,
                   fmt::format("keys are {}", reportKeys()));
}

Result<std::shared_ptr<const Profile>> openFiles(const std::string& files, const DiffOptions& options) {
    auto profile = TRY(openProfiles(files, options.lookup));
    printWarnings(files, *profile);
    return profile;
}

Result<OpenedSide> makeSide(const std::string& files, std::shared_ptr<const Profile> profile,
                            const DiffOptions& options, const DiffKey& key) {
    OpenedSide opened;
    opened.profile = std::move(profile);
    opened.value = TRY(chosenValue(*opened.profile, options.value));
    Task task;
    auto filter = TRY(options.filters.parse());
    TRY(warnOfEmptyFilter(files, opened.profile, opened.value, filter));
    if (key.sample) {
        warnOfMissingLabel(files, *opened.profile, *key.sample);
        const auto part = TRY(exportedPart(opened.profile, opened.value, filter, task));
        filter = {}; // its patterns are about the stacks that are dropped now
        opened.profile = std::make_shared<const Profile>(
            TRY(rootedProfile(*part, *key.sample, BelowRoots::Nothing, task)).profile);
    }
    if (key.isStack) {
        SampleSelector selector(opened.profile);
        const auto weights = TRY(selector.stackWeights(opened.value, filter, task));
        const auto shape =
            callTreeShape(groupFrames(opened.profile, key.grouping), TRY(selector.transformedStacks(filter)));
        filter = {};
        opened.profile =
            std::make_shared<const Profile>(TRY(wholeStacks(*shape, weights, opened.value, task)));
        opened.value = ValueTypeIndex(0);
    }
    SampleSelector selector(opened.profile);
    const auto shape =
        callTreeShape(groupFrames(opened.profile, key.grouping), TRY(selector.transformedStacks(filter)));
    const auto weights = TRY(selector.stackWeights(opened.value, filter, task));
    opened.side = {.groups = shape->groups,
                   .weights = weights,
                   .duration = opened.profile->origin.duration,
                   .functions =
                       std::make_shared<const std::vector<GroupWeight>>(groupWeights(*shape, weights))};
    return opened;
}

Normalize defaultNormalizeOf(const OpenedSide& side) {
    return defaultNormalize(side.profile->text(side.type().name), side.profile->text(side.type().unit));
}

ComparisonOrder orderOf(const DiffOptions& options) {
    return options.sort == "self"    ? ComparisonOrder::Self
           : options.sort == "total" ? ComparisonOrder::Total
                                     : ComparisonOrder::Larger;
}

Result<ExitStatus> run(const DiffOptions& options) {
    const auto key = TRY(keyOf(options));
    if (options.normalize != automatic && !normalizeFromName(options.normalize))
        return failure(fmt::format("unknown normalization \"{}\"", options.normalize), ErrorCode::Usage,
                       "there are auto, share, none, duration");
    std::vector<FailRule> rules;
    for (const auto& text : options.rules)
        rules.push_back(TRY(FailRule::create(text)));
    auto baseProfile = TRY(openFiles(options.base, options));
    const ComparedProfiles profiles(std::move(baseProfile), TRY(openFiles(options.newFiles, options)));
    auto base = TRY(makeSide(options.base, profiles.base(), options, key));
    auto newSide = TRY(makeSide(options.newFiles, profiles.newSide(), options, key));
    const auto normalize = normalizeFromName(options.normalize).value_or(defaultNormalizeOf(base));
    auto comparison = TRY(compare(base.side, newSide.side, base.type(), newSide.type(), normalize));
    const DiffSubject subject{options.base, options.newFiles, options.by, orderOf(options)};
    sortRows(comparison, subject.order);
    const auto shown = limitedRows(comparison.rows.size(), options.limit);
    if (options.format == "json")
        printJson(jsonOf(subject, comparison, shown));
    else
        printText(options.format == "markdown" ? markdownOf(subject, comparison, shown)
                                               : textOf(subject, comparison, shown));
    auto status = ExitStatus::Done;
    for (const auto& rule : rules) {
        for (const auto& sentence : rule.violations(comparison)) {
            printMessage("", sentence);
            status = ExitStatus::RuleMet;
        }
    }
    return status;
}

} // namespace

void addDiff(CLI::App& app, ExitStatus& status) {
    auto options = std::make_shared<DiffOptions>();
    app.add_option("BASE", options->base, "A profile, or several with commas between")->required();
    app.add_option("NEW", options->newFiles, "The profile to compare with it; several are added up as well")
        ->required();
    app.add_option("--by", options->by, reportKeys() + "; processes and threads go by their names")
        ->type_name("KEY")
        ->capture_default_str();
    app.add_option("--sort", options->sort,
                   "Largest difference first: of self, of total, or the larger of both")
        ->check(CLI::IsMember({"larger", "self", "total"}))
        ->type_name("larger|self|total")
        ->capture_default_str();
    app.add_option(
           "--normalize", options->normalize,
           "share: of each side's total; none: weights as they are; duration: per second; auto: share "
           "for time and samples, none for all other sums")
        ->type_name("MODE")
        ->capture_default_str();
    app.add_option("--value", options->value, "Which of the files' values; the default else")
        ->type_name("NAME");
    addLimitOption(app, options->limit);
    app.add_option("--fail-if", options->rules, FailRule::help)->type_name("RULE");
    addFormatOption(app, options->format, {"text", "json", "markdown"});
    options->lookup.addTo(app);
    options->filters.addTo(app);
    app.callback([options, &status] {
        const auto done = withinMemory([&] { return run(*options); });
        status =
            done ? *done : reportError(fmt::format("{} {}", options->base, options->newFiles), done.error());
    });
}

} // namespace candela
