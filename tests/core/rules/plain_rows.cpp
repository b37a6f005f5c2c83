// SPDX-License-Identifier: Apache-2.0
#include "core/rules/misaligned.h"
#include "core/rules/rule_rows.h"

#include <array>

namespace tscope::test {

namespace {

constexpr auto strided = "strided";
constexpr auto nested = "nested";
constexpr auto jagged = "jagged";

constexpr std::array rowsOfPlain{
    RuleRow{strided, "STR-1.1", "pytorch", R"({"values": {"shape": [2, 3], "strides": [1]}})"},
    RuleRow{strided, "STR-1.2", "pytorch", R"({"values": {"shape": [-2, 3], "strides": [3, 1]}})",
            R"({"values": {"shape": [0, 3], "strides": [3, 1]}})"},
    RuleRow{strided, "STR-1.3", "pytorch",
            R"({"values": {"shape": [3], "strides": [-1], "offset": 2, "storage": [1, 2, 3]}})",
            R"({"values": {"shape": [3], "strides": [0], "offset": 2, "storage": [1, 2, 3]}})"},
    RuleRow{strided, "STR-1.4", "pytorch",
            R"({"values": {"shape": [3], "strides": [1], "offset": -1, "storage": [1, 2, 3]}})"},
    RuleRow{strided, "STR-1.5", "pytorch", R"({"values": {"shape": [4611686018427387904, 2], "strides": [0, 0]}})",
            R"({"values": {"shape": [4611686018427387903, 2], "strides": [0, 0]}})"},
    RuleRow{strided, "STR-1.5", "pytorch",
            R"({"values": {"shape": [2], "strides": [9223372036854775807], "offset": 1, "dtype": "int8"}})",
            R"({"values": {"shape": [2], "strides": [9223372036854775806], "dtype": "int8"}})"},
    RuleRow{strided, "STR-1.5", "pytorch", R"({"values": {"shape": [2], "strides": [2305843009213693951]}})",
            R"({"values": {"shape": [2], "strides": [2305843009213693950]}})"},
    RuleRow{strided, "STR-1.6", "pytorch",
            R"({"values": {"shape": [4294967296, 4294967296, 0], "strides": [0, 0, 1]}})",
            R"({"values": {"shape": [4294967296, 0, 4294967296], "strides": [0, 0, 1]}})"},
    RuleRow{strided, "STR-1.6", "pytorch",
            R"({"values": {"shape": [3, 9223372036854775807, 3, 0], "strides": [0, 0, 0, 1]}})",
            R"({"values": {"shape": [2, 9223372036854775807, 0], "strides": [0, 0, 1]}})"},
    RuleRow{strided, "STR-2.1", "pytorch", R"({"values": {"shape": [3], "storage": [1, 2]}})",
            R"({"values": {"shape": [3], "storage": [1, 2, 3]}})"},
    RuleRow{strided, "STR-2.1", "pytorch",
            R"({"values": {"shape": [2, 2], "strides": [3, 1], "offset": 1, "storage": [1, 2, 3, 4, 5]}})",
            R"({"values": {"shape": [2, 2], "strides": [3, 1], "storage": [1, 2, 3, 4, 5]}})"},
    RuleRow{strided, "CU-1", "cusparse", R"({"dtype": "int64"})", R"({"dtype": "int32"})"},
    RuleRow{strided, "CU-8", "cusparse", R"({"values": {"shape": [1, 2, 3]}})"},
    RuleRow{strided, "CU-8", "cusparse", R"({"values": {"shape": [3], "strides": [2]}})",
            R"({"values": {"shape": [1], "strides": [2]}})"},
    RuleRow{strided, "CU-8", "cusparse", R"({"values": {"shape": [2, 3], "strides": [6, 2]}})",
            R"({"values": {"shape": [2, 3], "strides": [6, 1]}})"},
    RuleRow{strided, "CU-8", "cusparse", R"({"values": {"shape": [2, 3], "strides": [2, 1]}})",
            R"({"values": {"shape": [2, 3], "strides": [1, 2]}})"},
    RuleRow{strided, "CU-9", "cusparse", R"({"values": {"shape": [2, 3], "device": "meta"}})",
            R"({"values": {"shape": [0, 3], "device": "meta"}})"},
    RuleRow{strided, "CU-10", "cusparse", "{}", "{}", misalignOnCuda},

    RuleRow{nested, "NST-1.1", "pytorch", R"({"nested_sizes": {"data": [[1, 2], [2, 3]], "dtype": "int32"}})",
            R"({"nested_sizes": {"data": [[1, 2], [2, 3]], "dtype": "int64"}})"},
    RuleRow{nested, "NST-1.2", "pytorch", R"({"nested_strides": {"data": [[2, 1], [3, 1]], "dtype": "int32"}})",
            R"({"nested_strides": {"data": [[2, 1], [3, 1]], "dtype": "int64"}})"},
    RuleRow{nested, "NST-1.3", "pytorch", R"({"storage_offsets": {"data": [0, 2], "dtype": "int32"}})",
            R"({"storage_offsets": {"data": [0, 2], "dtype": "int64"}})"},
    RuleRow{nested, "NST-2.1", "pytorch", R"({"buffer": {"shape": [8], "layout": "sparse_coo"}})",
            R"({"buffer": {"shape": [8], "layout": "strided"}})"},
    RuleRow{nested, "NST-2.1", "pytorch", R"({"buffer": {"shape": [8], "device": "mps"}})",
            R"({"buffer": {"shape": [8], "device": "xpu"}})"},
    RuleRow{nested, "NST-2.2", "pytorch", R"({"nested_sizes": {"data": [[1, 2], [2, 3]], "device": "cuda:0"}})",
            R"({"buffer": {"shape": [8], "device": "cuda:0"}})"},
    RuleRow{nested, "NST-2.2", "pytorch", R"({"storage_offsets": {"data": [0, 2], "device": "cuda:0"}})"},
    RuleRow{nested, "NST-3.1", "pytorch", R"({"buffer": {"shape": [2, 4]}})", R"({"buffer": {"shape": [8]}})"},
    RuleRow{nested, "NST-3.2", "pytorch",
            R"({"nested_sizes": {"shape": [2, 2], "strides": [1, 2], "storage": [1, 2, 2, 3]}})",
            R"({"nested_sizes": {"shape": [2, 2], "strides": [2, 1], "storage": [1, 2, 2, 3]}})"},
    RuleRow{nested, "NST-3.2", "pytorch",
            R"({"nested_sizes": [[[1, 2], [2, 3]]], "nested_strides": [[[2, 1], [3, 1]]],
                "storage_offsets": [0]})"},
    RuleRow{nested, "NST-3.3", "pytorch", R"({"nested_strides": [[2], [3]]})"},
    RuleRow{nested, "NST-3.3", "pytorch",
            R"({"nested_strides": {"shape": [2, 2], "strides": [1, 2], "storage": [2, 3, 1, 1]}})",
            R"({"nested_strides": {"shape": [2, 2], "strides": [2, 1], "storage": [2, 1, 3, 1]}})"},
    RuleRow{nested, "NST-3.4", "pytorch", R"({"storage_offsets": [0, 2, 8]})"},
    RuleRow{nested, "NST-4.1", "pytorch", R"({"nested_sizes": [[-1, 2], [2, 3]]})"},
    RuleRow{nested, "NST-4.2", "pytorch", R"({"nested_strides": [[2, 1], [3, -1]]})"},
    RuleRow{nested, "NST-4.3", "pytorch", R"({"storage_offsets": [-1, 2]})"},
    RuleRow{nested, "NST-4.4", "pytorch", R"({"storage_offsets": [0, 3]})"},
    RuleRow{nested, "NST-4.5", "pytorch", R"({"buffer": {"shape": [9]}})", R"({"buffer": {"shape": [8]}})"},
    RuleRow{nested, "NST-5.2", "pytorch", R"({"storage_offsets": [0, 1]})", R"({"storage_offsets": [6, 0]})"},
    RuleRow{nested, "STR-2.1", "pytorch", R"({"nested_sizes": {"shape": [2, 2], "storage": [1, 2, 2]}})",
            R"({"nested_sizes": {"shape": [2, 2], "storage": [1, 2, 2, 3]}})"},
    RuleRow{nested, "STR-2.1", "pytorch", R"({"storage_offsets": {"shape": [2], "storage": [0]}})"},
    RuleRow{nested, "STR-2.1", "pytorch",
            R"({"buffer": {"shape": [8], "offset": 1, "storage": [1, 2, 3, 4, 5, 6, 7, 8]}})",
            R"({"buffer": {"shape": [8], "storage": [1, 2, 3, 4, 5, 6, 7, 8]}})"},

