// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/coo.h"

#include "support/rule_probe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace tscope {

namespace {

Tensor cooOf(Array indices, Array values, std::optional<Extents> size)
{
    const auto& roles = cooLayout().roles;
    auto tensor = *makeTensor(cooLayout(), {{&roles[0], std::move(indices)}, {&roles[1], std::move(values)}});
    tensor.size = std::move(size);
    return tensor;
}

// Sound under every rule of every contract: two sparse dims, sorted, distinct.
Tensor sound()
{
    return cooOf(Array::fromInts({2, 3}, Extents{0, 0, 2, 1, 3, 0}), Array::declared(ElementType::f32, {3}),
                 Extents{3, 4});
}

void relabel(Array& array, Storage::Label label)
{
    std::vector<std::byte> bytes(static_cast<std::size_t>(array.storage->byteSize()));
    if (array.storage->hasBytes())
        array.storage->read(0, bytes);
    array.storage = heapStorage(bytes, std::move(label));
}

struct Break {
    const char* rule;
    std::function<void(Tensor&)> apply;
};

Array& indices(Tensor& tensor)
{
    return tensor.members[0].array;
}

Array& values(Tensor& tensor)
{
    return tensor.members[1].array;
}

TEST(CooRules, EachOfTheCatalogueIsBrokenAlone)
{
    const std::vector<Break> breaks{
        {"COO-1.1",
         [](Tensor& t) {
             indices(t) = Array::fromInts({2, 3}, Extents{0, 0, 2, 1, 3, 0}, ElementType::i32);
         }},
        {"COO-1.2", [](Tensor& t) { t.dtype = ElementType::f64; }},
        {"COO-1.3", [](Tensor& t) { values(t) = Array::declared(DType::opaque("string"), {3}); }},
        {"COO-2.1", [](Tensor& t) { t.members[0].layout = "csr"; }},
        {"COO-2.2", [](Tensor& t) { t.members[1].layout = "coo"; }},
        {"COO-2.3", [](Tensor& t) { t.claims.set("declared_layout", std::string("csr")); }},
        {"COO-3.1",
         [](Tensor& t) {
             indices(t) = Array::fromInts({3}, Extents{0, 0, 2});
         }},
        {"COO-3.2", [](Tensor& t) { t.claims.set("dense_dim", std::int64_t{1}); }},
        {"COO-3.3", [](Tensor& t) { t.claims.set("sparse_dim", std::int64_t{3}); }},
        {"COO-3.4", [](Tensor& t) { values(t) = Array::declared(ElementType::f32, {4}); }},
        {"COO-3.5",
         [](Tensor& t) {
             t.size = Extents{3, 4, 1};
         }},
        {"COO-3.6",
         [](Tensor& t) {
             values(t) = Array::declared(ElementType::f32, {3, 2});
             t.size = Extents{3, 4, 5};
         }},
        {"COO-3.7", [](Tensor& t) { t.claims.set("numel", std::int64_t{11}); }},
        {"COO-4.1",
         [](Tensor& t) {
             relabel(indices(t), {Device::parse("hpu")});
             relabel(values(t), {Device::parse("hpu")});
         }},
        {"COO-4.2", [](Tensor& t) { relabel(indices(t), {Device::parse("cuda:0")}); }},
        {"COO-4.3",
         [](Tensor& t) {
             t.device = Device::parse("cpu");
             relabel(values(t), {Device::parse("cuda:0")});
         }},
        {"COO-4.4",
         [](Tensor& t) {
             relabel(values(t), {{}, true});
         }},
        {"COO-5.1",
         [](Tensor& t) {
             indices(t) = Array::fromInts({2, 3}, Extents{0, 0, 2, 1, 3, -1});
         }},
        {"COO-5.2",
         [](Tensor& t) {
             indices(t) = Array::fromInts({2, 3}, Extents{0, 0, 2, 1, 4, 0});
         }},
        {"COO-5.3",
         [](Tensor& t) {
             t.claims.set("is_coalesced", true);
             indices(t) = Array::fromInts({2, 3}, Extents{0, 0, 2, 3, 1, 0});
         }},
        {"COO-6.1", [](Tensor& t) { t.members[1].requiresGrad = true; }},
        {"STR-2.1", [](Tensor& t) { indices(t).geometry.offset = 1; }},
    };
    for (const auto& broken : breaks) {
        SCOPED_TRACE(broken.rule);
        auto tensor = sound();
        broken.apply(tensor);
        EXPECT_EQ(test::found(test::outcomes(tensor, test::catalogue)), std::set<std::string>{broken.rule});
    }
}

TEST(CooRules, EachOfOtherContractsIsBrokenAlone)
{
    const std::vector<Break> breaks{
        {"1.6",
         [](Tensor& t) {
             indices(t) = Array::fromInts({2, 3}, Extents{0, 0, 2, 1, 3, 0}, ElementType::i32);
             t.size = Extents{std::int64_t{1} << 31, 4};
         }},
        {"CU-1", [](Tensor& t) { values(t) = Array::declared(ElementType::i64, {3}); }},
        {"CU-2",
         [](Tensor& t) {
             t.size = Extents{std::int64_t{1} << 32, std::int64_t{1} << 31};
         }},
        {"CU-4 SP-4",
         [](Tensor& t) {
             indices(t) = Array::fromInts({2, 3}, Extents{0, 0, 0, 1, 3, 1});
         }},
        {"CU-6",
         [](Tensor& t) {
             indices(t) = Array::fromInts({2, 3}, Extents{2, 0, 1, 1, 3, 0});
         }},
        {"CU-7 SP-1",
         [](Tensor& t) {
             values(t) = Array::declared(ElementType::f32, {3, 2});
             t.size = Extents{3, 4, 2};
         }},
        {"CU-8",
         [](Tensor& t) {
             indices(t) = Array::fromInts({2, 3}, Extents{0, 1, 0, 3, 2, 0});
             indices(t).geometry.strides = {1, 2};
         }},
        {"CU-9",
         [](Tensor& t) { values(t) = Array::declared(ElementType::f32, {3}, {.device = Device::parse("meta")}); }},
        {"SP-2", [](Tensor& t) { values(t) = Array::declared(ElementType::f16, {3}); }},
    };
    const auto others = [](const Rule& rule) {
        return rule.asked ? std::nullopt : std::optional(Wording::catalogue);
    };
    for (const auto& broken : breaks) {
        SCOPED_TRACE(broken.rule);
        auto tensor = sound();
        broken.apply(tensor);
        std::string all;
        for (const auto& rule : test::found(test::outcomes(tensor, others)))
            all += (all.empty() ? "" : " ") + rule;
        EXPECT_EQ(all, broken.rule);
    }
}

TEST(CooRules, AllAreSilentOnASoundTensor)
{
    auto tensor = sound();
    tensor.claims.set("is_coalesced", true);
    tensor.claims.set("numel", std::int64_t{12});
    tensor.claims.set("sparse_dim", std::int64_t{2});
    tensor.claims.set("dense_dim", std::int64_t{0});
    const auto every = [](const Rule&) { return std::optional(Wording::catalogue); };
    EXPECT_TRUE(test::outcomes(tensor, every).empty());
}

TEST(CooRules, StandInTheOrderInWhichFindingsAreShown)
{
    const auto& rules = cooLayout().rules;
    EXPECT_EQ(rules.front().id, "1.6");
    EXPECT_EQ(rules[1].id, "COO-1.1");
    const auto at = [&](std::string_view id) { return std::ranges::find(rules, id, &Rule::id) - rules.begin(); };
    EXPECT_LT(at("COO-6.1"), at("STR-2.1"));
    EXPECT_LT(at("STR-2.1"), at("CU-1"));
    EXPECT_LT(at("CU-9"), at("CU-10"));
    EXPECT_LT(at("CU-10"), at("SP-1"));
}

TEST(CooRules, WordingsOfOtherContractsAreUnderstood)
{
    auto tensor = sound();
    indices(tensor) = Array::fromInts({2, 3}, Extents{0, 0, 2, 1, 3, 0}, ElementType::i32);
    relabel(indices(tensor), {Device::parse("cuda:0")});
    relabel(values(tensor), {Device::parse("cuda:0")});
    const auto scipy = [](const Rule& rule) -> std::optional<Wording> {
        if (rule.id == "COO-1.1")
            return Wording::anyIndexWidth;
        return rule.id == "COO-4.1" ? std::optional(Wording::hostOnly) : std::nullopt;
    };
    EXPECT_EQ(test::found(test::outcomes(tensor, scipy)), std::set<std::string>{"COO-4.1"});
}

// ---- locate, forward and back, against an enumeration of the entries

struct Entry {
    Extents index;
    std::int64_t entry, valueSlot, value;
};

struct Sample {
    Tensor tensor;
    Extents size;
    std::int64_t sparseDims, entries;
    std::vector<Entry> stored; // those inside the size
};

Sample randomSample(std::mt19937_64& random)
{
    const auto small = [&](std::uint64_t from, std::uint64_t to) {
        return static_cast<std::int64_t>(from + random() % (to - from + 1));
    };
    Sample out{sound(), {}, small(0, 3), small(0, 6), {}};
    Extents dense;
    for (auto d = small(0, 2); d > 0; --d)
        dense.push_back(small(0, 3));
    for (std::int64_t d = 0; d < out.sparseDims; ++d)
        out.size.push_back(small(1, 3));
    std::vector<Extents> columns;
    for (std::int64_t k = 0; k < out.entries; ++k) {
        Extents column;
        for (std::int64_t d = 0; d < out.sparseDims; ++d)
            column.push_back(small(0, static_cast<std::uint64_t>(out.size[static_cast<std::size_t>(d)]) - 1));
        if (!column.empty() && small(0, 9) == 0)
            column[0] = small(0, 1) == 0 ? -1 : 7;
        columns.push_back(column);
    }
    const auto style = small(0, 2);
    if (style > 0)
        std::ranges::sort(columns);
    if (style == 2)
        columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    out.entries = static_cast<std::int64_t>(columns.size());

    Extents numbers;
    for (std::int64_t d = 0; d < out.sparseDims; ++d)
        for (const auto& column : columns)
            numbers.push_back(column[static_cast<std::size_t>(d)]);
    auto shape = dense;
    shape.insert(shape.begin(), out.entries);
    out.size.insert(out.size.end(), dense.begin(), dense.end());
    Extents contents(static_cast<std::size_t>(*numel(shape)));
    for (std::size_t i = 0; i < contents.size(); ++i)
        contents[i] = 1 + static_cast<std::int64_t>(i) * 10;
    out.tensor =
        cooOf(Array::fromInts({out.sparseDims, out.entries}, numbers), Array::fromInts(shape, contents), out.size);
    if (small(0, 1) == 0)
        out.tensor.claims.set("is_coalesced", true);

    const auto perEntry = *numel(dense);
    for (std::int64_t k = 0; k < out.entries; ++k)
        for (std::int64_t rest = 0; rest < perEntry; ++rest) {
            auto index = columns[static_cast<std::size_t>(k)];
            bool inside = true;
            for (std::size_t d = 0; d < index.size(); ++d)
                inside = inside && index[d] >= 0 && index[d] < out.size[d];
            const auto tail = indexOf(dense, rest);
            index.insert(index.end(), tail.begin(), tail.end());
            const auto slot = k * perEntry + rest;
            if (inside)
                out.stored.push_back({index, k, slot, contents[static_cast<std::size_t>(slot)]});
        }
    return out;
}

TEST(CooLocate, AgreesForwardAndBackWithAnEnumeration)
{
    const auto seed = std::random_device()();
    std::mt19937_64 random(seed);
    for (int round = 0; round < 400; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
        const auto sample = randomSample(random);
        const auto& tensor = sample.tensor;
        std::map<std::pair<std::string, std::int64_t>, std::vector<Extents>> readers;
        for (std::int64_t position = 0; position < *numel(sample.size); ++position) {
            const auto index = indexOf(sample.size, position);
            std::int64_t sum = 0;
            std::vector<Slots> places;
            for (const auto& entry : sample.stored)
                if (entry.index == index) {
                    sum += entry.value;
                    for (std::int64_t d = 0; d < sample.sparseDims; ++d)
                        places.push_back(
                            {"indices", d * sample.entries + entry.entry, d * sample.entries + entry.entry + 1});
                    places.push_back({"values", entry.valueSlot, entry.valueSlot + 1});
                }
            for (const auto& place : places)
                readers[{std::string(place.member), place.begin}].push_back(index);
            const auto path = tensor.layout->locate(tensor, index);
            ASSERT_TRUE(path);
            EXPECT_EQ(path->found, !places.empty());
            EXPECT_EQ(path->value.asIndex(), sum);
            EXPECT_EQ(path->places, places);
            EXPECT_FALSE(path->steps.empty());
        }
        for (const auto& member : tensor.members)
            for (std::int64_t slot = 0; slot < *numel(member.array.geometry); ++slot) {
                const auto wanted = readers[{std::string(member.role->name), slot}];
                const auto found = tensor.layout->readersOf(tensor, member.role->name, slot, 1000);
                ASSERT_TRUE(found);
                EXPECT_EQ(found->elements, wanted);
                EXPECT_EQ(found->count, static_cast<std::int64_t>(wanted.size()));
                const auto first = tensor.layout->readersOf(tensor, member.role->name, slot, 1);
                EXPECT_EQ(first->count, found->count);
                EXPECT_EQ(first->truncated, found->count > 1);
            }
        std::vector<std::pair<Extents, std::int64_t>> seen, wanted;
        for (const auto& entry : sample.stored)
            wanted.emplace_back(entry.index, entry.valueSlot);
        ASSERT_TRUE(tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
            seen.emplace_back(index, slot);
            return true;
        }));
        EXPECT_EQ(seen, wanted);
    }
}

