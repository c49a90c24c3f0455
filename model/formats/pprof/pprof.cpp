#include "model/base/text/model_text.h"
#include "model/formats/format.h"
#include "model/formats/output/profile_losses.h"
#include "model/formats/pprof/pprof_frames.h"
#include "model/formats/pprof/pprof_samples.h"
#include "model/formats/pprof/pprof_writer.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <memory>

namespace candela {

namespace {

constexpr std::size_t maximumValueTypes = PprofSampleRows::maximumWeights;
constexpr int gzipLevel = 6;
constexpr double shareOfReading = 0.9;

/// The value types in the file's order; equal ones are distinguished by a number, because weights differ.
std::vector<ValueTypeIndex> addValueTypes(const PprofFile& file, ProfileBuilder& builder) {
    std::vector<ValueTypeIndex> values;
    for (const auto& type : file.valueTypes) {
        if (values.size() == maximumValueTypes) break;
        std::string name(file.text(type.type));
        auto value = builder.valueType(name, file.text(type.unit));
        while (value.row() < values.size()) { // an equal earlier type has this row
            name += fmt::format(" ({})", values.size() + 1);
            value = builder.valueType(name, file.text(type.unit));
        }
        values.push_back(value);
    }
    if (values.empty() && file.sampleCount > 0) {
        values.push_back(builder.valueType("samples", "count"));
        builder.addWarning(ModelText::tr("The file does not state what its weights measure."));
    }
    return values;
}

void addDefaultValue(const PprofFile& file, std::span<const ValueTypeIndex> values, ProfileBuilder& builder) {
    const auto name = file.text(file.defaultSampleType);
    if (name.empty()) return;
    for (std::size_t row = 0; row < std::min(values.size(), file.valueTypes.size()); ++row) {
        if (file.text(file.valueTypes[row].type) == name) return builder.setDefaultValue(values[row]);
    }
}

void addOrigin(const PprofFile& file, ProfileBuilder& builder) {
    auto& origin = builder.origin();
    if (file.timeNanos != 0) origin.startTime = file.timeNanos;
    origin.duration = file.durationNanos;
    origin.period = file.period;
    origin.periodType = file.text(file.periodType.type);
    origin.periodUnit = file.text(file.periodType.unit);
    for (const auto comment : file.comments)
        builder.addComment(std::string(file.text(comment)));
}

bool recognizesPprof(const FileStart& start) {
    return looksLikePprof(start.bytes(), start.isCut());
}

/// Reads all fields while their bytes arrive. Returns all bytes.
Result<std::size_t> readFields(Input& input, PprofFile& file, PprofSampleRows& rows, Task& task) {
    PprofFileReader reader(file, rows);
    ArrivingBytes::Arrived arrived;
    while (!arrived.isAll) {
        arrived = TRY(input.moreThan(arrived.bytes.size(), task));
        while (reader.take(arrived.bytes, arrived.isAll)) {
            if (task.isCancelled()) return cancelled();
            const auto share = arrived.share * double(reader.taken()) / double(arrived.bytes.size());
            task.setProgress(share);
            rows.expect(share);
        }
    }
    rows.finish();
    return arrived.bytes.size();
}

Result<Profile> readPprof(Input& input, Task& task) {
    PprofFile file;
    PprofSampleRows rows;
    task.setRange(0, shareOfReading);
    const auto size = TRY(readFields(input, file, rows, task));
    task.setRange(shareOfReading, 1);
    file.isDamaged |= std::ranges::any_of(file.valueTypes, [&](const PprofValueType& type) {
        return type.type >= file.strings.size() || type.unit >= file.strings.size();
    });
    if (file.valueTypes.empty() && file.sampleCount == 0)
        return failure(file.isDamaged ? ModelText::tr("it is damaged before its first sample")
                                      : ModelText::tr("it holds no samples"));
    // Most files end with the texts. Without these there are no names and not even a unit.
    const bool hasTexts =
        std::ranges::any_of(file.strings, [](std::string_view text) { return !text.empty(); });
    if (file.isDamaged && !hasTexts)
        return failure(ModelText::tr("it was cut off before its names: nothing of use is left in it"));
    ProfileBuilder builder;
    addOrigin(file, builder);
    const auto values = addValueTypes(file, builder);
    addDefaultValue(file, values, builder);
    PprofFrames frames(file, builder);
    PprofSamples samples(rows, size, frames, builder);
    TRY(samples.add(values, task));
    samples.warn(values.size(), file.isDamaged);
    return builder.build();
}

Result<void> writePprof(const Profile& profile, Output& output, Task& task) {
    const auto message = TRY(writePprofMessage(profile, task));
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(gzipLevel), libdeflate_free_compressor);
    if (!compressor)
        return failure(ModelText::tr("there is not enough memory to pack it"), ErrorCode::NotPossible);
    std::vector<std::byte> packed(libdeflate_gzip_compress_bound(compressor.get(), message.size()));
    const auto size = libdeflate_gzip_compress(compressor.get(), message.data(), message.size(),
                                               packed.data(), packed.size());
    output.write(std::span(packed).first(size));
    // The description of the recording is stored in comments.
    addLosses(profile, "pprof has",
              ProfilePart::Threads | ProfilePart::Labels | ProfilePart::Modules |
                  ProfilePart::ModuleAddresses | ProfilePart::BuildIds | ProfilePart::Addresses |
                  ProfilePart::Sources | ProfilePart::StartLines | ProfilePart::RawNames |
                  ProfilePart::KernelMarks | ProfilePart::InlineMarks | ProfilePart::StartTime |
                  ProfilePart::Host | ProfilePart::KernelVersion | ProfilePart::Command |
                  ProfilePart::Comments,
              output);
    return {};
}

} // namespace

Format pprofFormat() {
    return {.name = "pprof",
            .description = "pprof profile",
            .extensions = ".pb.gz .pprof .pb .prof *.cpu heap cpu profile allocs block mutex goroutine "
                          "threadcreate pprof.*",
            .recognizes = recognizesPprof,
            .read = readPprof,
            .write = writePprof};
}

} // namespace candela
