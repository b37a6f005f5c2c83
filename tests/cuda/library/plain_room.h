// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/library/blas_calls.h"
#include "cuda/library/sparse_calls.h"
#include "kernels/host_queue.h"

namespace tscope::test {

// Libraries that do what the toolkit's are documented to do, one element after the other in the host's memory.
// What they are not documented to take they refuse or abort on: so the calls that we make are tested without a
// device.
const cuda::SparseLibrary& plainSparse();
const cuda::BlasLibrary& plainBlas();

// How often a function did its work.
std::int64_t callsOf(const std::string& function);
// The next call of that function fails with this status.
void failNext(const std::string& function, cusparseStatus_t status);

// What calls of the libraries work with, in the host's memory.
class PlainRoom : public kernels::HostQueue
{
public:
    using kernels::HostQueue::HostQueue;
    static cudaStream_t stream() { return nullptr; }
    static void noteLoss() {}
    static const cuda::SparseLibrary& sparse() { return plainSparse(); }
    static const cuda::BlasLibrary& blas() { return plainBlas(); }
};

} // namespace tscope::test
