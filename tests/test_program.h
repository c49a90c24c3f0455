/// Several tests in one program, for unity builds: QTEST_MAIN and similar macros add to a list, and the
/// program runs the test whose name it was started by. Included before every test of such a program.
#pragma once

#include <QTest>

struct TestInProgram {
    using Main = int (*)(int argc, char** argv);

    /// The name of the test is that of the file: "call_tree_test".
    TestInProgram(const char* sourceFile, Main main);
};

// The main() of QtTest's macros.
#undef QTEST_MAIN_WRAPPER
#define QTEST_MAIN_WRAPPER(Test, ...)                                                                        \
    static const TestInProgram Test##InProgram(__FILE__, [](int argc, char** argv) {                         \
        QTest::Internal::callInitMain<Test>();                                                               \
        __VA_ARGS__                                                                                          \
        Test test;                                                                                           \
        QTEST_SET_MAIN_SOURCE_PATH                                                                           \
        return QTest::qExec(&test, argc, argv);                                                              \
    });
