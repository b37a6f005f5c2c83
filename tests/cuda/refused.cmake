# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/verified.cmake")
tscope_verified_table("${TO}" "${REPORT}")
