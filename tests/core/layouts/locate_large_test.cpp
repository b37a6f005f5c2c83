// SPDX-License-Identifier: Apache-2.0
// locate() and readersOf() of every layout on tensors of about 1e5 elements, against a plain enumeration.
#include "layouts/registry.h"
#include "make/generators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace tscope::test {

namespace {

struct Place {
    std::string_view member;
    std::int64_t slot = 0;
    auto operator<=>(const Place&) const = default;
};

// One element that is stored: all that its reading looks at, and what it adds up to.
struct Stored {
    Extents index;
    std::vector<Place> places;
    std::int64_t value = 0;
};

using Numbers = std::vector<std::int64_t>;

Numbers numbersOf(const Tensor& tensor, std::string_view role)
{
    const auto& array = tensor.member(role).array;
    Numbers out(static_cast<std::size_t>(*numel(array.geometry)));
    array.storage->read(0, std::as_writable_bytes(std::span(out))); // int64, row-major, offset 0
    return out;
}

Extents joined(std::initializer_list<Extents> parts)
{
    Extents out;
    for (const auto& part : parts)
        out.insert(out.end(), part.begin(), part.end());
    return out;
}

std::vector<Extents> allIndices(const Extents& sizes)
{
    std::vector<Extents> out;
    for (std::int64_t position = 0; position < *numel(sizes); ++position)
        out.push_back(indexOf(sizes, position));
    return out;
}

// The values become 1, 4, 7 ..., so that each tells its slot.
Tensor numbered(Tensor tensor, std::string_view role = "values")
{
    auto& array = tensor.find(role)->array;
    Numbers values(static_cast<std::size_t>(*numel(array.geometry)));
    for (std::size_t slot = 0; slot < values.size(); ++slot)
        values[slot] = 3 * static_cast<std::int64_t>(slot) + 1;
    array = Array::fromInts(array.geometry.sizes, values);
    return tensor;
}

Tensor made(const MakeSpec& spec)
{
    auto tensor = makeTensorOf(spec);
    EXPECT_TRUE(tensor) << (tensor ? "" : tensor.error().text);
    return numbered(*tensor, spec.layout == "nested" ? "buffer" : "values");
}

// What a tensor stores and who reads what, from its members' numbers alone.
class Enumeration
{
public:
    Enumeration(const Tensor& tensor, std::vector<Stored> stored) : m_stored(std::move(stored))
    {
        std::ranges::stable_sort(m_stored, {}, &Stored::index);
        mergeDuplicates();
        for (const auto& member : tensor.members)
            m_readers[member.role->name].resize(static_cast<std::size_t>(*numel(member.array.geometry)));
        for (std::size_t id = 0; id < m_stored.size(); ++id) {
            std::ranges::sort(m_stored[id].places);
            for (const auto& place : m_stored[id].places)
                m_readers[place.member][static_cast<std::size_t>(place.slot)].push_back(id);
        }
    }

    const std::vector<Stored>& stored() const { return m_stored; }
    std::vector<std::size_t>& readersOf(std::string_view member, std::int64_t slot)
    {
        return m_readers[member][static_cast<std::size_t>(slot)];
    }
    const Stored* find(const Extents& index) const
    {
        const auto at = std::ranges::lower_bound(m_stored, index, {}, &Stored::index);
        return at != m_stored.end() && at->index == index ? &*at : nullptr;
    }

private:
    // Several entries of one element: all their places once, their sum.
    void mergeDuplicates()
    {
        std::vector<Stored> merged;
        for (auto& entry : m_stored)
            if (!merged.empty() && merged.back().index == entry.index) {
                auto& places = merged.back().places;
                for (const auto& place : entry.places)
                    if (std::ranges::find(places, place) == places.end())
                        places.push_back(place);
                merged.back().value += entry.value;
            } else {
                merged.push_back(std::move(entry));
            }
        m_stored = std::move(merged);
    }

