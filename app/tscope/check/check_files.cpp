// SPDX-License-Identifier: Apache-2.0
#include "check/check_files.h"
#include "base/say.h"

#include "base/thread_pool.h"
#include "check/build_server.h"
#include "check/verdicts.h"
#include "console.h"
#include "facts/wording.h"
#include "inputs.h"
#include "io/folder.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

namespace tscope::cli {

namespace {

using Fate = JudgedFile::Fate;

// Larger files are taken one by one, with all threads for each.
constexpr std::uint64_t largeFile = std::uint64_t{64} << 20;

struct Candidate {
    std::string input;
    bool isNamed = false; // by the user, who means it to be read
    bool isLarge = false;
    std::optional<Error> unseen = {}; // why this folder was not looked into
};

std::vector<Candidate> candidates(const std::vector<std::string>& inputs)
{
    std::vector<Candidate> found;
    for (const auto& input : inputs) {
        std::error_code unknown;
        if (!std::filesystem::is_directory(input, unknown)) {
            found.push_back({input, true, false});
            continue;
        }
        auto [files, unseen] = contentsOf(input);
        for (auto& file : files)
            found.push_back({std::move(file.path), false, file.size >= largeFile});
        for (auto& folder : unseen)
            found.push_back({std::move(folder.path), false, false, std::move(folder.error)});
        std::ranges::sort(found.end() - std::ssize(files) - std::ssize(unseen), found.end(), {},
                          &Candidate::input);
    }
    return found;
}

JudgedFile unreadableFile(const Candidate& file, const Error& error)
{
    JudgedFile out{.input = file.input, .path = fileOf(file.input)};
    if (file.isNamed || file.unseen || seemsToHoldTensors(file.input)) {
        out.fate = Fate::unreadable;
        out.error = error;
    }
    return out;
}

JudgedFile judged(const Candidate& file, const CheckOptions& checking)
{
    if (file.unseen)
        return unreadableFile(file, *file.unseen);
    auto document = openInput(file.input);
    if (!document)
        return unreadableFile(file, document.error());
    JudgedFile out{.input = file.input, .path = fileOf(file.input), .fate = Fate::valid};
    Verdicts verdicts(checking);
    std::map<const Report*, std::shared_ptr<const FirstPlaces>> known;
    for (auto& [name, tensor] : document->tensors) {
        auto report = verdicts.of(tensor);
        if (!report->valid)
            out.fate = Fate::broken;
        auto& places = known[report.get()];
        if (places == nullptr)
            places = std::make_shared<const FirstPlaces>(firstPlacesOf(tensor, *report));
        out.tensors.push_back({std::move(name), tensor.layout->name, std::move(report), places});
    }
    if ((out.error = unjudgedPartOf(file.input, *document)))
        out.fate = Fate::unreadable;
    if (!intactInput(file.input, *document))
        out.tensors.clear(); // verdicts on zeros are none
    out.warnings = std::move(document->warnings);
    return out;
}

std::string namedSentence(const std::string& input, const Error& error)
{
    auto sentence = sentenceOf(error);
    return sentence.find(input) == std::string::npos ? input + ": " + sentence : sentence;
}

// Says what is known of the files in their order, each as soon as all before it are known.
class Teller
{
public:
    Teller(std::size_t files, Voice& voice) : m_voice(voice), m_waiting(files) {}

    void tell(std::size_t file, const JudgedFile& verdict)
    {
        Words words{m_voice.wordsFor(verdict), {}};
        if (verdict.error && m_voice.isForPrograms())
            words.error = namedSentence(verdict.input, *verdict.error);
        const std::lock_guard lock(m_mutex);
        m_fates.add(verdict.fate);
        m_waiting[file] = std::move(words);
        for (; m_next < m_waiting.size() && m_waiting[m_next]; ++m_next) {
            auto next = std::exchange(*m_waiting[m_next], {});
            if (!next.error.empty())
                complain(next.error);
            for (const auto& line : next.answer)
                m_voice.say(line);
        }
    }

    const Fates& fates() const { return m_fates; }

private:
    struct Words {
        std::vector<Line> answer;
        std::string error;
    };

    Voice& m_voice;
    std::mutex m_mutex;
    std::vector<std::optional<Words>> m_waiting;
    std::size_t m_next = 0;
    Fates m_fates;
};

} // namespace

ExitCode checkFiles(const std::vector<std::string>& inputs, const CheckOptions& checking, Voice& voice)
{
    const auto files = candidates(inputs);
    Teller teller(files.size(), voice);
    const auto judge = [&](std::size_t i) {
        try {
            teller.tell(i, judged(files[i], checking));
        } catch (const std::bad_alloc&) { // one file too large does not keep the others from being judged
            teller.tell(i, unreadableFile(files[i],
                                          {ErrorCode::outOfMemory, say("this needs more memory than there is")}));
        }
    };
    voice.begin();
    parallelFor(std::ssize(files), [&](std::int64_t part) {
        if (const auto i = static_cast<std::size_t>(part); !files[i].isLarge)
            judge(i);
    });
    for (std::size_t i = 0; i < files.size(); ++i)
        if (files[i].isLarge)
            judge(i);
    const auto& fates = teller.fates();
    voice.end(fates);
    if (fates.of(Fate::passedOver) == std::ssize(files))
        return fail(corrupt(say("there is no tensor's file in {0}", inputs.front())), false, unreadable);
    return fates.of(Fate::unreadable) > 0 ? unreadable : fates.of(Fate::broken) > 0 ? no : fine;
}

} // namespace tscope::cli
