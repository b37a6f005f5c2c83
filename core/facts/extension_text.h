// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extending/embedding_gradients.h"
#include "extending/sandbox.h"
#include "facts/answers.h"
#include "facts/telling.h"

namespace tscope {

// A sandbox for people and for programs.

// "layout toy, like csr: 40 new entries of the first step, no new case of the second"
std::string summaryOf(const Sandbox& sandbox);
// The summary, and how many gaps each operation has; with `all` each gap with its number and what fills it.
Telling tellSandbox(const Sandbox& sandbox, bool all);
// "missing; cpu.matmul.rows would fill it"
std::string fillText(const Sandbox& sandbox, const DispatchGap& gap);
// What an embedding's gradient is by the extension and by the wrapper.
Telling tellEmbedding(const EmbeddingGradients& gradients);

Json jsonOf(const Sandbox& sandbox);
Json jsonOf(const EmbeddingGradients& gradients);

} // namespace tscope
