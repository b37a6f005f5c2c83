// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/outline.h"
#include "base/watch.h"
#include "facts/distribution.h"
#include "facts/statistics.h"
#include "tensor/tensor.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// The claims that say what stored integers mean.
inline constexpr std::array<std::string_view, 6> quantizerClaims{"qscheme", "axis",       "scale",
                                                                 "scales",  "zero_point", "zero_points"};

struct MemberInfo {
    std::string name; // the role
    std::string as;   // the file's word
    std::string word; // by which readers know it
    DType dtype;
    Geometry geometry;
    std::int64_t storageNumel = 0;
    std::uint64_t storageId = 0;
    std::optional<std::int64_t> bytes; // its elements once each
    std::string device;
    bool pinned = false;
    bool contiguous = false;
    std::optional<std::vector<Element>> data;  // row-major, of small readable members
    bool measured = false;                     // statistics were asked for
    std::optional<Statistics> statistics = {}; // when asked for and readable
};

// What holds of a strided tensor's geometry.
struct StridedFlags {
    bool channelsLast = false, channelsLast3d = false;
    bool channelsLastStrides = false, channelsLast3dStrides = false;
    bool nonOverlappingAndDense = false;
    std::string overlap;      // "no" "yes" "undecided"
    std::string overlapTorch; // "no" "yes" "too_hard"
    std::optional<std::int64_t> first, last, minStorage;
};

// The anatomy of one tensor in numbers; never fails, broken tensors have the numbers that can be known.
struct TensorInfo {
    std::string name;
    std::string layout;
    DType dtype;
    std::string device;
    Outline outline;
    std::optional<std::int64_t>
        stored; // elements of the values; absent where every element is stored by its nature
    std::optional<std::int64_t> bytes; // the members' sum
    std::int64_t storageBytes = 0;     // distinct storages once
    std::vector<MemberInfo> members;
    std::optional<bool> contiguous, isCoalesced;
    std::optional<StridedFlags> strided;
    std::string quantizer; // what its stored integers mean, as far as it claims anything of it
    std::optional<Result<Distribution>> values = {}; // when asked for
};

inline constexpr std::int64_t shownElements = 64; // members up to this size carry their data
// Texts of a tensor that are copied have up to so many elements of one member, programs of one storage.
inline constexpr std::int64_t mostWrittenElements = 1'000'000;

struct InfoOptions {
    bool statistics = false;               // of every member
    bool values = false;                   // how those that are stored are spread
    std::int64_t mostData = shownElements; // larger members have no data
    Watch watch = {};                      // for the data and the values
};

// How much of a tensor's elements a text has.
struct WrittenElements {
    std::int64_t written = 0, leftOut = 0; // left out because there are too many
    bool isPossible = true;                // false: some are not known, or belong to a member that can't be built
};

TensorInfo info(const Tensor& tensor, std::string name = "", const InfoOptions& options = {});

// How many elements of its members are in the data.
WrittenElements writtenData(const Tensor& tensor, const InfoOptions& options);

// What of it lists tell, without looking at any element.
std::optional<std::int64_t> bytesOf(const Tensor& tensor); // the members' sum; nothing where it leaves 64 bits
// The elements of the values, of layouts that do not store every element.
std::optional<std::int64_t> storedIn(const Tensor& tensor, const Outline& outline);
// How many of its elements it stores, of 1; nothing where every element is, or where it stores more than it has.
std::optional<double> fillOf(const std::optional<std::int64_t>& stored, const Outline& outline);

} // namespace tscope
