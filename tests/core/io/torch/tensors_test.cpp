// SPDX-License-Identifier: Apache-2.0
#include "io/torch/tensors.h"

#include "core/io/torch/read_torch.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using namespace test::py;
using test::bytesOf;
using test::readTorch;
using test::refusal;
using test::torchZip;
using test::valuesOf;
using testing::HasSubstr;

const auto utils = "torch._utils";

Tensor lone(const std::string& object, const std::vector<std::pair<std::string, std::string>>& storages = {})
{
    auto document = readTorch(torchZip(object, storages));
    EXPECT_EQ(document.tensors.size(), 1u);
    if (document.tensors.empty())
        return {};
    EXPECT_EQ(document.tensors.front().name, "");
    return document.tensors.front().tensor;
}

std::string floats(int count)
{
    std::string out;
    for (int i = 0; i < count; ++i)
        out += bytesOf({static_cast<float>(i)});
    return out;
}

std::string longs(std::initializer_list<std::int64_t> values)
{
    return bytesOf(values);
}

TEST(TorchTensors, ReadsAViewOfAStorage)
{
    const auto tensor = lone(test::py::tensor(storage("FloatStorage", "0", 6, "cuda:1"), 1, {2, 2}, {1, 2}, true),
                             {{"0", floats(6)}});
    EXPECT_EQ(tensor.layout->name, "strided");
    const auto& member = tensor.members.front();
    EXPECT_EQ(member.array.geometry, (Geometry{{2, 2}, {1, 2}, 1}));
    EXPECT_EQ(member.array.dtype, DType(ElementType::f32));
    EXPECT_EQ(member.array.storageNumel(), 6);
    EXPECT_EQ(member.array.storage->device().text(), "cuda:1");
    EXPECT_TRUE(member.requiresGrad);
    EXPECT_EQ(valuesOf(member.array), "1 3 2 4");
    EXPECT_TRUE(tensor.claims.all().empty());
}

TEST(TorchTensors, KnowsAllStorageClasses)
{
    const std::pair<const char*, const char*> classes[] = {
        {"DoubleStorage", "float64"},
        {"FloatStorage", "float32"},
        {"HalfStorage", "float16"},
        {"BFloat16Storage", "bfloat16"},
        {"LongStorage", "int64"},
        {"IntStorage", "int32"},
        {"ShortStorage", "int16"},
        {"CharStorage", "int8"},
        {"ByteStorage", "uint8"},
        {"BoolStorage", "bool"},
        {"ComplexFloatStorage", "complex64"},
        {"ComplexDoubleStorage", "complex128"},
        {"QInt8Storage", "qint8"},
        {"QUInt8Storage", "quint8"},
        {"QInt32Storage", "qint32"},
    };
    for (const auto& [storageClass, dtype] : classes) {
        const auto tensor =
            lone(test::py::tensor(storage(storageClass, "0", 2), 0, {2}, {1}), {{"0", std::string(32, '\1')}});
        EXPECT_EQ(tensor.declaredDType().name(), dtype);
        EXPECT_EQ(tensor.members.front().array.storageNumel(), 2) << storageClass;
    }
    const auto old =
        tuple({str("storage"), name("torch.cuda", "FloatStorage"), str("0"), str("cuda:0"), num(1)}) + "Q";
    EXPECT_EQ(lone(test::py::tensor(old, 0, {1}, {1}), {{"0", floats(1)}}).declaredDType().name(), "float32");
    EXPECT_THAT(
        refusal(torchZip(test::py::tensor(storage("StrangeStorage", "0", 1), 0, {1}, {1}), {{"0", "abcd"}})),
        HasSubstr("the class of a storage"));
}

