// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/ragged.h"

#include "core/cpu/convert/convert_test.h"

namespace tscope::cpu {
namespace {

class RaggedTest : public ConvertTest
{
protected:
    // Components of any sizes up to those of the padded form, with holes between them.
    void expectPadded(std::int64_t count, const std::vector<std::int64_t>& padded, std::int64_t elementBytes,
                      std::int64_t elements, std::int64_t fixedDims)
    {
        const auto dims = static_cast<std::int64_t>(padded.size()), itemBytes = elementBytes * elements;
        std::vector<std::int64_t> offsets, sizes;
        std::int64_t used = 0;
        for (std::int64_t c = 0; c < count; ++c) {
            std::int64_t items = 1;
            for (std::int64_t dim = 0; dim < dims; ++dim) {
                const auto most = padded[static_cast<std::size_t>(dim)];
                sizes.push_back(dim >= dims - fixedDims || m_random.below(5) == 0 ? most
                                                                                  : m_random.below(most + 1));
                items *= sizes.back();
            }
            offsets.push_back(used);
            used += items + m_random.below(2);
        }
        const auto buffer = randomBytes(used * itemBytes);
        const auto padding = randomBytes(elementBytes);
        std::int64_t each = 1;
        for (const auto size : padded)
            each *= size;
        // Item by item.
        std::vector<std::byte> wanted;
        for (std::int64_t c = 0; c < count; ++c)
            for (std::int64_t item = 0; item < each; ++item) {
                std::int64_t at = 0, rest = item, step = 1;
                bool isThere = true;
                for (auto dim = dims; dim-- > 0;) {
                    const auto size = sizes[static_cast<std::size_t>(c * dims + dim)];
                    const auto index = rest % padded[static_cast<std::size_t>(dim)];
                    rest /= padded[static_cast<std::size_t>(dim)];
                    isThere = isThere && index < size;
                    at += index * step;
                    step *= size;
                }
                for (std::int64_t byte = 0; byte < itemBytes; ++byte)
                    wanted.push_back(isThere ? buffer[static_cast<std::size_t>(
                                                   (offsets[static_cast<std::size_t>(c)] + at) * itemBytes + byte)]
                                             : padding[static_cast<std::size_t>(byte % elementBytes)]);
            }
        const Components components{count, dims, offsets.data(), sizes.data(), itemBytes};
        withThreads([&] {
            // One element off a cache line, with something on both sides of it.
            std::vector<std::byte> made(wanted.size() + 192, std::byte{0x77});
            auto* to = made.data() + (64 - reinterpret_cast<std::uintptr_t>(made.data()) % 64) + elementBytes;
            ASSERT_EQ(toPadded(components, buffer.data(), padded, padding, to, Watch{}), Ending::done);
            ASSERT_TRUE(std::equal(wanted.begin(), wanted.end(), to));
            const auto isUntouched = [](auto byte) { return byte == std::byte{0x77}; };
            ASSERT_TRUE(std::all_of(made.data(), to, isUntouched));
            ASSERT_TRUE(std::all_of(to + wanted.size(), made.data() + made.size(), isUntouched));

            std::vector<std::byte> back(buffer.size(), std::byte{0x55});
            ASSERT_EQ(fromPadded(components, back.data(), padded, to, Watch{}), Ending::done);
            for (std::int64_t c = 0; c < count; ++c) {
                std::int64_t items = 1;
                for (std::int64_t dim = 0; dim < dims; ++dim)
                    items *= sizes[static_cast<std::size_t>(c * dims + dim)];
                const auto begin = offsets[static_cast<std::size_t>(c)] * itemBytes,
                           end = begin + items * itemBytes;
                ASSERT_TRUE(std::equal(buffer.begin() + begin, buffer.begin() + end, back.begin() + begin));
                // What lies between components is left alone.
                const auto next = c + 1 < count ? offsets[static_cast<std::size_t>(c) + 1] * itemBytes
                                                : static_cast<std::int64_t>(back.size());
                ASSERT_TRUE(std::all_of(back.begin() + end, back.begin() + next,
                                        [](auto byte) { return byte == std::byte{0x55}; }));
            }
        });
    }
};

TEST_F(RaggedTest, PaddedAndBack)
{
    for (const auto& padded : std::vector<std::vector<std::int64_t>>{
             {0}, {1}, {9}, {3, 4}, {7, 1}, {1, 7}, {4, 5, 6}, {2, 3, 0}, {3, 2, 4, 3}})
        for (const std::int64_t fixedDims : {0, 1, 2})
            for (const std::int64_t elementBytes : {1, 2, 4, 8, 16})
                for (const std::int64_t count : {0, 1, 5})
                    expectPadded(count, padded, elementBytes, 1 + 2 * m_random.below(2), fixedDims);
}

TEST_F(RaggedTest, ManyAndGiantComponents)
{
    expectPadded(700, {90, 8}, 4, 1, 1);
    expectPadded(700, {90, 8}, 4, 1, 0);
    expectPadded(2, {200'000}, 8, 1, 0);
    expectPadded(1, {3'000, 200}, 4, 1, 1);
}

TEST_F(RaggedTest, RunsAreCopiedWhereverTheyGo)
{
    std::vector<std::int64_t> sizes{0, 1, 63, 64, 65, 0, 5'000'000, 7, 3'000, 0};
    std::int64_t all = 0;
    for (const auto size : sizes)
        all += size;
    const auto from = randomBytes(all);
    withThreads([&] {
        // The last run comes first.
        std::vector<std::byte> to(from.size()), wanted;
        std::vector<CopyRun> runs;
        std::int64_t at = 0;
        for (const auto size : sizes) {
            runs.push_back({to.data() + all - at - size, from.data() + at, size});
            wanted.insert(wanted.begin(), from.begin() + at, from.begin() + at + size);
            at += size;
        }
        ASSERT_EQ(copyRuns(runs, Watch{}), Ending::done);
        ASSERT_EQ(to, wanted);
    });
}

} // namespace
} // namespace tscope::cpu
