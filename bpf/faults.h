// Declarations shared by the faults probe and the recorder.
#ifndef CANDELA_BPF_FAULTS_H
#define CANDELA_BPF_FAULTS_H

// The values of the probe, in the order of its description; the value is also the attach cookie.
enum fault_value {
    fault_minor = 0, // served from memory
    fault_major = 1, // something had to be read
};

// The labels of each sample, in the order of the probe's description.
enum fault_label { fault_label_memory = 0, fault_label_mapping = 1, fault_label_count = 2 };

// The kind of memory that was accessed. The texts are shown to users.
#define FAULT_MEMORIES(X)                                                                                    \
    X(unknown, "unknown")                                                                                    \
    X(heap, "heap")                                                                                          \
    X(stack, "stack")                                                                                        \
    X(anonymous, "anonymous")                                                                                \
    X(file, "file")                                                                                          \
    X(shared_memory, "shared memory")

#define FAULT_MEMORY_NUMBER(name, text) fault_memory_##name,
enum fault_memory { FAULT_MEMORIES(FAULT_MEMORY_NUMBER) fault_memory_count };
#undef FAULT_MEMORY_NUMBER

#endif
