#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# On a machine with a GPU, of which nothing is asked but a compiler, CMake and the CUDA toolkit: builds the module, the
# tests of devices and the probe; runs the tests there with skips turned into failures, then faults, roofs, the bench,
# the layouts timed on both devices, and the sanitizers. All of it takes under nine minutes: a phase has its time, and
# what it does not use is left to the last ones. What came of it lies in the folder that is named, as it comes, so that a
# run that is cut short leaves what it knew: report.json (a line for each phase), log.txt, verified.json (which kernels ran
# and were right), support.txt, faults.json, roofs.json, bench.json, time.json (a session that `tscope time --reopen` and
# the window read), sanitizer.txt.
# Usage: on_gpu.sh REPORT-FOLDER
#        on_gpu.sh --rehearse BINARIES REPORT-FOLDER    all but building, on the device that the host plays
set -uo pipefail
if [[ ${1-} == --rehearse ]]; then
    rehearses=yes bin=$(readlink -f "${2:?the folder of the binaries}")
    shift 2
else
    rehearses=no bin=
fi
report=$(readlink -m "${1:?a folder for the report}")
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." || exit 1
mkdir -p "$report"
rm -f "$report"/{report,verified,faults,roofs,bench,time}.json "$report"/support.txt "$report"/{log,sanitizer}.txt
kit=$PWD/build/gpu-kit tree=$PWD/build/gpu log=$report/log.txt
total=525 worst=0 device=unknown
names=() lines=()

left() { printf '%d' $((total - SECONDS)); }

# All that is known so far.
write_report() {
    {
        printf '{"device":"%s","simulated":%s,"date":"%s","seconds":%d,\n"phases":[' "$device" \
            "$([[ $rehearses == yes ]] && printf true || printf false)" "$(date -u +%FT%TZ)" "$SECONDS"
        local i
        for i in "${!lines[@]}"; do printf '%s\n%s' "$([[ $i -eq 0 ]] || printf ,)" "${lines[$i]}"; done
        printf '\n]}\n'
    } >"$report/report.json.part" && mv "$report/report.json.part" "$report/report.json"
}

# ended NAME STATUS SECONDS [COUNTS]: COUNTS are fields of JSON.
ended() {
    names+=("$(printf '%-10s %-14s %4d s  %s' "$1" "$2" "$3" "$(tr -d '"' <<<"${4-}" | sed 's/:/ /g; s/,/, /g')")")
    lines+=("{\"name\":\"$1\",\"status\":\"$2\",\"seconds\":$3,\"counts\":{${4-}}}")
    printf '%s\n' "${names[-1]}"
    write_report
}

# phase NAME SECONDS COUNTER COMMAND...: what it prints in the log; what COUNTER (a function; - for none) makes of that,
# in the report.
phase() {
    local name=$1 limit=$2 counter=$3 begun=$SECONDS status=0 outcome=ok from
    shift 3
    if [[ $(left) -lt 3 || $limit -lt 3 ]]; then
        ended "$name" 'no time left' 0
        worst=1
        return 1
    fi
    if [[ $limit -gt $(left) ]]; then limit=$(left); fi
    printf '\n== %s\n' "$name" >>"$log"
    from=$(wc -l <"$log")
    timeout --kill-after 5 "$limit" "$@" >>"$log" 2>&1 || status=$?
    if [[ $status -eq 124 || $status -eq 137 ]]; then
        outcome='out of time'
    elif [[ $status -ne 0 ]]; then
        outcome="failed $status"
    fi
    ended "$name" "$outcome" $((SECONDS - begun)) "$([[ $counter == - ]] || tail -n +$((from + 1)) "$log" | "$counter")"
    if [[ $status -ne 0 ]]; then
        tail -n +$((from + 1)) "$log" | tail -n 20
        worst=1
    fi
    return $status
}

# --- what is counted ------------------------------------------------------------------------------------------

count_tests() {
    awk '/^\[  PASSED  \]/ { passed = $4 } /^\[  FAILED  \] [0-9]+ test/ { failed = $4 } /^\[  SKIPPED \] [0-9]+ test/ { skipped = $4 }
         END { printf "\"passed\":%d,\"failed\":%d,\"skipped\":%d", passed, failed, skipped }'
}
count_rows() { awk '/: ok(,|$)/ { ok++ } /: left out/ { out++ } /: wrong/ { wrong++ } END { printf "\"ok\":%d,\"left_out\":%d,\"wrong\":%d", ok, out, wrong }'; }
count_outcomes() {
    awk '/^[a-z_]+: (works|refused|fatal|killed|ended)/ { sub(/[,:]$/, "", $2); n[$2]++ }
         END { printf "\"refused\":%d,\"fatal\":%d,\"killed\":%d", n["refused"], n["fatal"], n["killed"] }'
}
count_errors() { awk '/ERROR SUMMARY: [0-9]+/ { for (i = 1; i < NF; i++) if ($i == "SUMMARY:") errors += $(i + 1) } END { printf "\"errors\":%d", errors }'; }

# --- the phases -----------------------------------------------------------------------------------------------

