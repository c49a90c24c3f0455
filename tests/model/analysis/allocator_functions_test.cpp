/// Which functions count as those of an allocator: names as they are in recordings.
#include "model/analysis/samples/allocator_functions.h"
#include "model/analysis/samples/filtered_stacks.h"
#include "tests/profile_text.h"

#include <QTest>

using namespace candela;

class AllocatorFunctionsTest : public QObject {
    Q_OBJECT
private:
    static bool isHidden(const QByteArray& name) {
        const auto groups = groupFrames(sharedProfile(name.toStdString() + " 5\n"), Grouping::Function);
        const auto mask = matchingNames(*groups, allocatorPattern());
        if (!mask) qFatal("%s", mask.error().message.c_str());
        for (std::size_t row = 0; row < groups->groups.size(); ++row)
            if ((*mask)[row]) return true;
        return false;
    }

private slots:
    void anAllocatorsFunctionsMatch_data() {
        QTest::addColumn<QByteArray>("name");
        for (const auto* name : {"malloc",
                                 "free",
                                 "cfree",
                                 "__libc_malloc",
                                 "__GI___libc_free",
                                 "_int_malloc",
                                 "_int_free",
                                 "_int_free_merge_chunk",
                                 "malloc_consolidate",
                                 "unlink_chunk.isra.0",
                                 "sysmalloc",
                                 "realloc.part.0",
                                 "operator new(unsigned long)",
                                 "operator delete[](void*, unsigned long)",
                                 "operator new",
                                 "std::__new_allocator<int>::allocate(unsigned long, void const*)",
                                 "std::allocator_traits<std::allocator<char> >::deallocate",
                                 "tcache_get",
                                 "je_malloc",
                                 "je_arena_palloc",
                                 "_mi_page_free",
                                 "mi_malloc_small",
                                 "tc_newarray",
                                 "tcmalloc::CentralFreeList::Populate()",
                                 "runtime.mallocgc",
                                 "__rust_dealloc",
                                 "__rdl_alloc",
                                 "alloc::alloc::exchange_malloc"})
            QTest::newRow(name) << QByteArray(name);
    }
    void anAllocatorsFunctionsMatch() {
        QFETCH(QByteArray, name);
        QVERIFY(isHidden(name));
    }
    void othersDoNot_data() {
        QTest::addColumn<QByteArray>("name");
        for (const auto* name :
             {"main", "freeze", "free_list_walk", "my_malloc_hook_user", "Pool::free(Node*)", "operator<",
              "operator new_line", "std::vector<int>::push_back", "kmalloc", "tc_classify", "mi_rkey",
              "std::sort<std::allocator<int>*>", "runtime.gcDrain", "mallocator::run()"})
            QTest::newRow(name) << QByteArray(name);
    }
    void othersDoNot() {
        QFETCH(QByteArray, name);
        QVERIFY(!isHidden(name));
    }
};

QTEST_APPLESS_MAIN(AllocatorFunctionsTest)
#include "allocator_functions_test.moc"
