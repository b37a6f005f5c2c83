// SPDX-License-Identifier: Apache-2.0
#include "core/rules/rule_rows.h"

#include <array>

namespace tscope::test {

namespace {

constexpr std::array rowsOfWordings{
    // Note 1: SciPy brings index arrays to one type by itself.
    WordingRow{"csr", "1.1", "scipy", R"({"compressed": {"data": [0, 2, 3], "dtype": "int32"}})", "| 1.1", "1.1"},
    WordingRow{"csr", "1.2", "scipy", R"({"plain": {"data": [0, 2, 1], "dtype": "int32"}})", "| 1.2", "1.2"},
    WordingRow{"csr", "1.2", "scipy", R"({"plain": {"data": [0, 2, 1], "dtype": "float64"}})", "SP-3", "1.2"},
    // Note 2: and picks a wider one by itself.
    WordingRow{"csr", "1.6", "scipy", R"({"index_dtype": "int32", "size": [2, 2147483648]})", "| 1.6", "1.6"},
    // Note 3: divisibility is asked in spite of its own check; the values' strides are not.
    WordingRow{"bsr", "3.1", "scipy", R"({"size": [4, 7], "values": {"shape": [3, 2, 2], "strides": [8, 2, 1]}})",
               "3.1", "3.1 | 3.7"},
    // Note 4: each batch entry for itself, gaps between them are legal.
    WordingRow{"csr", "3.7", "cusparse",
               R"({"size": [2, 2, 3], "compressed": [[0, 2, 3], [0, 2, 3]], "plain": [[0, 2, 1], [0, 2, 1]],
                   "values": {"shape": [2, 3], "strides": [5, 1]}})",
               "", "| 3.7"},
    WordingRow{"csr", "3.7", "cusparse", R"({"values": {"shape": [3], "strides": [2]}})", "3.7", "| 3.7"},
    WordingRow{"bsr", "3.7", "cusparse",
               R"({"size": [2, 4, 6], "compressed": [[0, 2, 3], [0, 2, 3]], "plain": [[0, 2, 1], [0, 2, 1]],
                   "values": {"shape": [2, 3, 2, 2], "strides": [13, 4, 1, 2]}})",
               "", "| 3.7"},
    // Note 5: where the values are is not asked, that all members are at one place is.
    WordingRow{"csr", "4.1", "cusparse",
               R"({"compressed": {"data": [0, 2, 3], "device": "mps"},
                   "plain": {"data": [0, 2, 1], "device": "mps"}, "values": {"shape": [3], "device": "mps"}})",
               "", "4.1"},
    // Note 6: only a tensor that itself is on meta may store nothing.
    WordingRow{"csr", "4.6", "pytorch", R"({"device": "cpu", "values": {"shape": [3], "device": "meta"}})", "4.4",
               "4.4"},
    // Note 7: the tail behind the last pointer is cut off.
    WordingRow{"csr", "5.2", "scipy", R"({"compressed": [0, 1, 2]})", "", "5.2"},
    WordingRow{"csr", "5.2", "scipy", R"({"compressed": [0, 2, 4]})", "5.2", "5.2"},
    WordingRow{"csr", "5.4", "scipy", R"({"compressed": [0, 1, 2], "plain": [0, 2, -1]})", "", "5.2 5.4"},
    WordingRow{"csr", "5.4", "scipy", R"({"compressed": [0, 1, 2], "plain": [0, -1, 1]})", "5.4", "5.2 5.4"},
    WordingRow{"csr", "5.5", "scipy", R"({"compressed": [0, 1, 2], "plain": [0, 2, 3]})", "", "5.2 5.5"},
    WordingRow{"csr", "5.5", "scipy", R"({"compressed": [0, 1, 2], "plain": [0, 3, 1]})", "5.5", "5.2 5.5"},
    WordingRow{"csr", "5.6", "scipy", R"({"plain": [2, 0, 1]})", "| 5.6", "5.6"},
    WordingRow{"csr", "5.6", "scipy", R"({"compressed": [0, 3, 2], "plain": [0, 1, 1]})", "5.3", "5.2 5.3 5.6"},
    WordingRow{"csr", "5.3", "scipy", R"({"size": [1, 2], "compressed": [0, 3], "plain": [0, 0, 1]})", "| 5.6",
               "5.3 5.6"},
    WordingRow{"csr", "5.3", "scipy", R"({"size": [3, 3], "compressed": [0, 2, 1, 3], "plain": [0, 1, 2]})", "5.3",
               "5.3"},
    WordingRow{"csr", "5.3", "csr-2021-draft", R"({"size": [1, 2], "compressed": [0, 3], "plain": [0, 0, 1]})", "",
               "5.3 5.6"},
    // Note 8: the texts' own lists of element types.
    WordingRow{"csr", "1.5", "csr-2021", R"({"dtype": "uint8"})", "1.5", ""},
    WordingRow{"csr", "1.5", "csr-2021", R"({"dtype": "bool", "values": {"shape": [3]}})", "1.5", ""},
    WordingRow{"csr", "1.5", "csr-2021-draft", R"({"dtype": "float16"})", "1.5", ""},
    WordingRow{"csc", "1.5", "documented", R"({"dtype": "complex64", "values": {"shape": [3]}})", "1.5", ""},
    WordingRow{"bsr", "1.5", "documented", R"({"dtype": "bfloat16"})", "1.5", ""},
    WordingRow{"bsr", "1.5", "documented", R"({"dtype": "complex32"})", "", ""},
    WordingRow{"bsc", "1.5", "documented", R"({"dtype": "uint8"})", "1.5", ""},

    // The texts of 2021 and the draft are two-dimensional, each rule for itself.
    WordingRow{"csr", "3.1", "csr-2021",
               R"({"size": [1, 2, 3], "compressed": [[0, 2, 3]], "plain": [[0, 2, 1]], "values": [[1, 2, 3]]})",
               "3.1 3.2 3.3 3.4", ""},
    WordingRow{"csr", "3.2", "csr-2021-draft",
               R"({"size": [1, 2, 3], "compressed": [[0, 2, 3]], "plain": [[0, 2, 1]], "values": [[1, 2, 3]]})",
               "3.1 3.2 3.3 3.4", ""},
    WordingRow{"csc", "3.3", "documented",
               R"({"size": [1, 2, 3], "compressed": [[0, 2, 3]], "plain": [[0, 2, 1]], "values": [[1, 2, 3]]})",
               "3.1 3.2 3.3 3.4", ""},
    WordingRow{"csr", "3.4", "csr-2021", R"({"size": [2, 3, 2], "values": {"shape": [3, 2]}})", "3.1 3.4", ""},
    // The whole member is contiguous, not only its last dim; a lone element may have any stride.
    WordingRow{"bsr", "3.5", "documented",
               R"({"size": [2, 4, 6], "plain": [[0, 2, 1], [0, 2, 1]],
                   "compressed": {"shape": [2, 3], "strides": [4, 1], "storage": [0, 2, 3, 9, 0, 2, 3]},
                   "values": {"shape": [2, 3, 2, 2]}})",
               "3.5", ""},
    WordingRow{"bsc", "3.6", "documented",
               R"({"size": [2, 4, 6], "compressed": [[0, 2, 3], [0, 2, 3]],
                   "plain": {"shape": [2, 3], "strides": [0, 1], "storage": [0, 2, 1]},
                   "values": {"shape": [2, 3, 2, 2]}})",
               "3.6", ""},
    WordingRow{"csr", "3.6", "csr-2021",
               R"({"compressed": [0, 1, 1], "plain": {"shape": [1], "strides": [2], "storage": [0]},
                   "values": [1]})",
               "", "3.6"},
    WordingRow{"csr", "3.5", "csr-2021-draft",
               R"({"size": [0, 3], "compressed": {"shape": [1], "strides": [2], "storage": [0]},
                   "plain": {"shape": [0]}, "values": {"shape": [0]}})",
               "", "3.5"},
    WordingRow{"csr", "3.5", "scipy",
               R"({"compressed": {"shape": [3], "strides": [2], "storage": [0, 9, 2, 9, 3]}})", "", "3.5"},
    WordingRow{"csr", "3.7", "csr-2021", R"({"values": {"shape": [3], "strides": [2]}})", "3.7", "| 3.7"},
    WordingRow{"bsr", "3.7", "documented", R"({"values": {"shape": [3, 2, 2], "strides": [8, 2, 1]}})", "3.7",
               "| 3.7"},
    WordingRow{"csr", "3.11", "csr-2021-draft", R"({"numel": 7})", "| 3.11", "3.11"},
    WordingRow{"csr", "3.11", "scipy", R"({"numel": 7})", "", "3.11"},
    WordingRow{"csr", "4.1", "csr-2021",
               R"({"compressed": {"data": [0, 2, 3], "device": "xpu"},
                   "plain": {"data": [0, 2, 1], "device": "xpu"}, "values": {"shape": [3], "device": "xpu"}})",
               "4.1", ""},
    WordingRow{"bsr", "4.1", "documented",
               R"({"compressed": {"data": [0, 2, 3], "device": "xpu"},
                   "plain": {"data": [0, 2, 1], "device": "xpu"},
                   "values": {"shape": [3, 2, 2], "device": "xpu"}})",
               "4.1", ""},
    WordingRow{"csr", "4.1", "scipy",
               R"({"compressed": {"data": [0, 2, 3], "device": "cuda"},
                   "plain": {"data": [0, 2, 1], "device": "cuda"}, "values": {"shape": [3], "device": "cuda"}})",
               "4.1", ""},
    WordingRow{"csr", "4.5", "cusparse", R"({"plain": {"data": [0, 2, 1], "pinned": true}})", "", "4.5"},
    WordingRow{"csr", "5.6", "csr-2021-draft", R"({"plain": [2, 0, 1]})", "", "5.6"},
    WordingRow{"csr", "5.6", "cusparse", R"({"plain": [2, 0, 1]})", "| CU-5", "5.6"},
    WordingRow{"csr", "6.1", "scipy", R"({"plain": {"data": [0, 2, 1], "requires_grad": true}})", "", "6.1"},

    WordingRow{"coo", "COO-1.1", "scipy", R"({"index_dtype": "int32"})", "", "COO-1.1"},
    WordingRow{"coo", "COO-1.1", "cusparse", R"({"index_dtype": "int32"})", "", "COO-1.1"},
    WordingRow{"coo", "COO-1.1", "scipy", R"({"index_dtype": "int16"})", "COO-1.1", "COO-1.1"},
    WordingRow{"coo", "COO-4.1", "scipy",
               R"({"indices": {"data": [[0, 0, 1], [0, 2, 1]], "device": "cuda"},
                   "values": {"shape": [3], "device": "cuda"}})",
               "COO-4.1", ""},
    WordingRow{"coo", "COO-4.1", "cusparse",
               R"({"indices": {"data": [[0, 0, 1], [0, 2, 1]], "device": "mps"},
                   "values": {"shape": [3], "device": "mps"}})",
               "", "COO-4.1"},
    WordingRow{"coo", "COO-5.3", "scipy", R"({"is_coalesced": true, "indices": [[0, 1, 0], [0, 2, 1]]})", "",
               "COO-5.3"},
    WordingRow{"coo", "COO-5.3", "cusparse", R"({"is_coalesced": true, "indices": [[0, 0, 1], [2, 0, 1]]})", "",
               "COO-5.3"},
};

} // namespace

std::span<const WordingRow> wordingRows()
{
    return rowsOfWordings;
}

} // namespace tscope::test