about() {
    if [[ $rehearses == no ]]; then nvidia-smi; fi
    command -v nvcc >/dev/null && nvcc --version
    cmake --version
    "${CXX:-c++}" --version
    nproc
    df -h .
}

build() {
    local generator=()
    if command -v ninja >/dev/null; then generator=(-G Ninja); fi
    cmake -S . -B "$tree" "${generator[@]}" -D CMAKE_BUILD_TYPE=Release -D TSCOPE_WINDOW=OFF -D TSCOPE_CUDA=ON \
        -D TSCOPE_PRECOMPILE=ON -D CMAKE_CUDA_ARCHITECTURES=native -D CMAKE_PREFIX_PATH="$kit" &&
        cmake --build "$tree" --parallel "$(nproc)" --target tscope_device_tests tscope_gpu_probe tscope_sparse_support tscope_cuda tscope tscope-worker
}

# The same operations in all layouts on the processor and on the device, for matrices of several kinds.
times() {
    local folder kind files=() rows=200000 entries=2000000 budget=200
    if [[ $rehearses == yes ]]; then rows=300 entries=2000 budget=5; fi
    folder=$(mktemp -d) && cd "$folder" || return 1 # names are told without it
    for kind in random stencil5 blocks powerlaw; do
        local size=(--size "$rows,$rows" --nnz "$entries")
        if [[ $kind == stencil5 ]]; then size=(--size "$rows,$rows"); fi
        if [[ $kind == blocks ]]; then size=(--size "$rows,$rows" --nnz $((entries / 16)) --layout bsr --blocksize 4,4); fi
        "$bin/tscope" make "$kind" "$kind.npz" "${size[@]}" || return 1
        files+=("$kind.npz")
    done
    "$bin/tscope" time "${files[@]}" --ops spmv,spmm:32,sum_rows --layouts csr,csc,coo,bsr:4x4 --devices cpu,cuda \
        --budget "$budget" --rounds 2 --quiet --save "$report/time.json"
    local status=$?
    rm -r "$folder"
    return $status
}

sanitizer() {
    local tool=$1 limit=$2 tests=$3
    shift 3
    if [[ $rehearses == yes ]]; then
        ended "$tool" 'left out' 0
    elif ! command -v compute-sanitizer >/dev/null; then
        ended "$tool" 'not available there' 0
    else
        phase "$tool" "$limit" count_errors bash -c 'sanitized "$@"' sanitized --tool "$tool" "$@" --error-exitcode 9 \
            --print-limit 20 "$bin/tscope_device_tests" --gtest_filter="$tests"
    fi
}
sanitized() {
    set -o pipefail
    # Each piece of memory by itself, so that who leaves it is seen.
    TSCOPE_CUDA_POOL=off compute-sanitizer "$@" 2>&1 | tee -a "$report/sanitizer.txt"
}

export -f about build times sanitized
export rehearses report tree kit
export PATH=$PATH:/usr/local/cuda/bin:/usr/local/cuda/compute-sanitizer

small=() some=()
if [[ $rehearses == yes ]]; then
    export TSCOPE_CUDA=simulated
    small=(--small)
    some=(--gtest_filter='Device.KeepsTheSignOfZeros:KernelConversion.OfUnsortedAndRepeatedEntries')
    device='simulated in the memory of the host'
else
    export TSCOPE_TEST_GPU=1 # a test that finds no GPU fails, and so does one that is skipped
    unset TSCOPE_CUDA TSCOPE_SIMULATED
    device=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -n 1 | tr -d '"\\')
fi

finish() {
    printf '\n%s, %d s\n' "$device" "$SECONDS"
    printf '%s\n' "${names[@]}"
    exit $worst
}

phase about 15 - bash -c about
if [[ $rehearses == no ]]; then
    bin=$tree/bin
    if ! phase build 240 - bash -c build; then
        finish # nothing else can be run
    fi
fi
phase devices 30 - "$bin/tscope" devices
phase tests 120 count_tests env TSCOPE_KERNEL_RECORD="$report/verified.json" "$bin/tscope_device_tests" "${some[@]}"
if [[ $rehearses == no ]]; then # what cuSPARSE does of all that it can be asked; 77: it is not there
    phase support 30 - bash -c '"$0" >"$1"' "$bin/tscope_sparse_support" "$report/support.txt"
fi
phase faults 75 count_outcomes "$bin/tscope_gpu_probe" faults --out "$report/faults.json" "${small[@]}"
phase roofs 25 - "$bin/tscope_gpu_probe" roofs --out "$report/roofs.json" "${small[@]}"
phase bench 110 count_rows "$bin/tscope_gpu_probe" bench --seconds 80 --out "$report/bench.json" "${small[@]}"
phase time 75 - env bin="$bin" bash -c times
few='KernelConversion.OfUnsortedAndRepeatedEntries:Device.*-Device.SumsOfMany*:Device.ReducesWhat*'
sanitizer memcheck $(($(left) - 60 > 150 ? 150 : $(left) - 60)) "KernelConversion.*:$few" --leak-check full
sanitizer initcheck $(($(left) / 2)) "$few"
sanitizer racecheck "$(left)" "$few"

finish
