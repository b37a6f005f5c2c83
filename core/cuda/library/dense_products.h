// SPDX-License-Identifier: Apache-2.0
// Dense products by cuBLAS, which knows columns only: of matrices by rows it is given the transposed product.
#pragma once

#include "cuda/library/blas_calls.h"
#include "cuda/library/dense_shape.h"
#include "cuda/library/handle_pool.h"
#include "cuda/library/library_types.h"

namespace tscope::cuda {

// A batch of matrices an equal step apart.
struct DenseBatch {
    DenseShape each;
    std::int64_t count = 1, step = 0;

    // Nothing: it can't be told so.
    static std::optional<DenseBatch> of(const tscope_array& array)
    {
        const auto shape = DenseShape::of(array);
        if (!shape)
            return std::nullopt;
        DenseBatch out{*shape};
        // The innermost dim with more than one matrix gives the step; those around it must go on with it.
        for (auto d = array.dims - 2; d-- > 0;) {
            if (array.sizes[d] == 1)
                continue;
            if (out.count > 1 && array.strides[d] != out.step * out.count)
                return std::nullopt;
            if (out.count == 1)
                out.step = array.strides[d];
            out.count *= array.sizes[d];
        }
        return out.step < 0 ? std::nullopt : std::optional(out);
    }
};

inline std::string whyNotForDenseProduct(const tscope_call& call)
{
    if (!libraryType(call.in[0].members[0].type))
        return "takes floats and complex numbers only";
    for (const auto* factor : {&call.in[0], &call.in[1]}) {
        for (std::int32_t d = 0; d < factor->dims; ++d)
            if (factor->sizes[d] == 0)
                return "takes matrices with elements";
        if (!DenseBatch::of(factor->members[0]))
            return "takes matrices whose elements lie side by side along one dim, a batch of them in equal steps";
    }
    return {};
}

// Whether the library is there is asked of the room; what it is like to begin with it, when it runs.
template <class Room>
std::int32_t takesDenseProduct(const tscope_call* call, tscope_error* error)
{
    auto why = whyNotForDenseProduct(*call);
    if (why.empty() && Room::blas().calls == nullptr)
        why = Room::blas().why;
    if (why.empty())
        return 1;
    kernels::failed(error, TSCOPE_UNSUPPORTED, why);
    return 0;
}

template <class Room>
std::int32_t runDenseProduct(const tscope_call* call, tscope_error* error)
{
    Room room(*call, error);
    const auto& calls = *Room::blas().calls;
    const auto check = [&](int status, const char* what) {
        if (!room.isGood() || status == CUBLAS_STATUS_SUCCESS)
            return;
        room.fail(status == CUBLAS_STATUS_ALLOC_FAILED ? TSCOPE_OUT_OF_MEMORY : TSCOPE_INTERNAL,
                  std::string(what) + ": " + calls.statusText(static_cast<cublasStatus_t>(status)));
        room.noteLoss();
    };
    const LentHandle<cublasHandle_t, BlasCalls> handle(calls, call->device, calls.create, calls.setStream,
                                                       room.stream());
    check(handle.status(), "beginning with cuBLAS");
    if (!room.isGood())
        return room.code();
    const auto a = *DenseBatch::of(call->in[0].members[0]), b = *DenseBatch::of(call->in[1].members[0]);
    const auto c = DenseShape::ofResult(*call->out);
    const auto type = *libraryType(call->in[0].members[0].type);
    const OneAndZero scalars(type.compute);
    const bool isDouble = type.compute == CUDA_R_64F || type.compute == CUDA_C_64F;
    const auto turn = [](const DenseShape& shape) { return shape.isByRows ? CUBLAS_OP_N : CUBLAS_OP_T; };
    check(calls.multiply(handle.get(), turn(b.each), turn(a.each), c.columns, c.rows, a.each.columns,
                         scalars.one(), b.each.data, type.value, b.each.leading, b.step, a.each.data, type.value,
                         a.each.leading, a.step, scalars.zero(), c.data, type.value, c.leading, c.rows * c.columns,
                         a.count, isDouble ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
          "cublasGemmStridedBatchedEx");
    return room.code();
}

template <class Room>
void addLibraryDenseProducts(std::vector<kernels::KernelEntry>& list)
{
    list.push_back({.op = "matmul",
                    .name = "matmul.cublas_gemm",
                    .layouts = {"strided", "strided"},
                    .result = "strided",
                    .types = libraryFloats,
                    .indexTypes = 0,
                    .run = runDenseProduct<Room>,
                    .takes = takesDenseProduct<Room>});
}

} // namespace tscope::cuda
