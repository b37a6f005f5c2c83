// SPDX-License-Identifier: Apache-2.0
// Files far larger than memory, made of holes: what is mapped is opened without being read, whatever its size.
#include "app/tscope.h"
#include "support/pickle_bytes.h"
#include "support/sanitized.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <sys/resource.h>

namespace tscope::app {

namespace {

using test::little;

// A file whose bytes are zeros between what is written.
class HoledFile
{
public:
    explicit HoledFile(const std::string& path) : m_file(path, std::ios::binary) {}

    std::uint64_t position() { return static_cast<std::uint64_t>(m_file.tellp()); }
    void put(std::string_view bytes) { m_file.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); }
    void skip(std::uint64_t bytes) { m_file.seekp(static_cast<std::streamoff>(bytes), std::ios::cur); }
    bool isWritten() { return m_file.flush().good(); }

private:
    std::ofstream m_file;
};

// A zip archive of stored entries, all numbers in zip64 fields; the last entry is a hole of that size. What sum a
// hole of zeros has is not asked of entries so long.
void writeHoledZip(HoledFile& file, const std::vector<test::ZipPart>& parts, const test::ZipPart& last,
                   std::uint64_t hole)
{
    std::string directory;
    const auto add = [&](const test::ZipPart& part, std::uint64_t holeBytes) {
        const auto local = file.position();
        const auto size = part.bytes.size() + holeBytes;
        const auto crc = holeBytes > 0 ? 0 : test::crcOf(part.bytes);
        file.put("PK\3\4" + little(45, 2) + little(0x800, 2) + little(0, 2) + little(0, 4) + little(crc, 4) +
                 little(0xffffffff, 4) + little(0xffffffff, 4) + little(part.name.size(), 2) + little(20, 2) +
                 part.name + little(1, 2) + little(16, 2) + little(size, 8) + little(size, 8));
        file.put(part.bytes);
        file.skip(holeBytes);
        directory += "PK\1\2" + little(0x031e, 2) + little(45, 2) + little(0x800, 2) + little(0, 2) +
                     little(0, 4) + little(crc, 4) + little(0xffffffff, 4) + little(0xffffffff, 4) +
                     little(part.name.size(), 2) + little(28, 2) + little(0, 2) + little(0, 2) + little(0, 2) +
                     little(0, 4) + little(0xffffffff, 4) + part.name + little(1, 2) + little(24, 2) +
                     little(size, 8) + little(size, 8) + little(local, 8);
    };
    for (const auto& part : parts)
        add(part, 0);
    add(last, hole);
    const auto at = file.position(), count = std::uint64_t{parts.size() + 1};
    file.put(directory);
    const auto end = file.position();
    file.put("PK\6\6" + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) + little(count, 8) +
             little(count, 8) + little(directory.size(), 8) + little(at, 8));
    file.put("PK\6\7" + little(0, 4) + little(end, 8) + little(1, 4));
    file.put("PK\5\6" + little(0, 4) + little(0xffff, 2) + little(0xffff, 2) + little(0xffffffff, 4) +
             little(0xffffffff, 4) + little(0, 2));
}

using WriteFloats = std::function<void(HoledFile& file, std::uint64_t count)>; // so many, of 32 bits, all zeros

struct Format {
    const char* ending;
    WriteFloats write;
};

