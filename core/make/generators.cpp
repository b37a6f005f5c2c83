// SPDX-License-Identifier: Apache-2.0
#include "make/generators.h"

#include "base/say.h"
#include "layouts/registry.h"
#include "layouts/shared/block_sizes.h"
#include "make/pattern.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace tscope {

namespace {

constexpr MakeKind kinds[]{
    {"dense", "every place holds a random value"},
    {"arange", "every place holds its position: 0, 1, 2, ..."},
    {"random", "places anywhere"},
    {"banded", "entries up to the bandwidth from the diagonal"},
    {"stencil5", "each point of a grid and its four neighbours"},
    {"blocks", "dense blocks of the block size, anywhere"},
    {"powerlaw", "few long rows and many short ones"},
    {"ragged", "rows of any length, filled from the left"},
};

// Draws values that no rounding makes 0: multiples of 1/64 for floats, small integers else.
class ValueMill
{
public:
    static Result<ValueMill> make(const DType& type, Random& random)
    {
        if (type.isOpaque() || type.itemSize() == 0)
            return invalidArgument(say("values of type '{0}' can't be made", type.name()));
        ValueMill mill(type, random);
        for (std::int64_t k = 1; k <= 128; ++k)
            for (const auto sign : {1, -1}) {
                const auto element = mill.elementOf(k * sign);
                if (!element)
                    return element.error();
                const auto bytes = element->bytes();
                mill.m_table.insert(mill.m_table.end(), bytes.begin(), bytes.end());
            }
        return mill;
    }

    void draw(std::byte* to) { copy(m_random.get().below(256), to); }
    Result<void> position(std::int64_t at, std::byte* to) const
    {
        const auto element = Element::from(at, m_type);
        if (!element)
            return invalidArgument(say("kind arange counts further than {0} goes", m_type.name()));
        std::memcpy(to, element->bytes().data(), element->bytes().size());
        return {};
    }

private:
    ValueMill(DType type, Random& random) : m_type(std::move(type)), m_random(random) {}

    Result<Element> elementOf(std::int64_t k) const
    {
        switch (m_type.elementClass()) {
        case ElementClass::boolean:
            return Element::from(true, m_type);
        case ElementClass::unsignedInteger:
        case ElementClass::quantised:
            return Element::from(1 + std::abs(k) % 9, m_type);
        case ElementClass::signedInteger:
            return Element::from(k < 0 ? -(1 - k % 9) : 1 + k % 9, m_type);
        case ElementClass::complex:
            return Element::from(std::complex(static_cast<double>(k) / 64, static_cast<double>(k % 8) / 8),
                                 m_type);
        default:
            return Element::from(static_cast<double>(k) / 64, m_type);
        }
    }
    void copy(std::int64_t entry, std::byte* to) const
    {
        const auto size = static_cast<std::size_t>(m_type.itemSize());
        std::memcpy(to, m_table.data() + static_cast<std::size_t>(entry) * size, size);
    }

