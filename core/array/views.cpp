// SPDX-License-Identifier: Apache-2.0
#include "array/views.h"

#include "base/say.h"

#include <algorithm>

namespace tscope {

namespace {

Error overflow(std::string text)
{
    return {ErrorCode::overflow, std::move(text), {}, {}};
}

bool isEmpty(const Geometry& geometry)
{
    return std::ranges::find(geometry.sizes, 0) != geometry.sizes.end();
}

// Moves the offset. Where no element is reached a bad offset would be a fault without a cause: it stays then.
Result<void> move(Geometry& geometry, std::int64_t steps, std::int64_t stride, bool wasEmpty)
{
    const auto offset = Wide(geometry.offset) + Wide::product(steps, stride);
    const auto fits = offset.asInt64();
    if (fits && (*fits >= 0 || !wasEmpty))
        geometry.offset = *fits;
    else if (!wasEmpty)
        return overflow(say("the offset {0} moved by {1} times stride {2} does not fit 64 bits", geometry.offset,
                            steps, stride));
    return {};
}

// The dim of a geometry that needs to have one.
Result<std::size_t> dimOf(const Geometry& geometry, std::int64_t dim, const char* op)
{
    if (auto ok = wellFormed(geometry); !ok)
        return ok.error();
    if (geometry.sizes.empty())
        return invalidArgument(say("{0} needs a dim, but the array has none (0-d)", op));
    return wrappedDim(dim, geometry.rank());
}

// A list of dims, each at most once, as flags per dim. 0-d has one dim to name.
Result<std::vector<bool>> dimSet(const Geometry& geometry, const Extents& dims, const char* op)
{
    std::vector<bool> named(std::max<std::size_t>(1, geometry.sizes.size()));
    for (const auto dim : dims) {
        const auto d = wrappedDim(dim, geometry.rank());
        if (!d)
            return d.error();
        if (named[*d])
            return invalidArgument(
                say("{0} names dim {1} more than once in {2}", op, static_cast<std::int64_t>(*d), text(dims)));
        named[*d] = true;
    }
    return named;
}

template <class T>
void erase(std::vector<T>& list, std::size_t at)
{
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
}

template <class T>
void insert(std::vector<T>& list, std::size_t at, T value)
{
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), value);
}

} // namespace

Result<std::size_t> wrappedDim(std::int64_t dim, int rank)
{
    const std::int64_t count = std::max(1, rank);
    if (dim < -count || dim >= count)
        return invalidArgument(
            say("dim {0} is outside [{1}, {2}] of a {3}-d array", dim, -count, count - 1, rank));
    return static_cast<std::size_t>(dim < 0 ? dim + count : dim);
}

Result<void> wellFormed(const Geometry& geometry)
{
    if (geometry.sizes.size() != geometry.strides.size())
        return invalidArgument(say("an array with {0} sizes but {1} strides has no views", geometry.sizes.size(),
                                   geometry.strides.size()));
    const auto negative = std::ranges::find_if(geometry.sizes, [](std::int64_t size) { return size < 0; });
    if (negative != geometry.sizes.end())
        return invalidArgument(say("an array whose dim {0} has the negative size {1} has no views",
                                   negative - geometry.sizes.begin(), *negative));
    return {};
}

Result<Geometry> select(const Geometry& geometry, std::int64_t dim, std::int64_t index)
{
    const auto d = dimOf(geometry, dim, "select");
    if (!d)
        return d.error();
    const auto size = geometry.sizes[*d];
    if (index < -size || index >= size)
        return invalidArgument(say("select: index {0} is outside [{1}, {2}] of dim {3} with size {4}", index,
                                   -size, size - 1, *d, size));
    auto out = geometry;
    if (auto ok = move(out, index < 0 ? index + size : index, geometry.strides[*d], isEmpty(geometry)); !ok)
        return ok.error();
    erase(out.sizes, *d);
    erase(out.strides, *d);
    return out;
}

