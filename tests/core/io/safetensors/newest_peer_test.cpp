// SPDX-License-Identifier: Apache-2.0
// The safetensors library reads our files, and we read its files.
#include "io/open.h"
#include "make/generators.h"
#include "support/peer_folder.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

class SafetensorsNewestPeer : public testing::Test
{
protected:
    void SetUp() override { TSCOPE_NEEDS_PEER(modules); }

    static constexpr auto modules = "safetensors.torch, torch";
    static constexpr auto row = "import torch\n"
                                "from safetensors.torch import load_file, save_file\n"
                                "def row(name, t):\n"
                                "    h = t.contiguous().flatten().view(torch.uint8).numpy().tobytes().hex()\n"
                                "    return '%s %s %s %s' % (name, str(t.dtype)[6:], list(t.shape), h)\n";
    test::PeerFolder m_folder{modules};
};

// The same as row() above.
std::string rowOf(const NamedTensor& named)
{
    const auto& array = named.tensor.members[0].array;
    const auto compact = packed(array);
    EXPECT_TRUE(compact);
    std::string out = named.name + ' ' + std::string(array.dtype.name()) + " [";
    for (std::size_t dim = 0; dim < array.geometry.sizes.size(); ++dim)
        out += (dim == 0 ? "" : ", ") + std::to_string(array.geometry.sizes[dim]);
    out += "] ";
    for (std::int64_t i = 0; compact && i < compact->storage->byteSize(); ++i) {
        constexpr auto digits = "0123456789abcdef";
        const auto byte = std::to_integer<unsigned>(compact->storage->data()[i]);
        out += {digits[byte >> 4], digits[byte & 15]};
    }
    return out + '\n';
}

constexpr ElementType shared[] = {
    ElementType::boolean, ElementType::u8,  ElementType::u16, ElementType::u32,      ElementType::u64,
    ElementType::i8,      ElementType::i16, ElementType::i32, ElementType::i64,      ElementType::f16,
    ElementType::bf16,    ElementType::f32, ElementType::f64, ElementType::f8e4m3fn, ElementType::f8e5m2,
};

TEST_F(SafetensorsNewestPeer, ReadsEveryTypeAndShapeThatWeWrite)
{
    Document document;
    std::string wanted;
    for (const auto type : shared)
        for (const Extents& size : {Extents{2, 3}, Extents{}, Extents{0, 4}}) {
            const DType dtype(type);
            auto made = makeTensorOf({.kind = "random", .layout = "strided", .size = size, .dtype = dtype});
            ASSERT_TRUE(made) << made.error().text;
            document.tensors.push_back(
                {std::string(dtype.name()) + '.' + std::to_string(document.tensors.size()), *made});
            wanted += rowOf(document.tensors.back());
        }
    const auto saved = saveFile(document, m_folder.path("ours.safetensors"));
    ASSERT_TRUE(saved) << saved.error().text;
    std::string script = std::string(row) + "z = load_file('ours.safetensors')\n";
    for (const auto& each : document.tensors)
        script += "print(row('" + each.name + "', z['" + each.name + "']))\n";
    EXPECT_EQ(m_folder.python(script), wanted);
}

TEST_F(SafetensorsNewestPeer, WritesEveryTypeAsWeReadIt)
{
    std::string script = std::string(row) + "g = torch.Generator().manual_seed(1)\nz = {}\n";
    for (const auto type : shared) {
        const std::string name(DType(type).name());
        // Any bits are elements, but of a truth value.
        script += "t = torch.randint(0, 2 if '" + name +
                  "' == 'bool' else 256, (24 * torch.empty(0, dtype=torch." + name +
                  ").element_size(),), generator=g, dtype=torch.uint8).view(torch." + name + ").reshape(4, 6)\n" +
                  "z['" + name + "'] = t\nz['" + name + ".none'] = t[:0].clone()\n";
    }
    script += "save_file(z, 'theirs.safetensors')\n"
              "open('rows', 'w').write(''.join(row(n, z[n]) + '\\n' for n in sorted(z)))\n";
    EXPECT_EQ(m_folder.python(script), "");
    const auto read = openFile(m_folder.path("theirs.safetensors"));
    ASSERT_TRUE(read) << read.error().text;
    auto tensors = read->tensors;
    std::ranges::sort(tensors, {}, &NamedTensor::name);
    std::string ours, theirs;
    for (const auto& each : tensors)
        ours += rowOf(each);
    std::ifstream rows(m_folder.path("rows"));
    std::getline(rows, theirs, '\0');
    EXPECT_EQ(ours, theirs);
}

} // namespace
} // namespace tscope