TEST(TorchTensors, ReadsTypesThatCameAfterTheStorageClasses)
{
    for (const auto* dtype : {"uint16", "uint32", "uint64", "float8_e4m3fn", "float8_e5m2", "complex32"}) {
        const auto tensor =
            lone(tensorV3(storage("UntypedStorage", "0", 16), {2}, {1}, dtype), {{"0", std::string(16, '\0')}});
        EXPECT_EQ(tensor.declaredDType().name(), dtype);
        EXPECT_FALSE(tensor.declaredDType().isOpaque()) << dtype;
        EXPECT_EQ(tensor.members.front().array.storageNumel() * tensor.declaredDType().itemSize(), 16);
    }
    const auto strange =
        lone(tensorV3(storage("UntypedStorage", "0", 4), {4}, {1}, "float8_e8m0fnu"), {{"0", "abcd"}});
    EXPECT_TRUE(strange.declaredDType().isOpaque());
    EXPECT_EQ(strange.members.front().array.storageNumel(), 4);
    EXPECT_THAT(
        refusal(torchZip(tensorV3(storage("UntypedStorage", "0", 4), {4}, {1}, "manual_seed"), {{"0", "abcd"}})),
        HasSubstr("an element type in torch._utils._rebuild_tensor_v3"));
}

TEST(TorchTensors, AStorageIsAsLongAsItsRecordAndItsDeclarationAllow)
{
    const auto numelOf = [](std::int64_t declared, int held) {
        return lone(test::py::tensor(storage("FloatStorage", "0", declared), 0, {3, 4}, {4, 1}),
                    {{"0", floats(held)}})
            .members.front()
            .array.storageNumel();
    };
    EXPECT_EQ(numelOf(12, 12), 12);
    EXPECT_EQ(numelOf(10, 12), 10);
    EXPECT_EQ(numelOf(12, 10), 10);
    const auto document = readTorch(
        torchZip(test::py::tensor(storage("FloatStorage", "0", 12), 0, {3, 4}, {4, 1}), {{"0", floats(10)}}));
    ASSERT_EQ(document.warnings.size(), 1u);
    EXPECT_THAT(document.warnings.front(), HasSubstr("holds 40 bytes, it is declared to hold 48"));
}

TEST(TorchTensors, KeepsBrokenGeometriesAsTheyAre)
{
    const auto geometryOf = [](const std::string& object) {
        return lone(object, {{"0", floats(12)}}).members.front().array.geometry;
    };
    const auto in = storage("FloatStorage", "0", 12);
    EXPECT_EQ(geometryOf(test::py::tensor(in, -1, {2, 2}, {2, 1})), (Geometry{{2, 2}, {2, 1}, -1}));
    EXPECT_EQ(geometryOf(test::py::tensor(in, 0, {-3, 4}, {4, 1})), (Geometry{{-3, 4}, {4, 1}, 0}));
    EXPECT_EQ(geometryOf(test::py::tensor(in, 0, {3, 4}, {1})), (Geometry{{3, 4}, {1}, 0}));
    EXPECT_EQ(geometryOf(test::py::tensor(in, 0, {3}, {-(std::int64_t{1} << 62)})),
              (Geometry{{3}, {-(std::int64_t{1} << 62)}, 0}));
}

TEST(TorchTensors, RefusesArgumentsThatAreNone)
{
    const auto in = storage("FloatStorage", "0", 4);
    const auto refused = [](const std::string& object) { return refusal(torchZip(object, {{"0", floats(4)}})); };
    const auto v2 = name(utils, "_rebuild_tensor_v2");
    EXPECT_THAT(refused(call(v2, {in})), HasSubstr("found 1 argument"));
    EXPECT_THAT(refused(call(v2, {str("x"), num(0), nums({4}), nums({1}), no, hooks()})),
                HasSubstr("wanted a storage"));
    EXPECT_THAT(refused(call(v2, {in, none, nums({4}), nums({1}), no, hooks()})), HasSubstr("wanted an offset"));
    EXPECT_THAT(refused(call(v2, {in, num(0), num(4), nums({1}), no, hooks()})), HasSubstr("wanted a size"));
    EXPECT_THAT(refused(call(v2, {in, num(0), nums({4}), tuple({str("x")}), no, hooks()})),
                HasSubstr("wanted strides"));
    EXPECT_THAT(refused(call(v2, {in, num(0), nums({4}), nums({1}), str("x"), hooks()})),
                HasSubstr("requires_grad"));
    const std::string big = "\x8a\x0b" + std::string(10, '\0') + "\1";
    EXPECT_THAT(refused(call(v2, {in, num(0), tuple({big}), nums({1}), no, hooks()})),
                HasSubstr("found (1208925819614629174706176,)"));
    EXPECT_THAT(refused(call(v2, {in, num(0), tuple(Parts(65, num(1))), tuple(Parts(65, num(1))), no, hooks()})),
                HasSubstr("at most 64 integers"));
    // The place in the file is told.
    EXPECT_THAT(refused(dict({{str("fc"), dict({{str("weight"), call(v2, {in})}})}})), HasSubstr("(fc.weight)"));
}

