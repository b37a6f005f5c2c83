// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/read_torch.h"
#include "support/peer_folder.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

namespace tscope {
namespace {

using namespace std::string_literals;
using namespace test::py;
using test::little;
using test::namesOf;
using test::refusal;
using test::torchZip;
using test::valuesOf;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string numpyType(const std::string& type, const std::string& order)
{
    return call(name("numpy", "dtype"), {str(type), no, yes}) +
           tuple({num(3), str(order), none, none, none, num(-1), num(-1), num(0)}) + "b";
}

// As protocol 2 has bytes: text of a character for each.
std::string latin1(std::string_view bytes)
{
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80)
            text += c;
        else
            text += {static_cast<char>(0xC0 | byte >> 6), static_cast<char>(0x80 | (byte & 0x3F))};
    }
    return call(name("_codecs", "encode"), {str(text), str("latin1")});
}

std::string shortBytes(std::string_view bytes) // of protocol 3
{
    return "C" + little(bytes.size(), 1) + std::string(bytes);
}

std::string numpyArray(const std::string& shape, const std::string& type, const std::string& elements,
                       bool isFortran = false, std::string_view module = "numpy.core.multiarray")
{
    return call(name(module, "_reconstruct"), {name("numpy", "ndarray"), nums({0}), shortBytes("b")}) +
           tuple({num(1), shape, type, isFortran ? yes : no, elements}) + "b";
}

std::string onDevice(const std::string& array, std::string_view dtype = "float32",
                     std::string_view device = "xla:0", const std::string& grad = no)
{
    return call(name("torch._utils", "_rebuild_device_tensor_from_numpy"),
                {array, name("torch", dtype), str(device), grad});
}

std::string floats(std::initializer_list<float> values)
{
    std::string out;
    for (const auto value : values)
        out.append(reinterpret_cast<const char*>(&value), sizeof value);
    return out;
}

Tensor only(const std::string& object)
{
    const auto document = test::readTorch(torchZip(object, {}));
    EXPECT_THAT(namesOf(document), ElementsAre(""));
    EXPECT_THAT(document.warnings, IsEmpty());
    return document.tensors.empty() ? Tensor{} : document.tensors.front().tensor;
}

Array arrayOf(const std::string& object)
{
    const auto tensor = only(object);
    return tensor.members.empty() ? Array{} : tensor.members.front().array;
}

TEST(TorchNumpy, ATensorOfADeviceComesAsAnArrayOfNumPy)
{
    const auto bytes = floats({1.5F, -2, 3, 4, 5, 200.25F}); // with bytes above 127
    const auto type = numpyType("f4", "<");
    for (const auto& elements : {latin1(bytes), shortBytes(bytes), "U" + little(bytes.size(), 1) + bytes}) {
        const auto tensor = only(onDevice(numpyArray(nums({2, 3}), type, elements), "float32", "xla:0", yes));
        ASSERT_EQ(tensor.members.size(), 1u);
        EXPECT_EQ(valuesOf(tensor.members[0].array), "1.5 -2 3 4 5 200.25");
        EXPECT_EQ(tensor.members[0].array.geometry, Geometry::rowMajor({2, 3}));
        EXPECT_TRUE(tensor.members[0].requiresGrad);
        EXPECT_EQ(tensor.declaredDevice().text(), "xla:0");
    }
}

TEST(TorchNumpy, OrdersOfBytesAndOfElementsAreKept)
{
    const auto turned = "\0\1\1\0\0\2"s;
    EXPECT_EQ(valuesOf(arrayOf(onDevice(numpyArray(nums({3}), numpyType("i2", ">"), latin1(turned)), "int16"))),
              "1 256 2");
    const auto columns =
        arrayOf(onDevice(numpyArray(nums({2, 2}), numpyType("u1", "|"), shortBytes("\1\2\3\4"), true), "uint8"));
    EXPECT_EQ(valuesOf(columns), "1 3 2 4");
    EXPECT_EQ(columns.geometry.strides, (Extents{1, 2}));
}

TEST(TorchNumpy, EverySpellingIsRead)
{
    const auto bytes = floats({1, 2});
    EXPECT_EQ(valuesOf(arrayOf(onDevice(
                  numpyArray(nums({2}), numpyType("f4", "<"), latin1(bytes), false, "numpy._core.multiarray")))),
              "1 2");
    for (const auto* module : {"numpy.core.numeric", "numpy._core.numeric"}) {
        const auto buffer = "\x96" + little(bytes.size(), 8) + bytes; // BYTEARRAY8
        EXPECT_EQ(valuesOf(arrayOf(onDevice(
                      call(name(module, "_frombuffer"), {buffer, numpyType("f4", "<"), nums({1, 2}), str("F")})))),
                  "1 2");
    }
    // No bytes at all are written as a call.
    const auto nothing = call(name("__builtin__", "bytes"), {});
    EXPECT_EQ(arrayOf(onDevice(numpyArray(nums({0, 3}), numpyType("f4", "<"), nothing))).geometry.sizes,
              (Extents{0, 3}));
}

TEST(TorchNumpy, TypesThatNumPyLacksWereMadeWider)
{
    const auto array =
        arrayOf(onDevice(numpyArray(nums({2}), numpyType("f4", "<"), latin1(floats({1.5F, -2}))), "bfloat16"));
    EXPECT_EQ(array.dtype.name(), "bfloat16");
    EXPECT_EQ(valuesOf(array), "1.5 -2");
}

