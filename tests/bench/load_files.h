// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tscope::bench {

// The path of a file that is loaded here and by the peers; it is written when it is first asked for. In the folder
// that TSCOPE_BENCH_FILES names, else in one of the system's for temporary files.
//   uniform-1e7.mtx  uniform-1e7.npz  uniform-1e7-packed.npz  stencil5-1e7-packed.npz  uniform-1e7.pt
//   dense8192.npy uniform-2GB.npz
std::string loadFile(const std::string& name);

} // namespace tscope::bench
