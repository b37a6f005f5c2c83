// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/read_torch.h"
#include "io/open.h"
#include "literals/json_tensor.h"
#include "support/peer_python.h"
#include "support/tool.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace tscope {
namespace {

using testing::HasSubstr;

// What PyTorch itself makes of a file: one line per tensor.
constexpr auto printTensors = R"(
import sys, torch
def show(name, t):
    if t.layout == torch.strided:
        values = t.int_repr().flatten().tolist() if t.is_quantized else t.flatten().tolist()
        print(name, t.dtype, tuple(t.shape), t.stride(), t.storage_offset(), t.storage().size(), t.requires_grad, t.is_conj(), values)
    elif t.layout == torch.sparse_coo:
        print(name, t.layout, tuple(t.shape), t.is_coalesced(), t._indices().tolist(), t._values().tolist())
    else:
        print(name, t.layout, tuple(t.shape), t.crow_indices().tolist(), t.col_indices().tolist(), t.values().tolist())
loaded = torch.load(sys.argv[1])
for name, t in loaded.items() if isinstance(loaded, dict) else [('', loaded)]:
    show(name, t)
if isinstance(loaded, dict) and 'a' in loaded and 'b' in loaded:
    print('shared', loaded['a'].storage().data_ptr() == loaded['b'].storage().data_ptr())
)";

// What any Python reads in a file: its records, and the calls of its pickle, each noted and none made.
constexpr auto printCalls = R"(
import sys, io, zipfile, pickle, pickletools
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
for info in archive.infolist():
    with open(sys.argv[1], 'rb') as file:
        file.seek(info.header_offset + 26)
        lengths = file.read(4)
    begin = info.header_offset + 30 + int.from_bytes(lengths[:2], 'little') + int.from_bytes(lengths[2:], 'little')
    assert begin % 64 == 0, info.filename
class Noted:
    def __init__(self, name): self.name = name
    def __call__(self, *args): return Noted(self.name + repr(args))
    def __repr__(self): return self.name
class Reader(pickle.Unpickler):
    def find_class(self, module, name): return Noted(name)
    def persistent_load(self, id): return Noted('<' + ' '.join(str(part) for part in id[1:]) + '>')
data = archive.read('archive/data.pkl')
assert max(op.proto for op, _, _ in pickletools.genops(data)) <= 2
print(Reader(io.BytesIO(data)).load())
)";

class PyTorch : public testing::Test
{
protected:
    PyTorch()
        : m_path((std::filesystem::temp_directory_path() /
                  ("tscope-torch-" + std::to_string(::getpid()) + "-" +
                   std::to_string(reinterpret_cast<std::uintptr_t>(this)) + ".pt"))
                     .string())
    {
    }
    ~PyTorch() override { std::filesystem::remove(m_path); }

    virtual const std::string& python() const = 0;

    std::string run(const char* script, const Document& document, const TorchWriteOptions& options = {}) const
    {
        TextSink sink;
        const auto written = writeTorchArchive(document, sink, options);
        EXPECT_TRUE(written) << written.error().text;
        std::ofstream(m_path, std::ios::binary) << sink.text();
        const auto result = runTool(python(), {"-c", script, m_path});
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return result.out;
    }
    std::string run(const char* script, std::string_view json, const TorchWriteOptions& options = {}) const
    {
        const auto document = readJsonTensors(json);
        EXPECT_TRUE(document) << document.error().text;
        return document ? run(script, *document, options) : std::string();
    }

    std::string m_path;
};

class TorchPeer : public PyTorch
{
protected:
    void SetUp() override { TSCOPE_NEEDS_PEER("torch"); }
    const std::string& python() const override { return test::peerPython("torch"); }
};

class PicklePeer : public PyTorch
{
protected:
    void SetUp() override { TSCOPE_NEEDS_PEER("pickletools"); }
    const std::string& python() const override { return test::peerPython("pickletools"); }
};

TEST_F(TorchPeer, StridedTensorsAndTheirSharing)
{
    EXPECT_EQ(run(printTensors, R"({"tensors": {
        "a": {"dtype": "int64", "sizes": [2, 2], "strides": [1, 3], "offset": 1, "storage": [0, 1, 2, 3, 4, 5, 6]},
        "b": {"layout": "strided", "members": {"values": {"dtype": "int64", "shape": [3], "offset": 4, "requires_grad": false, "storage": {"shared": "a/values"}}}},
        "c": {"layout": "strided", "members": {"values": {"dtype": "float64", "shape": [], "data": [0.5], "requires_grad": true}}},
        "d": {"dtype": "bool", "sizes": [0, 3], "data": []}}})"),
              "a torch.int64 (2, 2) (1, 3) 1 7 False False [1, 4, 2, 5]\n"
              "b torch.int64 (3,) (1,) 4 7 False False [4, 5, 6]\n"
              "c torch.float64 () () 0 1 True False [0.5]\n"
              "d torch.bool (0, 3) (3, 1) 0 0 False False []\n"
              "shared True\n");
}

