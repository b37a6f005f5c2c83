// SPDX-License-Identifier: Apache-2.0
#include "timing/session_json.h"

#include "core/timing/support/made_session.h"
#include "support/scratch_folder.h"
#include "timing/verdicts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <stop_token>
#include <string_view>

namespace tscope::timing {

namespace {

using testing::HasSubstr;

Session someSession()
{
    auto row = okRow(form("bsr", {4, 4}), timed(200, 190, 220));
    row.conversion = timed(5000);
    row.call = timed(250);
    row.endToEnd = timed(900);
    row.noise = 0.02;
    auto out = sessionOf({row, okRow(form("csr"), timed(400))});
    out.rows[1].status = Status::failed;
    out.rows[1].reason = "the result differs at (3, 4)";
    out.rows[1].isChecked = false;
    out.footprints.push_back({"a", form("bsr", {4, 4}), 16, 156, {{"compressed", 24}, {"values", 1024}}, 180});
    out.blockTables.push_back({"a", 2, {100, 60, 70, 40}, {}, 100});
    out.tempo.push_back({"computing", timed(300, 290, 310)});
    out.subjects[0].spread = spreadOf({0, 1, 10, 1, 3});
    out.subjects[0].rows = 5;
    CostMap map{"a", 0, 5, 4, 2, 3, {1, 2, 3, 4, 0, 6}, {}};
    map.forms.push_back({form("csr"), {12, 24, 36, 48, 0, 72}, {}, 48});
    map.forms.push_back({form("bsr", {5, 4}), {80, 20, 0, 0, 0, 0}, {9, 8, 7, 6, 5, 4}, 16});
    out.costMaps.push_back(map);
    out.command = "tscope time a.npz --ops spmv";
    out.rounds = 3;
    Verdict verdict{0, 1, {2, 1.9, 2.1}, Word::faster, "bsr is faster", "of the bytes"};
    out.verdicts.push_back(verdict);
    return out;
}

// What the reader says where this was changed in the session's JSON.
Error refusal(const std::function<void(Json&)>& change)
{
    auto json = jsonOf(someSession());
    change(json);
    const auto read = readSession(json.dump());
    return read ? Error{ErrorCode::internal, "nothing was wrong"} : read.error();
}

} // namespace

TEST(SessionJson, HasThePromisedKeys)
{
    const auto json = jsonOf(someSession());
    const auto& row = json.at("rows").at(0);

    EXPECT_EQ(json.at("tensorscope_timing"), 1);
    EXPECT_EQ(json.at("command"), "tscope time a.npz --ops spmv");
    EXPECT_EQ(json.at("rounds"), 3);
    EXPECT_EQ(row.at("op"), "spmv");
    EXPECT_EQ(row.at("layout"), "bsr");
    EXPECT_EQ(row.at("blocksize"), (Json{4, 4}));
    EXPECT_EQ(row.at("dtype"), "float32");
    EXPECT_EQ(row.at("index_dtype"), "int64");
    EXPECT_EQ(row.at("device"), "cpu");
    EXPECT_EQ(row.at("status"), "ok");
    EXPECT_EQ(row.at("reason"), nullptr);
    EXPECT_EQ(row.at("median_ns"), 200);
    EXPECT_EQ(row.at("low_ns"), 190);
    EXPECT_EQ(row.at("high_ns"), 220);
    EXPECT_EQ(row.at("samples"), 20);
    EXPECT_EQ(row.at("bytes"), 1000);
    EXPECT_EQ(row.at("flops"), 200);
    EXPECT_EQ(row.at("gbps"), 5);               // 1000 bytes in 200 ns
    EXPECT_EQ(row.at("share_of_limit"), 0.125); // 1000 / 40 of 200 ns
    EXPECT_EQ(row.at("convert_ns"), 5000);
    EXPECT_EQ(row.at("transfer_ns"), 650);
    EXPECT_EQ(row.at("checked"), true);
    EXPECT_EQ(json.at("rows").at(1).at("blocksize"), nullptr);
    EXPECT_EQ(json.at("rows").at(1).at("convert_ns"), nullptr);
    EXPECT_EQ(json.at("rows").at(1).at("transfer_ns"), nullptr);
    EXPECT_EQ(json.at("footprints").at(0).at("layout"), "bsr");
    EXPECT_EQ(json.at("footprints").at(0).at("blocksize"), (Json{4, 4}));
    EXPECT_EQ(json.at("footprints").at(0).at("bytes"), 1048);
    EXPECT_EQ(json.at("footprints").at(0).at("by_member"), (Json{{"compressed", 24}, {"values", 1024}}));
    EXPECT_EQ(json.at("verdicts").at(0).at("a"), 0);
    EXPECT_EQ(json.at("verdicts").at(0).at("b"), 1);
    EXPECT_EQ(json.at("verdicts").at(0).at("ratio"), 2);
    EXPECT_EQ(json.at("verdicts").at(0).at("low"), 1.9);
    EXPECT_EQ(json.at("verdicts").at(0).at("high"), 2.1);
    EXPECT_EQ(json.at("verdicts").at(0).at("word"), "faster");
    EXPECT_EQ(json.at("verdicts").at(0).at("text"), "bsr is faster");
    EXPECT_TRUE(json.at("machine").is_object());
    EXPECT_EQ(json.at("limits").at("cpu").at("copy_gbps"), 10);
}

TEST(SessionJson, UntimedRowsAreNullAndNotMissing)
{
    auto session = sessionOf({okRow(form("csr"), {})});
    const auto row = jsonOf(session).at("rows").at(0);
    for (const char* key :
         {"median_ns", "low_ns", "high_ns", "gbps", "share_of_limit", "convert_ns", "transfer_ns", "warm"})
        EXPECT_EQ(row.at(key), nullptr) << key;
    EXPECT_EQ(row.at("samples"), 0);
}

TEST(SessionJson, NumbersThatAreNoneBecomeNull)
{
    const auto row = jsonOf(sessionOf({okRow(form("csr"), timed(0))})).at("rows").at(0);
    EXPECT_EQ(row.at("gbps"), nullptr);
    EXPECT_EQ(row.at("share_of_limit"), nullptr);
}

TEST(SessionJson, IsReadAsItWasWritten)
{
    const auto session = someSession();
    const auto read = readSession(sessionText(session));
    ASSERT_TRUE(read) << read.error().text << " at " << read.error().where;
    EXPECT_EQ(*read, session);
}

TEST(SessionJson, AnySessionIsReadAsItWasWritten)
{
    const auto seed = static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()) + 11;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (int i = 0; i < 100; ++i) {
        auto session = randomSession(random);
        session.verdicts = verdictsOf(session);
        const auto text = sessionText(session);

        const auto read = readSession(text);

        ASSERT_TRUE(read) << read.error().text << " at " << read.error().where;
        ASSERT_EQ(*read, session) << i;
        EXPECT_EQ(sessionText(*read), text);
    }
}

