/// Names that attackers would choose, a profile that has them everywhere, and texts that no output may
/// contain. Each output of the program is checked against these.
#pragma once

#include "model/base/letters.h"
#include "model/base/shown_text.h"
#include "model/profile/profile_builder.h"

#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// No line of any output may begin with this text, which follows a line end in a name.
inline constexpr std::string_view hostileLine = "SECOND LINE OF A NAME";

inline std::vector<std::string> hostileNames() {
    return {
        "\x1b[2J\x1b]0;title\x07screen", // clears the screen, sets the title
        "rings\x07 and \x08\x7f",        //
        "first\nSECOND LINE OF A NAME",  //
        "first\rSECOND LINE OF A NAME",  //
        "tab\tinside",                   //
        "control\xc2\x9b"
        "31m sequence",     // CSI as U+009B
        "next\xc2\x85line", //
        "raw\x9b"
        "31m byte",           // the CSI control character of terminals that use 8-bit character sets
        "not\xff UTF-8 \xc3", //
        "over\xe2\x80\xae"
        "gnp.exe",                             // right-to-left override
        "iso\xe2\x81\xa6late\xe2\x81\xa9",     //
        "mark\xe2\x80\x8f\xd8\x9c",            //
        "para\xe2\x80\xa9graph",               //
        "<script>alert(1)</script>",           //
        "<img src=x onerror=alert(1)>",        //
        "</title></text><script>x</script>",   //
        "a&b\"c'd",                            //
        "=HYPERLINK(\"http://example.org\")",  //
        "@SUM(A1)",                            //
        "+cmd|' /C calc'!A0",                  //
        "-2+3",                                //
        "pipe | and `code` ``more``",          //
        "[link](http://example.org) @user #1", //
        "semi;colon",                          //
        "number 12",                           //
        "# comment",                           //
        "fn=(1) fl=x",
        "events: Ir", //
    };
}

/// Functions, modules, source files, processes, threads, labels, the value and the origin have these names.
inline Profile hostileProfile(std::int64_t factor = 1) {
    ProfileBuilder builder;
    const auto names = hostileNames();
    const auto value = builder.valueType("cpu\x1b[31m\n" + std::string(hostileLine), "nanoseconds");
    StackIndex deep;
    std::int64_t weight = 1'000'000;
    std::int32_t pid = 100;
    for (const auto& name : names) {
        const auto mapping = builder.mapping({.path = builder.string("/lib/" + name),
                                              .buildId = {},
                                              .start = 0x1000,
                                              .end = 0x2000,
                                              .fileOffset = 0});
        const auto function = builder.function({.name = builder.string(name),
                                                .rawName = {},
                                                .file = builder.string("/src/" + name),
                                                .mapping = mapping});
        const auto frame = builder.frame({.function = function, .mapping = mapping, .line = 7});
        deep = builder.stack(deep, frame);
        Process process;
        process.pid = pid;
        process.name = builder.string(name);
        const auto owner = builder.addProcess(process);
        Thread thread;
        thread.process = owner;
        thread.tid = pid++;
        thread.name = builder.string(name);
        const auto row = builder.addThread(thread);
        const auto labels = builder.labelSet({builder.textLabel("user", name), builder.textLabel(name, "x")});
        for (const auto stack : {builder.stack({}, frame), deep})
            builder.addSample(value,
                              {.stack = stack, .weight = weight++ * factor, .thread = row, .labels = labels});
    }
    auto profile = builder.build();
    profile.warnings.push_back("A warning with " + names.front() + " and " + names[2]);
    profile.origin.command = names.front() + names[2];
    profile.origin.host = names[5] + names[9];
    profile.origin.kernel = names[7];
    return profile;
}

/// The hostile content of a text for people; empty if there is none. `allowed`: control characters that it
/// may contain.
inline std::string hostilityIn(std::string_view text, std::string_view allowed = "\n") {
    if (text.starts_with(hostileLine) || text.find("\n" + std::string(hostileLine)) != std::string_view::npos)
        return "a name ends a line";
    while (!text.empty()) {
        const auto length = letterLength(text);
        if (length == 0) return "not UTF-8";
        const auto letter = text.substr(0, length);
        const bool isAllowed = length == 1 && allowed.find(letter.front()) != std::string_view::npos;
        if (!isAllowed && isHiddenLetter(codePointOf(letter)))
            return "U+" + std::to_string(codePointOf(letter)) + " before " +
                   std::string(text.substr(length, 20));
        text.remove_prefix(length);
    }
    return {};
}

} // namespace candela
