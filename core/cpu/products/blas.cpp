// SPDX-License-Identifier: Apache-2.0
// The only file that knows OpenBLAS.
#include "cpu/products/blas.h"

#include "cpu/element_types.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#if defined(TSCOPE_HAS_OPENBLAS)
#include <cblas.h>
#include <csignal>
#include <dlfcn.h>
#endif

namespace tscope::cpu {

#if defined(TSCOPE_HAS_OPENBLAS)

namespace {

// Loaded with the first product: at once it would cost each program milliseconds, and it starts threads of its
// own, which would take signals that are meant for others. They block all.
struct Library {
    decltype(&cblas_sgemm) sgemm = nullptr;
    decltype(&cblas_dgemm) dgemm = nullptr;
    decltype(&cblas_cgemm) cgemm = nullptr;
    decltype(&cblas_zgemm) zgemm = nullptr;

    Library()
    {
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        auto* handle = dlopen(TSCOPE_OPENBLAS_NAME, RTLD_NOW | RTLD_LOCAL);
        decltype(&openblas_set_num_threads) setThreads = nullptr;
        if (handle != nullptr) {
            find(handle, "openblas_set_num_threads", setThreads);
            find(handle, "cblas_sgemm", sgemm);
            find(handle, "cblas_dgemm", dgemm);
            find(handle, "cblas_cgemm", cgemm);
            find(handle, "cblas_zgemm", zgemm);
            if (setThreads != nullptr)
                setThreads(1); // its own threads would cut sums by their number; ours share the work
        }
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }
    bool isThere() const { return sgemm != nullptr && dgemm != nullptr && cgemm != nullptr && zgemm != nullptr; }

    static const Library& get()
    {
        static const Library library;
        return library;
    }

private:
    template <class Function>
    static void find(void* handle, const char* name, Function& function)
    {
        function = reinterpret_cast<Function>(dlsym(handle, name));
    }
};

struct Operand {
    CBLAS_TRANSPOSE transposed = CblasNoTrans;
    std::int64_t leading = 0; // 0: it cannot be said
};

template <class T>
Operand operandOf(const Matrix<T>& matrix)
{
    constexpr std::int64_t most = std::numeric_limits<blasint>::max();
    const auto side = [&](std::int64_t step, std::int64_t along, std::int64_t lines, std::int64_t between) {
        if (along > 1 && step != 1)
            return std::int64_t{0};
        const auto leading = lines > 1 ? between : std::max<std::int64_t>(along, 1);
        return leading >= std::max<std::int64_t>(along, 1) && leading <= most ? leading : std::int64_t{0};
    };
    if (matrix.rows > most || matrix.columns > most)
        return {};
    if (const auto rows = side(matrix.columnStride, matrix.columns, matrix.rows, matrix.rowStride))
        return {CblasNoTrans, rows};
    return {CblasTrans, side(matrix.rowStride, matrix.rows, matrix.columns, matrix.columnStride)};
}

template <class T>
constexpr bool isKnown = std::is_same_v<T, float> || std::is_same_v<T, double> ||
                         std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

} // namespace

template <class T>
bool blasTakes(const Matrix<T>& a, const Matrix<T>& b, const Dense<T>& y)
{
    const Matrix<T> result{y.data, y.rows, y.columns, y.stride, 1};
    return isKnown<T> && Library::get().isThere() && a.columns > 0 && operandOf(a).leading > 0 &&
           operandOf(b).leading > 0 && operandOf(result).leading > 0;
}

template <class T>
void blasProduct(const Matrix<T>& a, const Matrix<T>& b, const Dense<T>& y)
{
    if constexpr (isKnown<T>) {
        const auto& library = Library::get();
        const auto left = operandOf(a), right = operandOf(b);
        const auto whole = [](std::int64_t size) { return static_cast<blasint>(size); };
        const auto call = [&](auto&& gemm, auto one, auto zero) {
            gemm(CblasRowMajor, left.transposed, right.transposed, whole(a.rows), whole(b.columns),
                 whole(a.columns), one, a.data, whole(left.leading), b.data, whole(right.leading), zero, y.data,
                 whole(std::max(y.stride, y.columns)));
        };
        const T one = 1, zero = 0;
        if constexpr (std::is_same_v<T, float>)
            call(library.sgemm, one, zero);
        else if constexpr (std::is_same_v<T, double>)
            call(library.dgemm, one, zero);
        else if constexpr (std::is_same_v<T, std::complex<float>>)
            call(library.cgemm, &one, &zero);
        else
            call(library.zgemm, &one, &zero);
    }
}

bool hasBlas()
{
    return Library::get().isThere();
}

#else

template <class T>
bool blasTakes(const Matrix<T>&, const Matrix<T>&, const Dense<T>&)
{
    return false;
}

template <class T>
void blasProduct(const Matrix<T>&, const Matrix<T>&, const Dense<T>&)
{
}

bool hasBlas()
{
    return false;
}

#endif

#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template bool blasTakes(const Matrix<T>&, const Matrix<T>&, const Dense<T>&);                                 \
    template void blasProduct(const Matrix<T>&, const Matrix<T>&, const Dense<T>&);
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE

} // namespace tscope::cpu
