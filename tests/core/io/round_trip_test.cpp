// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/read_torch.h"
#include "io/gzip/gzip_file.h"
#include "io/matrix_market/matrix_market.h"
#include "io/npy/reader.h"
#include "io/npy/writer.h"
#include "io/npz/npz.h"
#include "io/safetensors/safetensors.h"
#include "io/text_files.h"
#include "io/torch/file.h"
#include "io/zip_files.h"
#include "support/random_tensor.h"
#include "support/same_document.h"
#include "support/source.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace tscope {
namespace {

using enum ElementType;

const std::vector<ElementType> plainTypes{boolean, u8, u16, u32, u64, i8, i16, i32, i64, f16, f32, f64, c64, c128};

std::vector<ElementType> with(std::vector<ElementType> types, std::initializer_list<ElementType> more,
                              std::initializer_list<ElementType> less = {})
{
    types.insert(types.end(), more);
    for (const auto type : less)
        std::erase(types, type);
    return types;
}

Document documentOf(std::string name, Tensor tensor)
{
    Document out;
    out.tensors.push_back({std::move(name), std::move(tensor)});
    return out;
}

std::string bitsOf(const Array& array)
{
    std::string out;
    std::vector<std::byte> element(static_cast<std::size_t>(array.dtype.itemSize()));
    for (std::int64_t i = 0; i < *numel(array.geometry); ++i) {
        array.storage->read(array.byteRange(i).first, element);
        out.append(reinterpret_cast<const char*>(element.data()), element.size());
    }
    return out;
}

// What another tensor does not have of this one; strides where the format keeps them.
std::string lost(const Tensor& before, const Tensor& after, bool keepsStrides)
{
    if (before.layout != after.layout)
        return "the layout";
    if (before.size && before.layout->family != "strided" && before.size != after.size)
        return "the size";
    if (before.members.size() != after.members.size())
        return "a member";
    for (const auto& member : before.members) {
        const auto& p = member.array;
        const auto& q = after.member(member.role->name).array;
        const auto here = std::string(member.role->name) + ": ";
        if (!(p.dtype == q.dtype))
            return here + std::string(p.dtype.name()) + " became " + std::string(q.dtype.name());
        if (p.geometry.sizes != q.geometry.sizes)
            return here + "the sizes";
        if (keepsStrides && !(p.geometry == q.geometry))
            return here + "the strides";
        if (bitsOf(p) != bitsOf(q))
            return here + "elements";
        if (keepsStrides && member.requiresGrad != after.member(member.role->name).requiresGrad)
            return here + "that it requires a gradient";
        for (const auto& other : before.members)
            if (keepsStrides &&
                (other.array.storage == p.storage) != (after.member(other.role->name).array.storage == q.storage))
                return here + "sharing";
    }
    return {};
}

// By name: metadata have no order.
std::map<std::string, ClaimValue> claimsOf(const Tensor& tensor)
{
    std::map<std::string, ClaimValue> out;
    for (const auto& claim : tensor.claims.all())
        out[claim.name] = claim.value;
    return out;
}

// Says what failed, of which tensor.
testing::AssertionResult keeps(const Tensor& before, const std::string& difference)
{
    if (difference.empty())
        return testing::AssertionSuccess();
    auto json = TextSink();
    (void)writeJsonFile(documentOf("", before), json);
    return testing::AssertionFailure() << difference << " of " << json.text().substr(0, 2000);
}

// Writes what a format can hold and reads it again, some hundred times.
class RoundTrip : public testing::Test
{
protected:
    RoundTrip() : m_seed(std::random_device{}()), m_trace(__FILE__, __LINE__, "seed " + std::to_string(m_seed)) {}

    static constexpr int rounds = 400;

    test::RandomTensors tensors(test::RandomWish wish) const { return {m_seed, std::move(wish)}; }

    static Document again(const Document& document, Result<void> (*write)(const Document&, Sink&),
                          Result<Document> (*read)(const Source&))
    {
        TextSink sink;
        const auto written = write(document, sink);
        EXPECT_TRUE(written) << written.error().text;
        auto back = read(test::sourceOf(sink.text()));
        EXPECT_TRUE(back) << back.error().text;
        return back ? std::move(*back) : Document{};
    }

