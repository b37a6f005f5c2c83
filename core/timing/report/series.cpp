// SPDX-License-Identifier: Apache-2.0
#include "timing/report/series.h"

#include "timing/report/markup.h"

#include <array>

namespace tscope::timing {

namespace {

// Over the colour, in a square of eight pixels.
constexpr std::array<std::string_view, seriesCount> marks{
    "",
    "M0 8L8 0M-2 2L2 -2M6 10L10 6",
    "M0 2H8M0 6H8",
    "M0 0L8 8M-2 6L2 10M6 -2L10 2",
    "M2 0V8M6 0V8",
    "M0 4H8M4 0V8",
    "M0 0L8 8M0 8L8 0",
};

} // namespace

std::string fillStyle(std::size_t series)
{
    return "f" + std::to_string(series % seriesCount);
}
std::string strokeStyle(std::size_t series)
{
    return "l" + std::to_string(series % seriesCount);
}

std::string legend(const std::vector<LegendEntry>& entries)
{
    std::string out = "<p class=\"legend\">";
    for (const auto& [style, text] : entries) {
        out += "<span><svg width=\"28\" height=\"12\" aria-hidden=\"true\">";
        out += style.starts_with('f') ? "<rect width=\"28\" height=\"12\" class=\"" + style + "\"/>"
                                      : "<path d=\"M0 6H28\" class=\"" + style + "\"/>";
        out += "</svg> " + escaped(text) + "</span> ";
    }
    return out + "</p>\n";
}

std::string patternDefinitions()
{
    std::string out = "<svg width=\"0\" height=\"0\" class=\"patterns\" aria-hidden=\"true\"><defs>\n";
    for (std::size_t i = 0; i < seriesCount; ++i) {
        const auto number = std::to_string(i);
        out += "<pattern id=\"p" + number +
               "\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><rect width=\"8\" height=\"8\" "
               "class=\"c" +
               number + "\"/><path d=\"" + std::string(marks[i]) + "\" class=\"mark\"/></pattern>\n";
    }
    return out + "</defs></svg>\n";
}

std::string_view styleSheet()
{
    return R"(:root{--paper:#fff;--ink:#16202c;--faint:#586573;--rule:#d9dfe6;--band:#f4f6f9;--mark:#16202c;
--c0:#56b4e9;--c1:#e69f00;--c2:#009e73;--c3:#cc79a7;--c4:#0072b2;--c5:#d55e00;--c6:#f0e442;--bad:#b03a00;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--paper:#14181d;--ink:#e8edf2;--faint:#a3afbb;--rule:#39424c;--band:#1d232a;--mark:#0b0e11;
--c4:#3f9fd8;--bad:#ff9a66}}
body{margin:24px;max-width:1140px;background:var(--paper);color:var(--ink);font:14px/1.5 system-ui,sans-serif}
h1,h2,h3,li{overflow-wrap:anywhere}
h1{font-size:22px}h2{font-size:17px;margin-top:32px}h3{font-size:14px;margin-bottom:4px}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:12px}
th,td{padding:3px 8px;text-align:left;border-bottom:1px solid var(--rule);vertical-align:top;overflow-wrap:anywhere}
th{color:var(--faint);overflow-wrap:normal}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.legend span{margin-right:16px;white-space:nowrap}.faint,.legend{color:var(--faint);font-size:12px}.bad{color:var(--bad)}
.patterns{position:absolute}svg{max-width:none;vertical-align:middle}
svg text{font:11px system-ui,sans-serif;fill:var(--ink)}svg text.faint{fill:var(--faint)}svg text.bad{fill:var(--bad)}
svg text.strong{font-weight:600}svg text.small{font-size:9px}
.c0{fill:var(--c0)}.c1{fill:var(--c1)}.c2{fill:var(--c2)}.c3{fill:var(--c3)}.c4{fill:var(--c4)}.c5{fill:var(--c5)}.c6{fill:var(--c6)}
.mark{fill:none;stroke:var(--mark);stroke-width:1;opacity:.55}
.f0{fill:url(#p0)}.f1{fill:url(#p1)}.f2{fill:url(#p2)}.f3{fill:url(#p3)}.f4{fill:url(#p4)}.f5{fill:url(#p5)}.f6{fill:url(#p6)}
.f0,.f1,.f2,.f3,.f4,.f5,.f6{stroke:var(--faint);stroke-width:.5}
.l0,.l1,.l2,.l3,.l4,.l5,.l6{fill:none;stroke-width:2}
.l0{stroke:var(--c0)}.l1{stroke:var(--c1);stroke-dasharray:8 3}.l2{stroke:var(--c2);stroke-dasharray:3 3}
.l3{stroke:var(--c3);stroke-dasharray:12 4 3 4}.l4{stroke:var(--c4);stroke-dasharray:1 3}.l5{stroke:var(--c5);stroke-dasharray:6 6}
.l6{stroke:var(--c6);stroke-dasharray:12 3 3 3 3 3}
.leader{stroke:var(--faint);stroke-width:.75}.grid{stroke:var(--rule);stroke-width:1}.frame{fill:none;stroke:var(--faint);stroke-width:1}.band{fill:var(--band)}
.whisker{fill:none;stroke:var(--ink);stroke-width:1.5}
.dots{fill:none;stroke:var(--ink);stroke-width:3;stroke-linecap:round;opacity:.3}
.point{fill:var(--ink)}.hollow{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
td.w{white-space:nowrap}
.command{white-space:pre-wrap;overflow-wrap:anywhere}
.best{fill:none;stroke:var(--bad);stroke-width:2}
.beside{display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start}
.switch>input{margin-left:8px}.switch>.log,.switch>.linear{display:none}
.switch>input.tolinear:checked~.linear,.switch>input.tolog:checked~.log{display:block}
)";
}

} // namespace tscope::timing
