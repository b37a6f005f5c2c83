// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/transform.h"
#include "convert/request_words.h"
#include "dispatch/op_spec.h"
#include "history/lineage.h"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace tscope {

// An operation and its parameters.
struct OperationCall {
    const OpSpec* op = nullptr; // never null
    Params params = {};
};
// A duplicate: the same elements under another name, in storages of its own.
struct SameTensor {
};
// A change that no gradient gets through, in a few words: the history begins anew with what it made.
struct HistoryCut {
    std::string what;
};
using LineageCall = std::variant<ConvertRequest, OperationCall, ViewStep, SameTensor, HistoryCut>;

// A tensor that a step was made of, as it was then.
struct LineageSource {
    std::string name;
    // Not kept alive: a history takes no memory of tensors that are closed. Expired: it is gone.
    std::weak_ptr<const Tensor> tensor = {};
    Lineage from = {};
    int owner = 0;         // a number of the caller's; 0: none
    bool isNumber = false; // the name is a number, which an operation takes instead of a tensor
};

// How tensors were made of others. Never changed, and shared by all that was made after it: no history has a
// cycle.
class LineageStep
{
public:
    LineageStep(LineageCall call, std::vector<LineageSource> sources, std::size_t results = 1);
    // Ends long histories one step after the other, whatever the size of the stack.
    ~LineageStep();
    LineageStep(const LineageStep&) = delete;
    LineageStep& operator=(const LineageStep&) = delete;

    const LineageCall& call() const { return m_call; }
    const std::vector<LineageSource>& sources() const { return m_sources; }
    std::size_t results() const { return m_results; }

private:
    LineageCall m_call;
    std::vector<LineageSource> m_sources;
    std::size_t m_results;
};

LineageStepPtr lineageStep(LineageCall call, std::vector<LineageSource> sources, std::size_t results = 1);

// A chain of view steps on one tensor, which has made so many tensors: one step of the history for each. Where two
// of them make several, how many each made is not known, and the history begins anew.
std::vector<Lineage> chainLineage(const LineageSource& source, std::span<const ViewStep> chain,
                                  std::size_t results);

// All steps that led there, each behind those that it was made of. Where there are more, the first are left out.
std::vector<LineageStepPtr> stepsTo(std::span<const Lineage> last, std::size_t most);

// "matmul", "to csr float32", "transpose(0, 1)"
std::string operationOf(const LineageCall& call);

// A call as texts, to be kept.
struct CallWords {
    std::string kind; // "convert" "run" "view" "same" "cut"
    std::string name; // of the operation; a view step, or what cut the history, as it is written
    NamedWords words = {};
};
CallWords wordsOf(const LineageCall& call);
// Fails for what no call is written as.
Result<LineageCall> callOf(const CallWords& words);

} // namespace tscope
