// SPDX-License-Identifier: Apache-2.0
#include "history/script.h"

#include "history/recording.h"
#include "support/from_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Recorded named(const char* name, const char* json, bool requiresGradient = true)
{
    auto made = *recordedLeaf(test::fromJson(json), requiresGradient);
    made.name = name;
    return made;
}

std::vector<Recorded> samplesOfScripts()
{
    return {
        named("x", R"({"layout": "strided", "dtype": "float64", "members": {"values": [[1, 2, 3], [4, 5, 6]]}})"),
        named("w", R"({"layout": "csr", "size": [2, 3], "dtype": "float64",
                       "members": {"compressed": [0, 1, 2], "plain": [0, 2], "values": [2, 3]}})",
              false),
    };
}

std::string ranText(std::string_view script)
{
    const auto run = runScript(script, samplesOfScripts());
    if (!run)
        return run.error().text + " at " + run.error().where;
    std::string out;
    const auto& array = run->names.back().tensor().members.front().array;
    for (std::int64_t k = 0; k < *numel(array.geometry); ++k)
        out += (out.empty() ? "" : " ") + array.at(k).text();
    return out + " " + text(array.geometry.sizes);
}

struct Line {
    const char* script;
    const char* worth;
};

TEST(Scripts, AreWorkedOutAsPyTorchDoes)
{
    for (const auto& [script, worth] : {
             Line{"y = x + x * 2 - 1", "2 5 8 11 14 17 (2, 3)"},
             Line{"y = -x / 2", "-0.5 -1 -1.5 -2 -2.5 -3 (2, 3)"},
             Line{"y = 2 * (x - x) + 1.5", "1.5 1.5 1.5 1.5 1.5 1.5 (2, 3)"},
             Line{"y = x[1]", "4 5 6 (3,)"},
             Line{"y = x[0, 1:]", "2 3 (2,)"},
             Line{"y = x[:, ::2]", "1 3 4 6 (2, 2)"},
             Line{"y = x[:, 1]", "2 5 (2,)"},
             Line{"y = x.t()", "1 4 2 5 3 6 (3, 2)"},
             Line{"y = x.transpose(0, 1).reshape(2, -1)", "1 4 2 5 3 6 (2, 3)"},
             Line{"y = x.sum(dim=(0,), keepdim=True)", "5 7 9 (1, 3)"},
             Line{"y = x.sum((0, 1))", "21 ()"},
             Line{"y = torch.sum(x, 1)", "6 15 (2,)"},
             Line{"y = w @ x.t()", "2 8 9 18 (2, 2)"},
             Line{"y = (w * x).to_dense()", "2 0 0 0 0 18 (2, 3)"},
             Line{"a, b = x.unbind(0); y = a * b # a comment", "4 10 18 (3,)"},
             Line{"y = x.unbind(0)[1]", "4 5 6 (3,)"},
             Line{"y = x + \\\n", "wanted a number, a name or a list, found \"\\\" at column 9"},
             Line{"y = (x +\n x)", "2 4 6 8 10 12 (2, 3)"},
             Line{"n = torch.nested.as_nested_tensor([x, x]); y = n.to_padded(0)[1]", "1 2 3 4 5 6 (2, 3)"},
             Line{"y = x.float().double()", "1 2 3 4 5 6 (2, 3)"},
             Line{"y = x.convert(layout=bsr, blocksize=(2, 3), dtype=float32).convert(layout=strided)",
                  "1 2 3 4 5 6 (2, 3)"},
             Line{"y = w.convert(layout=csc, index_dtype=int32, drop_zeros=True).to_dense()",
                  "2 0 0 0 0 3 (2, 3)"},
             Line{"\n\n;; y = x;;\n", "1 2 3 4 5 6 (2, 3)"},
         })
        EXPECT_EQ(ranText(script), worth) << script;
}

