// SPDX-License-Identifier: Apache-2.0
// A file that lists entries by their indices says which entries of a broken tensor it has no place for.
#include "io/lost_entries.h"
#include "io/open.h"
#include "literals/json_tensor.h"
#include "support/scratch_folder.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// Row 1 falls, so that entry 1 lies in the rows 0 and 2; column 9 is outside.
const std::string fallingCsr =
    R"({"layout":"csr","size":[3,3],"dtype":"float64","members":{
        "crow_indices":[0,2,1,4],"col_indices":[0,1,2,9],"values":[1,2,3,4]}})";
const std::string bsrWithoutABlock =
    R"({"layout":"bsr","size":[2,4],"dtype":"float64","members":{
        "crow_indices":[0,2],"col_indices":[0,1],"values":[[[1,2],[3,4]]]}})";
const std::string cooOutside =
    R"({"layout":"coo","size":[2,2],"dtype":"float64","members":{"indices":[[0,1,2],[0,-1,0]],"values":[1,2,3]}})";
const std::string unreachedCsr =
    R"({"layout":"csr","size":[1,3],"dtype":"float64","members":{
        "crow_indices":[0,1],"col_indices":[0,1,2],"values":[1,2,3]}})";

class LostEntries : public testing::Test
{
protected:
    struct Saved {
        SaveLosses losses;
        std::string text;
    };
    Saved save(const std::string& json, const char* name) const
    {
        const auto document = readJsonTensors(json);
        EXPECT_TRUE(document) << document.error().text;
        Saved out;
        const auto saved = saveFile(*document, m_folder.path(name), {}, {.mayLose = [&](const SaveLosses& losses) {
            out.losses = losses;
            return Result<void>();
        }});
        EXPECT_TRUE(saved) << saved.error().text;
        out.text = m_folder.contentOf(name);
        return out;
    }

    test::ScratchFolder m_folder;
};

TEST_F(LostEntries, AreCountedAndToldForAMatrixMarketFile)
{
    const auto told = [](const std::string& what) {
        return "a Matrix Market file does not keep " + what + "; the file will be valid, the fault is not in it";
    };
    const auto falling = save(fallingCsr, "a.mtx");
    EXPECT_THAT(falling.losses.texts,
                Contains(told("1 stored value that has no place inside the size, that 1 entry shares its value "
                              "with another one (each gets a copy)")));
    EXPECT_TRUE(falling.losses.areOfEntries);
    EXPECT_EQ(falling.text, "%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 1\n1 2 2\n3 2 2\n3 3 3\n");

    EXPECT_THAT(save(bsrWithoutABlock, "a.mtx").losses.texts,
                Contains(told("4 elements that have an index but no value")));
    const auto outside = save(cooOutside, "a.mtx");
    EXPECT_THAT(outside.losses.texts, ElementsAre(told("2 stored values that have no place inside the size")));
    EXPECT_EQ(outside.text, "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1\n");
    EXPECT_THAT(save(unreachedCsr, "a.mtx").losses.texts,
                Contains(told("2 stored values that have no place inside the size")));
    EXPECT_TRUE(save(fallingCsr, "a.mtx.gz").losses.areOfEntries);
}

TEST_F(LostEntries, EndTheFormOfASymmetricFile)
{
    const auto saved =
        save(R"({"layout":"coo","size":[2,2],"dtype":"float64","matrix_market":"coordinate real symmetric",
                                "members":{"indices":[[1,5,0,0],[0,0,1,5]],"values":[1,2,1,2]}})",
             "a.mtx");
    EXPECT_EQ(saved.text, "%%MatrixMarket matrix coordinate real general\n2 2 2\n2 1 1\n1 2 1\n");
    EXPECT_TRUE(saved.losses.areOfEntries);
}

TEST_F(LostEntries, AreNoneWhereAllMembersAreWritten)
{
    for (const auto& json : {fallingCsr, bsrWithoutABlock, cooOutside, unreachedCsr})
        for (const auto* name : {"a.json", "a.npz", "a.pt", "a.safetensors", "a.txt"}) {
            const auto saved = save(json, name);
            EXPECT_FALSE(saved.losses.areOfEntries) << name;
            const auto read = openFile(m_folder.path(name));
            ASSERT_TRUE(read) << name << ": " << read.error().text;
            const auto wanted = readJsonTensors(json)->tensors.front().tensor;
            const auto& found = read->tensors.front().tensor;
            EXPECT_EQ(found.layout, wanted.layout) << name;
            EXPECT_EQ(found.size, wanted.size) << name;
            for (const auto& member : wanted.members) {
                const auto& array = found.member(member.role->name).array;
                ASSERT_EQ(array.geometry.sizes, member.array.geometry.sizes) << name << " " << member.role->name;
                for (std::int64_t k = 0; k < *numel(array.geometry); ++k)
                    EXPECT_EQ(array.at(k).number(), member.array.at(k).number()) << name << " " << k;
            }
        }
}

TEST_F(LostEntries, AreNoneOfAValidTensorThatRepeatsIndices)
{
    const auto saved = save(
        R"({"layout":"coo","size":[2,2],"dtype":"float64","members":{"indices":[[0,0],[1,1]],"values":[1,2]}})",
        "a.mtx");
    EXPECT_TRUE(saved.losses.texts.empty());
    EXPECT_FALSE(saved.losses.areOfEntries);
}

} // namespace
} // namespace tscope