TEST_F(TorchPeer, EveryTypeThatItHasAStorageClassFor)
{
    std::string tensors, expected;
    for (const std::string dtype :
         {"bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64"}) {
        tensors += "\"" + dtype + "\": {\"sizes\": [2], \"data\": [0, 1], \"dtype\": \"" + dtype + "\"}, ";
        const bool isReal = dtype.starts_with("float") || dtype.starts_with("bf");
        expected += dtype + " torch." + dtype + " (2,) (1,) 0 2 False False " +
                    (dtype == "bool" ? "[False, True]"
                     : isReal        ? "[0.0, 1.0]"
                                     : "[0, 1]") +
                    "\n";
    }
    EXPECT_EQ(run(printTensors, "{\"tensors\": {" + tensors + R"(
                  "complex": {"sizes": [1], "data": [[1, 2]], "dtype": "complex64"},
                  "quantised": {"sizes": [2], "data": [3, -1], "dtype": "qint8", "qscheme": "per_tensor_affine",
                                "scale": "0.25", "zero_point": 1}}})"),
              expected + "complex torch.complex64 (1,) (1,) 0 1 False False [(1+2j)]\n"
                         "quantised torch.qint8 (2,) (1,) 0 2 False False [3, -1]\n");
}

// What PyTorch takes the stored integers to mean, and what it writes of that is read here as it was.
TEST_F(TorchPeer, QuantisedTensorsKeepTheirScales)
{
    constexpr auto printScales = R"(
import sys, torch
loaded = torch.load(sys.argv[1])
for name, t in loaded.items():
    if t.qscheme() == torch.per_tensor_affine:
        scales = (t.q_scale(), t.q_zero_point())
    else:
        scales = (t.q_per_channel_scales().tolist(), t.q_per_channel_zero_points().tolist(), t.q_per_channel_axis())
    print(name, t.qscheme(), *scales, t.dequantize().tolist())
torch.save(loaded, sys.argv[1])
)";
    const auto document = readJsonTensors(R"({"tensors": {
        "one": {"dtype": "quint8", "sizes": [2], "data": [3, 5], "qscheme": "per_tensor_affine", "scale": "0.5", "zero_point": 1},
        "rows": {"dtype": "qint8", "sizes": [2, 2], "data": [[3, -1], [2, 4]], "qscheme": "per_channel_affine", "axis": 0, "scales": "0.25, 2", "zero_points": "1, -1"},
        "floats": {"dtype": "quint8", "sizes": [2, 2], "data": [[3, 1], [2, 4]], "qscheme": "per_channel_affine_float_qparams", "axis": 0, "scales": "0.25, 0.1", "zero_points": "0.5, -1"}}})");
    ASSERT_TRUE(document) << document.error().text;
    EXPECT_EQ(run(printScales, *document),
              "one torch.per_tensor_affine 0.5 1 [1.0, 2.0]\n"
              "rows torch.per_channel_affine [0.25, 2.0] [1, -1] 0 [[0.5, -0.5], [6.0, 10.0]]\n"
              "floats torch.per_channel_affine_float_qparams [0.25, 0.10000000149011612] [0.5, -1.0] 0 "
              "[[0.625, 0.125], [0.30000001192092896, 0.5]]\n");
    const auto again = openFile(m_path);
    ASSERT_TRUE(again) << again.error().text;
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(again->tensors[i].tensor.claims, document->tensors[i].tensor.claims) << again->tensors[i].name;
}

TEST_F(TorchPeer, SparseTensors)
{
    // The older calls are read by 1.x alone, the newer ones by what came since, which keeps the flag of coo too.
    const auto isFirst = runTool(python(), {"-c", "import torch; print(torch.__version__[:2])"}).out == "1.\n";
    EXPECT_EQ(run(printTensors, R"({"tensors": {
        "coo": {"layout": "coo", "size": [3, 4], "is_coalesced": true, "members": {"indices": [[0, 2], [1, 3]], "values": [1.5, 2]}},
        "csr": {"layout": "csr", "size": [2, 3], "members": {"compressed": [0, 1, 2], "plain": [0, 2], "values": [1, 2]}}}})",
                  {.for1x = isFirst}),
              std::string("coo torch.sparse_coo (3, 4) ") + (isFirst ? "False" : "True") +
                  " [[0, 2], [1, 3]] [1.5, 2.0]\n"
                  "csr torch.sparse_csr (2, 3) [0, 1, 2] [0, 2] [1.0, 2.0]\n");
}

