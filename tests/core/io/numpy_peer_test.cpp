// SPDX-License-Identifier: Apache-2.0
// What we write is read by NumPy and SciPy themselves, and what they write by us. Skipped where they are not
// installed.
#include "io/open.h"
#include "layouts/registry.h"
#include "literals/json_tensor.h"
#include "make/generators.h"
#include "support/peer_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tscope {
namespace {

class NumpyPeer : public testing::Test
{
protected:
    void SetUp() override { TSCOPE_NEEDS_PEER(modules); }

    std::string path(const std::string& name) const { return m_folder.path(name); }

    std::string python(const std::string& script) const
    {
        return m_folder.python("import warnings\n"
                               "warnings.simplefilter('ignore')\n"
                               "def row(a):\n"
                               "    h = a.astype(a.dtype.newbyteorder('<')).tobytes('C').hex()\n"
                               "    return '%s %s %s' % (a.dtype.name, list(a.shape), h)\n" +
                               script);
    }

    static constexpr auto modules = "numpy, scipy.sparse, scipy.io";
    test::PeerFolder m_folder{modules};
};

// The same as row() above.
std::string row(const Array& array)
{
    const auto compact = packed(array);
    std::string sizes, bytes;
    for (const auto size : array.geometry.sizes)
        sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
    for (std::int64_t i = 0; compact && i < compact->storage->byteSize(); ++i) {
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02x", std::to_integer<unsigned>(compact->storage->data()[i]));
        bytes += digits;
    }
    return std::string(array.dtype.name()) + " [" + sizes + "] " + bytes;
}

std::string rows(const Tensor& tensor, std::initializer_list<std::string_view> roles)
{
    std::string out;
    for (const auto role : roles)
        out += row(tensor.member(role).array) + '\n';
    return out;
}

Tensor made(const MakeSpec& spec)
{
    auto tensor = makeTensorOf(spec);
    EXPECT_TRUE(tensor) << tensor.error().text;
    return *tensor;
}

constexpr ElementType shared[] = {ElementType::boolean, ElementType::u8,  ElementType::u16, ElementType::u32,
                                  ElementType::u64,     ElementType::i8,  ElementType::i16, ElementType::i32,
                                  ElementType::i64,     ElementType::f16, ElementType::f32, ElementType::f64,
                                  ElementType::c64,     ElementType::c128};

TEST_F(NumpyPeer, ReadsOurArrays)
{
    std::string wanted;
    Document all;
    for (const auto type : shared) {
        const DType dtype(type);
        auto tensor = made({.kind = "random", .layout = "strided", .size = {3, 4}, .dtype = dtype});
        const std::string name(dtype.name());
        ASSERT_TRUE(saveFile({{{"", tensor}}, {}}, path(name + ".npy")));
        wanted += row(tensor.members[0].array) + '\n';
        std::ranges::reverse(tensor.members[0].array.geometry.sizes); // by columns
        std::ranges::reverse(tensor.members[0].array.geometry.strides);
        ASSERT_TRUE(saveFile({{{"", tensor}}, {}}, path(name + "_t.npy")));
        wanted += row(tensor.members[0].array) + '\n';
        all.tensors.push_back({"folder/" + name, tensor});
        wanted += row(tensor.members[0].array) + '\n';
    }
    ASSERT_TRUE(saveFile(all, path("all.npz")));
    std::string script =
        "import numpy as np\nz = np.load('all.npz')\nassert np.load('int64_t.npy').flags.f_contiguous\n";
    for (const auto type : shared) {
        const std::string name(DType(type).name());
        script += "print(row(np.load('" + name + ".npy')))\nprint(row(np.load('" + name +
                  "_t.npy')))\nprint(row(z['folder/" + name + "']))\n";
    }
    EXPECT_EQ(python(script), wanted);
}

// SciPy before 1.15 has no sparse arrays of other numbers of dims.
class ScipyNewestPeer : public NumpyPeer
{
};

TEST_F(ScipyNewestPeer, ReadsOurSparseArraysOfOtherNumbersOfDims)
{
    const auto version = python("import scipy\nprint(*scipy.__version__.split('.')[:2])\n");
    int major = 0, minor = 0;
    ASSERT_EQ(std::sscanf(version.c_str(), "%d %d", &major, &minor), 2) << version;
    if (major == 1 && minor < 15)
        GTEST_SKIP() << "SciPy " << version << " has none";
    const auto cube = readJsonTensors(R"({"layout": "coo", "size": [2, 3, 4], "members": {
        "indices": [[0, 1, 1], [1, 2, 0], [2, 3, 0]], "values": {"dtype": "float64", "shape": [3], "data": [1, 2, 3]}}})");
    ASSERT_TRUE(cube);
    ASSERT_TRUE(saveFile(*cube, path("cube.npz")));
    const auto vector = readJsonTensors(R"({"layout": "coo", "size": [5], "members": {
        "indices": [[1, 4]], "values": {"dtype": "float32", "shape": [2], "data": [1, 2]}}})");
    ASSERT_TRUE(vector);
    ASSERT_TRUE(saveFile(*vector, path("vector.npz")));
    EXPECT_EQ(
        python("import scipy.sparse as s\n"
               "for name in ('cube', 'vector'):\n"
               "    a = s.load_npz(name + '.npz')\n"
               "    print(type(a).__name__, a.shape, a.dtype, [c.tolist() for c in a.coords], a.data.tolist())\n"),
        "coo_array (2, 3, 4) float64 [[0, 1, 1], [1, 2, 0], [2, 3, 0]] [1.0, 2.0, 3.0]\n"
        "coo_array (5,) float32 [[1, 4]] [1.0, 2.0]\n");
}