    DType m_type;
    std::reference_wrapper<Random> m_random;
    std::vector<std::byte> m_table;
};

Result<std::int64_t> boundedNumel(const Extents& sizes, const DType& type)
{
    const auto count = numel(sizes);
    if (!count || *count > makeLimit)
        return invalidArgument(say("a made tensor has at most {0} elements, wanted {1}", makeLimit, text(sizes)));
    if (type.itemSize() < 1)
        return invalidArgument(say("values of type '{0}' can't be made", type.name()));
    return *count;
}

Result<Array> valuesOf(const MakeSpec& spec, Extents sizes, Making& making)
{
    const auto count = boundedNumel(sizes, spec.dtype);
    if (!count)
        return count.error();
    auto mill = ValueMill::make(spec.dtype, making.random);
    if (!mill)
        return mill.error();
    auto builder = StorageBuilder::make(*count * spec.dtype.itemSize());
    if (!builder)
        return builder.error();
    auto* to = builder->bytes().data();
    for (std::int64_t at = 0; at < *count; ++at, to += spec.dtype.itemSize()) {
        making.tell(1, at, *count);
        if (making.isStopped(at))
            return stoppedMaking();
        if (spec.kind != "arange")
            mill->draw(to);
        else if (const auto done = mill->position(at, to); !done)
            return done.error();
    }
    return Array{std::move(*builder).seal(), spec.dtype, Geometry::rowMajor(std::move(sizes))};
}

Result<Array> integers(Extents sizes, const std::vector<std::int64_t>& numbers, const DType& type)
{
    if (type != DType(ElementType::i32) && type != DType(ElementType::i64))
        return invalidArgument(say("an index type of int32 or int64 is wanted, found {0}", type.name()));
    if (type == DType(ElementType::i32) &&
        std::ranges::any_of(numbers, [](std::int64_t n) { return n > std::numeric_limits<std::int32_t>::max(); }))
        return invalidArgument(say("the indices do not fit int32"));
    return Array::fromInts(std::move(sizes), numbers, type);
}

Member memberOf(const Layout& layout, std::string_view role, Array array)
{
    return {.role = roleNamed(layout, role), .array = std::move(array)};
}

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names)
{
    return std::ranges::find(names, name) != names.end();
}

Extents joined(std::initializer_list<Extents> parts)
{
    Extents out;
    for (const auto& part : parts)
        out.insert(out.end(), part.begin(), part.end());
    return out;
}

// What the pointers run along becomes the rows of the pattern.
Result<Tensor> makeCompressed(const MakeSpec& spec, const Layout& layout, Making& making)
{
    if (spec.size.size() != 2)
        return invalidArgument(say("layout {0} wants two sparse dims in the size, found {1} (batch and dense dims "
                                   "have options of their own)",
                                   spec.layout, text(spec.size)));
    const bool isBlocked = isOneOf(spec.layout, {"bsr", "bsc"}), isRow = isOneOf(spec.layout, {"csr", "bsr"});
    const auto block = isBlocked ? spec.blocksize : std::array<std::int64_t, 2>{1, 1};
    if (!isDividedBy(block, spec.size[0], spec.size[1]))
        return invalidArgument(undividedText(block, spec.size[0], spec.size[1]));
    Grid grid{spec.size[0] / block[0], spec.size[1] / block[1], block};
    auto wish = spec;
    if (!isRow) {
        std::swap(grid.rows, grid.columns);
        std::swap(wish.blocksize[0], wish.blocksize[1]);
    }
    const auto batches = boundedNumel(spec.batch, spec.dtype);
    if (!batches)
        return batches.error();
    if (grid.rows >= makeLimit)
        return invalidArgument(say("a made tensor has at most {0} slices, wanted {1}", makeLimit, grid.rows));
    std::vector<std::int64_t> pointers, plain;
    std::int64_t nnz = 0;
    for (std::int64_t b = 0; b < *batches; ++b) {
        // Rows of random length need not agree on their sum: all batches share one pattern.
        if (b == 0 || isOneOf(spec.kind, {"random", "powerlaw", "blocks"})) {
            auto pattern = patternOf(wish, grid, making);
            if (!pattern)
                return pattern.error();
            nnz = pattern->nnz();
            if (saturatingMul(*batches, nnz + grid.rows + 1) > makeLimit)
                return invalidArgument(say("a made tensor has at most {0} elements", makeLimit));
            pointers.push_back(0);
            pointers.insert(pointers.end(), pattern->rowEnds.begin(), pattern->rowEnds.end());
            plain.insert(plain.end(), pattern->columns.begin(), pattern->columns.end());
        } else {
            const std::vector<std::int64_t> p(pointers.begin(), pointers.begin() + grid.rows + 1);
            const std::vector<std::int64_t> c(plain.begin(), plain.begin() + nnz);
            pointers.insert(pointers.end(), p.begin(), p.end());
            plain.insert(plain.end(), c.begin(), c.end());
        }
    }
    auto values = valuesOf(
        spec, joined({spec.batch, {nnz}, isBlocked ? Extents{block[0], block[1]} : Extents{}, spec.dense}),
        making);
    if (!values)
        return values.error();
    auto crow = integers(joined({spec.batch, {grid.rows + 1}}), pointers, spec.indexDType);
    if (!crow)
        return crow.error();
    auto col = integers(joined({spec.batch, {nnz}}), plain, spec.indexDType);
    if (!col)
        return col.error();
    auto tensor = makeTensor(layout, {memberOf(layout, "compressed", std::move(*crow)),
                                      memberOf(layout, "plain", std::move(*col)),
                                      memberOf(layout, "values", std::move(*values))});
    if (tensor)
        tensor->size = joined({spec.batch, spec.size, spec.dense});
    return tensor;
}

