// SPDX-License-Identifier: Apache-2.0
// Messages of another process that means no good.
#include "remote/message.h"

#include "remote/facts_packet.h"
#include "remote/serve.h"
#include "support/spoken_language.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <thread>

namespace tscope::remote {
namespace {

using testing::HasSubstr;

Result<Message> messageOf(const std::string& text)
{
    return messageIn({.text = text, .descriptors = {}});
}

// The object around it is one more level.
std::string nestedText(std::size_t levels)
{
    return R"({"storages":[],"x":)" + std::string(levels, '[') + std::string(levels, ']') + '}';
}

TEST(Message, NestsAsDeepAsTheLimit)
{
    EXPECT_TRUE(messageOf(nestedText(63)));
    const auto deeper = messageOf(nestedText(64));
    ASSERT_FALSE(deeper);
    EXPECT_THAT(deeper.error().text, HasSubstr("more than 64 levels of nesting"));
    const auto objects = messageOf(R"({"storages":[],"x":)" + std::string(3, '[') + R"({"y":)" +
                                   std::string(60, '[') + std::string(60, ']') + '}' + std::string(3, ']') + '}');
    EXPECT_FALSE(objects);
}

// Copying it, or printing it, would take a stack frame for each level.
TEST(Message, OfMillionsOfLevelsIsRefused)
{
    EXPECT_FALSE(messageOf(nestedText(3'000'000)));
}

TEST(Message, BracketsInTextsDoNotNest)
{
    const std::string brackets = R"(\"[[\\)" + std::string(1000, '[') + std::string(1000, '{');
    const auto message = messageOf(R"({"storages":[],"error":{"code":0,"text":")" + brackets + R"("}})");
    ASSERT_TRUE(message) << message.error().text;
    ASSERT_TRUE(message->error);
    EXPECT_THAT(message->error->text, testing::StartsWith(R"("[[\[[[)"));
}

TEST(Message, BracketsBehindATextNest)
{
    EXPECT_FALSE(
        messageOf(R"({"storages":[],"a\\":"\"","x":)" + std::string(64, '[') + std::string(64, ']') + '}'));
}

TEST(Message, CommasInTextsAreNotValues)
{
    const auto message =
        messageOf(R"({"storages":[],"session":")" + std::string(std::size_t{5'000'000}, ',') + R"("})");
    EXPECT_TRUE(message) << message.error().text;
}

TEST(Message, OfMoreValuesThanTheLimitIsRefused)
{
    std::string values = "0";
    for (int i = 0; i < 4'000'000; ++i)
        values += ",0";
    const auto message = messageOf(R"({"storages":[],"x":[)" + values + "]}");
    ASSERT_FALSE(message);
    EXPECT_THAT(message.error().text, HasSubstr("more than 4000000 values"));
}

TEST(Message, AnErrorIsShortenedBetweenCharacters)
{
    std::string text = "x";
    for (int i = 0; i < 3000; ++i)
        text += "\u00e9"; // two bytes, so that byte 4096 is in the middle of one
    const auto message = messageOf(R"({"storages":[],"error":{"code":0,"text":")" + text + R"("}})");
    ASSERT_TRUE(message) << message.error().text;
    ASSERT_TRUE(message->error);
    EXPECT_EQ(message->error->text, text.substr(0, 4095));
}

// One worker answers windows in their language, and what is measured in English, as it is saved.
TEST(Message, IsAnsweredInTheLanguageOfWhoAsks)
{
    const test::SpokenLanguage whatItWas("en");
    auto ends = Channel::make();
    ASSERT_TRUE(ends);
    std::thread worker([&] { serve(std::move(ends->second)); });
    SharedStorages storages;
    const auto answerIn = [&](const char* code) -> std::string {
        auto question = questionOfSupport("nothing");
        if (*code != '\0')
            question.told["language"] = code;
        EXPECT_TRUE(send(ends->first, storages, question));
        while (true) {
            auto packet = ends->first.receive();
            const auto answer = packet ? messageIn(std::move(*packet)) : Result<Message>(packet.error());
            if (!answer || !isSignOfLife(*answer))
                return answer && answer->error ? answer->error->text : "no answer";
        }
    };
    EXPECT_EQ(answerIn("zh_CN"), "需要另一进程的提问或回答，得到的是：运算“nothing”");
    EXPECT_THAT(answerIn(""), HasSubstr("found the operation \"nothing\""));
    ends->first.close();
    worker.join();
}

} // namespace
} // namespace tscope::remote
