// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/small_tensors.h"

#include <string>
#include <utility>
#include <vector>

namespace tscope::test {

// A computation of tensors of small whole numbers, as a script and as Python for PyTorch, in which sparse tensors
// are dense ones and nested tensors are lists. All leaves are float64, but for the indices of embeddings.
struct RandomGraph {
    struct Leaf {
        std::string name;
        Tensor tensor;
        bool requiresGradient = true;
    };
    std::vector<Leaf> leaves;
    std::string script, python; // both end with the assignment of "loss", one number
};

class RandomGraphs
{
public:
    // Not smooth: made sparse, a dense tensor keeps no zeros, and those have no gradient, though the result would
    // move with them; equal elements share the gradient of an extreme. Of large numbers shares are all but smooth.
    enum class Steps : std::uint8_t { smooth, all };
    RandomGraphs(std::uint64_t seed, Steps steps) : m_make(seed), m_steps(steps) {}

    RandomGraph next()
    {
        m_graph = {};
        m_pool.clear();
        m_count = 0;
        m_isExact = m_steps == Steps::all && below(2) == 0;
        leaf("strided", {between(1, 4), between(1, 4)});
        leaf("strided", {between(1, 4), between(1, 4)});
        if (below(2) == 0)
            sparseLeaf();
        const auto steps = between(3, 8);
        for (std::int64_t made = 0, tries = 0; made < steps && tries < 200; ++tries)
            made += step() ? 1 : 0;
        finish();
        return std::move(m_graph);
    }

private:
    enum class Kind : std::uint8_t { dense, sparse, nested };
    struct Variable {
        std::string name;
        Kind kind = Kind::dense;
        Extents size;                // of a nested one that of its components, -1: they differ
        std::vector<Extents> shapes; // of components
        bool isUsed = false;
    };

    std::int64_t below(std::int64_t count) { return m_make.random().below(count); }
    std::int64_t between(std::int64_t low, std::int64_t high) { return m_make.random().between(low, high); }
    static std::string numbers(const Extents& values)
    {
        std::string out;
        for (const auto value : values)
            out += (out.empty() ? "" : ", ") + std::to_string(value);
        return out;
    }

    Variable leaf(std::string_view layout, Extents size, bool isIndex = false, std::int64_t most = 2)
    {
        Variable made{"x" + std::to_string(m_count++), layout == "strided" ? Kind::dense : Kind::sparse, size, {}};
        SmallTensors::Wish wish{layout, std::move(size), ElementType::f64, ElementType::i64, 0, {2, 3}, most};
        if (isIndex)
            wish.dtype = ElementType::u8;
        m_graph.leaves.push_back({made.name, m_make.next(wish), !isIndex});
        if (!isIndex)
            m_pool.push_back(made);
        return made;
    }
    Variable sparseLeaf()
    {
        constexpr std::array layouts{"csr", "csc", "bsr", "bsc", "coo"};
        return leaf(layouts[static_cast<std::size_t>(below(5))], {2 * between(1, 2), 3 * between(1, 2)});
    }
    Variable denseOf(const Extents& size) // of the pool, or a new one
    {
        for (const auto& known : m_pool)
            if (known.kind == Kind::dense && known.size == size && below(2) == 0)
                return known;
        return leaf("strided", size);
    }

    // "name = expression" in both.
    void make(Kind kind, Extents size, const std::string& ours, const std::string& theirs,
              std::vector<Extents> shapes = {})
    {
        Variable made{"x" + std::to_string(m_count++), kind, std::move(size), std::move(shapes)};
        m_graph.script += made.name + " = " + ours + "; ";
        m_graph.python += made.name + " = " + theirs + "; ";
        m_pool.push_back(std::move(made));
    }
    void same(Kind kind, Extents size, const std::string& both) { make(kind, std::move(size), both, both); }

    bool step()
    {
        const auto at = static_cast<std::size_t>(below(std::ssize(m_pool)));
        const auto x = m_pool[at];
        const bool isDone = x.kind == Kind::dense ? dense(x) : x.kind == Kind::sparse ? sparse(x) : nested(x);
        m_pool[at].isUsed = m_pool[at].isUsed || isDone;
        return isDone;
    }

