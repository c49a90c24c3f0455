/// Input that is packed, cut off, endless or not a file: the part that could be unpacked, or one clear
/// sentence.
#include "model/base/byte_reader.h"
#include "model/formats/format.h"
#include "tests/profile_text.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <fcntl.h>
#include <libdeflate.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <zstd.h>

using namespace candela;

namespace {

using Bytes = std::vector<std::byte>;

Bytes toBytes(std::string_view text) {
    const auto bytes = asBytes(text);
    return {bytes.begin(), bytes.end()};
}

Bytes gzip(std::string_view text) {
    auto* compressor = libdeflate_alloc_compressor(6);
    Bytes packed(libdeflate_gzip_compress_bound(compressor, text.size()));
    packed.resize(
        libdeflate_gzip_compress(compressor, text.data(), text.size(), packed.data(), packed.size()));
    libdeflate_free_compressor(compressor);
    return packed;
}

Bytes zstd(std::string_view text) {
    Bytes packed(ZSTD_compressBound(text.size()));
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
    return packed;
}

Bytes operator+(Bytes left, const Bytes& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

/// Different lines, so that the packed text is long enough to cut.
std::string longText() {
    std::string text;
    for (int line = 0; line < 20'000; ++line)
        text += "main;f" + std::to_string(line * 7919 % 10'007) + ";g" + std::to_string(line % 97) + " 1\n";
    return text;
}

/// Letters whose packed size exceeds one step of unpacking.
std::string noise(std::size_t size) {
    std::string text;
    std::uint32_t state = 1;
    while (text.size() < size) {
        state = state * 1664525 + 1013904223;
        text += static_cast<char>('a' + (state >> 24) % 24);
    }
    return text;
}

/// The pieces from moreThan(); each must begin at the end of the previous one.
std::string arrived(Bytes bytes, bool expectTruncated = false) {
    auto input = Input::fromBytes("-", std::move(bytes));
    Task task;
    ArrivingBytes::Arrived arrived;
    const std::byte* begin = nullptr;
    while (!arrived.isAll) {
        const auto next = input.moreThan(arrived.bytes.size(), task);
        if (!next) return "error: " + next.error().message;
        if (begin && next->bytes.data() != begin) return "error: the bytes were moved";
        if (next->bytes.size() <= arrived.bytes.size() && !next->isAll) return "error: nothing new";
        if (next->share < arrived.share) return "error: the share went back";
        arrived = *next;
        begin = arrived.bytes.data();
    }
    if (input.isTruncated() != expectTruncated) return "error: truncated is not as expected";
    return std::string(asText(arrived.bytes));
}

std::string unpacked(Bytes bytes, bool expectTruncated = false) {
    auto input = Input::fromBytes("-", std::move(bytes));
    Task task;
    const auto all = input.all(task);
    if (!all) return "error: " + all.error().message;
    if (input.isTruncated() != expectTruncated) return "error: truncated is not as expected";
    return std::string(asText(*all));
}

std::int64_t peakMemory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * std::int64_t{1024};
}

std::string messageFor(const QString& path) {
    Task task;
    const auto profile = readProfile(path.toStdString(), task);
    return profile ? "it was read" : profile.error().message;
}

constexpr std::int64_t megabyte = 1'000'000;

} // namespace

class InputTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString store(const char* name, const Bytes& bytes) {
        const auto path = m_folder.filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(reinterpret_cast<const char*>(bytes.data()), qint64(bytes.size()));
        return path;
    }

private slots:
    void plainBytesStayAsTheyAre() { QCOMPARE(unpacked(toBytes("main 1\n")), std::string("main 1\n")); }

    void packedBytesAreUnpacked() {
        const auto text = longText();
        QCOMPARE(unpacked(gzip(text)), text);
        QCOMPARE(unpacked(zstd(text)), text);
    }

    void severalMembersFollowEachOther() {
        QCOMPARE(unpacked(gzip("one ") + gzip(longText()) + gzip("")), "one " + longText());
        QCOMPARE(unpacked(zstd("one ") + zstd(longText())), "one " + longText());
    }

    void whatFollowsTheLastMemberIsIgnored() {
        QCOMPARE(unpacked(gzip("text") + Bytes(100)), std::string("text"));
        QCOMPARE(unpacked(zstd("text") + Bytes(100)), std::string("text"));
    }

    void aPackedFileThatIsCutGivesWhatItHas() {
        const auto text = longText();
        for (const auto& packed : {gzip(text), zstd(text)}) {
            for (const auto share : {0.3, 0.7, 0.999}) {
                const auto size = std::ptrdiff_t(double(packed.size()) * share);
                const auto start = unpacked({packed.begin(), packed.begin() + size}, true);
                QVERIFY(text.starts_with(start));
            }
        }
        const auto packed = gzip(text);
        const auto most = unpacked({packed.begin(), packed.end() - 20}, true);
        QVERIFY(most.size() > text.size() * 9 / 10);
    }

    void aWrongChecksumIsNoticed() {
        auto packed = gzip(longText());
        packed[packed.size() - 6] ^= std::byte{1};
        QCOMPARE(unpacked(packed, true), longText());
    }

    void aCutFileOpensWithAWarning() {
        const auto packed = gzip(longText());
        auto input =
            Input::fromBytes("-", {packed.begin(), packed.begin() + std::ptrdiff_t(packed.size() / 2)});
        Task task;
        const auto profile = readProfile(input, task);
        QVERIFY(profile);
        QVERIFY(profile->samples[0].size() > 1000);
        QVERIFY(!profile->warnings.empty());
    }

    void theStartNeedsNoWholePass() {
        const auto packed = gzip(longText());
        auto input = Input::fromBytes("-", packed);
        const auto start = input.start();
        QVERIFY(start);
        QCOMPARE(std::string(start->text()), longText().substr(0, Input::startSizes.front()));
    }

    void largePackedBytesCanBeReadWhileTheyCome() {
        const auto text = noise(3 * megabyte);
        const auto half = text.size() / 2;
        QVERIFY(arrived(toBytes(text)) == text);
        QVERIFY(arrived(gzip(text)) == text);
        QVERIFY(arrived(zstd(text)) == text);
        QVERIFY(arrived(gzip(text.substr(0, half)) + gzip(text.substr(half)) + toBytes("\n")) == text);
        QVERIFY(arrived(zstd(text.substr(0, half)) + zstd(text.substr(half))) == text);
        QVERIFY(unpacked(zstd(text)) == text);
        auto cut = gzip(text);
        cut.resize(cut.size() / 2);
        const auto start = arrived(cut, true);
        QVERIFY(start.size() > text.size() / 4 && text.starts_with(start));
    }

    void bytesThatArriveAreBounded() {
        auto input = Input::fromBytes("-", zstd(noise(3 * megabyte)));
        input.setSizeLimit(2 * megabyte);
        Task task;
        std::size_t size = 0;
        auto arrived = input.moreThan(0, task);
        for (; arrived && !arrived->isAll; arrived = input.moreThan(size, task))
            size = arrived->bytes.size();
        QVERIFY(!arrived);
        QCOMPARE(arrived.error().message,
                 std::string("it holds more than 2 MB, half of the memory that is free"));
    }

    void waitingForBytesCanBeCancelled() {
        auto input = Input::fromBytes("-", gzip(noise(3 * megabyte)));
        Task task;
        QVERIFY(input.moreThan(0, task));
        task.cancel();
        const auto arrived = input.moreThan(0, task);
        QVERIFY(!arrived);
        QCOMPARE(arrived.error().code, ErrorCode::Cancelled);
    }

    void packedZerosTakeNoMemory() {
        const std::size_t size = 512 * megabyte;
        ZSTD_CCtx* compressor = ZSTD_createCCtx();
        const Bytes zeros(megabyte);
        Bytes packed;
        Bytes piece(ZSTD_CStreamOutSize());
        for (std::size_t done = 0; done < size; done += zeros.size()) {
            ZSTD_inBuffer in{zeros.data(), zeros.size(), 0};
            const auto directive = done + zeros.size() < size ? ZSTD_e_continue : ZSTD_e_end;
            std::size_t left = 1;
            while (in.pos < in.size || (directive == ZSTD_e_end && left != 0)) {
                ZSTD_outBuffer out{piece.data(), piece.size(), 0};
                left = ZSTD_compressStream2(compressor, &out, &in, directive);
                packed.insert(packed.end(), piece.begin(), piece.begin() + std::ptrdiff_t(out.pos));
            }
        }
        ZSTD_freeCCtx(compressor);
        const auto before = peakMemory();
        QCOMPARE(messageFor(store("zeros.zst", packed)),
                 std::string("this is not a profile that Candela knows"));
        QVERIFY(peakMemory() - before < 50 * megabyte);
        // The limit also holds for data that begins like a profile.
        auto input = Input::fromBytes("-", zstd("main;draw 1\n" + std::string(20 * megabyte, '\n')));
        input.setSizeLimit(megabyte);
        Task task;
        const auto profile = readProfile(input, task);
        QVERIFY(!profile);
        QCOMPARE(profile.error().message,
                 std::string("it holds more than 1 MB, half of the memory that is free"));
    }

    void aLargeFileOfZerosIsRefusedAtOnce() {
        const auto path = m_folder.filePath("zeros");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(2'000 * megabyte));
        const auto before = peakMemory();
        QCOMPARE(messageFor(path), std::string("this is not a profile that Candela knows"));
        QVERIFY(peakMemory() - before < 50 * megabyte);
    }

    void whatIsNoFileIsNamed() {
        QCOMPARE(messageFor(m_folder.path()), std::string("this is a directory, not a profile"));
        QCOMPARE(messageFor(m_folder.filePath("missing")), std::string("no such file"));
        QCOMPARE(messageFor("/dev/zero"), std::string("this is a device, not a profile"));
        QCOMPARE(messageFor("/dev/null"), std::string("this is a device, not a profile"));
        QCOMPARE(messageFor(store("empty", {})), std::string("it is empty"));
        QCOMPARE(messageFor(store("empty.gz", gzip(""))), std::string("this is an empty gzip file"));
        const auto packed = gzip("text");
        QCOMPARE(messageFor(store("cut.gz", {packed.begin(), packed.begin() + 5})),
                 std::string("this is a damaged gzip file of which nothing could be unpacked"));
        const auto pipe = m_folder.filePath("pipe");
        QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        QCOMPARE(messageFor(pipe), std::string("this is a pipe without a writer"));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const auto socketPath = m_folder.filePath("socket").toLocal8Bit();
        std::strncpy(address.sun_path, socketPath.constData(), sizeof(address.sun_path) - 1);
        const FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
        QCOMPARE(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
        QCOMPARE(messageFor(socketPath), std::string("this is a socket, not a profile"));
    }

    void aFileWithoutPermissionIsNamed() {
        const auto path = store("secret", toBytes("main 1\n"));
        ::chmod(path.toLocal8Bit().constData(), 0);
        ::chmod(m_folder.path().toLocal8Bit().constData(), 0711);
        constexpr uid_t nobody = 65534;
        const bool wasRoot = ::geteuid() == 0;
        if (wasRoot) QCOMPARE(::seteuid(nobody), 0);
        const auto message = messageFor(path);
        if (wasRoot) QCOMPARE(::seteuid(0), 0);
        QCOMPARE(message, std::string("no permission to read it"));
    }

    void aPipeIsReadToItsEnd() {
        int ends[2] = {-1, -1};
        QCOMPARE(::pipe(ends), 0);
        const FileDescriptor readEnd(ends[0]);
        const auto path = "/proc/self/fd/" + std::to_string(ends[0]);
        {
            const FileDescriptor writeEnd(ends[1]);
            const std::string_view text = "main;draw 3\nmain 1\n";
            QCOMPARE(::write(writeEnd.get(), text.data(), text.size()), ssize_t(text.size()));
        }
        Task task;
        const auto profile = readProfile(path, task);
        QVERIFY2(profile, profile ? "" : profile.error().message.c_str());
        QCOMPARE(profileToText(*profile), std::string("main 1\nmain;draw 3\n"));
    }

    void theErrorNamesWhatCandelaReads() {
        auto input = Input::fromBytes("-", toBytes("hello, world\n"));
        Task task;
        const auto profile = readProfile(input, task);
        QVERIFY(!profile);
        for (const auto& format : allFormats())
            QCOMPARE(profile.error().hint.find(format.name) != std::string::npos, format.read != nullptr);
    }
};

QTEST_APPLESS_MAIN(InputTest)
#include "input_test.moc"