TEST(Scripts, SayWhereTheyAreWrong)
{
    for (const auto& [script, worth] : {
             Line{"y = z", "there is no tensor called z at column 5"},
             Line{"y = x\nz = y.flop(1)", "at line 2, column 6"},
             Line{"y = x @ x", "at column 7"},
             Line{"y = 2", "a tensor was wanted for y at column 5"},
             Line{"y = x x", "the end of a statement was wanted, found \"x\" at column 7"},
             Line{"y = (x", "wanted \")\", found the end at column 7"},
             Line{"a, b = x", "2 tensors were wanted, found 1 at column 8"},
             Line{"y = sum(x, 0, True, 3)", "sum takes 1 inputs and 2 parameters, found more at column 5"},
             Line{"y = add(x)", "add takes 2 inputs, found 1 at column 5"},
             Line{"y = x / x", "a number to divide by was wanted at column 7"},
             Line{"y = x[5]", "at column 6"},
             Line{"y = x[1", "wanted \"]\", found the end"},
             Line{"y = nested_tensor(x)", "a list of tensors in square brackets was wanted for nested_tensor"},
             Line{"y = x.convert(csr)", "convert takes no argument csr here at column 6"},
             Line{"y = x.convert(layout=round)", "found \"round\" at column 6"},
             Line{"y = x.convert(size=2)", "convert takes no argument size here"},
             Line{"y = x.convert(layout=bsr, blocksize=2)", "a block size of two numbers was wanted, found 2"},
             Line{"y = x.convert(layout=csr, dtype=word)", "found \"word\""},
             Line{"y = x.convert(layout=csr, drop_zeros=3)", "yes or no was wanted for drop_zeros, found \"3\""},
             Line{"y = x.convert(layout=csr, dense_dims=1,2)", "at column 6"},
             Line{"y = shuffle(x)", "found shuffle at column 5"},
             Line{"loss = x.sum(); loss.backward(); loss.backward()", "one backward() was wanted"},
             Line{"w.backward()", "requires a gradient"},
             Line{"y = \xff", "found \"\xff\""},
         })
        EXPECT_THAT(ranText(script), HasSubstr(worth)) << script;
    EXPECT_THAT(ranText("y = " + std::string(200, '(') + "x"), HasSubstr("at most 64 brackets"));
    EXPECT_THAT(ranText("y = " + std::string(90'000, '-') + "x"), HasSubstr("at most 64 brackets"));
    EXPECT_THAT(ranText(std::string(100'001, ' ')), HasSubstr("at most 100,000 characters"));
}

TEST(Scripts, SayWhereAHistoryEnds)
{
    const auto run =
        runScript("n = nested_tensor([x, x], requires_grad=True); p = n.to_padded(0); p.sum().backward()",
                  samplesOfScripts());
    ASSERT_TRUE(run) << run.error().text;
    EXPECT_THAT(
        run->notes,
        ElementsAre("nested_tensor copies its list without the history: no gradient gets from its result to x, "
                    "x; as_nested_tensor keeps the history"));
    EXPECT_EQ(run->gradients->of(run->names[0]), nullptr);
    EXPECT_NE(run->gradients->of(run->names[2]), nullptr);
    const auto kept =
        runScript("n = as_nested_tensor([x, x]); n.to_padded(0).sum().backward()", samplesOfScripts());
    ASSERT_TRUE(kept) << kept.error().text;
    EXPECT_THAT(kept->notes, testing::IsEmpty());
    EXPECT_NE(kept->gradients->of(kept->names[0]), nullptr);
}

TEST(Scripts, RequireGradientsInPlace)
{
    const auto run = runScript("w.requires_grad_(); y = w @ x.t(); y.sum().backward()", samplesOfScripts());
    ASSERT_TRUE(run) << run.error().text;
    EXPECT_EQ(run->names[1].name, "w");
    ASSERT_NE(run->gradients->of(run->names[1]), nullptr);
    EXPECT_EQ(run->gradients->of(run->names[1])->layout->name, "csr");
    const auto given = runScript("y = x * 1; y.backward(x)", samplesOfScripts());
    ASSERT_TRUE(given) << given.error().text;
    EXPECT_EQ(given->gradients->of(given->names[0])->members[0].array.at(5).text(), "6");
}

// Of a loss that reads x through as_strided.
std::string gradientOf(std::string_view script)
{
    const auto run = runScript(script, samplesOfScripts());
    if (!run)
        return run.error().text;
    const auto* gradient = run->gradients ? run->gradients->of(run->names.front()) : nullptr;
    if (gradient == nullptr)
        return "none";
    std::string out;
    const auto& array = gradient->members.front().array;
    for (std::int64_t k = 0; k < *numel(array.geometry); ++k)
        out += (out.empty() ? "" : " ") + array.at(k).text();
    return out;
}

TEST(Scripts, AsStridedCountsItsOffsetFromTheBeginOfTheStorage)
{
    EXPECT_EQ(gradientOf("b = x.as_strided((2,), (3,), 1); b.sum().backward()"), "0 1 0 0 1 0");
    EXPECT_EQ(gradientOf("a = x[1]; b = a.as_strided((3,), (1,), 3); (b * b).sum().backward()"), "0 0 0 8 10 12");
    EXPECT_THAT(gradientOf("a = x[0]; b = a.as_strided((3,), (1,), 3); b.sum().backward()"),
                HasSubstr("reads elements outside its input, which have no gradient"));
}

// Repeated columns take no storage, so that a sound matrix may have more of them than bytes can be counted.
TEST(Scripts, RowsOfAnEmbeddingThatNoMemoryHoldsAreRefused)
{
    const auto run =
        runScript("w = x.expand(1, 2305843009213693953); y = F.embedding(i, w)",
                  {named("x", R"({"layout": "strided", "dtype": "float64", "members": {"values": [[1]]}})"),
                   named("i", R"({"layout": "strided", "dtype": "int64", "members": {"values": [0]}})", false)});
    ASSERT_FALSE(run);
    EXPECT_THAT(run.error().text, HasSubstr("the rows of an embedding"));
}

TEST(Scripts, RefuseArgumentsThatTheyDoNotKnow)
{
    for (const auto* script : {"y = x.requires_grad_(False)", "y = x.sum(); y.backward(gradient=x)",
                               "y = nested_tensor([x], dtype=torch.float64)", "y = x.detach(1)"})
        EXPECT_THAT(ranText(script), HasSubstr("takes no argument")) << script;
    EXPECT_THAT(ranText("y = x * 1.2.3"), HasSubstr("a number was wanted, found \"1.2.3\""));
}

} // namespace
} // namespace tscope
