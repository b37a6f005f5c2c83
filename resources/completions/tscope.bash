# SPDX-License-Identifier: Apache-2.0
# Completion of tscope for bash.

_tscope() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local layouts="strided coo csr csc bsr bsc nested jagged" words=""
    COMPREPLY=()

    if [[ $COMP_CWORD -eq 1 ]]; then
        words="info check locate build repair convert transform diff make picture run time devices ops lesson history extend --language --help --version"
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        return
    fi
    case $before in
    --contract) words="pytorch documented csr-2021 csr-2021-draft scipy cusparse" ;;
    --layout) words=$layouts ;;
    --member) words="compressed plain values indices buffer nested_sizes nested_strides storage_offsets offsets lengths" ;;
    --dtype) words="bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex32 complex64 complex128" ;;
    --index-dtype) words="int32 int64" ;;
    --code) words="pytorch numpy" ;;
    --kind) words="locate read-back array broken view" ;;
    --device) words="cpu cuda:0" ;;
    --language) words="en zh_CN" ;;
    esac
    if [[ -z $words && $command == make && $COMP_CWORD -eq 2 && $word != -* ]]; then
        words="dense arange random banded stencil5 blocks powerlaw ragged"
    fi
    if [[ -z $words && $command == extend && $COMP_CWORD -eq 2 && $word != -* ]]; then
        words="device layout dtype wrapper"
    fi
    if [[ -z $words && $command == lesson && $COMP_CWORD -eq 2 && $word != -* ]]; then
        words="list check key mark make"
    fi
    if [[ -z $words && $word == -* ]]; then
        case $command in
        info) words="--code --stats --header" ;;
        check) words="--contract --max-witnesses --device --github --sarif --markdown" ;;
        locate) words="--at --member --slot" ;;
        build) words="--unsafe --infer --draft --trace" ;;
        repair) words="--fix --dry-run --overwrite" ;;
        convert) words="--layout --blocksize --index-dtype --dtype --dense-dims --drop-zeros --old-pytorch --max-memory --device --overwrite" ;;
        transform) words="--ops --max-memory --overwrite" ;;
        diff) words="--list --rtol --atol --max-memory" ;;
        make) words="--layout --size --lengths --nnz --density --blocksize --batch --dense --dtype --index-dtype --seed --bandwidth --break" ;;
        picture) words="--size --rows --columns --violations --contract" ;;
        lesson) words="--seeds --seed --student --summary --csv --kind --steps --title --elements --rule --out" ;;
        history) words="--script --requires-grad --out --max-memory --overwrite" ;;
        extend) words="--like --all --run --fill --param" ;;
        run) words="--param --device --trace --out --reference --max-memory --overwrite" ;;
        time) words="--ops --columns --layouts --devices --blocksizes --dtypes --index-dtypes --threads --densities --budget --rounds --warm-only --max-memory --max-dense --csv --html --save --reopen --against --quiet" ;;
        esac
        words+=" --json --language --help"
    fi
    if [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _tscope tscope
