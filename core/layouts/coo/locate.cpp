// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/locate.h"

#include "array/stored_element.h"
#include "base/printable.h"
#include "base/say.h"
#include "layouts/coo/find.h"
#include "layouts/coo/reading.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/sum.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t mostSteps = 1000; // of one kind; a million duplicates are not told one by one

Result<void> indexIsInside(const CooReading& reading, const Extents& index)
{
    if (const auto& size = reading.size()) {
        if (index.size() != size->size())
            return invalidArgument(say("an index with {0|entry|entries} was wanted for size {1}, found {2}",
                                       size->size(), text(*size), text(index)));
        for (std::size_t d = 0; d < index.size(); ++d)
            if (index[d] < 0 || index[d] >= (*size)[d])
                return invalidArgument(
                    say("index {0} lies outside size {1} in dim {2}", text(index), text(*size), d));
        return {};
    }
    // An unknown size has no bounds but maybe a known number of dims.
    if (std::ranges::any_of(index, [](auto entry) { return entry < 0; }))
        return invalidArgument(say("index {0} has a negative entry", text(index)));
    if (!reading.sparseDims())
        return {};
    const auto wanted = saturatingAdd(*reading.sparseDims(), reading.denseDims());
    if (static_cast<std::int64_t>(index.size()) != wanted)
        return invalidArgument(say("an index with {0} entries was wanted, found {1}", wanted, text(index)));
    return {};
}

std::optional<std::string> whyValuesUnreadable(const CooReading& reading)
{
    const auto& values = reading.values();
    if (values.isReadable())
        return std::nullopt;
    if (values.layout != "strided")
        return say("{0} is not strided but {1}", "values", values.layout);
    if (values.array.dtype.isOpaque())
        return say("values hold {0}, whose elements can't be read", cutText(values.array.dtype.name(), 60));
    if (!values.array.storage->hasBytes())
        return say("{0} has no data, only its shape is known", "values");
    if (!values.array.isInBounds())
        return std::nullopt; // some can be read: told of each
    return say("values holds {0}, which can't be read", values.array.dtype.name());
}

Slots slotAt(std::string_view member, std::int64_t slot)
{
    return {member, slot, slot + 1};
}

// One path being walked: what was read so far.
class Walk
{
public:
    Walk(const CooReading& reading, Extents sparse, Extents dense)
        : m_reading(reading), m_sparse(std::move(sparse)), m_dense(std::move(dense)), m_rows(reading.rows())
    {
    }

    Path run() &&
    {
        m_path.value = Element::zero(m_reading.tensor().declaredDType());
        const auto found = search();
        m_path.found = found.count > 0;
        if (found.count == 0) {
            tell(say("no entry at {0}: the element is not stored, its value is 0", text(m_sparse)));
            const auto columns = m_rows.columns();
            if (found.behind && columns > 0 && m_rows.rows() > 0)
                m_path.gap = Slots{"indices", std::max<std::int64_t>(*found.behind - 1, 0),
                                   std::min(*found.behind + 1, columns)};
            return std::move(m_path);
        }
        m_path.value = Element::zero(m_reading.values().array.dtype);
        if (const auto why = whyValuesUnreadable(m_reading))
            m_unread = *why;
        for (const auto entry : found.entries)
            readEntry(entry);
        if (found.count > static_cast<std::int64_t>(found.entries.size()))
            tell(say("{0} entries stand there, the first {1} were read", found.count, found.entries.size()));
        finish();
        return std::move(m_path);
    }

private:
    void tell(std::string text) { m_path.steps.push_back({std::move(text)}); }

