// SPDX-License-Identifier: Apache-2.0
#include "cuda/library/plain_elements.h"
#include "cuda/library/plain_room.h"

#include <cstdlib>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

// What the library keeps to itself, as we need it. Their names are the library's.
struct cusparseSpMatDescr {
    enum class Format { csr, csc, coo, bsr } format;
    std::int64_t rows, columns, entries; // bsr: in blocks
    std::int64_t block;
    void *first, *second, *values;
    bool isWide;
    cudaDataType type;
};
struct cusparseDnMatDescr {
    std::int64_t rows, columns, leading;
    void* values;
    cudaDataType type;
    bool isByRows;
};
struct cusparseDnVecDescr {
    std::int64_t size;
    void* values;
    cudaDataType type;
};
struct cusparseSpGEMMDescr {
    int steps = 0;
    std::map<std::pair<std::int64_t, std::int64_t>, tscope::test::Number> product;
};
struct cusparseContext {
    bool hasStream = false;
};

namespace tscope::test {

namespace {

constexpr std::size_t scratchBytes = 300; // which a caller has to bring

struct Books {
    std::mutex mutex;
    std::map<std::string, std::int64_t> calls;
    std::map<std::string, cusparseStatus_t> failures;
};
Books& books()
{
    static Books own;
    return own;
}

// What a function is to answer before it does anything.
cusparseStatus_t begun(const std::string& function)
{
    const std::lock_guard lock(books().mutex);
    if (const auto failure = books().failures.find(function); failure != books().failures.end()) {
        const auto status = failure->second;
        books().failures.erase(failure);
        return status;
    }
    ++books().calls[function];
    return CUSPARSE_STATUS_SUCCESS;
}

void want(bool isSo, const char* what)
{
    if (isSo)
        return;
    std::fprintf(stderr, "a call that the library does not take: %s\n", what);
    std::abort();
}

std::int64_t indexAt(const void* data, bool isWide, std::int64_t at)
{
    return isWide ? static_cast<const std::int64_t*>(data)[at] : static_cast<const std::int32_t*>(data)[at];
}
void setIndex(void* data, bool isWide, std::int64_t at, std::int64_t value)
{
    if (isWide)
        static_cast<std::int64_t*>(data)[at] = value;
    else
        static_cast<std::int32_t*>(data)[at] = static_cast<std::int32_t>(value);
}

// visit(row, column, place of the value) for each stored element.
template <class Visit>
void eachStored(const cusparseSpMatDescr& a, const Visit& visit)
{
    using Format = cusparseSpMatDescr::Format;
    if (a.format == Format::coo) {
        for (std::int64_t k = 0; k < a.entries; ++k) {
            want(k == 0 || indexAt(a.first, a.isWide, k - 1) <= indexAt(a.first, a.isWide, k),
                 "coo is sorted by rows");
            visit(indexAt(a.first, a.isWide, k), indexAt(a.second, a.isWide, k), k);
        }
        return;
    }
    const auto slices = a.format == Format::csc ? a.columns : a.rows;
    for (std::int64_t slice = 0; slice < slices; ++slice)
        for (auto k = indexAt(a.first, a.isWide, slice); k < indexAt(a.first, a.isWide, slice + 1); ++k) {
            const auto other = indexAt(a.second, a.isWide, k);
            if (a.format == Format::csc)
                visit(other, slice, k);
            else
                for (std::int64_t i = 0; i < a.block * a.block; ++i)
                    visit(slice * a.block + i / a.block, other * a.block + i % a.block, k * a.block * a.block + i);
        }
}

std::int64_t placeIn(const cusparseDnMatDescr& dense, std::int64_t row, std::int64_t column)
{
    return dense.isByRows ? row * dense.leading + column : column * dense.leading + row;
}
Number at(const cusparseDnMatDescr& dense, std::int64_t row, std::int64_t column)
{
    return valueAt(dense.values, dense.type, placeIn(dense, row, column));
}

Number scalar(const void* value, cudaDataType compute)
{
    return valueAt(value, compute, 0);
}

// What all functions that compute have in common.
void lookAt(cusparseHandle_t handle, cusparseOperation_t a, cusparseOperation_t b, const void* alpha,
            const void* beta, cudaDataType compute)
{
    want(handle != nullptr && handle->hasStream, "a stream is set");
    want(a == CUSPARSE_OPERATION_NON_TRANSPOSE && b == CUSPARSE_OPERATION_NON_TRANSPOSE, "nothing is transposed");
    want(scalar(alpha, compute) == Number(1) && scalar(beta, compute) == Number(0), "1 and 0 in the type of sums");
}

// --- descriptors
// -------------------------------------------------------------------------------------------------

cusparseStatus_t make(cusparseSpMatDescr_t* out, cusparseSpMatDescr description)
{
    *out = new cusparseSpMatDescr(description);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t createCsr(cusparseSpMatDescr_t* out, std::int64_t rows, std::int64_t columns,
                           std::int64_t entries, void* first, void* second, void* values,
                           cusparseIndexType_t offsets, cusparseIndexType_t indices, cusparseIndexBase_t,
                           cudaDataType type)
{
    want(offsets == indices, "one index type");
    return make(out, {cusparseSpMatDescr::Format::csr, rows, columns, entries, 1, first, second, values,
                      offsets == CUSPARSE_INDEX_64I, type});
}
cusparseStatus_t createCsc(cusparseSpMatDescr_t* out, std::int64_t rows, std::int64_t columns,
                           std::int64_t entries, void* first, void* second, void* values,
                           cusparseIndexType_t offsets, cusparseIndexType_t indices, cusparseIndexBase_t,
                           cudaDataType type)
{
    want(offsets == indices, "one index type");
    return make(out, {cusparseSpMatDescr::Format::csc, rows, columns, entries, 1, first, second, values,
                      offsets == CUSPARSE_INDEX_64I, type});
}
cusparseStatus_t createCoo(cusparseSpMatDescr_t* out, std::int64_t rows, std::int64_t columns,
                           std::int64_t entries, void* first, void* second, void* values,
                           cusparseIndexType_t indices, cusparseIndexBase_t, cudaDataType type)
{
    return make(out, {cusparseSpMatDescr::Format::coo, rows, columns, entries, 1, first, second, values,
                      indices == CUSPARSE_INDEX_64I, type});
}
cusparseStatus_t createBsr(cusparseSpMatDescr_t* out, std::int64_t rows, std::int64_t columns,
                           std::int64_t entries, std::int64_t blockRows, std::int64_t blockColumns, void* first,
                           void* second, void* values, cusparseIndexType_t offsets, cusparseIndexType_t indices,
                           cusparseIndexBase_t, cudaDataType type, cusparseOrder_t order)
{
    want(blockRows == blockColumns && order == CUSPARSE_ORDER_ROW, "square blocks by rows");
    want(entries <= rows * columns, "no more blocks than there are places");
    return make(out, {cusparseSpMatDescr::Format::bsr, rows, columns, entries, blockRows, first, second, values,
                      offsets == CUSPARSE_INDEX_64I && indices == offsets, type});
}
cusparseStatus_t setPointers(cusparseSpMatDescr_t matrix, void* first, void* second, void* values)
{
    matrix->first = first;
    matrix->second = second;
    matrix->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t getSize(cusparseConstSpMatDescr_t matrix, std::int64_t* rows, std::int64_t* columns,
                         std::int64_t* entries)
{
    *rows = matrix->rows;
    *columns = matrix->columns;
    *entries = matrix->entries;
    return CUSPARSE_STATUS_SUCCESS;
}
template <class Pointer>
cusparseStatus_t end(Pointer description)
{
    delete description;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t createMatrix(cusparseDnMatDescr_t* out, std::int64_t rows, std::int64_t columns,
                              std::int64_t leading, void* values, cudaDataType type, cusparseOrder_t order)
{
    const bool isByRows = order == CUSPARSE_ORDER_ROW;
    want(leading >= (isByRows ? columns : rows), "lines that do not overlap");
    *out = new cusparseDnMatDescr{rows, columns, leading, values, type, isByRows};
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t createVector(cusparseDnVecDescr_t* out, std::int64_t size, void* values, cudaDataType type)
{
    *out = new cusparseDnVecDescr{size, values, type};
    return CUSPARSE_STATUS_SUCCESS;
}

// --- what computes
// -----------------------------------------------------------------------------------------------

bool hasAlgorithm(const cusparseSpMatDescr& a, std::initializer_list<int> ofFormats, int algorithm)
{
    return std::data(ofFormats)[static_cast<int>(a.format)] == algorithm;
}

// Of csr, csc (none is the same each time), coo, bsr.
void lookAtMultiply(cusparseConstSpMatDescr_t a, std::int64_t inner, std::int64_t rows, int algorithm,
                    std::initializer_list<int> known)
{
    want(hasAlgorithm(*a, known, algorithm), "an algorithm of that format whose sums are the same each time");
    want(a->columns * a->block == inner && a->rows * a->block == rows, "sizes that go together");
}

cusparseStatus_t vectorBuffer(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void* beta,
                              cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t algorithm,
                              std::size_t* bytes)
{
    lookAt(handle, op, op, alpha, beta, compute);
    lookAtMultiply(a, x->size, y->size, algorithm,
                   {CUSPARSE_SPMV_CSR_ALG2, -1, CUSPARSE_SPMV_COO_ALG2, CUSPARSE_SPMV_BSR_ALG1});
    *bytes = scratchBytes;
    return begun("SpMV_bufferSize");
}
cusparseStatus_t multiplyVector(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                                cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void* beta,
                                cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t, void* buffer)
{
    lookAt(handle, op, op, alpha, beta, compute);
    std::memset(buffer, 0x5a, scratchBytes);
    std::vector<Number> sums(static_cast<std::size_t>(y->size));
    eachStored(*a, [&](std::int64_t row, std::int64_t column, std::int64_t place) {
        sums[static_cast<std::size_t>(row)] +=
            valueAt(a->values, a->type, place) * valueAt(x->values, x->type, column);
    });
    for (std::int64_t i = 0; i < y->size; ++i)
        setValue(y->values, y->type, i, sums[static_cast<std::size_t>(i)]);
    return begun("SpMV");
}

cusparseStatus_t matrixBuffer(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                              const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void* beta, cusparseDnMatDescr_t c, cudaDataType compute,
                              cusparseSpMMAlg_t algorithm, std::size_t* bytes)
{
    lookAt(handle, opA, opB, alpha, beta, compute);
    lookAtMultiply(a, b->rows, c->rows, algorithm,
                   {CUSPARSE_SPMM_CSR_ALG3, -1, CUSPARSE_SPMM_COO_ALG2, CUSPARSE_SPMM_BSR_ALG1});
    *bytes = scratchBytes;
    return begun("SpMM_bufferSize");
}
cusparseStatus_t multiplyMatrix(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                                const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                const void* beta, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t,
                                void* buffer)
{
    lookAt(handle, opA, opB, alpha, beta, compute);
    std::memset(buffer, 0x5a, scratchBytes);
    std::vector<Number> sums(static_cast<std::size_t>(c->rows * c->columns));
    eachStored(*a, [&](std::int64_t row, std::int64_t inner, std::int64_t place) {
        for (std::int64_t column = 0; column < c->columns; ++column)
            sums[static_cast<std::size_t>(row * c->columns + column)] +=
                valueAt(a->values, a->type, place) * at(*b, inner, column);
    });
    for (std::int64_t row = 0; row < c->rows; ++row)
        for (std::int64_t column = 0; column < c->columns; ++column)
            setValue(c->values, c->type, placeIn(*c, row, column),
                     sums[static_cast<std::size_t>(row * c->columns + column)]);
    return begun("SpMM");
}

cusparseStatus_t sampledBuffer(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                               const void* alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                               const void* beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSDDMMAlg_t,
                               std::size_t* bytes)
{
    lookAt(handle, opA, opB, alpha, beta, compute);
    want(a->columns == b->rows && c->rows * c->block == a->rows && c->columns * c->block == b->columns,
         "sizes that go together");
    *bytes = scratchBytes;
    return begun("SDDMM_bufferSize");
}
cusparseStatus_t multiplySampled(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                                 const void* alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                                 const void* beta, cusparseSpMatDescr_t c, cudaDataType compute,
                                 cusparseSDDMMAlg_t, void* buffer)
{
    lookAt(handle, opA, opB, alpha, beta, compute);
    std::memset(buffer, 0x5a, scratchBytes);
    eachStored(*c, [&](std::int64_t row, std::int64_t column, std::int64_t place) {
        auto sum = Number(0) * valueAt(c->values, c->type, place); // no number stays none
        for (std::int64_t k = 0; k < a->columns; ++k)
            sum += at(*a, row, k) * at(*b, k, column);
        setValue(c->values, c->type, place, sum);
    });
    return begun("SDDMM");
}

cusparseStatus_t createProduct(cusparseSpGEMMDescr_t* out)
{
    *out = new cusparseSpGEMMDescr;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t estimate(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                          const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                          const void* beta, cusparseSpMatDescr_t c, cudaDataType compute,
                          cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t state, std::size_t* bytes,
                          void* buffer)
{
    lookAt(handle, opA, opB, alpha, beta, compute);
    want(algorithm == CUSPARSE_SPGEMM_ALG1, "the algorithm of these functions whose sums are the same each time");
    want(a->columns == b->rows && c->rows == a->rows && c->columns == b->columns, "sizes that go together");
    want(a->isWide == b->isWide && a->isWide == c->isWide, "one index type");
    if (buffer == nullptr) {
        *bytes = scratchBytes;
    } else {
        std::memset(buffer, 0x5a, *bytes);
        want(state->steps++ == 0, "the estimate is the first step");
    }
    return begun("SpGEMM_workEstimation");
}
cusparseStatus_t compute(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                         const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                         const void* beta, cusparseSpMatDescr_t c, cudaDataType type, cusparseSpGEMMAlg_t,
                         cusparseSpGEMMDescr_t state, std::size_t* bytes, void* buffer)
{
    lookAt(handle, opA, opB, alpha, beta, type);
    if (buffer == nullptr) {
        *bytes = 2 * scratchBytes;
        return begun("SpGEMM_compute");
    }
    std::memset(buffer, 0x5a, *bytes);
    want(state->steps++ == 1, "computing is the second step");
    eachStored(*a, [&](std::int64_t row, std::int64_t inner, std::int64_t place) {
        for (auto k = indexAt(b->first, b->isWide, inner); k < indexAt(b->first, b->isWide, inner + 1); ++k)
            state->product[{row, indexAt(b->second, b->isWide, k)}] +=
                valueAt(a->values, a->type, place) * valueAt(b->values, b->type, k);
    });
    c->entries = std::ssize(state->product);
    return begun("SpGEMM_compute");
}
cusparseStatus_t copyProduct(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                             const void* alpha, cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t,
                             const void* beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t,
                             cusparseSpGEMMDescr_t state)
{
    lookAt(handle, opA, opB, alpha, beta, compute);
    want(state->steps++ == 2, "copying is the last step");
    for (std::int64_t row = 0; row <= c->rows; ++row)
        setIndex(c->first, c->isWide, row, 0);
    std::int64_t k = 0, done = 0;
    for (const auto& [place, value] : state->product) {
        for (; done < place.first; ++done)
            setIndex(c->first, c->isWide, done + 1, k);
        setIndex(c->second, c->isWide, k, place.second);
        setValue(c->values, c->type, k++, value);
    }
    for (; done < c->rows; ++done)
        setIndex(c->first, c->isWide, done + 1, k);
    return begun("SpGEMM_copy");
}

cusparseStatus_t denseBuffer(cusparseHandle_t, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b,
                             cusparseSparseToDenseAlg_t, std::size_t* bytes)
{
    want(a->rows == b->rows && a->columns == b->columns && a->format != cusparseSpMatDescr::Format::bsr,
         "sizes that go together, and no blocks");
    *bytes = scratchBytes;
    return begun("SparseToDense_bufferSize");
}
cusparseStatus_t toDense(cusparseHandle_t, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b,
                         cusparseSparseToDenseAlg_t, void* buffer)
{
    std::memset(buffer, 0x5a, scratchBytes);
    eachStored(*a, [&](std::int64_t row, std::int64_t column, std::int64_t place) {
        setValue(b->values, b->type, placeIn(*b, row, column), valueAt(a->values, a->type, place));
    });
    return begun("SparseToDense");
}

cusparseStatus_t create(cusparseHandle_t* out)
{
    const auto status = begun("Create");
    if (status == CUSPARSE_STATUS_SUCCESS)
        *out = new cusparseContext; // kept as long as the process lives, as we do with the library's
    return status;
}
cusparseStatus_t setStream(cusparseHandle_t handle, cudaStream_t)
{
    handle->hasStream = true;
    return CUSPARSE_STATUS_SUCCESS;
}
const char* name(cusparseStatus_t)
{
    return "STATUS";
}
const char* text(cusparseStatus_t)
{
    return "as the test wished";
}

cuda::SparseCalls plainCalls()
{
    cuda::SparseCalls calls;
    calls.Create = create;
    calls.SetStream = setStream;
    calls.GetErrorName = name;
    calls.GetErrorString = text;
    calls.CreateCsr = createCsr;
    calls.CreateCsc = createCsc;
    calls.CreateCoo = createCoo;
    calls.CreateBsr = createBsr;
    calls.CsrSetPointers = setPointers;
    calls.DestroySpMat = end<cusparseConstSpMatDescr_t>;
    calls.SpMatGetSize = getSize;
    calls.CreateDnVec = createVector;
    calls.DestroyDnVec = end<cusparseConstDnVecDescr_t>;
    calls.CreateDnMat = createMatrix;
    calls.DestroyDnMat = end<cusparseConstDnMatDescr_t>;
    calls.SpMV_bufferSize = vectorBuffer;
    calls.SpMV = multiplyVector;
    calls.SpMM_bufferSize = matrixBuffer;
    calls.SpMM = multiplyMatrix;
    calls.SDDMM_bufferSize = sampledBuffer;
    calls.SDDMM = multiplySampled;
    calls.SpGEMM_createDescr = createProduct;
    calls.SpGEMM_destroyDescr = end<cusparseSpGEMMDescr_t>;
    calls.SpGEMM_workEstimation = estimate;
    calls.SpGEMM_compute = compute;
    calls.SpGEMM_copy = copyProduct;
    calls.SparseToDense_bufferSize = denseBuffer;
    calls.SparseToDense = toDense;
    return calls;
}

} // namespace

const cuda::SparseLibrary& plainSparse()
{
    static const cuda::SparseCalls calls = plainCalls();
    static const cuda::SparseLibrary library{&calls, {}, "plain"};
    return library;
}

std::int64_t callsOf(const std::string& function)
{
    const std::lock_guard lock(books().mutex);
    return books().calls[function];
}

void failNext(const std::string& function, cusparseStatus_t status)
{
    const std::lock_guard lock(books().mutex);
    books().failures[function] = status;
}

} // namespace tscope::test