Result<Geometry> narrow(const Geometry& geometry, std::int64_t dim, std::int64_t start, std::int64_t length)
{
    const auto d = dimOf(geometry, dim, "narrow");
    if (!d)
        return d.error();
    const auto size = geometry.sizes[*d];
    if (length < 0)
        return invalidArgument(say("narrow: length {0} is negative", length));
    if (start < -size || start > size)
        return invalidArgument(
            say("narrow: start {0} is outside [{1}, {2}] of dim {3} with size {2}", start, -size, size, *d));
    const auto first = start < 0 ? start + size : start;
    if (length > size - first)
        return invalidArgument(say("narrow: start {0} + length {1} is beyond the end of dim {2} with size {3}",
                                   start, length, *d, size));
    auto out = geometry;
    out.sizes[*d] = length;
    if (auto ok = move(out, first, geometry.strides[*d], isEmpty(out)); !ok)
        return ok.error();
    return out;
}

Result<Geometry> slice(const Geometry& geometry, std::int64_t dim, std::optional<std::int64_t> start,
                       std::optional<std::int64_t> stop, std::int64_t step)
{
    const auto d = dimOf(geometry, dim, "slice");
    if (!d)
        return d.error();
    if (step == 0)
        return invalidArgument(say("slice: step is 0, wanted is a positive or negative one"));
    const auto size = geometry.sizes[*d];
    // Forwards 0..size, backwards -1..size-1.
    const std::int64_t low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
    const auto clamped = [&](std::int64_t at) { return std::clamp(at < 0 ? at + size : at, low, high); };
    const auto first = start ? clamped(*start) : step > 0 ? low : high;
    auto last = stop ? clamped(*stop) : step > 0 ? high : low;
    last = step > 0 ? std::max(first, last) : std::min(first, last);
    const auto distance = static_cast<std::uint64_t>(step > 0 ? last - first : first - last);
    const auto pace = step > 0 ? static_cast<std::uint64_t>(step) : 0 - static_cast<std::uint64_t>(step);
    auto out = geometry;
    out.sizes[*d] = static_cast<std::int64_t>(distance / pace + (distance % pace != 0 ? 1 : 0));
    const auto stride = checkedMul(geometry.strides[*d], step);
    if (!stride && out.sizes[*d] > 1)
        return overflow(say("slice: stride {0} times step {1} does not fit 64 bits", geometry.strides[*d], step));
    out.strides[*d] = saturatingMul(geometry.strides[*d], step); // with one element it says nothing
    if (step < 0 && out.sizes[*d] == 0)
        return out;
    if (auto ok = move(out, first, geometry.strides[*d], isEmpty(out)); !ok)
        return ok.error();
    return out;
}

Result<Geometry> permute(const Geometry& geometry, const Extents& dims)
{
    if (auto ok = wellFormed(geometry); !ok)
        return ok.error();
    if (dims.size() != geometry.sizes.size())
        return invalidArgument(
            say("permute: {0} dims {1} for a {2}-d array", dims.size(), text(dims), geometry.rank()));
    if (const auto named = dimSet(geometry, dims, "permute"); !named)
        return named.error();
    Geometry out{{}, {}, geometry.offset};
    for (const auto dim : dims) {
        const auto d = static_cast<std::size_t>(dim < 0 ? dim + geometry.rank() : dim);
        out.sizes.push_back(geometry.sizes[d]);
        out.strides.push_back(geometry.strides[d]);
    }
    return out;
}

Result<Geometry> transpose(const Geometry& geometry, std::int64_t dim0, std::int64_t dim1)
{
    if (auto ok = wellFormed(geometry); !ok)
        return ok.error();
    const auto a = wrappedDim(dim0, geometry.rank()), b = wrappedDim(dim1, geometry.rank());
    if (!a || !b)
        return a ? b.error() : a.error();
    auto out = geometry;
    if (!out.sizes.empty()) {
        std::swap(out.sizes[*a], out.sizes[*b]);
        std::swap(out.strides[*a], out.strides[*b]);
    }
    return out;
}

