<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>tscope::AccessibleChoice</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>tscope::Addresses</name>
    <message>
        <source>outside</source>
        <translation>在外</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>第 %1 字节</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>not used by any member</source>
        <translation>没有成员使用</translation>
    </message>
</context>
<context>
    <name>tscope::AnswerForm</name>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Pieces to put in order</source>
        <translation>待排序的各项</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Click in the picture to add a place to the answer, and click it again to take it out. You can also type the answer.</source>
        <translation>在图中点击，把该处加入回答；再次点击则取消。也可以直接键入回答。</translation>
    </message>
    <message>
        <source>Drag the grips in the picture, or type the numbers. Grips that lie on each other come off one by one.</source>
        <translation>拖动图中的手柄，或键入这些数。叠在一起的手柄会逐个拉开。</translation>
    </message>
    <message>
        <source>Click the place in the picture, or type the answer.</source>
        <translation>请点击图中的位置，或输入答案。</translation>
    </message>
    <message>
        <source>The first stands at the top.</source>
        <translation>第一个排在最上面。</translation>
    </message>
    <message>
        <source>Drag the grips or double-click a number in Members, then press Check.</source>
        <translation>请拖动手柄，或在“成员”中双击一个数来修改，然后按“检查”。</translation>
    </message>
    <message>
        <source>Double-click a number in Members, then press Check.</source>
        <translation>请在“成员”中双击一个数来修改，然后按“检查”。</translation>
    </message>
    <message>
        <source>If you open another tensor, that one is checked.</source>
        <translation>若另外打开一个张量，则检查那一个。</translation>
    </message>