TEST(CooLocate, HalvesOnlyWhereTheClaimIsTrue)
{
    auto tensor = cooOf(Array::fromInts({1, 5}, Extents{1, 3, 5, 7, 9}),
                        Array::fromInts({5}, Extents{1, 2, 3, 4, 5}), Extents{10});
    const auto halves = [](const Tensor& t) {
        return t.layout->locate(t, {7})->steps.front().text.starts_with("binary search: ");
    };
    EXPECT_FALSE(halves(tensor));
    tensor.claims.set("is_coalesced", true);
    EXPECT_TRUE(halves(tensor));
    EXPECT_EQ(tensor.layout->locate(tensor, {7})->value.asIndex(), 4);
    tensor.members[0].array = Array::fromInts({1, 5}, Extents{1, 3, 5, 9, 7});
    EXPECT_FALSE(halves(tensor));
    EXPECT_EQ(tensor.layout->locate(tensor, {7})->value.asIndex(), 5);
}

TEST(CooLocate, SaysWhereEachProbeLeads)
{
    auto tensor = cooOf(Array::fromInts({2, 3}, Extents{0, 1, 2, 0, 1, 3}), Array::fromInts({3}, Extents{1, 2, 3}),
                        Extents{3, 4});
    tensor.claims.set("is_coalesced", true);
    const auto steps = [&](const Extents& index) {
        std::vector<std::string> texts;
        const auto path = tensor.layout->locate(tensor, index);
        for (const auto& step : path->steps)
            texts.push_back(step.text);
        return texts;
    };
    const auto last = steps({2, 3});
    ASSERT_GE(last.size(), 2U);
    EXPECT_EQ(last[0], "binary search: entry 1 is (1, 1), before (2, 3): go right");
    EXPECT_EQ(last[1], "binary search: entry 2 is (2, 3), found");
    EXPECT_EQ(steps({0, 0}).front(), "binary search: entry 1 is (1, 1), after (0, 0): go left");
}