Result<Geometry> expand(const Geometry& geometry, const Extents& sizes)
{
    if (auto ok = wellFormed(geometry); !ok)
        return ok.error();
    if (sizes.size() < geometry.sizes.size())
        return invalidArgument(say("expand: wanted are the {0} sizes {1}, but the array has the {2} dims {3}",
                                   sizes.size(), text(sizes), geometry.rank(), text(geometry.sizes)));
    const auto added = sizes.size() - geometry.sizes.size();
    Geometry out{sizes, Extents(sizes.size()), geometry.offset};
    for (auto d = sizes.size(); d-- > 0;) {
        const auto isNew = d < added;
        const auto size = isNew ? 1 : geometry.sizes[d - added];
        if (sizes[d] < -1 || (sizes[d] == -1 && isNew))
            return invalidArgument(
                isNew && sizes[d] == -1
                    ? say("expand: size {0} of dim {1} keeps an extent, but that dim is new", sizes[d], d)
                    : say("expand: size {0} of dim {1} is negative", sizes[d], d));
        if (geometry.sizes.empty())
            out.strides[d] = 0; // as PyTorch has it, whose every element is the only one
        else if (!isNew)
            out.strides[d] = geometry.strides[d - added];
        else
            out.strides[d] = d + 1 < sizes.size() ? saturatingMul(out.sizes[d + 1], out.strides[d + 1]) : 1;
        if (sizes[d] == -1 || sizes[d] == size) {
            out.sizes[d] = size;
            continue;
        }
        if (size != 1)
            return invalidArgument(
                say("expand: dim {0} has size {1}; only a dim of size 1 can become {2}", d, size, sizes[d]));
        out.strides[d] = 0;
    }
    return out;
}

Result<Geometry> squeeze(const Geometry& geometry)
{
    Extents all(geometry.sizes.size());
    for (std::size_t d = 0; d < all.size(); ++d)
        all[d] = static_cast<std::int64_t>(d);
    return squeeze(geometry, all);
}

Result<Geometry> squeeze(const Geometry& geometry, const Extents& dims)
{
    if (auto ok = wellFormed(geometry); !ok)
        return ok.error();
    const auto named = dimSet(geometry, dims, "squeeze");
    if (!named)
        return named.error();
    Geometry out{{}, {}, geometry.offset};
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
        if ((*named)[d] && geometry.sizes[d] == 1)
            continue;
        out.sizes.push_back(geometry.sizes[d]);
        out.strides.push_back(geometry.strides[d]);
    }
    return out;
}

Result<Geometry> unsqueeze(const Geometry& geometry, std::int64_t dim)
{
    if (auto ok = wellFormed(geometry); !ok)
        return ok.error();
    const auto d = wrappedDim(dim, geometry.rank() + 1);
    if (!d)
        return invalidArgument(
            say("unsqueeze: dim {0} is outside [{1}, {2}], where a {2}-d array can get a new dim", dim,
                -geometry.rank() - 1, geometry.rank()));
    auto out = geometry;
    const auto isLast = *d == geometry.sizes.size();
    const auto stride = isLast ? 1 : saturatingMul(geometry.sizes[*d], geometry.strides[*d]);
    insert(out.sizes, *d, std::int64_t{1});
    insert(out.strides, *d, stride);
    return out;
}

Result<Geometry> diagonal(const Geometry& geometry, std::int64_t offset, std::int64_t dim1, std::int64_t dim2)
{
    const auto a = dimOf(geometry, dim1, "diagonal"), b = dimOf(geometry, dim2, "diagonal");
    if (!a || !b)
        return a ? b.error() : a.error();
    if (*a == *b)
        return invalidArgument(say("diagonal: dims {0} and {1} are the same dim", dim1, dim2));
    const auto rows = geometry.sizes[*a], columns = geometry.sizes[*b];
    // offset > 0 begins right of the corner, offset < 0 below it; either may be as large as an int64.
    const auto width = Wide(columns) + Wide(offset > 0 ? offset : 0) * Wide(-1);
    const auto height = Wide(rows) + Wide(offset < 0 ? offset : 0);
    const auto size = std::max(std::min(width, height), Wide(0)).clamped();
    const auto stride = checkedAdd(geometry.strides[*a], geometry.strides[*b]);
    if (!stride && size > 1)
        return overflow(say("diagonal: stride {0} + stride {1} does not fit 64 bits", geometry.strides[*a],
                            geometry.strides[*b]));
    auto out = geometry;
    if (size > 0) {
        const auto along = offset >= 0 ? *b : *a;
        if (auto ok = move(out, offset >= 0 ? offset : -offset, geometry.strides[along], isEmpty(geometry)); !ok)
            return ok.error();
    }
    for (auto* list : {&out.sizes, &out.strides}) {
        erase(*list, std::max(*a, *b));
        erase(*list, std::min(*a, *b));
    }
    out.sizes.push_back(size);
    out.strides.push_back(saturatingAdd(geometry.strides[*a], geometry.strides[*b]));
    return out;
}

