// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "check/check_files.h"
#include "check/verdicts.h"
#include "command.h"
#include "console.h"
#include "facts/findings_report.h"
#include "inputs.h"
#include "io/file_identity.h"
#include "io/open.h"
#include "io/refused_file.h"
#include "numbers.h"
#include "ops/device_scans.h"
#include "report_text.h"
#include "rules/places.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace tscope::cli {

namespace {

struct CheckArguments {
    std::vector<std::string> inputs;
    std::string contract = "pytorch";
    std::string device = "cpu";
    std::int64_t maxWitnesses = 16;
    bool json = false;
    bool github = false;
    bool sarif = false;
    bool markdown = false;
};

// Formats of which a part means what it meant in the whole.
bool isRescuable(const std::string& path)
{
    const auto format = formatIn(path);
    return format == FileFormat::matrixMarket || format == FileFormat::gzip || format == FileFormat::json;
}

bool isFolder(const std::string& input)
{
    std::error_code unknown;
    return std::filesystem::is_directory(input, unknown);
}

// Who is told file by file; null: of files that were named, all is told in full.
std::unique_ptr<Voice> voiceFor(const CheckArguments& options)
{
    if (options.github)
        return makeGithubAnnotations(options.contract);
    if (options.sarif)
        return makeSarif(options.contract);
    if (std::ranges::none_of(options.inputs, isFolder))
        return nullptr;
    return options.json ? makeJsonLines(options.contract) : makeLinesForPeople(options.contract);
}

// The readable part of a damaged file of Matrix Market or JSON. Other formats are skipped: their parts may mean
// something else than the whole, or the file would run code.
RefusedFile readablePartOf(const std::string& input, const Error& why)
{
    const auto path = fileOf(input);
    if (why.code != ErrorCode::corrupt || path != input || !isRescuable(path))
        return {};
    return lookInto(path, why);
}

void printReadablePart(const std::string& input, const Error& why, const CheckOptions& checking,
                       const PlacesTold& places, bool isOneOfSeveral)
{
    const auto seen = readablePartOf(input, why);
    if (isOneOfSeveral && !seen.readable.empty())
        print(inked(Ink::strong, input + ":"));
    Verdicts verdicts(checking);
    for (const auto& [name, tensor] : seen.readable)
        printReport(*verdicts.of(tensor), tensor, name, &places, seen.partly);
    printWarnings(seen.notes);
}

// One or several inputs; one that can't be read does not keep the others from being judged.
ExitCode checkToText(const std::vector<std::string>& inputs, const CheckOptions& checking,
                     const PlacesTold& places)
{
    bool valid = true;
    bool allRead = true;
    for (const auto& input : inputs) {
        const auto document = openInput(input);
        if (!document) {
            printReadablePart(input, document.error(), checking, places, inputs.size() > 1);
            fail(document.error(), false, unreadable);
            allRead = false;
            continue;
        }
        if (inputs.size() > 1)
            print(inked(Ink::strong, input + ":"));
        Verdicts verdicts(checking);
        for (const auto& [name, tensor] : document->tensors) {
            const auto report = verdicts.of(tensor);
            if (!intactInput(input, *document)) // a verdict on zeros is none
                break;
            valid = valid && report->valid;
            printReport(*report, tensor, name, &places);
        }
        printWarnings(document->warnings);
        if (const auto error = unjudgedPartOf(input, *document)) {
            fail(*error, false, unreadable);
            allRead = false;
        }
    }
    return !allRead ? unreadable : valid ? fine : no;
}

// The verdict comes behind the tensors: only then it is known, and all they say would be too much to keep.
ExitCode checkToJson(const CheckArguments& options, const CheckOptions& checking, const PlacesTold& places)
{
    bool valid = true;
    auto errors = Json::array();
    auto warnings = Json::array();
    const auto addError = [&](const Error& error, const std::string& input) {
        fail(error, false, unreadable);
        errors.push_back(errorJson(error));
        errors.back()["file"] = input;
    };
    JsonList tensors(R"({"contract":)" + dumped(Json(options.contract)) + R"(,"tensors":)");
    for (const auto& input : options.inputs) {
        const auto document = openInput(input);
        if (!document) {
            const auto seen = readablePartOf(input, document.error());
            if (options.inputs.size() == 1 && seen.readable.empty())
                return fail(document.error(), true, unreadable);
            addError(document.error(), input);
            Verdicts verdicts(checking);
            for (const auto& [name, tensor] : seen.readable)
                writeReport(*verdicts.of(tensor), tensor, name, input, places, tensors, seen.partly);
            for (const auto& note : seen.notes)
                warnings.push_back(note);
            continue;
        }
        Verdicts verdicts(checking);
        for (const auto& [name, tensor] : document->tensors) {
            const auto report = verdicts.of(tensor);
            if (!intactInput(input, *document))
                break;
            valid = valid && report->valid;
            writeReport(*report, tensor, name, input, places, tensors);
        }
        for (const auto& warning : document->warnings)
            warnings.push_back(warning);
        if (const auto error = unjudgedPartOf(input, *document))
            addError(*error, input);
    }
    const bool allRead = errors.empty();
    tensors.end({{"valid", valid && allRead}, {"warnings", std::move(warnings)}, {"errors", std::move(errors)}});
    return !allRead ? unreadable : valid ? fine : no;
}

// What names the file to others, and who has checked it when.
FindingsHead headOf(const std::string& file)
{
    FindingsHead head{.file = file,
                      .checkedAt = timeText(std::time(nullptr)),
                      .program = std::string("tscope ") + TSCOPE_VERSION};
    if (auto identity = identityOf(file)) {
        head.sha256 = std::move(identity->sha256);
        head.modified = std::move(identity->modified);
        head.bytes = identity->bytes;
    }
    return head;
}

// A report for each tensor, to be sent to others: line by line, since places may be many.
ExitCode checkToMarkdown(const std::vector<std::string>& inputs, const CheckOptions& checking,
                         const PlacesTold& places)
{
    bool valid = true, allRead = true, isFirst = true;
    const auto tell = [](const std::string& line) { print(Line(line)); };
    for (const auto& input : inputs) {
        const auto document = openInput(input);
        Verdicts verdicts(checking);
        FindingsHead head;
        const auto identify = [&] {
            head = headOf(fileOf(input));
            head.mostPlaces = places.most;
        };
        const auto tellOne = [&](const std::string& name, const Tensor& tensor, const Report& report) {
            if (!std::exchange(isFirst, false))
                tell("");
            head.name = name;
            tellFindings(tensor, report, places.contract, head, tell);
        };
        if (!document) {
            const auto seen = readablePartOf(input, document.error());
            if (!seen.readable.empty()) // hashing reads a whole file, which may be no tensors at all
                identify();
            head.partly = seen.partly;
            for (const auto& [name, tensor] : seen.readable)
                tellOne(name, tensor, *verdicts.of(tensor));
            for (const auto& note : seen.notes)
                complain(note);
            fail(document.error(), false, unreadable);
            allRead = false;
            continue;
        }
        identify();
        for (const auto& [name, tensor] : document->tensors) {
            const auto report = verdicts.of(tensor);
            if (!intactInput(input, *document))
                break;
            valid = valid && report->valid;
            tellOne(name, tensor, *report);
        }
        for (const auto& warning : document->warnings)
            complain(warning);
        if (const auto error = unjudgedPartOf(input, *document)) {
            fail(*error, false, unreadable);
            allRead = false;
        }
    }
    return !allRead ? unreadable : valid ? fine : no;
}

ExitCode checkWith(const CheckArguments& options, CheckOptions checking)
{
    if (options.markdown && std::ranges::any_of(options.inputs, isFolder))
        return fail(invalidArgument("a folder can't be told as Markdown: name the files in it"), false, usage);
    if (const auto voice = options.markdown ? nullptr : voiceFor(options))
        return checkFiles(options.inputs, checking, *voice);
    const PlacesTold places{*checking.contract, options.maxWitnesses};
    checking.maxWitnesses = witnessesKept;
    if (options.maxWitnesses > 0)
        checking.maxWitnesses = std::min(options.maxWitnesses, witnessesKept);
    if (options.markdown)
        return checkToMarkdown(options.inputs, checking, places);
    return options.json ? checkToJson(options, checking, places) : checkToText(options.inputs, checking, places);
}

ExitCode runCheck(const CheckArguments& options)
{
    const auto contract = contractNamed(options.contract);
    if (!contract)
        return fail(contract.error(), options.json, usage);
    const auto scans = DeviceScans::on(options.device);
    if (!scans)
        return fail({ErrorCode::unsupported,
                     say("check can't run on {0}, {1}", options.device, scans.error().text),
                     {},
                     "not built in"},
                    options.json);
    const CheckOptions checking{
        .contract = *contract, .maxWitnesses = options.maxWitnesses, .device = scans->get()};
    const auto exitCode = checkWith(options, checking);
    // Answers are the same on all devices, so they do not tell.
    if (*scans)
        for (const auto& line : (*scans)->told())
            complain(line);
    return exitCode;
}

} // namespace