TEST(SessionJson, RefusesWhatIsNoSession)
{
    EXPECT_THAT(readSession("").error().text, HasSubstr("not a JSON text"));
    EXPECT_THAT(readSession("{\"tensorscope_timing\": 1,").error().text, HasSubstr("not a JSON text"));
    EXPECT_THAT(readSession("[1, 2]").error().text, HasSubstr("wanted a session of measuring"));
    EXPECT_THAT(readSession("{\"rows\": []}").error().text, HasSubstr("no key \"tensorscope_timing\""));
    EXPECT_THAT(readSession("{\"tensorscope_timing\": 1}").error().text, HasSubstr("found no such key"));
    EXPECT_THAT(readSession(std::string(100'000, '[')).error().text, HasSubstr("nested more than"));
    EXPECT_FALSE(readSession(std::string_view("\0\0\0", 3)));
}

TEST(SessionJson, RefusesNewerVersions)
{
    const auto error = refusal([](Json& json) { json["tensorscope_timing"] = 2; });
    EXPECT_EQ(error.code, ErrorCode::unsupported);
    EXPECT_EQ(error.text, "wanted a session of version 1, found version 2, which is newer");
    EXPECT_THAT(refusal([](Json& json) { json["tensorscope_timing"] = "1"; }).text, HasSubstr("whole number"));
}

TEST(SessionJson, SaysWhatWasWantedAndFoundAndWhere)
{
    const auto error = refusal([](Json& json) { json["rows"][0]["warm"]["samples_ns"][3] = -1; });
    EXPECT_EQ(error.code, ErrorCode::corrupt);
    EXPECT_EQ(error.text, "wanted a number from 0 to 1.0e+18, found -1");
    EXPECT_EQ(error.where, "rows[0].warm.samples_ns[3]");
}

TEST(SessionJson, RefusesEachFieldThatIsWrong)
{
    struct Case {
        const char* where;
        Json value;
        const char* wanted;
    };
    const std::vector<Case> cases{
        {"/noise", -0.1, "a number from 0"},
        {"/noise", "NaN", "a number from 0"},
        {"/noise", nullptr, "a number from 0"},
        {"/partial", 1, "true or false"},
        {"/taken_at", 5, "a text"},
        {"/taken_at", std::string(1'100'000, 'x'), "at most 1048576 bytes"},
        {"/machine", Json::array(), "an object or null"},
        {"/machine/threads", 0, "a whole number from 1 to 1048576"},
        {"/machine/threads", 2.5, "a whole number"},
        {"/machine/memory_bytes", -1, "a whole number from 0"},
        {"/machine/memory_bytes", 18446744073709551615U, "a whole number from 0"},
        {"/machine/remarks", "one", "a list"},
        {"/machine/others_cores", "one", "a number"},
        {"/machine/remarks", Json{1}, "a text"},
        {"/limits", 3, "an object of at most 64"},
        {"/limits/cpu", 3, "limits of a device"},
        {"/limits/cpu/copy_gbps", 1e12, "a number from 0"},
        {"/subjects", nullptr, "a list"},
        {"/subjects/0", 1, "an object"},
        {"/subjects/0/given", nullptr, "the form in which the tensor was"},
        {"/subjects/0/size", Json{-2}, "a whole number from -1"},
        {"/subjects/0/size", Json(std::vector<int>(65, 1)), "a list of at most 64"},
        {"/rows/0/warm", nullptr, "the times of a row that is ok"},
        {"/subjects/0/row_spread", 1, "an object or null"},
        {"/subjects/0/row_spread/rows", 0, "a whole number from 1"},
        {"/subjects/0/row_spread/rows", 6, "bins of 6 rows together"},
        {"/subjects/0/row_spread/entries", 51, "a whole number from 0 to 50"},
        {"/subjects/0/row_spread/empty", 2, "a whole number from 1 to 1"},
        {"/subjects/0/row_spread/median", 11, "a whole number from 0 to 10"},
        {"/subjects/0/row_spread/least", 2, "a whole number from 0 to 1"},
        {"/subjects/0/row_spread/greatest", -1, "a whole number from 0"},
        {"/subjects/0/row_spread/greatest", 9223372036854775807, "a number of rows for each of 64 bins"},
        {"/subjects/0/row_spread/first_longest", 5, "a whole number from 0 to 4"},
        {"/subjects/0/row_spread/doubling_rows", Json{1, 2, 1, 0, 2}, "bins of 5 rows together"},
        {"/subjects/0/row_spread/doubling_rows", Json(std::vector<int>(65, 1)), "a list of at most 5"},
        {"/subjects/0/row_spread/doubling_rows", Json{1, 2, 2}, "a number of rows for each of 5 bins"},
        {"/subjects/0/row_spread/doubling_first", Json{0, 1, 4}, "the first row of each of 5 bins"},
        {"/subjects/0/row_spread/doubling_first", Json{-1, 1, 4, -1, 2}, "-1 for bins without rows"},
        {"/subjects/0/row_spread/doubling_first", Json{0, 1, 4, 3, 2}, "-1 for bins without rows"},
        {"/subjects/0/row_spread/even_first/0", 5, "a whole number from -1 to 4"},
        {"/subjects/0/row_spread/even_rows/0", 2, "bins of 5 rows together"},
        {"/subjects/0/row_spread/ranks", Json{0, 1, 2, 2, 4}, "ranks that rise from 0 to 4"},
        {"/subjects/0/row_spread/ranks", Json{0, 1, 2, 3}, "a length for each of 4 ranks"},
        {"/subjects/0/row_spread/ranks/4", 5, "a whole number from 0 to 4"},
        {"/subjects/0/row_spread/ranks", Json(std::vector<int>(515, 0)), "a list of at most 514"},
        {"/subjects/0/row_spread/lengths", Json{10, 1, 3, 1, 0}, "lengths that fall from 10 to 0"},
        {"/subjects/0/row_spread/lengths", Json{9, 3, 1, 1, 0}, "lengths that fall from 10 to 0"},
        {"/subjects/0/longest_row", 11, "as many rows as the subject has"},
        {"/subjects/0/rows", 4, "as many rows as the subject has"},
        {"/rows/0/tensor", "b", "the name of one of the subjects"},
        {"/rows/0/layout", nullptr, "the name of a layout"},
        {"/rows/0/blocksize", nullptr, "a list of at most 2"},
        {"/rows/0/blocksize", Json{4}, "rows and columns of a block"},
        {"/rows/0/blocksize", Json{4, 0}, "a whole number from 1"},
        {"/rows/0/blocksize", Json{4, 4, 4}, "a list of at most 2"},
        {"/rows/0/status", "fine", "one of ok, failed, unsupported, cancelled"},
        {"/rows/0/bytes", 1e30, "a whole number"},
        {"/rows/0/checked", "yes", "true or false"},
        {"/rows/0/noise", -1, "a number from 0"},
        {"/rows/0/warm", 1, "an object or null"},
        {"/rows/0/warm/samples_ns", Json::array(), "a sample or more"},
        {"/rows/0/warm/samples_ns", Json{nullptr}, "a number"},
        {"/rows/0/warm/samples_ns", Json{1e19}, "a number from 0"},
        {"/rows/0/warm/rounds", Json{19}, "rounds of 20 samples together"},
        {"/rows/0/warm/rounds", Json{0, 20}, "a whole number from 1"},
        {"/rows/0/warm/times_per_sample", 0, "a whole number from 1"},
        {"/tempo", 1, "a list of at most 64"},
        {"/tempo/0/work", 1, "a text"},
        {"/tempo/0/took", 1, "an object or null"},
        {"/footprints/0/by_member", Json::array(), "an object of at most 16"},
        {"/footprints/0/by_member/values", -1, "a whole number from 0"},
        {"/footprints/0/tensor", "", "the name of one of the subjects"},
        {"/block_tables/0/side", 65, "a whole number from 0 to 64"},
        {"/block_tables/0/blocks", Json{1, 2, 3}, "a count for each of 4 sizes"},
        {"/block_tables/0/predicted_ns", Json{1}, "a time for each of 4 sizes"},
        {"/cost_maps", 1, "a list of at most 1000"},
        {"/cost_maps/0/tensor", "b", "the name of one of the subjects"},
        {"/cost_maps/0/rows", 0, "a whole number from 1"},
        {"/cost_maps/0/columns", 1e30, "a whole number from 1"},
        {"/cost_maps/0/rows", 65, "a whole number from 3 to 65"}, // else there would be more than 32 tiles
        {"/cost_maps/0/tile_rows", 6, "a whole number from 1 to 5"},
        {"/cost_maps/0/tile_columns", 0, "a whole number from 1 to 4"},
        {"/cost_maps/0/tile_columns", 1, "a number for each of 12 tiles"},
        {"/cost_maps/0/batch_dims", 65, "a whole number from 0 to 64"},
        {"/cost_maps/0/entries", Json{1, 2}, "a number for each of 6 tiles"},
        {"/cost_maps/0/entries", Json(std::vector<int>(7, 1)), "a list of at most 6"},
        {"/cost_maps/0/forms", 1, "a list of at most 1000"},
        {"/cost_maps/0/forms/0", 1, "an object"},
        {"/cost_maps/0/forms/0/layout", "", "the name of a layout"},
        {"/cost_maps/0/forms/1/blocksize", Json{5}, "rows and columns of a block"},
        {"/cost_maps/0/forms/0/bytes", Json::array(), "a number for each of 6 tiles"},
        {"/cost_maps/0/forms/0/bytes/0", -1, "a whole number from 0"},
        {"/cost_maps/0/forms/0/fill", Json{1}, "a number for each of 6 tiles, or none"},
        {"/cost_maps/0/forms/0/pointer_bytes", -1, "a whole number from 0"},
        {"/verdicts/0/a", 2, "a whole number from 0 to 1"},
        {"/verdicts/0/word", "better", "one of faster, slower, same, undecided"},
        {"/verdicts/0/ratio", -2, "a number from 0"},
    };
    for (const auto& [where, value, wanted] : cases) {
        const auto error = refusal([&](Json& json) { json[Json::json_pointer(where)] = value; });
        EXPECT_THAT(error.text, HasSubstr(wanted)) << where;
        EXPECT_FALSE(error.where.empty()) << where;
    }
}

TEST(SessionJson, MissesEachKeyThatItNeeds)
{
    const auto whole = jsonOf(someSession()).flatten();
    for (const auto& [key, value] : whole.items()) {
        const Json::json_pointer place(key);
        if (std::isdigit(static_cast<unsigned char>(place.back().front())) != 0)
            continue; // of a list
        auto json = jsonOf(someSession());
        json[place.parent_pointer()].erase(place.back());
        const auto read = readSession(json.dump());
        // What is worked out of the rest is not read, and members and devices are as many as there are.
        if (!read)
            EXPECT_THAT(read.error().text, HasSubstr("wanted")) << key;
        else
            EXPECT_TRUE(key.ends_with("_ns") || key.ends_with("gbps") || key.ends_with("share_of_limit") ||
                        key.ends_with("samples") || key.ends_with("bytes") || key.find("by_member") != key.npos ||
                        key.ends_with("blocksize") || key.ends_with("pattern_of") || key.ends_with("left_out") ||
                        key.ends_with("repeats") || key.ends_with("others_cores") ||
                        key.ends_with("measured_at") || key.ends_with("threads_used") || key == "/command" ||
                        key == "/interrupted" || key == "/rounds" || key.starts_with("/headlines/"))
                << key;
    }
}

TEST(SessionJson, ReadsOlderSessionsToo)
{
    auto session = someSession();
    auto json = jsonOf(session);
    json["subjects"][0].erase("pattern_of");
    json["subjects"][0].erase("row_spread");
    json.erase("cost_maps");
    json.erase("tempo");
    session.tempo.clear();
    session.subjects[0].spread = {};
    session.costMaps.clear();

    const auto read = readSession(json.dump());

    ASSERT_TRUE(read) << read.error().text << " at " << read.error().where;
    EXPECT_EQ(*read, session);
}

// A file keeps the verdicts of the program that wrote it, whose rules may have been others.
TEST(SessionJson, AFileHasVerdictsByTheRulesOfThisProgram)
{
    auto session = sessionOf({okRow(form("bsr", {4, 4}), timed(200)), okRow(form("csr"), timed(400))});
    session.verdicts = {{0, 1, {7, 6, 8}, Word::slower, "bsr is slower", "of old rules"}};
    const test::ScratchFolder folder;
    const auto read = readSessionFile(folder.write("session.json", sessionText(session)));
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->verdicts, verdictsOf(session));
    ASSERT_EQ(read->verdicts.size(), 1U);
    EXPECT_EQ(read->verdicts[0].word, Word::faster);
}

// The verdicts of many rows take longer than their text.
TEST(SessionJson, ReadingAFileOfManyRowsStopsWithinItsVerdicts)
{
    std::vector<Row> rows;
    for (int op = 0; op < 1000; ++op)
        for (const auto* layout : {"csr", "coo", "csc"}) {
            rows.push_back(okRow(form(layout), timed(layout == std::string_view("csr") ? 200 : 400)));
            rows.back().op = "op" + std::to_string(op);
        }
    const auto session = sessionOf(std::move(rows));
    const test::ScratchFolder folder;
    const auto path = folder.write("session.json", sessionText(session));
    std::stop_source stop;
    int reports = 0;
    const Watch watch{.stop = stop.get_token(), .progress = [&](double done) {
                          if (done > 0.5 && ++reports == 10)
                              stop.request_stop();
                      }};

    const auto read = readSessionFile(path, watch);

    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::cancelled);
    const auto whole = readSessionFile(path);
    ASSERT_TRUE(whole) << whole.error().text;
    EXPECT_EQ(whole->verdicts.size(), 2000U);
}

TEST(SessionJson, RefusesTwoSubjectsOfOneName)
{
    const auto error = refusal([](Json& json) { json["subjects"].push_back(json["subjects"][0]); });
    EXPECT_EQ(error.text, "wanted a name that no subject before it has, found \"a\"");
}

TEST(SessionJson, BrokenTextsNeverPassOrCrash)
{
    const auto whole = sessionText(someSession());
    for (std::size_t length = 0; length + 2 < whole.size(); ++length)
        EXPECT_FALSE(readSession(std::string_view(whole).substr(0, length)));
    const auto seed = static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()) + 5;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (int i = 0; i < 2000; ++i) {
        auto broken = whole;
        for (auto changes = 1 + random.below(4); changes > 0; --changes)
            broken[static_cast<std::size_t>(random.below(std::ssize(broken)))] =
                "0123456789-e.,:[]{}\"nt\\ \n\xff"[random.below(26)];
        if (const auto read = readSession(broken))
            EXPECT_TRUE(readSession(sessionText(*read))) << broken;
        else
            EXPECT_FALSE(read.error().text.empty());
    }
}

TEST(SessionFile, IsKnownByItsBeginning)
{
    const test::ScratchFolder folder;
    const auto isOne = [&](const std::string& text) { return beginsLikeSession(folder.write("some.json", text)); };
    EXPECT_TRUE(isOne(sessionText(someSession())));
    EXPECT_TRUE(isOne("\n {\t\"tensorscope_timing\": cut off"));
    EXPECT_FALSE(isOne(R"({"layout": "coo", "tensorscope_timing": 1})"));
    EXPECT_FALSE(isOne(""));
    EXPECT_FALSE(isOne("{"));
    EXPECT_FALSE(beginsLikeSession(folder.path()));
    EXPECT_FALSE(beginsLikeSession(folder.path() + "/missing.json"));
}

} // namespace tscope::timing
