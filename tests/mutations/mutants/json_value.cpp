// SPDX-License-Identifier: Apache-2.0
#include "mutations/mutants/json_value.h"

#include <nlohmann/json.hpp>

#include <array>
#include <vector>

namespace tscope::mutations {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longest = std::size_t{1} << 18;
constexpr int deepest = 64; // it is written by recursion

bool isShallow(const std::string& text)
{
    int depth = 0;
    for (const char c : text) {
        depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        if (depth > deepest)
            return false;
    }
    return true;
}

// Each value with what holds it.
struct Node {
    Json* value;
    Json* holder;
};

std::vector<Node> nodesOf(Json& root)
{
    std::vector<Node> nodes{{&root, nullptr}};
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (auto& value = *nodes[i].value; value.is_structured())
            for (auto& inner : value)
                nodes.push_back({&inner, &value});
    return nodes;
}

Json oddValue(Dice& dice)
{
    static const std::array odd{Json(nullptr),
                                Json(true),
                                Json(0),
                                Json(1),
                                Json(-1),
                                Json(2),
                                Json(0.5),
                                Json(1e308),
                                Json(std::int64_t{1} << 31),
                                Json(INT64_MAX),
                                Json(INT64_MIN),
                                Json(UINT64_MAX),
                                Json(""),
                                Json("x"),
                                Json("../x"),
                                Json("a\0\x1b[31m\u202e" + std::string(300, 'n')),
                                Json::array(),
                                Json::object(),
                                Json::array({1, 2, 3}),
                                Json::parse(R"({"a": {"b": [[]]}})")};
    return dice.of(odd);
}

void takeOut(const Node& node)
{
    for (auto at = node.holder->begin(); at != node.holder->end(); ++at)
        if (&*at == node.value) {
            node.holder->erase(at);
            return;
        }
}

void changeNumber(Json& value, Dice& dice)
{
    const auto before = value.is_number_integer() ? value.get<std::int64_t>() : 0;
    const std::array numbers{
        before / 2,    -1 - before, static_cast<std::int64_t>(dice.below(100)), std::int64_t{1} << 40,
        INT64_MAX - 1, before ^ 1,  static_cast<std::int64_t>(dice.bits())};
    value = dice.of(numbers);
}

void change(const std::vector<Node>& nodes, Dice& dice)
{
    const auto& node = dice.of(nodes);
    const bool isHeld = node.holder != nullptr;
    switch (dice.below(5)) {
    case 0:
        if (isHeld)
            return takeOut(node);
        break;
    case 1:
        if (isHeld && node.holder->is_array()) {
            auto copy = *node.value;
            return node.holder->push_back(std::move(copy));
        }
        break;
    case 2:
        if (isHeld) {
            auto other = *dice.of(nodes).value;
            *node.value = std::move(other);
            return;
        }
        break;
    case 3:
        if (node.value->is_number())
            return changeNumber(*node.value, dice);
        break;
    default:
        break;
    }
    *node.value = oddValue(dice);
}

} // namespace

bool changeValue(std::string& text, Dice& dice)
{
    if (text.size() > longest || !isShallow(text))
        return false;
    auto root = Json::parse(text, nullptr, false);
    if (root.is_discarded() || !root.is_structured())
        return false;
    const auto before = root;
    change(nodesOf(root), dice);
    if (root == before)
        return false;
    text = root.dump(-1, ' ', false, Json::error_handler_t::replace);
    return true;
}

} // namespace tscope::mutations
