// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"
#include "support/npy_bytes.h"
#include "support/pickle_bytes.h"
#include "support/sanitized.h"

#include <gmock/gmock.h>

#include <array>
#include <functional>

namespace tscope::app {

namespace {

using namespace std::string_literals;

// What a small file may cost, as for the hostile files of tests/data.
constexpr double mostSeconds = 2;
constexpr long mostKib = 256 << 10;
constexpr std::size_t mostKept = 1 << 16; // of an answer: a program is born with the memory of who starts it

// Bytes that are packed as they come: all of them together would count as memory of the program that is started.
class Packed
{
public:
    explicit Packed(int windowBits, int level = 9)
    {
        ::deflateInit2(&m_stream, level, Z_DEFLATED, windowBits, 8, 0);
    }
    ~Packed() { ::deflateEnd(&m_stream); }
    Packed(const Packed&) = delete;
    Packed& operator=(const Packed&) = delete;

    void put(std::string_view piece)
    {
        m_crc = static_cast<std::uint32_t>(
            ::crc32(m_crc, reinterpret_cast<const Bytef*>(piece.data()), static_cast<uInt>(piece.size())));
        m_size += piece.size();
        pack(piece, Z_NO_FLUSH);
    }
    void putTimes(std::size_t count, std::string_view piece)
    {
        std::string many;
        for (std::size_t i = 0; i < count; ++i) {
            many += piece;
            if (many.size() > chunk || i + 1 == count) {
                put(many);
                many.clear();
            }
        }
    }
    std::string finish()
    {
        pack({}, Z_FINISH);
        return std::move(m_out);
    }
    std::uint64_t size() const { return m_size; }
    std::uint32_t crc() const { return m_crc; }

private:
    static constexpr std::size_t chunk = 1 << 16;

    void pack(std::string_view piece, int flush)
    {
        std::array<char, chunk> out;
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
        m_stream.avail_in = static_cast<uInt>(piece.size());
        do {
            m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
            m_stream.avail_out = static_cast<uInt>(out.size());
            ::deflate(&m_stream, flush);
            m_out.append(out.data(), out.size() - m_stream.avail_out);
        } while (m_stream.avail_out == 0);
    }

