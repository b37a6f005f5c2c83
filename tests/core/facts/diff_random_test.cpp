// SPDX-License-Identifier: Apache-2.0
// Comparisons of random pairs, against maps of all elements; and in both ways, where both can be gone.
#include "facts/diff.h"

#include "convert/convert.h"
#include "core/facts/rounding_grid.h"
#include "facts/diff_elements.h"
#include "facts/diff_list.h"
#include "layouts/registry.h"
#include "layouts/shared/sum.h"
#include "support/from_json.h"
#include "support/random_tensor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

namespace tscope {
namespace {

using test::RandomTensors;

// All stored elements of a tensor, by an index of so many numbers.
struct Listed {
    std::vector<Extents> order;
    std::map<Extents, std::vector<Element>> at;
    bool isReadable = true;
};

const Array& valuesOf(const Tensor& tensor)
{
    for (const auto& member : tensor.members)
        if (member.role->kind == RoleKind::values)
            return member.array;
    throw std::logic_error("every layout has values");
}

std::size_t rankOf(const Tensor& tensor)
{
    std::size_t rank = 0;
    const auto walked = tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t) {
        rank = index.size();
        return false;
    });
    return walked ? rank : 0;
}

Listed listed(const Tensor& tensor, std::size_t rank)
{
    Listed out;
    const auto& values = valuesOf(tensor);
    out.isReadable = values.isReadable();
    const auto walked = tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        auto padded = index;
        padded.resize(rank, 0);
        out.order.push_back(padded);
        auto& here = out.at[padded];
        here.push_back(out.isReadable ? values.at(slot) : Element());
        return true;
    });
    if (!walked)
        throw std::runtime_error(walked.error().text);
    return out;
}

using test::Exact;

Exact exact(const Element& element)
{
    return std::visit(
        [](auto number) -> Exact {
            if constexpr (std::is_same_v<decltype(number), std::complex<double>>)
                return {number.real(), number.imag()};
            else
                return {static_cast<long double>(number), 0};
        },
        element.number());
}

std::string told(const std::optional<Element>& element)
{
    return element ? element->text() : "-";
}

// The expected difference as one text: levels, counts, distances and first places.
struct OracleDiff {
    bool values = true, pattern = true, order = true;
    std::int64_t onlyA = 0, onlyB = 0, differ = 0;
    std::optional<double> maxAbs = 0.0, maxRel = 0.0;
    std::map<std::string, std::string> first;
    std::vector<std::string> changed, rounded, inA, inB; // all places, in the order of the indices

    bool operator==(const OracleDiff& other) const
    {
        const auto isSame = [](const std::optional<double>& x, const std::optional<double>& y) {
            return x == y || (x && y && std::isnan(*x) && std::isnan(*y));
        };
        return values == other.values && pattern == other.pattern && order == other.order &&
               onlyA == other.onlyA && onlyB == other.onlyB && differ == other.differ &&
               isSame(maxAbs, other.maxAbs) && isSame(maxRel, other.maxRel) && first == other.first;
    }
};

std::ostream& operator<<(std::ostream& out, const OracleDiff& told)
{
    out << "values " << told.values << " pattern " << told.pattern << " order " << told.order << " only "
        << told.onlyA << ' ' << told.onlyB << " differ " << told.differ << " max " << told.maxAbs.value_or(-1)
        << ' ' << told.maxRel.value_or(-1);
    for (const auto& [level, place] : told.first)
        out << "; " << level << ": " << place;
    return out;
}

void raiseTo(std::optional<double>& most, double found)
{
    if (most && !std::isnan(*most))
        most = std::isnan(found) ? found : std::max(*most, found);
}