TEST_F(NumpyPeer, ReadsOurMatrices)
{
    for (const std::string layout : {"csr", "csc", "bsr", "coo"}) {
        const auto tensor = made({.kind = "random",
                                  .layout = layout,
                                  .size = {6, 8},
                                  .density = 0.5,
                                  .dtype = ElementType::f64,
                                  .indexDType = layout == "coo" ? ElementType::i64 : ElementType::i32});
        ASSERT_TRUE(saveFile({{{"", tensor}}, {}}, path("m.npz")));
        const std::string script = "import scipy.sparse as s\nm = s.load_npz('m.npz')\nprint(m.format, m.shape)\n";
        const auto head = layout + " (6, 8)\n";
        if (layout == "coo")
            EXPECT_EQ(
                python(
                    script +
                    "import numpy as np\nprint(row(np.stack([m.row, m.col]).astype('i8')))\nprint(row(m.data))"),
                head + rows(tensor, {"indices", "values"}));
        else
            EXPECT_EQ(python(script + "print(row(m.indptr))\nprint(row(m.indices))\nprint(row(m.data))"),
                      head + rows(tensor, {"compressed", "plain", "values"}));
    }
}

TEST_F(NumpyPeer, WritesWhatWeRead)
{
    const auto wanted = python(R"(
import numpy as np, scipy.sparse as s
rng = np.random.default_rng(3)
a = rng.integers(-100, 100, (3, 4, 5)).astype('>i2')
b = np.asfortranarray(rng.standard_normal((4, 6)))
np.save('a.npy', a); np.save('b.npy', b)
np.savez('u.npz', a=a, b=b); np.savez_compressed('c.npz', a=a, b=b)
for x in (a, b, a, b, a, b): print(row(x))
m = s.random(7, 9, 0.4, format='csr', random_state=1)
for f in ('csr', 'csc', 'bsr', 'coo', 'dia'): s.save_npz(f + '.npz', m.asformat(f), compressed=f != 'csc')
for x in (m, m.tocsc(), m.tobsr()): print(row(x.indptr)); print(row(x.indices)); print(row(x.data))
c = m.tocoo(); print(row(np.stack([c.row, c.col]).astype('i8'))); print(row(c.data))
)");
    std::string found;
    for (const auto* name : {"a.npy", "b.npy", "u.npz", "c.npz"}) {
        const auto document = openFile(path(name));
        ASSERT_TRUE(document) << document.error().text;
        for (const auto& tensor : document->tensors)
            found += rows(tensor.tensor, {"values"});
    }
    for (const std::string layout : {"csr", "csc", "bsr", "coo"}) {
        const auto document = openFile(path(layout + ".npz"));
        ASSERT_TRUE(document) << document.error().text;
        const auto& tensor = document->tensors[0].tensor;
        found += layout == "coo" ? rows(tensor, {"indices", "values"})
                                 : rows(tensor, {"compressed", "plain", "values"});
    }
    EXPECT_EQ(found, wanted);
    // The diagonals hold the same matrix, and zeros.
    const auto sum = python("import scipy.sparse as s\nm = s.load_npz('dia.npz')\nn = m.tocoo()\n"
                            "import numpy as np\nr = {}\nfor i, o in enumerate(m.offsets):\n"
                            "    for j in range(m.data.shape[1]):\n"
                            "        if 0 <= j - o < m.shape[0]: r.setdefault(int(i), []).append(m.data[i, j])\n"
                            "print(row(np.array(sum(r.values(), []))))");
    const auto dia = openFile(path("dia.npz"));
    ASSERT_TRUE(dia) << dia.error().text;
    EXPECT_EQ(rows(dia->tensors[0].tensor, {"values"}), sum);
}

