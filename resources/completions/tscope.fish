# SPDX-License-Identifier: Apache-2.0
# Completion of tscope for fish.
set -l commands info check locate build repair convert transform diff make picture run time devices ops lesson history extend
complete -c tscope -n "not __fish_seen_subcommand_from $commands" -f
for entry in "info:what is in the file, and each tensor's anatomy" "check:every rule" \
        "locate:the read path to an element, or back" "build:run a builder on the members" \
        "repair:mend what is broken" "convert:to another layout" "transform:a chain of views" \
        "diff:compare two tensors" "make:generate a tensor" "picture:a density picture" "run:one operation" \
        "time:a measured table" "devices:what there is to compute on" "ops:the support table" \
        "lesson:those built in, what is wrong with one, its key, marks, one about a tensor" "history:where results come from, and their gradients" "extend:what a new device, layout, element type or wrapper costs"
    set -l parts (string split -m 1 : $entry)
    complete -c tscope -n "not __fish_seen_subcommand_from $commands" -a $parts[1] -d $parts[2]
end
complete -c tscope -l help -d "all options"
complete -c tscope -l language -x -a "en zh_CN" -d "of what is said to people"
complete -c tscope -n "__fish_seen_subcommand_from $commands" -l json -d "answer for programs"
complete -c tscope -n "__fish_seen_subcommand_from check picture" -l contract -x \
    -a "pytorch documented csr-2021 csr-2021-draft scipy cusparse" -d "whose rules"
complete -c tscope -n "__fish_seen_subcommand_from check" -l max-witnesses -x -d "places listed per rule"
complete -c tscope -n "__fish_seen_subcommand_from locate" -l at -x -d index
complete -c tscope -n "__fish_seen_subcommand_from locate" -l member -x \
    -a "compressed plain values indices buffer nested_sizes nested_strides storage_offsets offsets lengths"