// By the definition, with everything at hand.
OracleDiff expected(const Tensor& a, const Tensor& b)
{
    const auto rank = std::max(rankOf(a), rankOf(b));
    const auto left = listed(a, rank), right = listed(b, rank);
    OracleDiff out;
    out.order = left.order == right.order;
    for (std::size_t k = 0; !out.order; ++k) {
        const auto end = std::min(left.order.size(), right.order.size());
        if (k < end && left.order[k] == right.order[k])
            continue;
        out.first["order"] = text(k < left.order.size() ? left.order[k] : right.order[k]);
        break;
    }
    std::map<Extents, int> places;
    for (const auto& [index, elements] : left.at)
        places[index] |= 1;
    for (const auto& [index, elements] : right.at)
        places[index] |= 2;
    const auto* grid = test::coarserGrid(valuesOf(a).dtype, valuesOf(b).dtype);
    std::string firstRounded; // named where nothing differs by more
    const auto meant = [](const Listed& side, const Extents& index) -> std::optional<Element> {
        const auto there = side.at.find(index);
        if (there == side.at.end() || !side.isReadable)
            return std::nullopt;
        return there->second.size() == 1 ? std::optional(there->second.front()) : sumOf(there->second);
    };
    for (const auto& [index, sides] : places) {
        const auto x = meant(left, index), y = meant(right, index);
        const auto place = text(index) + " " + told(x) + " " + told(y);
        if (sides != 3) {
            ++(sides == 1 ? out.onlyA : out.onlyB);
            (sides == 1 ? out.inA : out.inB).push_back(place);
            out.pattern = false;
            out.first.emplace("pattern", place);
        }
        bool isSame = true, isRounded = false;
        if (((sides & 1) != 0 && !x) || ((sides & 2) != 0 && !y)) {
            out.maxAbs = out.maxRel = std::nullopt;
            isSame = sides == 3 && !x && !y;
        } else {
            const auto p = x ? exact(*x) : Exact(), q = y ? exact(*y) : Exact();
            const auto isNan = [](Exact number) { return std::isnan(number.real()) || std::isnan(number.imag()); };
            const auto isPart = [](long double m, long double n) {
                return m == n || (std::isnan(m) && std::isnan(n));
            };
            isSame = isPart(p.real(), q.real()) && isPart(p.imag(), q.imag());
            isRounded = sides == 3 && grid != nullptr && test::meetOnGrid(p, q, *grid);
            if (!isSame) {
                const auto most = std::max(std::abs(p), std::abs(q));
                const bool isOut = isNan(p) || isNan(q);
                const double limit = isOut ? std::nan("") : HUGE_VAL;
                const bool isFinite = !isOut && !std::isinf(most);
                raiseTo(out.maxAbs, isFinite ? static_cast<double>(std::abs(p - q)) : limit);
                raiseTo(out.maxRel, isFinite ? static_cast<double>(std::abs(p - q) / most) : limit);
            }
        }
        if (!isSame) {
            ++out.differ;
            if (sides == 3)
                (isRounded ? out.rounded : out.changed).push_back(place);
            out.values = false;
            if (!isRounded)
                out.first.emplace("values", place);
            else if (firstRounded.empty())
                firstRounded = place;
        }
    }
    if (!firstRounded.empty())
        out.first.emplace("values", firstRounded);
    return out;
}

OracleDiff toldOf(const ElementDifferences& found)
{
    OracleDiff out;
    out.values = found.differ == 0;
    out.pattern = !found.pattern;
    out.order = !found.order;
    out.onlyA = found.onlyA;
    out.onlyB = found.onlyB;
    out.differ = found.differ;
    out.maxAbs = found.maxAbs;
    out.maxRel = found.maxRel;
    if (found.order)
        out.first["order"] = text(found.order->at);
    for (const auto* place : {&found.pattern, &found.values})
        if (*place)
            out.first[(*place)->level] = text((*place)->at) + " " + told((*place)->a) + " " + told((*place)->b);
    return out;
}

