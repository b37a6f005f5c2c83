// SPDX-License-Identifier: Apache-2.0
// What operations and conversions give, against what PyTorch makes of the same members. Skipped where it is not
// installed. Debian's PyTorch knows no product of blocks, no sum of csr and no bsc; those have other oracles.
#include "io/open.h"
#include "layouts/registry.h"
#include "ops/number_input.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "support/peer_folder.h"
#include "support/small_tensors.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

class TorchOperationsPeer : public testing::Test
{
protected:
    void SetUp() override
    {
        TSCOPE_NEEDS_PEER(modules);
        m_seed = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed()) + 15;
        m_make = std::make_unique<test::SmallTensors>(m_seed);
    }

    // The tensor as an expression in PyTorch's words, over a file for each member.
    std::string theirs(const Tensor& tensor)
    {
        const auto id = "t" + std::to_string(m_count++);
        const auto file = [&](const std::string& role) { return "load('" + id + role + ".npy')"; };
        for (const auto& member : tensor.members) {
            Document document;
            const auto& strided = *layoutNamed("strided");
            document.tensors.push_back({"", *makeTensor(strided, {{&strided.roles[0], member.array}})});
            const auto saved = saveFile(document, m_folder.path(id + std::string(member.role->name) + ".npy"));
            EXPECT_TRUE(saved) << saved.error().text;
        }
        const auto layout = std::string(tensor.layout->name);
        const auto size = tensor.size ? "(" + numbers(*tensor.size) + ")" : std::string();
        if (layout == "strided")
            return file("values");
        if (layout == "coo")
            return "torch.sparse_coo_tensor(" + file("indices") + ", " + file("values") + ", " + size + ")";
        if (layout == "nested")
            return "pieces(" + file("buffer") + ", " + file("nested_sizes") + ", " + file("nested_strides") +
                   ", " + file("storage_offsets") + ")";
        return "torch.sparse_" + layout + "_tensor(" + file("compressed") + ", " + file("plain") + ", " +
               file("values") + ", " + size + ")";
    }

    void compare(const std::string& what, const Tensor& ours, const std::string& wanted)
    {
        m_script += "same('" + what + "', " + theirs(ours) + ", " + wanted + ")\n";
        ++m_comparisons;
    }

    // Ours, or a failure.
    static Tensor result(std::string_view op, const std::vector<Tensor>& inputs,
                         const std::vector<std::string>& texts = {})
    {
        std::vector<Sound> sound;
        for (const auto& input : inputs)
            sound.push_back(test::proven(input));
        const auto& spec = *operationNamed(op);
        auto made = run(spec, sound, *parseParams(spec.params, texts));
        EXPECT_TRUE(made) << op << ": " << (made ? "" : made.error().text);
        return made ? made->tensor : Tensor{};
    }

    void expectSame()
    {
        EXPECT_GT(m_comparisons, 0);
        const auto told = m_folder.python(
            "import numpy as np, torch, warnings\n"
            "warnings.simplefilter('ignore')\n"
            "load = lambda n: torch.from_numpy(np.load(n))\n"
            "dense = lambda x: x if isinstance(x, list) or x.layout == torch.strided else x.to_dense()\n"
            "def pieces(buffer, sizes, strides, offsets):\n"
            "    return [torch.as_strided(buffer, s.tolist(), t.tolist(), int(o))\n"
            "            for s, t, o in zip(sizes, strides, offsets)]\n"
            "def same(what, ours, theirs):\n"
            "    a, b = dense(ours), dense(theirs)\n"
            "    if not isinstance(b, list) and b.dtype == torch.complex32:\n" // .npy has none
            "        b = b.to(torch.complex64)\n"
            "    if isinstance(b, list):\n"
            "        if len(a) != len(b):\n"
            "            print(what, len(a), 'components, wanted', len(b))\n"
            "        for i, (x, y) in enumerate(zip(a, b)):\n"
            "            same('%s component %d' % (what, i), x, y)\n"
            "    elif a.shape != b.shape or a.dtype != b.dtype or not torch.allclose(a, b, rtol=1e-5, "
            "atol=1e-6):\n"
            "        print(what, a, b)\n" +
            m_script + "print('done')\n");
        EXPECT_EQ(told, "done\n") << "seed " << m_seed;
    }

    static std::string numbers(const Extents& values)
    {
        std::string out;
        for (const auto value : values)
            out += std::to_string(value) + ",";
        return out;
    }

    Tensor next(std::string_view layout, Extents size, ElementType type, std::int64_t denseDims = 0)
    {
        return m_make->next({layout, std::move(size), type, ElementType::i64, denseDims, {2, 3}});
    }

    static constexpr auto modules = "numpy, torch";
    test::PeerFolder m_folder{modules};
    std::uint64_t m_seed = 0;
    std::unique_ptr<test::SmallTensors> m_make;
    std::string m_script;
    int m_count = 0, m_comparisons = 0;
};

