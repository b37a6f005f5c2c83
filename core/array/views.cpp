// SPDX-License-Identifier: Apache-2.0
#include "array/views.h"

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
        return overflow("the offset " + std::to_string(geometry.offset) + " moved by " + std::to_string(steps) +
                        " times stride " + std::to_string(stride) + " does not fit 64 bits");
    return {};
}

// The dim of a geometry that needs to have one.
Result<std::size_t> dimOf(const Geometry& geometry, std::int64_t dim, const char* op)
{
    if (auto ok = wellFormed(geometry); !ok)
        return ok.error();
    if (geometry.sizes.empty())
        return invalidArgument(std::string(op) + " needs a dim, but the array has none (0-d)");
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
            return invalidArgument(std::string(op) + " names dim " +
                                   std::to_string(static_cast<std::int64_t>(*d)) + " more than once in " +
                                   text(dims));
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
        return invalidArgument("dim " + std::to_string(dim) + " is outside [" + std::to_string(-count) + ", " +
                               std::to_string(count - 1) + "] of a " + std::to_string(rank) + "-d array");
    return static_cast<std::size_t>(dim < 0 ? dim + count : dim);
}

Result<void> wellFormed(const Geometry& geometry)
{
    if (geometry.sizes.size() != geometry.strides.size())
        return invalidArgument("an array with " + std::to_string(geometry.sizes.size()) + " sizes but " +
                               std::to_string(geometry.strides.size()) + " strides has no views");
    const auto negative = std::ranges::find_if(geometry.sizes, [](std::int64_t size) { return size < 0; });
    if (negative != geometry.sizes.end())
        return invalidArgument("an array whose dim " + std::to_string(negative - geometry.sizes.begin()) +
                               " has the negative size " + std::to_string(*negative) + " has no views");
    return {};
}

Result<Geometry> select(const Geometry& geometry, std::int64_t dim, std::int64_t index)
{
    const auto d = dimOf(geometry, dim, "select");
    if (!d)
        return d.error();
    const auto size = geometry.sizes[*d];
    if (index < -size || index >= size)
        return invalidArgument("select: index " + std::to_string(index) + " is outside [" + std::to_string(-size) +
                               ", " + std::to_string(size - 1) + "] of dim " + std::to_string(*d) + " with size " +
                               std::to_string(size));
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
    const auto of = " of dim " + std::to_string(*d) + " with size " + std::to_string(size);
    if (length < 0)
        return invalidArgument("narrow: length " + std::to_string(length) + " is negative");
    if (start < -size || start > size)
        return invalidArgument("narrow: start " + std::to_string(start) + " is outside [" + std::to_string(-size) +
                               ", " + std::to_string(size) + "]" + of);
    const auto first = start < 0 ? start + size : start;
    if (length > size - first)
        return invalidArgument("narrow: start " + std::to_string(start) + " + length " + std::to_string(length) +
                               " is beyond the end" + of);
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
        return invalidArgument("slice: step is 0, wanted is a positive or negative one");
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
        return overflow("slice: stride " + std::to_string(geometry.strides[*d]) + " times step " +
                        std::to_string(step) + " does not fit 64 bits");
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
        return invalidArgument("permute: " + std::to_string(dims.size()) + " dims " + text(dims) + " for a " +
                               std::to_string(geometry.rank()) + "-d array");
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
        return invalidArgument("expand: wanted are the " + std::to_string(sizes.size()) + " sizes " + text(sizes) +
                               ", but the array has the " + std::to_string(geometry.rank()) + " dims " +
                               text(geometry.sizes));
    const auto added = sizes.size() - geometry.sizes.size();
    Geometry out{sizes, Extents(sizes.size()), geometry.offset};
    for (auto d = sizes.size(); d-- > 0;) {
        const auto isNew = d < added;
        const auto size = isNew ? 1 : geometry.sizes[d - added];
        if (sizes[d] < -1 || (sizes[d] == -1 && isNew))
            return invalidArgument(
                "expand: size " + std::to_string(sizes[d]) + " of dim " + std::to_string(d) +
                (isNew && sizes[d] == -1 ? " keeps an extent, but that dim is new" : " is negative"));
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
            return invalidArgument("expand: dim " + std::to_string(d) + " has size " + std::to_string(size) +
                                   "; only a dim of size 1 can become " + std::to_string(sizes[d]));
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
        return invalidArgument("unsqueeze: dim " + std::to_string(dim) + " is outside [" +
                               std::to_string(-geometry.rank() - 1) + ", " + std::to_string(geometry.rank()) +
                               "], where a " + std::to_string(geometry.rank()) + "-d array can get a new dim");
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
        return invalidArgument("diagonal: dims " + std::to_string(dim1) + " and " + std::to_string(dim2) +
                               " are the same dim");
    const auto rows = geometry.sizes[*a], columns = geometry.sizes[*b];
    // offset > 0 begins right of the corner, offset < 0 below it; either may be as large as an int64.
    const auto width = Wide(columns) + Wide(offset > 0 ? offset : 0) * Wide(-1);
    const auto height = Wide(rows) + Wide(offset < 0 ? offset : 0);
    const auto size = std::max(std::min(width, height), Wide(0)).clamped();
    const auto stride = checkedAdd(geometry.strides[*a], geometry.strides[*b]);
    if (!stride && size > 1)
        return overflow("diagonal: stride " + std::to_string(geometry.strides[*a]) + " + stride " +
                        std::to_string(geometry.strides[*b]) + " does not fit 64 bits");
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
        return invalidArgument("unfold: windows of size " + std::to_string(size) + ", but dim " +
                               std::to_string(*d) + " allows 0 to " + std::to_string(most));
    if (step <= 0)
        return invalidArgument("unfold: step " + std::to_string(step) + " is not positive");
    auto out = geometry;
    out.sizes.push_back(size);
    out.strides.push_back(isScalar ? 1 : geometry.strides[*d]);
    if (isScalar)
        return out;
    const auto windows = checkedAdd((most - size) / step, 1);
    if (!windows)
        return overflow("unfold: the number of windows does not fit 64 bits");
    out.sizes[*d] = *windows;
    if (!checkedMul(geometry.strides[*d], step) && out.sizes[*d] > 1)
        return overflow("unfold: stride " + std::to_string(geometry.strides[*d]) + " times step " +
                        std::to_string(step) + " does not fit 64 bits");
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
            return overflow("flip: stride " + std::to_string(geometry.strides[d]) + " of dim " +
                            std::to_string(d) + " has no opposite in 64 bits");
        out.strides[d] = stride.value_or(int64Max);
    }
    if (isEmpty(geometry))
        return out; // there is no last element to begin with
    if (!offset.asInt64())
        return overflow("flip: the offset of the last element does not fit 64 bits");
    out.offset = *offset.asInt64();
    return out;
}

Result<Geometry> asStrided(const Geometry& geometry, const Extents& sizes, const Extents& strides,
                           std::optional<std::int64_t> offset)
{
    Geometry out{sizes, strides, offset.value_or(geometry.offset)};
    if (sizes.size() != strides.size())
        return invalidArgument("as_strided: " + std::to_string(sizes.size()) + " sizes " + text(sizes) + " but " +
                               std::to_string(strides.size()) + " strides " + text(strides));
    for (std::size_t d = 0; d < sizes.size(); ++d)
        if (sizes[d] < 0)
            return invalidArgument("as_strided: size " + std::to_string(sizes[d]) + " of dim " +
                                   std::to_string(d) + " is negative");
    if (out.offset < 0)
        return invalidArgument("as_strided: offset " + std::to_string(out.offset) + " is negative");
    return out;
}

} // namespace tscope