</context>
<context>
    <name>tscope::ArraysPage</name>
    <message>
        <source>Arrays to choose from</source>
        <translation>可供选择的数组</translation>
    </message>
    <message>
        <source>What they could be, the likeliest first</source>
        <translation>它们可能是什么，最可能的在前</translation>
    </message>
    <message>
        <source>as the members tell</source>
        <translation>由成员推断</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>尺寸(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <translation>布局(&amp;L)</translation>
    </message>
    <message>
        <source>Tick the &amp;members of one tensor:</source>
        <translation>勾选同一张量的成员(&amp;M)：</translation>
    </message>
    <message>
        <source>They co&amp;uld be:</source>
        <translation>它们可能是(&amp;U)：</translation>
    </message>
    <message>
        <source>Tick the arrays that the tensor is made of.</source>
        <translation>请勾选构成张量的数组。</translation>
    </message>
    <message>
        <source>The members tell the size %1.</source>
        <translation>由成员推断的尺寸为 %1。</translation>
    </message>
    <message>
        <source>%1 of arrays</source>
        <translation>由数组构成的 %1</translation>
    </message>
    <message>
        <source>of arrays</source>
        <translation>来自数组</translation>
    </message>
    <message>
        <source>No layout has members such as these.</source>
        <translation>没有哪种布局的成员是这样的。</translation>
    </message>
    <message>
        <source>Role of %1</source>
        <translation>%1 的角色</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::AskedMeasurement</name>
    <message>
        <source>Estimating how long the measurement takes...</source>
        <translation>正在估计测量需要多长时间...</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>tscope::BaselineChoice</name>
    <message>
        <source>Baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>The form whose time all others are multiples of</source>
        <translation>其他形式的用时以此形式的倍数表示</translation>
    </message>
    <message>
        <source>Baseline: as given</source>
        <translation>基准：原有形式</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>基准：%1</translation>
    </message>
</context>
<context>
    <name>tscope::Before</name>
    <message>
        <source>was %1</source>
        <translation>原为 %1</translation>
    </message>
    <message>
        <source>outside</source>
        <translation>界外</translation>
    </message>
    <message>
        <source>not stored</source>
        <translation>未存储</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>the same number, from slot %1</source>
        <translation>同一个数，来自槽位 %1</translation>
    </message>
</context>
<context>
    <name>tscope::BlockPage</name>
    <message>
        <source>Convert to bsr %1x%2</source>
        <translation>转换为 bsr %1x%2</translation>
    </message>
    <message>
        <source>Convert to the selected block size</source>
        <translation>转换为选中的块大小</translation>
    </message>
    <message>
        <source>Meaning of the colours</source>
        <translation>颜色的含义</translation>
    </message>
    <message>
        <source>Measure the selected block size</source>
        <translation>测量所选的块大小</translation>
    </message>
    <message>
        <source>Small squares: the size does not divide %1 rows and %2 columns, so that the tensor would have to be padded first.</source>
        <translation>小方块：该大小不能整除 %1 行和 %2 列，需要先补齐张量。</translation>
    </message>
    <message>
        <source>Measure bsr %1x%2</source>
        <translation>测量 bsr %1x%2</translation>
    </message>
    <message>
        <source>Choose a block size in the chart first.</source>
        <translation>请先在图中选择一个块大小。</translation>
    </message>
    <message>
        <source>The operation in these blocks and in the form as given</source>
        <translation>用这种块大小和原有形式各测一次该运算</translation>
    </message>
    <message>
        <source>Diamond: measured. Point at it to see the measured time beside the modelled one.</source>
        <translation>菱形：已测量。指向它可将测得的时间与模型时间对照查看。</translation>
    </message>
</context>
<context>
    <name>tscope::Brackets</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1，另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 opens %2, which ends before it begins</source>
        <translation>%1 划出 %2，其结尾在开头之前</translation>
    </message>
    <message>
        <source>%1 opens %2</source>
        <translation>%1 划出 %2</translation>
    </message>
    <message>
        <source>%1 opens %2, which reaches outside what is there</source>
        <translation>%1 划出 %2，超出了实有的范围</translation>
    </message>
    <message>
        <source>%1: empty</source>
        <translation>%1：空</translation>
    </message>
    <message>
        <source>%1 opens no entries</source>
        <translation>%1 不含任何条目</translation>
    </message>
</context>
<context>
    <name>tscope::BrokenHere</name>
    <message>
        <source>Broken here: %1</source>
        <translation>此处违反：%1</translation>
    </message>
</context>
<context>
    <name>tscope::BrokenWords</name>
    <message>
        <source>broken rule %1: %2</source>
        <translation>违反规则 %1：%2</translation>
    </message>
    <message>
        <source>likely cause: %1</source>
        <translation>可能的原因：%1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 条</translation>
    </message>
</context>
<context>
    <name>tscope::BuildDialog</name>
    <message>
        <source>Build a tensor</source>
        <translation>构建张量</translation>
    </message>
    <message>
        <source>Ways to make a tensor</source>
        <translation>构建张量的方式</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message numerus="yes">
        <source>These are %n tensor(s); at most %1 are added at once.</source>
        <translation>
            <numerusform>共有 %n 个张量；一次最多添加 %1 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Added: %1</source>
        <translation>已添加：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) were added.</source>
        <translation>
            <numerusform>已添加 %n 个张量。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::BuildPageSpec</name>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Generate</source>
        <translation>生成(&amp;G)</translation>
    </message>
    <message>
        <source>A&amp;rrays</source>
        <translation>数组(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Transform</source>
        <translation>变换(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Fault</source>
        <translation>缺陷(&amp;F)</translation>
    </message>
</context>
<context>
    <name>tscope::BuildPreview</name>
    <message>
        <source>Which of the tensors is shown</source>
        <translation>显示哪一个张量</translation>
    </message>
    <message>
        <source>Nothing to show yet.</source>
        <translation>暂无可显示的内容。</translation>
    </message>
    <message>
        <source>It is still being made.</source>
        <translation>仍在构建中。</translation>
    </message>
    <message>
        <source>This makes no tensor at all.</source>
        <translation>这样得不到任何张量。</translation>
    </message>
    <message numerus="yes">
        <source>(%n more)</source>
        <translation>
            <numerusform>（另有 %n 个）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
    <message>
        <source>being checked</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <source>It was stopped. Any change makes it anew.</source>
        <translation>已停止。任何改动都会重新生成。</translation>
    </message>
    <message>
        <source>It is still being made: %1 %</source>
        <translation>仍在生成：%1 %</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>tscope::ByteTableView</name>
    <message>
        <source>Bytes of each array</source>
        <translation>各数组的字节数</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>First</source>
        <translation>第一个</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>第二个</translation>
    </message>
</context>
<context>
    <name>tscope::CallDialog</name>
    <message>
        <source>What it would do</source>
        <translation>将会怎样</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>%1: working...</source>
        <translation>%1：正在进行...</translation>
    </message>
    <message>
        <source>O&amp;n device</source>
        <translation>设备(&amp;N)</translation>
    </message>
</context>
<context>
    <name>tscope::Calls</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 转为 %2</translation>
    </message>
    <message>
        <source>%1 as %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>It was stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1（在 %2 上）</translation>
    </message>
    <message>
        <source>contiguous copy of %1</source>
        <translation>%1 的连续副本</translation>
    </message>
    <message>
        <source>%1, padded</source>
        <translation>%1（已填充）</translation>
    </message>
</context>
<context>
    <name>tscope::Canvas</name>
    <message>
        <source>Tabs</source>
        <translation>标签页</translation>
    </message>
</context>
<context>
    <name>tscope::CanvasPane</name>
    <message>
        <source>Tensor in this pane</source>
        <translation>此窗格中的张量</translation>
    </message>
    <message>
        <source>Picture in this pane</source>
        <translation>此窗格中的画面</translation>
    </message>
    <message>
        <source>All pictures</source>
        <translation>全部画面</translation>
    </message>
    <message>
        <source>Close this pane</source>
        <translation>关闭此窗格</translation>
    </message>
    <message>
        <source>The panels tell of this tensor</source>
        <translation>面板说明的是这个张量</translation>
    </message>
    <message>
        <source>Click a picture and the panels tell of this tensor</source>
        <translation>点击画面，面板即说明这个张量</translation>
    </message>
</context>
<context>
    <name>tscope::CauseBox</name>
    <message>
        <source>Suggested repairs (select to preview)</source>
        <translation>建议的修复（选中即可预览）</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Make the change that all views show</source>
        <translation>执行所有视图中显示的更改</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Show the tensor as it is again (Esc)</source>
        <translation>恢复显示张量的原样 (Esc)</translation>
    </message>
    <message>
        <source>Fewer</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>More repairs: %1</source>
        <translation>更多修复：%1</translation>
    </message>
    <message>
        <source>More causes: %1</source>
        <translation>更多原因：%1</translation>
    </message>
    <message>
        <source>More causes and repairs: %1</source>
        <translation>更多原因和修复：%1</translation>
    </message>
    <message>
        <source>Fewer causes and repairs</source>
        <translation>收起原因和修复</translation>
    </message>
    <message>
        <source>Show the first cause and the first repair alone</source>
        <translation>只显示第一个原因和第一种修复</translation>
    </message>
    <message>
        <source>More: %1</source>
        <translation>更多：%1</translation>
    </message>
    <message>
        <source>Show all causes and repairs; more causes: %1, repairs: %2</source>
        <translation>显示所有原因和修复；更多原因：%1，修复：%2</translation>
    </message>
</context>
<context>
    <name>tscope::CauseText</name>
    <message>
        <source>Likely causes</source>
        <translation>可能的原因</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>此前：%1</translation>
    </message>
    <message>
        <source>Likely cause: %1</source>
        <translation>可能的原因：%1</translation>
    </message>
</context>
<context>
    <name>tscope::CellColours</name>
    <message>
        <source>%1 (log scale)</source>
        <translation>%1（对数刻度）</translation>
    </message>
</context>
<context>
    <name>tscope::ChangesModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Reason or difference</source>
        <translation>原因或不同之处</translation>
    </message>
</context>
<context>
    <name>tscope::CheckedChoice</name>
    <message numerus="yes">
        <source>%n chosen</source>
        <translation>
            <numerusform>已选 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>tscope::ClaimsForm</name>
    <message>
        <source>a size is wanted, like (3, 4), found &quot;%1&quot;</source>
        <translation>需要形如 (3, 4) 的尺寸，而输入的是“%1”</translation>
    </message>
    <message>
        <source>an extent does not fit 64 bits in &quot;%1&quot;</source>
        <translation>“%1”中有一维的长度超出 64 位</translation>
    </message>
    <message>
        <source>a whole number is wanted, found &quot;%1&quot;</source>
        <translation>需要一个整数，而输入的是“%1”</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>Index type</source>
        <translation>索引类型</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>未声明</translation>
    </message>
    <message>
        <source>Claimed %1</source>
        <translation>声明的 %1</translation>
    </message>
    <message>
        <source>claim no %1</source>
        <translation>不声明 %1</translation>
    </message>
    <message>
        <source>claim %1 %2</source>
        <translation>声明 %1 为 %2</translation>
    </message>
</context>
<context>
    <name>tscope::ClassForm</name>
    <message>
        <source>any numbers</source>
        <translation>任意数字</translation>
    </message>
    <message>
        <source>A number that the teacher gives: all of a class then get numbers that belong together, and &quot;tscope lesson key --seed&quot; prints the answers.</source>
        <translation>教师给出的一个数：全班的题目数字由它决定，“tscope lesson key --seed”打印答案。</translation>
    </message>
    <message>
        <source>name or number</source>
        <translation>姓名或学号</translation>
    </message>
    <message>
        <source>Class &amp;seed</source>
        <translation>班级种子(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Your name</source>
        <translation>你的姓名(&amp;Y)</translation>
    </message>
    <message>
        <source>A class seed is a number of at most %1 digits. Correct it, or leave the field empty.</source>
        <translation>班级种子是至多 %1 位的数字。请更正，或留空。</translation>
    </message>
    <message>
        <source>Same &amp;numbers for every name</source>
        <translation>所有姓名使用相同数字(&amp;N)</translation>
    </message>
    <message>
        <source>It is written into the file that is handed in, and kept in your settings.</source>
        <translation>它会写入上交的文件，并保存在你的设置中。</translation>
    </message>
    <message>
        <source>Ticked: all of a class answer the same exercises, as they are on a handout. Not ticked: with the same seed each name has numbers of its own.</source>
        <translation>勾选：全班做同样的练习，与讲义一致。不勾选：种子相同时，每个姓名有各自的数字。</translation>
    </message>
</context>
<context>
    <name>tscope::ColourChoice</name>
    <message>
        <source>Colour: what is stored</source>
        <translation>着色：存储情况</translation>
    </message>
    <message>
        <source>Colour: value (mean)</source>
        <translation>着色：值（平均）</translation>
    </message>
    <message>
        <source>Colour: value, log scale</source>
        <translation>着色：值（对数）</translation>
    </message>
    <message>
        <source>Colour: largest value</source>
        <translation>着色：最大值</translation>
    </message>
    <message>
        <source>Colour: smallest value</source>
        <translation>着色：最小值</translation>
    </message>
    <message>
        <source>Colour: not finite</source>
        <translation>着色：非有限值</translation>
    </message>
    <message>
        <source>Colour: automatic</source>
        <translation>着色：自动</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>着色</translation>
    </message>
    <message>
        <source>By what cells are coloured. Where a pixel stands for many cells, by all of them. Automatic is what is stored, or the value in a map of a tensor that stores every element: on a log scale where nearly all values are far smaller than the largest.</source>
        <translation>单元格按什么着色。一个像素代表多个单元格时，按其全部着色。自动即按存储情况，在存有每个元素的张量的图中则按值：若几乎所有值都远小于最大值，则用对数刻度。</translation>
    </message>
</context>
<context>
    <name>tscope::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>您想做什么？</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Commands that fit</source>
        <translation>匹配的命令</translation>
    </message>
    <message>
        <source>%1   (%2)</source>
        <translation>%1   (%2)</translation>
    </message>
    <message>
        <source>no command has this in its name</source>
        <translation>没有名称匹配的命令</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>tscope::ComparePage</name>
    <message>
        <source>Session to compare with</source>
        <translation>用于比较的测量记录</translation>
    </message>
    <message>
        <source>A&amp;gainst:</source>
        <translation>对照(&amp;G)：</translation>
    </message>
    <message>
        <source>Measure again, or open a session, to compare it with this one.</source>
        <translation>再测量一次，或打开一份测量记录，即可与此次比较。</translation>
    </message>
    <message>
        <source>Times of both sessions</source>
        <translation>两次记录的用时</translation>
    </message>
    <message>
        <source>S&amp;wap</source>
        <translation>交换(&amp;W)</translation>
    </message>
    <message>
        <source>The session to compare with the one that is shown. The older one is before.</source>
        <translation>与当前显示的测量相比较的另一次测量。较早的一次为“前”。</translation>
    </message>
    <message>
        <source>Swap before and after</source>
        <translation>交换前后顺序</translation>
    </message>
    <message>
        <source>Before: %1. After: %2.</source>
        <translation>前：%1。后：%2。</translation>
    </message>
</context>
<context>
    <name>tscope::ComparePanel</name>
    <message>
        <source>Compare with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>Compare &amp;with</source>
        <translation>比较对象(&amp;W)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>First: %1. Second: %2.</source>
        <translation>第一个：%1。第二个：%2。</translation>
    </message>
    <message>
        <source>Comparing...</source>
        <translation>正在比较...</translation>
    </message>
    <message>
        <source>Nothing is open: open, paste or build two tensors to compare them.</source>
        <translation>没有打开任何张量：请打开、粘贴或构建两个张量来比较。</translation>
    </message>
    <message>
        <source>Only %1 is open: open, paste or build another tensor to compare it with.</source>
        <translation>只打开了 %1：请再打开、粘贴或构建一个张量与它比较。</translation>
    </message>
    <message>
        <source>Nothing stands beside %1: choose a tensor to compare it with.</source>
        <translation>%1 旁边没有张量：请选择一个与它比较。</translation>
    </message>
    <message>
        <source>%1 stands on both sides: choose another tensor to compare it with.</source>
        <translation>两边都是 %1：请选择另一个张量与它比较。</translation>
    </message>
    <message>
        <source>Go there in both</source>
        <translation>在两者中转到该处</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>转到该处</translation>
    </message>
    <message>
        <source>To compare %1 elements takes a while: press Compare to start.</source>
        <translation>比较 %1 个元素需要一些时间：按“比较”开始。</translation>
    </message>
    <message>
        <source>Choose a tensor</source>
        <translation>选择一个张量</translation>
    </message>
    <message>
        <source>Copy the list</source>
        <translation>复制列表</translation>
    </message>
    <message>
        <source>%1 (preview of a repair, not applied)</source>
        <translation>%1（修复的预览，尚未应用）</translation>
    </message>
</context>
<context>
    <name>tscope::ComparisonReport</name>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>A report on how the two differ, to be sent to others</source>
        <translation>关于两者差异的报告，可发送给他人</translation>
    </message>
    <message>
        <source>Save report...</source>
        <translation>保存报告...</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>The report is on the clipboard.</source>
        <translation>报告已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare two tensors first.</source>
        <translation>请先比较两个张量。</translation>
    </message>
</context>
<context>
    <name>tscope::ConvertDialog</name>
    <message>
        <source>Steps:</source>
        <translation>步骤：</translation>
    </message>
    <message>
        <source>Steps, their bytes guessed:</source>
        <translation>步骤（字节数为估计）：</translation>
    </message>
    <message>
        <source>Nothing of what it stores is lost.</source>
        <translation>所存储的内容没有任何丢失。</translation>
    </message>
    <message>
        <source>Not as it was:</source>
        <translation>不再保持原样的：</translation>
    </message>
    <message>
        <source>May not be as it was:</source>
        <translation>可能不再保持原样的：</translation>
    </message>
    <message>
        <source>Con&amp;vert</source>
        <translation>转换(&amp;V)</translation>
    </message>
    <message>
        <source>Convert a tensor</source>
        <translation>转换张量</translation>
    </message>
    <message>
        <source>rows, columns</source>
        <translation>行, 列</translation>
    </message>
    <message>
        <source>Leave out entries that are nothing but &amp;zeros</source>
        <translation>略去全为零的条目(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Tensor</source>
        <translation>张量(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <translation>布局(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Block size</source>
        <translation>块大小(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Element type</source>
        <translation>元素类型(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Index type</source>
        <translation>索引类型(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Dense dims</source>
        <translation>稠密维数(&amp;D)</translation>
    </message>
    <message>
        <source>The rows and columns of a block were wanted, found &quot;%1&quot;.</source>
        <translation>需要块的行数和列数，得到的是“%1”。</translation>
    </message>
    <message>
        <source>Open or build a tensor first: it is what is converted.</source>
        <translation>请先打开或构建一个张量：要转换的就是它。</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>Pad with 0</source>
        <translation>用 0 填充</translation>
    </message>
    <message>
        <source>&amp;Movement</source>
        <translation>移动过程(&amp;M)</translation>
    </message>
    <message>
        <source>Give the block size, for example 2 × 3.</source>
        <translation>请给出块大小，例如 2 × 3。</translation>
    </message>
</context>
<context>
    <name>tscope::Cover</name>
    <message>
        <source>Covered until you have answered.</source>
        <translation>作答之前遮住。</translation>
    </message>
</context>
<context>
    <name>tscope::CoverFrame</name>
    <message>
        <source>Go to the question</source>
        <translation>转到题目</translation>
    </message>
</context>
<context>
    <name>tscope::Covered</name>
    <message>
        <source>byte %1</source>
        <translation>第 %1 字节</translation>
    </message>
    <message>
        <source>What is asked is covered until it is answered.</source>
        <translation>所问的内容在作答之前被遮住。</translation>
    </message>
</context>
<context>
    <name>tscope::DensityLayer</name>
    <message>
        <source>sampled: about %1 stored</source>
        <translation>采样：约存储了 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>%1 places of broken rules are marked</source>
        <translation>
            <numerusform>已标出 %1 处违反规则的位置</numerusform>
        </translation>
    </message>
    <message>
        <source>, of the first %1 of %2</source>
        <translation>，取自共 %2 处中的前 %1 处</translation>
    </message>
    <message numerus="yes">
        <source>; %1 more have no place here</source>
        <translation>
            <numerusform>；另有 %1 处在此没有位置</numerusform>
        </translation>
    </message>
    <message>
        <source>rows %1 to %2, columns %3 to %4: %5 stored</source>
        <translation>第 %1 至 %2 行，第 %3 至 %4 列：存储了 %5 个</translation>
    </message>
    <message>
        <source>sampled: colours by some of the values</source>
        <translation>抽样：颜色取自部分值</translation>
    </message>
    <message>
        <source>, darker where more lie together</source>
        <translation>，越密集处颜色越深</translation>
    </message>
    <message numerus="yes">
        <source>, %1 broken</source>
        <translation>
            <numerusform>，其中 %1 处违反规则</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::DeviceBox</name>
    <message>
        <source>cpu: this processor</source>
        <translation>cpu：本机处理器</translation>
    </message>
    <message>
        <source>What it is computed on</source>
        <translation>在哪个设备上计算</translation>
    </message>
</context>
<context>
    <name>tscope::DevicesModel</name>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n thread(s)</source>
        <translation>
            <numerusform>%1，%n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>simulated, no hardware</source>
        <translation>模拟的，没有硬件</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>caches</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>limits</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>no limits</source>
        <translation>没有上限</translation>
    </message>
</context>
<context>
    <name>tscope::DevicesPanel</name>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Asks the worker anew; one that ended is started again</source>
        <translation>重新询问工作进程；已结束的会再次启动</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the devices</source>
        <translation>复制设备列表</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Looking for devices...</source>
        <translation>正在查找设备...</translation>
    </message>
    <message>
        <source>The last that ended: %1</source>
        <translation>最近一次结束：%1</translation>
    </message>
    <message>
        <source>GPUs run in a separate process. If a driver crashes it, you see one message and lose nothing that is open.</source>
        <translation>GPU 在单独的进程中运行。即使驱动程序使其崩溃，您只会看到一条消息，已打开的内容不会丢失。</translation>
    </message>
</context>
<context>
    <name>tscope::DifferenceList</name>
    <message>
        <source>All differences</source>
        <translation>所有不同之处</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>上一处不同</translation>
    </message>
    <message>
        <source>To the difference before, in both tensors (Shift+F7)</source>
        <translation>在两个张量中转到上一处不同 (Shift+F7)</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处不同</translation>
    </message>
    <message>
        <source>To the next difference, in both tensors (F7)</source>
        <translation>在两个张量中转到下一处不同 (F7)</translation>
    </message>
    <message>
        <source>slot %1 of %2</source>
        <translation>第 %1 个槽位，共 %2 个</translation>
    </message>
    <message>
        <source>element %1 of %2</source>
        <translation>第 %1 个元素，共 %2 个</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>%1 more, not listed</source>
        <translation>另有 %1 处，未列出</translation>
    </message>
</context>
<context>
    <name>tscope::DifferencesModel</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 处</translation>
    </message>
    <message>
        <source>Load %1 more</source>
        <translation>再载入 %1 项</translation>
    </message>
</context>
<context>
    <name>tscope::DimBar</name>
    <message>
        <source>dim %1 (%2)</source>
        <translation>第 %1 维 (%2)</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>index in dim %1</source>
        <translation>第 %1 维上的索引</translation>
    </message>
    <message>
        <source>dim %1 at</source>
        <translation>第 %1 维取</translation>
    </message>
    <message>
        <source>All at once</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Shows all matrices side by side where they fit, or one at a time</source>
        <translation>放得下时并排显示所有矩阵，否则一次显示一个</translation>
    </message>
</context>
<context>
    <name>tscope::DispatchPanel</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the steps</source>
        <translation>复制步骤</translation>
    </message>
    <message>
        <source>Steps of the last call</source>
        <translation>上一次调用的步骤</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Copy the support table</source>
        <translation>复制支持表</translation>
    </message>
    <message>
        <source>Support table</source>
        <translation>支持表</translation>
    </message>
    <message>
        <source>Only the layout of the current tensor</source>
        <translation>仅当前张量的布局</translation>
    </message>
    <message>
        <source>Only with %1</source>
        <translation>仅含 %1</translation>
    </message>
    <message>
        <source>From the first layout to the second.</source>
        <translation>从第一种布局到第二种。</translation>
    </message>
    <message>
        <source>Nothing was converted or run so far. The steps by which a call finds its kernel appear here.</source>
        <translation>尚未进行转换或运算。调用如何找到内核的各个步骤将显示在这里。</translation>
    </message>
    <message>
        <source>Extend…</source>
        <translation>扩展…</translation>
    </message>
    <message>
        <source>What a new device, layout, element type or wrapper would need</source>
        <translation>新的设备、布局、元素类型或包装需要什么</translation>
    </message>
</context>
<context>
    <name>tscope::ExerciseDialog</name>
    <message>
        <source>In which slot is an element stored?</source>
        <translation>元素存储在哪个槽位？</translation>
    </message>
    <message>
        <source>Which element does a slot hold?</source>
        <translation>某个槽位存放哪个元素？</translation>
    </message>
    <message>
        <source>Type the strides or the index arrays</source>
        <translation>输入步幅或索引数组</translation>
    </message>
    <message>
        <source>Which rules are broken, and where?</source>
        <translation>违反了哪些规则，在哪里？</translation>
    </message>
    <message>
        <source>View or copy?</source>
        <translation>视图还是副本？</translation>
    </message>
    <message>
        <source>Make an exercise from %1</source>
        <translation>用 %1 出题</translation>
    </message>
    <message>
        <source>First question</source>
        <translation>第一个问题</translation>
    </message>
    <message>
        <source>The first question, as one student gets it:</source>
        <translation>第一个问题（某个学生看到的样子）：</translation>
    </message>
    <message>
        <source>&amp;Save the lesson...</source>
        <translation>保存课程(&amp;S)...</translation>
    </message>
    <message>
        <source>Writes a file that can be edited and handed out, and opens it to try it.</source>
        <translation>写入一个可以修改和分发的文件，并打开它以便试做。</translation>
    </message>
    <message>
        <source>as many as there are, up to 3</source>
        <translation>有多少出多少，最多 3 个</translation>
    </message>
    <message>
        <source>what the questions are about</source>
        <translation>问题的主题</translation>
    </message>
    <message>
        <source>others for each student, or such as 1,2; 0,3</source>
        <translation>每个学生不同，或写成 1,2; 0,3 这样</translation>
    </message>
    <message>
        <source>those that it breaks, or another for each student</source>
        <translation>它所违反的规则，或每个学生不同</translation>
    </message>
    <message>
        <source>&amp;Question</source>
        <translation>问题(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Number of questions</source>
        <translation>问题数(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Elements</source>
        <translation>元素(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Broken rule</source>
        <translation>违反的规则(&amp;B)</translation>
    </message>
    <message>
        <source>Save the lesson</source>
        <translation>保存课程</translation>
    </message>
    <message>
        <source>Lessons (*.lesson)</source>
        <translation>课程 (*.lesson)</translation>
    </message>
    <message>
        <source>The name of a lesson&apos;s file ends in .lesson.</source>
        <translation>课程文件名应以 .lesson 结尾。</translation>
    </message>
</context>
<context>
    <name>tscope::ExplainPanel</name>
    <message>
        <source>How the element is found</source>
        <translation>元素的查找过程</translation>
    </message>
    <message>
        <source>Point at an element, a slot or a byte.</source>
        <translation>请指向一个元素、槽位或字节。</translation>
    </message>
    <message>
        <source>The selected place is not in this layout.</source>
        <translation>所选位置在这种布局中不存在。</translation>
    </message>
</context>
<context>
    <name>tscope::ExtendDialog</name>
    <message>
        <source>Extension sandbox</source>
        <translation>扩展沙盒</translation>
    </message>
    <message>
        <source>What is missing</source>
        <translation>缺少的部分</translation>
    </message>
    <message>
        <source>Steps of the call</source>
        <translation>调用的步骤</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>Wrapper</source>
        <translation>包装</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>种类(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Behaves like</source>
        <translation>仿照(&amp;B)</translation>
    </message>
    <message>
        <source>Fill with the &amp;kernel</source>
        <translation>用内核填补(&amp;K)</translation>
    </message>
    <message>
        <source>Fill with a &amp;conversion</source>
        <translation>用转换填补(&amp;C)</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>&amp;Run on the current tensor</source>
        <translation>在当前张量上运行(&amp;R)</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Remove the &amp;filling</source>
        <translation>去掉填补(&amp;F)</translation>
    </message>
    <message>
        <source>The selected entries get the kernel of what the extension behaves like</source>
        <translation>所选条目采用扩展所仿照对象的内核</translation>
    </message>
    <message>
        <source>The selected entries convert their inputs to a layout that has a kernel</source>
        <translation>所选条目先把输入转换成有内核的布局</translation>
    </message>
    <message>
        <source>The selected entries are missing again</source>
        <translation>所选条目重新变为缺失</translation>
    </message>
    <message>
        <source>The table has all that it needs: there is nothing to fill.</source>
        <translation>表中所需条目齐全，无需填补。</translation>
    </message>
    <message>
        <source>Select missing entries in the table to fill them.</source>
        <translation>在表中选择缺失的条目，即可填补。</translation>
    </message>
</context>
<context>
    <name>tscope::FactTree</name>
    <message>
        <source>Facts</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Copy line</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>复制值</translation>
    </message>
</context>
<context>
    <name>tscope::FactsPanel</name>
    <message>
        <source>Copy as</source>
        <translation>复制为</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>PyTorch code</source>
        <translation>PyTorch 代码</translation>
    </message>
    <message>
        <source>NumPy code</source>
        <translation>NumPy 代码</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Smallest and largest element, zeros, NaN and infinities of every member</source>
        <translation>每个成员的最小和最大元素、零、NaN 与无穷大的个数</translation>
    </message>
    <message>
        <source>Copying</source>
        <translation>正在复制</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Find a fact</source>
        <translation>查找属性</translation>
    </message>
    <message>
        <source>being followed</source>
        <translation>正在跟踪</translation>
    </message>
    <message>
        <source>Copied as %1.</source>
        <translation>已复制为 %1。</translation>
    </message>
    <message>
        <source>Copied as %1, but only %2 of %3 numbers: the others are too many. &quot;Save as...&quot; writes all.</source>
        <translation>已复制为 %1，但数量过多，只包含 %3 个数中的 %2 个。“另存为...”会写出全部。</translation>
    </message>
    <message>
        <source>Copied as %1, as far as the members are known and can be built.</source>
        <translation>已复制为 %1，仅限已知且可以构建的成员。</translation>
    </message>
    <message>
        <source>Copied as %1, all %2 stored elements.</source>
        <translation>已复制为 %1，共 %2 个存储元素，全部包含在内。</translation>
    </message>
    <message>
        <source>Partly read: %1.</source>
        <translation>只读了一部分：%1。</translation>
    </message>
</context>
<context>
    <name>tscope::FamilyPanel</name>
    <message>
        <source>View family</source>
        <translation>视图族</translation>
    </message>
    <message>
        <source>%1 reads none of it</source>
        <translation>%1 不读取其中任何字节</translation>
    </message>
    <message>
        <source>%1, bytes %2..%3</source>
        <translation>%1，字节 %2..%3</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more storage(s)</source>
        <translation>
            <numerusform>另有 %n 个存储</numerusform>
        </translation>
    </message>
    <message>
        <source>Storage of %1 on %2</source>
        <translation>%1 的存储，位于 %2</translation>
    </message>
    <message>
        <source>No other open tensor is related to %1</source>
        <translation>没有其他打开的张量与 %1 相关</translation>
    </message>
    <message>
        <source>Related tensors</source>
        <translation>相关张量</translation>
    </message>
</context>
<context>
    <name>tscope::FaultPage</name>
    <message>
        <source>Rules that can be broken</source>
        <translation>可以违反的规则</translation>
    </message>
    <message>
        <source>wherever the seed says</source>
        <translation>由种子决定</translation>
    </message>
    <message>
        <source>So&amp;urce</source>
        <translation>来源(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Break</source>
        <translation>违反(&amp;B)</translation>
    </message>
    <message>
        <source>S&amp;lot</source>
        <translation>槽位(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>种子(&amp;S)</translation>
    </message>
    <message>
        <source>Open or build a tensor first: a copy of it is broken.</source>
        <translation>请先打开或构建一个张量：缺陷将植入它的副本。</translation>
    </message>
    <message>
        <source>Choose a rule to break.</source>
        <translation>请选择要违反的规则。</translation>
    </message>
    <message>
        <source>A slot is a whole number, found &quot;%1&quot;.</source>
        <translation>槽位应为整数，而输入的是“%1”。</translation>
    </message>
    <message>
        <source>A seed is a whole number of 0 or more, found &quot;%1&quot;.</source>
        <translation>种子应为不小于 0 的整数，而输入的是“%1”。</translation>
    </message>
    <message>
        <source>Broken: %1</source>
        <translation>已违反：%1</translation>
    </message>
    <message>
        <source>The contract %1 does not ask for this rule.</source>
        <translation>契约 %1 不要求这条规则。</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>有缺陷</translation>
    </message>
    <message>
        <source>%1, %2 broken</source>
        <translation>%1，违反 %2</translation>
    </message>
    <message>
        <source> (not here: %1)</source>
        <translation>（此处不可：%1）</translation>
    </message>
    <message>
        <source>broken on purpose, rule %1</source>
        <translation>故意违反规则 %1</translation>
    </message>
</context>
<context>
    <name>tscope::Files</name>
    <message>
        <source>there is no such sample</source>
        <translation>没有这个示例</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>pasted</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>已保存 %1。</translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>no file in this folder seems to hold tensors</source>
        <translation>此文件夹中没有看起来含有张量的文件</translation>
    </message>
    <message>
        <source>only the first %1 of %2 files in this folder were opened</source>
        <translation>只打开了此文件夹中的前 %1 个文件（共 %2 个）</translation>
    </message>
    <message numerus="yes">
        <source>%n more folder(s) were not looked into, or hold no tensors</source>
        <translation>
            <numerusform>另有 %n 个文件夹未被查看，或其中没有张量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>what of it can be shown all the same is open: %n tensor(s)</source>
        <translation>
            <numerusform>其中仍可显示的部分已打开：%n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 was not saved.</source>
        <translation>%1 未保存。</translation>
    </message>
    <message>
        <source>%1 is open already.</source>
        <translation>%1 已经打开。</translation>
    </message>
    <message>
        <source>partly read: %1</source>
        <translation>仅部分读入：%1</translation>
    </message>
    <message>
        <source>%1 is open already, with edits that are not saved. File, Reload takes what is on disk.</source>
        <translation>%1 已经打开，且有未保存的编辑。“文件”→“重新载入”读取磁盘上的内容。</translation>
    </message>
    <message>
        <source>Wrote %1 without some of the entries. The tensor here stays as it is.</source>
        <translation>已写出 %1，但其中缺少一些条目。这里的张量保持原样。</translation>
    </message>
</context>
<context>
    <name>tscope::FindBar</name>
    <message>
        <source>Go to and find</source>
        <translation>转到与查找</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>要做什么</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Find value</source>
        <translation>查找值</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>The previous one (Shift+F3)</source>
        <translation>上一个 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>The next one (F3)</source>
        <translation>下一个 (F3)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>searching</source>
        <translation>正在查找</translation>
    </message>
    <message>
        <source>Value to find</source>
        <translation>要查找的值</translation>
    </message>
    <message>
        <source>Place to go to</source>
        <translation>要转到的位置</translation>
    </message>
    <message>
        <source>2.5, or values = 2.5</source>
        <translation>2.5，或 values = 2.5</translation>
    </message>
    <message>
        <source>no tensor is open</source>
        <translation>没有打开的张量</translation>
    </message>
    <message>
        <source>element %1</source>
        <translation>元素 %1</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>字节 %1</translation>
    </message>
    <message>
        <source>%1, there is no other</source>
        <translation>%1，没有其他的了</translation>
    </message>
    <message>
        <source>not found, %1 searched</source>
        <translation>未找到，已查找 %1 个</translation>
    </message>
    <message>
        <source>%1, %2 searched</source>
        <translation>%1，已查找 %2 个</translation>
    </message>
    <message>
        <source>(1, 3), row 1, values[5] or byte 64</source>
        <translation>(1, 3)、row 1、values[5] 或 byte 64</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>已选中</translation>
    </message>
    <message>
        <source>What a lesson asks is not looked up before it is answered.</source>
        <translation>课程所问的内容在回答之前不能查找。</translation>
    </message>
</context>
<context>
    <name>tscope::FindingsButton</name>
    <message>
        <source>Findings</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>A report on what was found, to be sent to others</source>
        <translation>关于检查结果的报告，供发给他人</translation>
    </message>
    <message>
        <source>Save findings...</source>
        <translation>保存检查结果...</translation>
    </message>
    <message>
        <source>Copy findings</source>
        <translation>复制检查结果</translation>
    </message>
    <message>
        <source>Save findings</source>
        <translation>保存检查结果</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>The findings are on the clipboard.</source>
        <translation>检查结果已复制到剪贴板。</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>SARIF (*.sarif)</source>
        <translation>SARIF (*.sarif)</translation>
    </message>
    <message>
        <source>Findings are saved as .md, .json or .sarif. %1 ends otherwise, and %2 is there already.</source>
        <translation>检查结果可存为 .md、.json 或 .sarif。%1 的扩展名不同，而 %2 已经存在。</translation>
    </message>
</context>
<context>
    <name>tscope::GapForm</name>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Show the word</source>
        <translation>显示这个词</translation>
    </message>
    <message>
        <source>The missing word</source>
        <translation>缺少的词</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>正确。</translation>
    </message>
    <message>
        <source>Not that word; try another one.</source>
        <translation>不是这个词，请再试一个。</translation>
    </message>
    <message numerus="yes">
        <source>Not that word: it begins with &quot;%1&quot; and has %n letters.</source>
        <translation>
            <numerusform>不是这个词：它以“%1”开头，共 %n 个字。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::GapsModel</name>
    <message>
        <source>Entry of the first step</source>
        <translation>第一步的项</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>tscope::GeneratePage</name>
    <message>
        <source>&amp;Layout</source>
        <translation>布局(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>种类(&amp;K)</translation>
    </message>
    <message>
        <source>generated</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Stored entries</source>
        <translation>存储条目数</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>Block size</source>
        <translation>块大小</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Batch dims</source>
        <translation>批维</translation>
    </message>
    <message>
        <source>Dense dims</source>
        <translation>稠密维</translation>
    </message>
    <message>
        <source>Element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>Index type</source>
        <translation>索引类型</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>各分量长度</translation>
    </message>
</context>
<context>
    <name>tscope::GeometryPanel</name>
    <message>
        <source>Member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>requires grad</source>
        <translation>需要梯度</translation>
    </message>
    <message>
        <source>What the tensor claims</source>
        <translation>张量的声明</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <source>size %1</source>
        <translation>尺寸 %1</translation>
    </message>
    <message>
        <source>stride %1</source>
        <translation>步幅 %1</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>%1 of %2 = %3</source>
        <translation>%2 的%1 = %3</translation>
    </message>
    <message>
        <source>%1 requires grad</source>
        <translation>%1 需要梯度</translation>
    </message>
    <message>
        <source>%1 requires no grad</source>
        <translation>%1 不需要梯度</translation>
    </message>
    <message>
        <source>%1 (preview)</source>
        <translation>%1（预览）</translation>
    </message>
</context>
<context>
    <name>tscope::Glossary</name>
    <message>
        <source>advisory</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>A note that something is legal but probably unintended, or slower or larger than it need be.</source>
        <translation>合法但可能并非本意，或比必要的更慢、更大。</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>A small dense matrix that BSR and BSC store as one entry.</source>
        <translation>BSR 和 BSC 作为一个条目存储的小型稠密矩阵。</translation>
    </message>
    <message>
        <source>claimed size</source>
        <translation>声明的尺寸</translation>
    </message>
    <message>
        <source>The size that a tensor says it has. Its members need not agree.</source>
        <translation>张量自称的尺寸。成员不一定与之相符。</translation>
    </message>
    <message>
        <source>coalesced</source>
        <translation>已合并 (coalesced)</translation>
    </message>
    <message>
        <source>No index of a COO tensor occurs twice, and all are in row-major order.</source>
        <translation>COO 张量中没有重复的索引，且按行优先排序。</translation>
    </message>
    <message>
        <source>component</source>
        <translation>分量</translation>
    </message>
    <message>
        <source>One tensor of a nested or jagged tensor.</source>
        <translation>嵌套或锯齿张量中的一个张量。</translation>
    </message>
    <message>
        <source>compressed member</source>
        <translation>压缩成员</translation>
    </message>
    <message>
        <source>The pointers of a compressed layout: crow_indices of CSR and BSR, ccol_indices of CSC and BSC.</source>
        <translation>压缩布局的指针：CSR 和 BSR 的 crow_indices，CSC 和 BSC 的 ccol_indices。</translation>
    </message>
    <message>
        <source>contract</source>
        <translation>契约</translation>
    </message>
    <message>
        <source>Whose rules a tensor is held to: those of PyTorch, SciPy, cuSPARSE or a published text.</source>
        <translation>以谁的规则衡量张量：PyTorch、SciPy、cuSPARSE 或某份发布的文本。</translation>
    </message>
    <message>
        <source>dim</source>
        <translation>维</translation>
    </message>
    <message>
        <source>A dimension of a tensor, counted from 0.</source>
        <translation>张量的维度，从 0 起数。</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>One index of a sparse tensor with its value or values.</source>
        <translation>稀疏张量的一个索引及其值。</translation>
    </message>
    <message>
        <source>explicit zero</source>
        <translation>显式零</translation>
    </message>
    <message>
        <source>A zero that is stored although the layout could leave it out.</source>
        <translation>布局本可省略却仍存储的零。</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Zeros that a layout has to store: inside blocks, as padding, or in a dense form.</source>
        <translation>布局不得不存储的零：在块内、作为补齐，或在稠密形式中。</translation>
    </message>
    <message>
        <source>filled</source>
        <translation>填充率</translation>
    </message>
    <message>
        <source>The share of the claimed size whose elements are stored.</source>
        <translation>声明的尺寸中有存储的元素所占的比例。</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>How a tensor&apos;s elements are arranged in its members.</source>
        <translation>张量的元素如何排列在各成员中。</translation>
    </message>
    <message>
        <source>logical</source>
        <translation>逻辑</translation>
    </message>
    <message>
        <source>A tensor as it is meant: rows and columns, wherever its elements lie.</source>
        <translation>使用者眼中的张量：行与列，不论元素位于何处。</translation>
    </message>
    <message>
        <source>members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>The arrays of a tensor, each with a role: values, indices, crow_indices, offsets.</source>
        <translation>张量的各个数组，各自担任一种角色：values、indices、crow_indices、offsets。</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>The slot of the storage at which the first element lies.</source>
        <translation>第一个元素所在的存储槽位。</translation>
    </message>
    <message>
        <source>plain member</source>
        <translation>普通成员</translation>
    </message>
    <message>
        <source>The indices of a compressed layout: col_indices of CSR and BSR, row_indices of CSC and BSC.</source>
        <translation>压缩布局的索引：CSR 和 BSR 的 col_indices，CSC 和 BSC 的 row_indices。</translation>
    </message>
    <message>
        <source>remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>An observation about a tensor that no contract asks for.</source>
        <translation>对张量的一项观察，没有契约对此作要求。</translation>
    </message>
    <message>
        <source>slot</source>
        <translation>槽位</translation>
    </message>
    <message>
        <source>One place for an element in a member or in a storage, counted from 0.</source>
        <translation>成员或存储中放一个元素的位置，从 0 起数。</translation>
    </message>
    <message>
        <source>storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>The bytes that one or more members use.</source>
        <translation>一个或多个成员所使用的字节。</translation>
    </message>
    <message>
        <source>stride</source>
        <translation>步幅</translation>
    </message>
    <message>
        <source>How many slots of the storage lie between neighbours along a dim.</source>
        <translation>沿某一维相邻的元素在存储中相隔多少槽位。</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>Slots of a storage that no index leads to.</source>
        <translation>没有任何索引指向的存储槽位。</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Whether a tensor keeps the rules of the chosen contract.</source>
        <translation>张量是否遵守所选契约的规则。</translation>
    </message>
    <message>
        <source>view</source>
        <translation>视图 (view)</translation>
    </message>
    <message>
        <source>A tensor that uses the bytes of another one.</source>
        <translation>使用另一个张量的字节的张量。</translation>
    </message>
</context>
<context>
    <name>tscope::HandInButton</name>
    <message>
        <source>Save answers...</source>
        <translation>保存回答...</translation>
    </message>
    <message>
        <source>Save answers</source>
        <translation>保存回答</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Writes all answers of this lesson to a file. &quot;Mark answers&quot; in the list of lessons marks a folder of such files, as &quot;tscope lesson mark&quot; does.</source>
        <translation>将本课程的所有回答写入文件。课程列表中的“评阅回答”会评阅一个文件夹中的这些文件，与“tscope lesson mark”相同。</translation>
    </message>
    <message>
        <source>Your name or number, by which these answers are known:</source>
        <translation>你的姓名或编号，用来标明这些回答：</translation>
    </message>
</context>
<context>
    <name>tscope::Handles</name>
    <message>
        <source>%1 = %2, drag it to another place</source>
        <translation>%1 = %2，可拖动到其他位置</translation>
    </message>
</context>
<context>
    <name>tscope::HeadlineBar</name>
    <message>
        <source>Convert to %1</source>
        <translation>转换为 %1</translation>
    </message>
    <message>
        <source>The tensor has this form already</source>
        <translation>张量已是这种形式</translation>
    </message>
    <message>
        <source>Makes a tensor in this form, as a step that can be undone</source>
        <translation>生成这种形式的张量，可以撤销</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Measure longer</source>
        <translation>延长测量</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>Why is that the best layout?</source>
        <translation>为什么这是最好的布局？</translation>
    </message>
    <message>
        <source>The bytes that are moved, the rate, how near that is to the limit of this machine, and the zeros and padding that are stored</source>
        <translation>移动的字节、速率、离本机上限有多近，以及存储的零和补齐</translation>
    </message>
    <message>
        <source>Measures %1 once more, with %2 ms for each form</source>
        <translation>再测一次 %1，每种形式 %2 毫秒</translation>
    </message>
    <message>
        <source>Answer of the session</source>
        <translation>本次测量的结论</translation>
    </message>
    <message>
        <source>The numbers in brackets are 95 % intervals. For a speed-up the two forms are compared round by round, so what slows both alike does not count; the table shows the interval of each time alone.</source>
        <translation>括号中的数字是 95 % 区间。加速比由两种形式逐轮比较得到，因此使两者同样变慢的干扰不计入；表格显示每个时间单独的区间。</translation>
    </message>
    <message>
        <source>Each time is measured in several rounds. Verdicts compare forms within each round; the more their ratio differs from round to round, the less can be decided.</source>
        <translation>每个时间都分多轮测量。结论在每一轮之内比较各种形式；它们的比值在各轮之间相差越大，能判定的就越少。</translation>
    </message>
    <message>
        <source>An operation is running</source>
        <translation>正在执行一项运算</translation>
    </message>
    <message>
        <source>This answer is about %1, and another tensor is selected. Select %1 first.</source>
        <translation>这一结论说的是 %1，而现在选中的是另一个张量。请先选择 %1。</translation>
    </message>
    <message>
        <source>This answer is about %1, which is not open.</source>
        <translation>这一结论说的是 %1，它没有打开。</translation>
    </message>
</context>
<context>
    <name>tscope::Help</name>
    <message>
        <source>| what | keys |</source>
        <translation>| 操作 | 快捷键 |</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>About Tensorscope</source>
        <translation>关于 Tensorscope</translation>
    </message>
    <message>
        <source>Tensorscope %1</source>
        <translation>Tensorscope %1</translation>
    </message>
    <message>
        <source>Looks at tensors: how they lie in memory, and what is wrong with them.

The window is free software under GPL-3.0-or-later, the library and tscope under Apache-2.0. Made with Qt %1.</source>
        <translation>查看张量：它们在内存中的排列方式，以及其中的错误。

窗口是遵循 GPL-3.0-or-later 的自由软件，程序库与 tscope 遵循 Apache-2.0。使用 Qt %1 构建。</translation>
    </message>
    <message>
        <source>word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>rules</source>
        <translation>规则</translation>
    </message>
</context>
<context>
    <name>tscope::HistogramView</name>
    <message>
        <source>%1: no finite value</source>
        <translation>%1：没有有限值</translation>
    </message>
    <message>
        <source>%1, bins by logarithm</source>
        <translation>%1，分箱按对数</translation>
    </message>
    <message>
        <source>%1, heights by logarithm</source>
        <translation>%1，高度按对数</translation>
    </message>
    <message>
        <source>Bars from %1 to %2, the largest count is %3</source>
        <translation>柱从 %1 到 %2，最大计数为 %3</translation>
    </message>
</context>
<context>
    <name>tscope::HistoryModel</name>
    <message>
        <source>the current tensor</source>
        <translation>当前张量</translation>
    </message>
</context>
<context>
    <name>tscope::HistoryPanel</name>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Compute anyway</source>
        <translation>仍要计算</translation>
    </message>
    <message>
        <source>Make all of it again, with up to half of the memory</source>
        <translation>全部重新计算，最多使用一半内存</translation>
    </message>
    <message>
        <source>Only up to here</source>
        <translation>只到这里</translation>
    </message>
    <message>
        <source>The history and the gradients of the chosen tensor instead</source>
        <translation>改为显示所选张量的历史和梯度</translation>
    </message>
    <message>
        <source>Add the gradients</source>
        <translation>添加梯度</translation>
    </message>
    <message>
        <source>Open them as tensors of their own</source>
        <translation>将它们作为单独的张量打开</translation>
    </message>
    <message>
        <source>Copy as script</source>
        <translation>复制为脚本</translation>
    </message>
    <message>
        <source>The statements that make it again, for tscope history --script</source>
        <translation>可重新得到它的语句，用于 tscope history --script</translation>
    </message>
    <message>
        <source>History of %1</source>
        <translation>%1 的历史</translation>
    </message>
    <message>
        <source>%1 was changed after it was made: its history begins anew. Undo leads back to it.</source>
        <translation>%1 在得到之后被更改：历史从它重新开始。撤销可以回到原来的历史。</translation>
    </message>
    <message>
        <source>%1 was not made here. Convert it, run an operation on it or take a view of it: how that was made is shown here.</source>
        <translation>%1 不是在这里得到的。转换它、对它运行操作或取它的视图：结果是怎样得来的会显示在这里。</translation>
    </message>
    <message>
        <source>Gradients are those of the sum of all elements that %1 stores.</source>
        <translation>梯度是 %1 所存储的所有元素之和的梯度。</translation>
    </message>
    <message>
        <source>Gradients of %1</source>
        <translation>%1 的梯度</translation>
    </message>
    <message>
        <source>Only the last %1 steps are shown.</source>
        <translation>只显示最后 %1 步。</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>%1 was edited here, in these steps. Undo takes back the last.</source>
        <translation>%1 在此经过了以下编辑步骤。“撤销”取消最后一步。</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>earlier</source>
        <translation>较早</translation>
    </message>
</context>
<context>
    <name>tscope::Jobs</name>
    <message>
        <source>There is not enough memory for this.</source>
        <translation>内存不足，无法完成此操作。</translation>
    </message>
    <message>
        <source>This could not be done: %1</source>
        <translation>无法完成：%1</translation>
    </message>
</context>
<context>
    <name>tscope::KeptAnswers</name>
    <message>
        <source>What was kept of your answers can&apos;t be read: the file is damaged, or a newer version wrote it. It is set aside as %1.</source>
        <translation>保留下来的答案无法读取：文件已损坏，或由更新的版本写入。已移到 %1。</translation>
    </message>
    <message>
        <source>What was kept of your answers can&apos;t be read and can&apos;t be set aside: %1. Nothing is kept this time.</source>
        <translation>保留下来的答案无法读取，也无法移开：%1。这次不保留任何答案。</translation>
    </message>
    <message>
        <source>Your answers can&apos;t be kept: %1. Save them with &quot;Save answers&quot; before the window closes.</source>
        <translation>无法保留您的答案：%1。请在关闭窗口之前用“保存答案”保存。</translation>
    </message>
    <message>
        <source>Some of the answers that were kept can&apos;t be read. The others are there.</source>
        <translation>保存的答案中有一部分无法读取，其余的都还在。</translation>
    </message>
    <message>
        <source>The file of your answers is full. The answers to the lessons that were begun first are no longer kept.</source>
        <translation>保存答案的文件已满，最早开始的课程的答案不再保留。</translation>
    </message>
</context>
<context>
    <name>tscope::KeptTimes</name>
    <message>
        <source>Kept measurements can&apos;t be brought back: %1</source>
        <translation>无法恢复保留的测量结果：%1</translation>
    </message>
    <message>
        <source>Measurements can&apos;t be kept after you quit: %1</source>
        <translation>退出后无法保留测量结果：%1</translation>
    </message>
    <message>
        <source>the folder %1 can&apos;t be written to</source>
        <translation>无法写入文件夹 %1</translation>
    </message>
    <message>
        <source>%1 is no file of this program</source>
        <translation>%1 不是本程序的文件</translation>
    </message>
    <message>
        <source>Measurements are too large to keep after you quit: %1. Save them in the Timing panel.</source>
        <translation>测量结果太大，退出后无法保留：%1。请在“计时”面板中保存。</translation>
    </message>
    <message>
        <source>What was kept of measurements is damaged, and may not all be back. It is set aside in %1.</source>
        <translation>保留的测量结果已损坏，可能未全部恢复。损坏的文件已移到 %1。</translation>
    </message>
</context>
<context>
    <name>tscope::Leaving</name>
    <message>
        <source>This window keeps nothing for the next start.</source>
        <translation>此窗口不会为下次启动保留任何内容。</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>If you quit now, these are lost: %1.</source>
        <translation>如果现在退出，以下内容将会丢失：%1。</translation>
    </message>
    <message>
        <source>Save all</source>
        <translation>全部保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>If you quit now, these measurements are lost: %1.</source>
        <translation>如果现在退出，这些测量结果会丢失：%1。</translation>
    </message>
    <message>
        <source>One of them is still being measured.</source>
        <translation>其中一项仍在测量。</translation>
    </message>
    <message>
        <source>They can be saved as files that the Timing panel opens again.</source>
        <translation>可以把它们存成文件，以后在“计时”面板中重新打开。</translation>
    </message>
    <message>
        <source>Save all...</source>
        <translation>全部保存...</translation>
    </message>
    <message>
        <source>Folder for the measurements</source>
        <translation>存放测量结果的文件夹</translation>
    </message>
</context>
<context>
    <name>tscope::LessonExport</name>
    <message>
        <source>Export the lesson</source>
        <translation>导出课程</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>%1 slides</source>
        <translation>%1 幻灯片</translation>
    </message>
    <message>
        <source>%1 handout</source>
        <translation>%1 讲义</translation>
    </message>
    <message>
        <source>%1 answers</source>
        <translation>%1 答案</translation>
    </message>
    <message>
        <source>The folder %1 can&apos;t be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>The slides were not all saved.</source>
        <translation>幻灯片没有全部保存。</translation>
    </message>
    <message>
        <source>Saved the slides in %1.</source>
        <translation>幻灯片已保存到 %1。</translation>
    </message>
</context>
<context>
    <name>tscope::LessonPages</name>
    <message>
        <source>Seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>Seed %1, %2</source>
        <translation>种子 %1，%2</translation>
    </message>
    <message>
        <source>Write all pointers.</source>
        <translation>请写出全部指针。</translation>
    </message>
    <message>
        <source>Seed %1, the same numbers for every name</source>
        <translation>种子 %1，所有姓名使用相同数字</translation>
    </message>
</context>
<context>
    <name>tscope::LessonPanel</name>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Show solution</source>
        <translation>显示解法</translation>
    </message>
    <message>
        <source>Other numbers</source>
        <translation>换一组数</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>All lessons</source>
        <translation>全部课程</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1: can&apos;t be read</source>
        <translation>%1：无法读取</translation>
    </message>
    <message>
        <source>Hint %1: %2</source>
        <translation>提示 %1：%2</translation>
    </message>
    <message>
        <source>Solution: %1</source>
        <translation>解法：%1</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message numerus="yes">
        <source>%n in a row.</source>
        <translation>
            <numerusform>连续答对 %n 次。</numerusform>
        </translation>
    </message>
    <message>
        <source>Try it with other numbers too.</source>
        <translation>换一组数再试一次。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>✓ %1</source>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>○ %1</source>
        <translation>○ %1</translation>
    </message>
    <message>
        <source>%1 ✓ done</source>
        <translation>%1 ✓ 已完成</translation>
    </message>
    <message>
        <source>%1 – %2 of %3 steps</source>
        <translation>%1 – 已完成 %2/%3 步</translation>
    </message>
    <message>
        <source>Try it in the sandbox</source>
        <translation>在沙箱中试试</translation>
    </message>
    <message>
        <source>The numbers of this step are fixed.</source>
        <translation>这一步的数是固定的。</translation>
    </message>
    <message>
        <source>Movement</source>
        <translation>移动过程</translation>
    </message>
    <message>
        <source>Another right one: %1</source>
        <translation>另一个正确答案：%1</translation>
    </message>
</context>
<context>
    <name>tscope::LessonPlay</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The tensor %1 is not open any more; begin the step anew.</source>
        <translation>张量 %1 已不再打开；请重新开始这一步。</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>正确。</translation>
    </message>
    <message>
        <source>This answer is not saved with the others: it is longer than %1 KiB.</source>
        <translation>此回答未与其他回答一起保存：它超过 %1 KiB。</translation>
    </message>
    <message>
        <source>This answer is not saved with the others: there are too many already.</source>
        <translation>此回答未与其他回答一起保存：已有的回答太多。</translation>
    </message>
    <message>
        <source>put the numbers in place</source>
        <translation>把数填入应在的位置</translation>
    </message>
    <message>
        <source>the step before</source>
        <translation>上一步的张量</translation>
    </message>
    <message>
        <source>Click cells of %1, in Logical.</source>
        <translation>请在逻辑视图中点击 %1 的单元格。</translation>
    </message>
    <message>
        <source>Click slots of the storage of %1, in Storage.</source>
        <translation>请在存储视图中点击 %1 的存储槽位。</translation>
    </message>
    <message>
        <source>Click slots of %1 of %2, in Members.</source>
        <translation>请在成员视图中点击 %2 的 %1 的槽位。</translation>
    </message>
    <message>
        <source>Click slots of %1, in Members.</source>
        <translation>请在成员视图中点击 %1 的槽位。</translation>
    </message>
    <message>
        <source>Right, but the solution was shown, so this step does not count yet. Press &quot;Other numbers&quot;.</source>
        <translation>正确，但解法已经显示过，所以这一步还不计入完成。请按“换一组数”。</translation>
    </message>
    <message>
        <source>Right, but the solution was shown, so this step does not count.</source>
        <translation>正确，但解法已经显示过，所以这一步不计入完成。</translation>
    </message>
</context>
<context>
    <name>tscope::LessonPrint</name>
    <message>
        <source>Name: ____________________</source>
        <translation>姓名：____________________</translation>
    </message>
    <message>
        <source>Answer: %1</source>
        <translation>答案：%1</translation>
    </message>
    <message>
        <source>Solution: %1</source>
        <translation>解法：%1</translation>
    </message>
    <message>
        <source>In short: %1</source>
        <translation>小结：%1</translation>
    </message>
</context>
<context>
    <name>tscope::LessonProgress</name>
    <message>
        <source>What was kept of your lessons can&apos;t be read: the file is damaged, or a newer version wrote it. It is set aside as %1.</source>
        <translation>课程进度无法读取：文件已损坏，或由更新的版本写成。它已另存为 %1。</translation>
    </message>
    <message>
        <source>What was kept of your lessons can&apos;t be read and can&apos;t be set aside: %1. Nothing is kept this time.</source>
        <translation>课程进度无法读取，也无法另存：%1。这次不保存进度。</translation>
    </message>
    <message>
        <source>The steps that you have done can&apos;t be saved: %1. They are known until the window closes.</source>
        <translation>已完成的步骤无法保存：%1。关闭窗口之前它们仍然有效。</translation>
    </message>
</context>
<context>
    <name>tscope::LessonWords</name>
    <message>
        <source>%1, step %2 of %3: %4</source>
        <translation>%1，第 %2 步（共 %3 步）：%4</translation>
    </message>
    <message>
        <source>Put in order: %1</source>
        <translation>请排序：%1</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>请选择：%1</translation>
    </message>
</context>
<context>
    <name>tscope::Lessons</name>
    <message>
        <source>there is no %1</source>
        <translation>没有 %1</translation>
    </message>
</context>
<context>
    <name>tscope::LinkedText</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>What is this?</source>
        <translation>这是什么？</translation>
    </message>
</context>
<context>
    <name>tscope::Log</name>
    <message>
        <source>undone: %1</source>
        <translation>已撤销：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>tscope::LogPanel</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>What is done, noticed or fails is written here.</source>
        <translation>这里记录完成、注意到和失败的事。</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
</context>
<context>
    <name>tscope::LogicalScene</name>
    <message>
        <source>%1 by %2 cells of %3</source>
        <translation>%3 中的 %1 × %2 个单元格</translation>
    </message>
    <message>
        <source>no elements: %1</source>
        <translation>没有元素：%1</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries are in sight</source>
        <translation>
            <numerusform>视野中有 %1 个条目</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 entries lie outside the size</source>
        <translation>
            <numerusform>有 %1 个条目位于尺寸之外</numerusform>
        </translation>
    </message>
    <message>
        <source>along dim %1: %2</source>
        <translation>沿第 %1 维：%2</translation>
    </message>
    <message>
        <source>%1 lies outside the size</source>
        <translation>%1 位于尺寸之外</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %2 more lie outside the size</source>
        <translation>
            <numerusform>%1 及另外 %2 个位于尺寸之外</numerusform>
        </translation>
    </message>
    <message>
        <source>matrix %1 of %2</source>
        <translation>矩阵 %1/%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 numbers a cell</source>
        <translation>
            <numerusform>每个单元格 %1 个数</numerusform>
        </translation>
    </message>
    <message>
        <source>not stored</source>
        <translation>未存储</translation>
    </message>
    <message>
        <source>a stored zero</source>
        <translation>已存储的零</translation>
    </message>
    <message>
        <source>in sight: rows %1 to %2 of %3, columns %4 to %5 of %6, %7 stored</source>
        <translation>可见：第 %1 到 %2 行（共 %3 行），第 %4 到 %5 列（共 %6 列），存储了 %7 个</translation>
    </message>
    <message>
        <source>a part is in sight, %1 stored</source>
        <translation>只看得到一部分，存储了 %1 个</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>%1, padded to %2</source>
        <translation>%1，补齐为 %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n matrices of %1</source>
        <translation>
            <numerusform>%1 的 %n 个矩阵</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 a cell</source>
        <translation>每格 %1</translation>
    </message>
    <message>
        <source>%1 lies outside the storage</source>
        <translation>%1 在存储之外</translation>
    </message>
</context>
<context>
    <name>tscope::Main</name>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>--language wants %1, found &quot;%2&quot;</source>
        <translation>--language 应为 %1，而给出的是“%2”</translation>
    </message>
    <message>
        <source>Looks at tensors: how they lie in memory, and what is wrong with them</source>
        <translation>查看张量：它们在内存中的排列方式，以及其中的错误</translation>
    </message>
    <message>
        <source>draw the window and its views into pictures in DIR, and end</source>
        <translation>将窗口及其视图绘制成图片存入 DIR，然后结束</translation>
    </message>
    <message>
        <source>size of the window</source>
        <translation>窗口的大小</translation>
    </message>
    <message>
        <source>how the panels stand: learn, debug or compare</source>
        <translation>面板的排列方式：learn、debug 或 compare</translation>
    </message>
    <message>
        <source>the colours: light, dark or contrast</source>
        <translation>配色：light、dark 或 contrast</translation>
    </message>
    <message>
        <source>language of the window: %1; without it, what the settings or the system say</source>
        <translation>窗口的语言：%1；未给出时依照设置或系统</translation>
    </message>
    <message>
        <source>open the samples that come along</source>
        <translation>打开自带的示例</translation>
    </message>
    <message>
        <source>remember nothing: neither from the last run nor for the next</source>
        <translation>不作任何记忆：既不沿用上次，也不留给下次</translation>
    </message>
    <message>
        <source>at the end, write to FILE what each turn and frame took</source>
        <translation>结束时将每轮事件和每帧的耗时写入 FILE</translation>
    </message>
    <message>
        <source>files to open; without any, what was open last time</source>
        <translation>要打开的文件；未给出时打开上次的内容</translation>
    </message>
    <message>
        <source>--size wants WIDTHxHEIGHT of 320x240 to 8192x8192, found &quot;%1&quot;</source>
        <translation>--size 应为 WIDTHxHEIGHT，从 320x240 到 8192x8192，而给出的是“%1”</translation>
    </message>
    <message>
        <source>--theme wants light, dark or contrast, found &quot;%1&quot;</source>
        <translation>--theme 应为 light、dark 或 contrast，而给出的是“%1”</translation>
    </message>
    <message>
        <source>--arrangement wants learn, debug or compare, found &quot;%1&quot;</source>
        <translation>--arrangement 应为 learn、debug 或 compare，而给出的是“%1”</translation>
    </message>
    <message>
        <source>could not write to &quot;%1&quot;</source>
        <translation>无法写入“%1”</translation>
    </message>
</context>
<context>
    <name>tscope::MainWindow</name>
    <message>
        <source>Links, pipes, devices or folders stood where settings are kept. They are set aside in %1.</source>
        <translation>设置文件的位置上有链接、管道、设备或文件夹，已移到 %1。</translation>
    </message>
    <message>
        <source>could not write to &quot;%1&quot;</source>
        <translation>无法写入“%1”</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Reading %1: %2 %</source>
        <translation>正在读取 %1：%2 %</translation>
    </message>
    <message>
        <source>Working...</source>
        <translation>正在处理...</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Look at %1</source>
        <translation>查看 %1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg)</source>
        <translation>图片 (*.png *.svg)</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Open...</source>
        <translation>打开(&amp;O)...</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Paste as a tensor</source>
        <translation>粘贴为张量(&amp;P)</translation>
    </message>
    <message>
        <source>Open all samples</source>
        <translation>打开全部示例</translation>
    </message>
    <message>
        <source>&amp;Export the view as a picture...</source>
        <translation>将视图导出为图片(&amp;E)...</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>&amp;Duplicate the tensor</source>
        <translation>复制张量(&amp;D)</translation>
    </message>
    <message>
        <source>Re&amp;move the tensor</source>
        <translation>移除张量(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Go to...</source>
        <translation>转到(&amp;G)...</translation>
    </message>
    <message>
        <source>&amp;Find a value...</source>
        <translation>查找值(&amp;F)...</translation>
    </message>
    <message>
        <source>Find the &amp;next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Find the &amp;previous</source>
        <translation>查找上一个(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Settings...</source>
        <translation>设置(&amp;S)...</translation>
    </message>
    <message>
        <source>&amp;Build</source>
        <translation>构建(&amp;B)</translation>
    </message>
    <message>
        <source>From &amp;text...</source>
        <translation>从文本(&amp;T)...</translation>
    </message>
    <message>
        <source>&amp;New...</source>
        <translation>新建(&amp;N)...</translation>
    </message>
    <message>
        <source>From &amp;arrays...</source>
        <translation>从数组(&amp;A)...</translation>
    </message>
    <message>
        <source>&amp;View or transform...</source>
        <translation>视图或变换(&amp;V)...</translation>
    </message>
    <message>
        <source>With a &amp;fault...</source>
        <translation>植入缺陷(&amp;F)...</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Commands...</source>
        <translation>命令(&amp;C)...</translation>
    </message>
    <message>
        <source>&amp;Arrangement</source>
        <translation>排列(&amp;A)</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Debug</source>
        <translation>调试</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>手册(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Tensorscope</source>
        <translation>关于 Tensorscope(&amp;A)</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Open a &amp;folder...</source>
        <translation>打开文件夹(&amp;F)...</translation>
    </message>
    <message>
        <source>Opened %1.</source>
        <translation>已打开 %1。</translation>
    </message>
    <message>
        <source>R&amp;epair</source>
        <translation>修复(&amp;E)</translation>
    </message>
    <message>
        <source>Build</source>
        <translation>构建</translation>
    </message>
    <message>
        <source>&amp;New tab</source>
        <translation>新建标签页(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Close the tab</source>
        <translation>关闭标签页(&amp;C)</translation>
    </message>
    <message>
        <source>Ne&amp;xt tab</source>
        <translation>下一个标签页(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Previous tab</source>
        <translation>上一个标签页(&amp;P)</translation>
    </message>
    <message>
        <source>Two tensors &amp;side by side</source>
        <translation>两个张量左右并排(&amp;S)</translation>
    </message>
    <message>
        <source>Two tensors one &amp;above the other</source>
        <translation>两个张量上下并排(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;One tensor</source>
        <translation>一个张量(&amp;O)</translation>
    </message>
    <message>
        <source>Go to the o&amp;ther pane</source>
        <translation>转到另一窗格(&amp;T)</translation>
    </message>
    <message>
        <source>A&amp;ll pictures</source>
        <translation>全部画面(&amp;L)</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>仅%1</translation>
    </message>
    <message>
        <source>Saving %1: %2</source>
        <translation>正在保存 %1：%2</translation>
    </message>
    <message>
        <source>&amp;Convert</source>
        <translation>转换(&amp;C)</translation>
    </message>
    <message>
        <source>Convert</source>
        <translation>转换</translation>
    </message>
    <message>
        <source>&amp;Convert...</source>
        <translation>转换(&amp;C)...</translation>
    </message>
    <message>
        <source>&amp;Run an operation...</source>
        <translation>运行运算(&amp;R)...</translation>
    </message>
    <message>
        <source>To %1...</source>
        <translation>转为 %1...</translation>
    </message>
    <message>
        <source>To %1</source>
        <translation>转为 %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ti&amp;me in all layouts</source>
        <translation>测量所有布局的用时(&amp;M)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>close %1</source>
        <translation>关闭 %1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Not saved: %1.</source>
        <translation>尚未保存：%1。</translation>
    </message>
    <message>
        <source>Save before %1 is closed?</source>
        <translation>关闭 %1 之前要保存吗？</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Sa&amp;mples</source>
        <translation>示例(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as...</source>
        <translation>另存为(&amp;A)...</translation>
    </message>
    <message>
        <source>Save the &amp;whole document as...</source>
        <translation>将整个文档另存为(&amp;W)...</translation>
    </message>
    <message>
        <source>Save a&amp;ll</source>
        <translation>全部保存(&amp;L)</translation>
    </message>
    <message>
        <source>Re&amp;vert</source>
        <translation>还原(&amp;V)</translation>
    </message>
    <message>
        <source>Reloa&amp;d from the file</source>
        <translation>从文件重新载入(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Trans&amp;pose</source>
        <translation>转置(&amp;P)</translation>
    </message>
    <message>
        <source>System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>&amp;Fit to view</source>
        <translation>适合视图(&amp;F)</translation>
    </message>
    <message>
        <source>Ca&amp;nvas</source>
        <translation>画布(&amp;N)</translation>
    </message>
    <message>
        <source>open a tensor first</source>
        <translation>请先打开一个张量</translation>
    </message>
    <message>
        <source>not possible now</source>
        <translation>现在不可用</translation>
    </message>
    <message>
        <source>View step %1...</source>
        <translation>视图步骤 %1...</translation>
    </message>
    <message>
        <source>Run %1: %2</source>
        <translation>运行 %1：%2</translation>
    </message>
    <message>
        <source>The transpose of %1: %2</source>
        <translation>%1 的转置：%2</translation>
    </message>
    <message>
        <source>%1 transposed</source>
        <translation>%1 的转置</translation>
    </message>
    <message>
        <source>Transposed %1: %2</source>
        <translation>已转置 %1：%2</translation>
    </message>
    <message>
        <source>%1 has no transpose that is a view</source>
        <translation>%1 不能以视图方式转置</translation>
    </message>
    <message>
        <source>Transpose: rows and columns swapped, as a view (%1)</source>
        <translation>转置：以视图方式交换行和列（%1）</translation>
    </message>
    <message>
        <source>%1 in its file: %2</source>
        <translation>文件中的 %1：%2</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>%1（磁盘上）</translation>
    </message>
    <message>
        <source>%1 before the edits</source>
        <translation>%1（编辑前）</translation>
    </message>
    <message>
        <source>Compare with the f&amp;ile</source>
        <translation>与文件比较(&amp;I)</translation>
    </message>
    <message>
        <source>Compare with &amp;before the edits</source>
        <translation>与编辑前比较(&amp;B)</translation>
    </message>
    <message>
        <source>S&amp;hare this view...</source>
        <translation>分享此视图(&amp;H)...</translation>
    </message>
    <message>
        <source>Share this view</source>
        <translation>分享此视图</translation>
    </message>
    <message>
        <source>JSON tensor (*.json)</source>
        <translation>JSON 张量 (*.json)</translation>
    </message>
    <message>
        <source>The view is on the clipboard.</source>
        <translation>视图已放到剪贴板上。</translation>
    </message>
    <message>
        <source>Shared as %1.</source>
        <translation>已分享为 %1。</translation>
    </message>
    <message>
        <source>Notes: %1</source>
        <translation>备注：%1</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>a shared view is a .json file</source>
        <translation>分享的视图是 .json 文件</translation>
    </message>
    <message>
        <source>Export all pictures</source>
        <translation>导出所有图片</translation>
    </message>
    <message>
        <source>Pad with 0</source>
        <translation>用 0 填充</translation>
    </message>
    <message>
        <source>Export all pic&amp;tures...</source>
        <translation>导出所有图片(&amp;T)...</translation>
    </message>
    <message>
        <source>Com&amp;pare</source>
        <translation>比较(&amp;P)</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>Edits to %1 from the last session are back, but not saved. Undo takes back one step; File &gt; Revert discards them.</source>
        <translation>上次会话对 %1 的编辑已恢复，但尚未保存。“撤销”退回一步；“文件 &gt; 还原”会丢弃这些编辑。</translation>
    </message>
    <message>
        <source>Make a conti&amp;guous copy</source>
        <translation>生成连续副本(&amp;G)</translation>
    </message>
    <message>
        <source>Copied to the clipboard.</source>
        <translation>已复制到剪贴板。</translation>
    </message>
    <message>
        <source>%1 is contiguous already: nothing to copy</source>
        <translation>%1 已经是连续的，无需复制</translation>
    </message>
    <message>
        <source>contiguous copy of %1</source>
        <translation>%1 的连续副本</translation>
    </message>
    <message>
        <source>Contiguous copy of %1: copies %2; shares no byte with %1</source>
        <translation>%1 的连续副本：复制 %2，与 %1 不共享任何字节</translation>
    </message>
    <message>
        <source>is contiguous already: nothing to copy</source>
        <translation>已经是连续的，无需复制</translation>
    </message>
    <message>
        <source>copies %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>E&amp;xport the lesson</source>
        <translation>导出课程(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Slides...</source>
        <translation>幻灯片(&amp;S)...</translation>
    </message>
    <message>
        <source>Slides as &amp;pictures (SVG)...</source>
        <translation>幻灯片图片（SVG）(&amp;P)...</translation>
    </message>
    <message>
        <source>&amp;Handout...</source>
        <translation>讲义(&amp;H)...</translation>
    </message>
    <message>
        <source>Handout with &amp;answers...</source>
        <translation>带答案的讲义(&amp;A)...</translation>
    </message>
    <message>
        <source>Pro&amp;jector</source>
        <translation>投影(&amp;J)</translation>
    </message>
    <message>
        <source>Contract: %1</source>
        <translation>契约：%1</translation>
    </message>
    <message>
        <source>Measurements of the last session are back, but not saved: %1. Save them in the Timing panel.</source>
        <translation>上次的测量结果已恢复，但尚未保存：%1。请在“计时”面板中保存。</translation>
    </message>
    <message>
        <source>&amp;Zoom to this place</source>
        <translation>放大到此处(&amp;Z)</translation>
    </message>
    <message>
        <source>Select a lesson or begin one first.</source>
        <translation>请先选择或开始一课。</translation>
    </message>
    <message>
        <source>Files of tensors (%1)</source>
        <translation>张量文件 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Repair: %1</source>
        <translation>修复：%1</translation>
    </message>
    <message>
        <source>The question is still open. %1 leads back to it.</source>
        <translation>题目尚未作答，按 %1 可回到题目。</translation>
    </message>
    <message>
        <source>No tensor of this file is open.</source>
        <translation>此文件中没有打开的张量。</translation>
    </message>
    <message>
        <source>&amp;Make an exercise from this tensor...</source>
        <translation>用此张量出题(&amp;M)...</translation>
    </message>
    <message>
        <source>Mo&amp;vement...</source>
        <translation>移动过程(&amp;V)...</translation>
    </message>
    <message>
        <source>The current tensor is not of this file.</source>
        <translation>当前张量不属于这个文件。</translation>
    </message>
    <message>
        <source>Make a ro&amp;w-major copy</source>
        <translation>生成行优先副本(&amp;W)</translation>
    </message>
    <message>
        <source>Make a column-ma&amp;jor copy</source>
        <translation>生成列优先副本(&amp;J)</translation>
    </message>
    <message>
        <source>%1 column-major</source>
        <translation>%1 列优先</translation>
    </message>
    <message>
        <source>%1 row-major</source>
        <translation>%1 行优先</translation>
    </message>
    <message>
        <source>%1 already: nothing to copy</source>
        <translation>%1：已是如此，无需复制</translation>
    </message>
    <message>
        <source>%1: copies %2</source>
        <translation>%1：复制 %2</translation>
    </message>
    <message>
        <source>There is no picture to export: show a chart of the session first.</source>
        <translation>没有可导出的图片：请先显示该次测量的一张图表。</translation>
    </message>
    <message>
        <source>Measure something or open a session first.</source>
        <translation>请先测量，或打开一个会话。</translation>
    </message>
    <message>
        <source>Save the timi&amp;ng report...</source>
        <translation>保存计时报告(&amp;N)...</translation>
    </message>
    <message>
        <source>%1: no tensor is open</source>
        <translation>%1：未打开任何张量</translation>
    </message>
</context>
<context>
    <name>tscope::ManualWindow</name>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Find in the manual</source>
        <translation>在手册中查找</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
</context>
<context>
    <name>tscope::MarkAnswersButton</name>
    <message>
        <source>Mark answers...</source>
        <translation>评阅回答...</translation>
    </message>
    <message>
        <source>Marks the files that students saved with &quot;Save answers&quot;, in a folder, for the selected lesson. With a seed of the class it says who answered with other numbers.</source>
        <translation>按所选课程评阅一个文件夹中学生用“保存回答”保存的文件。填写班级种子后，会指出谁回答了别的数字。</translation>
    </message>
    <message>
        <source>Folder of answers</source>
        <translation>回答所在的文件夹</translation>
    </message>
</context>
<context>
    <name>tscope::MarkedAnswers</name>
    <message>
        <source>Marks: %1</source>
        <translation>评阅：%1</translation>
    </message>
    <message>
        <source>Every answer was marked anew. &quot;right (3)&quot;: with the third answer. &quot;right with hints&quot;: after a hint; &quot;right once shown&quot;: after the solution was seen, which does not count as right.</source>
        <translation>所有回答均已重新评阅。“right (3)”表示第三次回答正确；“看过提示后正确”表示看过提示；“看过答案后正确”表示看过解答，不计为正确。</translation>
    </message>
    <message>
        <source>Save as CSV...</source>
        <translation>另存为 CSV...</translation>
    </message>
    <message>
        <source>Save marks</source>
        <translation>保存评阅结果</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Answered: %1</source>
        <translation>所答：%1</translation>
    </message>
    <message>
        <source>Steps and their most frequent wrong answers</source>
        <translation>各步及其最常见的错误答案</translation>
    </message>
</context>
<context>
    <name>tscope::MeasurePage</name>
    <message>
        <source>The tensor that was measured is not the current one</source>
        <translation>所测的张量不是当前张量</translation>
    </message>
    <message numerus="yes">
        <source>Measure with 1 to %n thread(s)</source>
        <translation>
            <numerusform>用 1 到 %n 个线程测量</numerusform>
        </translation>
    </message>
    <message>
        <source>The operation in all forms of the tensor, with ever more threads</source>
        <translation>对张量的所有形式执行此运算，线程数逐步增加</translation>
    </message>
    <message>
        <source>This machine has one thread</source>
        <translation>本机只有一个线程</translation>
    </message>
    <message>
        <source>Measure with fewer and more entries</source>
        <translation>以更少和更多的条目测量</translation>
    </message>
    <message>
        <source>The pattern of the tensor with a sixteenth, a quarter, 4 and 16 times its entries, all operations of this session in all of its forms</source>
        <translation>用张量的稀疏结构，条目数分别为原来的 1/16、1/4、4 倍和 16 倍，测量本次记录的全部运算的所有形式</translation>
    </message>
    <message>
        <source>Measure with k from 1 to 256</source>
        <translation>用 1 到 256 的 k 测量</translation>
    </message>
    <message>
        <source>The operation in all forms of the tensor, with 1, 4, 16, 64 and 256 columns of the dense operand. Of an operation that has none, spmm or linear instead.</source>
        <translation>对张量的所有形式测量该运算，稠密操作数取 1、4、16、64 和 256 列。没有稠密操作数的运算改测 spmm 或 linear。</translation>
    </message>
</context>
<context>
    <name>tscope::MembersScene</name>
    <message numerus="yes">
        <source>%n member(s)</source>
        <translation>
            <numerusform>%n 个成员</numerusform>
        </translation>
    </message>
    <message>
        <source>strides %1</source>
        <translation>步幅 %1</translation>
    </message>
    <message>
        <source>blocks stored row by row</source>
        <translation>块按行存储</translation>
    </message>
    <message>
        <source>blocks stored column by column</source>
        <translation>块按列存储</translation>
    </message>
    <message>
        <source>offset %1</source>
        <translation>偏移 %1</translation>
    </message>
    <message>
        <source>declared, no data</source>
        <translation>仅声明，无数据</translation>
    </message>
    <message>
        <source>can&apos;t be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>no elements</source>
        <translation>没有元素</translation>
    </message>
    <message>
        <source>reaches outside its storage</source>
        <translation>超出其存储</translation>
    </message>
    <message>
        <source>an extent is negative</source>
        <translation>有一个维度的大小为负</translation>
    </message>
    <message>
        <source>more elements than 64 bits count</source>
        <translation>元素数超出 64 位所能计</translation>
    </message>
    <message>
        <source>not used by any element</source>
        <translation>没有元素使用它</translation>
    </message>
    <message>
        <source>dim %1</source>
        <translation>维 %1</translation>
    </message>
</context>
<context>
    <name>tscope::MorphFilm</name>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Entry %1 of %2: %3</source>
        <translation>第 %1 个条目，共 %2 个：%3</translation>
    </message>
    <message>
        <source>Number %1 of %2 that move: %3</source>
        <translation>移动的第 %1 个数，共 %2 个：%3</translation>
    </message>
    <message>
        <source>On the way</source>
        <translation>途中</translation>
    </message>
    <message>
        <source>Number %1 of %2: %3</source>
        <translation>第 %1 个数，共 %2 个：%3</translation>
    </message>
</context>
<context>
    <name>tscope::MovementDialog</name>
    <message>
        <source>COO to CSR, step by step</source>
        <translation>COO 转 CSR，逐步</translation>
    </message>
    <message>
        <source>Coalesce, step by step</source>
        <translation>合并重复条目，逐步</translation>
    </message>
    <message>
        <source>CSR to CSC, step by step</source>
        <translation>CSR 转 CSC，逐步</translation>
    </message>
    <message>
        <source>Pad, step by step</source>
        <translation>填充，逐步</translation>
    </message>
    <message>
        <source>Unpad, step by step</source>
        <translation>去填充，逐步</translation>
    </message>
    <message>
        <source>Movement</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>&amp;Without motion</source>
        <translation>不用动画(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;From</source>
        <translation>从(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;To</source>
        <translation>到(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>显示(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <source>F&amp;orward</source>
        <translation>前进(&amp;O)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Open or build a tensor first: it is what moves.</source>
        <translation>请先打开或构建一个张量：移动的就是它。</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>慢</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>快</translation>
    </message>
    <message>
        <source>Sp&amp;eed</source>
        <translation>速度(&amp;E)</translation>
    </message>
    <message>
        <source>%1% of the way</source>
        <translation>途中 %1%</translation>
    </message>
</context>
<context>
    <name>tscope::MovementView</name>
    <message>
        <source>Movement</source>
        <translation>移动</translation>
    </message>
</context>
<context>
    <name>tscope::NothingOpen</name>
    <message>
        <source>No tensor is open.</source>
        <translation>没有打开的张量。</translation>
    </message>
</context>
<context>
    <name>tscope::Notices</name>
    <message>
        <source>What could not be read</source>
        <translation>未能读取的内容</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>tscope::NumberRow</name>
    <message>
        <source>%1 to %2 stay inside the storage</source>
        <translation>%1 到 %2 之间不会超出存储</translation>
    </message>
    <message>
        <source>nothing stays inside the storage</source>
        <translation>任何取值都会超出存储</translation>
    </message>
    <message>
        <source>A whole number of 64 bits is wanted, found &quot;%1&quot;.</source>
        <translation>需要一个 64 位整数，而输入的是“%1”。</translation>
    </message>
</context>
<context>
    <name>tscope::PairLine</name>
    <message>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>无法判定</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1（在 %2 上）</translation>
    </message>
</context>
<context>
    <name>tscope::PairsModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>tscope::PanelSpec</name>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>View family</source>
        <translation>视图族</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>How it is found</source>
        <translation>查找过程</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Geometry</source>
        <translation>几何</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Dispatch</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
</context>
<context>
    <name>tscope::PastePage</name>
    <message>
        <source>Text of a tensor</source>
        <translation>张量的文本</translation>
    </message>
    <message>
        <source>Texts of up to %1 characters are read here; open longer ones as a file.</source>
        <translation>此处最多读取 %1 个字符的文本；更长的请作为文件打开。</translation>
    </message>
    <message>
        <source>Paste or type a tensor.</source>
        <translation>请粘贴或输入一个张量。</translation>
    </message>
    <message>
        <source>pasted</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>A &amp;JSON tensor, rows of numbers, nested lists, or what Python, NumPy, SciPy or torch print:</source>
        <translation>JSON 张量(&amp;J)、多行数字、嵌套列表，或 Python、NumPy、SciPy、torch 打印的内容：</translation>
    </message>
    <message>
        <source>one tensor</source>
        <translation>一个张量</translation>
    </message>
    <message>
        <source>a nested tensor</source>
        <translation>一个 nested 张量</translation>
    </message>
    <message>
        <source>a jagged tensor</source>
        <translation>一个 jagged 张量</translation>
    </message>
    <message>
        <source>Rows and lists may differ in length in a nested or jagged tensor.</source>
        <translation>在 nested 或 jagged 张量中，各行和各列表的长度可以不同。</translation>
    </message>
    <message>
        <source>&amp;Lists and rows become</source>
        <translation>列表和行读作(&amp;L)</translation>
    </message>
</context>
<context>
    <name>tscope::PictureCaption</name>
    <message numerus="yes">
        <source>and %1 more marked places</source>
        <translation>
            <numerusform>另有 %1 处标记</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::PictureSpec</name>
    <message>
        <source>Logical</source>
        <translation>逻辑</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
</context>
<context>
    <name>tscope::PlaceWalk</name>
    <message>
        <source>Places of</source>
        <translation>哪些位置</translation>
    </message>
    <message>
        <source>Whose places are marked and stepped through</source>
        <translation>标出并依次查看哪条规则的位置</translation>
    </message>
    <message>
        <source>Previous place</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next place</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>To the place before, in all views (Shift+F8)</source>
        <translation>在所有视图中转到上一处 (Shift+F8)</translation>
    </message>
    <message>
        <source>To the next place, in all views (F8)</source>
        <translation>在所有视图中转到下一处 (F8)</translation>
    </message>
    <message>
        <source>All rules</source>
        <translation>所有规则</translation>
    </message>
    <message>
        <source>%1 listed, %2 in all</source>
        <translation>列出 %1 处，共 %2 处</translation>
    </message>
    <message>
        <source>Places: %1</source>
        <translation>位置：%1</translation>
    </message>
    <message>
        <source>Place %1 of %2</source>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <translation>%1 %2，%3 处</translation>
    </message>
    <message>
        <source>Advice only: choose a rule</source>
        <translation>只有建议：请选择一条规则</translation>
    </message>
    <message>
        <source>Advice. %1</source>
        <translation>建议。%1</translation>
    </message>
    <message>
        <source>%1 of %2 places can be stepped to. The others are of rules that compare members as a whole.</source>
        <translation>%2 个位置中有 %1 个可以逐一查看，其余属于把成员作为整体比较的规则。</translation>
    </message>
    <message>
        <source>Places: %1 of %2</source>
        <translation>位置：%1／%2</translation>
    </message>
</context>
<context>
    <name>tscope::PreviewFrame</name>
    <message>
        <source>checking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>&amp;Before</source>
        <translation>之前(&amp;B)</translation>
    </message>
    <message>
        <source>Show the tensor as it is</source>
        <translation>显示张量现在的样子</translation>
    </message>
    <message>
        <source>A&amp;fter</source>
        <translation>之后(&amp;F)</translation>
    </message>
    <message>
        <source>Show the tensor as it would be</source>
        <translation>显示张量将成为的样子</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>Make the change, as one step that can be undone</source>
        <translation>执行更改，作为可撤销的一步</translation>
    </message>
    <message>
        <source>Leave the tensor as it is (Esc)</source>
        <translation>保持张量原样 (Esc)</translation>
    </message>
    <message>
        <source>◇ Preview: %1, not applied
before: %2, after: %3</source>
        <translation>◇ 预览：%1，尚未应用
之前：%2，之后：%3</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>放弃(&amp;D)</translation>
    </message>
    <message>
        <source>To the change before, in all views (Shift+F9)</source>
        <translation>在所有视图中转到上一处改动（Shift+F9）</translation>
    </message>
    <message>
        <source>To the next change, in all views (F9)</source>
        <translation>在所有视图中转到下一处改动（F9）</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>上一处改动</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>下一处改动</translation>
    </message>
    <message>
        <source>Change %1 of at least %2</source>
        <translation>改动 %1，至少共 %2 处</translation>
    </message>
    <message>
        <source>Change %1 of %2</source>
        <translation>改动 %1，共 %2 处</translation>
    </message>
</context>
<context>
    <name>tscope::Projector</name>
    <message>
        <source>Projector</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>No tensor is open.</source>
        <translation>没有打开的张量。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Esc: leave</source>
        <translation>Esc：退出</translation>
    </message>
    <message>
        <source>Solution: %1</source>
        <translation>解法：%1</translation>
    </message>
    <message>
        <source>Page Up: back · Esc: leave</source>
        <translation>Page Up：返回 · Esc：退出</translation>
    </message>
    <message>
        <source>Page Down: next step · Page Up: back · Esc: leave</source>
        <translation>Page Down：下一步 · Page Up：返回 · Esc：退出</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>Page Down: next element · Page Up: back · Esc: leave</source>
        <translation>Page Down：下一个元素 · Page Up：返回 · Esc：退出</translation>
    </message>
    <message>
        <source>Likely cause: %1</source>
        <translation>可能的原因：%1</translation>
    </message>
    <message>
        <source>Page Down: next element · Page Up: back · N, P: next, previous tensor · Esc: leave</source>
        <translation>Page Down：下一个元素 · Page Up：返回 · N、P：下一个、上一个张量 · Esc：退出</translation>
    </message>
    <message>
        <source>Hint %1: %2</source>
        <translation>提示 %1：%2</translation>
    </message>
    <message>
        <source>Page Down: solution · Page Up: back · H: hint · Esc: leave</source>
        <translation>Page Down：解法 · Page Up：返回 · H：提示 · Esc：退出</translation>
    </message>
    <message>
        <source>Page Down: solution · Page Up: back · Esc: leave</source>
        <translation>Page Down：解法 · Page Up：返回 · Esc：退出</translation>
    </message>
</context>
<context>
    <name>tscope::Proofs</name>
    <message>
        <source>Only sound tensors are converted and computed with; %1 can&apos;t be proven to be one.</source>
        <translation>只有可靠的张量才能转换和参与计算；无法证明 %1 是可靠的。</translation>
    </message>
    <message>
        <source>Only sound tensors are converted and computed with; %1 breaks rule %2: %3</source>
        <translation>只有可靠的张量才能转换和参与计算；%1 违反规则 %2：%3</translation>
    </message>
    <message numerus="yes">
        <source> and %n more rule(s)</source>
        <translation>
            <numerusform>（另有 %n 条规则）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::Question</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1，另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::RefusedPage</name>
    <message>
        <source>What its pickle tells Python to do. Nothing of it was run:</source>
        <translation>其 pickle 要求 Python 做的事，其中没有任何内容被执行：</translation>
    </message>
    <message>
        <source>What lies in the archive:</source>
        <translation>归档中的内容：</translation>
    </message>
    <message>
        <source>Its text, with the line marked where it could not be read:</source>
        <translation>其文本，无法读取的行已标出：</translation>
    </message>
    <message>
        <source>Its bytes, with the place marked if it is known:</source>
        <translation>其字节，位置若已知则已标出：</translation>
    </message>
    <message>
        <source>Files that could not be read</source>
        <translation>无法读取的文件</translation>
    </message>
    <message>
        <source>Why it could not be read</source>
        <translation>无法读取的原因</translation>
    </message>
    <message>
        <source>What the file holds</source>
        <translation>文件的内容</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Where: %1</source>
        <translation>位置：%1</translation>
    </message>
</context>
<context>
    <name>tscope::Reload</name>
    <message>
        <source>is gone from the disk; its tensors are kept here.</source>
        <translation>已从磁盘上消失；其张量在此保留。</translation>
    </message>
    <message>
        <source>has changed and can&apos;t be read any more: %1</source>
        <translation>已更改且无法再读取：%1</translation>
    </message>
    <message>
        <source>reload %1</source>
        <translation>重新载入 %1</translation>
    </message>
    <message>
        <source>has changed on disk; kept as edited here: %1. File, Reload takes what is there.</source>
        <translation>在磁盘上已更改；此处编辑过的保留不变：%1。用“文件”菜单的“从文件重新载入”取用磁盘上的内容。</translation>
    </message>
    <message>
        <source>has changed on disk and no longer holds, but kept here is: %1</source>
        <translation>已在磁盘上改变，不再含有（此处仍保留）：%1</translation>
    </message>
    <message numerus="yes">
        <source>has changed on disk; new in it: %n tensor(s)</source>
        <translation>
            <numerusform>已在磁盘上改变；其中新增 %n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>%1 was read again.</source>
        <translation>已重新读取 %1。</translation>
    </message>
</context>
<context>
    <name>tscope::RepairList</name>
    <message>
        <source>Repairs</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Trying out</source>
        <translation>正在试算</translation>
    </message>
</context>
<context>
    <name>tscope::RooflinePage</name>
    <message>
        <source>Measure the limits again</source>
        <translation>重新测量上限</translation>
    </message>
    <message>
        <source>The bandwidths and rates of each device of this session, a few seconds. The best of all measurements is the limit.</source>
        <translation>这次测量中各设备的带宽和运算速度，需要几秒钟。取所有测量中的最好值作为上限。</translation>
    </message>
</context>
<context>
    <name>tscope::RowPage</name>
    <message>
        <source>Form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>The tensor that was measured is not the current one: nothing is selected in it.</source>
        <translation>测量的张量不是当前张量：其中未选择任何内容。</translation>
    </message>
    <message>
        <source>Nothing is stored there; the first element of the part is selected.</source>
        <translation>此处未存储任何内容；已选择该部分的第一个元素。</translation>
    </message>
    <message>
        <source>The first %1 elements that are stored there are selected.</source>
        <translation>已选择此处存储的前 %1 个元素。</translation>
    </message>
    <message>
        <source>Selected: %1 stored elements.</source>
        <translation>已选择：%1 个存储的元素。</translation>
    </message>
    <message>
        <source>What the colours mean</source>
        <translation>颜色的含义</translation>
    </message>
</context>
<context>
    <name>tscope::RulesModel</name>
    <message>
        <source>not asked, because %1</source>
        <translation>未检查，原因：%1</translation>
    </message>
    <message>
        <source>, the first: </source>
        <translation>，第一处：</translation>
    </message>
    <message>
        <source>%1. Broken at what is pointed at.</source>
        <translation>%1。在所指之处被违反。</translation>
    </message>
    <message>
        <source>remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>follows from %1</source>
        <translation>由 %1 引起</translation>
    </message>
    <message>
        <source>Broken (%1)</source>
        <translation>被违反（%1）</translation>
    </message>
    <message>
        <source>Advisory (%1)</source>
        <translation>建议（%1）</translation>
    </message>
    <message>
        <source>Remarks (%1)</source>
        <translation>备注（%1）</translation>
    </message>
    <message>
        <source>Holding (%1)</source>
        <translation>满足（%1）</translation>
    </message>
    <message>
        <source>Not asked (%1)</source>
        <translation>未检查（%1）</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 处</translation>
    </message>
    <message>
        <source>Load %1 more</source>
        <translation>再载入 %1 项</translation>
    </message>
</context>
<context>
    <name>tscope::RulesPanel</name>
    <message>
        <source>read it as %1</source>
        <translation>读作 %1</translation>
    </message>
</context>
<context>
    <name>tscope::RulesTree</name>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>%1 more, not listed</source>
        <translation>另有 %1 处，未列出</translation>
    </message>
</context>
<context>
    <name>tscope::RunDialog</name>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Run an operation</source>
        <translation>运行运算</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>&amp;Operation</source>
        <translation>运算(&amp;O)</translation>
    </message>
    <message>
        <source>as it comes out</source>
        <translation>由结果决定</translation>
    </message>
    <message>
        <source>Open or build a tensor first: it is what is computed with.</source>
        <translation>请先打开或构建一个张量：计算要用它。</translation>
    </message>
    <message>
        <source>The kernel writes %1 %2 %3.</source>
        <translation>内核写出 %1 %2 %3。</translation>
    </message>
    <message>
        <source>Multiplications and additions: %L1.</source>
        <translation>乘法与加法：%L1。</translation>
    </message>
    <message>
        <source>The result: %1</source>
        <translation>结果：%1</translation>
    </message>
    <message>
        <source>or a number</source>
        <translation>或一个数</translation>
    </message>
    <message>
        <source>A number instead of the tensor, such as 2, -0.5 or 1+2j</source>
        <translation>代替张量的一个数，例如 2、-0.5 或 1+2j</translation>
    </message>
    <message>
        <source>%1 as a number</source>
        <translation>%1 作为数</translation>
    </message>
    <message>
        <source>A number was wanted, found &quot;%1&quot;.</source>
        <translation>需要一个数，却是“%1”。</translation>
    </message>
</context>
<context>
    <name>tscope::SavedText</name>
    <message>
        <source>Saved %1.</source>
        <translation>已保存 %1。</translation>
    </message>
</context>
<context>
    <name>tscope::Saves</name>
    <message>
        <source>JSON tensor</source>
        <translation>JSON 张量</translation>
    </message>
    <message>
        <source>Text literal</source>
        <translation>文本字面量</translation>
    </message>
    <message>
        <source>NumPy array</source>
        <translation>NumPy 数组</translation>
    </message>
    <message>
        <source>NumPy archive</source>
        <translation>NumPy 归档</translation>
    </message>
    <message>
        <source>PyTorch file</source>
        <translation>PyTorch 文件</translation>
    </message>
    <message>
        <source>Matrix Market, compressed</source>
        <translation>Matrix Market（压缩）</translation>
    </message>
    <message>
        <source>Matrix Market</source>
        <translation>Matrix Market</translation>
    </message>
    <message>
        <source>safetensors file</source>
        <translation>safetensors 文件</translation>
    </message>
    <message>
        <source>Save as...</source>
        <translation>另存为...</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>%1 can&apos;t keep everything as it is here. Save all the same?</source>
        <translation>%1 无法原样保留此处的全部内容。仍要保存吗？</translation>
    </message>
    <message>
        <source>%1 has changed on disk since it was read. Replace what is there now?</source>
        <translation>%1 在读取之后已在磁盘上更改。要替换磁盘上现有的内容吗？</translation>
    </message>
    <message>
        <source>File, Reload from the file shows what is there.</source>
        <translation>“文件”菜单的“从文件重新载入”可显示磁盘上的内容。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>tscope::Saving</name>
    <message>
        <source>the file is %1; it would be written as %2</source>
        <translation>此文件是 %1，将会写成 %2</translation>
    </message>
</context>
<context>
    <name>tscope::SceneView</name>
    <message>
        <source>A preview is shown: apply or drop it to edit.</source>
        <translation>正在显示预览：请先应用或放弃，再进行编辑。</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Copy place and value</source>
        <translation>复制位置和值</translation>
    </message>
    <message>
        <source>Edit value</source>
        <translation>编辑值</translation>
    </message>
    <message>
        <source>Fit to view</source>
        <translation>适应视图</translation>
    </message>
    <message>
        <source>Drag along the numbers to slice, onto the other axis to swap the two dims</source>
        <translation>沿编号拖动可切片，拖到另一条轴上可交换两个维</translation>
    </message>
    <message>
        <source>Slice %1 as a view</source>
        <translation>切片 %1（视图）</translation>
    </message>
    <message>
        <source>Swap the dims: %1, as a view</source>
        <translation>交换维：%1（视图）</translation>
    </message>
    <message>
        <source>Copy this place</source>
        <translation>复制此处的位置</translation>
    </message>
    <message>
        <source>Zoom to this place</source>
        <translation>放大到此处</translation>
    </message>
    <message>
        <source>Next place of this rule</source>
        <translation>此规则的下一处</translation>
    </message>
    <message>
        <source>Repairs</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Export as a picture...</source>
        <translation>导出为图片...</translation>
    </message>
</context>
<context>
    <name>tscope::Session</name>
    <message>
        <source>What was kept of the last time is damaged, and may not all be back. It is set aside in %1.</source>
        <translation>上次保存的会话已损坏，可能无法全部恢复。原有内容已移到 %1。</translation>
    </message>
    <message>
        <source>the file no longer holds this tensor</source>
        <translation>文件中已没有这个张量</translation>
    </message>
    <message>
        <source>%1 was too large to be kept</source>
        <translation>%1 太大，未能保留</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Not brought back: %1</source>
        <translation>未能恢复：%1</translation>
    </message>
    <message>
        <source>its changes are not there any more</source>
        <translation>它的改动已不在</translation>
    </message>
    <message>
        <source>its changes can&apos;t be read</source>
        <translation>无法读取它的改动</translation>
    </message>
    <message>
        <source>What was open can&apos;t be brought back: %1</source>
        <translation>无法恢复上次打开的内容：%1</translation>
    </message>
    <message>
        <source>%1: its file has changed; the changes are put on what it holds now</source>
        <translation>%1：其文件已改变；改动已加在文件现在的内容上</translation>
    </message>
    <message>
        <source>%1: the last changes, which were too large to be kept</source>
        <translation>%1：最后的改动太大，未能保留</translation>
    </message>
    <message numerus="yes">
        <source>%1 has changed on disk; new in it: %n tensor(s)</source>
        <translation>
            <numerusform>%1 已在磁盘上改变；其中新增 %n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>its file no longer holds what its edits belong to</source>
        <translation>其文件中已没有这些编辑所针对的内容</translation>
    </message>
    <message>
        <source>Edits can&apos;t be kept after you quit: %1</source>
        <translation>退出后无法保留编辑：%1</translation>
    </message>
    <message>
        <source>the folder %1 can&apos;t be written to</source>
        <translation>无法写入文件夹 %1</translation>
    </message>
    <message>
        <source>edits of the last session</source>
        <translation>上次会话的编辑</translation>
    </message>
    <message>
        <source>it is of no file</source>
        <translation>它不属于任何文件</translation>
    </message>
    <message>
        <source>Edits to %1 are too large to keep after you quit (%2 at most for all tensors). Save what you need.</source>
        <translation>%1 的编辑太大，退出后无法保留（所有张量合计最多 %2）。请保存需要的内容。</translation>
    </message>
    <message>
        <source>The last edits to %1 are too large to keep after you quit (%2 at most for all tensors); earlier ones are kept. Save what you need.</source>
        <translation>%1 的最后几次编辑太大，退出后无法保留（所有张量合计最多 %2）；更早的已保留。请保存需要的内容。</translation>
    </message>
    <message>
        <source>%1 has changed on disk since it was edited: saving asks before it replaces the file</source>
        <translation>%1 在编辑之后磁盘上的文件又有改变：保存时会先询问，再替换文件</translation>
    </message>
    <message>
        <source>%1: its file, which was damaged, can be read whole now</source>
        <translation>%1：其文件此前已损坏，现在可以完整读取</translation>
    </message>
</context>
<context>
    <name>tscope::SessionFiles</name>
    <message>
        <source>Not saved: a name that ends in .json, .csv, .html, .png, .svg or .pdf was wanted, found &quot;%1&quot;.</source>
        <translation>未保存：文件名应以 .json、.csv、.html、.png、.svg 或 .pdf 结尾，得到的是“%1”。</translation>
    </message>
</context>
<context>
    <name>tscope::SessionTitle</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1，另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>in several densities</source>
        <translation>多种密度</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>tscope::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>From the next start on</source>
        <translation>下次启动时生效</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Debug</source>
        <translation>调试</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>&amp;Bring back what was open last</source>
        <translation>恢复上次打开的内容(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Arrangement of the panels</source>
        <translation>面板的排列(&amp;A)</translation>
    </message>
    <message>
        <source>This window remembers nothing: what is chosen holds until it is closed.</source>
        <translation>此窗口不作记忆：所选设置在关闭前有效。</translation>
    </message>
    <message>
        <source>System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>%1 pt</source>
        <translation>%1 磅</translation>
    </message>
    <message>
        <source>Text &amp;size</source>
        <translation>文字大小(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Rules checked at start</source>
        <translation>启动时检查的规则(&amp;R)</translation>
    </message>
</context>
<context>
    <name>tscope::ShareDialog</name>
    <message>
        <source>Share this view</source>
        <translation>分享此视图</translation>
    </message>
    <message>
        <source>%1 with its zoom, colours, dims and selection, for somebody else to open or paste.</source>
        <translation>%1 连同缩放、着色、维度和选中处，供他人打开或粘贴。</translation>
    </message>
    <message>
        <source>What is there to see?</source>
        <translation>这里要看什么？</translation>
    </message>
    <message>
        <source>&amp;Notes</source>
        <translation>备注(&amp;N)</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>&amp;Save as a file...</source>
        <translation>保存为文件(&amp;S)...</translation>
    </message>
    <message>
        <source>&amp;Copy as text</source>
        <translation>复制为文本(&amp;C)</translation>
    </message>
    <message>
        <source>Paste it in another Tensorscope, or into a message</source>
        <translation>可粘贴到另一个 Tensorscope 或消息中</translation>
    </message>
    <message>
        <source>The tensor is too large for the clipboard</source>
        <translation>张量太大，不能放到剪贴板上</translation>
    </message>
</context>
<context>
    <name>tscope::SlotEditor</name>
    <message>
        <source>Zoom in to edit: single numbers are too small here.</source>
        <translation>请放大后再编辑：此处单个数字太小</translation>
    </message>
    <message>
        <source>This is not one number of a member, so it can&apos;t be edited here.</source>
        <translation>这不是某个成员的单个数字，不能在此编辑</translation>
    </message>
    <message>
        <source>%1 is the sum of several entries: edit one of them under Members.</source>
        <translation>%1 是多个条目之和：请在“成员”中编辑其中之一</translation>
    </message>
    <message>
        <source>%1 can&apos;t be read, so it can&apos;t be edited.</source>
        <translation>%1 无法读取，因此不能编辑</translation>
    </message>
    <message>
        <source>%1 is not stored, so there is no number to edit. Converted to strided, the tensor has a number there.</source>
        <translation>%1 没有存储，没有可编辑的数字。转换为 strided 后，张量在该处就有数字</translation>
    </message>
</context>
<context>
    <name>tscope::SortMenu</name>
    <message>
        <source>Sort by</source>
        <translation>排序依据</translation>
    </message>
    <message>
        <source>As they come</source>
        <translation>原有顺序</translation>
    </message>
</context>
<context>
    <name>tscope::SpokenNames</name>
    <message>
        <source>Menus</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Scroll up and down</source>
        <translation>上下滚动</translation>
    </message>
    <message>
        <source>Scroll left and right</source>
        <translation>左右滚动</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>More tools</source>
        <translation>更多工具</translation>
    </message>
</context>
<context>
    <name>tscope::StartPage</name>
    <message>
        <source>Strided view with an offset</source>
        <translation>带偏移的跨步视图</translation>
    </message>
    <message>
        <source>The columns are 4 elements apart, and the first begins at offset 1.</source>
        <translation>各列相隔 4 个元素，第一列从偏移 1 开始。</translation>
    </message>
    <message>
        <source>CSR matrix</source>
        <translation>CSR 矩阵</translation>
    </message>
    <message>
        <source>Row pointers, column indices and values. Row 1 is empty.</source>
        <translation>行指针、列索引和值。第 1 行为空。</translation>
    </message>
    <message>
        <source>CSC matrix</source>
        <translation>CSC 矩阵</translation>
    </message>
    <message>
        <source>Column pointers, row indices and values. The indices are int32.</source>
        <translation>列指针、行索引和值。索引类型为 int32。</translation>
    </message>
    <message>
        <source>Hybrid COO matrix</source>
        <translation>混合 COO 矩阵</translation>
    </message>
    <message>
        <source>Four coordinates, each with two values.</source>
        <translation>四个坐标，每个坐标有两个值。</translation>
    </message>
    <message>
        <source>BSR matrix</source>
        <translation>BSR 矩阵</translation>
    </message>
    <message>
        <source>Dense blocks of 2x3 values, stored by rows.</source>
        <translation>2x3 的稠密块，按行存储。</translation>
    </message>
    <message>
        <source>BSC matrix</source>
        <translation>BSC 矩阵</translation>
    </message>
    <message>
        <source>Dense blocks of 2x2 values, stored by columns. Some are zeros.</source>
        <translation>2x2 的稠密块，按列存储，其中有些值是零。</translation>
    </message>
    <message>
        <source>Nested tensor</source>
        <translation>嵌套张量</translation>
    </message>
    <message>
        <source>Three matrices of different sizes in one buffer.</source>
        <translation>一个缓冲区中的三个不同大小的矩阵。</translation>
    </message>
    <message>
        <source>Jagged tensor</source>
        <translation>参差张量</translation>
    </message>
    <message>
        <source>Sequences of 3, 1 and 2 rows.</source>
        <translation>行数为 3、1、2 的三个序列。</translation>
    </message>
    <message>
        <source>Broken CSR: a pointer falls</source>
        <translation>损坏的 CSR：指针下降</translation>
    </message>
    <message>
        <source>crow_indices rises to 9 and then falls to 5.</source>
        <translation>crow_indices 升到 9，随后降到 5。</translation>
    </message>
    <message>
        <source>Broken COO: an index outside the size</source>
        <translation>损坏的 COO：索引超出大小</translation>
    </message>
    <message>
        <source>One entry is in column 7 of 5, and the rows are not in order.</source>
        <translation>有一个条目位于第 7 列，而矩阵只有 5 列；行也未排序。</translation>
    </message>
    <message>
        <source>Broken nested: an offset too large</source>
        <translation>损坏的嵌套张量：偏移过大</translation>
    </message>
    <message>
        <source>The last matrix reaches beyond the end of the buffer.</source>
        <translation>最后一个矩阵超出缓冲区末尾。</translation>
    </message>
    <message>
        <source>Learn how layouts lie in memory</source>
        <translation>了解布局在内存中的样子</translation>
    </message>
    <message>
        <source>Find what is wrong with a broken tensor</source>
        <translation>找出损坏的张量错在哪里</translation>
    </message>
    <message>
        <source>Find the fastest layout</source>
        <translation>找到最快的布局</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Shows how tensors lie in memory, what is wrong with a broken one, and which layout is fastest.</source>
        <translation>显示张量在内存中如何存放，损坏的张量错在哪里，以及哪种布局最快。</translation>
    </message>
    <message>
        <source>or drop files here, or paste with Ctrl+V</source>
        <translation>或将文件拖放到此处，或用 Ctrl+V 粘贴</translation>
    </message>
    <message>
        <source>More samples</source>
        <translation>更多示例</translation>
    </message>
</context>
<context>
    <name>tscope::StorageScene</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n storage(s)</source>
        <translation>
            <numerusform>%n 个存储</numerusform>
        </translation>
    </message>
    <message>
        <source>no bytes</source>
        <translation>没有字节</translation>
    </message>
    <message>
        <source>who reads what: too much to decide</source>
        <translation>读取关系：数量过多，未作判定</translation>
    </message>
    <message>
        <source>some elements lie outside</source>
        <translation>有元素位于存储之外</translation>
    </message>
    <message>
        <source>declared, no data</source>
        <translation>仅声明，无数据</translation>
    </message>
    <message>
        <source>bytes %1 to %2: %3</source>
        <translation>字节 %1 到 %2：%3</translation>
    </message>
    <message>
        <source>bytes %1 to %2</source>
        <translation>字节 %1 到 %2</translation>
    </message>
    <message>
        <source>[%1, %2) of %3 elements</source>
        <translation>[%1, %2)，共有 %3 个元素</translation>
    </message>
    <message>
        <source>more bytes than 64 bits count</source>
        <translation>字节数超出 64 位所能计</translation>
    </message>
    <message>
        <source>%1 used, %2 unused</source>
        <translation>%1 个在用，%2 个未用</translation>
    </message>
    <message numerus="yes">
        <source>%1 shared by several elements</source>
        <translation>
            <numerusform>%1 个由多个元素共用</numerusform>
        </translation>
    </message>
    <message>
        <source>storage of %1 on %2</source>
        <translation>%1 的存储，位于 %2</translation>
    </message>
    <message>
        <source>outside the storage: %1</source>
        <translation>在存储之外：%1</translation>
    </message>
    <message>
        <source>a heavy line every %1 bytes: a new cache line</source>
        <translation>每 %1 字节一条粗线：新的缓存行</translation>
    </message>
    <message>
        <source>a heavy line every %1 bytes</source>
        <translation>每 %1 字节一条粗线</translation>
    </message>
</context>
<context>
    <name>tscope::SubjectsModel</name>
    <message>
        <source>checking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them broken</source>
        <translation>
            <numerusform>其中 %n 个有错</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n still being checked</source>
        <translation>
            <numerusform>%n 个仍在检查</numerusform>
        </translation>
    </message>
    <message>
        <source>all valid</source>
        <translation>全部有效</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>edited and not saved</source>
        <translation>已编辑，尚未保存</translation>
    </message>
    <message>
        <source>not saved in a file</source>
        <translation>尚未保存到文件</translation>
    </message>
    <message numerus="yes">
        <source>%n not saved</source>
        <translation>
            <numerusform>%n 个尚未保存</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, not saved</source>
        <translation>%1，尚未保存</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Filled</source>
        <translation>填充率</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Under %1. %2</source>
        <translation>按 %1 判定。%2</translation>
    </message>
    <message numerus="yes">
        <source>%n of a file that is read in part</source>
        <translation>
            <numerusform>其中 %n 个来自仅部分读入的文件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>tscope::SupportModel</name>
    <message>
        <source>kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>way round</source>
        <translation>绕行</translation>
    </message>
    <message>
        <source>no meaning</source>
        <translation>无意义</translation>
    </message>
    <message>
        <source>not implemented</source>
        <translation>未实现</translation>
    </message>
    <message>
        <source>not built in</source>
        <translation>未内置</translation>
    </message>
    <message>
        <source>Element types: %1</source>
        <translation>元素类型：%1</translation>
    </message>
    <message>
        <source>Index types: %1</source>
        <translation>索引类型：%1</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>tscope::TableCopying</name>
    <message>
        <source>Copy selected rows</source>
        <translation>复制选中的行</translation>
    </message>
    <message>
        <source>Copy table as CSV</source>
        <translation>将表格复制为 CSV</translation>
    </message>
    <message>
        <source>Copy table as Markdown</source>
        <translation>将表格复制为 Markdown</translation>
    </message>
</context>
<context>
    <name>tscope::TimingChoices</name>
    <message>
        <source>Save %1 first, as %2</source>
        <translation>请先把 %1 保存为 %2</translation>
    </message>
</context>
<context>
    <name>tscope::TimingControls</name>
    <message>
        <source>Time all layouts</source>
        <translation>测量所有布局</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>停止测量</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 is being measured.</source>
        <translation>正在测量 %1。</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>测量进度</translation>
    </message>
    <message>
        <source>Open a tensor to measure how fast operations are in each layout.</source>
        <translation>打开一个张量，即可测量各种布局下运算的快慢。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>tscope::TimingForm</name>
    <message>
        <source>no other tensor</source>
        <translation>无其他张量</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>the usual ones</source>
        <translation>常用的</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>fewest bytes</source>
        <translation>字节最少者</translation>
    </message>
    <message>
        <source>%1 rows by columns</source>
        <translation>%1（行×列）</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s) of the CPU</source>
        <translation>
            <numerusform>CPU 的 %n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>Types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>自身的</translation>
    </message>
    <message>
        <source>%1: elements</source>
        <translation>%1：元素</translation>
    </message>
    <message>
        <source>%1: indices</source>
        <translation>%1：索引</translation>
    </message>
    <message>
        <source>Columns k of the dense operand</source>
        <translation>稠密操作数的列数 k</translation>
    </message>
    <message>
        <source>How long each operation on each form may take to be measured</source>
        <translation>每种形式上的每个运算可以测量多久</translation>
    </message>
    <message>
        <source>Memory budget of dense forms</source>
        <translation>稠密形式的内存上限</translation>
    </message>
    <message>
        <source>Forms that fill in zeros or padding are left out when they would take more</source>
        <translation>需要填充零或补齐的形式，超过此上限即略过</translation>
    </message>
    <message>
        <source>Dense up to </source>
        <translation>稠密形式上限 </translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>%1: breaks rule %2</source>
        <translation>%1：违反规则 %2</translation>
    </message>
    <message>
        <source>Only sound tensors can be measured. Rule %1: %2</source>
        <translation>只能测量完好的张量。规则 %1：%2</translation>
    </message>
    <message>
        <source>cpu: this processor</source>
        <translation>cpu：本机处理器</translation>
    </message>
    <message>
        <source>no GPU found</source>
        <translation>未找到 GPU</translation>
    </message>
    <message>
        <source>no GPU (%1)</source>
        <translation>没有 GPU（%1）</translation>
    </message>
    <message>
        <source>Also measured</source>
        <translation>同时测量</translation>
    </message>
    <message>
        <source>Time for each measurement</source>
        <translation>每次测量的时间</translation>
    </message>
    <message>
        <source> ms each</source>
        <translation> 毫秒/次</translation>
    </message>
    <message>
        <source>k: the number of columns of the dense operand of spmm, the inner size of sddmm, the outputs of linear. Several are measured one after the other: 1, 8, 64</source>
        <translation>k：spmm 的稠密操作数的列数、sddmm 的内部大小、linear 的输出数。多个数依次测量：1, 8, 64</translation>
    </message>
    <message>
        <source>Other sizes of blocks</source>
        <translation>其他块大小</translation>
    </message>
    <message>
        <source>Other sizes of blocks, rows x columns: 2x1, 6x6</source>
        <translation>其他块大小，行 x 列：2x1, 6x6</translation>
    </message>
    <message>
        <source>other: 2x1, 6x6</source>
        <translation>其他：2x1, 6x6</translation>
    </message>
</context>
<context>
    <name>tscope::TimingLine</name>
    <message>
        <source>simulated</source>
        <translation>模拟的</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
</context>
<context>
    <name>tscope::TimingModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Time (interval)</source>
        <translation>用时（区间）</translation>
    </message>
    <message>
        <source>Cold</source>
        <translation>冷缓存</translation>
    </message>
    <message>
        <source>Whole call</source>
        <translation>整个调用</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>已核对</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Pays off after</source>
        <translation>回本次数</translation>
    </message>
    <message>
        <source>Time / baseline</source>
        <translation>用时 / 基准</translation>
    </message>
    <message>
        <source>Of its limit</source>
        <translation>占其上限</translation>
    </message>
    <message>
        <source>Conversion (interval)</source>
        <translation>转换（区间）</translation>
    </message>
    <message>
        <source>The operation; k is the number of columns of its dense operand</source>
        <translation>运算；k 是其稠密操作数的列数</translation>
    </message>
    <message>
        <source>The layout, block size and types in which the tensor was measured</source>
        <translation>测量时张量的布局、块大小和类型</translation>
    </message>
    <message>
        <source>Where it ran; of the CPU with how many threads</source>
        <translation>在哪里运行；CPU 上用了多少线程</translation>
    </message>
    <message>
        <source>The median time after the caches were emptied</source>
        <translation>清空缓存之后用时的中位数</translation>
    </message>
    <message>
        <source>The median time with the memory of the result allocated</source>
        <translation>连同分配结果内存在内的用时中位数</translation>
    </message>
    <message>
        <source>The median time to convert the tensor as it was given to this form, and its 95 % interval</source>
        <translation>由原有形式转换为此形式的用时中位数及其 95 % 区间</translation>
    </message>
    <message>
        <source>After how many uses the conversion has saved more than it took</source>
        <translation>使用多少次之后，转换省下的时间超过其所需</translation>
    </message>
    <message>
        <source>How much of the result was compared with a reference before it was timed</source>
        <translation>计时之前，结果有多少与参照核对过</translation>
    </message>
    <message>
        <source>Why there is no time</source>
        <translation>为何没有用时</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>The tensor that was measured</source>
        <translation>所测量的张量</translation>
    </message>
    <message>
        <source>The bytes that have to be read and written at the least, divided by the time</source>
        <translation>至少必须读写的字节除以用时</translation>
    </message>
    <message>
        <source>Threads used: %1</source>
        <translation>使用的线程：%1</translation>
    </message>
    <message>
        <source>The median time of the kernel with warm caches, and the 95 % interval of that median over all rounds. Speed-ups compare two forms round by round, so their intervals do not follow from two of these.</source>
        <translation>热缓存下内核的中位时间，以及该中位数在所有轮次上的 95 % 区间。加速比按轮次逐轮比较两种形式，因此其区间不能由两个这样的区间推出。</translation>
    </message>
    <message>
        <source>How many times as long as the baseline it takes: below 1 it is faster. The interval is that of the verdicts, which compare the two round by round. The baseline is chosen above the table.</source>
        <translation>所用时间是基线的多少倍：小于 1 表示更快。区间与结论所用的相同，由两者逐轮比较得到。基线在表格上方选择。</translation>
    </message>
    <message>
        <source>How near the time comes to the limit that bounds it: the bandwidth of the memory or cache that holds its bytes, or arithmetic, as measured with this session. The roofline draws the same limits. On the CPU, it is the limit of one thread where small work ran on one and that limit was measured, else of all that were allowed. &quot;At most&quot;: repeated measurements of the limit disagree, so that it may be higher. Above 100 % caches helped more than in the measured copy.</source>
        <translation>用时离制约它的上限有多近：容纳其字节的内存或缓存的带宽，或算术运算，均随本次记录实测。屋顶线图画的是同样的上限。在 CPU 上，小任务若只用了一个线程且测得了一个线程的上限，就以它为准，否则以允许使用的全部线程的上限为准。“至多”：上限的各次测量不一致，实际可能更高。超过 100 % 表示缓存的帮助比所测的复制更大。</translation>
    </message>
    <message>
        <source>Whether there is a time; else the reason is in the last column</source>
        <translation>是否有用时；若没有，原因在最后一列</translation>
    </message>
</context>
<context>
    <name>tscope::TimingPages</name>
    <message>
        <source>Noise of this measurement:</source>
        <translation>本次测量的噪声：</translation>
    </message>
    <message>
        <source>Results appear when the measurement finishes.</source>
        <translation>测量结束后显示结果。</translation>
    </message>
    <message>
        <source>No answer: not all results were checked against the reference, and those are called neither faster nor slower.</source>
        <translation>没有结论：并非所有结果都与参考结果核对过，未核对的不判定快慢。</translation>
    </message>
    <message>
        <source>No answer: there are no two times to compare.</source>
        <translation>没有结论：没有可以比较的两个用时。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>tscope::TimingPanel</name>
    <message>
        <source>Save...</source>
        <translation>保存...</translation>
    </message>
    <message>
        <source>Save the session or a picture of it</source>
        <translation>保存测量记录或其图像</translation>
    </message>
    <message>
        <source>Open...</source>
        <translation>打开...</translation>
    </message>
    <message>
        <source>Open a session</source>
        <translation>打开测量记录</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>保存测量记录</translation>
    </message>
    <message>
        <source>Sessions (*.json)</source>
        <translation>测量记录 (*.json)</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Reports (*.html)</source>
        <translation>报告 (*.html)</translation>
    </message>
    <message>
        <source>Pictures of the chart (*.png *.svg *.pdf)</source>
        <translation>图表的图像 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>已保存 %1。</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Numbers of the chart (*.csv)</source>
        <translation>图表的数据 (*.csv)</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>复制为命令</translation>
    </message>
    <message>
        <source>Enlarge</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Enlarge this panel over the window</source>
        <translation>把此面板放大到整个窗口</translation>
    </message>
    <message>
        <source>Gives this panel the whole window, until it is pressed again</source>
        <translation>让此面板占满窗口，再按一次恢复</translation>
    </message>
    <message>
        <source>Rename...</source>
        <translation>重命名...</translation>
    </message>
    <message>
        <source>Rename the session</source>
        <translation>重命名测量</translation>
    </message>
    <message>
        <source>The command line that measures what is shown; nothing is shown</source>
        <translation>测量当前显示内容的命令行；目前没有显示任何内容</translation>
    </message>
    <message>
        <source>This session comes from a file. Its command is not copied, as a command from a file could do anything in a shell.</source>
        <translation>此测量来自文件。其中的命令不会复制，因为来自文件的命令在终端中可能做任何事。</translation>
    </message>
    <message>
        <source>This session has no command line</source>
        <translation>此测量没有命令行</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Export picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Save report...</source>
        <translation>保存报告...</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>The answers, tables and charts of the session as a page for a browser. While Compare is shown, the comparison comes first.</source>
        <translation>将会话的结论、表格和图表保存为可在浏览器中查看的网页。显示“比较”页时，先写比较结果。</translation>
    </message>
</context>
<context>
    <name>tscope::TimingViews</name>
    <message>
        <source>Kind of time</source>
        <translation>用时的种类</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>测量记录</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>条形图</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Break-even</source>
        <translation>盈亏平衡</translation>
    </message>
    <message>
        <source>Block sizes</source>
        <translation>块大小</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Pairs of forms</source>
        <translation>两两比较</translation>
    </message>
    <message>
        <source>Notes on the measurement</source>
        <translation>测量说明</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Columns k</source>
        <translation>列数 k</translation>
    </message>
    <message>
        <source>%1 for tensor %2</source>
        <translation>张量 %2 的 %1</translation>
    </message>
    <message>
        <source>%1 has no dense operand of k columns: choose %2 above.</source>
        <translation>%1 没有 k 列的稠密操作数：请在上方选择 %2。</translation>
    </message>
    <message numerus="yes">
        <source>%1. Measured on %2 (%n thread(s)), %3.</source>
        <translation>
            <numerusform>%1。测量于 %2（%n 个线程），%3。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::Timings</name>
    <message>
        <source>It was stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>It was stopped before anything was measured.</source>
        <translation>在测量任何内容之前就已停止。</translation>
    </message>
    <message>
        <source>There was nothing to measure.</source>
        <translation>没有可测量的内容。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Timing of %1 broke off: %2. What was measured stays.</source>
        <translation>对 %1 的测量中断：%2。已测得的保留。</translation>
    </message>
    <message>
        <source>Timing of %1 was stopped; what was measured stays.</source>
        <translation>对 %1 的测量已停止；已测得的保留。</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>已保存 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 measured</source>
        <translation>已测量 %1 个</translation>
    </message>
    <message>
        <source>%1 left out</source>
        <translation>略过 %1 个</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 个失败</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1：%2 %3</translation>
    </message>
    <message>
        <source>%1 not supported</source>
        <translation>%1 项不支持</translation>
    </message>
    <message>
        <source>Opened %1.</source>
        <translation>已打开 %1。</translation>
    </message>
    <message>
        <source>There is no session with limits</source>
        <translation>没有包含上限的测量</translation>
    </message>
    <message>
        <source>A measurement is running</source>
        <translation>正在测量</translation>
    </message>
    <message>
        <source>The session was measured on another machine</source>
        <translation>这次测量是在另一台机器上进行的</translation>
    </message>
    <message>
        <source>The limits were measured again.</source>
        <translation>上限已重新测量。</translation>
    </message>
    <message>
        <source>%1, stopped in round %2 of %3</source>
        <translation>%1，在第 %2 轮（共 %3 轮）停止</translation>
    </message>
    <message>
        <source>%1, stopped</source>
        <translation>%1，已停止</translation>
    </message>
    <message>
        <source>%1, interrupted in round %2 of %3</source>
        <translation>%1，在第 %2 轮（共 %3 轮）中断</translation>
    </message>
    <message>
        <source>%1, interrupted</source>
        <translation>%1，已中断</translation>
    </message>
</context>
<context>
    <name>tscope::TraceModel</name>
    <message>
        <source>hit</source>
        <translation>命中</translation>
    </message>
    <message>
        <source>miss</source>
        <translation>未命中</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Bytes moved</source>
        <translation>移动的字节</translation>
    </message>
</context>
<context>
    <name>tscope::TransformPage</name>
    <message>
        <source>Chain of operations</source>
        <translation>操作链</translation>
    </message>
    <message>
        <source>The same in PyTorch</source>
        <translation>对应的 PyTorch 代码</translation>
    </message>
    <message>
        <source>The same as a command</source>
        <translation>对应的命令</translation>
    </message>
    <message>
        <source>So&amp;urce</source>
        <translation>来源(&amp;U)</translation>
    </message>
    <message>
        <source>C&amp;hain</source>
        <translation>操作链(&amp;H)</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Open or build a tensor first: this one is made of it.</source>
        <translation>请先打开或构建一个张量：新张量由它得到。</translation>
    </message>
    <message>
        <source>Add a step, or write a chain of operations.</source>
        <translation>请添加一个步骤，或写出操作链。</translation>
    </message>
    <message>
        <source>view</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>view of %1</source>
        <translation>%1 的视图</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步骤</translation>
    </message>
    <message>
        <source>&amp;Operation</source>
        <translation>操作(&amp;O)</translation>
    </message>
    <message>
        <source>Appen&amp;d</source>
        <translation>追加(&amp;D)</translation>
    </message>
    <message>
        <source>Take the last one &amp;back</source>
        <translation>撤回最后一步(&amp;B)</translation>
    </message>
    <message>
        <source>The chain can&apos;t be read, so it has no last step.</source>
        <translation>操作链无法读取，因此没有最后一步。</translation>
    </message>
    <message>
        <source>copy of %1</source>
        <translation>%1 的副本</translation>
    </message>
</context>
<context>
    <name>tscope::ValueFacts</name>
    <message>
        <source>%1 (a sample of %2)</source>
        <translation>%1（%2 个值的样本）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>being computed</source>
        <translation>正在计算</translation>
    </message>
    <message>
        <source>All values</source>
        <translation>所有值</translation>
    </message>
</context>
<context>
    <name>tscope::VerdictRow</name>
    <message>
        <source>Contract</source>
        <translation>契约</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <source>%1 (preview)</source>
        <translation>%1（预览）</translation>
    </message>
    <message>
        <source>broken under %1</source>
        <translation>违反 %1</translation>
    </message>
    <message>
        <source>valid under %1</source>
        <translation>符合 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>tscope::WatchedFilm</name>
    <message numerus="yes">
        <source>Before the first of %n step(s)</source>
        <translation>
            <numerusform>第一步之前，共 %n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Step %1 of %2: %3</source>
        <translation>第 %1 步，共 %2 步：%3</translation>
    </message>
</context>
<context>
    <name>tscope::WatchedScene</name>
    <message>
        <source>Before the first step</source>
        <translation>第一步之前</translation>
    </message>
    <message>
        <source>%1[%2] is empty</source>
        <translation>%1[%2] 为空</translation>
    </message>
    <message>
        <source>written in this step</source>
        <translation>在这一步写入</translation>
    </message>
    <message>
        <source>read in this step</source>
        <translation>在这一步读取</translation>
    </message>
</context>
<context>
    <name>tscope::WorkChoice</name>
    <message>
        <source>Operation</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
</context>
<context>
    <name>tscope::Workspace</name>
    <message>
        <source>remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>%1 copy</source>
        <translation>%1 副本</translation>
    </message>
    <message>
        <source>this tensor is not open any more</source>
        <translation>这个张量已不再打开</translation>
    </message>
    <message>
        <source>add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message numerus="yes">
        <source>add %n tensor(s)</source>
        <translation>
            <numerusform>添加 %n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>rename %1 to %2</source>
        <translation>将 %1 重命名为 %2</translation>
    </message>
    <message>
        <source>paste %1</source>
        <translation>粘贴 %1</translation>
    </message>
    <message numerus="yes">
        <source>paste %n tensor(s)</source>
        <translation>
            <numerusform>粘贴 %n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>duplicate %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>revert</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>paste a tensor</source>
        <translation>粘贴张量</translation>
    </message>
</context>
<context>
    <name>tscope::WorkspacePanel</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter tensors</source>
        <translation>筛选张量</translation>
    </message>
    <message>
        <source>Open tensors</source>
        <translation>打开的张量</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Open in a new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>Show beside the current one</source>
        <translation>显示在当前张量旁边</translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation>与 %1 比较</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>As there is room</source>
        <translation>按可用空间</translation>
    </message>
</context>
<context>
    <name>tscope::charts::BarTextWords</name>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of the baseline&apos;s time</source>
        <translation>基准用时的 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) far out, up to %1</source>
        <translation>
            <numerusform>%n 个离群样本，最大 %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::charts::BarWords</name>
    <message>
        <source>form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>median (ns)</source>
        <translation>中位数 (ns)</translation>
    </message>
    <message>
        <source>low (ns)</source>
        <translation>下限 (ns)</translation>
    </message>
    <message>
        <source>high (ns)</source>
        <translation>上限 (ns)</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>low</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>high</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>why there is none</source>
        <translation>缺失原因</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1（字节）</translation>
    </message>
    <message>
        <source>samples far out</source>
        <translation>离群样本数</translation>
    </message>
    <message>
        <source>farthest (ns)</source>
        <translation>最远 (ns)</translation>
    </message>
    <message>
        <source>time / baseline</source>
        <translation>时间 / 基准</translation>
    </message>
</context>
<context>
    <name>tscope::charts::BarsChart</name>
    <message>
        <source>Times of all forms</source>
        <translation>各种形式的用时</translation>
    </message>
</context>
<context>
    <name>tscope::charts::BarsDrawn</name>
    <message>
        <source>median, its interval and samples in the order of time</source>
        <translation>中位数、其区间，以及按时间顺序的样本</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) beyond (◇)</source>
        <translation>
            <numerusform>%n 个样本超出范围 (◇)</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing measured yet. Each form of the tensor gets a bar here, as long as its time.</source>
        <translation>尚未测量。张量的每种形式在这里有一条，其长度为用时。</translation>
    </message>
    <message>
        <source>time / baseline</source>
        <translation>时间 / 基准</translation>
    </message>
</context>
<context>
    <name>tscope::charts::BlockMapChart</name>
    <message>
        <source>Sizes of blocks</source>
        <translation>块大小</translation>
    </message>
</context>
<context>
    <name>tscope::charts::BlockMapDrawn</name>
    <message>
        <source>%1 x %2</source>
        <translation>%1 x %2</translation>
    </message>
    <message>
        <source>%1 blocks</source>
        <translation>%1 个块</translation>
    </message>
    <message>
        <source>rows of a block</source>
        <translation>块的行数</translation>
    </message>
    <message>
        <source>columns of a block</source>
        <translation>块的列数</translation>
    </message>
    <message>
        <source>Nothing counted yet. Each block size gets a cell here: the zeros that fill its blocks, and its bytes.</source>
        <translation>尚未统计。每种块大小在这里有一格：填满块所用的零及其字节。</translation>
    </message>
    <message>
        <source>time of spmv as measured: %1</source>
        <translation>实测 spmv 时间：%1</translation>
    </message>
</context>
<context>
    <name>tscope::charts::BlockWords</name>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列数</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>块数</translation>
    </message>
    <message>
        <source>memory (bytes)</source>
        <translation>内存（字节）</translation>
    </message>
    <message>
        <source>zeros filled in</source>
        <translation>填充的零</translation>
    </message>
    <message>
        <source>divides the tensor</source>
        <translation>能整除张量</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Not possible: %1.
Padded to %2x%3 the tensor could have them.</source>
        <translation>不可行：%1。
把张量补齐到 %2x%3 后即可使用。</translation>
    </message>
    <message>
        <source>time of spmv at the measured bandwidth (model)</source>
        <translation>按实测带宽计算的 spmv 用时（模型）</translation>
    </message>
    <message>
        <source>time of spmv at the measured bandwidth (model, ns)</source>
        <translation>按实测带宽计算的 spmv 用时（模型，ns）</translation>
    </message>
</context>
<context>
    <name>tscope::charts::BreakEvenChart</name>
    <message>
        <source>Break-even of conversions</source>
        <translation>转换的盈亏平衡</translation>
    </message>
</context>
<context>
    <name>tscope::charts::BreakEvenDrawn</name>
    <message>
        <source>number of uses</source>
        <translation>使用次数</translation>
    </message>
    <message>
        <source>time in all</source>
        <translation>总用时</translation>
    </message>
    <message>
        <source>given</source>
        <translation>原有形式</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>无法判定</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>the tensor was given in this form</source>
        <translation>张量原本就是这种形式</translation>
    </message>
    <message>
        <source>conversion: %1</source>
        <translation>转换：%1</translation>
    </message>
    <message>
        <source>each use: %1</source>
        <translation>每次使用：%1</translation>
    </message>
    <message>
        <source>whether it pays off is undecided</source>
        <translation>是否合算尚无定论</translation>
    </message>
    <message>
        <source>doesn&apos;t pay off</source>
        <translation>不合算</translation>
    </message>
    <message>
        <source>%1 uses</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>pays off: %1</source>
        <translation>回本：%1</translation>
    </message>
    <message>
        <source>Nothing measured yet. Each form gets a line here: the time of one conversion and so many uses.</source>
        <translation>尚未测量。每种形式在这里有一条线：转换一次并使用若干次的总用时。</translation>
    </message>
    <message>
        <source>the conversion pays off</source>
        <translation>转换开始划算</translation>
    </message>
    <message>
        <source>another form is cheapest</source>
        <translation>另一种形式最省时</translation>
    </message>
    <message>
        <source>not decided: %1 and %2 could not be told apart</source>
        <translation>尚未判定：无法区分 %1 与 %2</translation>
    </message>
    <message>
        <source>not decided: from how many uses %1 costs less than %2</source>
        <translation>尚未判定：%1 从多少次使用起比 %2 更省时</translation>
    </message>
    <message>
        <source>from %1 uses: %2 is the cheapest</source>
        <translation>从 %1 次使用起：%2 最省时</translation>
    </message>
    <message>
        <source>from %1 uses: %2 costs less than %3</source>
        <translation>从 %1 次使用起：%2 比 %3 更省时</translation>
    </message>
    <message>
        <source>undecided which is cheapest</source>
        <translation>哪种形式最省时尚未判定</translation>
    </message>
</context>
<context>
    <name>tscope::charts::BreakEvenWords</name>
    <message>
        <source>form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>conversion (ns)</source>
        <translation>转换 (ns)</translation>
    </message>
    <message>
        <source>low (ns)</source>
        <translation>下限 (ns)</translation>
    </message>
    <message>
        <source>high (ns)</source>
        <translation>上限 (ns)</translation>
    </message>
    <message>
        <source>each use (ns)</source>
        <translation>每次使用 (ns)</translation>
    </message>
    <message>
        <source>pays off after (uses)</source>
        <translation>合算所需的使用次数</translation>
    </message>
    <message>
        <source>cheapest of all from (uses)</source>
        <translation>成为最快所需的使用次数</translation>
    </message>
    <message>
        <source>low (uses)</source>
        <translation>下限（次）</translation>
    </message>
    <message>
        <source>high (uses)</source>
        <translation>上限（次）</translation>
    </message>
</context>
<context>
    <name>tscope::charts::ChangeWords</name>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>无法判定</translation>
    </message>
    <message>
        <source>only before</source>
        <translation>仅之前有</translation>
    </message>
    <message>
        <source>only after</source>
        <translation>仅之后有</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>before (ns)</source>
        <translation>之前 (ns)</translation>
    </message>
    <message>
        <source>low (ns)</source>
        <translation>下限 (ns)</translation>
    </message>
    <message>
        <source>high (ns)</source>
        <translation>上限 (ns)</translation>
    </message>
    <message>
        <source>after (ns)</source>
        <translation>之后 (ns)</translation>
    </message>
    <message>
        <source>low</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>high</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>noise (share)</source>
        <translation>噪声（比例）</translation>
    </message>
    <message>
        <source>what became of it</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <source>after: %1</source>
        <translation>之后：%1</translation>
    </message>
    <message>
        <source>The two sessions have no time of the same operation and form.</source>
        <translation>两次记录没有同一运算、同一形式的用时。</translation>
    </message>
    <message numerus="yes">
        <source>%n time(s) in both sessions: %1.</source>
        <translation>
            <numerusform>两次记录都有的用时共 %n 个：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>two runs of it differ by up to %1 without a reason</source>
        <translation>两次运行无故相差至多 %1</translation>
    </message>
    <message>
        <source>in neither</source>
        <translation>两次都没有</translation>
    </message>
    <message>
        <source>before ÷ after</source>
        <translation>前 ÷ 后</translation>
    </message>
    <message>
        <source>before ÷ after: %1, %2</source>
        <translation>前 ÷ 后：%1，%2</translation>
    </message>
    <message>
        <source>reason or difference</source>
        <translation>原因或不同之处</translation>
    </message>
    <message>
        <source>after ÷ before: %1, %2</source>
        <translation>之后 ÷ 之前：%1，%2</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>They timed different tensors (%1). To set them side by side, use Also measured and the Tensors tab.</source>
        <translation>两个会话测的是不同的张量（%1）。要并排比较，请使用“同时测量”和“张量”标签页。</translation>
    </message>
</context>
<context>
    <name>tscope::charts::ChangesChart</name>
    <message>
        <source>Changes between two sessions</source>
        <translation>两份记录之间的变化</translation>
    </message>
</context>
<context>
    <name>tscope::charts::ChangesDrawn</name>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>Nothing to compare yet. Each time that both sessions have gets a mark here: faster, slower or the same.</source>
        <translation>尚无可比较的内容。两次记录都有的用时在这里各有一个标记：更快、更慢或相同。</translation>
    </message>
    <message>
        <source>before ÷ after</source>
        <translation>前 ÷ 后</translation>
    </message>
</context>
<context>
    <name>tscope::charts::Chart</name>
    <message>
        <source>Rows of the chart</source>
        <translation>图表的行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Export picture...</source>
        <translation>导出图片...</translation>
    </message>
    <message>
        <source>Copy data as CSV</source>
        <translation>将数据复制为 CSV</translation>
    </message>
</context>
<context>
    <name>tscope::charts::CostDrawn</name>
    <message>
        <source>%1: %2 in the tiles</source>
        <translation>%1：各区块共 %2</translation>
    </message>
    <message>
        <source>, and %1 of pointers in none</source>
        <translation>，另有 %1 的指针不属于任何区块</translation>
    </message>
    <message>
        <source>rows %1, columns %2</source>
        <translation>行 %1，列 %2</translation>
    </message>
    <message>
        <source>%1 entries</source>
        <translation>%1 个条目</translation>
    </message>
    <message>
        <source>%1, %2 of %3</source>
        <translation>%1，%3 的 %2</translation>
    </message>
    <message>
        <source>%1 of %2, by bytes</source>
        <translation>%2 的 %1，按字节</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Nothing counted yet. The matrix is drawn here, with the bytes that a product with a vector reads in each part.</source>
        <translation>尚未统计。这里将画出矩阵，以及与向量相乘时在各部分读取的字节。</translation>
    </message>
    <message>
        <source>%1 elements are filled in</source>
        <translation>填充了 %1 个元素</translation>
    </message>
</context>
<context>
    <name>tscope::charts::CostMapChart</name>
    <message>
        <source>Where the bytes lie</source>
        <translation>字节的位置</translation>
    </message>
</context>
<context>
    <name>tscope::charts::CostWords</name>
    <message>
        <source>%1 on %2, %3</source>
        <translation>%1，在 %2 上，%3</translation>
    </message>
    <message>
        <source>share of the bytes</source>
        <translation>字节占比</translation>
    </message>
    <message>
        <source>fill (elements)</source>
        <translation>填充（元素）</translation>
    </message>
    <message>
        <source>time, by bytes</source>
        <translation>用时（按字节）</translation>
    </message>
    <message>
        <source>first row</source>
        <translation>首行</translation>
    </message>
    <message>
        <source>last row</source>
        <translation>末行</translation>
    </message>
    <message>
        <source>first column</source>
        <translation>首列</translation>
    </message>
    <message>
        <source>last column</source>
        <translation>末列</translation>
    </message>
    <message>
        <source>entries</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>memory (bytes)</source>
        <translation>内存（字节）</translation>
    </message>
    <message>
        <source>time, by bytes (ns)</source>
        <translation>用时（按字节）(ns)</translation>
    </message>
    <message>
        <source>pointers</source>
        <translation>指针</translation>
    </message>
    <message>
        <source>all tiles</source>
        <translation>所有区块</translation>
    </message>
</context>
<context>
    <name>tscope::charts::DensitiesChart</name>
    <message>
        <source>Times by density</source>
        <translation>不同密度下的用时</translation>
    </message>
</context>
<context>
    <name>tscope::charts::DensityDrawn</name>
    <message>
        <source>as given: %1</source>
        <translation>原有：%1</translation>
    </message>
    <message>
        <source>fastest from %1</source>
        <translation>自 %1 起最快</translation>
    </message>
    <message>
        <source>%1 of the elements are entries</source>
        <translation>%1 的元素为条目</translation>
    </message>
    <message>
        <source>the tensor as it was given</source>
        <translation>原有的张量</translation>
    </message>
    <message>
        <source>Not measured yet. Each form gets a line here: its time with fewer and more entries in the same pattern.</source>
        <translation>尚未测量。每种形式在这里有一条线：同一模式的条目更少和更多时的用时。</translation>
    </message>
    <message>
        <source>density: stored entries / all elements</source>
        <translation>密度：存储的条目 / 全部元素</translation>
    </message>
</context>
<context>
    <name>tscope::charts::DensityWords</name>
    <message>
        <source>form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>%1 (ns)</source>
        <translation>%1 (ns)</translation>
    </message>
    <message>
        <source>low (ns)</source>
        <translation>下限 (ns)</translation>
    </message>
    <message>
        <source>high (ns)</source>
        <translation>上限 (ns)</translation>
    </message>
    <message>
        <source>as given</source>
        <translation>原有</translation>
    </message>
    <message>
        <source>faster than the one before from</source>
        <translation>自此起快于前者</translation>
    </message>
    <message>
        <source>for sure</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>density: stored entries / all elements</source>
        <translation>密度：存储的条目 / 全部元素</translation>
    </message>
</context>
<context>
    <name>tscope::charts::LegendWords</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tscope::charts::LengthWords</name>
    <message>
        <source>what</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>rows or length</source>
        <translation>行数或长度</translation>
    </message>
    <message>
        <source>rows with lengths, even bins</source>
        <translation>各长度的行数（等宽分组）</translation>
    </message>
    <message>
        <source>rows with lengths, doubling bins</source>
        <translation>各长度的行数（倍增分组）</translation>
    </message>
    <message>
        <source>length of the row of this rank</source>
        <translation>该名次的行的长度</translation>
    </message>
    <message>
        <source>first row</source>
        <translation>首行</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>rows without entries</source>
        <translation>无条目的行</translation>
    </message>
    <message>
        <source>entries of all rows</source>
        <translation>所有行的条目数</translation>
    </message>
    <message>
        <source>length of the median row</source>
        <translation>中位行的长度</translation>
    </message>
    <message>
        <source>mean length</source>
        <translation>平均长度</translation>
    </message>
</context>
<context>
    <name>tscope::charts::LengthsDrawn</name>
    <message>
        <source>rows, the longest first</source>
        <translation>行（由长到短）</translation>
    </message>
    <message>
        <source>entries of a row</source>
        <translation>每行的条目数</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>%1 rows with %2 entries</source>
        <translation>有 %2 个条目的行：%1</translation>
    </message>
    <message>
        <source>of %1 rows: longest %2, median %3, shortest %4, %5 empty</source>
        <translation>共 %1 行：最长 %2，中位数 %3，最短 %4，空行 %5</translation>
    </message>
    <message>
        <source>%1 rows: longest %2, mean %3 (dashed), median %4, shortest %5, %6 empty</source>
        <translation>%1 行：最长 %2，平均 %3（虚线），中位数 %4，最短 %5，空行 %6</translation>
    </message>
    <message>
        <source>, the first of them row %1</source>
        <translation>，其中第一行为第 %1 行</translation>
    </message>
    <message>
        <source>Nothing counted yet. The lengths of the rows are drawn here.</source>
        <translation>尚未统计。这里将画出各行的长度。</translation>
    </message>
</context>
<context>
    <name>tscope::charts::MeasureWords</name>
    <message>
        <source>%1 slower</source>
        <translation>慢 %1</translation>
    </message>
</context>
<context>
    <name>tscope::charts::MultiplesChart</name>
    <message>
        <source>Times by tensors</source>
        <translation>按张量的耗时</translation>
    </message>
</context>
<context>
    <name>tscope::charts::MultiplesDrawn</name>
    <message numerus="yes">
        <source>%n more tensor(s) have no room</source>
        <translation>
            <numerusform>另有 %n 个张量放不下</numerusform>
        </translation>
    </message>
    <message>
        <source>the least time of this tensor</source>
        <translation>此张量的最短耗时</translation>
    </message>
    <message>
        <source>%1 of the time of %2, the least of this tensor</source>
        <translation>是 %2（此张量最短耗时）的 %1</translation>
    </message>
    <message>
        <source>Nothing measured yet. Each tensor gets a panel here.</source>
        <translation>尚未测量。每个张量在这里有一幅图。</translation>
    </message>
    <message>
        <source>▲ and hatched: the fastest form of each tensor. Crossed: no time.</source>
        <translation>▲ 和斜线：每个张量最快的形式。交叉线：没有时间。</translation>
    </message>
</context>
<context>
    <name>tscope::charts::MultiplesWords</name>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>%1 (ns)</source>
        <translation>%1 (ns)</translation>
    </message>
    <message>
        <source>low (ns)</source>
        <translation>下限 (ns)</translation>
    </message>
    <message>
        <source>high (ns)</source>
        <translation>上限 (ns)</translation>
    </message>
    <message>
        <source>why there is no time</source>
        <translation>没有耗时的原因</translation>
    </message>
</context>
<context>
    <name>tscope::charts::PartWords</name>
    <message>
        <source>pointers</source>
        <translation>指针</translation>
    </message>
    <message>
        <source>indices</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>填充</translation>
    </message>
</context>
<context>
    <name>tscope::charts::RoofWords</name>
    <message>
        <source>form or limit</source>
        <translation>形式或上限</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>operations per byte</source>
        <translation>每字节运算次数</translation>
    </message>
    <message>
        <source>warm (GFLOP/s)</source>
        <translation>热 (GFLOP/s)</translation>
    </message>
    <message>
        <source>low</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>high</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>cold (GFLOP/s)</source>
        <translation>冷 (GFLOP/s)</translation>
    </message>
    <message>
        <source>limit (GB/s)</source>
        <translation>上限 (GB/s)</translation>
    </message>
    <message>
        <source>limit (GFLOP/s)</source>
        <translation>上限 (GFLOP/s)</translation>
    </message>
    <message>
        <source>share on zeros</source>
        <translation>零上的占比</translation>
    </message>
    <message>
        <source>share of its limit</source>
        <translation>占其上限的比例</translation>
    </message>
    <message>
        <source>its limit</source>
        <translation>其上限</translation>
    </message>
</context>
<context>
    <name>tscope::charts::RooflineChart</name>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
</context>
<context>
    <name>tscope::charts::RooflineDrawn</name>
    <message>
        <source>operations per byte (FLOP/B)</source>
        <translation>每字节运算次数 (FLOP/B)</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1（%2 至 %3）</translation>
    </message>
    <message>
        <source>warm: %1</source>
        <translation>热：%1</translation>
    </message>
    <message>
        <source>cold: %1</source>
        <translation>冷：%1</translation>
    </message>
    <message>
        <source>%1 operations for each byte</source>
        <translation>每字节 %1 次运算</translation>
    </message>
    <message>
        <source>hollow: cold</source>
        <translation>空心：冷</translation>
    </message>
    <message>
        <source>%1 (%2 on zeros)</source>
        <translation>%1（%2 在零上）</translation>
    </message>
    <message>
        <source>%1 of the operations are on zeros that were filled in</source>
        <translation>%1 的运算作用于填充的零</translation>
    </message>
    <message>
        <source>Nothing measured yet. Each form gets a point here: its speed, below the limits of this machine.</source>
        <translation>尚未测量。每种形式在这里有一个点：其速度，位于本机上限之下。</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>filled: warm; box: interval</source>
        <translation>实心：热缓存；方框：区间</translation>
    </message>
</context>
<context>
    <name>tscope::charts::RowLengthsChart</name>
    <message>
        <source>Lengths of rows</source>
        <translation>行长度</translation>
    </message>
</context>
<context>
    <name>tscope::charts::SampleSeriesChart</name>
    <message>
        <source>Samples in the order of time</source>
        <translation>按时间顺序的样本</translation>
    </message>
</context>
<context>
    <name>tscope::charts::SamplesDrawn</name>
    <message>
        <source>samples in the order of time</source>
        <translation>按时间顺序的样本</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>sample %1 of %2, round %3</source>
        <translation>第 %1 个样本，共 %2 个，第 %3 轮</translation>
    </message>
    <message>
        <source>%1 of the median</source>
        <translation>中位数的 %1</translation>
    </message>
    <message>
        <source>median: %1</source>
        <translation>中位数：%1</translation>
    </message>
    <message numerus="yes">
        <source>the mean of %n time(s)</source>
        <translation>
            <numerusform>%n 次的平均值</numerusform>
        </translation>
    </message>
    <message>
        <source>No form is chosen yet. Each of its samples gets a dot here, in the order in which they were taken.</source>
        <translation>尚未选择形式。它的每个样本在这里是一个点，按取样的先后排列。</translation>
    </message>
</context>
<context>
    <name>tscope::charts::ScalingChart</name>
    <message>
        <source>Times by threads</source>
        <translation>按线程数的耗时</translation>
    </message>
    <message>
        <source>Times by k</source>
        <translation>随 k 变化的时间</translation>
    </message>
</context>
<context>
    <name>tscope::charts::ScalingDrawn</name>
    <message>
        <source>threads</source>
        <translation>线程数</translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 as fast as with %2; %3 if each thread did its share</source>
        <translation>速度是 %2 个线程时的 %1；若各线程均分工作，应为 %3</translation>
    </message>
    <message>
        <source>Not measured yet. Each form gets a line here: its time by the number of threads.</source>
        <translation>尚未测量。每种形式在这里有一条线：不同线程数下的用时。</translation>
    </message>
    <message>
        <source>k, columns of the dense operand</source>
        <translation>k，稠密操作数的列数</translation>
    </message>
    <message>
        <source>each column %1 as fast as with k = %2</source>
        <translation>每列的速度是 k = %2 时的 %1</translation>
    </message>
    <message>
        <source>Not measured yet. Each form gets a line here: its time by k, the number of columns of the dense operand.</source>
        <translation>尚未测量。每种形式在这里有一条线：其时间随 k（稠密操作数的列数）的变化。</translation>
    </message>
    <message>
        <source>speed-up, %1 to %2 threads</source>
        <translation>加速比，%1 到 %2 个线程</translation>
    </message>
    <message>
        <source>speed-up per column, k = %1 to %2</source>
        <translation>每列加速比，k = %1 到 %2</translation>
    </message>
    <message>
        <source>ideal: each thread does its share</source>
        <translation>理想：每个线程完成其应得份额</translation>
    </message>
    <message>
        <source>ideal: each column takes as long</source>
        <translation>理想：每列耗时相同</translation>
    </message>
</context>
<context>
    <name>tscope::charts::ScalingWords</name>
    <message>
        <source>form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>%1 (ns)</source>
        <translation>%1 (ns)</translation>
    </message>
    <message>
        <source>low (ns)</source>
        <translation>下限 (ns)</translation>
    </message>
    <message>
        <source>high (ns)</source>
        <translation>上限 (ns)</translation>
    </message>
</context>
<context>
    <name>tscope::charts::SeriesWords</name>
    <message>
        <source>%1, %2 on %3: %4</source>
        <translation>%1，%2，在 %3 上：%4</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>round</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>time (ns)</source>
        <translation>时间 (ns)</translation>
    </message>
    <message>
        <source>median of the round (ns)</source>
        <translation>本轮中位数 (ns)</translation>
    </message>
    <message>
        <source>median of all (ns)</source>
        <translation>总中位数 (ns)</translation>
    </message>
    <message>
        <source>low (ns)</source>
        <translation>下限 (ns)</translation>
    </message>
    <message>
        <source>high (ns)</source>
        <translation>上限 (ns)</translation>
    </message>
</context>
<context>
    <name>tscope::charts::TimeWords</name>
    <message>
        <source>kernel, warm</source>
        <translation>内核，热</translation>
    </message>
    <message>
        <source>kernel, cold</source>
        <translation>内核，冷</translation>
    </message>
    <message>
        <source>whole call</source>
        <translation>整个调用</translation>
    </message>
    <message>
        <source>end to end</source>
        <translation>端到端</translation>
    </message>
    <message>
        <source>conversion</source>
        <translation>转换</translation>
    </message>
    <message>
        <source>the tensor was given in this form</source>
        <translation>张量原本就是这种形式</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>nothing has to be transferred</source>
        <translation>无需传输</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1（模拟）</translation>
    </message>
</context>
</TS>