TEST(TorchTensors, ReadsOlderAndOtherWaysToRebuild)
{
    const auto in = storage("FloatStorage", "0", 4);
    const std::vector<std::pair<std::string, std::string>> bytes{{"0", floats(4)}};
    const auto first = call(name(utils, "_rebuild_tensor"), {in, num(1), nums({2}), nums({1})});
    EXPECT_EQ(valuesOf(lone(first, bytes).members.front().array), "1 2");

    const auto parameter = call(name(utils, "_rebuild_parameter"), {first, yes, hooks()});
    EXPECT_TRUE(lone(parameter, bytes).members.front().requiresGrad);
    const auto withState = call(name(utils, "_rebuild_parameter_with_state"), {parameter, no, hooks(), dict({})});
    EXPECT_TRUE(lone(withState, bytes).members.front().requiresGrad);

    const auto subclass =
        call(name("torch._tensor", "_rebuild_from_type_v2"), {name(utils, "_rebuild_tensor"), name("my", "Tensor"),
                                                              tuple({in, num(1), nums({2}), nums({1})}), none});
    EXPECT_EQ(valuesOf(lone(subclass, bytes).members.front().array), "1 2");

    const auto moved =
        call(name(utils, "_rebuild_device_tensor_from_cpu_tensor"),
             {first, name("torch", "float32"), call(name("torch", "device"), {str("xla"), num(1)}), no});
    EXPECT_EQ(lone(moved, bytes).declaredDevice().text(), "xla:1");

    std::string wrapped = first;
    for (int i = 0; i < 70; ++i)
        wrapped = call(name(utils, "_rebuild_parameter"), {wrapped, yes, hooks()});
    EXPECT_THAT(refusal(torchZip(wrapped, bytes)), HasSubstr("more than 64 wrappings"));
}

TEST(TorchTensors, TakesTheBitsOfAView)
{
    const auto object = call(name(utils, "_rebuild_tensor_v2"),
                             {storage("ComplexFloatStorage", "0", 1), num(0), nums({1}), nums({1}), no, hooks(),
                              dict({{str("conj"), yes}, {str("neg"), no}})});
    const auto tensor = lone(object, {{"0", floats(2)}});
    EXPECT_EQ(tensor.claims.flag("conj"), true);
    EXPECT_EQ(tensor.claims.find("neg"), nullptr);
}

