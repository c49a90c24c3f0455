#include "model/formats/firefox/firefox_columns.h"

#include "model/base/units.h"
#include "model/base/wrapping.h"
#include "model/formats/json/json_numbers.h"

#include <algorithm>
#include <optional>
#include <span>

namespace candela {

namespace {

struct KnownColumn {
    std::string_view table, name;
    FirefoxColumn FirefoxTables::*column;
};
/// Columns of row numbers and lines. Gecko files have the first columns of each table in this order unless
/// their schema differs.
constexpr KnownColumn knownColumns[]{
    {"stackTable", "prefix", &FirefoxTables::stackPrefix},
    {"stackTable", "frame", &FirefoxTables::stackFrame},
    {"stackTable", "category", &FirefoxTables::stackCategory},
    {"frameTable", "location", &FirefoxTables::frameLocation},
    {"frameTable", "func", &FirefoxTables::frameFunction},
    {"frameTable", "inlineDepth", &FirefoxTables::frameInlineDepth},
    {"frameTable", "line", &FirefoxTables::frameLine},
    {"frameTable", "nativeSymbol", &FirefoxTables::frameNativeSymbol},
    {"frameTable", "category", &FirefoxTables::frameCategory},
    {"funcTable", "name", &FirefoxTables::functionName},
    {"funcTable", "resource", &FirefoxTables::functionResource},
    {"funcTable", "fileName", &FirefoxTables::functionFile},
    {"funcTable", "source", &FirefoxTables::functionSource},
    {"funcTable", "lineNumber", &FirefoxTables::functionLine},
    {"resourceTable", "lib", &FirefoxTables::resourceLibrary},
    {"nativeSymbols", "libIndex", &FirefoxTables::nativeSymbolLibrary},
    {"sources", "filename", &FirefoxTables::sourceFile},
};

/// Times are limited to ±2^61, so that differences fit.
void readTimes(JsonValue list, std::int64_t otherwise, std::vector<std::int64_t>& times) {
    constexpr std::int64_t latest = std::int64_t{1} << 61;
    readNumbers(list.rawArray(), nanosecondsPerMillisecond, otherwise, times);
    for (auto& time : times) {
        if (time != noTime) time = std::clamp(time, -latest, latest);
    }
}

/// Reads times that are stored as the differences from the previous one.
void readTimeDeltas(JsonValue list, std::vector<std::int64_t>& times) {
    readTimes(list, 0, times);
    std::int64_t now = 0;
    for (auto& time : times)
        time = now = wrappingSum(now, time);
}

/// The position of each field in the arrays of a Gecko table.
using GeckoSchema = std::vector<std::pair<std::string, std::size_t>>;

GeckoSchema readSchema(JsonValue object) {
    GeckoSchema schema;
    object.forEachField([&](JsonKey key, JsonValue position) {
        const auto index = position.index();
        if (index >= 0) schema.emplace_back(key.raw(), static_cast<std::size_t>(index));
    });
    return schema;
}

std::optional<std::size_t> indexOf(const GeckoSchema& schema, std::string_view name) {
    for (const auto& [known, index] : schema) {
        if (known == name) return index;
    }
    return std::nullopt;
}

void readGeckoRows(std::string_view table, JsonValue rows, const GeckoSchema& schema, FirefoxTables& tables) {
    struct Target {
        std::size_t index;
        FirefoxColumn* column;
    };
    std::vector<Target> targets;
    for (const auto& known : knownColumns) {
        if (known.table != table) continue;
        const auto index = indexOf(schema, known.name);
        const auto otherwise = schema.empty() && targets.size() < 2 ? std::optional(targets.size()) : index;
        if (otherwise) targets.push_back({*otherwise, &(tables.*known.column)});
    }
    for (const auto& target : targets)
        target.column->clear();
    rows.forEachItem([&](JsonValue row) {
        for (const auto& target : targets)
            target.column->push_back(-1);
        std::size_t index = 0;
        row.forEachItem([&](JsonValue value) {
            for (const auto& target : targets) {
                if (target.index == index) {
                    target.column->back() = value.index();
                    break;
                }
            }
            ++index;
        });
    });
}

void readGeckoSampleRows(JsonValue rows, const GeckoSchema& schema, FirefoxSamples& samples) {
    const auto stack = schema.empty() ? 0 : indexOf(schema, "stack");
    const auto time = schema.empty() ? 1 : indexOf(schema, "time");
    const auto cpu = indexOf(schema, "threadCPUDelta");
    rows.forEachItem([&](JsonValue row) {
        samples.stack.push_back(-1);
        samples.time.push_back(noTime);
        if (cpu) samples.cpuDelta.push_back(0);
        std::size_t index = 0;
        row.forEachItem([&](JsonValue value) {
            if (index == stack)
                samples.stack.back() = value.index();
            else if (index == time)
                samples.time.back() = value.scaledTime(nanosecondsPerMillisecond).value_or(noTime);
            else if (index == cpu)
                samples.cpuDelta.back() = value.integer().value_or(0);
            ++index;
        });
    });
}

} // namespace

void readFirefoxTable(JsonKey name, JsonValue table, FirefoxTables& tables) {
    if (name == "stringArray" || name == "stringTable") {
        tables.strings.clear();
        table.forEachItem([&](JsonValue item) { tables.strings.push_back(item.rawText()); });
        return;
    }
    const auto* known =
        std::ranges::find_if(knownColumns, [&](const auto& column) { return name == column.table; });
    if (known == std::end(knownColumns)) return;
    const auto tableName = known->table;
    GeckoSchema schema;
    table.forEachField([&](JsonKey key, JsonValue list) {
        if (key == "schema") {
            schema = readSchema(list);
        } else if (key == "data") {
            readGeckoRows(tableName, list, schema, tables);
        } else if (tableName == "frameTable" && key == "address") {
            readNumbers(list.rawArray(), 1, -1, tables.frameAddress);
        } else if (tableName == "funcTable" && key == "isJS") {
            tables.functionIsJs.clear();
            list.forEachItem([&](JsonValue item) { tables.functionIsJs.push_back(item.isTrue()); });
        } else {
            for (const auto& column : knownColumns) {
                if (tableName != column.table || !(key == column.name)) continue;
                readRowNumbers(list.rawArray(), tables.*column.column);
                break;
            }
        }
    });
}

void readFirefoxSamples(JsonValue table, FirefoxSamples& samples) {
    samples = {};
    GeckoSchema schema;
    std::string_view weights; // read later, because their kind may follow them
    table.forEachField([&](JsonKey key, JsonValue list) {
        if (key == "schema")
            schema = readSchema(list);
        else if (key == "data")
            readGeckoSampleRows(list, schema, samples);
        else if (key == "stack")
            readRowNumbers(list.rawArray(), samples.stack);
        else if (key == "time")
            readTimes(list, noTime, samples.time);
        else if (key == "timeDeltas")
            readTimeDeltas(list, samples.time);
        else if (key == "threadCPUDelta")
            readNumbers(list.rawArray(), 1, 0, samples.cpuDelta);
        else if (key == "weightType")
            samples.weightType = list.text();
        else if (key == "weight" || key == "duration") // the field's name in old versions
            weights = list.rawArray();
    });
    const bool areTimes = samples.weightType == "tracing-ms";
    if (!weights.empty()) readNumbers(weights, areTimes ? nanosecondsPerMillisecond : 1, 0, samples.weight);
}

} // namespace candela
