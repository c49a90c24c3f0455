#include "tests/screenshots/made_captures.h"

#include "model/formats/export_profile.h"
#include "model/formats/format.h"
#include "tests/extreme_names.h"

#include <fmt/format.h>

#include <array>

namespace candela {
namespace {

constexpr std::int64_t second = 1'000'000'000;

Result<QString> store(const QString& folder, const char* name, const Profile& profile) {
    const auto path = folder + "/" + name + ".candela";
    Task task;
    TRY(storeProfile(profile, *findFormat("candela"), path.toStdString(), task));
    return path;
}

/// The threads of a pool wait for each other, a few have tasks of their own.
Profile manyThreads() {
    constexpr int threadCount = 64, processors = 16, samples = 40'000;
    ProfileBuilder builder;
    Dice dice;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto process =
        builder.addProcess({.pid = 4100, .parent = {}, .name = builder.string("render-farm"), .labels = {}});
    std::vector<ThreadIndex> threads;
    for (int row = 0; row < threadCount; ++row) {
        const auto name = row == 0   ? std::string("render-farm")
                          : row < 60 ? fmt::format("tile-worker-{}", row)
                                     : fmt::format("disk-writer-{}", row - 59);
        threads.push_back(builder.addThread(
            {.process = process, .tid = 4100 + row, .name = builder.string(name), .labels = {}}));
    }
    const auto frame = [&](const char* name, std::uint32_t line) {
        return namedFrame(builder, name, "/usr/bin/render-farm", "src/farm.cpp", line);
    };
    const auto start = builder.stack({}, frame("start_thread", 10));
    const auto work = builder.stack(start, frame("TileQueue::run()", 20));
    const auto write = builder.stack(start, frame("DiskWriter::run()", 30));
    const std::array tiles{frame("Tile::trace(Ray const&)", 40), frame("Tile::shade(Hit const&)", 50),
                           frame("Tile::denoise()", 60), frame("Tile::compress()", 70)};
    const std::array inner{frame("Vector::dot(Vector const&)", 80), frame("Texture::at(float, float)", 90),
                           frame("std::sqrt(float)", 95)};
    for (int row = 0; row < samples; ++row) {
        const auto phase = static_cast<std::size_t>(row) * tiles.size() / samples;
        // A fifth of the threads is idle in each phase.
        auto thread = dice.roll(threadCount);
        if (thread % 5 == phase) thread = (thread + 1) % threadCount;
        auto stack = thread >= 60 ? builder.stack(write, frame("write", 99))
                                  : builder.stack(work, tiles[(phase + dice.roll(3) / 2) % tiles.size()]);
        if (thread < 60 && dice.roll(3) > 0) stack = builder.stack(stack, inner[dice.roll(3)]);
        builder.addSample(value, {.stack = stack,
                                  .weight = 4'000'000,
                                  .time = row * (10 * second / samples),
                                  .thread = threads[thread],
                                  .cpu = row % processors,
                                  .labels = {}});
    }
    builder.origin().duration = 10 * second;
    return builder.build();
}

} // namespace

Result<MadeCaptures> makeCaptures(const QString& folder) {
    MadeCaptures made;
    made.empty = TRY(store(folder, "empty", *emptyProfile()));
    made.threads = TRY(store(folder, "threads", manyThreads()));
    const auto named = longNames();
    // A file's name has at most 255 bytes.
    const auto longFile = std::string(240, 'n');
    made.longNames = TRY(store(folder, longFile.c_str(), namedCapture(named, 1)));
    made.longNamesNew = TRY(store(folder, "long-new", namedCapture(named, 3)));
    const auto others = rightToLeftNames();
    made.rightToLeft = TRY(store(folder, "תמונה-صورة", namedCapture(others, 1)));
    made.rightToLeftNew = TRY(store(folder, "תמונה-صورة-2", namedCapture(others, 3)));
    for (int day = 0; day < 12; ++day) {
        const auto name = fmt::format("nightly-2026-11-{:02}", day + 1);
        const double slowdown = day < 7 ? 1.0 : 3.0;
        made.series << TRY(
            store(folder, name.c_str(), *ExampleRecording(slowdown).make(3000 + 40 * (day % 3))));
    }
    return made;
}

} // namespace candela
