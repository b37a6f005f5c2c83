// SPDX-License-Identifier: Apache-2.0
// The sixteen lessons of the plan, with the numbers and the answers that were written down before there was a
// program: they are accepted, and others are not.
#include "core/lessons/one_step.h"

namespace tscope {
namespace {

struct Published {
    int lesson;
    const char* lines;
    const char* right;
    const char* wrong;
};

void PrintTo(const Published& each, std::ostream* out)
{
    *out << "lesson " << each.lesson << ", " << each.right;
}

class PublishedAnswers : public testing::TestWithParam<Published>
{
};

TEST_P(PublishedAnswers, AreAccepted)
{
    EXPECT_EQ(marked(GetParam().lines, GetParam().right), "right");
    EXPECT_NE(marked(GetParam().lines, GetParam().wrong), "right");
}

constexpr auto cooOfFour =
    R"(tensor y: {"layout": "coo", "size": [2, 3], "members": {"indices": [[0, 1, 1, 0], [2, 0, 0, 2]], "values": [1, 2, 3, 4]}}
tensor x: y to csr
)";
constexpr auto identity = "tensor x: $([[1 if i == j else 0 for j in range(6)] for i in range(6)])\n";
constexpr auto seedsBlocks =
    R"(tensor x: {"layout": "bsr", "size": [4, 6], "blocksize": [2, 3], "members": {"crow_indices": [0, 1, 2], "col_indices": [0, 1], "values": [[[0, 1, 2], [3, 4, 5]], [[6, 7, 8], [9, 10, 11]]]}}
tensor y: x.transpose(0, 1)
)";

std::string both(const char* first, const char* second)
{
    return std::string(first) + second;
}

const auto coalescedCount = both(cooOfFour, "answer: number = numel(x, \"values\")\n");
const auto coalescedValues = both(cooOfFour, "answer: list = array(x, \"values\")\n");
const auto blocksOfTwo = both(identity, "tensor z: x to bsr 2,2\nanswer: number = numel(z, \"values\")\n");
const auto blocksOfThree = both(identity, "tensor z: x to bsr 3,3\nanswer: number = numel(z, \"values\")\n");
const auto slotBefore = both(seedsBlocks, "answer: storage of x = [slot(x, [2, 5])]\n");
const auto slotAfter = both(seedsBlocks, "answer: storage of y = [slot(y, [5, 2])]\n");
const auto blockStrides = both(seedsBlocks, "answer: list = strides(y)\n");