    RuleRow{jagged, "JAG-1.1", "pytorch", R"({"offsets": {"data": [0, 2, 5], "dtype": "int32"}})",
            R"({"offsets": {"data": [0, 2, 5], "dtype": "int64"}})"},
    RuleRow{jagged, "JAG-1.2", "pytorch", R"({"lengths": {"data": [2, 3], "dtype": "int32"}})",
            R"({"lengths": {"data": [2, 3], "dtype": "int64"}})"},
    RuleRow{jagged, "JAG-2.1", "pytorch", R"({"values": {"layout": "sparse_coo"}})"},
    RuleRow{jagged, "JAG-2.2", "pytorch", R"({"offsets": {"data": [0, 2, 5], "device": "cuda:0"}})",
            R"({"values": {"device": "cuda:0"}, "offsets": {"data": [0, 2, 5], "device": "cuda:0"}})"},
    RuleRow{jagged, "JAG-2.2", "pytorch", R"({"lengths": {"data": [2, 3], "device": "cuda:0"}})",
            R"({"lengths": {"data": [2, 3], "device": "cpu"}})"},
    RuleRow{jagged, "JAG-3.1", "pytorch", R"({"offsets": [[0, 2, 5]]})"},
    RuleRow{jagged, "JAG-3.2", "pytorch", R"({"offsets": {"shape": [0]}})",
            R"({"offsets": [0], "values": {"shape": [0, 2]}})"},
    RuleRow{jagged, "JAG-3.3", "pytorch", R"({"lengths": [2]})", R"({"lengths": [2, 3]})"},
    RuleRow{jagged, "JAG-3.4", "pytorch", R"({"ragged_idx": 3})", R"({"ragged_idx": 2, "offsets": [0, 1, 2]})"},
    RuleRow{jagged, "JAG-3.4", "pytorch", R"({"ragged_idx": 0})", R"({"ragged_idx": 1})"},
    RuleRow{jagged, "JAG-5.1", "pytorch", R"({"offsets": [1, 2, 5]})"},
    RuleRow{jagged, "JAG-5.1", "pytorch", R"({"offsets": [-1, 2, 5], "lengths": [2, 3]})",
            R"({"offsets": [1, 2, 5], "lengths": [1, 3]})"},
    RuleRow{jagged, "JAG-5.2", "pytorch", R"({"offsets": [0, 2, 4]})"},
    RuleRow{jagged, "JAG-5.2", "pytorch", R"({"offsets": [0, 2, 6], "lengths": [2, 3]})",
            R"({"offsets": [0, 2, 4], "lengths": [2, 2]})"},
    RuleRow{jagged, "JAG-5.3", "pytorch", R"({"offsets": [0, 3, 2, 5]})", R"({"offsets": [0, 3, 3, 5]})"},
    RuleRow{jagged, "JAG-5.4", "pytorch", R"({"lengths": [-1, 3]})", R"({"lengths": [0, 3]})"},
    RuleRow{jagged, "JAG-5.5", "pytorch", R"({"lengths": [2, 4]})", R"({"lengths": [2, 3]})"},
    RuleRow{jagged, "JAG-5.6", "pytorch", R"({"lengths": [3, 3]})", R"({"lengths": [2, 3]})"},
    RuleRow{jagged, "JAG-6.1", "pytorch", R"({"min_seqlen": 1})", R"({"min_seqlen": 2})"},
    RuleRow{jagged, "JAG-6.1", "pytorch", R"({"min_seqlen": 2, "lengths": [1, 3]})",
            R"({"min_seqlen": 1, "lengths": [1, 3]})"},
    RuleRow{jagged, "JAG-6.2", "pytorch", R"({"max_seqlen": 4})", R"({"max_seqlen": 3})"},
    RuleRow{jagged, "STR-2.1", "pytorch", R"({"values": {"shape": [5, 2], "storage_numel": 9}})",
            R"({"values": {"shape": [5, 2], "storage_numel": 10}})"},
    RuleRow{jagged, "STR-2.1", "pytorch", R"({"offsets": {"shape": [3], "storage": [0, 2]}})",
            R"({"offsets": {"shape": [3], "storage": [0, 2, 5]}})"},
    RuleRow{jagged, "STR-2.1", "pytorch", R"({"lengths": {"shape": [2], "storage": [2]}})"},
};

} // namespace

std::span<const RuleRow> plainRows()
{
    return rowsOfPlain;
}

} // namespace tscope::test