    z_stream m_stream{};
    std::string m_out;
    std::uint64_t m_size = 0;
    std::uint32_t m_crc = 0;
};

using Put = std::function<void(Packed& out)>;

test::ZipPart packedPart(const std::string& name, const Put& put, int level = 9)
{
    Packed packed(-MAX_WBITS, level);
    put(packed);
    test::ZipPart part;
    part.name = name;
    part.deflate = true;
    part.packed = packed.finish();
    part.size = packed.size();
    part.crc = packed.crc();
    return part;
}

// An archive of a packed pickle.
std::string packedTorch(const Put& opcodes, int level = 9)
{
    const auto pickle = [&](Packed& out) {
        out.put("\x80\4");
        opcodes(out);
        out.put(".");
    };
    return test::zipOf(
        {packedPart("archive/data.pkl", pickle, level), {.name = "archive/version", .bytes = "3\n"}});
}

// So many times one line behind a first one that counts them.
std::string packedMatrix(const std::string& kind, std::int64_t count, const std::string& line)
{
    Packed packed(MAX_WBITS + 16);
    packed.put("%%MatrixMarket matrix coordinate " + kind + "\n2 2 " + std::to_string(count) + "\n");
    packed.putTimes(static_cast<std::size_t>(count), line);
    return packed.finish();
}

test::ZipPart npyPart(const std::string& name, const char* descr, std::int64_t count, std::string_view element)
{
    return packedPart(name + ".npy", [&](Packed& out) {
        out.put(test::npyOf(descr, "(" + std::to_string(count) + ",)", ""));
        out.putTimes(static_cast<std::size_t>(count), element);
    });
}

std::string scipyCoo(const char* descr, std::int64_t bytesEach, std::int64_t count)
{
    const std::string zero(static_cast<std::size_t>(bytesEach), '\0');
    return test::zipOf({{"format.npy", test::npyOf("|S3", "()", "coo")},
                        {"shape.npy", test::npyOf("<i8", "(2,)", test::little(3, 8) + test::little(3, 8))},
                        npyPart("row", descr, count, zero),
                        npyPart("col", descr, count, zero),
                        npyPart("data", descr, count, zero)});
}

// {(0, text): None, (1, text): None ...}
void putLongKeys(Packed& out, std::uint32_t count, std::size_t length)
{
    out.put("X" + test::little(length, 4) + std::string(length, 'a') + "q\0000}("s);
    for (std::uint32_t i = 0; i < count; ++i)
        out.put("J" + test::little(i, 4) + "h\0\x86N"s);
    out.put("u");
}

// Each key is a text of its own.
void putManyTexts(Packed& out, std::uint32_t count, std::size_t length)
{
    out.put("}(");
    for (std::uint32_t i = 0; i < count; ++i)
        out.put("X" + test::little(length + 4, 4) + test::little(0x30303030 + i, 4) + std::string(length, 'a') +
                "N");
    out.put("u");
}

void putDictInManyPlaces(Packed& out, std::uint32_t keys, std::uint32_t places)
{
    out.put("](");
    putLongKeys(out, keys, 60'000);
    out.put("q\1"s);
    out.putTimes(places, "](h\1e");
    out.put("e");
}

// A packed storage of so many float32.
std::string bigEndianTorch(std::int64_t numel)
{
    const auto bytes = [&](Packed& out) { out.putTimes(static_cast<std::size_t>(numel), std::string(4, '\0')); };
    const auto storage = test::py::storage("FloatStorage", "0", numel);
    const auto tensor = test::py::tensor(storage, 0, {numel}, {1});
    return test::zipOf({{.name = "archive/data.pkl", .bytes = test::py::pickle(tensor)},
                        {.name = "archive/byteorder", .bytes = "big"},
                        packedPart("archive/data/0", bytes),
                        {.name = "archive/version", .bytes = "3\n"}});
}

void putNotesOutOfOrder(Packed& out, std::uint32_t count)
{
    out.put("N");
    for (std::uint32_t i = 0; i < count; ++i)
        out.put("r" + test::little(0x40000000 + i, 4));
}

struct HostileFile {
    const char* name;
    std::function<std::string()> bytes;
};

void PrintTo(const HostileFile& file, std::ostream* out)
{
    *out << file.name;
}

class HostileBinary : public testing::TestWithParam<HostileFile>
{
};

TEST_P(HostileBinary, IsAnsweredQuicklyWithLittleMemory)
{
    const Folder folder;
    const auto bytes = GetParam().bytes();
    const auto path = folder.write(GetParam().name, bytes);
    for (const std::vector<std::string>& command :
         {std::vector{"info"s}, {"info"s, "--json"s}, {"info"s, "--stats"s}, {"check"s}, {"check"s, "--json"s}}) {
        auto words = command;
        words.push_back(path);
        const auto run = tscope(words, "", mostKept);
        SCOPED_TRACE(command.front() + " of " + std::to_string(bytes.size()) +
                     " bytes: " + run.err.substr(0, 300));
        EXPECT_TRUE(run.exitCode >= 0 && run.exitCode <= 2) << run.exitCode;
        if (run.exitCode == 2) {
            EXPECT_TRUE(run.err.starts_with("tscope: "));
            EXPECT_LT(run.err.size(), 1000U);
        }
        if (!test::isSanitized) {
            EXPECT_LT(run.seconds, mostSeconds);
            EXPECT_LT(run.peakMemoryKib, mostKib);
        }
    }
}

const auto nameWithoutEnding = [](const auto& file) {
    const std::string name = file.param.name;
    return name.substr(0, name.find('.'));
};

INSTANTIATE_TEST_SUITE_P(
    MatrixMarket, HostileBinary,
    testing::Values(
        HostileFile{"general.mtx.gz", [] { return packedMatrix("pattern general", 16'700'000, "1 1\n"); }},
        HostileFile{"symmetric.mtx.gz", [] { return packedMatrix("pattern symmetric", 16'700'000, "2 1\n"); }},
        HostileFile{"just_fine.mtx.gz", [] { return packedMatrix("pattern general", 5'900'000, "1 1\n"); }},
        HostileFile{"just_mirrored.mtx.gz", [] { return packedMatrix("pattern symmetric", 2'200'000, "2 1\n"); }},
        HostileFile{"long.mtx.gz", [] { return packedMatrix("pattern general", 50'000'000, "1 1\n"); }}),
    nameWithoutEnding);

INSTANTIATE_TEST_SUITE_P(
    Npz, HostileBinary,
    testing::Values(
        HostileFile{"zeros.npz",
                    [] { return test::zipOf({npyPart("a", "<f8", 20'900'000, std::string(8, '\0'))}); }},
        HostileFile{"too_many.npz",
                    [] { return test::zipOf({npyPart("a", "<f8", 40'000'000, std::string(8, '\0'))}); }},
        HostileFile{"turned.npz",
                    [] { return test::zipOf({npyPart("a", ">f8", 20'900'000, std::string(8, '\0'))}); }},
        HostileFile{"coo_of_bytes.npz", [] { return scipyCoo("|i1", 1, 4'100'000); }},
        HostileFile{"coo.npz", [] { return scipyCoo("<i8", 8, 4'100'000); }},
        HostileFile{"large_coo.npz", [] { return scipyCoo("|i1", 1, 50'000'000); }}),
    nameWithoutEnding);

INSTANTIATE_TEST_SUITE_P(
    Torch, HostileBinary,
    testing::Values(
        HostileFile{"long_keys.pt",
                    [] { return packedTorch([](auto& out) { putLongKeys(out, 20'000, 65'000); }); }},
        HostileFile{"many_long_keys.pt",
                    [] { return packedTorch([](auto& out) { putLongKeys(out, 330'000, 1'000); }); }},
        HostileFile{"many_texts.pt",
                    [] { return packedTorch([](auto& out) { putManyTexts(out, 60'000, 950); }); }},
        HostileFile{"same_dict.pt",
                    [] { return packedTorch([](auto& out) { putDictInManyPlaces(out, 100'000, 50); }); }},
        HostileFile{"memoize.pt",
                    [] {
                        return packedTorch([](auto& out) {
                            out.put("N");
                            out.putTimes(49'000'000, "\x94");
                        });
                    }},
        HostileFile{"memo_out_of_order.pt",
                    [] { return packedTorch([](auto& out) { putNotesOutOfOrder(out, 6'000'000); }, 1); }},
        HostileFile{"values.pt",
                    [] { return packedTorch([](auto& out) { out.putTimes(16'000'000, "K\0010"); }); }},
        HostileFile{"turned.pt", [] { return bigEndianTorch(41'000'000); }},
        HostileFile{"just_turned.pt", [] { return bigEndianTorch(16'700'000); }},
        HostileFile{"large_pickle.pt",
                    [] { return packedTorch([](auto& out) { out.putTimes(200'000'000, "0"); }); }}),
    nameWithoutEnding);

// As many tensors as a file may have. What is said of them is many times the file, so only memory is bounded.
class ManyTensors : public HostileBinary
{
};

TEST_P(ManyTensors, AreAnsweredWithLittleMemory)
{
    const Folder folder;
    const auto path = folder.write(GetParam().name, GetParam().bytes());
    for (const std::vector<std::string>& command :
         {std::vector{"info"s}, {"info"s, "--json"s}, {"check"s}, {"check"s, "--json"s}}) {
        auto words = command;
        words.push_back(path);
        const auto run = tscope(words, "", mostKept);
        SCOPED_TRACE(command.front() + " " + command.back() + ": " + run.err.substr(0, 300));
        EXPECT_EQ(run.exitCode, 0);
        EXPECT_FALSE(run.out.empty());
        if (!test::isSanitized) {
            EXPECT_LT(run.peakMemoryKib, mostKib);
        }
    }
}

std::string joinedFor(int count, const std::function<std::string(const std::string& number)>& item)
{
    std::string out;
    for (int i = 0; i < count; ++i)
        out += (i == 0 ? "" : ",") + item(std::to_string(i));
    return out;
}

std::string safetensorsOf(int count)
{
    const auto header = "{" +
                        joinedFor(count,
                                  [](const auto& number) {
                                      return "\"t" + number + R"(":{"dtype":"U8","shape":[1],"data_offsets":[)" +
                                             number + "," + std::to_string(std::stoi(number) + 1) + "]}";
                                  }) +
                        "}";
    return test::little(header.size(), 8) + header + std::string(static_cast<std::size_t>(count), '\1');
}

std::string npzOf(int count)
{
    std::vector<test::ZipPart> parts;
    const auto bytes = test::npyOf("|u1", "(1,)", "\1");
    for (int i = 0; i < count; ++i)
        parts.push_back({.name = "a" + std::to_string(i) + ".npy", .bytes = bytes});
    return test::zipOf(parts);
}

// A list that holds one tensor so many times.
std::string torchOf(int count)
{
    namespace py = test::py;
    std::string opcodes = "](" + py::tensor(py::storage("FloatStorage", "0", 1), 0, {1}, {1}) + "q\1";
    for (int i = 1; i < count; ++i)
        opcodes += "h\1";
    return test::torchZip(opcodes + "e", {{"0", std::string(4, '\0')}});
}

INSTANTIATE_TEST_SUITE_P(
    All, ManyTensors,
    testing::Values(
        HostileFile{"a.safetensors", [] { return safetensorsOf(199'000); }},
        HostileFile{"b.npz", [] { return npzOf(99'000); }}, HostileFile{"c.pt", [] { return torchOf(199'000); }},
        HostileFile{"d.json",
                    [] {
                        return "{\"tensors\":{" +
                               joinedFor(
                                   199'000,
                                   [](const auto& number) {
                                       return "\"t" + number +
                                              R"(":{"layout":"strided","size":[1],"members":{"values":[0]}})";
                                   }) +
                               "}}";
                    }},
        HostileFile{"metadata.safetensors",
                    [] {
                        const auto header = R"({"__metadata__":{"a":")" + std::string(60'000'000, 'x') +
                                            R"("},"t":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})";
                        return test::little(header.size(), 8) + header;
                    }}),
    nameWithoutEnding);

// Very many empty components, which a short text can write.
std::string components(const std::string& before, const std::string& component, const std::string& behind)
{
    return before + joinedFor(500'000, [&](const auto&) { return component; }) + behind;
}

INSTANTIATE_TEST_SUITE_P(
    Components, HostileBinary,
    testing::Values(
        HostileFile{"lists.json", [] { return components(R"({"layout":"nested","components":[)", "[]", "]}"); }},
        HostileFile{"shapes.json",
                    [] { return components(R"({"layout":"nested","components":[)", R"({"shape":[0]})", "]}"); }},
        HostileFile{"tensors.txt", [] { return components("nested_tensor([", "tensor([])", "])"); }},
        HostileFile{"jagged.txt",
                    [] { return components("nested_tensor([", "tensor([])", "], layout=torch.jagged)"); }}),
    nameWithoutEnding);

// Two hundred thousand entries out of range, in a tensor that the file names a thousand times.
TEST(ATensorNamedOften, IsJudgedOnce)
{
    namespace py = test::py;
    constexpr std::int64_t entries = 200'000;
    const auto indices = py::tensor(py::storage("LongStorage", "0", 2 * entries), 0, {2, entries}, {entries, 1});
    const auto values = py::tensor(py::storage("FloatStorage", "1", entries), 0, {entries}, {1});
    std::string opcodes = "](" + py::sparse("torch.sparse_coo", {indices, values, py::size({9, 9})}) + "q\1";
    for (int i = 1; i < 1000; ++i)
        opcodes += "h\1";
    const Folder folder;
    const auto path =
        folder.write("often.pt", test::torchZip(opcodes + "e", {{"0", std::string(16 * entries, '\xff')},
                                                                {"1", std::string(4 * entries, '\0')}}));
    for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--json"s}, {"--sarif"s}}) {
        auto words = options;
        words.insert(words.begin(), {"check"s, path});
        const auto run = tscope(words, "", mostKept);
        SCOPED_TRACE(words.back());
        EXPECT_EQ(run.exitCode, 1) << run.err;
        if (!test::isSanitized) { // judged again for each of its names it would be a minute
            EXPECT_LT(run.seconds, 10 * mostSeconds);
            EXPECT_LT(run.peakMemoryKib, mostKib);
        }
    }
}

// 400 MB of numbers, of which one in 400 is not zero.
test::ZipPart largePart()
{
    const auto put = [](Packed& out) {
        out.put(test::npyOf("<f8", "(50000000,)", ""));
        out.putTimes(125'000, test::bytesOf<double>({1.5}) + std::string(399 * 8, '\0'));
    };
    return packedPart("a.npy", put, 1);
}

TEST(PackedArrays, StayPackedUntilTheyAreLookedAt)
{
    const Folder folder;
    const auto path = folder.write("large.npz", test::zipOf({largePart()}));
    const auto run = tscope({"info", path, "--json"});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_EQ(Json::parse(run.out)["tensors"][0]["size"], Json({50'000'000}));
    if (!test::isSanitized) {
        EXPECT_LT(run.peakMemoryKib, 50 << 10);
    }
    EXPECT_EQ(ask({"locate", path, "--at", "49999600"}).json["value"], 1.5);
    EXPECT_EQ(ask({"locate", path, "--at", "49999999"}).json["value"], 0);
}

TEST(PackedArrays, ThatAreFoundDamagedMakeTheAnswerUnsure)
{
    auto part = largePart();
    part.crc = 1;
    const Folder folder;
    const auto path = folder.write("large.npz", test::zipOf({part}));
    EXPECT_EQ(tscope({"info", path}).exitCode, 0);
    const auto run = tscope({"locate", path, "--at", "0"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.err, testing::HasSubstr("a file is damaged"));
}

} // namespace

} // namespace tscope::app