TEST(CooLocate, SaysWhatStoppedIt)
{
    const auto last = [](const Tensor& tensor, const Extents& index) {
        return tensor.layout->locate(tensor, index)->steps.back().text;
    };
    auto tensor = sound();
    EXPECT_NE(last(tensor, {0, 1}).find("no data"), std::string::npos);
    tensor.members[0].array.geometry.offset = 1;
    EXPECT_NE(last(tensor, {0, 1}).find("outside its storage"), std::string::npos);
    tensor = sound();
    tensor.size = Extents{3, 4, 2};
    EXPECT_NE(last(tensor, {0, 1, 0}).find("COO-3.5"), std::string::npos);
    tensor = sound();
    tensor.members[1].array = Array::fromInts({1}, Extents{5}, ElementType::i64);
    EXPECT_NE(last(tensor, {2, 0}).find("COO-3.4"), std::string::npos);
    for (const Extents& index : {Extents{0}, Extents{3, 0}, Extents{0, -1}})
        EXPECT_EQ(sound().layout->locate(sound(), index).error().code, ErrorCode::invalidArgument);
    EXPECT_FALSE(sound().layout->readersOf(sound(), "indices", 6, 1));
    EXPECT_FALSE(sound().layout->readersOf(sound(), "plain", 0, 1));
}

TEST(CooOutline, TellsTheMembersOwnNumbers)
{
    auto tensor = sound();
    tensor.size.reset();
    const auto reading = tensor.layout->read(tensor, {});
    const auto outline = reading->outline();
    ASSERT_TRUE(outline.size);
    EXPECT_EQ(outline.size->at(1).value, 4);
    EXPECT_EQ(outline.numel, 12);
    EXPECT_EQ(outline.nnz, 3);
    EXPECT_EQ(outline.sparseDims, 2);
    EXPECT_EQ(outline.denseDims, 0);
    EXPECT_EQ(outline.indexDType, DType(ElementType::i64));
}

} // namespace

} // namespace tscope
