// SPDX-License-Identifier: Apache-2.0
#include "mutations/targets/conversation.h"

#include "remote/serve.h"
#include "timing/session_json.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace tscope::mutations {

namespace {

TEST(Conversations, ThereIsOneOfEachQuestionThatAWorkerAnswers)
{
    std::set<std::string> asked;
    for (const auto& each : recordedConversations(TSCOPE_WORKER))
        asked.insert(nlohmann::json::parse(each.question.text).at("do").get<std::string>());
    const auto words = remote::questionWords();
    EXPECT_EQ(asked, std::set<std::string>(words.begin(), words.end()));
}

// A mutant of a refusal would test little of the reader.
TEST(Conversations, LimitsAreAnsweredWithASession)
{
    const auto& all = recordedConversations(TSCOPE_WORKER);
    const auto limits = std::ranges::find(all, "limits", &Conversation::name);
    ASSERT_NE(limits, all.end());
    ASSERT_EQ(limits->answers.size(), 1U);
    const auto answer = nlohmann::json::parse(limits->answers[0].text);
    ASSERT_TRUE(answer.contains("session")) << answer;
    const auto session = timing::readSession(answer["session"].get<std::string>());
    ASSERT_TRUE(session) << session.error().text;
    EXPECT_NE(session->limitsOf("cpu (1 thread)"), nullptr);
}

} // namespace

} // namespace tscope::mutations
