// SPDX-License-Identifier: Apache-2.0
#include "core/rules/misaligned.h"
#include "core/rules/rule_rows.h"

#include <array>

namespace tscope::test {

namespace {

constexpr auto coo = "coo";

constexpr std::array rowsOfCoo{
    RuleRow{coo, "1.6", "cusparse",
            R"({"index_dtype": "int32", "size": [2147483648, 3],
                "indices": {"data": [[0, 0, 1], [0, 2, 1]], "dtype": "int32"}})",
            R"({"index_dtype": "int32", "size": [2147483647, 3],
                "indices": {"data": [[0, 0, 1], [0, 2, 1]], "dtype": "int32"}})"},
    RuleRow{coo, "1.6", "cusparse", R"({"index_dtype": "int32", "size": [2, 2147483648]})",
            R"({"index_dtype": "int32", "size": [2, 2147483647]})"},
    RuleRow{coo, "1.6", "cusparse",
            R"({"index_dtype": "int32", "size": [100000, 100000], "indices": {"shape": [2, 2147483648]},
                "values": {"shape": [2147483648]}})",
            R"({"index_dtype": "int32", "size": [100000, 100000], "indices": {"shape": [2, 2147483647]},
                "values": {"shape": [2147483647]}})"},
    RuleRow{coo, "COO-1.1", "pytorch", R"({"index_dtype": "int32"})", R"({"index_dtype": "int64"})"},
    RuleRow{coo, "COO-1.2", "pytorch", R"({"dtype": "float64", "values": {"shape": [3], "dtype": "float32"}})",
            R"({"dtype": "float64", "values": {"shape": [3], "dtype": "float64"}})"},
    RuleRow{coo, "COO-1.3", "pytorch", R"({"dtype": "uint16"})", R"({"dtype": "uint8"})"},
    RuleRow{coo, "COO-2.1", "pytorch", R"({"indices": {"data": [[0, 0, 1], [0, 2, 1]], "layout": "sparse_csr"}})",
            R"({"indices": {"data": [[0, 0, 1], [0, 2, 1]], "layout": "strided"}})"},
    RuleRow{coo, "COO-2.2", "pytorch", R"({"values": {"shape": [3], "layout": "sparse_csr"}})"},
    RuleRow{coo, "COO-2.3", "pytorch", R"({"declared_layout": "csr"})", R"({"declared_layout": "coo"})"},
    RuleRow{coo, "COO-3.1", "pytorch", R"({"indices": {"shape": [3]}})"},
    RuleRow{coo, "COO-3.1", "pytorch", R"({"indices": [[[0, 0, 1], [0, 2, 1]]]})"},
    RuleRow{coo, "COO-3.2", "pytorch", R"({"dense_dim": 1})", R"({"dense_dim": 0})"},
    RuleRow{coo, "COO-3.3", "pytorch", R"({"sparse_dim": 3})", R"({"sparse_dim": 2})"},
    RuleRow{coo, "COO-3.4", "pytorch", R"({"values": [1, 2]})"},
    RuleRow{coo, "COO-3.5", "pytorch", R"({"size": [2, 3, 1]})"},
    RuleRow{coo, "COO-3.5", "pytorch", R"({"size": [2, -3], "indices": {"shape": [2, 3]}})",
            R"({"size": [2, 3], "indices": {"shape": [2, 3]}})"},
    RuleRow{coo, "COO-3.6", "pytorch", R"({"size": [2, 3, 4], "values": {"shape": [3, 5]}})",
            R"({"size": [2, 3, 4], "values": {"shape": [3, 4]}})"},
    RuleRow{coo, "COO-3.7", "pytorch", R"({"numel": 7})", R"({"numel": 6})"},
    RuleRow{coo, "COO-3.7", "pytorch", R"({"size": [2, 4611686018427387904]})",
            R"({"size": [2, 4611686018427387903]})"},
    RuleRow{coo, "COO-3.8", "pytorch",
            R"({"size": [2, 3, 4611686018427387904, 0], "values": {"shape": [3, 4611686018427387904, 0]}})",
            R"({"size": [2, 3, 2305843009213693952, 0], "values": {"shape": [3, 2305843009213693952, 0]}})"},
    RuleRow{coo, "COO-4.1", "pytorch",
            R"({"indices": {"data": [[0, 0, 1], [0, 2, 1]], "device": "mps"},
                "values": {"shape": [3], "device": "mps"}})",
            R"({"indices": {"data": [[0, 0, 1], [0, 2, 1]], "device": "xpu"},
                "values": {"shape": [3], "device": "xpu"}})"},
    RuleRow{coo, "COO-4.2", "pytorch", R"({"indices": {"data": [[0, 0, 1], [0, 2, 1]], "device": "cuda:0"}})"},
    RuleRow{coo, "COO-4.3", "pytorch", R"({"device": "cpu", "values": {"shape": [3], "device": "cuda:0"}})"},
    RuleRow{coo, "COO-4.4", "pytorch", R"({"values": {"shape": [3], "pinned": true}})",
            R"({"indices": {"data": [[0, 0, 1], [0, 2, 1]], "pinned": true},
                "values": {"shape": [3], "pinned": true}})"},
    RuleRow{coo, "COO-5.1", "pytorch", R"({"indices": [[0, 0, -1], [0, 2, 1]]})"},
    RuleRow{coo, "COO-5.1", "pytorch", R"({"indices": [[0, 0, 1], [-1, 2, 1]]})"},
    RuleRow{coo, "COO-5.2", "pytorch", R"({"indices": [[0, 0, 2], [0, 2, 1]]})"},
    RuleRow{coo, "COO-5.2", "pytorch", R"({"indices": [[0, 0, 1], [0, 3, 1]]})"},
    RuleRow{coo, "COO-5.3", "pytorch", R"({"is_coalesced": true, "indices": [[0, 1, 0], [0, 2, 1]]})",
            R"({"is_coalesced": true})"},
    RuleRow{coo, "COO-5.3", "pytorch", R"({"is_coalesced": true, "indices": [[0, 0, 1], [2, 2, 1]]})",
            R"({"is_coalesced": false, "indices": [[0, 0, 1], [2, 2, 1]]})"},
    RuleRow{coo, "COO-5.3", "pytorch", R"({"is_coalesced": true, "indices": [[0, 0, 1], [2, 0, 1]]})",
            R"({"indices": [[0, 0, 1], [2, 0, 1]]})"},
    RuleRow{coo, "COO-6.1", "pytorch", R"({"values": {"shape": [3], "requires_grad": true}})",
            R"({"values": {"shape": [3], "requires_grad": false}})"},
    RuleRow{coo, "COO-6.1", "pytorch", R"({"indices": {"data": [[0, 0, 1], [0, 2, 1]], "requires_grad": true}})"},
    RuleRow{coo, "STR-2.1", "pytorch", R"({"indices": {"shape": [2, 3], "storage": [0, 0, 1, 0, 2]}})",
            R"({"indices": {"shape": [2, 3], "storage": [0, 0, 1, 0, 2, 1]}})"},
    RuleRow{coo, "STR-2.1", "pytorch", R"({"values": {"shape": [3], "storage_numel": 2}})"},

    RuleRow{coo, "CU-1", "cusparse", R"({"dtype": "int64"})", R"({"dtype": "int32"})"},
    RuleRow{coo, "CU-2", "cusparse", R"({"size": [4294967296, 2147483648]})",
            R"({"size": [4294967296, 2147483647]})"},
    RuleRow{coo, "CU-2", "cusparse", R"({"size": [1, 2], "indices": {"shape": [2, 3]}})",
            R"({"size": [1, 3], "indices": {"shape": [2, 3]}})"},
    RuleRow{coo, "CU-4", "cusparse", R"({"indices": [[0, 0, 1], [2, 2, 1]]})"},
    RuleRow{coo, "CU-4", "cusparse", R"({"indices": [[0, 0, 0], [2, 1, 2]]})",
            R"({"indices": [[0, 0, 0], [2, 1, 0]]})"},
    RuleRow{coo, "CU-6", "cusparse", R"({"indices": [[0, 1, 0], [0, 2, 1]]})",
            R"({"indices": [[0, 0, 1], [2, 0, 1]]})"},
    RuleRow{coo, "CU-7", "cusparse", R"({"size": [2, 3, 2], "values": {"shape": [3, 2]}})"},
    RuleRow{coo, "CU-7", "cusparse", R"({"size": [3], "indices": [[0, 1, 2]]})"},
    RuleRow{coo, "CU-8", "cusparse", R"({"values": {"shape": [3], "strides": [2]}})",
            R"({"values": {"shape": [3], "strides": [1], "offset": 1}})"},
    RuleRow{coo, "CU-8", "cusparse",
            R"({"indices": {"shape": [2, 3], "strides": [1, 2], "storage": [0, 0, 0, 2, 1, 1]}})",
            R"({"indices": {"shape": [2, 3], "strides": [4, 1], "storage": [0, 0, 1, 9, 0, 2, 1]}})"},
    RuleRow{coo, "CU-9", "cusparse",
            R"({"indices": {"shape": [2, 3], "device": "meta"}, "values": {"shape": [3], "device": "meta"}})",
            R"({"indices": {"shape": [2, 0], "device": "meta"}, "values": {"shape": [0], "device": "meta"}})"},
    RuleRow{coo, "CU-10", "cusparse", "{}", "{}", misalignOnCuda},
    RuleRow{coo, "SP-1", "scipy", R"({"size": [2, 3, 2], "values": {"shape": [3, 2]}})"},
    RuleRow{coo, "SP-1", "scipy", R"({"size": [2, 3, 2], "indices": [[0, 0, 1], [0, 2, 1], [0, 0, 1]]})"},
    RuleRow{coo, "SP-1", "scipy", R"({"indices": [[1], [2]], "values": {"shape": [], "data": [1]}})",
            R"({"indices": [[1], [2]], "values": [1]})"},
    RuleRow{coo, "SP-2", "scipy", R"({"dtype": "bfloat16"})", R"({"dtype": "uint64"})"},
    RuleRow{coo, "SP-4", "scipy", R"({"indices": [[0, 1, 0], [2, 0, 2]]})",
            R"({"indices": [[0, 1, 0], [2, 2, 1]]})"},
};

} // namespace

std::span<const RuleRow> cooRows()
{
    return rowsOfCoo;
}

} // namespace tscope::test
