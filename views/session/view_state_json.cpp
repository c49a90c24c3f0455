#include "views/session/view_state_json.h"

#include <QJsonArray>

#include <functional>
#include <string_view>
#include <utility>

namespace candela {

namespace {

QString toText(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::string textAt(const QJsonObject& json, const char* key) {
    return json[QLatin1StringView(key)].toString().toStdString();
}

/// The texts of a filter, and their keys.
constexpr std::pair<const char*, std::string Filter::*> filterTexts[] = {
    {"process", &Filter::process}, {"without_process", &Filter::withoutProcess},
    {"thread", &Filter::thread},   {"focus", &Filter::focus},
    {"ignore", &Filter::ignore},   {"hide", &Filter::hide}};

QJsonObject pathToJson(const CallPath& path) {
    QJsonArray steps;
    for (const auto& [name, module, file, isRoot] : path.steps)
        steps << QJsonArray{toText(name), toText(module), toText(file), isRoot};
    return {{"inverted", path.direction == Direction::Inverted}, {"steps", steps}};
}

CallPath pathFromJson(const QJsonObject& json) {
    CallPath path;
    if (json["inverted"].toBool()) path.direction = Direction::Inverted;
    for (const auto& value : json["steps"].toArray()) {
        const auto step = value.toArray();
        path.steps.push_back({step[0].toString().toStdString(), step[1].toString().toStdString(),
                              step[2].toString().toStdString(), step[3].toBool()});
    }
    return path;
}

/// A row of the table of processes or threads: its number, and what identifies it.
QJsonObject rowToJson(std::size_t row, std::int32_t id, std::int64_t startTime, std::string_view name) {
    return {{"row", static_cast<qint64>(row)},
            {"id", id},
            {"start", static_cast<qint64>(startTime)},
            {"name", toText(name)}};
}

QJsonObject processToJson(ProcessIndex index, const Profile& profile) {
    const auto& process = profile.processes[index.row()];
    return rowToJson(index.row(), process.pid, process.startTime, profile.text(process.name));
}

QJsonObject threadToJson(ThreadIndex index, const Profile& profile) {
    const auto& thread = profile.threads[index.row()];
    return rowToJson(index.row(), thread.tid, thread.startTime, profile.text(thread.name));
}

/// The rows of a list; none if one of them is another process or thread in this profile.
template<typename Index>
std::optional<std::vector<Index>>
rowsFromJson(const QJsonArray& json, std::size_t rows,
             const std::function<QJsonObject(Index, const Profile&)>& toJson, const Profile& profile) {
    std::vector<Index> found;
    for (const auto& value : json) {
        const auto row = value.toObject()["row"].toInteger(-1);
        if (row < 0 || static_cast<std::size_t>(row) >= rows) return {};
        const Index index(static_cast<std::size_t>(row));
        if (toJson(index, profile) != value.toObject()) return {};
        found.push_back(index);
    }
    return found;
}

QJsonObject filterToJson(const Filter& filter, const Profile& profile) {
    QJsonObject json;
    for (const auto& [key, member] : filterTexts)
        if (!(filter.*member).empty()) json[QLatin1StringView(key)] = toText(filter.*member);
    if (filter.time)
        json["time"] =
            QJsonArray{static_cast<qint64>(filter.time->begin), static_cast<qint64>(filter.time->end)};
    QJsonArray labels, processes, threads, cpus, transforms;
    for (const auto& [key, pattern] : filter.labels)
        labels << QJsonArray{toText(key), toText(pattern)};
    for (const auto process : filter.processes)
        processes << processToJson(process, profile);
    for (const auto thread : filter.threads)
        threads << threadToJson(thread, profile);
    for (const auto cpu : filter.cpus)
        cpus << cpu;
    for (const auto& transform : filter.transforms)
        transforms << toText(transformText(transform));
    for (const auto& [key, array] : {std::pair("labels", labels),
                                     {"processes", processes},
                                     {"threads", threads},
                                     {"cpus", cpus},
                                     {"transforms", transforms}})
        if (!array.isEmpty()) json[QLatin1StringView(key)] = array;
    return json;
}

std::optional<Filter> filterFromJson(const QJsonObject& json, const Profile& profile) {
    Filter filter;
    for (const auto& [key, member] : filterTexts)
        filter.*member = textAt(json, key);
    if (const auto time = json["time"].toArray(); time.size() == 2)
        filter.time = TimeRange{time[0].toInteger(), time[1].toInteger()};
    for (const auto& value : json["labels"].toArray())
        filter.labels.push_back(
            {value.toArray()[0].toString().toStdString(), value.toArray()[1].toString().toStdString()});
    const auto processes = rowsFromJson<ProcessIndex>(json["processes"].toArray(), profile.processes.size(),
                                                      processToJson, profile);
    const auto threads =
        rowsFromJson<ThreadIndex>(json["threads"].toArray(), profile.threads.size(), threadToJson, profile);
    if (!processes || !threads) return {};
    filter.processes = *processes;
    filter.threads = *threads;
    for (const auto& value : json["cpus"].toArray())
        filter.cpus.push_back(value.toInt());
    for (const auto& value : json["transforms"].toArray()) {
        auto transform = transformFromText(value.toString().toStdString());
        if (!transform) return {};
        filter.transforms.push_back(std::move(*transform));
    }
    return filter;
}

std::string_view nameOfValue(ValueTypeIndex value, const Profile& profile) {
    return value ? profile.text(profile.samples[value.row()].type.name) : std::string_view();
}

} // namespace

QJsonObject viewStateToJson(const ViewState& state, const Profile& profile) {
    QJsonObject json{{"value", toText(nameOfValue(state.value, profile))},
                     {"grouping", toText(groupingName(state.grouping))},
                     {"filter", filterToJson(state.filter, profile)}};
    if (state.roots) json["roots"] = toText(sampleKeyName(*state.roots));
    if (!state.search.empty()) json["search"] = toText(state.search);
    if (const auto& zoom = state.zooms[state.zoom]; !zoom.isEmpty()) json["zoom"] = pathToJson(zoom);
    return json;
}

std::optional<ViewState> viewStateFromJson(const QJsonObject& json, const Profile& profile) {
    ViewState state;
    const auto value = textAt(json, "value");
    state.value = profile.findValue(value);
    const bool hasValue = state.value || (value.empty() && profile.samples.empty());
    const auto grouping = groupingFromName(textAt(json, "grouping"));
    auto filter = filterFromJson(json["filter"].toObject(), profile);
    if (!hasValue || !grouping || !filter) return {};
    state.grouping = *grouping;
    state.filter = std::move(*filter);
    if (json.contains("roots")) {
        state.roots = sampleKeyFromName(textAt(json, "roots"));
        if (!state.roots) return {};
    }
    state.search = textAt(json, "search");
    if (auto zoom = pathFromJson(json["zoom"].toObject()); !zoom.isEmpty()) {
        state.zooms.push_back(std::move(zoom));
        state.zoom = 1;
    }
    return state;
}

QJsonObject selectionToJson(const Selection& selection) {
    if (selection.isEmpty()) return {};
    return {{"function", toText(selection.function)}, {"path", pathToJson(selection.path)}};
}

Selection selectionFromJson(const QJsonObject& json) {
    Selection selection{textAt(json, "function"), pathFromJson(json["path"].toObject())};
    return selection.isEmpty() ? Selection() : selection;
}

} // namespace candela