TEST(TorchTensors, ReadsQuantisedOnes)
{
    const std::string half("\x3f\xe0\0\0\0\0\0\0", 8);
    const auto in = storage("QInt8Storage", "0", 4);
    const auto quantised = [&](const std::string& quantizer) {
        return call(name(utils, "_rebuild_qtensor"), {in, num(0), nums({4}), nums({1}), quantizer, no, hooks()});
    };
    const auto one = quantised(tuple(
        {name("torch", "per_tensor_affine"), real(std::string("\x3f\xb9\x99\x99\x99\x99\x99\x9a")), num(3)}));
    const auto tensor = lone(one, {{"0", std::string("\1\2\3\xff")}});
    EXPECT_EQ(tensor.declaredDType().name(), "qint8");
    EXPECT_EQ(valuesOf(tensor.members.front().array), "1 2 3 -1");
    EXPECT_EQ(tensor.claims.word("qscheme"), "per_tensor_affine");
    EXPECT_EQ(tensor.claims.word("scale"), "0.1");
    EXPECT_EQ(tensor.claims.integer("zero_point"), 3);

    const auto scales =
        call(name(utils, "_rebuild_tensor"), {storage("DoubleStorage", "1", 2), num(0), nums({2}), nums({1})});
    const auto many = quantised(tuple({name("torch", "per_channel_affine"), scales, scales, num(1)}));
    const auto document = readTorch(torchZip(many, {{"0", "abcd"}, {"1", bytesOf({0.5, 0.25})}}));
    const auto& claims = document.tensors.front().tensor.claims;
    EXPECT_EQ(claims.integer("axis"), 1);
    EXPECT_EQ(claims.word("qscheme"), "per_channel_affine_float_qparams")
        << "as PyTorch reads zero points that are no integers";
    EXPECT_EQ(claims.word("scales"), "0.5, 0.25");
    EXPECT_EQ(claims.word("zero_points"), "0.5, 0.25");
    EXPECT_THAT(test::othersOf(document), testing::IsEmpty());
    EXPECT_THAT(refusal(torchZip(quantised(tuple({num(1)})), {{"0", "abcd"}})), HasSubstr("a scheme, a scale"));

    const auto listed = lone(quantised(tuple({name("torch", "per_channel_affine"), list({real(half), num(2)}),
                                              list({num(-1), num(0)}), num(0)})),
                             {{"0", "abcd"}});
    EXPECT_EQ(listed.claims.word("scales"), "0.5, 2");
    EXPECT_EQ(listed.claims.word("zero_points"), "-1, 0");
}