// Another tensor beside a given one: itself, with other bytes here and there, in another layout, or any.
Tensor partner(const Tensor& tensor, RandomTensors& tensors)
{
    auto& random = tensors.random();
    auto out = tensor;
    switch (random.below(6)) {
    case 0:
        return out;
    case 1:
    case 2: { // some values, or an index, are others
        auto& member = out.members[static_cast<std::size_t>(
            random.below(3) == 0 ? random.below(std::ssize(out.members)) : std::ssize(out.members) - 1)];
        auto& storage = member.array.storage;
        std::vector<std::byte> bytes(static_cast<std::size_t>(storage->byteSize()));
        storage->read(0, bytes);
        const auto itemSize = static_cast<std::size_t>(member.array.dtype.itemSize());
        for (auto count = random.between(1, 3); count > 0 && bytes.size() >= itemSize; --count) {
            const auto element = random.below(static_cast<std::int64_t>(bytes.size() / itemSize));
            const auto at = static_cast<std::size_t>(element) * itemSize;
            bytes[at] = member.role->kind == RoleKind::values && member.array.dtype != DType(ElementType::boolean)
                            ? static_cast<std::byte>(random.next())
                            : static_cast<std::byte>(random.below(2));
        }
        storage = heapStorage(bytes);
        return out;
    }
    case 3: {
        auto proved = prove(tensor);
        const auto* sound = std::get_if<Sound>(&proved);
        const auto* layout = layouts()[static_cast<std::size_t>(random.below(std::ssize(layouts())))];
        if (sound == nullptr)
            return out;
        if (auto converted = convert(*sound, {.layout = layout}))
            return converted->tensor;
        return out;
    }
    case 4: { // the same numbers, as far as the type has them
        auto proved = prove(tensor);
        const auto* sound = std::get_if<Sound>(&proved);
        const auto& grid = test::grids()[static_cast<std::size_t>(random.below(std::ssize(test::grids())))];
        if (sound == nullptr)
            return out;
        if (auto converted = convert(*sound, {.layout = tensor.layout, .dtype = DType(grid.type)}))
            return converted->tensor;
        return out;
    }
    default:
        return tensors.next();
    }
}

TEST(DiffOfRandomPairs, IsWhatAMapOfAllElementsTells)
{
    const auto seed = std::random_device{}();
    std::printf("seed %u\n", seed);
    test::RandomWish wish;
    for (const auto type : knownElementTypes())
        wish.types.push_back(type);
    for (const auto& grid : test::grids()) // more often, as numbers of these types are rounded
        wish.types.insert(wish.types.end(), 3, grid.type);
    wish.isBroken = true;
    RandomTensors tensors(seed, wish);
    int inOrder = 0, inWindows = 0;
    std::int64_t rounded = 0;
    constexpr std::int64_t fewBytes = 1; // windows of a few elements only
    for (int pair = 0; pair < 4000; ++pair) {
        const auto a = tensors.next();
        const auto b = partner(a, tensors);
        auto valuesA = StoredValues::of(a), valuesB = StoredValues::of(b);
        ASSERT_TRUE(valuesA && valuesB);
        ComparedSide sideA{a, std::move(*valuesA)}, sideB{b, std::move(*valuesB)};
        if (!mostCompared(sideA) || !mostCompared(sideB))
            continue;
        const auto wanted = expected(a, b);
        const auto where = "pair " + std::to_string(pair) + ", " + std::string(a.layout->name) + " and " +
                           std::string(b.layout->name);
        const auto ordered = diffInOrder(sideA, sideB, {});
        ASSERT_TRUE(ordered) << where;
        if (*ordered) {
            EXPECT_EQ(toldOf(**ordered), wanted) << where;
            ++inOrder;
        }
        const auto whole = diffInWindows(sideA, sideB, {}, {.maxBytes = 1 << 24});
        ASSERT_TRUE(whole) << where << ": " << whole.error().text;
        EXPECT_EQ(toldOf(*whole), wanted) << where;
        const auto few = diffInWindows(sideA, sideB, {}, {.maxBytes = fewBytes});
        if (few) {
            EXPECT_EQ(toldOf(*few), wanted) << where;
            inWindows += wanted.onlyA + wanted.onlyB + std::ssize(listed(a, 0).order) > 20;
        } else {
            EXPECT_EQ(few.error().code, ErrorCode::outOfMemory) << where << ": " << few.error().text;
        }
        const auto both = diff(a, b);
        ASSERT_TRUE(both) << where;
        EXPECT_EQ(both->differ, wanted.differ) << where;
        EXPECT_EQ(both->rounded, std::ssize(wanted.rounded)) << where;
        rounded += both->rounded;
        if (::testing::Test::HasFailure())
            return;
    }
    EXPECT_GT(rounded, 0);
    EXPECT_GT(inOrder, 500);
    EXPECT_GT(inWindows, 100);
}

