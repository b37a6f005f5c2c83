// SPDX-License-Identifier: Apache-2.0
#include "remote/facts_packet.h"

#include "base/say.h"
#include "layouts/registry.h"

namespace tscope::remote {

namespace {

Json jsonOf(const DeviceFacts& device)
{
    return {{"id", device.id},
            {"name", device.name},
            {"memory", device.memory},
            {"free", device.freeMemory},
            {"capability", device.capability},
            {"processors", device.processors},
            {"simulated", device.isSimulated}};
}

DeviceFacts deviceIn(const Json& from)
{
    return {from.at("id").get<std::string>(),          from.at("name").get<std::string>(),
            from.at("memory").get<std::int64_t>(),     from.at("free").get<std::int64_t>(),
            from.at("capability").get<std::int32_t>(), from.at("processors").get<std::int32_t>(),
            from.at("simulated").get<bool>()};
}

Json typesOf(const std::vector<DType>& types)
{
    auto out = Json::array();
    for (const auto& type : types)
        out.push_back(jsonOfType(type));
    return out;
}

Result<std::vector<DType>> typesIn(const Json& from)
{
    std::vector<DType> out;
    for (const auto& one : from) {
        const auto type = typeIn(one);
        if (!type)
            return type.error();
        out.push_back(*type);
    }
    return out;
}

Json jsonOf(const SupportCell& cell)
{
    return {{"op", cell.op},
            {"device", cell.device},
            {"layouts", std::vector<std::string>(cell.layouts.begin(), cell.layouts.end())},
            {"answer", static_cast<int>(cell.answer)},
            {"result", cell.result},
            {"kernel", cell.kernel},
            {"reason", cell.reason},
            {"condition", cell.condition},
            {"dtypes", typesOf(cell.dtypes)},
            {"index_dtypes", typesOf(cell.indexDTypes)},
            {"needs", cell.needs},
            {"verified_on", cell.verifiedOn},
            {"absent", cell.absent},
            {"is_processors", cell.isProcessors}};
}

Result<SupportCell> cellIn(const Json& from)
{
    SupportCell cell;
    cell.op = from.at("op").get<std::string>();
    cell.device = from.at("device").get<std::string>();
    for (const auto& name : from.at("layouts")) {
        const auto* layout = layoutNamed(name.get<std::string>());
        if (layout == nullptr)
            return notUnderstood(say("a layout that is not known"));
        cell.layouts.push_back(layout->name);
    }
    const auto answer = from.at("answer").get<int>();
    if (answer < 0 || answer > static_cast<int>(SupportCell::Answer::notBuiltIn))
        return notUnderstood(say("an answer of no kind"));
    cell.answer = static_cast<SupportCell::Answer>(answer);
    cell.result = from.at("result").get<std::string>();
    cell.kernel = from.at("kernel").get<std::string>();
    cell.reason = from.at("reason").get<std::string>();
    cell.condition = from.at("condition").get<std::string>();
    cell.needs = from.at("needs").get<std::vector<std::string>>();
    cell.verifiedOn = from.at("verified_on").get<std::string>();
    cell.absent = from.at("absent").get<std::string>();
    cell.isProcessors = from.at("is_processors").get<bool>();
    auto dtypes = typesIn(from.at("dtypes")), indexDTypes = typesIn(from.at("index_dtypes"));
    if (!dtypes || !indexDTypes)
        return notUnderstood(say("no element type"));
    cell.dtypes = std::move(*dtypes);
    cell.indexDTypes = std::move(*indexDTypes);
    return cell;
}

} // namespace

Message questionOfModules()
{
    return {{{"do", "modules"}}};
}

Message answerOf(const std::vector<ModuleFacts>& modules)
{
    auto out = Json::array();
    for (const auto& module : modules) {
        auto devices = Json::array();
        for (const auto& device : module.devices)
            devices.push_back(jsonOf(device));
        out.push_back({{"name", module.name},
                       {"device", module.device},
                       {"loaded", module.isLoaded},
                       {"reason", module.reason},
                       {"remarks", module.remarks},
                       {"devices", std::move(devices)}});
    }
    return {{{"modules", std::move(out)}}};
}

Result<std::vector<ModuleFacts>> modulesIn(const Message& answer)
try {
    if (answer.error)
        return *answer.error;
    std::vector<ModuleFacts> out;
    for (const auto& from : answer.told.at("modules")) {
        auto& module = out.emplace_back(ModuleFacts{from.at("name").get<std::string>(),
                                                    from.at("device").get<std::string>(),
                                                    from.at("loaded").get<bool>(),
                                                    from.at("reason").get<std::string>(),
                                                    from.at("remarks").get<std::vector<std::string>>(),
                                                    {}});
        for (const auto& device : from.at("devices"))
            module.devices.push_back(deviceIn(device));
    }
    return out;
} catch (const Json::exception& wrong) {
    return notUnderstood(wrong.what());
}

Message questionOfSupport(std::string_view op)
{
    return {{{"do", "support"}, {"op", op}}};
}

std::string supportedOpIn(const Message& question)
{
    const auto op = question.told.find("op");
    return op != question.told.end() && op->is_string() ? op->get<std::string>() : std::string();
}

Message answerOf(const std::vector<SupportCell>& cells)
{
    auto out = Json::array();
    for (const auto& cell : cells)
        out.push_back(jsonOf(cell));
    return {{{"cells", std::move(out)}}};
}

Result<std::vector<SupportCell>> supportIn(const Message& answer)
try {
    if (answer.error)
        return *answer.error;
    std::vector<SupportCell> out;
    for (const auto& from : answer.told.at("cells")) {
        auto cell = cellIn(from);
        if (!cell)
            return cell.error();
        out.push_back(std::move(*cell));
    }
    return out;
} catch (const Json::exception& wrong) {
    return notUnderstood(wrong.what());
}

} // namespace tscope::remote
