// SPDX-License-Identifier: Apache-2.0
#include "tensor/member_name.h"

#include "core/facts/small_tensors.h"
#include "facts/info.h"
#include "facts/locate_text.h"
#include "facts/wording.h"
#include "literals/json_tensor.h"
#include "rules/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using testing::HasSubstr;

Tensor made(const char* layout, std::string_view pointers, std::string_view values = "")
{
    auto tensor = test::madeOf({.layout = layout, .size = {8, 8}, .nnz = 5});
    for (auto& member : tensor.members)
        member.as = member.role->name == "compressed" ? pointers
                    : member.role->name == "values"   ? values
                                                      : std::string_view();
    return tensor;
}

std::string wordOf(const Tensor& tensor, std::string_view role)
{
    return std::string(readersWord(tensor.member(role), *tensor.layout));
}

TEST(MemberName, IsTheWordThatReadersOfTheLayoutKnow)
{
    EXPECT_EQ(wordOf(made("csr", ""), "compressed"), "crow_indices");
    EXPECT_EQ(wordOf(made("csr", ""), "plain"), "col_indices");
    EXPECT_EQ(wordOf(made("bsc", ""), "compressed"), "ccol_indices");
    EXPECT_EQ(wordOf(made("bsc", ""), "plain"), "row_indices");
    EXPECT_EQ(wordOf(made("csr", "compressed"), "compressed"), "crow_indices") << "our own word is nobody else's";
    EXPECT_EQ(wordOf(made("csr", "indptr"), "compressed"), "indptr") << "that of its file";
    EXPECT_EQ(wordOf(made("csr", "my_pointers"), "compressed"), "crow_indices");
    EXPECT_EQ(wordOf(made("csr", ""), "values"), "values");
    EXPECT_EQ(wordOf(made("csr", "", "data"), "values"), "data");
    for (const auto* layout : {"coo", "nested", "jagged", "strided"}) {
        const auto tensor = test::madeOf({.layout = layout, .size = {4, 4}});
        for (const auto& member : tensor.members)
            EXPECT_EQ(readersWord(member, *tensor.layout), member.role->name) << layout;
    }
}

TEST(MemberName, SlotsAreNamedByIt)
{
    const auto tensor = made("csr", "indptr");
    EXPECT_EQ(slotsText(tensor, "compressed", 2, 3), "indptr[2]");
    EXPECT_EQ(slotsText(tensor, "plain", 2, 5), "col_indices[2..4]");
    EXPECT_EQ(slotsText(tensor, "lengths", 0, 1), "lengths[0]") << "of none";
}

TEST(MemberName, AMissingOneIsNamedAsFilesNameIt)
{
    const auto columns = readJsonTensors(R"({"layout": "csr", "size": [1, 2], "members":
        {"crow_indices": [0, 1], "values": [1]}})");
    ASSERT_FALSE(columns);
    EXPECT_EQ(columns.error().text, "a csr tensor needs the member col_indices; it is missing");
    const auto values = readJsonTensors(R"({"layout": "bsc", "size": [1, 2], "members":
        {"ccol_indices": [0, 1], "row_indices": [0]}})");
    ASSERT_FALSE(values);
    EXPECT_EQ(values.error().text, "a bsc tensor needs the member values; it is missing");
}

// Facts may be copied: a member is known by its name, not by where its facts lie.
TEST(MemberName, AStorageOfItsOwnIsSharedWithNoMember)
{
    const auto tensor = made("csr", "");
    const auto facts = info(tensor);
    for (auto member : facts.members)
        EXPECT_THAT(memberText(member, facts), testing::Not(HasSubstr("shared"))) << member.name;
}

// A pointer has one name wherever it is spoken of.
TEST(MemberName, TheReadPathTheWayBackAndTheCauseSayTheSame)
{
    for (const auto& [as, pointers] : {std::pair("indptr", "indptr"), std::pair("compressed", "crow_indices"),
                                       std::pair("crow_indices", "crow_indices")}) {
        const auto tensor = made("csr", as);
        const auto path = tensor.layout->locate(tensor, {1, 0});
        ASSERT_TRUE(path);
        EXPECT_THAT(path->steps.front().text,
                    testing::StartsWith(std::string(pointers) + "[1] = 1, " + pointers + "[2] = "));
        const Slots slot{"compressed", 1, 2};
        EXPECT_THAT(plainText(tellPlace(tensor, slot, related(tensor, slot, 100), 100)),
                    HasSubstr(std::string(pointers) + "[1] is read by"));
        EXPECT_THAT(memberText(info(tensor).members[0], info(tensor)),
                    HasSubstr(std::string("compressed (") + pointers + ")"));
    }
    const auto broken = plant(made("csr", ""), "5.5", 3);
    ASSERT_TRUE(broken) << broken.error().text;
    EXPECT_THAT(check(*broken).causes.at(0).text, HasSubstr("(col_indices[3])"));
}

} // namespace
} // namespace tscope