    EntrySearch search()
    {
        const auto columns = m_rows.columns();
        const auto found = findEntries(m_reading, m_sparse, [&](std::int64_t entry, int order) {
            const auto probed = text(at(entry)), wanted = text(m_sparse);
            auto told =
                order < 0   ? say("binary search: entry {0} is {1}, before {2}: go right", entry, probed, wanted)
                : order > 0 ? say("binary search: entry {0} is {1}, after {2}: go left", entry, probed, wanted)
                            : say("binary search: entry {0} is {1}, found", entry, probed);
            m_path.steps.push_back({std::move(told), slotAt("indices", entry), element(entry)});
        });
        if (!found.halved)
            tell(say("compared {0} with all {1} columns of indices: {2|match|matches}", text(m_sparse), columns,
                     found.count));
        return found;
    }

    Extents at(std::int64_t entry) const
    {
        Extents out;
        for (std::int64_t dim = 0; dim < m_rows.rows(); ++dim)
            out.push_back(m_rows.at(dim, entry));
        return out;
    }

    std::optional<Element> element(std::int64_t entry) const
    {
        const auto value = Element::from(Number(m_rows.at(0, entry)), m_reading.indices().array.dtype);
        return value ? std::optional(*value) : std::nullopt;
    }

    void readEntry(std::int64_t entry)
    {
        const bool isTold = static_cast<std::int64_t>(m_told++) < mostSteps;
        const auto columns = m_rows.columns();
        for (std::int64_t dim = 0; dim < m_rows.rows(); ++dim)
            m_path.places.push_back(slotAt("indices", dim * columns + entry));
        if (isTold && m_rows.rows() > 0)
            m_path.steps.push_back({say("entry {0}: indices[:, {0}] = {1}", entry, text(m_sparse)),
                                    slotAt("indices", entry), element(entry)});
        const auto slot = valueSlot(m_reading, entry, m_dense);
        if (!slot) {
            m_unread = slot.error().text;
            return;
        }
        m_path.places.push_back(slotAt("values", *slot));
        if (!m_unread.empty())
            return;
        const auto stored = storedElement(m_reading.values().array, *slot);
        if (!stored) {
            m_unread = say("slot {0} of values lies outside its storage", *slot);
            return;
        }
        const auto& value = *stored;
        m_terms.push_back(value);
        if (!isTold)
            return;
        auto where = std::to_string(entry);
        for (const auto part : m_dense)
            where += ", " + std::to_string(part);
        m_path.steps.push_back(
            {say("values[{0}] = slot {1} = {2}", where, *slot, value.text()), slotAt("values", *slot), value});
    }

    void finish()
    {
        if (m_terms.size() == 1)
            m_path.value = m_terms.front();
        if (m_terms.size() > 1) {
            const auto sum = sumOf(m_terms);
            if (sum)
                m_path.value = *sum;
            tell(sum ? say("the sum of {0} duplicates = {1}", m_terms.size(), sum->text())
                     : say("duplicates of type {0} can't be added", m_terms.front().type().name()));
        }
        if (!m_unread.empty())
            tell(m_unread);
    }

    const CooReading& m_reading;
    Extents m_sparse, m_dense;
    IndexRows m_rows;
    Path m_path;
    std::vector<Element> m_terms;
    std::int64_t m_told = 0;
    std::string m_unread; // why some value was not read
};

// The logical coordinates of an entry, if they can be a part of an index of this tensor.
bool isInsideSize(const CooReading& reading, const IndexRows& rows, std::int64_t entry, Extents& out)
{
    const auto& size = *reading.size();
    out.clear();
    for (std::int64_t dim = 0; dim < rows.rows(); ++dim) {
        const auto coordinate = rows.at(dim, entry);
        if (coordinate < 0 || coordinate >= size[static_cast<std::size_t>(dim)])
            return false;
        out.push_back(coordinate);
    }
    return true;
}

// Steps to the next index in row-major order; false after the last.
bool next(Extents& index, const Extents& sizes)
{
    for (auto d = index.size(); d-- > 0;) {
        if (++index[d] < sizes[d])
            return true;
        index[d] = 0;
    }
    return false;
}

bool isEmpty(const Extents& sizes)
{
    return std::ranges::any_of(sizes, [](auto extent) { return extent <= 0; });
}