    std::vector<Stored> m_stored;
    std::map<std::string_view, std::vector<std::vector<std::size_t>>> m_readers;
};

Enumeration enumerateCompressed(const Tensor& tensor, const MakeSpec& spec)
{
    const bool isRow = spec.layout.ends_with("r"), isBlocked = spec.layout.starts_with("b");
    const auto pointers = numbersOf(tensor, "compressed"), plain = numbersOf(tensor, "plain");
    const auto block = isBlocked ? spec.blocksize : std::array<std::int64_t, 2>{1, 1};
    const auto batches = static_cast<std::int64_t>(allIndices(spec.batch).size());
    const auto perBatch = static_cast<std::int64_t>(pointers.size()) / batches;
    const auto nnz = static_cast<std::int64_t>(plain.size()) / batches;
    const auto dense = allIndices(spec.dense);
    std::vector<Stored> out;
    for (std::int64_t b = 0; b < batches; ++b)
        for (std::int64_t i = 0; i + 1 < perBatch; ++i) {
            const auto pointer = b * perBatch + i;
            for (auto k = pointers[static_cast<std::size_t>(pointer)];
                 k < pointers[static_cast<std::size_t>(pointer) + 1]; ++k) {
                const auto entry = b * nnz + k;
                const auto j = plain[static_cast<std::size_t>(entry)];
                for (std::int64_t r = 0; r < block[0]; ++r)
                    for (std::int64_t c = 0; c < block[1]; ++c)
                        for (std::size_t d = 0; d < dense.size(); ++d) {
                            const auto row = (isRow ? i : j) * block[0] + r;
                            const auto column = (isRow ? j : i) * block[1] + c;
                            const auto slot =
                                ((entry * block[0] + r) * block[1] + c) * static_cast<std::int64_t>(dense.size()) +
                                static_cast<std::int64_t>(d);
                            out.push_back({joined({indexOf(spec.batch, b), {row, column}, dense[d]}),
                                           {{"compressed", pointer},
                                            {"compressed", pointer + 1},
                                            {"plain", entry},
                                            {"values", slot}},
                                           3 * slot + 1});
                        }
            }
        }
    return {tensor, std::move(out)};
}

Enumeration enumerateCoo(const Tensor& tensor, const MakeSpec& spec)
{
    const auto indices = numbersOf(tensor, "indices");
    const auto dims = static_cast<std::int64_t>(spec.size.size());
    const auto nnz = static_cast<std::int64_t>(indices.size()) / dims;
    const auto dense = allIndices(spec.dense);
    std::vector<Stored> out;
    for (std::int64_t k = 0; k < nnz; ++k)
        for (std::size_t d = 0; d < dense.size(); ++d) {
            const auto slot = k * static_cast<std::int64_t>(dense.size()) + static_cast<std::int64_t>(d);
            Stored entry{{}, {{"values", slot}}, 3 * slot + 1};
            for (std::int64_t s = 0; s < dims; ++s) {
                entry.index.push_back(indices[static_cast<std::size_t>(s * nnz + k)]);
                entry.places.push_back({"indices", s * nnz + k});
            }
            entry.index = joined({entry.index, dense[d]});
            out.push_back(std::move(entry));
        }
    return {tensor, std::move(out)};
}

Enumeration enumerateNested(const Tensor& tensor)
{
    const auto sizes = numbersOf(tensor, "nested_sizes"), strides = numbersOf(tensor, "nested_strides"),
               offsets = numbersOf(tensor, "storage_offsets");
    const auto rank = sizes.size() / offsets.size();
    std::vector<Stored> out;
    for (std::size_t t = 0; t < offsets.size(); ++t) {
        const auto row = static_cast<std::ptrdiff_t>(t * rank), end = row + static_cast<std::ptrdiff_t>(rank);
        for (const auto& inner : allIndices(Extents(sizes.begin() + row, sizes.begin() + end))) {
            Stored entry{joined({{static_cast<std::int64_t>(t)}, inner}), {}, 0};
            auto slot = offsets[t];
            for (std::size_t d = 0; d < rank; ++d) {
                slot += inner[d] * strides[t * rank + d];
                entry.places.push_back({"nested_sizes", static_cast<std::int64_t>(t * rank + d)});
                entry.places.push_back({"nested_strides", static_cast<std::int64_t>(t * rank + d)});
            }
            entry.places.push_back({"storage_offsets", static_cast<std::int64_t>(t)});
            entry.places.push_back({"buffer", slot});
            entry.value = 3 * slot + 1;
            out.push_back(std::move(entry));
        }
    }
    return {tensor, std::move(out)};
}

// Ragged in the first dim of values.
Enumeration enumerateJagged(const Tensor& tensor)
{
    const auto offsets = numbersOf(tensor, "offsets");
    const bool hasLengths = tensor.find("lengths") != nullptr;
    const auto lengths = hasLengths ? numbersOf(tensor, "lengths") : Numbers{};
    const auto& shape = tensor.member("values").array.geometry.sizes;
    const auto rests = allIndices(Extents(shape.begin() + 1, shape.end()));
    std::vector<Stored> out;
    for (std::size_t b = 0; b + 1 < offsets.size(); ++b) {
        const auto own = static_cast<std::int64_t>(b);
        const auto length = hasLengths ? lengths[b] : offsets[b + 1] - offsets[b];
        for (std::int64_t within = 0; within < length; ++within)
            for (std::size_t rest = 0; rest < rests.size(); ++rest) {
                const auto slot = (offsets[b] + within) * static_cast<std::int64_t>(rests.size()) +
                                  static_cast<std::int64_t>(rest);
                out.push_back({joined({{own, within}, rests[rest]}),
                               {{"offsets", own},
                                hasLengths ? Place{"lengths", own} : Place{"offsets", own + 1},
                                {"values", slot}},
                               3 * slot + 1});
            }
    }
    return {tensor, std::move(out)};
}

// Each position reads its own slot; slots at one address have the same readers.
Enumeration enumerateStrided(const Tensor& tensor)
{
    const auto& geometry = tensor.member("values").array.geometry;
    std::vector<Stored> out;
    std::map<std::int64_t, std::vector<std::size_t>> atAddress;
    Numbers addresses;
    for (const auto& index : allIndices(geometry.sizes)) {
        auto address = geometry.offset;
        for (std::size_t d = 0; d < index.size(); ++d)
            address += index[d] * geometry.strides[d];
        atAddress[address].push_back(out.size());
        addresses.push_back(address);
        out.push_back({index, {{"values", static_cast<std::int64_t>(out.size())}}, 3 * address + 1});
    }
    Enumeration enumeration(tensor, std::move(out));
    for (std::size_t slot = 0; slot < addresses.size(); ++slot)
        enumeration.readersOf("values", static_cast<std::int64_t>(slot)) = atAddress[addresses[slot]];
    return enumeration;
}

void expectAgreement(const Tensor& tensor, Enumeration enumeration, int samples = 2000)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::string(tensor.layout->name));
    std::mt19937_64 random(seed);
    const auto below = [&](std::int64_t limit) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
    };
    const auto& stored = enumeration.stored();
    ASSERT_GT(stored.size(), 10'000U);

    for (int sample = 0; sample < samples; ++sample) {
        auto index = stored[static_cast<std::size_t>(below(static_cast<std::int64_t>(stored.size())))].index;
        if (sample % 2 == 0 && tensor.size)
            for (std::size_t d = 0; d < index.size(); ++d)
                index[d] = below((*tensor.size)[d]);
        const auto* wanted = enumeration.find(index);
        const auto path = tensor.layout->locate(tensor, index);
        ASSERT_TRUE(path) << path.error().text;
        ASSERT_EQ(path->found, wanted != nullptr) << text(index);
        ASSERT_EQ(path->value.asIndex(), wanted ? wanted->value : 0) << text(index);
        if (!wanted)
            continue;
        std::vector<Place> places;
        for (const auto& slots : path->places)
            for (auto slot = slots.begin; slot < slots.end; ++slot)
                places.push_back({slots.member, slot});
        std::ranges::sort(places);
        ASSERT_EQ(places, wanted->places) << text(index);
    }

    constexpr std::int64_t listed = 20;
    for (int sample = 0; sample < samples; ++sample) {
        const auto& member = tensor.members[static_cast<std::size_t>(sample) % tensor.members.size()];
        const auto role = member.role->name;
        const auto slot = below(*numel(member.array.geometry));
        const auto& wanted = enumeration.readersOf(role, slot);
        const auto readers = tensor.layout->readersOf(tensor, role, slot, listed);
        ASSERT_TRUE(readers) << readers.error().text;
        ASSERT_EQ(readers->count, static_cast<std::int64_t>(wanted.size())) << role << " " << slot;
        ASSERT_EQ(readers->truncated, readers->count > listed);
        ASSERT_EQ(readers->elements.size(), static_cast<std::size_t>(std::min(readers->count, listed)));
        for (std::size_t at = 0; at < readers->elements.size(); ++at)
            ASSERT_EQ(readers->elements[at], stored[wanted[at]].index) << role << " " << slot;
    }
}

