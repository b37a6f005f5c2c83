// SPDX-License-Identifier: Apache-2.0
#include "cuda/library/library_kernels.h"

#include "cuda/kernel_lists.h"
#include "cuda/stream_room.h"

namespace tscope::cuda {

namespace {

class LibraryRoom : public StreamRoom
{
public:
    using StreamRoom::StreamRoom;
    static const SparseLibrary& sparse() { return sparseLibrary(); }
    static const BlasLibrary& blas() { return blasLibrary(); }
};

std::string told(bool isThere, const char* name, const std::string& version, const std::string& why,
                 const char* instead)
{
    return isThere ? std::string(name) + ' ' + version : why + ": " + instead + " run on built-in kernels";
}

} // namespace

void addLibraries(std::vector<kernels::KernelEntry>& list)
{
    addLibraryKernels<LibraryRoom>(list);
}

const char* librariesRemark(std::int32_t number)
{
    static const std::string sparse = told(sparseLibrary().calls != nullptr, "cuSPARSE", sparseLibrary().version,
                                           sparseLibrary().why, "sparse products");
    static const std::string blas =
        told(blasLibrary().calls != nullptr, "cuBLAS", blasLibrary().version, blasLibrary().why, "dense products");
    return number == 0 ? sparse.c_str() : number == 1 ? blas.c_str() : nullptr;
}

} // namespace tscope::cuda
