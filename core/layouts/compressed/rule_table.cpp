// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/rules.h"
#include "layouts/shared/consumer_rules.h"
#include "layouts/shared/countable_size.h"
#include "layouts/shared/member_rules.h"

#include <array>

namespace tscope::compressed {

namespace {

constexpr auto metadata = Cost::metadata;
constexpr auto perPointer = Cost::pointers;
constexpr auto entries = Cost::entries;

// A rule on which a kernel relies to stay inside its buffers: types and layouts of what it reads, the shapes, and
// that every pointer and index points inside. Order within a slice, strides and devices are taken care of by
// whoever calls it; a wrong cached number is never a bound.
constexpr Rule guard(std::string_view id, std::string_view statement, Cost cost,
                     void (*evaluate)(const Reading&, RuleRun&))
{
    return {id, statement, cost, Level::violation, true, true, evaluate};
}

constexpr Rule plainRule(std::string_view id, std::string_view statement, Cost cost,
                         void (*evaluate)(const Reading&, RuleRun&), Level level = Level::violation)
{
    return {id, statement, cost, level, true, false, evaluate};
}

// Asked by one other contract only.
constexpr Rule consumerRule(std::string_view id, std::string_view statement, Cost cost,
                            void (*evaluate)(const Reading&, RuleRun&), Level level = Level::violation)
{
    return {id, statement, cost, level, false, false, evaluate};
}

constexpr Rule worded(Rule rule, Wording wording)
{
    rule.wording = wording;
    return rule;
}

constexpr std::array table{
    // A kernel is chosen by the declared types, so members of another type would be read at another width.
    guard("1.1", "{compressed} has the tensor's index type", metadata, compressedDType),
    guard("1.2", "{plain} has the tensor's index type", metadata, plainDType),
    guard("1.3", "the index type is int32 or int64", metadata, indexDType),
    guard("1.4", "{values} has the tensor's element type", metadata, valuesDType),
    plainRule("1.5", "the element type is one that sparse tensors support", metadata, supportedDType),
    // Sums of counts are made in the index type.
    guard("1.6", "the numbers of {slices}, {others} and entries fit the index type", metadata,
          countsFitIndexDType),
    guard("2.1", "{compressed} is a strided tensor", metadata, compressedStrided),
    guard("2.2", "{plain} is a strided tensor", metadata, plainStrided),
    guard("2.3", "{values} is a strided tensor", metadata, valuesStrided),
    guard("2.4", "the tensor is tagged with the layout that it is read as", metadata, layoutTag),
    guard("3.1",
          "the size has one entry for each batch, sparse and dense dim, none of them negative{of whole blocks}",
          metadata, sizeShape),
    guard("3.2", "{compressed} has at least one dim", metadata, compressedRank),
    guard("3.3", "{plain} has as many dims as {compressed}", metadata, plainRank),
    guard("3.4", "{values} has a dim for each batch dim{and of blocks}", metadata, valuesRank),
    plainRule("3.5", "neighbours along the last dim of {compressed} are adjacent in memory", metadata,
              compressedAdjacent),
    plainRule("3.6", "neighbours along the last dim of {plain} are adjacent in memory", metadata, plainAdjacent),
    plainRule("3.7", "{values} is contiguous{in blocks}", metadata, valuesContiguous, Level::advisory),
    guard("3.8", "{compressed} has the batch dims of the size, and one pointer more than there are {slices}",
          metadata, compressedShape),
    guard("3.9", "{plain} has the batch dims of the size, and one index for each entry of {values}", metadata,
          plainShape),
    guard("3.10", "{values} has the batch and dense dims of the size{and has blocks}", metadata, valuesShape),
    plainRule("3.11", "the number of elements is the product of the size and fits 64 bits", metadata,
              elementCount),
    plainRule("3.12", countableBeforeZeroText, metadata, sizeCountable, Level::advisory),
    plainRule("4.1", "{values} is on a device that sparse tensors support", metadata, deviceSupported),
    plainRule("4.2", "{compressed} is on the tensor's device", metadata, compressedDevice),
    plainRule("4.3", "{plain} is on the tensor's device", metadata, plainDevice),
    plainRule("4.4", "{values} is on the tensor's device", metadata, valuesDevice),
    plainRule("4.5", "all members are pinned, or none is", metadata, pinnedAlike),
    // A member that is on meta alone is 4.2-4.4's business.
    worded(plainRule("4.6", "a tensor on the meta device stores no entry", metadata, metaIsEmpty),
           Wording::ownDeviceMeta),
    guard("5.1", "{compressed} starts at 0{in each batch}", perPointer, firstPointerIsZero),
    guard("5.2", "{compressed} ends at the number of stored entries{in each batch}", perPointer,
          lastPointerIsStored),
    guard("5.3", "{compressed} never falls, and no {slice} has more entries than there are {others}", perPointer,
          pointerSteps),
    guard("5.4", "no {other} index is negative", entries, plainNotNegative),
    guard("5.5", "each {other} index is below the number of {others}", entries, plainBelowExtent),
    plainRule("5.6", "{other} indices are sorted and unique within each {slice}", entries, plainIncreasing),
    plainRule("6.1", "no index member requires a gradient", metadata, noIndexGradient),
    guard("STR-2.1", "every member lies inside its storage", metadata, memberInBounds),
    consumerRule("CU-1", valuesTypeOfCusparseText, metadata, valuesTypeOfCusparse),
    consumerRule("CU-2", "rows times columns fits 64 bits and is not below the number of entries", metadata,
                 cusparseCounts),
    consumerRule("CU-3", "blocks are square", metadata, squareBlocks),
    consumerRule("CU-4", "no {other} index appears twice in a {slice}", entries, distinctInSlice),
    consumerRule("CU-5", "{other} indices never fall within a {slice}", entries, sortedInSlice, Level::advisory),
    consumerRule("CU-7", "there is at most one batch dim and no dense dim", metadata, cusparseDims),
    consumerRule("CU-9", membersHaveMemoryText, metadata, membersHaveMemory),
    consumerRule("CU-10", deviceMembersAlignedText, metadata, deviceMembersAligned),
    consumerRule("SP-1", "there are two sparse dims, no batch and no dense dims", metadata, scipyDims),
    consumerRule("SP-2", valuesTypeOfScipyText, metadata, valuesTypeOfScipy),
    consumerRule("SP-3", "indices of another type than the declared one are integers as well", metadata,
                 indicesAreIntegers),
};

} // namespace

std::span<const Rule> rules()
{
    return table;
}

} // namespace tscope::compressed