// The pattern of more or fewer than two sparse dims: all but the last are the rows.
Result<Grid> gridOf(const Extents& size)
{
    Extents leading = size;
    if (leading.empty())
        return Grid{1, 1};
    leading.pop_back();
    const auto rows = numel(leading);
    if (!rows || size.back() < 0)
        return invalidArgument(
            say("a size of extents of 0 or more is wanted, whose product fits 64 bits, found {0}", text(size)));
    return Grid{*rows, size.back()};
}

Result<Tensor> makeCoo(const MakeSpec& spec, const Layout& layout, Making& making)
{
    if (!spec.batch.empty())
        return invalidArgument(say("layout coo has no batch dims"));
    if (spec.size.empty())
        return invalidArgument(say("layout coo wants at least one sparse dim in the size"));
    const auto grid = gridOf(spec.size);
    if (!grid)
        return grid.error();
    const auto pattern = patternOf(spec, *grid, making);
    if (!pattern)
        return pattern.error();
    const auto nnz = pattern->nnz(), dims = static_cast<std::int64_t>(spec.size.size());
    if (saturatingMul(nnz, dims) > makeLimit)
        return invalidArgument(say("a made tensor has at most {0} elements", makeLimit));
    std::vector<std::int64_t> indices(static_cast<std::size_t>(nnz * dims));
    auto leading = spec.size;
    leading.pop_back();
    std::int64_t k = 0;
    for (std::int64_t row = 0; row < grid->rows; ++row) {
        const auto index = indexOf(leading, row);
        for (; k < pattern->rowEnds[static_cast<std::size_t>(row)]; ++k) {
            for (std::size_t d = 0; d < index.size(); ++d)
                indices[d * static_cast<std::size_t>(nnz) + static_cast<std::size_t>(k)] = index[d];
            indices[static_cast<std::size_t>((dims - 1) * nnz + k)] =
                pattern->columns[static_cast<std::size_t>(k)];
        }
    }
    auto values = valuesOf(spec, joined({{nnz}, spec.dense}), making);
    if (!values)
        return values.error();
    auto array = integers({dims, nnz}, indices, spec.indexDType);
    if (!array)
        return array.error();
    auto tensor = makeTensor(
        layout, {memberOf(layout, "indices", std::move(*array)), memberOf(layout, "values", std::move(*values))});
    if (tensor)
        tensor->size = joined({spec.size, spec.dense});
    return tensor;
}