// All pages of a group together, whatever their sizes; in order or, for layouts stored in another one, sorted.
std::vector<std::string> inPages(const Tensor& a, const Tensor& b, const DifferenceGroup& group, Random& random)
{
    std::vector<std::string> places;
    while (std::ssize(places) <= group.count) {
        const auto most = random.between(1, 1 + group.count / 2);
        const auto page = differencesOf(a, b, group, std::ssize(places), most);
        if (!page) {
            ADD_FAILURE() << page.error().text;
            break;
        }
        EXPECT_LE(std::ssize(*page), most);
        for (const auto& place : *page)
            places.push_back(text(place.at) + " " + told(place.a) + " " + told(place.b));
        if (std::ssize(*page) < most)
            break;
    }
    return places;
}

TEST(DifferenceLists, NameEveryDifferenceOnce)
{
    const auto seed = std::random_device{}();
    std::printf("seed %u\n", seed);
    test::RandomWish wish;
    for (const auto type : knownElementTypes())
        wish.types.push_back(type);
    RandomTensors tensors(seed, wish);
    std::map<std::string_view, int> met;
    for (int pair = 0; pair < 1500; ++pair) {
        const auto a = tensors.next();
        const auto b = partner(a, tensors);
        const auto difference = diff(a, b);
        if (!difference)
            continue;
        const auto wanted = expected(a, b);
        EXPECT_EQ(difference->byMore(), std::ssize(wanted.changed));
        EXPECT_EQ(difference->rounded, std::ssize(wanted.rounded));
        std::vector<std::string> changed, rounded;
        for (const auto& group : differenceGroups(*difference, a, b)) {
            auto places = inPages(a, b, group, tensors.random());
            EXPECT_EQ(std::ssize(places), group.count);
            ++met[idOf(group.kind)];
            if (group.kind == DifferenceGroup::Kind::member)
                continue;
            if (group.kind == DifferenceGroup::Kind::changed || group.kind == DifferenceGroup::Kind::rounded) {
                (group.kind == DifferenceGroup::Kind::changed ? changed : rounded) = std::move(places);
                continue;
            }
            auto all = group.kind == DifferenceGroup::Kind::onlyA ? wanted.inA : wanted.inB;
            std::ranges::sort(places);
            std::ranges::sort(all);
            EXPECT_EQ(places, all) << a.layout->name << " and " << b.layout->name;
        }
        for (auto [found, all] : {std::pair(changed, wanted.changed), std::pair(rounded, wanted.rounded)}) {
            std::ranges::sort(found);
            std::ranges::sort(all);
            EXPECT_EQ(found, all) << a.layout->name << " and " << b.layout->name;
        }
        if (::testing::Test::HasFailure())
            return;
    }
    for (const auto* kind : {"changed", "only_a", "only_b", "member"})
        EXPECT_GT(met[kind], 20) << kind;
}

// One page is kept, however many differences there are.
TEST(DifferenceLists, APageFarBehindIsReadWithoutTheOthers)
{
    constexpr std::int64_t count = 3'000'000;
    const auto vectorOf = [](std::int32_t first) {
        std::vector<std::int32_t> numbers(count);
        for (std::int64_t i = 0; i < count; ++i)
            numbers[static_cast<std::size_t>(i)] = first + static_cast<std::int32_t>(i);
        auto tensor = test::fromJson(R"({"layout":"strided","dtype":"int32","members":{"values":[0]}})");
        tensor.members[0].array = {heapStorage(std::as_bytes(std::span(numbers))), ElementType::i32,
                                   Geometry::rowMajor({count})};
        return tensor;
    };
    const auto a = vectorOf(0), b = vectorOf(1);
    const auto difference = diff(a, b);
    ASSERT_TRUE(difference);
    const auto groups = differenceGroups(*difference, a, b);
    ASSERT_EQ(groups.size(), 2U); // the values, and the slots that hold them
    for (const auto& group : groups) {
        EXPECT_EQ(group.count, count);
        const auto page = differencesOf(a, b, group, count - 2, 10);
        ASSERT_TRUE(page);
        ASSERT_EQ(page->size(), 2U);
        EXPECT_EQ(textOf(page->back(), a), group.kind == DifferenceGroup::Kind::member
                                               ? "values[2999999]: 2999999 against 3000000"
                                               : "(2999999,): 2999999 against 3000000");
    }
}

} // namespace
} // namespace tscope
