/// The machine code of functions that were hit, which recordings keep: what to read, and what was read and
/// waits for a segment. Each function is kept once. Code may add a share of the recording's bytes, in
/// which each function counts as compressed alone. The child's answers are untrusted and are checked here.
#pragma once

#include "model/recording/recording.pb.h"
#include "model/recording/segment_writer.h"
#include "recorder/names/module_names.h"
#include "recorder/processes/module_table.h"
#include "recorder/sandbox/conversation.pb.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace candela {

/// The code of a function. `code` refers to rows of `strings`, and not to its mapping, which is the module's.
struct KeptFunction {
    ModuleNumber module;
    std::uint64_t serial = 0; ///< serial number of the module
    std::shared_ptr<const std::vector<std::string>> strings;
    recording::FunctionCode code;
    std::size_t packedSize = 0; ///< bytes in the recording, at most: with its texts, compressed alone
};

class CodeKeeper {
public:
    /// The module of a request: NamedModules::requestNumber().
    using Module = std::uint64_t;
    /// The maximum number of functions that are counted, in all modules.
    static constexpr std::size_t maximumWanted = 50'000;
    /// The maximum size of one answer, in bytes. A child never needs that much.
    static constexpr std::size_t maximumAnswer = 8 << 20;
    /// While this many bytes wait for a segment, nothing is read.
    static constexpr std::size_t maximumReady = 8 << 20;
    /// The number of instructions of a function whose hits are counted: those that were hit first.
    static constexpr std::size_t maximumInstructions = 12;

    /// The maximum number of bytes of code, lines and names in the recording, not compressed. 0: no code is
    /// kept.
    explicit CodeKeeper(std::size_t maximumBytes) : m_maximumBytes(maximumBytes) {}

    /// Counts hits of a function (a row of ModuleNames), at an address in it, unless its code is kept.
    void count(Module module, std::uint32_t function, std::uint64_t fileOffset, std::uint64_t address,
               std::uint64_t hits);
    /// Code that is added before the recording's end has a half of what code may add: until the end, it is
    /// not known which functions are hit most.
    enum class Stage : std::uint8_t { Recording, Ending };
    /// Sets the cost of the recording without code: its length and processor time in nanoseconds, and its
    /// size in bytes as sent. Code may add a share of bytes and processor time.
    struct RecordingCost {
        std::uint64_t bytes = 0;
        std::int64_t length = 0;
        std::uint64_t time = 0;
    };
    void setRecordingCost(const RecordingCost& cost, Stage stage);
    /// Plans to read the code of the functions with at least that many hits, those with most hits first.
    /// Before the recording's end, functions are read whole; then what has no room is cut.
    void rank(std::uint64_t minimumHits);
    /// The next functions to read, all of one module.
    struct Question {
        struct Function {
            std::vector<std::uint64_t> offsets; ///< of instructions, the hottest first
            std::size_t maximumBytes = 0;       ///< of code
        };
        Module module = 0;
        std::vector<Function> functions; ///< empty: there is nothing to read now
    };
    Question ask();
    bool hasQuestions() const { return !m_ranked.empty() && !isFull(); }
    /// To be called if the module of ask() can't be read now: it is asked again later.
    void askLater(Module module);
    /// To be called if the planned code of the module can't be read at all.
    void giveUp(Module module);
    /// To be called if reading code of the module ended a child: no more of it is read.
    void refuse(Module module);
    bool isAsking(Module module) const { return m_asked == module; }
    /// To be called if the child was replaced: there will be no answer.
    void askAgain();
    bool awaitsAnswer() const { return m_asked != 0; }
    /// The number of functions that wait to be read.
    std::size_t wanted() const { return hasQuestions() ? m_ranked.size() : 0; }

    /// An answer for the module in that row. Functions that break a rule are dropped.
    void take(Module module, ModuleNumber number, std::uint64_t serial, const ModuleNames& names,
              const sandbox::Code& answer);
    /// Functions for the next segment, as far as there is room, and of about that many bytes, not compressed.
    std::vector<KeptFunction> takeReady(std::size_t bytes);
    /// Functions that takeReady() returned and that were not sent.
    void putBack(std::vector<KeptFunction> functions);
    bool hasReady() const { return !m_ready.empty(); }
    /// To be called at the recording's end: what is ready and was not taken is left out.
    void leaveOutReady() { m_leftOut += m_ready.size(); }
    /// To be called when functions of takeReady() were sent, with the bytes that they added.
    void countSent(std::size_t bytes) { m_sentBytes += bytes; }
    /// Forgets modules for which `isKnown` is false.
    template<typename IsKnown>
    void sweep(IsKnown isKnown) {
        std::vector<Module> unknown;
        for (const auto& [module, entry] : m_modules) {
            if (!isKnown(module)) unknown.push_back(module);
        }
        for (const auto module : unknown) {
            giveUp(module);
            m_counted -= m_modules[module].counted.size();
            m_modules.erase(module);
        }
    }