TEST_F(NumpyPeer, ReadsOurMatrixMarket)
{
    for (const auto type : {ElementType::f64, ElementType::i64, ElementType::c128}) {
        const auto tensor =
            made({.kind = "random", .layout = "coo", .size = {9, 7}, .density = 0.3, .dtype = type});
        for (const std::string name : {"m.mtx", "m.mtx.gz"}) {
            ASSERT_TRUE(saveFile({{{"", tensor}}, {}}, path(name)));
            EXPECT_EQ(python("import numpy as np, scipy.io\nm = scipy.io.mmread('" + name +
                             "')\nprint(m.shape)\nprint(row(np.stack([m.row, m.col]).astype('i8')))\n"
                             "print(row(m.data))"),
                      "(9, 7)\n" + rows(tensor, {"indices", "values"}));
        }
        const auto dense = made({.kind = "random", .layout = "strided", .size = {4, 3}, .dtype = type});
        ASSERT_TRUE(saveFile({{{"", dense}}, {}}, path("d.mtx")));
        EXPECT_EQ(python("import scipy.io\nprint(row(scipy.io.mmread('d.mtx')))"), rows(dense, {"values"}));
    }
}

// Both read what SciPy wrote, and SciPy compares.
TEST_F(NumpyPeer, WritesMatrixMarketThatWeRead)
{
    const auto names = python(R"(
import numpy as np, scipy.io, scipy.sparse as s
rng = np.random.default_rng(5)
m = s.random(8, 8, 0.3, format='coo', random_state=2)
z = m + 1j * s.random(8, 8, 0.3, format='coo', random_state=4)
cases = {'general': m, 'symmetric': m + m.T, 'skew-symmetric': m - m.T, 'hermitian': z + z.conj().T, 'complex': z,
         'integer': s.coo_matrix((rng.integers(-99, 99, 6), (np.arange(6), np.arange(6)[::-1])), shape=(8, 9)),
         'tall': s.random(30, 2, 0.5, format='coo', random_state=6)}
for name, matrix in cases.items():
    symmetry = name if name in ('symmetric', 'skew-symmetric', 'hermitian') else 'general'
    scipy.io.mmwrite(name + '.mtx', matrix.tocoo(), symmetry=symmetry)
    print(name)
scipy.io.mmwrite('pattern.mtx', m, field='pattern', symmetry='general')
print('pattern')
)");
    std::istringstream list(names);
    std::string script = "import numpy as np, scipy.io, scipy.sparse as s\n", wanted;
    for (std::string name; std::getline(list, name);) {
        const auto document = openFile(path(name + ".mtx"));
        ASSERT_TRUE(document) << document.error().text;
        ASSERT_TRUE(saveFile({{{"", document->tensors[0].tensor}}, {}}, path(name + ".npz")));
        script += "a = s.load_npz('" + name + ".npz').toarray(); b = scipy.io.mmread('" + name +
                  ".mtx').toarray()\nprint('" + name + "', a.shape == b.shape and bool((a == b).all()))\n";
        wanted += name + " True\n";
    }
    EXPECT_EQ(std::ranges::count(wanted, '\n'), 8);
    EXPECT_EQ(python(script), wanted);
}

} // namespace
} // namespace tscope
