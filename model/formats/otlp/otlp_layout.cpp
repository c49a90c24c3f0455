#include "model/formats/otlp/otlp_layout.h"

#include "model/formats/encoding/wire_reader.h"

#include <algorithm>

namespace candela {

namespace {

using Tables = OtlpLayout::Tables;

const OtlpLayout experimental{
    .versions = "1.2 to 1.3",
    .tables = Tables::InProfile,
    .hasNullRows = false,
    .table = {.mapping = 3,
              .location = 4,
              .function = 5,
              .string = 6,
              .attribute = 16,
              .attributeUnit = 17,
              .stack = 0,
              .locationIndices = 15},
    .profile = {.sampleType = 1,
                .sample = 2,
                .time = 9,
                .duration = 10,
                .periodType = 11,
                .period = 12,
                .comment = 13,
                .defaultType = 14},
    .sample = {.stack = 0,
               .start = 7,
               .length = 8,
               .locations = 1,
               .values = 2,
               .labels = 3,
               .attributes = 10,
               .timestamps = 13},
    .mapping = {.start = 2, .limit = 3, .offset = 4, .file = 5, .buildId = 6, .attributes = 12},
    .location = {.mapping = 2, .address = 3, .line = 4, .attributes = 7},
    .functionName = 2};

const OtlpLayout tablesInProfile{
    .versions = "1.4 to 1.5",
    .tables = Tables::InProfile,
    .hasNullRows = false,
    .table = {.mapping = 3,
              .location = 4,
              .function = 6,
              .string = 10,
              .attribute = 7,
              .attributeUnit = 8,
              .stack = 0,
              .locationIndices = 5},
    .profile = {.sampleType = 1,
                .sample = 2,
                .time = 11,
                .duration = 12,
                .periodType = 13,
                .period = 14,
                .comment = 15,
                .defaultType = 16},
    .sample = {.stack = 0,
               .start = 1,
               .length = 2,
               .locations = 0,
               .values = 3,
               .labels = 0,
               .attributes = 4,
               .timestamps = 6},
    .mapping = {.start = 1, .limit = 2, .offset = 3, .file = 4, .buildId = 0, .attributes = 5},
    .location = {.mapping = 1, .address = 2, .line = 3, .attributes = 5},
    .functionName = 1};

const OtlpLayout tablesInData{.versions = "1.6",
                              .tables = Tables::InData,
                              .hasNullRows = false,
                              .table = {.mapping = 2,
                                        .location = 3,
                                        .function = 4,
                                        .string = 6,
                                        .attribute = 7,
                                        .attributeUnit = 8,
                                        .stack = 0,
                                        .locationIndices = 3},
                              .profile = {.sampleType = 1,
                                          .sample = 2,
                                          .time = 4,
                                          .duration = 5,
                                          .periodType = 6,
                                          .period = 7,
                                          .comment = 8,
                                          .defaultType = 0},
                              .sample = tablesInProfile.sample,
                              .mapping = tablesInProfile.mapping,
                              .location = tablesInProfile.location,
                              .functionName = 1};

const OtlpLayout dictionary{.versions = "1.7",
                            .tables = Tables::InDictionary,
                            .hasNullRows = false,
                            .table = {.mapping = 1,
                                      .location = 2,
                                      .function = 3,
                                      .string = 5,
                                      .attribute = 6,
                                      .attributeUnit = 7,
                                      .stack = 0,
                                      .locationIndices = 3},
                            .profile = tablesInData.profile,
                            .sample = tablesInProfile.sample,
                            .mapping = tablesInProfile.mapping,
                            .location = tablesInProfile.location,
                            .functionName = 1};

const OtlpLayout stacks{.versions = "1.8 to 1.9",
                        .tables = Tables::InDictionary,
                        .hasNullRows = true,
                        .table = {.mapping = 1,
                                  .location = 2,
                                  .function = 3,
                                  .string = 5,
                                  .attribute = 6,
                                  .attributeUnit = 0,
                                  .stack = 7,
                                  .locationIndices = 0},
                        .profile = {.sampleType = 1,
                                    .sample = 2,
                                    .time = 3,
                                    .duration = 4,
                                    .periodType = 5,
                                    .period = 6,
                                    .comment = 0,
                                    .defaultType = 0},
                        .sample = {.stack = 1,
                                   .start = 0,
                                   .length = 0,
                                   .locations = 0,
                                   .values = 2,
                                   .labels = 0,
                                   .attributes = 3,
                                   .timestamps = 5},
                        .mapping = tablesInProfile.mapping,
                        .location = {.mapping = 1, .address = 2, .line = 3, .attributes = 4},
                        .functionName = 1};

const OtlpLayout valuesLast{.versions = "1.10 to 1.11",
                            .tables = Tables::InDictionary,
                            .hasNullRows = true,
                            .table = stacks.table,
                            .profile = stacks.profile,
                            .sample = {.stack = 1,
                                       .start = 0,
                                       .length = 0,
                                       .locations = 0,
                                       .values = 4,
                                       .labels = 0,
                                       .attributes = 2,
                                       .timestamps = 5},
                            .mapping = stacks.mapping,
                            .location = stacks.location,
                            .functionName = 1};

/// Calls visit(field) for each field of a message; a visit that returns false ends the walk.
template<typename Visit>
bool walk(std::span<const std::byte> message, Visit visit) {
    WireReader reader(message);
    while (reader.next()) {
        if (!visit(reader)) return false;
    }
    return true;
}

template<typename Visit>
bool forEachProfile(std::span<const std::byte> message, Visit visit) {
    return walk(message, [&](const WireReader& data) {
        if (data.field() != otlp_field::ResourceProfiles) return true;
        return walk(data.bytes(), [&](const WireReader& resource) {
            if (resource.field() != otlp_field::ScopeProfiles) return true;
            return walk(resource.bytes(), [&](const WireReader& scope) {
                return scope.field() != otlp_field::Profiles || visit(scope.bytes());
            });
        });
    });
}

/// Distinguishes versions with a dictionary: in the older one, attributes begin with a text, and field 7 has
/// numbers.
bool hasStackTable(std::span<const std::byte> message, bool& isKnown) {
    bool result = false;
    walk(message, [&](const WireReader& data) {
        if (data.field() != otlp_field::Dictionary) return true;
        return walk(data.bytes(), [&](const WireReader& table) {
            if (table.field() != 6 && table.field() != 7) return true;
            return walk(table.bytes(), [&](const WireReader& row) {
                if (row.field() != 1) return true;
                isKnown = true;
                result = (table.field() == 7) == (row.type() == WireType::Bytes);
                return false;
            });
        });
    });
    return result;
}

/// Finds which field of a sample has the values; several samples may be needed for that.
const OtlpLayout* layoutOfSamples(std::span<const std::byte> message) {
    const OtlpLayout* found = nullptr;
    const auto judge = [&](const WireReader& field) {
        const bool isBytes = field.type() == WireType::Bytes;
        if (field.field() == 4) found = isBytes ? &valuesLast : &stacks;
        if (field.field() == 3) found = isBytes ? &stacks : &valuesLast;
        return !found;
    };
    bool hasTimes = false;
    bool hasSecond = false;
    forEachProfile(message, [&](std::span<const std::byte> profile) {
        return walk(profile, [&](const WireReader& field) {
            if (field.field() != 2) return true;
            bool isTimed = false;
            const bool goesOn = walk(field.bytes(), [&](const WireReader& part) {
                isTimed |= part.field() == 5;
                hasSecond |= part.field() == 2;
                return judge(part);
            });
            hasTimes |= isTimed;
            return goesOn;
        });
    });
    if (found) return found;
    // If samples have only stacks and times, each time counts as one, in either layout.
    return hasSecond || !hasTimes ? &stacks : &valuesLast;
}

} // namespace

const OtlpLayout& newestOtlpLayout() {
    return valuesLast;
}

const OtlpLayout* otlpLayoutOf(const OtlpTraits& traits) {
    if (!traits.hasProfile) return nullptr;
    if (traits.hasTables) return &tablesInData;
    if (!traits.hasDictionary) return traits.isContainer ? &experimental : &tablesInProfile;
    return traits.isOld ? &dictionary : &valuesLast;
}

const OtlpLayout* findOtlpLayout(std::span<const std::byte> message) {
    OtlpTraits traits;
    forEachProfile(message, [&](std::span<const std::byte> profile) {
        traits.hasProfile = true;
        return walk(profile, [&](const WireReader& field) {
            traits.isContainer |= field.field() == 2 && field.type() == WireType::Fixed64;
            traits.isContainer |=
                field.field() == otlp_field::ContainedProfile && field.type() == WireType::Bytes;
            traits.isOld |= field.field() == 3 && field.type() == WireType::Bytes;
            return true;
        });
    });
    walk(message, [&](const WireReader& data) {
        traits.hasDictionary |= data.field() == otlp_field::Dictionary;
        traits.hasTables |= data.field() > otlp_field::Dictionary;
        return true;
    });
    bool isKnown = false;
    const bool hasStacks = hasStackTable(message, isKnown);
    if (isKnown) traits.isOld = !hasStacks;
    const auto* layout = otlpLayoutOf(traits);
    return layout == &valuesLast ? layoutOfSamples(message) : layout;
}

} // namespace candela