TEST(TorchTensors, KeepsOnlySoManyScales)
{
    const auto in = storage("QInt8Storage", "0", 4);
    const auto row = [](std::int64_t count) {
        return call(name(utils, "_rebuild_tensor"),
                    {storage("LongStorage", "1", 20'000), num(0), nums({count}), nums({1})});
    };
    const auto quantizer = tuple({name("torch", "per_channel_affine"), row(20'000), row(16'384), num(0)});
    const auto document = readTorch(
        torchZip(call(name(utils, "_rebuild_qtensor"), {in, num(0), nums({4}), nums({1}), quantizer, no, hooks()}),
                 {{"0", "abcd"}, {"1", std::string(160'000, '\0')}}));
    const auto& claims = document.tensors.front().tensor.claims;
    EXPECT_EQ(claims.find("scales"), nullptr);
    EXPECT_EQ(claims.word("zero_points").value_or("").size(), 16'384 * 3 - 2);
    EXPECT_THAT(test::othersOf(document),
                testing::ElementsAre("scales = 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ..."));
}

TEST(TorchTensors, ShowsTheShapeOfWhatHasNoData)
{
    const auto meta = lone(call(name(utils, "_rebuild_meta_tensor_no_storage"),
                                {name("torch", "float16"), nums({2, 3}), nums({3, 1}), yes}));
    EXPECT_EQ(meta.declaredDevice().text(), "meta");
    EXPECT_FALSE(meta.members.front().array.storage->hasBytes());
    EXPECT_EQ(meta.members.front().array.storageNumel(), 6);
    EXPECT_TRUE(meta.members.front().requiresGrad);

    const auto wrapper =
        lone(call(name(utils, "_rebuild_wrapper_subclass"),
                  {name("my", "Tensor"), name("torch", "float32"), size({2, 2}), nums({2, 1}), num(1),
                   layoutTag("torch.strided"), call(name("torch", "device"), {str("cuda:3")}), no}));
    EXPECT_EQ(wrapper.declaredDevice().text(), "cuda:3");
    EXPECT_EQ(wrapper.members.front().array.geometry, (Geometry{{2, 2}, {2, 1}, 1}));
    // A storage of the device meta needs no record.
    const auto declared = lone(test::py::tensor(storage("FloatStorage", "0", 6, "meta"), 0, {2, 3}, {3, 1}));
    EXPECT_EQ(declared.members.front().array.storageNumel(), 6);
    EXPECT_FALSE(declared.members.front().array.storage->hasBytes());
}

TEST(TorchTensors, AStorageByItselfIsATensorOfOneDim)
{
    const auto tensor = lone(storage("LongStorage", "0", 3), {{"0", longs({7, 8, 9})}});
    EXPECT_EQ(valuesOf(tensor.members.front().array), "7 8 9");
    EXPECT_EQ(lone(storage("UntypedStorage", "0", 2), {{"0", "ab"}}).declaredDType().name(), "uint8");
}

class SparseTensors : public testing::Test
{
protected:
    static std::string ints(const std::string& key, std::int64_t count)
    {
        return test::py::tensor(storage("LongStorage", key, count), 0, {count}, {1});
    }
    static std::string values(std::initializer_list<std::int64_t> sizes,
                              std::initializer_list<std::int64_t> strides)
    {
        return test::py::tensor(storage("FloatStorage", "v", 24), 0, sizes, strides);
    }
    static Tensor read(const std::string& object)
    {
        return lone(object,
                    {{"a", longs({0, 2, 4, 5, 6, 7, 8})}, {"b", longs({0, 1, 0, 1, 0, 1, 0})}, {"v", floats(24)}});
    }
};

TEST_F(SparseTensors, ReadsEveryCompressedLayout)
{
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"}) {
        const bool isBlocked = layout[0] == 'b';
        const auto tensor =
            read(sparse(std::string("torch.sparse_") + layout,
                        {ints("a", 3), ints("b", 4), isBlocked ? values({4, 2, 3}, {6, 3, 1}) : values({4}, {1}),
                         size({4, 6})}));
        EXPECT_EQ(tensor.layout->name, layout);
        EXPECT_EQ(tensor.size, Extents({4, 6}));
        EXPECT_EQ(valuesOf(tensor.member("compressed").array), "0 2 4");
        EXPECT_EQ(valuesOf(tensor.member("plain").array), "0 1 0 1");
        const bool byColumns = layout[2] == 'c';
        EXPECT_EQ(tensor.member("compressed").as, byColumns ? "ccol_indices" : "crow_indices");
        EXPECT_EQ(tensor.member("plain").as, byColumns ? "row_indices" : "col_indices");
        EXPECT_EQ(tensor.member("values").as, "");
    }
}

TEST_F(SparseTensors, ReadsTheSpellingOfPyTorch1)
{
    const auto tensor = read(call(
        name(utils, "_rebuild_sparse_csr_tensor"),
        {layoutTag("torch.sparse_csr"), tuple({ints("a", 3), ints("b", 4), values({4}, {1}), size({2, 6})})}));
    EXPECT_EQ(tensor.layout->name, "csr");
    EXPECT_EQ(tensor.size, Extents({2, 6}));
}

TEST_F(SparseTensors, ReadsCooWithAndWithoutItsFlag)
{
    const auto indices = test::py::tensor(storage("LongStorage", "b", 7), 0, {2, 3}, {3, 1});
    const auto parts = [&](const Parts& more) {
        Parts all{indices, values({3}, {1}), size({2, 2})};
        all.insert(all.end(), more.begin(), more.end());
        return sparse("torch.sparse_coo", all);
    };
    EXPECT_EQ(read(parts({})).layout->name, "coo");
    EXPECT_EQ(read(parts({})).claims.find("is_coalesced"), nullptr);
    EXPECT_EQ(read(parts({yes})).claims.flag("is_coalesced"), true);
    EXPECT_EQ(read(parts({no})).claims.flag("is_coalesced"), false);
    EXPECT_EQ(read(parts({none})).claims.find("is_coalesced"), nullptr);
}

TEST_F(SparseTensors, ATagThatDoesNotFitIsAClaim)
{
    const Parts compressed{ints("a", 3), ints("b", 4), values({4}, {1}), size({2, 6})};
    const auto strided = read(sparse("torch.strided", compressed));
    EXPECT_EQ(strided.layout->name, "csr");
    EXPECT_EQ(strided.declaredLayout(), "strided");
    EXPECT_EQ(read(sparse("torch.odd", compressed)).declaredLayout(), "torch.odd");
    const auto coo = read(sparse("torch.sparse_csc", {ints("a", 3), values({3}, {1}), size({9})}));
    EXPECT_EQ(coo.layout->name, "coo");
    EXPECT_EQ(coo.declaredLayout(), "csc");
}

TEST_F(SparseTensors, AMemberThatIsItselfSparseIsDescribed)
{
    const auto inner = sparse("torch.sparse_coo", {ints("a", 2), values({2}, {1}), size({4}), yes});
    const auto tensor = read(sparse("torch.sparse_csr", {ints("a", 3), inner, values({4}, {1}), size({2, 6})}));
    const auto& plain = tensor.member("plain");
    EXPECT_EQ(plain.layout, "coo");
    EXPECT_EQ(plain.array.geometry.sizes, Extents({4}));
    EXPECT_EQ(plain.array.dtype, DType(ElementType::f32));
    EXPECT_FALSE(plain.isReadable());
}

TEST_F(SparseTensors, AParameterOfOneMarksItsValues)
{
    const auto object = sparse("torch.sparse_csr", {ints("a", 3), ints("b", 4), values({4}, {1}), size({2, 6})});
    const auto tensor = read(call(name(utils, "_rebuild_parameter"), {object, yes, hooks()}));
    EXPECT_TRUE(tensor.member("values").requiresGrad);
    EXPECT_FALSE(tensor.member("plain").requiresGrad);
}

TEST_F(SparseTensors, RefusesWhatHasNoMembersOrSize)
{
    const auto refused = [](const std::string& object) {
        return refusal(torchZip(object, {{"a", longs({0, 1, 2})}}));
    };
    EXPECT_THAT(refused(sparse("torch.sparse_csr", {ints("a", 3)})), HasSubstr("two or three members"));
    EXPECT_THAT(refused(sparse("torch.sparse_csr", {ints("a", 3), ints("a", 3), ints("a", 3)})),
                HasSubstr("a size"));
    EXPECT_THAT(refused(sparse("torch.sparse_csr", {ints("a", 3), ints("a", 3), ints("a", 3), str("x")})),
                HasSubstr("a size"));
    EXPECT_THAT(refused(call(name(utils, "_rebuild_sparse_tensor"), {layoutTag("torch.sparse_csr")})),
                HasSubstr("a tuple of members"));
}

class NestedTensors : public testing::Test
{
protected:
    static std::string table(const std::string& key)
    {
        return test::py::tensor(storage("LongStorage", key, 4), 0, {2, 2}, {2, 1});
    }
    static std::string line(const std::string& key, std::int64_t count)
    {
        return test::py::tensor(storage("LongStorage", key, 4), 0, {count}, {1});
    }
    static Tensor read(const std::string& object)
    {
        return lone(object, {{"v", floats(10)},
                             {"s", longs({1, 2, 2, 2})},
                             {"t", longs({2, 1, 2, 1})},
                             {"o", longs({0, 2, 5, 7})},
                             {"e", ""}});
    }
    using Entries = std::vector<std::pair<std::string, std::string>>;
    static std::string jagged(const Entries& parts, const Entries& attributes = {{str("_offsets"), num(1)}})
    {
        const auto module = "torch.nested._internal.nested_tensor";
        return call(
            name("torch._tensor", "_rebuild_from_type_v2"),
            {name(module, "_rebuild_njt"), name(module, "NestedTensor"), tuple({dict(parts)}), dict(attributes)});
    }
    static std::string rows() { return test::py::tensor(storage("FloatStorage", "v", 10), 0, {5, 2}, {2, 1}); }
};

TEST_F(NestedTensors, ReadsBufferAndTables)
{
    const auto buffer = test::py::tensor(storage("FloatStorage", "v", 10), 0, {6}, {1});
    const auto tensor =
        read(call(name(utils, "_rebuild_nested_tensor"), {buffer, table("s"), table("t"), line("o", 2)}));
    EXPECT_EQ(tensor.layout->name, "nested");
    EXPECT_EQ(valuesOf(tensor.member("nested_sizes").array), "1 2 2 2");
    EXPECT_EQ(valuesOf(tensor.member("storage_offsets").array), "0 2");
    const auto early = read(
        call(name(utils, "_rebuild_nested_tensor"), {buffer, table("s"), table("t"), list({num(0), num(2)})}));
    EXPECT_EQ(valuesOf(early.member("storage_offsets").array), "0 2");
}

TEST_F(NestedTensors, ReadsJaggedOnes)
{
    const auto tensor = read(jagged({{str("values"), rows()},
                                     {str("offsets"), line("o", 3)},
                                     {str("lengths"), line("s", 2)},
                                     {str("_ragged_idx"), num(1)},
                                     {str("_metadata_cache"), dict({{str("max_seqlen"), num(3)}})},
                                     {str("requires_grad"), yes}}));
    EXPECT_EQ(tensor.layout->name, "jagged");
    EXPECT_EQ(valuesOf(tensor.member("offsets").array), "0 2 5");
    EXPECT_EQ(valuesOf(tensor.member("lengths").array), "1 2");
    EXPECT_EQ(tensor.claims.integer("ragged_idx"), 1);
    EXPECT_EQ(tensor.claims.integer("max_seqlen"), 3);
    EXPECT_EQ(tensor.claims.find("min_seqlen"), nullptr);
    EXPECT_TRUE(tensor.member("values").requiresGrad);
}

TEST_F(NestedTensors, AJaggedOneKeepsTheAttributesOfItsUser)
{
    const auto object = jagged({{str("values"), rows()}, {str("offsets"), line("o", 3)}},
                               {{str("_values"), rows()},
                                {str("_offsets"), line("o", 3)},
                                {str("_lengths"), none},
                                {str("_dynamo_propagated_dynamic_indices"), num(1)},
                                {str("_mine"), line("o", 2)},
                                {str("mine"), line("s", 2)}});
    const auto document = test::readTorch(
        torchZip(object, {{"v", floats(10)}, {"s", longs({1, 2, 2, 2})}, {"o", longs({0, 2, 5, 7})}}));
    EXPECT_THAT(test::namesOf(document), testing::ElementsAre("", "_mine", "mine"));
    EXPECT_THAT(document.others, testing::IsEmpty());
}

TEST_F(NestedTensors, TheCacheOfLengthsHasManySpellings)
{
    const auto empty = test::py::tensor(storage("FloatStorage", "e", 0), 0, {4, 0}, {1, 1});
    for (const auto* key : {"min_seqlen", "min_seqlen_tensor"})
        for (const auto& length : {empty, num(4)}) {
            const auto tensor = read(jagged({{str("values"), rows()},
                                             {str("offsets"), line("o", 3)},
                                             {str("lengths"), none},
                                             {str("_metadata_cache"), dict({{str(key), length}})}}));
            EXPECT_EQ(tensor.claims.integer("min_seqlen"), 4) << key;
            EXPECT_EQ(tensor.find("lengths"), nullptr);
        }
}

TEST_F(NestedTensors, ReadsTheFirstFormOfJagged)
{
    const auto module = "torch.nested._internal.nested_tensor";
    const auto tensor = read(call(
        name("torch._tensor", "_rebuild_from_type_v2"),
        {name(module, "NestedTensor"), name(module, "NestedTensor"), tuple({rows(), line("o", 3)}), dict({})}));
    EXPECT_EQ(tensor.layout->name, "jagged");
    EXPECT_TRUE(tensor.claims.all().empty());
}

TEST_F(NestedTensors, RefusesWhatLacksAPart)
{
    EXPECT_THAT(refusal(torchZip(jagged({{str("values"), rows()}}), {{"v", floats(10)}})),
                HasSubstr("member offsets of a jagged tensor, found nothing"));
    EXPECT_THAT(refusal(torchZip(call(name(utils, "_rebuild_nested_tensor"), {none}), {})),
                HasSubstr("(buffer, sizes"));
}

} // namespace
} // namespace tscope