TEST_F(TorchOperationsPeer, DenseOperationsGiveTheSame)
{
    for (const auto type :
         {ElementType::f32, ElementType::f64, ElementType::i32, ElementType::i64, ElementType::c64})
        for (const auto* layout : {"strided", "coo"}) {
            const bool isComplex = type == ElementType::c64,
                       isReal = type == ElementType::f32 || type == ElementType::f64;
            const auto what = std::string(DType(type).name()) + " " + layout + " ";
            const auto a = next(layout, {4, 6}, type), b = next(layout, {4, 6}, type);
            const auto x = next("strided", {6, 3}, type), row = next("strided", {6}, type);
            const auto A = theirs(a), B = theirs(b), X = theirs(x), R = theirs(row);
            compare(what + "matmul", result("matmul", {a, x}), "dense(" + A + ") @ " + X);
            compare(what + "matvec", result("matmul", {a, row}), "dense(" + A + ") @ " + R);
            compare(what + "add", result("add", {a, b}), A + " + " + B);
            compare(what + "mul", result("mul", {a, b}), "dense(" + A + ") * dense(" + B + ")");
            compare(what + "sum", result("sum", {a}), "dense(" + A + ").sum()");
            compare(what + "sum 0", result("sum", {a}, {"dim=0"}), "dense(" + A + ").sum(0)");
            compare(what + "sum kept", result("sum", {a}, {"dim=1", "keepdim=true"}),
                    "dense(" + A + ").sum(1, keepdim=True)");
            if (isReal || isComplex)
                compare(what + "mean", result("mean", {a}, {"dim=1"}), "dense(" + A + ").mean(1)");
            if (!isComplex) {
                compare(what + "amin", result("amin", {a}, {"dim=0"}), "dense(" + A + ").amin(0)");
                compare(what + "amax", result("amax", {a}, {"dim=1"}), "dense(" + A + ").amax(1)");
            }
            if (isReal && std::string_view(layout) == "strided")
                for (const auto* dim : {"0", "1"})
                    compare(what + "softmax", result("softmax", {a}, {std::string("dim=") + dim}),
                            "torch.softmax(" + A + ", " + dim + ")");
        }
    expectSame();
}

// Of two types the result has the one that PyTorch gives it.
TEST_F(TorchOperationsPeer, TypesArePromotedAlike)
{
    const std::array types{ElementType::boolean, ElementType::u8,  ElementType::i8,  ElementType::i16,
                           ElementType::i32,     ElementType::i64, ElementType::f16, ElementType::f32,
                           ElementType::f64,     ElementType::c64, ElementType::c128};
    for (const auto first : types)
        for (const auto second : types) {
            const auto a = next("strided", {2, 3}, first), b = next("strided", {2, 3}, second);
            const auto what = std::string(DType(first).name()) + " and " + std::string(DType(second).name());
            compare("add " + what, result("add", {a, b}), theirs(a) + " + " + theirs(b));
            compare("mul " + what, result("mul", {a, b}), theirs(a) + " * " + theirs(b));
            if (first == ElementType::u8 && DType(second).elementClass() == ElementClass::signedInteger)
                continue; // a negative number is refused here, and wraps there
            const auto number = next("strided", {}, second);
            compare("a number, " + what, result("mul", {a, number}), theirs(a) + " * " + theirs(number));
            compare("to a number, " + what, result("add", {number, a}), theirs(number) + " + " + theirs(a));
        }
    for (const auto type : types)
        for (const std::string text : {"2", "2.0", "1e3", "0.5", "1+2j"}) {
            const auto a = next("strided", {2, 3}, type), number = *numberTensor(text, DType(type));
            compare(std::string(DType(type).name()) + " by " + text, result("mul", {a, number}),
                    theirs(a) + " * " + (text == "1+2j" ? "(" + text + ")" : text));
        }
    expectSame();
}

