#include "model/base/text/model_text.h"
#include "model/formats/chrome/v8_profile.h"
#include "model/formats/format.h"

#include <limits>

namespace candela {

namespace {

bool recognizesHeapProfile(const FileStart& file) {
    const auto& start = file.json();
    return start.has("head.selfSize") || start.has("head.callFrame") ||
           start.has("snapshot.meta.node_fields") || start.has("snapshot.meta");
}

/// The sampling heap profile of V8: a tree of callers, each with its live allocated bytes. Format: Chrome
/// DevTools Protocol, HeapProfiler.SamplingHeapProfile.
class HeapProfileReader {
public:
    explicit HeapProfileReader(ProfileBuilder& builder)
        : m_builder(builder), m_value(builder.valueType("memory", "bytes")) {}

    /// A node's size may follow its children, so stacks are made when the node is complete.
    void readNode(JsonValue value, int level) {
        const auto row = m_nodes.size();
        m_nodes.push_back({level == 0 ? none : m_parent, 0, {}, false});
        const auto parent = std::exchange(m_parent, row);
        V8CallFrame callFrame;
        value.forEachField([&](JsonKey key, JsonValue field) {
            if (key == "callFrame")
                field.forEachField(
                    [&](JsonKey inner, JsonValue part) { callFrame.readField(inner, part, m_builder); });
            else if (key == "selfSize")
                m_nodes[row].bytes = field.integer().value_or(0);
            else if (key == "children")
                field.forEachItem([&](JsonValue child) {
                    if (level < maximumLevels)
                        readNode(child, level + 1);
                    else
                        m_isTooDeep = true;
                });
        });
        m_parent = parent;
        m_nodes[row].isRoot = callFrame.isNamed("(root)", m_builder);
        m_nodes[row].frame = m_builder.frame(callFrame.frame(m_builder));
    }

    void addSamples() {
        std::vector<StackIndex> stacks;
        stacks.reserve(m_nodes.size());
        for (const auto& node : m_nodes) {
            const auto caller = node.parent == none ? StackIndex() : stacks[node.parent];
            stacks.push_back(node.isRoot ? caller : m_builder.stack(caller, node.frame));
            if (node.bytes != 0)
                m_builder.addSample(
                    m_value, {.stack = stacks.back(), .weight = node.bytes, .thread = {}, .labels = {}});
        }
    }

    bool hasNodes() const { return !m_nodes.empty(); }
    bool isTooDeep() const { return m_isTooDeep; }

private:
    static constexpr int maximumLevels = 500; // V8 has at most 128
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    struct Node {
        std::size_t parent;
        std::int64_t bytes;
        FrameIndex frame;
        bool isRoot;
    };

    ProfileBuilder& m_builder;
    ValueTypeIndex m_value;
    std::vector<Node> m_nodes;
    std::size_t m_parent = none;
    bool m_isTooDeep = false;
};

Result<Profile> readHeapProfile(Input& input, Task& task) {
    if (TRY(input.start(Input::startSizes.back())).json().has("snapshot"))
        return failure(
            ModelText::tr("this is a heap snapshot: it holds objects, but no stacks that allocated them"),
            ErrorCode::BadInput, ModelText::tr("Record \"Allocation sampling\" instead"));
    const auto document = TRY(JsonDocument::open(input, task));
    ProfileBuilder builder;
    HeapProfileReader reader(builder);
    document->forEachField([&](JsonKey key, JsonValue value) {
        if (key == "head" && !reader.hasNodes()) reader.readNode(value, 0);
    });
    if (document->isCancelled()) return cancelled();
    if (!reader.hasNodes())
        return failure(document->end() == JsonEnd::Whole
                           ? ModelText::tr("it holds no calls")
                           : ModelText::tr("it is damaged before its first call"));
    reader.addSamples();
    if (reader.isTooDeep()) builder.addWarning(ModelText::tr("Calls deeper than 500 were left out."));
    if (document->end() != JsonEnd::Whole) builder.addWarning(document->endWarning());
    return builder.build();
}

} // namespace

Format heapprofileFormat() {
    return {.name = "heapprofile",
            .description = "Heap profile of Chrome or Node",
            .extensions = ".heapprofile",
            .recognizes = recognizesHeapProfile,
            .read = readHeapProfile,
            .write = nullptr};
}

} // namespace candela
