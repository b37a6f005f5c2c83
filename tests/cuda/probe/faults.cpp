// SPDX-License-Identifier: Apache-2.0
// Faults in processes of their own. This one has no device while they run, and outlives them all.
#include "cuda/probe/child.h"
#include "cuda/probe/fault_cases.h"
#include "cuda/probe/opened.h"
#include "dispatch/abi.h"

#include <cstdlib>
#include <cstring>

namespace tscope::probe {

namespace {

Json toldByChild(const ChildEnd& end)
{
    auto told = Json::parse(end.out, nullptr, false);
    return told.is_object() ? std::move(told) : Json::object();
}

std::string outcomeOf(const ChildEnd& end, const Json& told)
{
    if (end.wasKilled)
        return "killed";
    if (end.signal != 0)
        return std::string("ended by a signal: ") + ::strsignal(end.signal);
    if (told.empty())
        return "ended with code " + std::to_string(end.code) + " and told nothing";
    if (told["code"] == TSCOPE_OK)
        return "works";
    return told["fatal"] == true ? "fatal" : "refused";
}

// What was told is true: a device that is lost is of no use, any other is.
bool isConsistent(const std::string& outcome, const Json& told)
{
    if (outcome == "fatal" || outcome == "refused" || outcome == "works")
        return told["works_afterwards"] == (outcome != "fatal");
    return true;
}

class Injection
{
public:
    explicit Injection(const Options& options) : m_options(options), m_report(options.out) {}

    Exit run()
    {
        const auto first = child(faultCases().front());
        if (first.code == noDevice)
            return noDevice; // it has said why
        m_report.set("simulated", isSimulated());
        for (const auto& one : faultCases())
            m_report.add(rowOf(one));
        m_report.set("as_expected", m_isFine);
        return m_report.finish() && m_isFine ? fine : wrong;
    }

private:
    static bool isSimulated()
    {
        const auto* wish = std::getenv("TSCOPE_CUDA");
        return wish != nullptr && std::string_view(wish) == "simulated";
    }

    ChildEnd child(const FaultCase& one) const
    {
        const double most = one.expected != Expected::killed ? 30 : m_options.isSmall ? 1 : 3;
        std::vector<std::string> settings;
        if (one.simulated != nullptr)
            settings.push_back(std::string("TSCOPE_SIMULATED=") + one.simulated);
        return runAgain({"fault", "--fault", std::string(one.name), "--device", m_options.device}, settings, most);
    }

    Json rowOf(const FaultCase& one)
    {
        Json row = {{"fault", one.name}, {"what", one.says}, {"expected", name(one.expected)}};
        const bool isOnlyForHost = one.simulated != nullptr;
        if (isSimulated() ? !one.isForHost : isOnlyForHost) {
            row["outcome"] = "left out";
            row["why"] = isOnlyForHost
                             ? "a real device is not told to fail"
                             : "a device that the host plays would take the host with it, or has no such thing";
            return row;
        }
        const auto end = child(one);
        auto told = toldByChild(end);
        const auto outcome = outcomeOf(end, told);
        row["outcome"] = outcome;
        row["seconds"] = rounded(end.seconds);
        row.update(told);
        const bool isRight = one.expected == Expected::anything || outcome == name(one.expected);
        const bool isTrue = isConsistent(outcome, told);
        const auto next = toldByChild(child(faultCases().front())); // in a new process
        const bool isGood = next.value("works_afterwards", false);
        row["as_expected"] = isRight && isTrue;
        row["next_process_works"] = isGood;
        m_isFine = m_isFine && isRight && isTrue && isGood;
        say(std::string(one.name) + ": " + outcome +
            (told.value("text", "").empty() ? "" : ", " + told.value("text", "")));
        return row;
    }

    const Options& m_options;
    ReportFile m_report;
    bool m_isFine = true;
};

} // namespace

Exit injectFaults(const Options& options)
{
    return Injection(options).run();
}

} // namespace tscope::probe