Result<Geometry> unfold(const Geometry& geometry, std::int64_t dim, std::int64_t size, std::int64_t step)
{
    if (auto ok = wellFormed(geometry); !ok)
        return ok.error();
    const auto d = wrappedDim(dim, geometry.rank());
    if (!d)
        return d.error();
    const auto isScalar = geometry.sizes.empty();
    const auto most = isScalar ? 1 : geometry.sizes[*d];
    if (size < 0 || size > most)
        return invalidArgument(say("unfold: windows of size {0}, but dim {1} allows 0 to {2}", size, *d, most));
    if (step <= 0)
        return invalidArgument(say("unfold: step {0} is not positive", step));
    auto out = geometry;
    out.sizes.push_back(size);
    out.strides.push_back(isScalar ? 1 : geometry.strides[*d]);
    if (isScalar)
        return out;
    const auto windows = checkedAdd((most - size) / step, 1);
    if (!windows)
        return overflow(say("unfold: the number of windows does not fit 64 bits"));
    out.sizes[*d] = *windows;
    if (!checkedMul(geometry.strides[*d], step) && out.sizes[*d] > 1)
        return overflow(say("unfold: stride {0} times step {1} does not fit 64 bits", geometry.strides[*d], step));
    out.strides[*d] = saturatingMul(geometry.strides[*d], step);
    return out;
}

Result<Geometry> flip(const Geometry& geometry, const Extents& dims)
{
    if (auto ok = wellFormed(geometry); !ok)
        return ok.error();
    const auto named = dimSet(geometry, dims, "flip");
    if (!named)
        return named.error();
    auto out = geometry;
    // Summed first: flipping one dim may leave 64 bits where another one comes back.
    Wide offset = geometry.offset;
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
        if (!(*named)[d])
            continue;
        offset = offset + Wide::product(geometry.sizes[d] - 1, geometry.strides[d]);
        const auto stride = checkedSub(0, geometry.strides[d]);
        if (!stride && geometry.sizes[d] > 1)
            return overflow(say("flip: stride {0} of dim {1} has no opposite in 64 bits", geometry.strides[d], d));
        out.strides[d] = stride.value_or(int64Max);
    }
    if (isEmpty(geometry))
        return out; // there is no last element to begin with
    if (!offset.asInt64())
        return overflow(say("flip: the offset of the last element does not fit 64 bits"));
    out.offset = *offset.asInt64();
    return out;
}

Result<Geometry> asStrided(const Geometry& geometry, const Extents& sizes, const Extents& strides,
                           std::optional<std::int64_t> offset)
{
    Geometry out{sizes, strides, offset.value_or(geometry.offset)};
    if (sizes.size() != strides.size())
        return invalidArgument(say("as_strided: {0} sizes {1} but {2} strides {3}", sizes.size(), text(sizes),
                                   strides.size(), text(strides)));
    for (std::size_t d = 0; d < sizes.size(); ++d)
        if (sizes[d] < 0)
            return invalidArgument(say("as_strided: size {0} of dim {1} is negative", sizes[d], d));
    if (out.offset < 0)
        return invalidArgument(say("as_strided: offset {0} is negative", out.offset));
    return out;
}

} // namespace tscope