INSTANTIATE_TEST_SUITE_P(
    Plan, PublishedAnswers,
    testing::Values(
        Published{1,
                  "tensor x: $([[4 * i + j for j in range(4)] for i in range(3)])\nanswer: storage of x = "
                  "[slot(x, [2, 1])]\n",
                  "9", "6"},
        Published{2,
                  "tensor a: $([[6 * i + j for j in range(6)] for i in range(4)])\ntensor x: a.slice(0, 1, 4, "
                  "1).slice(1, 0, 6, 2)\n"
                  "answer: list = [offset(x, \"values\")] + shape(x) + strides(x)\n",
                  "6, 3, 3, 6, 2", "6, 3, 3, 6, 1"},
        Published{3,
                  "tensor a: make dense --layout strided --size 4,3,5\ntensor x: a.permute(2, 0, 1)\nanswer: list "
                  "= strides(x)\n",
                  "(1, 15, 5)", "(5, 1, 15)"},
        Published{4,
                  "tensor a: [0, 1, 2, 3, 4, 5, 6]\ntensor x: a.unfold(0, 3, 1)\nlet n = "
                  "[len(readers_of_storage(x, s)) for s in "
                  "range(7)]\nanswer: storage of x = [s for s in range(7) if n[s] == max(n)]\n",
                  "2, 3, 4", "3"},
        Published{5,
                  "tensor a: make dense --layout strided --size 4,3,5\ntensor x: a.permute(2, 0, 1)\nanswer: word "
                  "yes, no = \"yes\" if "
                  "is_view(x, \"view(5, 12)\") else \"no\"\n",
                  "yes", "no"},
        Published{5,
                  "tensor a: make dense --layout strided --size 4,3,5\ntensor x: a.permute(2, 0, 1)\nanswer: word "
                  "yes, no = \"yes\" if "
                  "is_view(x, \"view(20, 3)\") else \"no\"\n",
                  "no", "yes"},
        Published{5,
                  "tensor a: make dense --layout strided --size 4,3,5\ntensor x: a.permute(2, 0, 1).view(5, "
                  "12)\nanswer: list = "
                  "strides(x)\n",
                  "1,5", "12,1"},
        Published{6,
                  "tensor x: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\ntensor y: x.slice(0, 0, 10, 2)\ntensor z: x.slice(0, "
                  "1, 10, 2)\n"
                  "answer: set = ([\"storage\"] if same_storage(y, z) else []) + ([\"element\"] if "
                  "shares_element(y, z) else [])\n",
                  "storage", "storage, element"},
        Published{
            7,
            "tensor x: make dense --layout strided --size 1,3,2,2\ntensor c: make dense --layout strided --size "
            "1,2,2,3\n"
            "tensor y: c.permute(0, 3, 1, 2)\nanswer: list = [slot(x, [0, 2, 1, 0]), slot(y, [0, 2, 1, 0])]\n",
            "10, 8", "10, 10"},
        Published{8, coalescedCount.c_str(), "2", "4"}, Published{8, coalescedValues.c_str(), "5, 5", "1, 4"},
        Published{9, "let rows = [0, 0, 1, 3]\nanswer: list = running([count(rows, i) for i in range(4)])\n",
                  "0,2,3,3,4", "0,2,3,4,4"},
        Published{9,
                  "let dense = 1000 * 1000 * 4\nanswer: list = [(dense - 1001 * 8) // 12, (dense - 1001 * 4) // "
                  "8, dense // 20]\n",
                  "332666, 499499, 200000", "333333, 500000, 200000"},
        Published{
            10,
            "tensor d: [[0, 1], [2, 3]]\ntensor x: d to csr\ntensor t: x.transpose(0, 1)\nanswer: list = array(t, "
            "\"ccol_indices\") + array(t, \"row_indices\") + array(t, \"values\")\n",
            "[0,1,3, 1,0,1, 1,2,3]", "[0,1,3, 1,1,0, 1,2,3]"},
        Published{11, blocksOfTwo.c_str(), "12", "6"}, Published{11, blocksOfThree.c_str(), "18", "12"},
        Published{12, slotBefore.c_str(), "8", "11"}, Published{12, slotAfter.c_str(), "8", "6"},
        Published{12, blockStrides.c_str(), "6, 1, 3", "6, 3, 1"},
        Published{
            13,
            R"(tensor x: {"layout": "csr", "size": [3, 4], "members": {"crow_indices": [0, 2, 4, 4], "col_indices": [1, 3, 3, 0, 3], "values": [1, 2, 3, 4, 5]}}
answer: set = broken_rules(x)
)",
            "5.2, 5.6", "5.2"},
        Published{
            13,
            R"(tensor x: {"layout": "csr", "size": [3, 4], "members": {"crow_indices": [0, 2, 3, 5], "col_indices": [1, 3, 3, 0, 3], "values": [1, 2, 3, 4, 5]}}
answer: pointers of x.crow_indices = array(x, "crow_indices")
need: valid(x) | It breaks a rule.
)",
            "0,2,3,5", "0,2,4,5"},
        Published{14, "let n = [3, 1, 2]\nanswer: list = running(n) + [3 * max(n) - sum(n)]\n", "0,3,4,6, 3",
                  "0,3,4,6, 2"},
        Published{
            14,
            R"(tensor x: {"layout": "jagged", "members": {"values": [0, 1, 2, 3, 4, 5], "offsets": [0, 3, 4, 6], "lengths": [2, 1, 2]}}
answer: slots of x.values = [k for k in range(6) if readers(x, "values", k) == []]
)",
            "2", "3"},
        Published{16, "answer: number = 2 * 5\n", "10", "70"}),
    [](const auto& of) { return "Lesson" + std::to_string(of.param.lesson) + "_" + std::to_string(of.index); });

} // namespace
} // namespace tscope
