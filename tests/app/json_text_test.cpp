// SPDX-License-Identifier: Apache-2.0
// An answer that fails midway, wherever that is, ends as JSON that says why.
#include "json_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cctype>
#include <random>
#include <string>

namespace tscope::app {
namespace {

using Json = nlohmann::json;

Json anyValue(std::mt19937& random, int depth)
{
    const auto below = [&random](unsigned count) { return static_cast<int>(random() % count); };
    switch (below(depth > 3 ? 5 : 7)) {
    case 0:
        return below(1000) - 500;
    case 1:
        return below(2) == 0;
    case 2:
        return nullptr;
    case 3:
        return "text with [ { ] } , : \" \\ and \n in it";
    case 4:
        return 0.5 * below(100);
    case 5: {
        auto list = Json::array();
        for (int i = below(4); i > 0; --i)
            list.push_back(anyValue(random, depth + 1));
        return list;
    }
    default: {
        auto object = Json::object();
        for (int i = below(4); i > 0; --i)
            object["key \"" + std::to_string(i)] = anyValue(random, depth + 1);
        return object;
    }
    }
}

bool isOfAWord(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '.' || letter == '-';
}

// Commands write whole words, so that none is cut; texts may be.
bool isCutThere(const std::string& text, std::size_t at)
{
    return at == 0 || at == text.size() || !isOfAWord(text[at - 1]) || !isOfAWord(text[at]);
}

TEST(JsonText, EndsAnywhereWithTheError)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const Json error{{"code", "out-of-memory"}};
    for (int round = 0; round < 200; ++round) {
        Json answer{{"first", anyValue(random, 0)}, {"second", anyValue(random, 0)}};
        const auto text = answer.dump();
        for (std::size_t cut = 0; cut <= text.size(); ++cut) {
            if (!isCutThere(text, cut))
                continue;
            cli::JsonText written;
            written.follow(text.substr(0, cut / 2)); // in pieces
            written.follow(text.substr(cut / 2, cut - cut / 2));
            auto whole = text.substr(0, cut) + written.ending(error.dump());
            if (cut == text.size()) // which is followed by another value
                whole = whole.substr(cut);
            const auto parsed = Json::parse(whole, nullptr, false);
            ASSERT_TRUE(parsed.is_object()) << whole;
            ASSERT_EQ(parsed.value("error", Json()), error) << whole;
        }
    }
}

TEST(JsonText, AfterAWholeAnswerComesAnother)
{
    cli::JsonText written;
    written.follow("{\"a\":[1,2]}\n{\"b\":1}\n");
    EXPECT_EQ(written.ending("{}"), "{\"error\":{}}\n");
    EXPECT_EQ(cli::JsonText().ending("{}"), "{\"error\":{}}\n");
}

} // namespace
} // namespace tscope::app
