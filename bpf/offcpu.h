// What the offcpu probe and the recorder share.
#ifndef CANDELA_BPF_OFFCPU_H
#define CANDELA_BPF_OFFCPU_H

// The values of the probe, in the order of its description.
enum offcpu_value {
    offcpu_waited = 0,     // by the thread that waited
    offcpu_waited_for = 1, // the same by the thread that woke it
};

// The labels of samples, in the order of the probe's description. Each sample has three: the state, and who
// woke it or whom it woke.
enum offcpu_label {
    offcpu_label_state = 0,
    offcpu_label_waker = 1,
    offcpu_label_waker_thread = 2,
    offcpu_label_woken = 3,
    offcpu_label_woken_thread = 4,
};
enum { offcpu_labels_of_sample = 3, offcpu_thread_name = 16 };

// Why a thread did not run. The texts are what users read.
#define OFFCPU_STATES(X)                                                                                     \
    X(sleep, "sleep")                                                                                        \
    X(disk, "disk")                                                                                          \
    X(runnable, "runnable")                                                                                  \
    X(stopped, "stopped")

#define OFFCPU_STATE_NUMBER(name, text) offcpu_##name,
enum offcpu_state { OFFCPU_STATES(OFFCPU_STATE_NUMBER) offcpu_state_count };
#undef OFFCPU_STATE_NUMBER

#endif
