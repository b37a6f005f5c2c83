// SPDX-License-Identifier: Apache-2.0
#include "io/torch/names.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

struct Known {
    std::string_view module, name;
    TorchName means;
};

using enum TorchName;

constexpr std::array knownNames{
    Known{"torch._utils", "_rebuild_tensor", tensor},
    Known{"torch._utils", "_rebuild_tensor_v2", tensorV2},
    Known{"torch._utils", "_rebuild_tensor_v3", tensorV3},
    Known{"torch._utils", "_rebuild_qtensor", quantised},
    Known{"torch._utils", "_rebuild_parameter", parameter},
    Known{"torch._utils", "_rebuild_parameter_with_state", parameter},
    Known{"torch._utils", "_rebuild_sparse_tensor", sparse},
    Known{"torch._utils", "_rebuild_sparse_csr_tensor", sparse},
    Known{"torch._utils", "_rebuild_nested_tensor", nested},
    Known{"torch._utils", "_rebuild_meta_tensor_no_storage", meta},
    Known{"torch._utils", "_rebuild_wrapper_subclass", wrapper},
    Known{"torch._utils", "_rebuild_device_tensor_from_numpy", fromNumpy},
    Known{"torch._utils", "_rebuild_device_tensor_from_cpu_tensor", fromTensor},
    Known{"torch._tensor", "_rebuild_from_type_v2", ofType},
    Known{"torch._tensor", "_rebuild_from_type", ofType},
    Known{"torch.tensor", "_rebuild_from_type", ofType},
    Known{"torch.nested._internal.nested_tensor", "_rebuild_njt", jagged},
    Known{"torch.nested._internal.nested_tensor", "NestedTensor", jaggedClass},
    Known{"torch.serialization", "_get_layout", layoutTag},
    Known{"torch", "Size", size},
    Known{"collections", "OrderedDict", orderedDict},
    Known{"collections", "Counter", plain},
    Known{"collections", "defaultdict", plain},
    Known{"collections", "deque", plain},
    Known{"torch", "device", plain},
    Known{"torch", "Tensor", plain},
    Known{"torch.nn.parameter", "Parameter", plain},
    Known{"_codecs", "encode", plain},
    Known{"datetime", "datetime", plain},
    Known{"datetime", "date", plain},
    Known{"datetime", "timedelta", plain},
    Known{"decimal", "Decimal", plain},
    Known{"uuid", "UUID", plain},
    Known{"pathlib", "PosixPath", plain},
    Known{"pathlib", "WindowsPath", plain},
    Known{"pathlib", "PurePosixPath", plain},
    Known{"argparse", "Namespace", plain},
    Known{"torch.distributed.tensor._dtensor_spec", "DTensorSpec", plain},
    Known{"torch.distributed.tensor._dtensor_spec", "ShardOrderEntry", plain},
    Known{"torch.distributed.tensor._dtensor_spec", "TensorMeta", plain},
    Known{"torch.distributed.tensor.placement_types", "Partial", plain},
    Known{"torch.distributed.tensor.placement_types", "Replicate", plain},
    Known{"torch.distributed.tensor.placement_types", "Shard", plain},
    Known{"torch.distributed.device_mesh", "DeviceMesh", plain},
    Known{"torch.distributed._mesh_layout", "_FlatLayout", plain},
    Known{"torch.distributed._mesh_layout", "_MeshLayout", plain},
};

struct OpaqueType {
    std::string_view name;
    std::int64_t itemSize;
};

