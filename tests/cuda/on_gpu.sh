#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# On a machine with a GPU, of which nothing is asked but a compiler, CMake and the CUDA toolkit: builds the module and
# the tests of devices, runs them there with skips turned into failures, and under compute-sanitizer where it is to be
# had. What came of it lies in the folder that is named, as it comes, so that a run that is cut short leaves what it knew.
# Usage: on_gpu.sh REPORT-FOLDER
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." || exit 1
report=${1:?a folder for the report}
mkdir -p "$report"
kit=$PWD/build/gpu-kit tree=build/gpu
phases=$report/phases.txt worst=0
: >"$phases"

# phase NAME SECONDS COMMAND...: its output in a file, its outcome in one line.
phase() {
    local name=$1 limit=$2 begun=$SECONDS status=0
    shift 2
    timeout "$limit" "$@" >"$report/$name.txt" 2>&1 || status=$?
    printf '%-10s %-9s %4d s\n' "$name" "$([[ $status -eq 0 ]] && printf ok || printf 'failed %d' $status)" $((SECONDS - begun)) |
        tee -a "$phases"
    if [[ $status -ne 0 ]]; then
        tail -n 20 "$report/$name.txt"
        worst=1
    fi
    return $status
}

about() {
    nvidia-smi
    nvcc --version
    cmake --version
    "${CXX:-c++}" --version
    df -h .
}

build() {
    local generator=()
    if command -v ninja >/dev/null; then generator=(-G Ninja); fi
    cmake -S . -B $tree "${generator[@]}" -D CMAKE_BUILD_TYPE=Release -D TSCOPE_WINDOW=OFF -D TSCOPE_CUDA=ON \
        -D CMAKE_CUDA_ARCHITECTURES=native -D CMAKE_PREFIX_PATH="$kit" &&
        cmake --build $tree --parallel "$(nproc)" --target tscope_device_tests tscope_cuda tscope
}

export PATH=$PATH:/usr/local/cuda/bin
export TSCOPE_TEST_GPU=1 # a test that finds no GPU fails
phase about 30 about
phase build 300 build || exit 1
phase devices 30 $tree/bin/tscope devices
phase tests 180 $tree/bin/tscope_device_tests --gtest_output="xml:$report/tests.xml"
phase operations 60 $tree/bin/tscope ops --json
if command -v compute-sanitizer >/dev/null; then
    phase sanitizer 150 compute-sanitizer --tool memcheck --leak-check full --error-exitcode 9 --print-limit 20 \
        $tree/bin/tscope_device_tests --gtest_filter='KernelConversion*:Device*'
else
    printf '%-10s not available there\n' sanitizer | tee -a "$phases"
fi
exit $worst
