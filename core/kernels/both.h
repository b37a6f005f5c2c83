// SPDX-License-Identifier: Apache-2.0
#pragma once

// Marks what a GPU's compiler makes for both sides, and every other one for the only side it knows.
#ifdef __CUDACC__
#define TSCOPE_BOTH __host__ __device__
#else
#define TSCOPE_BOTH
#endif
