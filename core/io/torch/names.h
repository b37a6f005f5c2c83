// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/dtype.h"
#include "io/pickle/tree.h"

#include <optional>
#include <string>
#include <string_view>

namespace tscope {

// What the functions and classes that a PyTorch file names stand for. Names are compared as a whole.
enum class TorchName {
    tensor,      // _rebuild_tensor: storage, offset, size, strides
    tensorV2,    // and requires_grad, hooks, metadata
    tensorV3,    // and an element type of its own
    quantised,   // and a quantizer
    parameter,   // tensor, requires_grad, hooks
    sparse,      // layout tag, members
    nested,      // buffer, sizes, strides, offsets
    jagged,      // one dict
    jaggedClass, // values, offsets
    meta,        // element type, size, strides, requires_grad
    wrapper,     // class, element type, size, strides, offset, layout, device, requires_grad
    fromNumpy,   // array of NumPy, element type, device, requires_grad
    fromTensor,  // tensor, element type, device, requires_grad
    ofType,      // function, class, arguments, state: function(*arguments)
    layoutTag,   // a string
    size,        // a tuple
    orderedDict, // a dict, also in calls with its items
    plain,       // values of Python and PyTorch that hold no tensors of their own: device, set, complex
    unknown
};

TorchName torchName(const PickleTree& tree, PickleTree::Id global);
bool isTensorName(TorchName name);

// The element type of a storage class: "torch.FloatStorage". Nothing when it is no such class. Untyped storages
// count in bytes: uint8.
std::optional<DType> storageType(const PickleTree& tree, PickleTree::Id global);
// The class for storages of a type ("FloatStorage"); empty for types that came after these classes.
std::string_view torchStorageClass(const DType& dtype);
// A quantised type without values here. Tensors of it hold int32 and claim this type.
inline constexpr std::string_view qint32Name = "qint32";
// Whether PyTorch says beside its elements what they mean: qint8, and qint32.
bool isQuantisedForTorch(const DType& dtype);
// "torch.float8_e8m0fnu". Nothing when it is no element type.
std::optional<DType> torchDType(const PickleTree& tree, PickleTree::Id global);
// Types that PyTorch has and that are only names here; nothing for other names.
std::optional<DType> opaqueTorchType(std::string_view name);

} // namespace tscope