TEST(TorchNumpy, WhatIsNoArrayIsLeftOutWithASentence)
{
    const auto type = numpyType("f4", "<");
    const auto four = latin1(floats({1}));
    const auto refused = [](const std::string& array) { return refusal(torchZip(onDevice(array), {})); };
    EXPECT_THAT(refused(none), HasSubstr("wanted the parts of a NumPy array, found None"));
    EXPECT_THAT(refused(numpyArray(nums({2}), type, four)), AllOf(HasSubstr("shape (2,)"), HasSubstr("found 4")));
    EXPECT_THAT(refused(numpyArray(nums({-1}), type, four)), HasSubstr("of shape (-1,)"));
    EXPECT_THAT(refused(numpyArray(nums({std::int64_t{1} << 62, 4}), type, four)), HasSubstr("64 bits"));
    EXPECT_THAT(refused(numpyArray(none, type, four)), HasSubstr("wanted the shape"));
    EXPECT_THAT(refused(numpyArray(nums({1}), none, four)), HasSubstr("wanted the element type"));
    EXPECT_THAT(refused(numpyArray(nums({1}), numpyType("O8", "|"), four)), HasSubstr("Python objects"));
    EXPECT_THAT(refused(numpyArray(nums({1}), numpyType("f4'}", "<"), four)), HasSubstr("wanted an element type"));
    EXPECT_THAT(refused(numpyArray(nums({1}), type, none)), HasSubstr("wanted the elements"));
    const auto wide = call(name("_codecs", "encode"), {str("\xc4\x80zzz"), str("latin1")});
    EXPECT_THAT(refused(numpyArray(nums({1}), type, wide)), HasSubstr("wanted the elements"));
    EXPECT_THAT(refused(call(name("my", "array"), {num(1)})), HasSubstr("wanted the parts of a NumPy array"));
    EXPECT_THAT(refusal(torchZip(call(name("torch._utils", "_rebuild_device_tensor_from_numpy"), {none}), {})),
                HasSubstr("found 1 argument"));
    EXPECT_THAT(refusal(torchZip(onDevice(numpyArray(nums({1}), type, four), "int32", "xla:0", str("x")), {})),
                HasSubstr("requires_grad"));
}

// Arrays of NumPy that share their bytes in the pickle would each copy them.
TEST(TorchNumpy, CopiesAreBounded)
{
    constexpr std::size_t size = std::size_t{1} << 20;
    const auto elements = "B" + little(size, 4) + std::string(size, '\1') + "q\x09";
    std::vector<std::pair<std::string, std::string>> items;
    for (int i = 0; i < 100; ++i)
        items.emplace_back(
            str("w" + std::to_string(i)),
            onDevice(numpyArray(nums({size}), numpyType("u1", "|"), i == 0 ? elements : "h\x09"), "uint8"));
    const auto document = test::readTorch(torchZip(dict(items), {}));
    EXPECT_EQ(document.tensors.size(), 17u) << "16 MiB, and the bytes of the pickle";
    EXPECT_THAT(document.warnings, testing::Each(HasSubstr("refer to the same bytes so often")));
}

TEST(TorchNumpy, ReadsWhatNumPyItselfPickles)
{
    TSCOPE_NEEDS_PEER("numpy");
    const test::PeerFolder folder("numpy");
    folder.python(R"(
import numpy, pickle, sys, types, zipfile
torch, utils = types.ModuleType('torch'), types.ModuleType('torch._utils')
sys.modules['torch'], sys.modules['torch._utils'] = torch, utils
class DType:
    def __init__(self, name): self.__qualname__ = name
    def __reduce__(self): return self.__qualname__
DType.__module__ = 'torch'
def _rebuild_device_tensor_from_numpy(*args): pass
_rebuild_device_tensor_from_numpy.__module__ = 'torch._utils'
utils._rebuild_device_tensor_from_numpy = _rebuild_device_tensor_from_numpy
class Moved:
    def __init__(self, array, dtype):
        setattr(torch, dtype, DType(dtype))
        self.args = (array, getattr(torch, dtype), 'xla:0', False)
    def __reduce__(self): return _rebuild_device_tensor_from_numpy, self.args
numbers = numpy.arange(250, 256)
tensors = {'f': Moved(numbers.astype('f8').reshape(2, 3), 'float64'),
           't': Moved(numbers.astype('>i4').reshape(2, 3).T, 'int32'),
           'e': Moved(numpy.zeros((0, 3), 'f4'), 'float32'),
           's': Moved(numpy.array(2.5, 'f2'), 'float16'),
           'n': Moved(numbers.astype('c8')[::2], 'complex64'),
           'b': Moved(numpy.array([True, False]), 'bool')}
for protocol in range(2, 6):
    with zipfile.ZipFile('p%d.pt' % protocol, 'w') as archive:
        archive.writestr('archive/data.pkl', pickle.dumps(tensors, protocol))
        archive.writestr('archive/version', '3')
)");
    for (int protocol = 2; protocol < 6; ++protocol) {
        std::ifstream file(folder.path("p" + std::to_string(protocol) + ".pt"), std::ios::binary);
        const auto document =
            test::readTorch(std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()));
        EXPECT_THAT(document.warnings, IsEmpty()) << protocol;
        std::vector<std::string> lines;
        for (const auto& [name, tensor] : document.tensors)
            lines.push_back(name + ' ' + std::string(tensor.members[0].array.dtype.name()) + ' ' +
                            text(tensor.members[0].array.geometry.sizes) + ": " +
                            valuesOf(tensor.members[0].array));
        EXPECT_THAT(lines, ElementsAre("f float64 (2, 3): 250 251 252 253 254 255",
                                       "t int32 (3, 2): 250 253 251 254 252 255",
                                       "e float32 (0, 3): ", "s float16 (): 2.5",
                                       "n complex64 (3,): (250+0j) (252+0j) (254+0j)", "b bool (2,): true false"))
            << protocol;
    }
}

} // namespace
} // namespace tscope
