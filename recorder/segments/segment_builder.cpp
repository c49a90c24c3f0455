#include "recorder/segments/segment_builder.h"

#include <algorithm>
#include <array>

namespace candela {

namespace {

constexpr std::array<std::string_view, 12> entryFunctions{"_start",
                                                          "__libc_start_main",
                                                          "__libc_start_main_impl",
                                                          "__libc_start_call_main",
                                                          "clone",
                                                          "__clone",
                                                          "clone3",
                                                          "__clone3",
                                                          "start_thread",
                                                          "runtime.goexit",
                                                          "runtime.goexit.abi0",
                                                          "runtime.mstart"};

/// Whether the function has no caller but the start of a thread: a stack that ends there is complete.
bool isEntryFunction(std::string_view name) {
    return std::find(entryFunctions.begin(), entryFunctions.end(), name.substr(0, name.find('@'))) !=
           entryFunctions.end();
}

} // namespace

SegmentBuilder::SegmentBuilder(const ModuleTable& modules, const ProcessTable& processes, KernelNames& kernel,
                               FindNames findNames, FindLabels findLabels, Ancestors ancestors)
    : m_modules(modules), m_processes(processes), m_kernel(kernel), m_findNames(std::move(findNames)),
      m_findLabels(std::move(findLabels)), m_ancestors(ancestors) {}

void SegmentBuilder::build(const SegmentDraft& draft, const std::vector<RecordedValue>& values,
                           recording::Segment& segment) {
    m_segment = &segment;
    // Reserves as many rows as the last segment had, because the cleared table would have to grow again.
    const auto texts = m_texts.size();
    const auto functions = m_functionRows.size();
    m_texts.clear();
    m_texts.reserve(texts);
    text({}); // row 0
    m_processRows.clear();
    m_labelSets.clear();
    m_moduleMappings.clear();
    m_mappingRows.clear();
    m_functionRows.clear();
    m_functionRows.reserve(functions);
    m_kernelFunctionRows.clear();
    m_kernel.setTime(draft.startTime(), draft.endTime());
    addProcesses(draft);
    addThreads(draft);
    addFrames(draft);
    addStacks(draft);
    addSamples(draft, values);
}

void SegmentBuilder::addLateNames(const std::vector<LateNames>& late) {
    auto& rows = *m_segment->mutable_late_names();
    for (const auto& ofProcess : late) {
        const auto* names = m_findNames(ofProcess.module);
        if (!names || m_modules[ofProcess.module].serial != ofProcess.serial) continue;
        const auto mapping = mappingOf(ofProcess.module, names);
        const auto process = processRow(*ofProcess.process, nullptr);
        for (const auto address : ofProcess.addresses) {
            const auto lines = names->find(address);
            if (lines.empty()) continue;
            rows.add_process(process);
            rows.add_frame(static_cast<std::uint32_t>(m_segment->frames().address_size()));
            const auto function = functionOf(ofProcess.module, lines.back().function, *names, mapping);
            addFrame(function + 1, mapping + 1, address, lines.back(), 0, recording::USER);
        }
    }
}

void SegmentBuilder::addCode(const std::vector<KeptFunction>& functions) {
    for (const auto& function : functions) {
        const auto* names = m_findNames(function.module);
        if (!names || m_modules[function.module].serial != function.serial) continue;
        auto& code = *m_segment->add_code();
        code = function.code;
        code.set_mapping(mappingOf(function.module, names));
        const auto replaceRows = [&](auto& column) {
            for (auto& row : column)
                row = text((*function.strings)[row]);
        };
        replaceRows(*code.mutable_function_name());
        replaceRows(*code.mutable_function_raw_name());
        replaceRows(*code.mutable_function_file());
        replaceRows(*code.mutable_target_name());
    }
}

void SegmentBuilder::addProcesses(const SegmentDraft& draft) {
    m_draftProcessRows.clear();
    for (const auto& process : draft.processes())
        m_draftProcessRows.push_back(processRow(*process->identity, process.get()));
    if (m_ancestors == Ancestors::LeaveOut) return;
    for (const auto& draftProcess : draft.processes()) {
        auto parent = draftProcess->parent;
        while (parent && !m_processRows.contains(parent.get())) {
            const auto process = m_processes.find(*parent);
            processRow(*parent, process.get());
            parent = process ? process->parent : nullptr;
        }
    }
}

std::uint32_t SegmentBuilder::processRow(const ProcessIdentity& identity, const LiveProcess* known) {
    const auto [found, isNew] =
        m_processRows.try_emplace(&identity, static_cast<std::uint32_t>(m_segment->processes_size()));
    if (!isNew) return found->second;
    auto& process = *m_segment->add_processes();
    process.set_pid(identity.pid);
    process.set_start_time(identity.startTime);
    process.set_end_time(identity.endTime);
    process.set_name(text(identity.name));
    // Metadata may already be that of the next program that the process runs.
    if (known && known->identity.get() == &identity) process.set_label_set(labelSetOf(*known));
    if (const auto* parent = known ? known->parent.get() : nullptr) {
        process.set_parent_pid(parent->pid);
        process.set_parent_start_time(parent->startTime);
        parent->isPublished = true;
    }
    identity.isPublished = true;
    return found->second;
}

std::uint32_t SegmentBuilder::labelSetOf(const LiveProcess& process) {
    std::vector<SegmentLabel> labels;
    for (const auto& label : m_findLabels(process))
        labels.push_back({text(label.key), text(label.text) + 1, 0});
    return labelSetRow(labels);
}

/// Labels that the probe does not describe, and empty texts, are dropped.
std::uint32_t SegmentBuilder::labelSetOf(std::span<const ProbeLabel> known,
                                         std::span<const sample_label> labels) {
    std::vector<SegmentLabel> set;
    for (const auto& label : labels) {
        if (label.name >= known.size()) continue;
        const auto& [key, texts] = known[label.name];
        const auto size = std::min<std::size_t>(label.size, sizeof label.text);
        if (size > 0)
            set.push_back({text(key), text({label.text, size}) + 1, 0});
        else if (label.number < texts.size())
            set.push_back({text(key), text(texts[label.number]) + 1, 0});
        else if (texts.empty() && label.number != 0)
            set.push_back({text(key), 0, static_cast<std::int64_t>(label.number)});
    }
    return labelSetRow(set);
}

std::uint32_t SegmentBuilder::labelSetRow(const std::vector<SegmentLabel>& labels) {
    auto& sets = *m_segment->mutable_label_sets();
    if (sets.size_size() == 0) {
        sets.add_size(0);
        m_labelSets.emplace(); // the empty set is row 0
    }
    const auto [found, isNew] = m_labelSets.try_emplace(labels, static_cast<std::uint32_t>(sets.size_size()));
    if (!isNew) return found->second;
    sets.add_size(static_cast<std::uint32_t>(labels.size()));
    for (const auto& label : labels) {
        sets.add_key(label.key);
        sets.add_text_plus_one(label.textPlusOne);
        sets.add_number(label.number);
        sets.add_unit_plus_one(0);
    }
    return found->second;
}

void SegmentBuilder::addThreads(const SegmentDraft& draft) {
    for (const auto& draftThread : draft.threads()) {
        auto& thread = *m_segment->add_threads();
        thread.set_process(m_draftProcessRows[draftThread.process]);
        thread.set_tid(draftThread.tid);
        thread.set_start_time(draftThread.startTime);
        thread.set_name(text(draftThread.name));
        thread.set_cpu_time(draftThread.cpuTime);
    }
}

void SegmentBuilder::addFrames(const SegmentDraft& draft) {
    m_locationFrames.clear();
    m_isEntry.clear();
    auto& frames = *m_segment->mutable_frames();
    for (const auto& location : draft.locations()) {
        const auto first = static_cast<std::uint32_t>(frames.address_size());
        m_isEntry.push_back(false);
        switch (location.kind) {
        case CodeKind::Module:
            addModuleFrames(location);
            break;
        case CodeKind::Kernel:
            addKernelFrame(location);
            break;
        case CodeKind::Unmapped:
            addFrame(0, 0, location.address, {}, 0, recording::UNKNOWN);
            break;
        }
        m_locationFrames.push_back({first, static_cast<std::uint32_t>(frames.address_size()) - first});
    }
}

void SegmentBuilder::addModuleFrames(const CodeLocation& location) {
    const auto* names = m_findNames(location.module);
    const auto mapping = mappingOf(location.module, names);
    if (!names) return addFrame(0, mapping + 1, 0, {}, 0, recording::USER);

    const auto address = names->addressOf(location.address).value_or(0);
    const auto lines = names->find(location.address);
    if (lines.empty()) return addFrame(0, mapping + 1, address, {}, 0, recording::USER);
    for (std::size_t depth = 0; depth < lines.size(); ++depth) {
        const auto& line = lines[lines.size() - 1 - depth];
        const auto function = functionOf(location.module, line.function, *names, mapping);
        const auto kind = depth > 0 ? recording::INLINED : recording::USER;
        addFrame(function + 1, mapping + 1, address, line, static_cast<std::uint32_t>(depth), kind);
    }
    m_isEntry.back() = isEntryFunction(names->function(lines.back().function).name);
}

void SegmentBuilder::addKernelFrame(const CodeLocation& location) {
    const auto known = m_kernel.find(location.address);
    const auto mapping = mappingRow(known.module, {});
    std::uint32_t functionPlusOne = 0;
    if (!known.function.empty()) {
        auto& row = m_kernelFunctionRows[known.start];
        if (row == 0) {
            auto& function = *m_segment->add_functions();
            function.set_name(text(known.function));
            function.set_mapping_plus_one(mapping + 1);
            row = static_cast<std::uint32_t>(m_segment->functions_size());
        }
        functionPlusOne = row;
    }
    addFrame(functionPlusOne, mapping + 1, known.address, {}, 0, recording::KERNEL);
}

void SegmentBuilder::addFrame(std::uint32_t functionPlusOne, std::uint32_t mappingPlusOne,
                              std::uint64_t address, const NamedLine& line, std::uint32_t inlineDepth,
                              recording::FrameKind kind) {
    auto& frames = *m_segment->mutable_frames();
    frames.add_function_plus_one(functionPlusOne);
    frames.add_mapping_plus_one(mappingPlusOne);
    frames.add_address(address);
    frames.add_line(line.line);
    frames.add_inline_depth(inlineDepth);
    frames.add_kind(kind);
}

std::uint32_t SegmentBuilder::mappingOf(ModuleNumber module, const ModuleNames* names) {
    const auto [found, isNew] = m_moduleMappings.try_emplace(module);
    if (isNew) {
        const auto row = mappingRow(m_modules[module].path, names ? names->buildId() : std::string());
        if (const auto range = names ? names->addressRange() : std::nullopt) {
            auto& mapping = *m_segment->mutable_mappings(static_cast<int>(row));
            mapping.set_start(range->start);
            mapping.set_end(range->end);
            mapping.set_file_offset(range->fileOffset);
        }
        found->second = row;
    }
    return found->second;
}

std::uint32_t SegmentBuilder::mappingRow(std::string_view path, std::string_view buildId) {
    const auto [found, isNew] = m_mappingRows.try_emplace(
        std::pair(text(path), text(buildId)), static_cast<std::uint32_t>(m_segment->mappings_size()));
    if (isNew) {
        auto& mapping = *m_segment->add_mappings();
        mapping.set_path(found->first.first);
        mapping.set_build_id(found->first.second);
    }
    return found->second;
}

std::uint32_t SegmentBuilder::functionOf(ModuleNumber module, std::uint32_t row, const ModuleNames& names,
                                         std::uint32_t mapping) {
    const auto [found, isNew] = m_functionRows.try_emplace(
        std::pair(module.row(), row), static_cast<std::uint32_t>(m_segment->functions_size()));
    if (isNew) {
        const auto& named = names.function(row);
        auto& function = *m_segment->add_functions();
        function.set_name(text(named.name));
        function.set_raw_name(text(named.rawName));
        function.set_file(text(named.file));
        function.set_start_line(named.startLine);
        function.set_mapping_plus_one(mapping + 1);
    }
    return found->second;
}

void SegmentBuilder::addStacks(const SegmentDraft& draft) {
    auto& stacks = *m_segment->mutable_stacks();
    m_stackRows.clear();
    m_startsAtEntry.clear();
    for (const auto& stack : draft.stacks()) {
        const bool isRoot = stack.parent == SegmentDraft::noRow;
        std::uint32_t parentPlusOne = isRoot ? 0 : m_stackRows[stack.parent] + 1;
        const auto lines = m_locationFrames[stack.location];
        for (std::uint32_t i = 0; i < lines.count; ++i) {
            stacks.add_parent_plus_one(parentPlusOne);
            stacks.add_frame(lines.first + i);
            parentPlusOne = static_cast<std::uint32_t>(stacks.frame_size());
        }
        m_stackRows.push_back(parentPlusOne - 1);
        m_startsAtEntry.push_back(isRoot ? m_isEntry[stack.location] : m_startsAtEntry[stack.parent]);
    }
}

/// The label sets of samples, by the draft's rows.
std::vector<std::uint32_t> SegmentBuilder::sampleLabelSets(const SegmentDraft& draft,
                                                           const std::vector<RecordedValue>& values) {
    std::vector<std::uint32_t> rows;
    for (const auto& [value, labels] : draft.labels())
        rows.push_back(labels.empty() || value >= values.size() ? 0
                                                                : labelSetOf(values[value].labels, labels));
    return rows;
}

void SegmentBuilder::addSamples(const SegmentDraft& draft, const std::vector<RecordedValue>& values) {
    const auto labelSets = sampleLabelSets(draft, values);
    std::vector<recording::Samples*> tables;
    std::vector<std::int64_t> times(values.size(), draft.startTime());
    for (const auto& recorded : values) {
        auto& table = *m_segment->add_samples();
        table.set_name(std::string(recorded.value.name));
        table.set_unit(std::string(recorded.value.unit));
        table.set_kind(recorded.value.kind);
        table.set_lasts(recorded.value.kind == recording::DURATION);
        table.set_probe(std::string(recorded.probe));
        table.set_is_default(recorded.isDefault);
        tables.push_back(&table);
    }
    for (const auto& sample : draft.samples()) {
        if (sample.value >= values.size()) continue; // the recording has no such value
        auto& table = *tables[sample.value];
        auto end = sample.stackEnd;
        const bool hasStack = sample.stack != SegmentDraft::noRow;
        if (end == user_stack_unknown && hasStack && m_startsAtEntry[sample.stack]) end = user_stack_complete;
        table.add_time_delta(sample.time - times[sample.value]);
        times[sample.value] = sample.time;
        table.add_thread_plus_one(sample.thread + 1);
        table.add_cpu(static_cast<std::int32_t>(sample.cpu));
        table.add_stack_plus_one(hasStack ? m_stackRows[sample.stack] + 1 : 0);
        table.add_weight(sample.weight);
        table.add_stack_end(end);
        if (!values[sample.value].labels.empty()) table.add_label_set(labelSets[sample.labels]);
    }
}

std::uint32_t SegmentBuilder::text(std::string_view text) {
    const auto found = m_texts.find(absl::string_view(text.data(), text.size()));
    if (found != m_texts.end()) return found->second;
    // Views of the strings stay valid: the segment's strings do not move when more are added.
    const auto row = static_cast<std::uint32_t>(m_segment->strings_size());
    auto& added = *m_segment->add_strings();
    added.assign(text.data(), text.size());
    m_texts.emplace(absl::string_view(added.data(), added.size()), row);
    return row;
}

} // namespace candela