void replace(Tensor& tensor, std::string_view role, const Numbers& numbers)
{
    auto& array = tensor.find(role)->array;
    array = Array::fromInts(array.geometry.sizes, numbers);
}

} // namespace

TEST(LocateLarge, CompressedLayoutsAgreeWithAnEnumeration)
{
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"}) {
        const bool isBlocked = std::string_view(layout).starts_with("b");
        MakeSpec spec{.layout = layout, .size = {1200, 900}, .nnz = isBlocked ? 16'000 : 100'000};
        spec.blocksize = {2, 3};
        const auto tensor = made(spec);
        expectAgreement(tensor, enumerateCompressed(tensor, spec));
    }
    for (const auto* layout : {"csr", "bsc"}) {
        const bool isBlocked = std::string_view(layout).starts_with("b");
        MakeSpec spec{.layout = layout, .size = {1200, 900}};
        spec.blocksize = {2, 3};
        spec.nnz = isBlocked ? 4'000 : 25'000;
        spec.batch = {2};
        spec.dense = {2};
        const auto tensor = made(spec);
        expectAgreement(tensor, enumerateCompressed(tensor, spec));
    }
}

TEST(LocateLarge, UnsortedSlicesWithDuplicatesAgreeWithAnEnumeration)
{
    std::mt19937_64 random(7);
    for (const auto* layout : {"csr", "bsc"}) {
        MakeSpec spec{.layout = layout, .size = {600, 600}, .nnz = 20'000};
        auto tensor = made(spec);
        auto plain = numbersOf(tensor, "plain");
        const auto limit = std::string_view(layout) == "csr" ? 600U : 300U;
        for (auto& index : plain)
            index = static_cast<std::int64_t>(random() % limit);
        replace(tensor, "plain", plain);
        expectAgreement(tensor, enumerateCompressed(tensor, spec));
    }
}

TEST(LocateLarge, CooAgreesWithAnEnumeration)
{
    MakeSpec spec{.layout = "coo", .size = {60, 50, 400}, .nnz = 100'000};
    auto tensor = made(spec);
    tensor.claims.set("is_coalesced", true);
    expectAgreement(tensor, enumerateCoo(tensor, spec));

    spec = {.layout = "coo", .size = {300, 300}, .nnz = 30'000, .dense = {3}};
    tensor = made(spec);
    auto indices = numbersOf(tensor, "indices");
    std::mt19937_64 random(7);
    for (auto& index : indices)
        index = static_cast<std::int64_t>(random() % 300); // neither sorted nor distinct
    replace(tensor, "indices", indices);
    expectAgreement(tensor, enumerateCoo(tensor, spec), 300);
}

TEST(LocateLarge, NestedAndJaggedAgreeWithAnEnumeration)
{
    auto tensor = made({.kind = "ragged", .layout = "nested", .size = {2500, 9, 8}});
    expectAgreement(tensor, enumerateNested(tensor));

    tensor = made({.kind = "ragged", .layout = "jagged", .size = {1000, 50}, .dense = {4}});
    expectAgreement(tensor, enumerateJagged(tensor));

    // With lengths: the second half of each component is a hole.
    const auto offsets = numbersOf(tensor, "offsets");
    Numbers lengths;
    for (std::size_t b = 0; b + 1 < offsets.size(); ++b)
        lengths.push_back((offsets[b + 1] - offsets[b]) / 2);
    auto members = tensor.members;
    const Extents shape{static_cast<std::int64_t>(lengths.size())};
    members.push_back({.role = roleNamed(*tensor.layout, "lengths"), .array = Array::fromInts(shape, lengths)});
    tensor = *makeTensor(*tensor.layout, std::move(members));
    expectAgreement(tensor, enumerateJagged(tensor));
}

TEST(LocateLarge, StridedViewsAgreeWithAnEnumeration)
{
    const auto whole = made({.kind = "arange", .layout = "strided", .size = {400, 300}});
    for (const auto& geometry : {
             Geometry{{400, 300}, {300, 1}, 0}, Geometry{{300, 400}, {1, 300}, 0},
             Geometry{{200, 5, 100}, {600, 0, 3}, 299}, // every fifth of a repeated dim is the same slot
             Geometry{{1000, 70}, {100, 1}, 17}, Geometry{{3000, 30}, {10, 3}, 0}, // windows that overlap
         }) {
        auto tensor = whole;
        tensor.size = geometry.sizes;
        tensor.members[0].array.geometry = geometry;
        SCOPED_TRACE(text(geometry.sizes) + " by " + text(geometry.strides));
        expectAgreement(tensor, enumerateStrided(tensor));
    }
}

} // namespace tscope::test
