// SPDX-License-Identifier: Apache-2.0
#include "mutations/mutants/structure.h"

#include "mutations/mutants/dice.h"
#include "mutations/mutants/kind.h"
#include "mutations/mutants/pickle_opcodes.h"
#include "support/npy_bytes.h"
#include "support/zip_bytes.h"

#include <gmock/gmock.h>

namespace tscope::mutations {

namespace {

using namespace std::string_literals;
using testing::Contains;
using testing::ElementsAre;

TEST(Structure, OfArchivesIsTheirRecordsAndWhatIsStoredInThem)
{
    const auto npy = test::npyOf("<i8", "(2,)", test::little(3, 8) + test::little(4, 8));
    const auto zip = test::zipOf({{"a.npy", npy}, {"b", "text\n"}});
    const auto structure = structureOf(zip);
    const auto second = zip.find("PK\3\4", 1), directory = zip.find("PK\1\2"), end = zip.find("PK\5\6");
    for (const auto joint : {std::size_t{0}, std::size_t{30}, second, directory, end})
        EXPECT_THAT(structure.joints, Contains(joint));
    EXPECT_THAT(structure.numbers, Contains(Field{18, 4})) << "the packed size of the first entry";
    EXPECT_THAT(structure.numbers, Contains(Field{second + 26, 2})) << "the length of the second one's name";
    EXPECT_THAT(structure.numbers, Contains(Field{directory + 42, 4})) << "where the first entry is";
    EXPECT_THAT(structure.numbers, Contains(Field{end + 10, 2})) << "the number of entries";
    const auto inside = zip.find("\x93NUMPY");
    EXPECT_THAT(structure.numbers, Contains(Field{inside + 8, 2}))
        << "the length of the header of the array in it";
    EXPECT_THAT(structure.digits, Contains(Field{zip.find("(2,)") + 1, 1})) << "its shape";
    EXPECT_THAT(structure.numbers, Contains(Field{inside + npy.size() - 8, 8})) << "its last index";
}

TEST(Structure, OfPicklesIsTheirOpcodesAndTheirLengths)
{
    const auto pickle = "\x80\2X\3\0\0\0abcK\5ctorch\nSize\nq\1."s;
    const auto structure = structureOf(pickle);
    EXPECT_THAT(structure.joints, ElementsAre(0U, 2U, 10U, 12U, 24U, 26U, 27U));
    EXPECT_THAT(structure.numbers, ElementsAre(Field{1, 1}, Field{3, 4}, Field{11, 1}, Field{25, 1}));
    const auto lying = "\x80\2X\xff\xff\xff\x7f"s;
    EXPECT_EQ(opcodeAt(lying, 2).end, lying.size());
    EXPECT_EQ(opcodeAt("c", 0).end, 1U) << "a name without its end";
}

TEST(Structure, OfOtherFilesIsTheirHeadersAndLines)
{
    const auto tensors = test::little(12, 8) + R"({"a":[1,23]})" + "12345678";
    EXPECT_THAT(structureOf(tensors).numbers, Contains(Field{0, 8}));
    EXPECT_THAT(structureOf(tensors).joints, Contains(20U));
    EXPECT_THAT(structureOf(tensors).digits, Contains(Field{16, 2}));

    const auto matrix = "%%MatrixMarket matrix coordinate real general\n3 4 1\n1 2 0.5\n"s;
    EXPECT_THAT(structureOf(matrix).joints, ElementsAre(46U, 52U, 60U));
    EXPECT_THAT(structureOf(matrix).digits, Contains(Field{46, 1}));

    const auto packed = "\x1f\x8b\x8\0\0\0\0\0\0\3\1\0\0\xff\xff\0\0\0\0\0\0\0\0"s;
    EXPECT_THAT(structureOf(packed).numbers, Contains(Field{packed.size() - 4, 4}));
}

// The structure of a file that is cut or damaged anywhere is found without reading outside of it.
TEST(Structure, LiesWithinTheFile)
{
    const auto npy = test::npyOf("<i8", "(1,)", test::little(3, 8));
    const auto pickle = "\x80\2X\3\0\0\0abc."s;
    for (const auto& whole :
         {test::zipOf({{"a.npy", npy}, {"b.pkl", pickle}}), npy, pickle, test::little(2, 8) + "{}12345678",
          "\x1f\x8b\x8\0\0\0\0\0\0\3\1\0\0\xff\xff\0\0\0\0"s, "{\"sizes\": [2, 13]}"s})
        for (std::size_t length = 0; length <= whole.size(); ++length)
            for (const int damages : {0, 4}) {
                Dice dice(1, length);
                auto bytes = whole.substr(0, length);
                for (int i = 0; i < damages && length > 0; ++i)
                    bytes[dice.below(length)] = static_cast<char>(dice.below(256));
                const auto structure = structureOf(bytes);
                for (const auto joint : structure.joints)
                    ASSERT_LE(joint, length);
                for (const auto& fields : {structure.numbers, structure.digits})
                    for (const auto& field : fields)
                        ASSERT_LE(field.at + field.width, length);
            }
}

TEST(Kind, IsKnownByTheFirstBytes)
{
    EXPECT_EQ(kindOf(test::zipOf({{"a", "b"}})), Kind::zip);
    EXPECT_EQ(kindOf(test::npyOf("<f4", "(0,)", "")), Kind::npy);
    EXPECT_EQ(kindOf("\x80\2."), Kind::pickle);
    EXPECT_EQ(kindOf(test::little(2, 8) + "{}"), Kind::safetensors);
    EXPECT_EQ(kindOf("%%MatrixMarket matrix"), Kind::matrixMarket);
    EXPECT_EQ(kindOf("{\"a\": 1}"), Kind::json);
    EXPECT_EQ(kindOf("tensor([1, 2])"), Kind::text);
    EXPECT_EQ(kindOf("\1\2\3"), Kind::other);
    EXPECT_EQ(kindOf(""), Kind::other);
}

} // namespace

} // namespace tscope::mutations
