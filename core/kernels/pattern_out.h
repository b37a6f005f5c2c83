// SPDX-License-Identifier: Apache-2.0
// Writing the index members of a result whose entries are groups of items: of a coo one entry for each sparse
// index, of compressed ones by line, slice and index, which are the coordinates of their Source then.
#pragma once

#include "kernels/sorting.h"

#include <vector>

namespace tscope::kernels {

template <class Source>
struct ComesBefore {
    Source source;
    Groups groups;
    int which;
    std::int64_t limit;
    TSCOPE_BOTH bool operator()(std::int64_t group) const
    {
        return source.coordinate(which, groups.first(group)) < limit;
    }
};

template <class Source>
struct BeginsOfLines {
    Source source;
    Groups groups;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t line) const
    {
        to[line] = firstNot(0, groups.count, ComesBefore<Source>{source, groups, 0, line});
    }
};

// As many as each line has, which have to be as many in all; `begins`: where each begins, and the end.
template <class Queue>
std::int64_t entriesOfEachLine(Queue& queue, const tscope_call& call, tscope_error* error,
                               const std::int64_t* begins, std::int64_t lines)
{
    std::vector<std::int64_t> found(static_cast<std::size_t>(lines + 1));
    queue.read(found.data(), begins, lines + 1);
    if (!queue.isGood())
        return -queue.code();
    for (std::size_t line = 1; line < static_cast<std::size_t>(lines); ++line)
        if (const auto own = found[line + 1] - found[line]; own != found[1])
            return failUnequal(call, error, found[1], static_cast<std::int64_t>(line), own);
    return lines == 0 ? 0 : found[1];
}

// What the entries() of a kernel answers.
template <class Queue, class Source>
std::int64_t entriesPerLine(Queue& queue, const tscope_call& call, tscope_error* error, const Source& source,
                            const Groups& groups)
{
    if (!queue.isGood())
        return -queue.code();
    if (isLayout(*call.out, "coo"))
        return groups.count;
    const auto lines = source.extentOf(0);
    if (lines <= 1)
        return groups.count;
    auto* begins = queue.template room<std::int64_t>(lines + 1);
    queue.each(lines + 1, BeginsOfLines<Source>{source, groups, begins});
    return entriesOfEachLine(queue, call, error, begins, lines);
}

template <class Source>
struct WritePointers {
    Source source;
    Groups groups;
    std::int64_t slices, entries; // of a line
    IndicesOut to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto line = i / (slices + 1), slice = i % (slices + 1);
        const auto begin = line * entries;
        to.set(i, firstNot(begin, begin + entries, ComesBefore<Source>{source, groups, 1, slice}) - begin);
    }
};

template <class Source>
struct WriteIndices {
    Source source;
    Groups groups;
    int first, count; // coordinates, one row of indices each
    IndicesOut to;
    TSCOPE_BOTH void operator()(std::int64_t group) const
    {
        const auto item = groups.first(group);
        for (int c = 0; c < count; ++c)
            to.set(c * groups.count + group, source.coordinate(first + c, item));
    }
};

template <class Queue, class Source>
void writePattern(Queue& queue, const tscope_operand& out, const Source& source, const Groups& groups)
{
    const bool isCoo = isLayout(out, "coo");
    const IndicesOut indices(out.members[isCoo ? 0 : 1]);
    if (isCoo) {
        queue.each(groups.count, WriteIndices<Source>{source, groups, 0, source.coordinates(), indices});
        return;
    }
    const IndicesOut pointers(out.members[0]);
    if (out.entries > pointers.most())
        queue.fail(TSCOPE_OVERFLOW, "the result has more entries than its indices can count");
    const auto slices = source.extentOf(1);
    queue.each(source.extentOf(0) * (slices + 1),
               WritePointers<Source>{source, groups, slices, out.entries, pointers});
    if (out.members[1].data != nullptr)
        queue.each(groups.count, WriteIndices<Source>{source, groups, 2, 1, indices});
}

} // namespace tscope::kernels