    // The only tensor, or an empty document fails.
    static Tensor only(const Document& document, std::string_view name = {})
    {
        for (const auto& tensor : document.tensors)
            if (name.empty() || tensor.name == name)
                return tensor.tensor;
        ADD_FAILURE() << "no tensor came back";
        return {};
    }

    // Claims that mean something to nobody, or are wrong.
    void claim(Tensor& tensor, test::RandomTensors& random) const
    {
        if (random.oneIn(2))
            tensor.dtype = random.oneOf(plainTypes);
        if (random.oneIn(3))
            tensor.indexDType = i32;
        if (random.oneIn(4))
            tensor.device = Device::parse("cuda:1");
        if (random.oneIn(3))
            tensor.claims.set("numel", random.random().between(-3, 99));
        if (random.oneIn(3))
            tensor.claims.set("is_coalesced", random.oneIn(2));
        if (random.oneIn(4) && tensor.size && !tensor.size->empty())
            tensor.size->back() += 1;
    }

private:
    std::uint64_t m_seed;
    testing::ScopedTrace m_trace;
};

TEST_F(RoundTrip, JsonKeepsAll)
{
    auto random =
        tensors({.types = with(plainTypes, {bf16, f8e4m3fn, f8e5m2, c32}), .hasAnyBits = false, .isBroken = true});
    for (int round = 0; round < rounds; ++round) {
        auto tensor = random.next();
        claim(tensor, random);
        const auto document = documentOf("a", tensor);
        ASSERT_TRUE(keeps(tensor, test::firstDifference(document, again(document, writeJsonFile, readJsonFile))));
    }
}

TEST_F(RoundTrip, NpyKeepsElements)
{
    auto random = tensors({.layouts = {"strided"}, .types = plainTypes});
    for (int round = 0; round < rounds; ++round) {
        const auto tensor = random.next();
        ASSERT_TRUE(
            keeps(tensor, lost(tensor, only(again(documentOf("", tensor), writeNpyFile, readNpyFile)), false)));
    }
}

TEST_F(RoundTrip, NpzKeepsMembersOfAllLayouts)
{
    auto random = tensors({.types = plainTypes, .isBroken = true});
    for (int round = 0; round < rounds; ++round) {
        auto tensor = random.next();
        const auto isLone = random.oneIn(2);
        const std::string name = isLone ? "" : "a";
        // With a second one beside it, none is in SciPy's form.
        auto document = documentOf(name, tensor);
        if (!isLone)
            document.tensors.push_back({"b", random.next()});
        const auto back = again(document, writeNpz, readZipFile);
        // SciPy has rows and columns apart; together they are int64. It has no float16.
        if (isLone && tensor.layout->name == "coo" &&
            tensor.member("values").array.dtype != DType(ElementType::f16) &&
            tensor.member("indices").array.geometry.sizes[0] == 2 &&
            tensor.member("values").array.geometry.rank() == 1) {
            auto& indices = tensor.members.front().array;
            std::vector<std::int64_t> numbers;
            for (std::int64_t i = 0; i < *numel(indices.geometry); ++i)
                numbers.push_back(std::stoll(indices.at(i).text()));
            indices = Array::fromInts(indices.geometry.sizes, numbers);
        }
        for (const auto& wanted : document.tensors)
            ASSERT_TRUE(keeps(wanted.name == name ? tensor : wanted.tensor,
                              lost(wanted.name == name ? tensor : wanted.tensor, only(back, wanted.name), false)));
    }
}

TEST_F(RoundTrip, SafetensorsKeepsMembersAndClaims)
{
    auto random = tensors({.types = with(plainTypes, {bf16, f8e4m3fn, f8e5m2}, {c128}), .isBroken = true});
    for (int round = 0; round < rounds; ++round) {
        auto tensor = random.next();
        const bool isStrided = tensor.layout->name == "strided";
        if (!isStrided)
            claim(tensor, random);
        const auto back = only(again(documentOf("a", tensor), writeSafetensors, readSafetensors), "a");
        ASSERT_TRUE(keeps(tensor, lost(tensor, back, false)));
        if (isStrided)
            continue;
        ASSERT_TRUE(keeps(tensor, back.dtype == tensor.dtype ? "" : "the claimed element type"));
        ASSERT_TRUE(keeps(tensor, back.indexDType == tensor.indexDType ? "" : "the claimed index type"));
        ASSERT_TRUE(keeps(tensor, back.device == tensor.device ? "" : "the claimed device"));
        ASSERT_TRUE(keeps(tensor, claimsOf(back) == claimsOf(tensor) ? "" : "a claim"));
    }
}

TEST_F(RoundTrip, TorchKeepsStridesToo)
{
    // PyTorch has no negative strides.
    auto random = tensors(
        {.types = with(plainTypes, {bf16, f8e4m3fn, f8e5m2, c32}), .runsBackwards = false, .isBroken = true});
    for (int round = 0; round < rounds; ++round) {
        auto tensor = random.next();
        for (auto& member : tensor.members)
            if (member.role->kind == RoleKind::values && member.array.dtype.elementClass() == ElementClass::real)
                member.requiresGrad = random.oneIn(3);
        const auto back = only(again(documentOf("a", tensor), writeTorchFile, readZipFile), "a");
        ASSERT_TRUE(keeps(tensor, lost(tensor, back, true)));
    }
}

// A number as a pair of parts, exact for every type of 64 bits; of what is read as float64 the nearest float32
// where it was written as one.
std::pair<long double, long double> numberAt(const Array& array, std::int64_t slot, bool isRounded)
{
    std::vector<std::byte> bytes(static_cast<std::size_t>(array.dtype.itemSize()));
    array.storage->read(array.byteRange(slot).first, bytes);
    const auto part = [&](auto value) -> long double {
        return isRounded ? static_cast<float>(value) : static_cast<long double>(value);
    };
    std::pair<long double, long double> out;
    visitElement(array.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const auto value = loadElement<T>(bytes.data());
        if constexpr (std::is_same_v<T, BoolByte>)
            out = {value.byte, 0};
        else if constexpr (std::is_same_v<T, ComplexHalf>)
            out = {part(toFloat(value.real)), part(toFloat(value.imag))};
        else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>)
            out = {part(value.real()), part(value.imag())};
        else if constexpr (std::is_integral_v<T>)
            out = {static_cast<long double>(value), 0};
        else if constexpr (std::is_floating_point_v<T>)
            out = {part(value), 0};
        else if constexpr (requires { toFloat(value); })
            out = {part(toFloat(value)), 0};
    });
    return out;
}

