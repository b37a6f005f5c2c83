// SPDX-License-Identifier: Apache-2.0
#include "literals/json_tensor.h"
#include "literals/json_tree.h"
#include "support/sanitized.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>

namespace tscope {
namespace {

std::string times(std::string_view text, int count)
{
    std::string out;
    for (int i = 0; i < count; ++i)
        out += text;
    return out;
}

Error failure(std::string_view text)
{
    const auto document = readJsonTensors(text);
    EXPECT_FALSE(document) << text.substr(0, 200);
    return document ? Error{} : document.error();
}

TEST(HostileJson, IsRefusedWithOneSentenceAndItsPlace)
{
    const std::string head = R"({"layout":"strided","members":{"values":)";
    EXPECT_NE(failure("").text, "");
    EXPECT_NE(failure("[1,2]").text, "");
    EXPECT_EQ(failure("{\"layout\":\n \"csr\",, }").where.substr(0, 6), "line 2");
    EXPECT_NE(failure(head + times("[", 100000)).text.find("deep"), std::string::npos);
    EXPECT_NE(failure(head + times("[", 100) + times("]", 100) + "}}").text.find("deep"), std::string::npos);
    EXPECT_NE(failure(R"({"layout":"csr","layout":"csc"})").text.find("twice"), std::string::npos);
    EXPECT_EQ(failure(head + R"({"shape":[1],"data":[1],"shape":[2]}}})").where, "members.values");
    EXPECT_NE(failure(head + "[1e400]}}").text.find("too large"), std::string::npos);
    EXPECT_NE(failure(head + std::string("[1,\0 2]}}", 9)).where, "");
    EXPECT_NE(failure(head + "[\"\xff\xfe\"]}}").text, "");
    EXPECT_NE(failure(R"({"layout":"wavy","members":{}})").text.find("coo"), std::string::npos);
    EXPECT_NE(failure(R"({"layout":"csr","members":{"plain":[],"values":[]}})").text.find("crow_indices"),
              std::string::npos);
    EXPECT_EQ(failure(R"({"layout":"csr","members":{"plain":[],"col_indices":[]}})").where, "members.col_indices");
    EXPECT_EQ(failure(R"({"layout":"coo","size":[1,1.5],"members":{"indices":[],"values":[]}})").where, "size[1]");
    EXPECT_EQ(failure(R"({"layout":"coo","is_coalesced":"yes","members":{"indices":[],"values":[]}})").where,
              "is_coalesced");
    EXPECT_NE(failure(R"({"layout":"csr","components":[]})").text, "");
    EXPECT_NE(failure(R"({"components":[[1],[[2]]]})").text, "");
    EXPECT_NE(failure(R"({"components":[{"shape":[4611686018427387904,4]}]})").text, "");
    EXPECT_NE(failure(R"({"components":[{"shape":[16777217]}]})").text.find("2^24"), std::string::npos);
}

TEST(HostileJson, StoragesSharedInACircleAreAnError)
{
    const auto tensor = [](const std::string& name, const std::string& target) {
        return '"' + name + R"(":{"layout":"strided","members":{"values":{"shape":[1],"storage":{"shared":")" +
               target + R"("}}}})";
    };
    EXPECT_NE(failure(R"({"tensors":{)" + tensor("a", "a/values") + "}}").text.find("circle"), std::string::npos);
    EXPECT_NE(failure(R"({"tensors":{)" + tensor("a", "b/values") + "," + tensor("b", "a/values") + "}}")
                  .text.find("circle"),
              std::string::npos);
    EXPECT_NE(failure(R"({"tensors":{)" + tensor("a", "nobody/values") + "}}").text.find("found none"),
              std::string::npos);
}

TEST(HostileJson, ALongChainOfSharesIsFollowedInLittleTime)
{
    std::string text = R"({"tensors":{)";
    constexpr int length = 20000;
    for (int i = 0; i < length; ++i)
        text += (i ? ",\"" : "\"") + std::to_string(i) +
                R"(":{"layout":"strided","members":{"values":{"shape":[1],"storage":)" +
                (i + 1 < length ? "{\"shared\":\"" + std::to_string(i + 1) + "/values\"}" : std::string("[1]")) +
                "}}}";
    text += "}}";
    const auto begin = std::chrono::steady_clock::now();
    const auto document = readJsonTensors(text);
    ASSERT_TRUE(document) << document.error().text;
    EXPECT_EQ(document->tensors[0].tensor.members[0].array.at(0).number(), Number(1.0));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(HostileJson, AMillionOddKeysCostNoMoreThanTheirLength)
{
    std::string text = R"({"layout":"strided","members":{"values":[1]})";
    for (int i = 0; i < 200000; ++i)
        text += ",\"k" + std::to_string(i) + "\":" + std::to_string(i);
    const auto begin = std::chrono::steady_clock::now();
    const auto document = readJsonTensors(text + "}");
    ASSERT_TRUE(document);
    EXPECT_EQ(document->warnings.size(), 101u);
    EXPECT_LE(document->tensors[0].tensor.claims.all().size(), 1000u);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(HostileJson, StridesThatSpreadDataFarAreAnErrorBeforeMemoryIsTaken)
{
    const auto error = failure(
        R"({"layout":"strided","members":{"values":{"shape":[2],"strides":[1000000000000],"data":[1,2]}}})");
    EXPECT_NE(error.text.find("storage"), std::string::npos);
    EXPECT_NE(
        failure(R"({"layout":"strided","members":{"values":{"shape":[2],"strides":[-1],"data":[1,2]}}})").text,
        "");
}

std::size_t residentKiB(const char* key)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(key))
            return std::stoul(line.substr(line.find_first_of("0123456789")));
    return 0;
}

TEST(HostileJson, MemoryStaysWithinASmallMultipleOfTheText)
{
    if (test::isSanitized)
        GTEST_SKIP() << "a sanitizer's own memory would be measured";
    // The worst case: two bytes of text a number.
    std::string text = R"({"layout":"strided","dtype":"int64","members":{"values":[1)";
    for (int i = 0; i < 2'500'000; ++i)
        text += ",1";
    text += "]}}";
    if (!std::ofstream("/proc/self/clear_refs").write("5", 1).flush())
        GTEST_SKIP() << "the peak can't be set back here";
    const auto before = residentKiB("VmHWM");
    const auto document = readJsonTensors(text);
    const auto peak = residentKiB("VmHWM");
    ASSERT_TRUE(document);
    EXPECT_EQ(document->tensors[0].tensor.members[0].array.storageNumel(), 2'500'001);
    EXPECT_LT((peak - before) * 1024, text.size() * 12);
}

TEST(HostileJson, ATextMakesNoMoreThanItIsAllowed)
{
    // Each of these is fine alone; a text of many would take all memory.
    const auto several = [](const std::string& one, int count) {
        std::string text = R"({"tensors":{)";
        for (int i = 0; i < count; ++i)
            text += (i ? ",\"" : "\"") + std::to_string(i) + "\":" + one;
        return text + "}}";
    };
    const std::string small = R"({"components":[{"shape":[200]}],"dtype":"uint8"})";
    EXPECT_TRUE(readJsonTensors(several(small, 100)));
    EXPECT_NE(failure(several(R"({"components":[{"shape":[8388608]}]})", 3)).text.find("2^24"), std::string::npos);
    const std::string spread =
        R"({"layout":"strided","members":{"values":{"shape":[1],"offset":65000,"data":[1]}}})";
    EXPECT_TRUE(readJsonTensors(several(spread, 100)));
    EXPECT_NE(failure(several(spread, 300)).text.find("too far"), std::string::npos);
}

} // namespace
} // namespace tscope