// The places of the pattern hold values, all others 0.
Result<Tensor> makeStrided(const MakeSpec& spec, const Layout& layout, Making& making)
{
    const auto size = joined({spec.batch, spec.size, spec.dense});
    auto values = valuesOf(spec, size, making);
    if (!values)
        return values.error();
    if (!isOneOf(spec.kind, {"dense", "arange"})) {
        const auto grid = gridOf(joined({spec.batch, spec.size}));
        if (!grid)
            return grid.error();
        const auto pattern = patternOf(spec, *grid, making);
        if (!pattern)
            return pattern.error();
        const auto bytesPerPlace = saturatingMul(numel(spec.dense).value_or(0), spec.dtype.itemSize());
        auto builder = StorageBuilder::make(values->storage->byteSize());
        if (!builder)
            return builder.error();
        std::int64_t k = 0;
        for (std::int64_t row = 0; bytesPerPlace > 0 && row < grid->rows; ++row)
            for (; k < pattern->rowEnds[static_cast<std::size_t>(row)]; ++k) {
                const auto begin =
                    (row * grid->columns + pattern->columns[static_cast<std::size_t>(k)]) * bytesPerPlace;
                values->storage->read(begin, builder->bytes().subspan(static_cast<std::size_t>(begin),
                                                                      static_cast<std::size_t>(bytesPerPlace)));
            }
        values->storage = std::move(*builder).seal();
    }
    return makeTensor(layout, {memberOf(layout, "values", std::move(*values))});
}

bool isComponentKind(std::string_view kind)
{
    return isOneOf(kind, {"ragged", "random", "dense", "arange"});
}

// The sizes of the components: the first extents are given or vary, the dense ones do not.
Result<std::vector<Extents>> componentsOf(const MakeSpec& spec, bool onlyFirstVaries, Making& making)
{
    if (!isComponentKind(spec.kind))
        return invalidArgument(say("layout {0} can be made of kind ragged, random, dense or arange, found {1}",
                                   spec.layout, spec.kind));
    if (spec.nnz || spec.density || !spec.batch.empty())
        return invalidArgument(
            say("layout {0} takes no number of stored entries (nnz), no density and no batch dims", spec.layout));
    auto largest = spec.size;
    if (!spec.lengths.empty() && largest.size() >= 2) {
        largest[0] = std::ssize(spec.lengths);
        largest[1] = std::ranges::max(spec.lengths);
    }
    // Beside an extent of 0 the others count all the same: there are as many components, of such sizes.
    const auto isBounded = [](std::int64_t extent) { return extent <= makeLimit; };
    const auto tableRow = static_cast<std::int64_t>(2 * (largest.size() + spec.dense.size()));
    if (largest.size() < 2 || !boundedNumel(largest, spec.dtype) || !std::ranges::all_of(largest, isBounded) ||
        saturatingMul(largest[0], tableRow) > makeLimit)
        return invalidArgument(
            say("layout {0} wants a size of the number of components and their largest extents, found {1}",
                spec.layout, text(largest)));
    std::vector<Extents> components(static_cast<std::size_t>(largest[0]));
    const bool varies = spec.lengths.empty() && isOneOf(spec.kind, {"ragged", "random"});
    for (std::size_t c = 0; c < components.size(); ++c) {
        auto& component = components[c];
        for (std::size_t d = 1; d < largest.size(); ++d)
            component.push_back(varies && largest[d] > 0 && (d == 1 || !onlyFirstVaries)
                                    ? making.random.between(d == 1 ? 0 : 1, largest[d])
                                    : largest[d]);
        if (!spec.lengths.empty())
            component.front() = spec.lengths[c];
        component.insert(component.end(), spec.dense.begin(), spec.dense.end());
    }
    return components;
}

