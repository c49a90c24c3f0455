/// One profile as OTLP's JSON of each release since 1.3, written by hand with the field names of that
/// release.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace candela {

/// The resources and tables of a message, written by hand.
inline std::string otlpJson(std::string_view profile, std::string_view beside, std::string_view inside = {}) {
    return fmt::format(R"({{"resourceProfiles":[{{"resource":{{"attributes":[{{"key":"host.name","value":)"
                       R"({{"stringValue":"build-7"}}}}]}},"scopeProfiles":[{{"scope":{{"name":"any"}},)"
                       R"("profiles":[{{{}{}}}]}}]}}]{}}})",
                       profile, inside, beside);
}
/// Names in the string table: 1 cpu, 2 nanoseconds, 3 main, 4 draw, 5 /bin/app, 6 thread.name, 7 app.c.
inline constexpr std::string_view otlpStrings =
    R"("stringTable":["","cpu","nanoseconds","main","draw","/bin/app","thread.name","app.c"],)";

inline std::string otlpJson3() {
    return otlpJson(
        R"("profileId":"00ff","startTimeUnixNano":"1700000000000000000","profile":{"sampleType":[{"type":"1",)"
        R"("unit":"2","aggregationTemporality":1}],"sample":[{"locationsLength":"2","value":["12"],)"
        R"("attributes":["0"],"timestampsUnixNano":["1700000001000000000"]}],"mapping":[{"id":"1",)"
        R"("memoryStart":"4096","memoryLimit":"36864","filename":"5"}],"location":[{"address":"8192","line":)"
        R"([{"line":"40"}]},{"address":"8193","line":[{"functionIndex":"1","line":"41"}]}],)"
        R"("locationIndices":["1","0"],"function":[{"id":"1","name":"3","filename":"7"},{"id":"2","name":"4",)"
        R"("filename":"7"}],"attributeTable":[{"key":"thread.name","value":{"stringValue":"pool"}}],)",
        "", std::string(otlpStrings) + R"("timeNanos":"1700000000000000000","durationNanos":"5000000000"})");
}

inline constexpr std::string_view otlpProfileBefore8 =
    R"("sampleType":[{"typeStrindex":1,"unitStrindex":2,"aggregationTemporality":"AGGREGATION_TEMPORALITY_DELTA")"
    R"(}],"sample":[{"locationsLength":2,"value":["12"],"attributeIndices":[0],"timestampsUnixNano":)"
    R"(["1700000001000000000"]}],"locationIndices":[1,0],"timeNanos":"1700000000000000000",)"
    R"("durationNanos":"5000000000")";
inline constexpr std::string_view otlpTablesBefore8 =
    R"("mappingTable":[{"memoryStart":"4096","memoryLimit":"36864","filenameStrindex":5}],"locationTable":)"
    R"([{"mappingIndex":0,"address":"8192","line":[{"line":"40"}]},{"mappingIndex":0,"address":"8193","line":)"
    R"([{"functionIndex":1,"line":"41"}]}],"functionTable":[{"nameStrindex":3,"filenameStrindex":7},)"
    R"({"nameStrindex":4,"filenameStrindex":7}],)";
inline constexpr std::string_view otlpAttributesBefore8 =
    R"("attributeTable":[{"key":"thread.name","value":{"stringValue":"pool"}}],"attributeUnits":[])";

inline std::string otlpProfileSince8(std::string_view samples, std::string_view more = {}) {
    return fmt::format(
        R"("sampleType":{{"typeStrindex":1,"unitStrindex":2}},"{}":[{{"stackIndex":1,"values":["12"],)"
        R"("attributeIndices":[1],"timestampsUnixNano":["1700000001000000000"]}}],)"
        R"("timeUnixNano":"1700000000000000000","durationNano":"5000000000"{})",
        samples, more);
}
inline std::string otlpTablesSince8(std::string_view lines) {
    return fmt::format(
        R"("mappingTable":[{{}},{{"memoryStart":"4096","memoryLimit":"36864","filenameStrindex":5}}],)"
        R"("locationTable":[{{}},{{"mappingIndex":1,"address":"8192","{0}":[{{"functionIndex":1,"line":"40"}}]}},)"
        R"({{"mappingIndex":1,"address":"8193","{0}":[{{"functionIndex":2,"line":"41"}}]}}],"functionTable":)"
        R"([{{}},{{"nameStrindex":3,"filenameStrindex":7}},{{"nameStrindex":4,"filenameStrindex":7}}],)"
        R"("linkTable":[{{}}],{1}"attributeTable":[{{}},{{"keyStrindex":6,"value":{{"stringValue":"pool"}}}}],)"
        R"("stackTable":[{{}},{{"locationIndices":[2,1]}}])",
        lines, otlpStrings);
}
inline std::string newestOtlpJson() {
    return otlpJson(otlpProfileSince8("samples"), R"(,"dictionary":{)" + otlpTablesSince8("lines") + "}");
}

/// The JSON of each release, with the version.
inline std::vector<std::pair<const char*, std::string>> otlpJsonReleases() {
    const auto tables =
        std::string(otlpTablesBefore8) + std::string(otlpStrings) + std::string(otlpAttributesBefore8);
    const auto inDictionary = [](const std::string& tables) { return R"(,"dictionary":{)" + tables + "}"; };
    return {{"1.3", otlpJson3()},
            {"1.5", otlpJson(otlpProfileBefore8, "", "," + tables)},
            {"1.6", otlpJson(otlpProfileBefore8, "," + tables)},
            {"1.7", otlpJson(otlpProfileBefore8, inDictionary(tables))},
            {"1.8", otlpJson(otlpProfileSince8("sample", R"(,"commentStrindices":[])"),
                             inDictionary(otlpTablesSince8("line")))},
            {"1.10", newestOtlpJson()}};
}

} // namespace candela