    bool dense(const Variable& x)
    {
        const auto rank = std::ssize(x.size);
        const auto count = *numel(x.size);
        if (rank == 0 || count == 0 || count > 100)
            return false;
        const auto dim = static_cast<std::size_t>(below(rank));
        const auto D = std::to_string(dim);
        auto without = x.size, changed = x.size;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(dim));
        switch (below(24)) {
        case 0: {
            const auto other = static_cast<std::size_t>(below(rank));
            std::swap(changed[dim], changed[other]);
            same(Kind::dense, changed, x.name + ".transpose(" + D + ", " + std::to_string(other) + ")");
            return true;
        }
        case 1:
            same(Kind::dense, without, x.name + ".select(" + D + ", " + std::to_string(below(x.size[dim])) + ")");
            return true;
        case 2: {
            const auto start = below(x.size[dim]), length = between(1, x.size[dim] - start);
            changed[dim] = length;
            same(Kind::dense, changed,
                 x.name + ".narrow(" + D + ", " + std::to_string(start) + ", " + std::to_string(length) + ")");
            return true;
        }
        case 3:
            changed[0] = (x.size[0] + 1) / 2;
            same(Kind::dense, changed, x.name + "[0:" + std::to_string(x.size[0]) + ":2]");
            return true;
        case 4:
            same(Kind::dense, {count}, x.name + ".reshape(" + std::to_string(count) + ")");
            return true;
        case 5: {
            Extents pieces{count % 2 == 0 ? 2 : 1, count % 2 == 0 ? count / 2 : count};
            same(Kind::dense, pieces, x.name + ".reshape(" + numbers(pieces) + ")");
            return true;
        }
        case 6:
            changed.insert(changed.begin(), between(1, 3));
            same(Kind::dense, changed, x.name + ".expand(" + numbers(changed) + ")");
            return true;
        case 7:
            changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(dim), 1);
            same(Kind::dense, changed, x.name + ".unsqueeze(" + D + ")");
            return true;
        case 8:
            same(Kind::dense, changed, x.name + ".flip(" + D + ")");
            return true;
        case 9:
            if (rank != 2)
                return false;
            same(Kind::dense, {std::min(x.size[0], x.size[1])}, x.name + ".diagonal()");
            return true;
        case 10: {
            const auto length = between(1, x.size[dim]);
            changed[dim] = x.size[dim] - length + 1; // windows that overlap
            changed.push_back(length);
            same(Kind::dense, changed, x.name + ".unfold(" + D + ", " + std::to_string(length) + ", 1)");
            return true;
        }
        case 11:
            same(Kind::dense, without, x.name + ".sum(" + D + ")");
            return true;
        case 12:
            if (m_isExact)
                return false;
            changed[dim] = 1;
            make(Kind::dense, changed, x.name + ".mean(" + D + ", keepdim=True)",
                 x.name + ".mean(" + D + ", keepdim=True)");
            return true;
        case 13:
            same(Kind::dense, changed, "0.5 * " + x.name + " - 1.5");
            return true;
        case 14:
            same(Kind::dense, changed, x.name + " * " + denseOf(x.size).name);
            return true;
        case 15: { // repeated along one dim
            auto thin = x.size;
            thin[dim] = 1;
            same(Kind::dense, changed, x.name + (below(2) == 0 ? " * " : " + ") + denseOf(thin).name);
            return true;
        }
        case 16: { // a vector or a matrix
            Extents other{x.size.back()};
            auto result = Extents(x.size.begin(), x.size.end() - 1);
            if (below(2) == 0) {
                other.push_back(between(1, 3));
                result.push_back(other[1]);
            }
            if (rank > 3)
                return false;
            same(Kind::dense, result, x.name + " @ " + denseOf(other).name);
            return true;
        }
        case 17: { // matrices in a batch, the first one repeated
            if (rank != 3)
                return false;
            const auto rows = between(1, 3);
            same(Kind::dense, {x.size[0], rows, x.size[2]}, denseOf({rows, x.size[1]}).name + " @ " + x.name);
            return true;
        }
        case 18:
            return components(x);
        case 19: {
            if (rank != 2)
                return false;
            // Often twice by as many numbers: both gradients have one form, but belong to other rows.
            const auto rows = between(1, 5);
            for (auto times = between(1, 2); times > 0; --times) {
                const auto wanted = leaf("strided", {rows}, true, x.size[0] - 1);
                make(Kind::dense, {rows, x.size[1]}, "embedding(" + wanted.name + ", " + x.name + ")",
                     "F.embedding(" + wanted.name + ".long(), " + x.name + ")");
            }
            return true;
        }
        case 20: {
            if (rank != 2)
                return false;
            const auto out = between(1, 3);
            const auto weight = denseOf({out, x.size[1]});
            make(Kind::dense, {x.size[0], out}, "linear(" + x.name + ", " + weight.name + ")",
                 "F.linear(" + x.name + ", " + weight.name + ")");
            return true;
        }
        case 21:
            return shares(x, dim);
        case 22:
            if (!m_isExact)
                return false;
            same(Kind::dense, without, x.name + (below(2) == 0 ? ".amin(" : ".amax(") + D + ")");
            return true;
        default: {
            if (rank != 2 || m_steps == Steps::smooth)
                return false;
            make(Kind::sparse, changed, x.name + ".to_sparse_csr()", "stored(" + x.name + ")");
            return true;
        }
        }
    }

    bool shares(const Variable& x, std::size_t dim)
    {
        if (m_isExact)
            return false;
        const auto along = std::to_string(dim);
        if (m_steps == Steps::all) {
            make(Kind::dense, x.size, "softmax(" + x.name + ", dim=" + along + ")",
                 x.name + ".softmax(" + along + ")");
            return true;
        }
        const auto small = leaf("strided", x.size);
        make(Kind::dense, x.size, x.name + " * softmax(" + small.name + ", dim=" + along + ")", "");
        return true;
    }

    bool sparse(const Variable& x)
    {
        const auto rows = x.size[0], columns = x.size[1];
        switch (below(11)) {
        case 0: {
            const auto k = between(1, 3);
            same(Kind::dense, {rows, k}, x.name + " @ " + denseOf({columns, k}).name);
            return true;
        }
        case 1:
            same(Kind::dense, {rows}, x.name + " @ " + denseOf({columns}).name);
            return true;
        case 2: {
            const auto k = between(1, 3);
            same(Kind::dense, {k, columns}, denseOf({k, rows}).name + " @ " + x.name);
            return true;
        }
        case 3:
            same(Kind::sparse, x.size, x.name + " * " + denseOf({rows, columns}).name);
            return true;
        case 4:
            same(Kind::sparse, x.size, x.name + " * " + denseOf({rows, 1}).name);
            return true;
        case 5:
            same(Kind::dense, x.size, x.name + " + " + denseOf({columns}).name);
            return true;
        case 6:
            make(Kind::dense, x.size, x.name + ".to_dense()", x.name);
            return true;
        case 7: {
            const auto dim = below(2);
            same(Kind::dense, {x.size[static_cast<std::size_t>(1 - dim)]},
                 x.name + ".sum(" + std::to_string(dim) + ")");
            return true;
        }
        case 8: { // an extreme of a sparse tensor counts the zeros that are not stored
            if (!m_isExact)
                return false;
            const auto dim = below(2);
            same(Kind::dense, {x.size[static_cast<std::size_t>(1 - dim)]},
                 x.name + (below(2) == 0 ? ".amin(" : ".amax(") + std::to_string(dim) + ")");
            return true;
        }
        case 9: { // of the pattern the places count, so that it has to be a leaf
            const bool isLeaf =
                std::ranges::find(m_graph.leaves, x.name, &RandomGraph::Leaf::name) != m_graph.leaves.end();
            if (!isLeaf)
                return false;
            const auto k = between(1, 3);
            const auto b = denseOf({rows, k}), c = denseOf({k, columns});
            make(Kind::sparse, x.size, "sddmm(" + x.name + ", " + b.name + ", " + c.name + ")",
                 x.name + "_places * (" + b.name + " @ " + c.name + ")");
            return true;
        }
        default: { // one of the same layout
            for (const auto& other : m_graph.leaves)
                if (other.name == x.name) {
                    const auto y = leaf(other.tensor.layout->name, x.size);
                    same(Kind::sparse, x.size, x.name + (below(2) == 0 ? " + " : " * ") + y.name);
                    return true;
                }
            return false;
        }
        }
    }

    // A nested tensor of x and others with its last extent.
    bool components(const Variable& x)
    {
        if (x.size.size() != 2)
            return false;
        std::vector<Extents> shapes{x.size};
        std::string names = x.name;
        for (auto more = between(0, 2); more > 0; --more) {
            const auto other = denseOf({between(1, 4), x.size[1]});
            shapes.push_back(other.size);
            names += ", " + other.name;
        }
        make(Kind::nested, {-1, x.size[1]}, "as_nested_tensor([" + names + "])", "[" + names + "]", shapes);
        return true;
    }

    bool nested(const Variable& x)
    {
        const auto most = [&] {
            Extents out{std::ssize(x.shapes), 0, 0};
            for (const auto& shape : x.shapes)
                for (std::size_t d = 0; d < 2; ++d)
                    out[d + 1] = std::max(out[d + 1], shape[d]);
            return out;
        }();
        switch (below(7)) {
        case 0:
            make(Kind::dense, most, x.name + ".to_padded(7)", "padded(" + x.name + ", 7)");
            return true;
        case 1:
            make(Kind::nested, x.size, x.name + " * " + x.name, "[y * y for y in " + x.name + "]", x.shapes);
            return true;
        case 2:
            make(Kind::nested, x.size, x.name + " + " + x.name, "[y + y for y in " + x.name + "]", x.shapes);
            return true;
        case 3: {
            const auto out = between(1, 3);
            const auto weight = denseOf({out, x.size[1]});
            auto shapes = x.shapes;
            for (auto& shape : shapes)
                shape[1] = out;
            make(Kind::nested, {-1, out}, "linear(" + x.name + ", " + weight.name + ")",
                 "[F.linear(y, " + weight.name + ") for y in " + x.name + "]", shapes);
            return true;
        }
        case 4: {
            const auto which = static_cast<std::size_t>(below(std::ssize(x.shapes)));
            make(Kind::dense, x.shapes[which], x.name + ".unbind(0)[" + std::to_string(which) + "]",
                 x.name + "[" + std::to_string(which) + "]");
            return true;
        }
        case 5:
            if (m_isExact || m_steps == Steps::smooth)
                return false;
            make(Kind::nested, x.size, "softmax(" + x.name + ", dim=-1)",
                 "[y.softmax(-1) for y in " + x.name + "]", x.shapes);
            return true;
        default: {
            const auto box = denseOf(most);
            make(Kind::nested, x.size, "from_padded(" + box.name + ", " + x.name + ")",
                 "cut(" + box.name + ", " + x.name + ")", x.shapes);
            return true;
        }
        }
    }

    // The loss has a part of all that nothing else was made of.
    void finish()
    {
        std::string ours, theirs;
        for (const auto& x : m_pool) {
            if (x.isUsed && below(4) != 0)
                continue;
            const auto plus = ours.empty() ? "" : " + ";
            const bool isNested = x.kind == Kind::nested;
            ours += plus + (isNested ? x.name + ".to_padded(0)" : x.name) + ".sum()";
            theirs += plus + (isNested ? "sum(y.sum() for y in " + x.name + ")" : x.name + ".sum()");
        }
        m_graph.script += "loss = " + (ours.empty() ? m_pool.front().name + ".sum()" : ours);
        m_graph.python += "loss = " + (theirs.empty() ? m_pool.front().name + ".sum()" : theirs);
    }

    SmallTensors m_make;
    Steps m_steps;
    bool m_isExact = false; // no step rounds, so that equal elements are equal everywhere: extremes have a part
    RandomGraph m_graph;
    std::vector<Variable> m_pool;
    int m_count = 0;
};

} // namespace tscope::test