struct Entry {
    Extents index;
    std::pair<long double, long double> value;
    bool operator==(const Entry&) const = default;
};

std::vector<Entry> entriesOf(const Tensor& tensor, bool isRounded)
{
    std::vector<Entry> out;
    const auto& values = tensor.member("values").array;
    if (tensor.layout->name == "strided") {
        for (std::int64_t i = 0; i < *numel(values.geometry); ++i)
            out.push_back({values.geometry.sizes, numberAt(values, i, isRounded)});
        return out;
    }
    const auto walked = tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        out.push_back({index, numberAt(values, slot, isRounded)});
        return true;
    });
    EXPECT_TRUE(walked) << walked.error().text;
    return out;
}

TEST_F(RoundTrip, MatrixMarketKeepsEntriesInTheirOrder)
{
    auto random = tensors({.layouts = {"strided", "coo", "csr", "csc", "bsr", "bsc"},
                           .types = with(plainTypes, {bf16, f8e4m3fn, f8e5m2, c32}),
                           .isMatrix = true,
                           .hasAnyBits = false});
    for (int round = 0; round < rounds; ++round) {
        const auto tensor = random.next();
        const auto document = documentOf("", tensor);
        const auto back = only(random.oneIn(4) ? again(document, writeGzipMatrixMarket, readGzipFile)
                                               : again(document, writeMatrixMarket, readMatrixMarket));
        const auto kind = tensor.member("values").array.dtype.elementClass();
        const bool isNumber = kind == ElementClass::real || kind == ElementClass::complex;
        const auto bytes =
            tensor.member("values").array.dtype.itemSize() / (kind == ElementClass::complex ? 2 : 1);
        const bool isRounded = isNumber && bytes <= 4;
        ASSERT_EQ(back.layout->name, tensor.layout->name == "strided" ? "strided" : "coo");
        if (tensor.layout->name != "strided") {
            ASSERT_EQ(back.size, tensor.size);
        }
        ASSERT_TRUE(keeps(tensor, entriesOf(tensor, isRounded) == entriesOf(back, isRounded) ? "" : "entries"));
    }
}

} // namespace
} // namespace tscope