void addCheck(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<CheckArguments>();
    auto* command = app.add_subcommand("check", "every rule; exit 1 if any tensor breaks one");
    command
        ->add_option("T", options->inputs,
                     "FILE, FILE::NAME, - or a folder with files; several are judged one after the other")
        ->required();
    std::string names;
    for (const auto& contract : contracts())
        names += (names.empty() ? "" : " ") + std::string(contract.name());
    command->add_option("--contract", options->contract, "whose rules: " + names)->capture_default_str();
    command->add_option("--max-witnesses", options->maxWitnesses, "places listed per rule; 0 means all")
        ->check(wholeNumber<std::int64_t>(0))
        ->capture_default_str();
    command->add_option("--device", options->device, "where index members are scanned: cpu, cuda, cuda:1")
        ->capture_default_str();
    auto* json = command->add_flag("--json", options->json, "answer as JSON; of a folder one line for each file");
    auto* github = command->add_flag("--github", options->github, "answer as annotations of GitHub Actions");
    auto* sarif = command->add_flag("--sarif", options->sarif, "answer as SARIF 2.1.0, which build servers show")
                      ->excludes(json)
                      ->excludes(github);
    command->add_flag("--markdown", options->markdown, "a report in Markdown, to be sent to others")
        ->excludes(json)
        ->excludes(github)
        ->excludes(sarif);
    github->excludes(json);
    command->callback([options, &invocation] { invocation.run = [options] { return runCheck(*options); }; });
}

} // namespace tscope::cli