TEST_F(TorchOperationsPeer, BatchesAndBroadcastsGiveTheSame)
{
    for (const auto type : {ElementType::f32, ElementType::i64}) {
        const auto a = next("strided", {3, 4, 5}, type), b = next("strided", {3, 5, 2}, type);
        const auto c = next("strided", {5, 2}, type), line = next("strided", {5}, type);
        compare("batched", result("matmul", {a, b}), theirs(a) + " @ " + theirs(b));
        compare("one factor for all", result("matmul", {a, c}), theirs(a) + " @ " + theirs(c));
        compare("a line for all", result("add", {a, line}), theirs(a) + " + " + theirs(line));
        compare("over two dims", result("sum", {a}, {"dim=0,2"}), theirs(a) + ".sum((0, 2))");
        const auto hybrid = next("coo", {3, 4, 2}, type, 1), other = next("coo", {3, 4, 2}, type, 1);
        compare("hybrid", result("add", {hybrid, other}), theirs(hybrid) + " + " + theirs(other));
        compare("hybrid sum", result("sum", {hybrid}, {"dim=2"}), "dense(" + theirs(hybrid) + ").sum(2)");
    }
    expectSame();
}

TEST_F(TorchOperationsPeer, SparseProductsAndSamplesGiveTheSame)
{
    for (const auto type : {ElementType::f32, ElementType::f64}) {
        const auto a = next("csr", {5, 6}, type);
        const auto x = next("strided", {6, 4}, type), y = next("strided", {5, 3}, type),
                   z = next("strided", {3, 6}, type);
        compare("csr", result("matmul", {a, x}), theirs(a) + " @ " + theirs(x));
        compare("sampled", result("sddmm", {a, y, z}),
                "(" + theirs(y) + " @ " + theirs(z) + ") * (dense(" + theirs(a) + ") != 0)");
    }
    expectSame();
}

TEST_F(TorchOperationsPeer, ComponentsGiveTheSame)
{
    for (const auto type : {ElementType::f32, ElementType::f64}) {
        const auto box = test::proven(next("strided", {4, 5, 3}, type));
        const auto a = convert(box, {.layout = layoutNamed("nested")})->tensor;
        const auto ragged = next("nested", {4, 5, 3}, type);
        const auto weight = next("strided", {2, 3}, type);
        const auto each = [&](const std::string& expression, const Tensor& of) {
            return "[" + expression + " for x in " + theirs(of) + "]";
        };
        compare("softmax", result("softmax", {ragged}), each("torch.softmax(x, -1)", ragged));
        compare("linear", result("linear", {a, weight}),
                each("torch.nn.functional.linear(x, " + theirs(weight) + ")", a));
        compare("add", result("add", {ragged, ragged}), each("x + x", ragged));
        compare("mul", result("mul", {ragged, ragged}), each("x * x", ragged));
    }
    expectSame();
}

TEST_F(TorchOperationsPeer, ConversionsGiveTheSame)
{
    for (const auto* from : {"strided", "coo", "csr", "csc", "bsr"})
        for (const auto* to : {"strided", "coo", "csr", "csc", "bsr"}) {
            const auto tensor = next(from, {8, 6}, ElementType::f64);
            ConvertRequest request{.layout = layoutNamed(to)};
            if (std::string_view(to) == "bsr")
                request.block = {{4, 2}};
            const auto made = convert(test::proven(tensor), request);
            ASSERT_TRUE(made) << made.error().text;
            compare(std::string(from) + " to " + to, made->tensor, theirs(tensor));
        }
    expectSame();
}

} // namespace
} // namespace tscope