Result<Tensor> makeNested(const MakeSpec& spec, const Layout& layout, Making& making)
{
    const auto components = componentsOf(spec, false, making);
    if (!components)
        return components.error();
    const auto count = static_cast<std::int64_t>(components->size());
    const auto dims = static_cast<std::int64_t>(spec.size.size() - 1 + spec.dense.size());
    std::vector<std::int64_t> sizes, strides, offsets;
    std::int64_t end = 0;
    for (const auto& component : *components) {
        sizes.insert(sizes.end(), component.begin(), component.end());
        // Strides of a component are running products, zeros and all.
        Extents own(component.size(), 1);
        for (auto d = component.size(); d-- > 1;)
            own[d - 1] = saturatingMul(own[d], component[d]);
        strides.insert(strides.end(), own.begin(), own.end());
        offsets.push_back(end);
        end = saturatingAdd(end, numel(component).value_or(int64Max));
        if (end > makeLimit)
            return invalidArgument(say("a made tensor has at most {0} elements", makeLimit));
    }
    auto buffer = valuesOf(spec, {end}, making);
    if (!buffer)
        return buffer.error();
    return makeTensor(layout, {memberOf(layout, "buffer", std::move(*buffer)),
                               memberOf(layout, "nested_sizes", Array::fromInts({count, dims}, sizes)),
                               memberOf(layout, "nested_strides", Array::fromInts({count, dims}, strides)),
                               memberOf(layout, "storage_offsets", Array::fromInts({count}, offsets))});
}

Result<Tensor> makeJagged(const MakeSpec& spec, const Layout& layout, Making& making)
{
    const auto components = componentsOf(spec, true, making);
    if (!components)
        return components.error();
    std::vector<std::int64_t> offsets{0};
    for (const auto& component : *components)
        offsets.push_back(offsets.back() + component.front());
    auto sizes = joined({{offsets.back()}, Extents(spec.size.begin() + 2, spec.size.end()), spec.dense});
    auto values = valuesOf(spec, std::move(sizes), making);
    if (!values)
        return values.error();
    auto table = integers({static_cast<std::int64_t>(offsets.size())}, offsets, spec.indexDType);
    if (!table)
        return table.error();
    return makeTensor(
        layout, {memberOf(layout, "values", std::move(*values)), memberOf(layout, "offsets", std::move(*table))});
}

} // namespace

std::span<const MakeKind> makeKinds()
{
    return kinds;
}

bool canBeMade(std::string_view kind, const Layout& layout)
{
    if (layout.name == "nested" || layout.name == "jagged")
        return isComponentKind(kind);
    return layout.family == "compressed" || layout.name == "coo" || layout.name == "strided";
}

Result<Tensor> makeTensorOf(const MakeSpec& spec, const Watch& watch)
{
    if (std::ranges::find(kinds, spec.kind, &MakeKind::name) == std::end(kinds)) {
        std::string known;
        for (const auto& kind : kinds)
            known += (known.empty() ? "" : ", ") + std::string(kind.name);
        return invalidArgument(say("there is no kind '{0}'; there are {1}", spec.kind, known));
    }
    const auto* layout = layoutNamed(spec.layout);
    if (!layout)
        return invalidArgument(say("wanted one of the layouts {0}, found '{1}'", layoutNames(), spec.layout));
    auto wish = spec;
    wish.layout = layout->name;
    for (const auto* extents : {&spec.size, &spec.batch, &spec.dense, &spec.lengths})
        if (std::ranges::any_of(*extents, [](std::int64_t extent) { return extent < 0; }))
            return invalidArgument(say("extents of 0 or more are wanted, found {0}", text(*extents)));
    const bool isOfComponents = isOneOf(layout->name, {"nested", "jagged"});
    if (!spec.lengths.empty() && !isOfComponents)
        return invalidArgument(
            say("lengths are those of the components of nested and jagged tensors, which {0} has none of",
                wish.layout));
    Making making{Random(spec.seed), watch};
    if (layout->family == "compressed")
        return makeCompressed(wish, *layout, making);
    if (wish.layout == "coo")
        return makeCoo(wish, *layout, making);
    if (wish.layout == "strided")
        return makeStrided(wish, *layout, making);
    if (wish.layout == "nested")
        return makeNested(wish, *layout, making);
    if (wish.layout == "jagged")
        return makeJagged(wish, *layout, making);
    return unsupported(say("tensors of layout {0} can't be made", wish.layout));
}

} // namespace tscope
