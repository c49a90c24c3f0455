/// Java flight recordings of the JDK's own recorder and of async-profiler.
#include "model/formats/format.h"
#include "model/formats/jfr/jfr_reader.h"

namespace candela {

namespace {

bool recognizesJfr(const FileStart& start) {
    return asText(start.bytes()).starts_with(std::string_view("FLR\0", 4));
}

Result<Profile> readJfr(Input& input, Task& task) {
    const auto bytes = TRY(input.all(task));
    ProfileBuilder builder;
    JfrReader reader(bytes, builder);
    TRY(reader.read(task));
    return builder.build();
}

} // namespace

Format jfrFormat() {
    return {.name = "jfr",
            .description = "Java flight recording",
            .extensions = ".jfr",
            .recognizes = recognizesJfr,
            .read = readJfr,
            .write = nullptr};
}

} // namespace candela