// Those with more than one element to a byte have no size that elements could be counted by.
constexpr std::array opaqueTypes{
    OpaqueType{"qint32", 4},
    OpaqueType{"quint4x2", 0},
    OpaqueType{"quint2x4", 0},
    OpaqueType{"float8_e4m3fnuz", 1},
    OpaqueType{"float8_e5m2fnuz", 1},
    OpaqueType{"float8_e8m0fnu", 1},
    OpaqueType{"float4_e2m1fn_x2", 1},
    OpaqueType{"bits8", 1},
    OpaqueType{"bits16", 2},
    OpaqueType{"bits1x8", 1},
    OpaqueType{"bits2x4", 1},
    OpaqueType{"bits4x2", 1},
    OpaqueType{"uint1", 1},
    OpaqueType{"uint2", 1},
    OpaqueType{"uint3", 1},
    OpaqueType{"uint4", 1},
    OpaqueType{"uint5", 1},
    OpaqueType{"uint6", 1},
    OpaqueType{"uint7", 1},
    OpaqueType{"int1", 1},
    OpaqueType{"int2", 1},
    OpaqueType{"int3", 1},
    OpaqueType{"int4", 1},
    OpaqueType{"int5", 1},
    OpaqueType{"int6", 1},
    OpaqueType{"int7", 1},
};

struct Storages {
    std::string_view name, type;
};

constexpr std::array storageClasses{
    Storages{"DoubleStorage", "float64"},
    Storages{"FloatStorage", "float32"},
    Storages{"HalfStorage", "float16"},
    Storages{"BFloat16Storage", "bfloat16"},
    Storages{"LongStorage", "int64"},
    Storages{"IntStorage", "int32"},
    Storages{"ShortStorage", "int16"},
    Storages{"CharStorage", "int8"},
    Storages{"ByteStorage", "uint8"},
    Storages{"BoolStorage", "bool"},
    Storages{"ComplexFloatStorage", "complex64"},
    Storages{"ComplexDoubleStorage", "complex128"},
    Storages{"QInt8Storage", "qint8"},
    Storages{"QUInt8Storage", "quint8"},
    Storages{"QInt32Storage", "qint32"},
    Storages{"QUInt4x2Storage", "quint4x2"},
    Storages{"QUInt2x4Storage", "quint2x4"},
    Storages{"UntypedStorage", "uint8"},
    Storages{"_UntypedStorage", "uint8"},
};

bool isBuiltinModule(std::string_view module)
{
    return module == "builtins" || module == "__builtin__";
}

DType typeNamed(std::string_view name)
{
    const auto opaque = opaqueTorchType(name);
    return opaque ? *opaque : DType::parse(name);
}

} // namespace

TorchName torchName(const PickleTree& tree, PickleTree::Id global)
{
    const auto module = tree.module(global), name = tree.name(global);
    for (const auto& row : knownNames)
        if (row.module == module && row.name == name)
            return row.means;
    return isBuiltinModule(module) ? plain : unknown;
}

bool isTensorName(TorchName name)
{
    return name <= TorchName::ofType;
}

std::optional<DType> storageType(const PickleTree& tree, PickleTree::Id global)
{
    const auto module = tree.module(global), name = tree.name(global);
    if (module != "torch" && module != "torch.cuda" && module != "torch.storage")
        return std::nullopt;
    const auto row = std::ranges::find(storageClasses, name, &Storages::name);
    return row != storageClasses.end() ? std::optional(typeNamed(row->type)) : std::nullopt;
}

std::string_view torchStorageClass(const DType& dtype)
{
    const auto row = std::ranges::find(storageClasses, dtype.name(), &Storages::type);
    return row != storageClasses.end() ? row->name : std::string_view();
}

bool isQuantisedForTorch(const DType& dtype)
{
    return torchStorageClass(dtype).starts_with('Q');
}

std::optional<DType> torchDType(const PickleTree& tree, PickleTree::Id global)
{
    if (tree.module(global) != "torch")
        return std::nullopt;
    const auto type = typeNamed(tree.name(global));
    return type.isOpaque() && !opaqueTorchType(tree.name(global)) ? std::nullopt : std::optional(type);
}

std::optional<DType> opaqueTorchType(std::string_view name)
{
    const auto row = std::ranges::find(opaqueTypes, name, &OpaqueType::name);
    return row != opaqueTypes.end() ? std::optional(DType::opaque(std::string(row->name), row->itemSize))
                                    : std::nullopt;
}

} // namespace tscope