complete -c tscope -n "__fish_seen_subcommand_from locate" -l slot -x -d "position in the member"
complete -c tscope -n "__fish_seen_subcommand_from lesson" -a "list check key mark make"
complete -c tscope -n "__fish_seen_subcommand_from lesson" -l seeds -x -d "how many seeds"
complete -c tscope -n "__fish_seen_subcommand_from lesson" -l seed -x -d "which numbers are drawn"
complete -c tscope -n "__fish_seen_subcommand_from lesson" -l student -x -d "whose numbers"
complete -c tscope -n "__fish_seen_subcommand_from lesson" -l summary -d "step by step"
complete -c tscope -n "__fish_seen_subcommand_from lesson" -l kind -x -a "locate read-back array broken view" -d "what is asked"
complete -c tscope -n "__fish_seen_subcommand_from lesson" -l steps -x -d "how many questions"
complete -c tscope -n "__fish_seen_subcommand_from lesson" -l title -x -d "of the lesson"
complete -c tscope -n "__fish_seen_subcommand_from lesson" -l elements -x -d "which elements"
complete -c tscope -n "__fish_seen_subcommand_from lesson" -l rule -x -d "to be broken"
complete -c tscope -n "__fish_seen_subcommand_from lesson" -l out -r -d "file to write"
complete -c tscope -n "__fish_seen_subcommand_from lesson" -l csv -d "for spreadsheets"
complete -c tscope -n "__fish_seen_subcommand_from extend" -a "device layout dtype wrapper"
complete -c tscope -n "__fish_seen_subcommand_from extend" -l like -x -d "what it behaves like"
complete -c tscope -n "__fish_seen_subcommand_from extend" -l all -d "each missing entry or case"
complete -c tscope -n "__fish_seen_subcommand_from extend" -l run -x -d "operation"
complete -c tscope -n "__fish_seen_subcommand_from extend" -l fill -x -a "none kernel conversion" -d "how the gap is filled"
complete -c tscope -n "__fish_seen_subcommand_from extend" -l param -x -d "of the operation"
complete -c tscope -n "__fish_seen_subcommand_from history" -l script -x -d "statements"
complete -c tscope -n "__fish_seen_subcommand_from history" -l requires-grad -x -d "what gradients are wanted of"
complete -c tscope -n "__fish_seen_subcommand_from history" -l out -r -d "file for the gradients"
complete -c tscope -n "__fish_seen_subcommand_from build" -l unsafe -d "check nothing"
complete -c tscope -n "__fish_seen_subcommand_from build" -l infer -d "infer the size"
complete -c tscope -n "__fish_seen_subcommand_from build" -l draft -d "csr: the other published call tree"
complete -c tscope -n "__fish_seen_subcommand_from build" -l trace -d "tell each step"
complete -c tscope -n "__fish_seen_subcommand_from repair" -l fix -x -d "repairs to apply"
complete -c tscope -n "__fish_seen_subcommand_from repair" -l dry-run -d "write nothing"
complete -c tscope -n "__fish_seen_subcommand_from transform" -l ops -x -d "chain of views"
complete -c tscope -n "__fish_seen_subcommand_from convert" -l dense-dims -x -d "last dims each entry holds whole"
complete -c tscope -n "__fish_seen_subcommand_from convert" -l drop-zeros -d "leave entries of zeros out"
complete -c tscope -n "__fish_seen_subcommand_from convert" -l old-pytorch -d "a .pt file as PyTorch 1.x reads it"
complete -c tscope -n "__fish_seen_subcommand_from convert transform run diff history" -l max-memory -x -d "bytes that may be taken"
complete -c tscope -n "__fish_seen_subcommand_from convert transform repair run history" -l overwrite -d "replace OUT though some of T can't be read"
complete -c tscope -n "__fish_seen_subcommand_from run" -l param -x -d "NAME=VALUE of the operation"
complete -c tscope -n "__fish_seen_subcommand_from run" -l out -r -d "file for the result"
complete -c tscope -n "__fish_seen_subcommand_from run" -l trace -d "how the kernel was found"
complete -c tscope -n "__fish_seen_subcommand_from run" -l reference -d "the dull kernels that all others are held against"
complete -c tscope -n "__fish_seen_subcommand_from run" -l device -x -a "cpu cuda:0" -d "where to run"
complete -c tscope -n "__fish_seen_subcommand_from time" -l ops -x -d "what is done"
complete -c tscope -n "__fish_seen_subcommand_from time" -l layouts -x -d "forms"
complete -c tscope -n "__fish_seen_subcommand_from time" -l blocksizes -x -d "of bsr and bsc"
complete -c tscope -n "__fish_seen_subcommand_from time" -l dtypes -x -d "element types"
complete -c tscope -n "__fish_seen_subcommand_from time" -l index-dtypes -x -d "types of indices"
complete -c tscope -n "__fish_seen_subcommand_from time" -l threads -x -d "of the processor"
complete -c tscope -n "__fish_seen_subcommand_from time" -l densities -x -d "times as many entries"
complete -c tscope -n "__fish_seen_subcommand_from time" -l devices -x -a "cpu cuda:0" -d "where to run"
complete -c tscope -n "__fish_seen_subcommand_from time" -l budget -x -d "milliseconds for each cell"
complete -c tscope -n "__fish_seen_subcommand_from time" -l rounds -x -d "times that all is measured"
complete -c tscope -n "__fish_seen_subcommand_from time" -l warm-only -d "no emptied caches"
complete -c tscope -n "__fish_seen_subcommand_from diff" -l list -x -d "places of each kind of difference"
complete -c tscope -n "__fish_seen_subcommand_from diff" -l rtol -x -d "relative tolerance"
complete -c tscope -n "__fish_seen_subcommand_from diff" -l atol -x -d "absolute tolerance"
complete -c tscope -n "__fish_seen_subcommand_from time" -l columns -x -d "columns of the dense operand"
complete -c tscope -n "__fish_seen_subcommand_from time" -l max-dense -x -d "bytes of the largest form with filled-in zeros"
complete -c tscope -n "__fish_seen_subcommand_from time" -l max-memory -x -d "bytes measuring may take"
complete -c tscope -n "__fish_seen_subcommand_from time" -l csv -r -d "file for the table"
complete -c tscope -n "__fish_seen_subcommand_from time" -l html -r -d "file for the report"
complete -c tscope -n "__fish_seen_subcommand_from time" -l save -r -d "file for the session"
complete -c tscope -n "__fish_seen_subcommand_from time" -l reopen -r -d "a session that is told again"
complete -c tscope -n "__fish_seen_subcommand_from time" -l against -r -d "an earlier session"
complete -c tscope -n "__fish_seen_subcommand_from time" -l quiet -d "no progress"
complete -c tscope -n "__fish_seen_subcommand_from info" -l code -x -a "pytorch numpy" -d "programs that make the tensors"
complete -c tscope -n "__fish_seen_subcommand_from info" -l stats -d "sums, extremes and spread of values"
complete -c tscope -n "__fish_seen_subcommand_from info" -l header -d "where the fixed attributes are in memory"
complete -c tscope -n "__fish_seen_subcommand_from check" -l device -x -a "cpu cuda:0" -d "where to scan"
complete -c tscope -n "__fish_seen_subcommand_from check" -l github -d "annotations of GitHub Actions"
complete -c tscope -n "__fish_seen_subcommand_from check" -l sarif -d "SARIF 2.1.0"
complete -c tscope -n "__fish_seen_subcommand_from check" -l markdown -d "report to be sent to others"
complete -c tscope -n "__fish_seen_subcommand_from convert make" -l layout -x \
    -a "strided coo csr csc bsr bsc nested jagged"
for option in "size:extents" "lengths:of components" "nnz:stored entries per batch" "density:share that is stored" "blocksize:rows,columns" \
        "batch:batch extents" "dense:dense extents" "dtype:element type" "index-dtype:int32 or int64" "seed:a number" \
        "bandwidth:diagonals on each side" "break:plant a fault, RULE or RULE@slot"
    set -l parts (string split -m 1 : $option)
    complete -c tscope -n "__fish_seen_subcommand_from make" -l $parts[1] -x -d $parts[2]
end
complete -c tscope -n "__fish_seen_subcommand_from picture" -l size -x -d "WxH in pixels"
complete -c tscope -n "__fish_seen_subcommand_from picture" -l rows -x -d "dim shown as rows"
complete -c tscope -n "__fish_seen_subcommand_from picture" -l columns -x -d "dim shown as columns"
complete -c tscope -n "__fish_seen_subcommand_from picture" -l violations -d "mark broken rules"
complete -c tscope -n "__fish_seen_subcommand_from make" -a "dense arange random banded stencil5 blocks powerlaw ragged"
