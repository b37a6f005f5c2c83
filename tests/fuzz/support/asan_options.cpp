// SPDX-License-Identifier: Apache-2.0
// Read by AddressSanitizer when it starts. Deep stacks for every allocation cost half of the executions.
extern "C" const char* __asan_default_options();

extern "C" const char* __asan_default_options()
{
    return "malloc_context_size=3";
}
