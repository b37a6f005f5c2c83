// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/device_list.h"
#include "ops/support.h"
#include "remote/message.h"

namespace tscope::remote {

// What the process with the devices knows of them. Modules that it has or has not:
Message questionOfModules();
Message answerOf(const std::vector<ModuleFacts>& modules);
Result<std::vector<ModuleFacts>> modulesIn(const Message& answer);

// The support table of an operation, or of "convert":
Message questionOfSupport(std::string_view op);
std::string supportedOpIn(const Message& question);
Message answerOf(const std::vector<SupportCell>& cells);
Result<std::vector<SupportCell>> supportIn(const Message& answer);

} // namespace tscope::remote