    std::size_t bytes() const { return m_bytes; }
    /// Nanoseconds of the child's processor time.
    std::uint64_t time() const { return m_time; }
    std::size_t maximumBytes() const { return m_maximumBytes; }
    /// The number of functions whose code was wanted and can't be read, or had no room until now.
    std::uint64_t leftOut() const { return m_leftOut; }

private:
    struct Instruction {
        std::uint64_t fileOffset = 0;
        std::uint64_t address = 0;
        std::uint64_t hits = 0;
    };
    /// A function that is not kept.
    struct Counted {
        std::vector<Instruction> instructions; // not empty
        std::uint64_t hits = 0;
        std::size_t packedSize = 0;   // as in KeptFunction; 0: it was not read yet
        std::size_t share = 0;        // the part of the room that it may have, in bytes
        std::size_t maximumBytes = 0; // of code, once it was cut
        std::uint8_t cuts = 0;
        bool isAlone = false;   // it is asked for alone: an answer with others could not be used
        bool isLeftOut = false; // it is in m_leftOut
    };
    struct Code {
        absl::flat_hash_map<std::uint32_t, Counted> counted;
        absl::flat_hash_set<std::uint32_t> done;       // functions that are kept, or have no code
        std::map<std::uint64_t, std::uint64_t> starts; // of the parts that are kept, by end
        bool isRefused = false;

        bool has(std::uint64_t address) const;
        bool overlaps(std::uint64_t start, std::uint64_t end) const;
    };
    struct Wanted {
        Module module = 0;
        std::uint32_t function = 0;
        std::uint64_t hits = 0;
        enum class Outcome : std::uint8_t { Unanswered, Kept, NoRoom, AskAgain };
        Outcome outcome = Outcome::Unanswered;
    };

    bool isInQuestion(Module module, std::uint32_t function) const;
    void uncount(const Wanted& wanted);
    void leaveOut(Counted& counted);
    bool isFull() const {
        return m_bytes >= m_maximumBytes || room() < minimumRoom || m_time >= m_allowedTime;
    }
    /// The bytes that may be added to those that were sent or wait.
    std::size_t room() const {
        return m_allowedBytes - std::min(m_allowedBytes, m_sentBytes + m_readyPacked);
    }
    bool mayFit(std::size_t packedSize) const;
    std::size_t maximumBytesOf(const Wanted& wanted) const;
    bool takeWhole(Code& code, ModuleNumber number, std::uint64_t serial, const ModuleNames& names);
    void settle(Code& code, bool isUsable, bool isFull);
    Wanted::Outcome outcomeOf(Counted& counted, std::size_t codeBytes, std::size_t& reserved);
    static bool cut(Counted& counted, std::size_t codeBytes, std::size_t limit);
    Wanted* answered(const recording::FunctionCode& function, const Code& code, const ModuleNames& names);
    std::size_t packedSize(const recording::FunctionCode& function, const std::vector<std::string>& strings);

    /// With less room, nothing is read.
    static constexpr std::size_t minimumRoom = 384;

    std::size_t m_maximumBytes;
    Stage m_stage = Stage::Recording;
    std::size_t m_allowedBytes = 0; // in the recording, compressed
    std::size_t m_sentBytes = 0;    // the same
    std::size_t m_readyPacked = 0;  // the same, at most
    absl::flat_hash_map<Module, Code> m_modules;
    std::size_t m_counted = 0;    // functions of all modules
    std::vector<Wanted> m_ranked; // the next one last
    std::uint64_t m_rankedHits = 0;
    Module m_asked = 0; // 0: no answer is awaited
    std::vector<Wanted> m_question;
    std::string m_answer; // the parts so far
    bool m_isTooLong = false;
    std::vector<KeptFunction> m_ready;
    std::size_t m_readyBytes = 0;
    std::size_t m_bytes = 0;
    SegmentWriter m_writer{1}; // measures
    std::uint64_t m_time = 0;
    std::uint64_t m_allowedTime = 0;
    std::uint64_t m_leftOut = 0;
};

} // namespace candela
