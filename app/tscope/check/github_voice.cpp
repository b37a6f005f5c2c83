// SPDX-License-Identifier: Apache-2.0
#include "check/build_server.h"
#include "check/voice.h"
#include "console.h"
#include "facts/wording.h"

#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

using Fate = JudgedFile::Fate;

// Text between :: and the line's end. What would end it is written as the runner reads it back.
std::string escapedData(std::string_view text)
{
    std::string out;
    for (const char c : text)
        out += c == '%' ? "%25" : c == '\r' ? "%0D" : c == '\n' ? "%0A" : std::string(1, c);
    return out;
}

// The value of a property, which a comma or a colon ends too.
std::string escapedProperty(std::string_view text)
{
    std::string out;
    for (const char c : escapedData(text))
        out += c == ':' ? "%3A" : c == ',' ? "%2C" : std::string(1, c);
    return out;
}

// Line ends of a path are kept, for the runner to find the file; nothing else may steer a terminal.
std::string pathProperty(const std::string& path)
{
    std::string out;
    std::size_t begin = 0;
    while (true) {
        const auto end = path.find_first_of("\r\n", begin);
        out += escapedProperty(harmless(std::string_view(path).substr(begin, end - begin)));
        if (end == std::string::npos)
            return out;
        out += escapedProperty(path.substr(end, 1));
        begin = end + 1;
    }
}

// The runner reads UTF-8; bytes that are none become the replacement character.
std::string mended(const std::string& text)
{
    return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

class GithubAnnotations final : public Voice
{
public:
    explicit GithubAnnotations(std::string_view contract) : m_contract(contract) {}

    std::vector<Line> wordsFor(const JudgedFile& file) override
    {
        if (file.fate == Fate::passedOver)
            return {};
        std::vector<Line> lines;
        const auto annotate = [&](const char* level, std::string_view title, const std::string& message,
                                  const std::optional<TextPlace>& place = {}) {
            auto line = std::string("::") + level + " ";
            if (!file.path.empty())
                line += "file=" + pathProperty(mended(pathInCheckout(file.path))) + ",";
            if (place)
                line += "line=" + std::to_string(place->line) + ",";
            if (place && place->column)
                line += "col=" + std::to_string(*place->column) + ",";
            lines.emplace_back(line + "title=" + escapedProperty(title) + "::" + escapedData(mended(message)));
        };
        if (file.error)
            annotate("error", unreadableRule, harmless(sentenceOf(*file.error)), textPlaceOf(*file.error));
        const ToldFindings told(file);
        told.forEach([&](const JudgedTensor& tensor, const Finding& finding) {
            annotate(finding.level == Level::violation ? "error" : "warning", finding.rule,
                     messageOf(tensor, finding));
        });
        if (const auto rest = told.rest(); !rest.empty())
            annotate("notice", noteRule, rest);
        for (const auto& warning : file.warnings)
            annotate("notice", noteRule, harmless(warning));
        return lines;
    }

    void say(const Line& words) override { printCommand(words.text()); }
    void end(const Fates& fates) override { print(summaryUnder(m_contract, fates)); }

private:
    std::string m_contract;
};

} // namespace

std::unique_ptr<Voice> makeGithubAnnotations(std::string_view contract)
{
    return std::make_unique<GithubAnnotations>(contract);
}

} // namespace tscope::cli