TEST_F(PicklePeer, TheCallsOfLaterVersions)
{
    EXPECT_EQ(
        run(printCalls,
            R"({"layout": "bsr", "size": [2, 2], "members": {"compressed": [0, 1], "plain": [0], "values": [[[1, 2], [3, 4]]]}})"),
        "_rebuild_sparse_tensor(_get_layout('torch.sparse_bsr',), ("
        "_rebuild_tensor_v2(<LongStorage 0 cpu 2>, 0, (2,), (1,), False, OrderedDict()), "
        "_rebuild_tensor_v2(<LongStorage 1 cpu 1>, 0, (1,), (1,), False, OrderedDict()), "
        "_rebuild_tensor_v2(<FloatStorage 2 cpu 4>, 0, (1, 2, 2), (4, 2, 1), False, OrderedDict()), "
        "Size((2, 2),)))\n");
    EXPECT_EQ(run(printCalls, R"({"sizes": [2], "data": [1, 2], "dtype": "uint16", "device": "cuda:1"})"),
              "_rebuild_tensor_v3(<UntypedStorage 0 cuda:1 4>, 0, (2,), (1,), False, OrderedDict(), uint16)\n");
    EXPECT_EQ(
        run(printCalls,
            R"({"layout": "nested", "members": {"buffer": [1, 2], "nested_sizes": [[2]], "nested_strides": [[1]], "storage_offsets": [0]}})"),
        "_rebuild_nested_tensor(_rebuild_tensor_v2(<FloatStorage 0 cpu 2>, 0, (2,), (1,), False, OrderedDict()), "
        "_rebuild_tensor_v2(<LongStorage 1 cpu 1>, 0, (1, 1), (1, 1), False, OrderedDict()), "
        "_rebuild_tensor_v2(<LongStorage 2 cpu 1>, 0, (1, 1), (1, 1), False, OrderedDict()), "
        "_rebuild_tensor_v2(<LongStorage 3 cpu 1>, 0, (1,), (1,), False, OrderedDict()))\n");
    EXPECT_EQ(run(printCalls,
                  R"({"layout": "jagged", "max_seqlen": 2, "members": {"values": [1, 2], "offsets": [0, 2]}})"),
              "_rebuild_from_type_v2(_rebuild_njt, NestedTensor, ({"
              "'values': _rebuild_tensor_v2(<FloatStorage 0 cpu 2>, 0, (2,), (1,), False, OrderedDict()), "
              "'offsets': _rebuild_tensor_v2(<LongStorage 1 cpu 2>, 0, (2,), (1,), False, OrderedDict()), "
              "'lengths': None, '_ragged_idx': 1, '_metadata_cache': {'max_seqlen': "
              "_rebuild_tensor_v2(<FloatStorage 2 cpu 0>, 0, (2, 0), (1, 1), False, OrderedDict())}, "
              "'requires_grad': False},), {})\n");
    EXPECT_EQ(
        run(printCalls,
            R"({"layout": "coo", "size": [2], "is_coalesced": true, "members": {"indices": [[0]], "values": {"shape": [1], "data": [1], "requires_grad": true}}})"),
        "_rebuild_parameter(_rebuild_sparse_tensor(_get_layout('torch.sparse_coo',), ("
        "_rebuild_tensor_v2(<LongStorage 0 cpu 1>, 0, (1, 1), (1, 1), False, OrderedDict()), "
        "_rebuild_tensor_v2(<FloatStorage 1 cpu 1>, 0, (1,), (1,), False, OrderedDict()), "
        "Size((2,),), True)), True, OrderedDict())\n");
    EXPECT_EQ(run(printCalls, R"({"sizes": [1], "data": [[1, 2]], "dtype": "complex64", "conj": true})"),
              "_rebuild_tensor_v2(<ComplexFloatStorage 0 cpu 1>, 0, (1,), (1,), False, OrderedDict(), {'conj': "
              "True})\n");
    EXPECT_EQ(run(printCalls, R"({"sizes": [3], "device": "meta", "dtype": "float16"})"),
              "_rebuild_meta_tensor_no_storage(float16, (3,), (1,), False)\n");
}

} // namespace
} // namespace tscope
