// SPDX-License-Identifier: GPL-3.0-or-later
#include "synonyms.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace tscope {

namespace {

struct Synonyms {
    std::string_view name;
    const char* others; // parted by commas
};

constexpr std::array commandSynonyms{
    Synonyms{"zoom-to-place", "zoom to selection,show neighbours,centre,center"},
    Synonyms{"fit", "zoom to fit,reset zoom,show all,whole tensor"},
    Synonyms{"zoom-in", "magnify,larger"},
    Synonyms{"zoom-out", "smaller"},
    Synonyms{"transpose", "T,.T,mT,t(),swap rows and columns"},
    Synonyms{"repair", "fix"},
    Synonyms{"lessons", "learn,teach,exercise,course,tutorial"},
    Synonyms{"make-exercise", "lesson,question,quiz,homework,teach"},
    Synonyms{"contiguous", "contiguous(),copy,pack,clone,row-major"},
    Synonyms{"row-major", "C order,memory order,order,asarray"},
    Synonyms{"column-major", "Fortran order,F order,memory order,order,asfortranarray"},
    Synonyms{"movement", "morph,animate,watch,play,algorithm,step by step,coalesce,prefix sum,scatter,pad,unpad"},
    Synonyms{"time", "benchmark,measure,profile,fastest layout"},
    Synonyms{"compare", "diff,difference"},
    Synonyms{"contract", "rules,consumer,valid for"},
    Synonyms{"compare-file", "diff,changes,on disk"},
    Synonyms{"compare-before", "diff,changes,original"},
    Synonyms{"find", "search"},
    Synonyms{"goto", "jump,address,index"},
    Synonyms{"settings", "preferences,options,font size,text size,dark mode"},
    Synonyms{"build-generate", "random,zeros,ones,eye,arange"},
    Synonyms{"build-fault", "break,corrupt,inject"},
    Synonyms{"share", "send,view,notes,link,bug report"},
    Synonyms{"export", "image,png,svg,screenshot"},
    Synonyms{"export-all", "images,png,slides,projector"},
    Synonyms{"projector", "presentation,class,beamer,full screen,slides"},
    Synonyms{"full-screen", "fullscreen,maximise"},
    Synonyms{"export-slides", "lesson,pdf,presentation"},
    Synonyms{"export-slide-pictures", "lesson,presentation"},
    Synonyms{"export-handout", "lesson,pdf,print,paper,exercise sheet"},
    Synonyms{"export-answers", "lesson,pdf,print,paper,key,solution"},
    Synonyms{"duplicate", "clone,copy"},
    Synonyms{"remove", "delete,close tensor"},
    Synonyms{"reload", "refresh"},
    Synonyms{"manual", "help,documentation"},
    Synonyms{"keys", "shortcuts"},
};

constexpr std::array operationSynonyms{
    Synonyms{"matmul", "mm,mv,bmm,spmm,spmv,spgemm,gemm,dot,@,matrix multiply"},
    Synonyms{"add", "sum,plus,+"},
    Synonyms{"mul", "multiply,times,hadamard,*"},
    Synonyms{"linear", "dense layer,fully connected,addmm"},
    Synonyms{"softmax", "attention"},
    Synonyms{"differ", "allclose,isclose,compare"},
    Synonyms{"contiguous", "copy,pack"},
    Synonyms{"to_padded", "to_padded_tensor,pad"},
    Synonyms{"from_padded", "unpad"},
    Synonyms{"sddmm", "sampled_addmm,sampled matmul"},
};

constexpr std::array stepSynonyms{
    Synonyms{"permute", "movedim,moveaxis,swapaxes,reorder dims"},
    Synonyms{"transpose", "T,swapaxes,swapdims"},
    Synonyms{"slice", "index,[:],step"},
    Synonyms{"narrow", "slice,range"},
    Synonyms{"select", "index,row,column,pick"},
    Synonyms{"expand", "broadcast,broadcast_to"},
    Synonyms{"unsqueeze", "newaxis,expand_dims"},
    Synonyms{"squeeze", "drop dims of size 1"},
    Synonyms{"diagonal", "diag"},
    Synonyms{"unfold", "window,sliding_window_view"},
    Synonyms{"flip", "reverse"},
    Synonyms{"reshape", "resize"},
    Synonyms{"flatten", "ravel"},
    Synonyms{"as_strided", "strides,offset"},
    Synonyms{"to", "device,cuda,gpu,cpu"},
};

constexpr std::array layoutSynonyms{
    Synonyms{"strided", "to_dense,todense,toarray,dense"},
    Synonyms{"coo", "to_sparse,tocoo,to_sparse_coo,sparse"},
    Synonyms{"csr", "tocsr,to_sparse_csr"},
    Synonyms{"csc", "tocsc,to_sparse_csc"},
    Synonyms{"bsr", "tobsr,to_sparse_bsr,blocks"},
    Synonyms{"bsc", "to_sparse_bsc,blocks"},
    Synonyms{"nested", "nested_tensor,as_nested_tensor"},
    Synonyms{"jagged", "ragged"},
};

constexpr std::array repairSynonyms{
    Synonyms{"sum-duplicates", "coalesce,coalesce(),merge,deduplicate"},
    Synonyms{"keep-first-duplicates", "coalesce,drop duplicates,deduplicate,unique"},
    Synonyms{"keep-last-duplicates", "coalesce,drop duplicates,deduplicate,unique"},
    Synonyms{"clear-flag", "coalesce,is_coalesced,uncoalesced"},
    Synonyms{"sort-entries", "coalesce,sort_indices,order"},
    Synonyms{"sort-slices", "sort_indices,order"},
    Synonyms{"clamp-indices", "clip,bound"},
    Synonyms{"drop-out-of-range", "filter,remove"},
    Synonyms{"make-contiguous", "contiguous(),copy,pack"},
    Synonyms{"widen-indices", "int64,cast"},
    Synonyms{"wrap-negative", "modulo"},
    Synonyms{"shift-pointers", "one-based,rebase"},
    Synonyms{"shift-offsets", "one-based,rebase"},
    Synonyms{"restore-pointer", "indptr,crow_indices,row pointers"},
    Synonyms{"order-pointers", "monotonic,indptr,crow_indices,row pointers"},
};

QStringList synonymsIn(std::span<const Synonyms> table, const QString& name)
{
    const auto at = std::ranges::find(table, name.toStdString(), &Synonyms::name);
    return at == table.end() ? QStringList() : QString::fromLatin1(at->others).split(QLatin1Char(','));
}

} // namespace

QStringList synonymsOfCommand(const QString& id)
{
    return synonymsIn(commandSynonyms, id);
}

QStringList synonymsOfOperation(const QString& name)
{
    return synonymsIn(operationSynonyms, name);
}

QStringList synonymsOfRepair(const QString& id)
{
    return synonymsIn(repairSynonyms, id) << QString(id).replace(QLatin1Char('-'), QLatin1Char(' '));
}

QStringList synonymsOfStep(const QString& name)
{
    return synonymsIn(stepSynonyms, name);
}

QStringList synonymsOfLayout(const QString& name)
{
    return synonymsIn(layoutSynonyms, name);
}

} // namespace tscope