std::vector<Format> formats()
{
    const auto npyHead = [](std::uint64_t count) {
        const auto text =
            "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(count) + ",), }\n";
        return "\x93NUMPY\1" + std::string(1, '\0') + little(text.size(), 2) + text;
    };
    return {
        {"npy",
         [=](HoledFile& file, std::uint64_t count) {
             file.put(npyHead(count));
             file.skip(count * 4 - 1);
             file.put(std::string(1, '\0'));
         }},
        {"npz",
         [=](HoledFile& file, std::uint64_t count) {
             writeHoledZip(file, {}, {.name = "w.npy", .bytes = npyHead(count)}, count * 4);
         }},
        {"safetensors",
         [](HoledFile& file, std::uint64_t count) {
             const auto header = R"({"w":{"dtype":"F32","shape":[)" + std::to_string(count) +
                                 R"(],"data_offsets":[0,)" + std::to_string(count * 4) + "]}}";
             file.put(little(header.size(), 8) + header);
             file.skip(count * 4 - 1);
             file.put(std::string(1, '\0'));
         }},
        {"pt",
         [](HoledFile& file, std::uint64_t count) {
             namespace py = test::py;
             const auto numel = static_cast<std::int64_t>(count);
             const auto tensor = py::tensor(py::storage("FloatStorage", "0", numel), 0, {numel}, {1});
             writeHoledZip(file,
                           {{.name = "m/data.pkl", .bytes = py::pickle(py::dict({{py::str("w"), tensor}}))},
                            {.name = "m/version", .bytes = "3\n"}},
                           {.name = "m/data/0", .bytes = ""}, count * 4);
         }},
    };
}

// Whether a file system keeps a hole as nothing.
bool keepsHoles(const Folder& folder)
{
    const auto path = folder.path("hole");
    constexpr std::uintmax_t size = std::uintmax_t{1} << 30;
    const auto before = std::filesystem::space(folder.path("")).available;
    HoledFile file(path);
    file.skip(size);
    file.put("x");
    const bool isWritten = file.isWritten();
    const auto after = std::filesystem::space(folder.path("")).available;
    std::filesystem::remove(path);
    return isWritten && after + size / 2 > before;
}

// A program is born with the peak of whoever starts it, so only small ones can judge others.
bool isMeasurable(const ToolRun& run)
{
    rusage own{};
    ::getrusage(RUSAGE_SELF, &own);
    return !test::isSanitized && run.peakMemoryKib > own.ru_maxrss;
}

void expectToOpenAtOnce(std::uint64_t count)
{
    const Folder folder;
    if (!keepsHoles(folder))
        GTEST_SKIP() << "the file system here has no files with holes";
    for (const auto& [ending, write] : formats()) {
        SCOPED_TRACE(ending);
        const auto path = folder.path(std::string("large.") + ending);
        HoledFile file(path);
        write(file, count);
        if (!file.isWritten())
            GTEST_SKIP() << "the file system here has no files of " << count * 4 << " bytes";
        const auto run = tscope({"info", path, "--json"});
        EXPECT_EQ(run.exitCode, 0) << run.err;
        const auto answer = Json::parse(run.out, nullptr, false);
        ASSERT_TRUE(answer.is_object()) << run.out;
        EXPECT_EQ(answer["tensors"][0]["size"], Json({count}));
        EXPECT_EQ(answer["tensors"][0]["storage_bytes"], count * 4);
        EXPECT_EQ(answer["warnings"], Json::array());
        if (isMeasurable(run)) {
            EXPECT_LT(run.peakMemoryKib, 50 * 1024);
        }
        std::cout << "info of " << count * 4 / 1'000'000'000 << " GB of ." << ending << ": "
                  << static_cast<int>(run.seconds * 1000) << " ms, " << run.peakMemoryKib / 1024 << " MiB\n";
        const auto last = tscope({"locate", path, "--at", std::to_string(count - 1), "--json"});
        EXPECT_EQ(last.exitCode, 0) << last.err;
        EXPECT_EQ(Json::parse(last.out, nullptr, false)["value"], 0);
        if (isMeasurable(last)) {
            EXPECT_LT(last.peakMemoryKib, 50 * 1024);
        }
        std::filesystem::remove(path);
    }
}

} // namespace

TEST(LargeFiles, OfTwentyGigabytesOpenAtOnce)
{
    expectToOpenAtOnce(5'000'000'003);
}

TEST(LargeFiles, OfTwoTerabytesOpenAtOnce)
{
    expectToOpenAtOnce(500'000'000'003);
}

} // namespace tscope::app
