// SPDX-License-Identifier: Apache-2.0
#include "timing/block_sizes.h"

#include "element/dtype.h"
#include "timing/block_counts.h"
#include "timing/number_text.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tscope::timing {

namespace {

constexpr std::string_view savesPattern =
    "Blocks of {0} take the fewest bytes: {1} of those without blocks; {2} of their values are zeros.";
constexpr std::string_view savesWholePattern =
    "Blocks of {0} take the fewest bytes: {1} of those without blocks; none of their values is a zero filled in.";
constexpr std::string_view nonePattern = "No block size saves bytes; {0} comes nearest ({1}x).";
constexpr std::array blockSentences{savesPattern, savesWholePattern, nonePattern};

// What the sizes in bytes are made of: those of the tensor as it was given.
struct BlockParts {
    double value = 4, index = 8;
    MatrixSides sides;
    std::int64_t batches = 1; // each has pointers of its own
};

BlockParts blockPartsOf(const Session& session, const std::string& tensor)
{
    BlockParts parts;
    parts.sides = sidesOf(session, tensor);
    const auto subject = std::ranges::find(session.subjects, tensor, &Subject::name);
    if (subject == session.subjects.end())
        return parts;
    parts.value = static_cast<double>(DType::parse(subject->given.dtype).itemSize());
    if (!subject->given.indexDType.empty())
        parts.index = static_cast<double>(DType::parse(subject->given.indexDType).itemSize());
    const auto& size = subject->size;
    for (std::size_t i = 0; i + 2 < size.size(); ++i)
        parts.batches *= std::max<std::int64_t>(1, size[i]);
    return parts;
}

double bytesInBlocks(const BlockSize& size, const BlockParts& parts)
{
    const auto pointers = parts.batches * ((parts.sides.rows + size.rows - 1) / size.rows + 1);
    return static_cast<double>(pointers) * parts.index +
           static_cast<double>(size.blocks) *
               (parts.index + static_cast<double>(size.rows * size.columns) * parts.value);
}

} // namespace

MatrixSides sidesOf(const Session& session, const std::string& tensor)
{
    const auto subject = std::ranges::find(session.subjects, tensor, &Subject::name);
    if (subject == session.subjects.end() || subject->size.size() < 2)
        return {};
    const auto& size = subject->size;
    // A session may come from a file: there is room to round up to a block.
    const auto side = [](std::int64_t length) {
        return std::clamp<std::int64_t>(length, 0, std::numeric_limits<std::int64_t>::max() - BlockCounts::most);
    };
    return {side(size[size.size() - 2]), side(size.back())};
}

std::vector<BlockSize> blockSizesOf(const Session& session, const std::string& tensor)
{
    const auto table = std::ranges::find(session.blockTables, tensor, &BlockTable::tensor);
    // A session may come from a file.
    if (table == session.blockTables.end() || table->side <= 0 || table->side > BlockCounts::most ||
        table->blocks.size() != static_cast<std::size_t>(table->side * table->side))
        return {};
    const auto parts = blockPartsOf(session, tensor);
    std::vector<BlockSize> out;
    for (std::size_t i = 0; i < table->blocks.size(); ++i) {
        const auto place = static_cast<std::int64_t>(i);
        BlockSize size{place / table->side + 1, place % table->side + 1, table->blocks[i]};
        const auto stored = static_cast<double>(size.blocks) * static_cast<double>(size.rows * size.columns);
        size.fill = stored > 0 ? std::max(0.0, 1 - static_cast<double>(table->entries) / stored) : 0;
        size.bytes = bytesInBlocks(size, parts);
        size.predictedNs = i < table->predictedNs.size() ? table->predictedNs[i] : 0;
        size.doesDivide = parts.sides.rows % size.rows == 0 && parts.sides.columns % size.columns == 0;
        out.push_back(size);
    }
    return out;
}

std::optional<Sentence> sentenceOnBlocks(const std::vector<BlockSize>& sizes)
{
    const BlockSize* best = nullptr;
    for (std::size_t i = 1; i < sizes.size(); ++i)
        if (sizes[i].doesDivide && (best == nullptr || sizes[i].bytes < best->bytes))
            best = &sizes[i];
    if (best == nullptr || sizes.front().bytes <= 0)
        return std::nullopt;
    const auto name = std::to_string(best->rows) + 'x' + std::to_string(best->columns);
    const auto share = best->bytes / sizes.front().bytes;
    if (share >= 1)
        return Sentence{nonePattern, {name, ratioText(share)}};
    if (best->fill <= 0)
        return Sentence{savesWholePattern, {name, percentText(share)}};
    return Sentence{savesPattern, {name, percentText(share), percentText(best->fill)}};
}

std::span<const std::string_view> blockPatterns()
{
    return blockSentences;
}

} // namespace tscope::timing
