<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>tscope::ArraysPage</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::Brackets</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::BuildDialog</name>
    <message numerus="yes">
        <source>These are %n tensor(s); at most %1 are added at once.</source>
        <translation>
            <numerusform>This is %n tensor; at most %1 are added at once.</numerusform>
            <numerusform>These are %n tensors; at most %1 are added at once.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) were added.</source>
        <translation>
            <numerusform>%n tensor was added.</numerusform>
            <numerusform>%n tensors were added.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::BuildPreview</name>
    <message numerus="yes">
        <source>(%n more)</source>
        <translation>
            <numerusform>(%n more)</numerusform>
            <numerusform>(%n more)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::CheckedChoice</name>
    <message numerus="yes">
        <source>%n chosen</source>
        <translation>
            <numerusform>%n chosen</numerusform>
            <numerusform>%n chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::CommandPalette</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::DensityLayer</name>
    <message numerus="yes">
        <source>%1 places of broken rules are marked</source>
        <translation>
            <numerusform>%1 place of a broken rule is marked</numerusform>
            <numerusform>%1 places of broken rules are marked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %1 more have no place here</source>
        <translation>
            <numerusform>; %1 more has no place here</numerusform>
            <numerusform>; %1 more have no place here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %1 broken</source>
        <translation>
            <numerusform>, %1 broken</numerusform>
            <numerusform>, %1 broken</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::DevicesModel</name>
    <message numerus="yes">
        <source>%1, %n thread(s)</source>
        <translation>
            <numerusform>%1, %n thread</numerusform>
            <numerusform>%1, %n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::FamilyPanel</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more storage(s)</source>
        <translation>
            <numerusform>and %n more storage</numerusform>
            <numerusform>and %n more storages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::Files</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>what of it can be shown all the same is open: %n tensor(s)</source>
        <translation>
            <numerusform>what of it can be shown all the same is open: %n tensor</numerusform>
            <numerusform>what of it can be shown all the same is open: %n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more folder(s) were not looked into, or hold no tensors</source>
        <translation>
            <numerusform>%n more folder was not looked into, or holds no tensors</numerusform>
            <numerusform>%n more folders were not looked into, or hold no tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::GapForm</name>
    <message numerus="yes">
        <source>Not that word: it begins with &quot;%1&quot; and has %n letters.</source>
        <translation>
            <numerusform>Not that word: it begins with &quot;%1&quot; and has %n letter.</numerusform>
            <numerusform>Not that word: it begins with &quot;%1&quot; and has %n letters.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::LessonPanel</name>
    <message numerus="yes">
        <source>%n in a row.</source>
        <translation>
            <numerusform>%n in a row.</numerusform>
            <numerusform>%n in a row.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::LogicalScene</name>
    <message numerus="yes">
        <source>%1 entries are in sight</source>
        <translation>
            <numerusform>%1 entry is in sight</numerusform>
            <numerusform>%1 entries are in sight</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 entries lie outside the size</source>
        <translation>
            <numerusform>%1 entry lies outside the size</numerusform>
            <numerusform>%1 entries lie outside the size</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %2 more lie outside the size</source>
        <translation>
            <numerusform>%1 and %2 more lie outside the size</numerusform>
            <numerusform>%1 and %2 more lie outside the size</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 numbers a cell</source>
        <translation>
            <numerusform>%1 number a cell</numerusform>
            <numerusform>%1 numbers a cell</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matrices of %1</source>
        <translation>
            <numerusform>%n matrix of %1</numerusform>
            <numerusform>%n matrices of %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::MeasurePage</name>
    <message numerus="yes">
        <source>Measure with 1 to %n thread(s)</source>
        <translation>
            <numerusform>Measure with 1 to %n thread</numerusform>
            <numerusform>Measure with 1 to %n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::MembersScene</name>
    <message numerus="yes">
        <source>%n member(s)</source>
        <translation>
            <numerusform>%n member</numerusform>
            <numerusform>%n members</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::Notices</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::PictureCaption</name>
    <message numerus="yes">
        <source>and %1 more marked places</source>
        <translation>
            <numerusform>and %1 more marked place</numerusform>
            <numerusform>and %1 more marked places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::Proofs</name>
    <message numerus="yes">
        <source> and %n more rule(s)</source>
        <translation>
            <numerusform> and %n more rule</numerusform>
            <numerusform> and %n more rules</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::Question</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::Reload</name>
    <message numerus="yes">
        <source>has changed on disk; new in it: %n tensor(s)</source>
        <translation>
            <numerusform>has changed on disk; new in it: %n tensor</numerusform>
            <numerusform>has changed on disk; new in it: %n tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::Session</name>
    <message numerus="yes">
        <source>%1 has changed on disk; new in it: %n tensor(s)</source>
        <translation>
            <numerusform>%1 has changed on disk; new in it: %n tensor</numerusform>
            <numerusform>%1 has changed on disk; new in it: %n tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::SessionTitle</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::StorageScene</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n storage(s)</source>
        <translation>
            <numerusform>%n storage</numerusform>
            <numerusform>%n storages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 shared by several elements</source>
        <translation>
            <numerusform>%1 shared by several elements</numerusform>
            <numerusform>%1 shared by several elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::SubjectsModel</name>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them broken</source>
        <translation>
            <numerusform>%n of them broken</numerusform>
            <numerusform>%n of them broken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n still being checked</source>
        <translation>
            <numerusform>%n still being checked</numerusform>
            <numerusform>%n still being checked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not saved</source>
        <translation>
            <numerusform>%n not saved</numerusform>
            <numerusform>%n not saved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of a file that is read in part</source>
        <translation>
            <numerusform>%n of a file that is read in part</numerusform>
            <numerusform>%n of files that are read in part</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::TimingForm</name>
    <message numerus="yes">
        <source>%n thread(s) of the CPU</source>
        <translation>
            <numerusform>%n thread of the CPU</numerusform>
            <numerusform>%n threads of the CPU</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::TimingViews</name>
    <message numerus="yes">
        <source>%1. Measured on %2 (%n thread(s)), %3.</source>
        <translation>
            <numerusform>%1. Measured on %2 (%n thread), %3.</numerusform>
            <numerusform>%1. Measured on %2 (%n threads), %3.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::Timings</name>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::WatchedFilm</name>
    <message numerus="yes">
        <source>Before the first of %n step(s)</source>
        <translation>
            <numerusform>Before the first of %n step</numerusform>
            <numerusform>Before the first of %n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::Workspace</name>
    <message numerus="yes">
        <source>add %n tensor(s)</source>
        <translation>
            <numerusform>add %n tensor</numerusform>
            <numerusform>add %n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>paste %n tensor(s)</source>
        <translation>
            <numerusform>paste %n tensor</numerusform>
            <numerusform>paste %n tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::charts::BarTextWords</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) far out, up to %1</source>
        <translation>
            <numerusform>%n sample far out, up to %1</numerusform>
            <numerusform>%n samples far out, up to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::charts::BarsDrawn</name>
    <message numerus="yes">
        <source>%n sample(s) beyond (◇)</source>
        <translation>
            <numerusform>%n sample beyond (◇)</numerusform>
            <numerusform>%n samples beyond (◇)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::charts::ChangeWords</name>
    <message numerus="yes">
        <source>%n time(s) in both sessions: %1.</source>
        <translation>
            <numerusform>%n time in both sessions: %1.</numerusform>
            <numerusform>%n times in both sessions: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::charts::LegendWords</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::charts::MultiplesDrawn</name>
    <message numerus="yes">
        <source>%n more tensor(s) have no room</source>
        <translation>
            <numerusform>%n more tensor has no room</numerusform>
            <numerusform>%n more tensors have no room</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::charts::SamplesDrawn</name>
    <message numerus="yes">
        <source>the mean of %n time(s)</source>
        <translation>
            <numerusform>the mean of %n time</numerusform>
            <numerusform>the mean of %n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::charts::ScalingDrawn</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
</context>
</TS>
