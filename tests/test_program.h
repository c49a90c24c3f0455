/// Several tests in one program, for unity builds: QTEST_MAIN and its like add to a list, and the program
/// runs the test by whose name it was started. Stands before every test of such a program.
#pragma once

#include <QTest>

struct TestInProgram {
    using Main = int (*)(int argc, char** argv);

    /// The name is the file's: "call_tree_test".
    TestInProgram(const char* sourceFile, Main main);
};

// What QtTest's macros define as main().
#undef QTEST_MAIN_WRAPPER
#define QTEST_MAIN_WRAPPER(Test, ...)                                                                        \
    static const TestInProgram Test##InProgram(__FILE__, [](int argc, char** argv) {                         \
        QTest::Internal::callInitMain<Test>();                                                               \
        __VA_ARGS__                                                                                          \
        Test test;                                                                                           \
        QTEST_SET_MAIN_SOURCE_PATH                                                                           \
        return QTest::qExec(&test, argc, argv);                                                              \
    });