Extents joined(const Extents& sparse, const Extents& dense)
{
    auto out = sparse;
    out.insert(out.end(), dense.begin(), dense.end());
    return out;
}

} // namespace

Extents commonDense(const CooReading& reading)
{
    Extents out = reading.denseSize();
    for (std::size_t d = 0; d < out.size(); ++d)
        out[d] = std::min(out[d], (*reading.size())[static_cast<std::size_t>(*reading.sparseDims()) + d]);
    return out;
}

Result<Path> locateCoo(const Tensor& tensor, const Extents& index)
{
    const CooReading reading(tensor, {});
    if (const auto inside = indexIsInside(reading, index); !inside)
        return inside.error();
    if (const auto why = whyNotSearchable(reading)) {
        Path path;
        path.value = Element::zero(tensor.declaredDType());
        path.steps.push_back({*why});
        return path;
    }
    const auto split = index.begin() + static_cast<std::ptrdiff_t>(*reading.sparseDims());
    return Walk(reading, Extents(index.begin(), split), Extents(split, index.end())).run();
}

Result<Readers> readersOfCoo(const Tensor& tensor, std::string_view role, std::int64_t slot, std::int64_t limit)
{
    const auto* member = tensor.find(role);
    if (member == nullptr)
        return invalidArgument(say("member \"{0}\" was wanted, coo has indices and values", role));
    const auto positions = numel(member->array.geometry);
    if (slot < 0 || (positions && slot >= *positions))
        return invalidArgument(
            say("a slot of {0} from 0 to {1} was wanted, found {2}", role, positions.value_or(0) - 1, slot));
    Readers out;
    const CooReading reading(tensor, {});
    if (!positions || whyNotSearchable(reading) || !reading.size())
        return out;

    const auto rows = reading.rows();
    Extents sparse;
    if (role == "indices") {
        const auto entry = slot % rows.columns();
        const auto dense = commonDense(reading);
        if (entry >= reading.nnz() || isEmpty(dense) || !isInsideSize(reading, rows, entry, sparse))
            return out;
        out.count = numel(dense).value_or(int64Max);
        Extents at(dense.size(), 0);
        do {
            if (static_cast<std::int64_t>(out.elements.size()) >= limit)
                break;
            out.elements.push_back(joined(sparse, at));
        } while (next(at, dense));
    } else {
        auto index = member->array.geometry.rank() == 0 ? Extents{0} : indexOf(member->array.geometry.sizes, slot);
        const auto entry = index[0];
        index.erase(index.begin());
        const auto dense = commonDense(reading);
        for (std::size_t d = 0; d < dense.size(); ++d)
            if (index[d] >= dense[d])
                return out;
        if (entry >= rows.columns() || !isInsideSize(reading, rows, entry, sparse))
            return out;
        out.count = 1;
        if (limit > 0)
            out.elements.push_back(joined(sparse, index));
    }
    out.truncated = out.count > static_cast<std::int64_t>(out.elements.size());
    return out;
}

Result<void> entriesOfCoo(const Tensor& tensor, const EntryVisitor& visit)
{
    const CooReading reading(tensor, {});
    if (whyNotSearchable(reading) || !reading.size())
        return {};
    const auto rows = reading.rows();
    const auto dense = commonDense(reading);
    if (isEmpty(dense) || !numel(reading.values().array.geometry))
        return {};
    const auto strides = rowMajorStrides(reading.denseSize());
    const auto perEntry = checkedProduct(reading.denseSize()).value_or(0);
    Extents sparse;
    for (std::int64_t entry = 0; entry < std::min(rows.columns(), reading.nnz()); ++entry) {
        if (!isInsideSize(reading, rows, entry, sparse))
            continue;
        Extents at(dense.size(), 0);
        do {
            auto slot = entry * perEntry;
            for (std::size_t d = 0; d < at.size(); ++d)
                slot += at[d] * strides[d];
            if (!visit(joined(sparse, at), slot))
                return {};
        } while (next(at, dense));
    }
    return {};
}

} // namespace tscope
