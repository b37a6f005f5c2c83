// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tscope {

// Pages of a mapped file are lost when someone cuts the file short, or when its disk fails. Who reads one is ended
// by SIGBUS, unless the program has asked for this: then the page and all behind it in its mapping become zeros.
// That signal belongs to the whole process, so a library does not take it unasked; a program does once, before it
// maps anything. Other causes of the signal go on to whoever had it before.
void surviveLostPages();

// How many mappings have lost pages so far: more than before means that what was read since is not what the file
// said.
std::int64_t mappingsWithLostPages();
// Counts with them what else of a file was found not to be there only when it was asked for.
void countLostBytes();

// Whether these bytes are those of a mapped file, which others may overwrite at any time.
bool liesInMappedFile(const std::byte* bytes);
// Whether these bytes are those of a mapped file of which pages are lost.
bool liesInLostMapping(const std::byte* bytes);

// A mapping that is looked after as long as this lives.
class MappedPages
{
public:
    MappedPages(const std::byte* begin, std::size_t byteSize);
    ~MappedPages();
    MappedPages(const MappedPages&) = delete;
    MappedPages& operator=(const MappedPages&) = delete;

private:
    friend void surviveLostPages();
    friend std::int64_t mappingsWithLostPages();
    friend void countLostBytes();
    friend bool liesInMappedFile(const std::byte* bytes);
    friend bool liesInLostMapping(const std::byte* bytes);
    struct Range;
    struct Ranges;
    Range* m_range;
};

} // namespace tscope
