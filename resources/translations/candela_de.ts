<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>ModelText</name>
    <message>
        <source>1 sample</source>
        <translation>1 Sample</translation>
    </message>
    <message>
        <source>{} samples</source>
        <translation>{} Samples</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>how many at once</source>
        <translation>wie viele gleichzeitig</translation>
    </message>
    <message>
        <source>level</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>{} at once</source>
        <translation>{} gleichzeitig</translation>
    </message>
    <message>
        <source>let its compiler keep frame pointers</source>
        <translation>beim Übersetzen Frame-Pointer behalten</translation>
    </message>
    <message>
        <source> ({} processes)</source>
        <translation> ({} Prozesse)</translation>
    </message>
    <message>
        <source>sampling saw {} of {}{}; the kernel counted {}</source>
        <translation>Samples zeigen {} von {}{}; der Kernel zählte {}</translation>
    </message>
    <message>
        <source>record where kernel.kptr_restrict is 0 or 1, or with rights that see addresses</source>
        <translation>dort aufzeichnen, wo kernel.kptr_restrict 0 oder 1 ist, oder mit Rechten, die Adressen sehen</translation>
    </message>
    <message>
        <source>let the runtime write a perf map (node --perf-basic-prof, python -X perf)</source>
        <translation>die Laufzeitumgebung eine Perf-Map schreiben lassen (node --perf-basic-prof, python -X perf)</translation>
    </message>
    <message>
        <source>install the debug symbols of the packages, or let --debuginfod ask servers for them</source>
        <translation>Debug-Symbole der Pakete installieren oder mit --debuginfod Server danach fragen</translation>
    </message>
    <message>
        <source>build modules without a build ID with -Wl,--build-id, and do not strip them</source>
        <translation>Module ohne Build-ID mit -Wl,--build-id bauen und nicht strippen</translation>
    </message>
    <message>
        <source>leaves out the function&apos;s frames; their weight counts for the callers</source>
        <translation>lässt die Frames der Funktion weg; ihr Gewicht zählt für die Aufrufer</translation>
    </message>
    <message>
        <source>merges one call node into its caller: hides the function there only</source>
        <translation>vereint einen Aufrufknoten mit seinem Aufrufer: blendet die Funktion nur dort aus</translation>
    </message>
    <message>
        <source>leaves out the samples with the function</source>
        <translation>lässt die Samples mit der Funktion weg</translation>
    </message>
    <message>
        <source>only stacks with the function, which begin at its outermost frame</source>
        <translation>nur Stacks mit der Funktion, die bei ihrem äußersten Frame beginnen</translation>
    </message>
    <message>
        <source>only stacks with the call node, which begin there</source>
        <translation>nur Stacks mit dem Aufrufknoten, die dort beginnen</translation>
    </message>
    <message>
        <source>stacks with the function begin at its outermost frame; others stay as they are</source>
        <translation>Stacks mit der Funktion beginnen bei ihrem äußersten Frame; andere bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>only stacks with the function, which end at its outermost frame: what it calls is its own</source>
        <translation>nur Stacks mit der Funktion, die bei ihrem äußersten Frame enden: was sie aufruft, zählt für sie selbst</translation>
    </message>
    <message>
        <source>a function that calls itself becomes one frame; with FUNCTION, also where others are between</source>
        <translation>eine Funktion, die sich selbst aufruft, wird ein Frame; mit FUNCTION auch, wo andere dazwischen sind</translation>
    </message>
    <message>
        <source>frames of the module that follow each other become one</source>
        <translation>aufeinanderfolgende Frames des Moduls werden einer</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 Aufruf</translation>
    </message>
    <message>
        <source>{} calls</source>
        <translation>{} Aufrufe</translation>
    </message>
    <message>
        <source>1 instruction inlined, {}</source>
        <translation>1 Instruktion inline, {}</translation>
    </message>
    <message>
        <source>{} instructions inlined, {}</source>
        <translation>{} Instruktionen inline, {}</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>nicht benutzt</translation>
    </message>
    <message>
        <source>{}: {} in base, {} in new</source>
        <translation>{}: {} in Basis, {} in Neu</translation>
    </message>
    <message>
        <source> per CPU s</source>
        <translation> je CPU-s</translation>
    </message>
    <message>
        <source> per unit</source>
        <translation> je Einheit</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message>
        <source>{} runs</source>
        <translation>{} Läufe</translation>
    </message>
    <message>
        <source>{} × as many samples</source>
        <translation>{}-mal so viele Samples</translation>
    </message>
    <message>
        <source>{} more</source>
        <translation>{} mehr</translation>
    </message>
    <message>
        <source> To tell, record {} of each side.</source>
        <translation> Um es zu entscheiden: {} je Seite aufzeichnen.</translation>
    </message>
    <message>
        <source> To tell, record {} of each side, or several runs.</source>
        <translation> Um es zu entscheiden: {} je Seite aufzeichnen, oder mehrere Läufe.</translation>
    </message>
    <message>
        <source>1 block of time</source>
        <translation>1 Zeitblock</translation>
    </message>
    <message>
        <source>{} blocks of time</source>
        <translation>{} Zeitblöcke</translation>
    </message>
    <message>
        <source>one sum</source>
        <translation>eine Summe</translation>
    </message>
    <message>
        <source>{} in {}</source>
        <translation>{} in {}</translation>
    </message>
    <message>
        <source>{} pp</source>
        <translation>{} PP</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>more of the total</source>
        <translation>mehr vom Ganzen</translation>
    </message>
    <message>
        <source>less of the total</source>
        <translation>weniger vom Ganzen</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mehr</translation>
    </message>
    <message>
        <source>less</source>
        <translation>weniger</translation>
    </message>
    <message>
        <source>Nothing states how much the weights vary: record samples with times, or several runs of each side.</source>
        <translation>Wie stark die Gewichte schwanken, ist nicht bekannt: Samples mit Zeiten aufzeichnen, oder mehrere Läufe je Seite.</translation>
    </message>
    <message>
        <source>The verdict is of {} and rests on {} (base) and {} (new).</source>
        <translation>Der Befund gilt für „{}“ und beruht auf {} (Basis) und {} (Neu).</translation>
    </message>
    <message>
        <source>self</source>
        <translation>selbst</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source> To tell, record longer, or several runs of each side.</source>
        <translation> Um es zu entscheiden: länger aufzeichnen, oder mehrere Läufe je Seite.</translation>
    </message>
    <message>
        <source>There is nothing to compare.</source>
        <translation>Es gibt nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>Rows changed</source>
        <translation>Zeilen haben sich geändert</translation>
    </message>
    <message>
        <source>No row changed for sure</source>
        <translation>Keine Zeile hat sich sicher geändert</translation>
    </message>
    <message>
        <source>New is {}{}.</source>
        <translation>Neu ist {}{}.</translation>
    </message>
    <message>
        <source>New is {} % {}{}.</source>
        <translation>Neu ist {} % {}{}.</translation>
    </message>
    <message>
        <source>New is the same{}.</source>
        <translation>Neu ist gleich{}.</translation>
    </message>
    <message>
        <source>Whether new is {} or {} is unknown{}: record longer, or several runs of each side.</source>
        <translation>Ob Neu {} oder {} ist, ist unbekannt{}: länger aufzeichnen, oder mehrere Läufe je Seite.</translation>
    </message>
    <message>
        <source>Nothing states how much the weights vary: there are no intervals.</source>
        <translation>Wie stark die Gewichte schwanken, ist nicht bekannt: Es gibt keine Intervalle.</translation>
    </message>
    <message>
        <source>There are no times and no runs, and weights are no counts: nothing states how much they vary.</source>
        <translation>Es gibt weder Zeiten noch Läufe, und Gewichte sind keine Anzahlen: Wie stark sie schwanken, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>There are no times and no runs: samples are assumed to vary {:.0f} times as much as independent ones.</source>
        <translation>Es gibt weder Zeiten noch Läufe: Es wird angenommen, dass Samples {:.0f}-mal so stark schwanken wie unabhängige.</translation>
    </message>
    <message>
        <source>the base</source>
        <translation>der Basis</translation>
    </message>
    <message>
        <source>the new side</source>
        <translation>der neuen Seite</translation>
    </message>
    <message>
        <source>There are {} of {}, but {} is one sum without times, whose weights are no counts: nothing states how much they vary.</source>
        <translation>Es gibt {} von {}, aber von {} nur eine Summe ohne Zeiten, deren Gewichte keine Anzahlen sind: Wie stark sie schwanken, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Intervals of 95 % from {} of {}; {} is one sum without times: its samples are assumed to vary {:.0f} times as much as independent ones{}.</source>
        <translation>Intervalle von 95 % aus {} von {}; von {} gibt es nur eine Summe ohne Zeiten: Es wird angenommen, dass ihre Samples {:.0f}-mal so stark schwanken wie unabhängige{}.</translation>
    </message>
    <message>
        <source>, and at least as much as those runs</source>
        <translation>, und mindestens so stark wie diese Läufe</translation>
    </message>
    <message>
        <source>Intervals of 95 % from the differences between runs: base {}, new {}.</source>
        <translation>Intervalle von 95 % aus den Unterschieden zwischen Läufen: Basis {}, Neu {}.</translation>
    </message>
    <message>
        <source>Intervals of 95 % from {} and {}. With one run a side, differences between runs are not in them.</source>
        <translation>Intervalle von 95 % aus {} und {}. Mit einem Lauf je Seite enthalten sie keine Unterschiede zwischen Läufen.</translation>
    </message>
    <message>
        <source> At most {:.0f} % of comparisons without any change report one.</source>
        <translation> Höchstens {:.0f} % der Vergleiche ohne jede Änderung melden eine.</translation>
    </message>
    <message>
        <source>Compared by shares: each weight as a part of its own side&apos;s total.</source>
        <translation>Verglichen nach Anteilen: jedes Gewicht als Teil der Summe seiner Seite.</translation>
    </message>
    <message>
        <source>Compared as measured: no weight is scaled.</source>
        <translation>Verglichen wie gemessen: kein Gewicht ist skaliert.</translation>
    </message>
    <message>
        <source>Compared per second: each weight by how long its own side was recorded.</source>
        <translation>Verglichen pro Sekunde: jedes Gewicht nach der Aufzeichnungsdauer seiner Seite.</translation>
    </message>
    <message>
        <source>Compared per CPU second: each weight by the CPU time of its own side.</source>
        <translation>Verglichen pro CPU-Sekunde: jedes Gewicht nach der CPU-Zeit seiner Seite.</translation>
    </message>
    <message>
        <source>Compared per unit of work: each weight by how much its own side did.</source>
        <translation>Verglichen pro Arbeitseinheit: jedes Gewicht danach, wie viel seine Seite geleistet hat.</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>langsamer</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>schneller</translation>
    </message>
    <message>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>{} (base: {})</source>
        <translation>{} (Basis: {})</translation>
    </message>
    <message>
        <source>base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Match: {}.</source>
        <translation>Zuordnung: {}.</translation>
    </message>
    <message>
        <source> With {} of {}, a part or clone of {}.</source>
        <translation> Mit {} von {}, einem Teil oder Klon in {}.</translation>
    </message>
    <message>
        <source> With {} of {}, which only {} has as a function of its own.</source>
        <translation> Mit {} von {}, einer eigenen Funktion nur in {}.</translation>
    </message>
    <message>
        <source> {} are counted in {}.</source>
        <translation> {} werden in {} gezählt.</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>von Hand</translation>
    </message>
    <message>
        <source>linked by hand</source>
        <translation>von Hand verknüpft</translation>
    </message>
    <message>
        <source>same build</source>
        <translation>gleicher Build</translation>
    </message>
    <message>
        <source>the same code of the same build</source>
        <translation>derselbe Code desselben Builds</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>the same name in the same module</source>
        <translation>derselbe Name im selben Modul</translation>
    </message>
    <message>
        <source>other module</source>
        <translation>anderes Modul</translation>
    </message>
    <message>
        <source>the same name in another module</source>
        <translation>derselbe Name in einem anderen Modul</translation>
    </message>
    <message>
        <source>suffix</source>
        <translation>Suffix</translation>
    </message>
    <message>
        <source>the same name without what the compiler appended</source>
        <translation>derselbe Name ohne Zusätze des Compilers</translation>
    </message>
    <message>
        <source>source name</source>
        <translation>Quellname</translation>
    </message>
    <message>
        <source>the same name without arguments and tags</source>
        <translation>derselbe Name ohne Argumente und Tags</translation>
    </message>
    <message>
        <source>last name</source>
        <translation>Kurzname</translation>
    </message>
    <message>
        <source>the same name in another scope</source>
        <translation>derselbe Name in einem anderen Geltungsbereich</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>the same line of the same function</source>
        <translation>dieselbe Zeile derselben Funktion</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>umbenannt</translation>
    </message>
    <message>
        <source>inlined</source>
        <translation>inline</translation>
    </message>
    <message>
        <source>only on one side; its self weight is counted with its callers, into which the other build inlined it</source>
        <translation>nur auf einer Seite; ihr eigenes Gewicht zählt für ihre Aufrufer, in denen sie im anderen Build inline ist</translation>
    </message>
    <message>
        <source>only base</source>
        <translation>nur Basis</translation>
    </message>
    <message>
        <source>only in base</source>
        <translation>nur in Basis</translation>
    </message>
    <message>
        <source>only new</source>
        <translation>nur Neu</translation>
    </message>
    <message>
        <source>only in new</source>
        <translation>nur in Neu</translation>
    </message>
    <message>
        <source>{} ({:.0f} % sure)</source>
        <translation>{} ({:.0f} % sicher)</translation>
    </message>
    <message>
        <source>{} a capture from {} on</source>
        <translation>{} je Aufzeichnung ab {}</translation>
    </message>
    <message>
        <source>{} from {} on</source>
        <translation>{} ab {}</translation>
    </message>
    <message>
        <source>{} in {} only</source>
        <translation>{} nur in {}</translation>
    </message>
    <message>
        <source>Trends are those of {} weights, of {} different tests; with a probability of 95 %, none is chance, if the captures are independent of each other.</source>
        <translation>Trends der Gewichte „{}“ aus {} verschiedenen Tests; mit einer Wahrscheinlichkeit von 95 % ist keiner Zufall, wenn die Aufzeichnungen voneinander unabhängig sind.</translation>
    </message>
    <message>
        <source>1 row grows steadily</source>
        <translation>1 Zeile wächst stetig</translation>
    </message>
    <message>
        <source>{} rows grow steadily</source>
        <translation>{} Zeilen wachsen stetig</translation>
    </message>
    <message>
        <source>1 row shrinks steadily</source>
        <translation>1 Zeile schrumpft stetig</translation>
    </message>
    <message>
        <source>{} rows shrink steadily</source>
        <translation>{} Zeilen schrumpfen stetig</translation>
    </message>
    <message>
        <source>1 row has a step</source>
        <translation>1 Zeile hat eine Stufe</translation>
    </message>
    <message>
        <source>{} rows have a step</source>
        <translation>{} Zeilen haben eine Stufe</translation>
    </message>
    <message>
        <source>1 row has a spike</source>
        <translation>1 Zeile hat einen Ausreißer</translation>
    </message>
    <message>
        <source>{} rows have a spike</source>
        <translation>{} Zeilen haben einen Ausreißer</translation>
    </message>
    <message>
        <source>No row has a trend for sure; five captures or more show more</source>
        <translation>Keine Zeile hat sicher einen Trend; fünf oder mehr Aufzeichnungen zeigen mehr</translation>
    </message>
    <message>
        <source>No row has a trend for sure</source>
        <translation>Keine Zeile hat sicher einen Trend</translation>
    </message>
    <message>
        <source> Memory in use that grows steadily may be a leak.</source>
        <translation> Belegter Speicher, der stetig wächst, kann ein Leck sein.</translation>
    </message>
    <message>
        <source>The whole: {}.</source>
        <translation>Das Ganze: {}.</translation>
    </message>
    <message>
        <source>Machine code of some functions was left out: {} are kept.</source>
        <translation>Maschinencode einiger Funktionen fehlt: {} werden behalten.</translation>
    </message>
    <message>
        <source>process events</source>
        <translation>Prozessereignisse</translation>
    </message>
    <message>
        <source>held back by the kernel</source>
        <translation>vom Kernel zurückgehalten</translation>
    </message>
    <message>
        <source>mappings without room</source>
        <translation>Mappings ohne Platz</translation>
    </message>
    <message>
        <source>names without room</source>
        <translation>Namen ohne Platz</translation>
    </message>
    <message>
        <source>throttled</source>
        <translation>gedrosselt</translation>
    </message>
    <message>
        <source>ends of threads not in the account of CPU time</source>
        <translation>Thread-Enden, die in der CPU-Abrechnung fehlen</translation>
    </message>
    <message>
        <source>ring buffer full</source>
        <translation>Ringpuffer voll</translation>
    </message>
    <message>
        <source>lost by perf</source>
        <translation>von perf verloren</translation>
    </message>
    <message>
        <source>the start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>{} of {} ({})</source>
        <translation>{} von {} ({})</translation>
    </message>
    <message>
        <source>1 record ({})</source>
        <translation>1 Datensatz ({})</translation>
    </message>
    <message>
        <source>{} records ({})</source>
        <translation>{} Datensätze ({})</translation>
    </message>
    <message>
        <source>all after {}</source>
        <translation>alles nach {}</translation>
    </message>
    <message>
        <source>all from {} to {}</source>
        <translation>alles von {} bis {}</translation>
    </message>
    <message>
        <source>, {} of its weight</source>
        <translation>, {} des Gewichts</translation>
    </message>
    <message>
        <source>too deep</source>
        <translation>zu tief</translation>
    </message>
    <message>
        <source>stack memory unreadable</source>
        <translation>Stack-Speicher nicht lesbar</translation>
    </message>
    <message>
        <source>no unwind information</source>
        <translation>keine Unwind-Informationen</translation>
    </message>
    <message>
        <source>address outside every mapping</source>
        <translation>Adresse außerhalb aller Mappings</translation>
    </message>
    <message>
        <source>no stack from the kernel</source>
        <translation>kein Stack vom Kernel</translation>
    </message>
    <message>
        <source>unwind table missing</source>
        <translation>Unwind-Tabelle fehlt</translation>
    </message>
    <message>
        <source>{} days</source>
        <translation>{} Tage</translation>
    </message>
    <message>
        <source>is not on this machine</source>
        <translation>ist nicht auf diesem Rechner</translation>
    </message>
    <message>
        <source>is larger than {} MB</source>
        <translation>ist größer als {} MB</translation>
    </message>
    <message>
        <source>is no text</source>
        <translation>ist kein Text</translation>
    </message>
    <message>
        <source>similar callers, callees, functions or weight, so it may have been renamed</source>
        <translation>ähnliche Aufrufer, Aufgerufene, Funktionen oder Gewichte, also vielleicht umbenannt</translation>
    </message>
    <message>
        <source>Source lines of some functions were left out: {} or {} lines are kept.</source>
        <translation>Quelltextzeilen einiger Funktionen fehlen: {} oder {} Zeilen werden behalten.</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Times depend on it: a change may come from the machine</source>
        <translation>Zeiten hängen von ihm ab: Eine Änderung kann am Rechner liegen</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPUs</translation>
    </message>
    <message>
        <source>Work that is divided among threads, and waiting, may differ</source>
        <translation>Arbeit, die auf Threads verteilt wird, und Warten können sich unterscheiden</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Two machines may differ in more than is known</source>
        <translation>Zwei Rechner können sich in mehr unterscheiden als bekannt ist</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Changes of kernel functions, and of waiting, may come from it</source>
        <translation>Änderungen von Kernel-Funktionen und von Warten können an ihm liegen</translation>
    </message>
    <message>
        <source>compiler</source>
        <translation>Compiler</translation>
    </message>
    <message>
        <source>It may inline and divide functions differently</source>
        <translation>Er kann Funktionen anders einbetten und aufteilen</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Profilers unwind, name and weigh differently</source>
        <translation>Profiler lesen Stacks, Namen und Gewichte unterschiedlich</translation>
    </message>
    <message>
        <source>sampling period</source>
        <translation>Sampling-Periode</translation>
    </message>
    <message>
        <source>Weights are numbers of samples: only their shares can be compared</source>
        <translation>Gewichte sind Anzahlen von Samples: Nur ihre Anteile lassen sich vergleichen</translation>
    </message>
    <message>
        <source>Weights are less exact where the period is longer</source>
        <translation>Bei längerer Periode sind Gewichte weniger genau</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Weights are compared as measured: they grow with the duration, unless each run does the same work</source>
        <translation>Gewichte werden wie gemessen verglichen: Sie wachsen mit der Dauer, außer wenn jeder Lauf die gleiche Arbeit tut</translation>
    </message>
    <message>
        <source>broken stacks</source>
        <translation>Anteil abgebrochener Stacks</translation>
    </message>
    <message>
        <source>Totals of callers are too small where more stacks are broken; self weights are not affected</source>
        <translation>Gesamtgewichte von Aufrufern sind zu klein, wo mehr Stacks abgebrochen sind; Eigengewichte sind nicht betroffen</translation>
    </message>
    <message>
        <source>weight without names</source>
        <translation>Gewicht ohne Namen</translation>
    </message>
    <message>
        <source>Functions whose name is missing on one side look new or removed</source>
        <translation>Funktionen, deren Name auf einer Seite fehlt, sehen neu oder entfernt aus</translation>
    </message>
    <message>
        <source>lost samples</source>
        <translation>Anteil verlorener Samples</translation>
    </message>
    <message>
        <source>Weights are too small where more samples were lost</source>
        <translation>Gewichte sind zu klein, wo mehr Samples verloren gingen</translation>
    </message>
    <message>
        <source>load of the machine</source>
        <translation>Auslastung des Rechners</translation>
    </message>
    <message>
        <source>Times grow where other work shares caches and cores</source>
        <translation>Zeiten wachsen, wo andere Arbeit Caches und Kerne mitbenutzt</translation>
    </message>
    <message>
        <source>CPU time of other virtual machines</source>
        <translation>CPU-Zeit anderer virtueller Maschinen</translation>
    </message>
    <message>
        <source>Times grow where the host is shared more</source>
        <translation>Zeiten wachsen, wo der Host stärker geteilt wird</translation>
    </message>
    <message>
        <source>Different {}: base {}, new {}. {}.</source>
        <translation>Unterschied: {}, in Basis {}, in Neu {}. {}.</translation>
    </message>
    <message>
        <source>The difference is no larger than the weight of stacks that are broken on one side only and may belong here: record both sides with whole stacks.</source>
        <translation>Der Unterschied ist nicht größer als das Gewicht der Stacks, die nur auf einer Seite abgebrochen sind und hierher gehören können: Beide Seiten mit vollständigen Stacks aufzeichnen.</translation>
    </message>
    <message>
        <source>The difference is no larger than the weight of the module&apos;s code that has no name on one side: look up its names with --symbols, or keep the program&apos;s symbols.</source>
        <translation>Der Unterschied ist nicht größer als das Gewicht des Codes dieses Moduls, der auf einer Seite keinen Namen hat: Namen mit --symbols nachschlagen oder die Symbole des Programms behalten.</translation>
    </message>
    <message>
        <source> Its interval excludes 0, but of so many rows some do by chance: that alone is no verdict.</source>
        <translation> Ihr Intervall enthält die 0 nicht, aber bei so vielen Zeilen kommt das auch zufällig vor: Das allein ist kein Befund.</translation>
    </message>
    <message>
        <source>missing names</source>
        <translation>fehlende Namen</translation>
    </message>
    <message>
        <source>Lost in the whole capture: {}; how much of it in this part of the time is not known.</source>
        <translation>In der ganzen Aufzeichnung verloren: {}; wie viel davon in diesem Teil der Zeit, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>its samples have no times, so no range of time can be compared</source>
        <translation>die Samples haben keine Zeiten, also lässt sich kein Zeitbereich vergleichen</translation>
    </message>
    <message>
        <source>no sample is in that time: they go from {} to {}</source>
        <translation>in dieser Zeit liegt kein Sample: sie reichen von {} bis {}</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>the end</source>
        <translation>zum Ende</translation>
    </message>
    <message>
        <source>both sides have the time from {} to {}: its samples would count on both</source>
        <translation>beide Seiten haben die Zeit von {} bis {}: deren Samples würden auf beiden zählen</translation>
    </message>
    <message>
        <source>choose ranges of one capture that do not overlap</source>
        <translation>Bereiche einer Aufzeichnung wählen, die sich nicht überlappen</translation>
    </message>
    <message>
        <source>is inlined into more than {} functions, of which the heaviest are shown</source>
        <translation>ist in mehr als {} Funktionen inline, von denen die gewichtigsten gezeigt werden</translation>
    </message>
    <message>
        <source>is code of the kernel, which is not read</source>
        <translation>ist Code des Kernels, der nicht gelesen wird</translation>
    </message>
    <message>
        <source>is interpreted: it has no machine code</source>
        <translation>wird interpretiert: Maschinencode gibt es nicht</translation>
    </message>
    <message>
        <source>has no addresses in this profile</source>
        <translation>hat in diesem Profil keine Adressen</translation>
    </message>
    <message>
        <source>is in no file that the profile names</source>
        <translation>ist in keiner Datei, die das Profil nennt</translation>
    </message>
    <message>
        <source>is in {}, which is not a file</source>
        <translation>ist in {}, was keine Datei ist</translation>
    </message>
    <message>
        <source>is in {}, which {}</source>
        <translation>ist in {}: Diese Datei {}</translation>
    </message>
    <message>
        <source>is at {:#x} in {}, where no function is known</source>
        <translation>ist bei {:#x} in {}, wo keine Funktion bekannt ist</translation>
    </message>
    <message>
        <source>is another build here than the one that was recorded</source>
        <translation>ist hier ein anderer Build als der aufgezeichnete</translation>
    </message>
    <message>
        <source>has its debug file here, but not its machine code</source>
        <translation>ist hier nur als Debug-Datei vorhanden, ohne Maschinencode</translation>
    </message>
    <message>
        <source>is not known to be what was recorded</source>
        <translation>ist vielleicht nicht die aufgezeichnete</translation>
    </message>
    <message>
        <source>was recorded on another machine, and its build is not known</source>
        <translation>wurde auf einem anderen Rechner aufgezeichnet, und ihr Build ist nicht bekannt</translation>
    </message>
    <message>
        <source>may be of another machine, and its build is not known</source>
        <translation>ist vielleicht von einem anderen Rechner, und ihr Build ist nicht bekannt</translation>
    </message>
    <message>
        <source>can&apos;t be read</source>
        <translation>kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>was changed since it was recorded, and its build is not known</source>
        <translation>wurde seit der Aufzeichnung geändert, und ihr Build ist nicht bekannt</translation>
    </message>
    <message>
        <source>{} (1 run)</source>
        <translation>{} (1 Lauf)</translation>
    </message>
    <message>
        <source>{} ({} runs)</source>
        <translation>{} ({} Läufe)</translation>
    </message>
    <message>
        <source>{} (in {} of {} runs)</source>
        <translation>{} (in {} von {} Läufen)</translation>
    </message>
    <message>
        <source>{} (from {} to {} in {} runs)</source>
        <translation>{} (von {} bis {} in {} Läufen)</translation>
    </message>
    <message>
        <source>and {} others</source>
        <translation>und {} weitere</translation>
    </message>
    <message>
        <source>it exists and is not a folder</source>
        <translation>gibt es schon, ist aber kein Ordner</translation>
    </message>
    <message>
        <source>several runs need a new folder</source>
        <translation>mehrere Läufe brauchen einen neuen Ordner</translation>
    </message>
    <message>
        <source>can&apos;t be read: {}</source>
        <translation>kann nicht gelesen werden: {}</translation>
    </message>
    <message>
        <source>it is not empty</source>
        <translation>ist nicht leer</translation>
    </message>
    <message>
        <source>give a new folder: each file of a folder counts as a run in comparisons</source>
        <translation>einen neuen Ordner angeben: in Vergleichen zählt jede Datei eines Ordners als Lauf</translation>
    </message>
    <message>
        <source>can&apos;t be given to the user who records: {}</source>
        <translation>kann nicht dem Benutzer gegeben werden, der aufzeichnet: {}</translation>
    </message>
    <message>
        <source>can&apos;t be created: {}</source>
        <translation>kann nicht angelegt werden: {}</translation>
    </message>
    <message>
        <source>no connection to the command could be made: {}</source>
        <translation>keine Verbindung zum Befehl möglich: {}</translation>
    </message>
    <message>
        <source>there is no command to record</source>
        <translation>kein Befehl zum Aufzeichnen angegeben</translation>
    </message>
    <message>
        <source>the command &quot;{}&quot; was not found</source>
        <translation>der Befehl „{}“ wurde nicht gefunden</translation>
    </message>
    <message>
        <source>Check its spelling, or give its whole path.</source>
        <translation>Schreibweise prüfen oder den ganzen Pfad angeben.</translation>
    </message>
    <message>
        <source>the command &quot;{}&quot; is a folder</source>
        <translation>der Befehl „{}“ ist ein Ordner</translation>
    </message>
    <message>
        <source>the command &quot;{}&quot; may not be run by this user</source>
        <translation>den Befehl „{}“ darf dieser Benutzer nicht ausführen</translation>
    </message>
    <message>
        <source>Its file has no permission to be executed.</source>
        <translation>Die Datei ist nicht als ausführbar markiert.</translation>
    </message>
    <message>
        <source>the working folder &quot;{}&quot; does not exist</source>
        <translation>den Arbeitsordner „{}“ gibt es nicht</translation>
    </message>
    <message>
        <source>no process for the command could be made: {}</source>
        <translation>für den Befehl konnte kein Prozess gestartet werden: {}</translation>
    </message>
    <message>
        <source>the command can&apos;t be watched: {}</source>
        <translation>der Befehl kann nicht beobachtet werden: {}</translation>
    </message>
    <message>
        <source>the command ended before it was started</source>
        <translation>der Befehl endete vor seinem Start</translation>
    </message>
    <message>
        <source>the command is not a program that this machine can run</source>
        <translation>der Befehl ist kein Programm, das dieser Rechner ausführen kann</translation>
    </message>
    <message>
        <source>A script needs a first line such as &quot;#!/bin/sh&quot;.</source>
        <translation>Ein Skript braucht eine erste Zeile wie „#!/bin/sh“.</translation>
    </message>
    <message>
        <source>the command can&apos;t be run: {}</source>
        <translation>der Befehl kann nicht ausgeführt werden: {}</translation>
    </message>
    <message>
        <source>{} does not announce what it can record: {}</source>
        <translation>{} meldet nicht, was aufgezeichnet werden kann: {}</translation>
    </message>
    <message>
        <source>Run &quot;candela doctor&quot; to check this machine.</source>
        <translation>Mit „candela doctor“ diesen Rechner prüfen.</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU-Zeit</translation>
    </message>
    <message>
        <source>where CPU time goes: every CPU is sampled at a frequency</source>
        <translation>wo CPU-Zeit bleibt: von jeder CPU werden in einer Frequenz Samples genommen</translation>
    </message>
    <message>
        <source>it does not answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>the recorder&apos;s answer can&apos;t be understood</source>
        <translation>die Antwort des Recorders ist nicht zu verstehen</translation>
    </message>
    <message>
        <source>the recorder does not announce what it can record</source>
        <translation>der Recorder meldet nicht, was er aufzeichnen kann</translation>
    </message>
    <message>
        <source>the recorder is too new for this Candela: it is version {}, and serves no client as old as this one</source>
        <translation>der Recorder ist zu neu für dieses Candela: er hat Version {} und bedient so alte Clients nicht</translation>
    </message>
    <message>
        <source>Install the window and the recorder of one version.</source>
        <translation>Fenster und Recorder in derselben Version installieren.</translation>
    </message>
    <message>
        <source>no recorder was found</source>
        <translation>es wurde kein Recorder gefunden</translation>
    </message>
    <message>
        <source>Install Candela, or build it so that candela-recorder stands beside candela.</source>
        <translation>Candela installieren, oder so bauen, dass candela-recorder neben candela liegt.</translation>
    </message>
    <message>
        <source>the recorder service does not accept this user</source>
        <translation>der Recorder-Dienst nimmt diesen Benutzer nicht an</translation>
    </message>
    <message>
        <source>the recorder service does not answer: {}</source>
        <translation>der Recorder-Dienst antwortet nicht: {}</translation>
    </message>
    <message>
        <source>See &quot;systemctl status candela-recorder.socket&quot;.</source>
        <translation>Siehe „systemctl status candela-recorder.socket“.</translation>
    </message>
    <message>
        <source>no connection to the recorder could be made: {}</source>
        <translation>keine Verbindung zum Recorder möglich: {}</translation>
    </message>
    <message>
        <source>{} can&apos;t be started: {}</source>
        <translation>{} kann nicht gestartet werden: {}</translation>
    </message>
    <message>
        <source>the recorder service closed the connection without an answer</source>
        <translation>der Recorder-Dienst schloss die Verbindung ohne Antwort</translation>
    </message>
    <message>
        <source>See &quot;journalctl -u candela-recorder&quot;.</source>
        <translation>Siehe „journalctl -u candela-recorder“.</translation>
    </message>
    <message>
        <source>the recording was not authorized</source>
        <translation>die Aufzeichnung wurde nicht genehmigt</translation>
    </message>
    <message>
        <source>this user may not start the recorder, and there is no way to ask for authorization</source>
        <translation>dieser Benutzer darf den Recorder nicht starten, und um Genehmigung kann hier nicht gebeten werden</translation>
    </message>
    <message>
        <source>Recording needs an administrator&apos;s permission. Run &quot;candela doctor&quot; for details.</source>
        <translation>Zum Aufzeichnen muss ein Administrator zustimmen. Näheres zeigt „candela doctor“.</translation>
    </message>
    <message>
        <source>sudo did not start the recorder</source>
        <translation>sudo hat den Recorder nicht gestartet</translation>
    </message>
    <message>
        <source>Run candela as root, or install the recorder service. Run &quot;candela doctor&quot; for details.</source>
        <translation>candela als root starten oder den Recorder-Dienst installieren. Näheres zeigt „candela doctor“.</translation>
    </message>
    <message>
        <source>the recorder on the other machine did not answer</source>
        <translation>der Recorder auf dem anderen Rechner hat nicht geantwortet</translation>
    </message>
    <message>
        <source>Check that &quot;ssh HOST candela-recorder --help&quot; works there, for a user who may record.</source>
        <translation>Prüfen, ob „ssh HOST candela-recorder --help“ dort gelingt, mit einem Benutzer, der aufzeichnen darf.</translation>
    </message>
    <message>
        <source>the recorder crashed before it recorded anything</source>
        <translation>der Recorder stürzte ab, bevor er etwas aufzeichnete</translation>
    </message>
    <message>
        <source>the recorder ended without recording anything</source>
        <translation>der Recorder endete, ohne etwas aufzuzeichnen</translation>
    </message>
    <message>
        <source>Run &quot;candela doctor&quot; to see what this machine lacks.</source>
        <translation>„candela doctor“ zeigt, was diesem Rechner fehlt.</translation>
    </message>
    <message>
        <source>the recording was not confirmed in time</source>
        <translation>die Aufzeichnung wurde nicht rechtzeitig bestätigt</translation>
    </message>
    <message>
        <source>Start the recording again and confirm the question.</source>
        <translation>Aufzeichnung noch einmal starten und die Frage bestätigen.</translation>
    </message>
    <message>
        <source>the recorder stopped responding</source>
        <translation>der Recorder reagiert nicht mehr</translation>
    </message>
    <message>
        <source>the recorder does not answer</source>
        <translation>der Recorder antwortet nicht</translation>
    </message>
    <message>
        <source>the recorder service</source>
        <translation>der Recorder-Dienst</translation>
    </message>
    <message>
        <source>the recorder</source>
        <translation>der Recorder</translation>
    </message>
    <message>
        <source>no process to record was chosen</source>
        <translation>kein Prozess zum Aufzeichnen gewählt</translation>
    </message>
    <message>
        <source>process {} can&apos;t exist</source>
        <translation>einen Prozess {} kann es nicht geben</translation>
    </message>
    <message>
        <source>A process id is above 0.</source>
        <translation>Prozessnummern sind größer als 0.</translation>
    </message>
    <message>
        <source>process {} does not exist</source>
        <translation>einen Prozess {} gibt es nicht</translation>
    </message>
    <message>
        <source>It may have ended already.</source>
        <translation>Vielleicht ist er schon beendet.</translation>
    </message>
    <message>
        <source>invalid host name &quot;{}&quot;</source>
        <translation>ungültiger Rechnername „{}“</translation>
    </message>
    <message>
        <source>a command can be recorded on this machine only</source>
        <translation>ein Befehl kann nur auf diesem Rechner aufgezeichnet werden</translation>
    </message>
    <message>
        <source>Start it on the other machine and record its process, or the whole machine.</source>
        <translation>Ihn auf dem anderen Rechner starten und seinen Prozess aufzeichnen, oder den ganzen Rechner.</translation>
    </message>
    <message>
        <source>the frequency must be between 1 and {} Hz</source>
        <translation>die Frequenz muss zwischen 1 und {} Hz liegen</translation>
    </message>
    <message>
        <source>the duration must be a number of seconds above 0</source>
        <translation>die Dauer muss eine Zahl von Sekunden über 0 sein</translation>
    </message>
    <message>
        <source>what the recorder sends {}</source>
        <translation>was der Recorder sendet, {}</translation>
    </message>
    <message>
        <source>the recorder ended unexpectedly after {} s</source>
        <translation>der Recorder endete unerwartet nach {} s</translation>
    </message>
    <message>
        <source>the recording has no file name</source>
        <translation>die Aufzeichnung hat keinen Dateinamen</translation>
    </message>
    <message>
        <source>this is a folder</source>
        <translation>das ist ein Ordner</translation>
    </message>
    <message>
        <source>Give a file name in it.</source>
        <translation>Einen Dateinamen darin angeben.</translation>
    </message>
    <message>
        <source>this is not a regular file</source>
        <translation>das ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>can&apos;t be mapped: {}</source>
        <translation>kann nicht eingeblendet werden: {}</translation>
    </message>
    <message>
        <source>can&apos;t be changed in memory: {}</source>
        <translation>kann im Speicher nicht geändert werden: {}</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>keine solche Datei</translation>
    </message>
    <message>
        <source>no permission to read it</source>
        <translation>keine Leserechte</translation>
    </message>
    <message>
        <source>its owner can allow it with chmod</source>
        <translation>ihr Besitzer kann es mit chmod erlauben</translation>
    </message>
    <message>
        <source>can&apos;t be opened: {}</source>
        <translation>kann nicht geöffnet werden: {}</translation>
    </message>
    <message>
        <source>this is a directory, not a profile</source>
        <translation>das ist ein Ordner, kein Profil</translation>
    </message>
    <message>
        <source>of this machine&apos;s memory</source>
        <translation>vom Speicher dieses Rechners</translation>
    </message>
    <message>
        <source>in its control group</source>
        <translation>in seiner Control-Group</translation>
    </message>
    <message>
        <source>by ulimit -v</source>
        <translation>nach ulimit -v</translation>
    </message>
    <message>
        <source>by ulimit -d</source>
        <translation>nach ulimit -d</translation>
    </message>
    <message>
        <source>of its limit</source>
        <translation>von seiner Grenze</translation>
    </message>
    <message>
        <source>close captures and other programs, or open it where there is more memory than {}</source>
        <translation>Aufzeichnungen und andere Programme schließen, oder dort öffnen, wo es mehr Speicher als {} gibt</translation>
    </message>
    <message>
        <source>the control group may take {}; outside of it there may be more</source>
        <translation>die Control-Group darf {} nehmen; außerhalb gibt es vielleicht mehr</translation>
    </message>
    <message>
        <source>the shell&apos;s ulimit -v allows {}</source>
        <translation>ulimit -v der Shell erlaubt {}</translation>
    </message>
    <message>
        <source>the shell&apos;s ulimit -d allows {}</source>
        <translation>ulimit -d der Shell erlaubt {}</translation>
    </message>
    <message>
        <source>needs more than {} of memory, the limit for a file of its size</source>
        <translation>braucht mehr als {} Speicher, die Grenze für eine Datei dieser Größe</translation>
    </message>
    <message>
        <source> and wanted {} more</source>
        <translation> und wollte {} mehr</translation>
    </message>
    <message>
        <source>needs more memory than there is: Candela had taken {}{} when {} were left {}</source>
        <translation>braucht mehr Speicher, als es gibt: Candela hatte {}{}, als noch {} frei waren ({})</translation>
    </message>
    <message>
        <source>the capture</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>this is JSON, but none of the profiles that Candela knows</source>
        <translation>das ist JSON, aber kein Profil, das Candela kennt</translation>
    </message>
    <message>
        <source>this is not a profile that Candela knows</source>
        <translation>das ist kein Profil, das Candela kennt</translation>
    </message>
    <message>
        <source>Candela reads {}, plain or packed with gzip or zstd</source>
        <translation>Candela liest {}, auch mit gzip oder zstd gepackt</translation>
    </message>
    <message>
        <source>The packed file is damaged or was cut off: this is what could be unpacked.</source>
        <translation>Die gepackte Datei ist beschädigt oder abgeschnitten: Das ist, was ausgepackt werden konnte.</translation>
    </message>
    <message>
        <source>The costs of {} add up to {}, but the file states {}.</source>
        <translation>Die Kosten von {} ergeben zusammen {}, die Datei gibt aber {} an.</translation>
    </message>
    <message>
        <source>The file ends without its totals: it may have been cut off.</source>
        <translation>Die Datei endet ohne ihre Summen: Vielleicht wurde sie abgeschnitten.</translation>
    </message>
    <message>
        <source>The file has callers and callees but no stacks: the cost of the callees of a function with several callers is split in proportion to the function&apos;s cost for each caller.</source>
        <translation>Die Datei hat Aufrufer und Aufgerufene, aber keine Stacks: Hat eine Funktion mehrere Aufrufer, werden die Kosten ihrer Aufgerufenen im Verhältnis ihrer Kosten für jeden Aufrufer geteilt.</translation>
    </message>
    <message>
        <source>There are more calling contexts than are shown: the remaining own cost of each function is shown without its callers.</source>
        <translation>Es gibt mehr Aufrufkontexte als gezeigt: Die übrigen eigenen Kosten jeder Funktion stehen ohne ihre Aufrufer da.</translation>
    </message>
    <message>
        <source>it holds no costs</source>
        <translation>enthält keine Kosten</translation>
    </message>
    <message>
        <source>Lines that are not part of callgrind&apos;s format were left out: {}.</source>
        <translation>Zeilen, die nicht zum Format von callgrind gehören, wurden ausgelassen: {}.</translation>
    </message>
    <message>
        <source>Costs that are negative or larger than 63 bits were left out: {}.</source>
        <translation>Kosten, die negativ oder größer als 63 Bit sind, wurden ausgelassen: {}.</translation>
    </message>
    <message>
        <source>it holds no samples to write</source>
        <translation>enthält keine Samples zum Schreiben</translation>
    </message>
    <message>
        <source>this is a damaged recording: no part of it can be read</source>
        <translation>das ist eine beschädigte Aufzeichnung: kein Teil davon ist lesbar</translation>
    </message>
    <message>
        <source>it holds no calls</source>
        <translation>enthält keine Aufrufe</translation>
    </message>
    <message>
        <source>it is damaged before its first call</source>
        <translation>ist vor dem ersten Aufruf beschädigt</translation>
    </message>
    <message>
        <source>Some samples or calls refer to calls that the file does not hold.</source>
        <translation>Einige Samples oder Aufrufe verweisen auf Aufrufe, die nicht in der Datei sind.</translation>
    </message>
    <message>
        <source>this is a heap snapshot: it holds objects, but no stacks that allocated them</source>
        <translation>das ist ein Heap-Snapshot: Er enthält Objekte, aber keine Stacks, die sie angelegt haben</translation>
    </message>
    <message>
        <source>Record &quot;Allocation sampling&quot; instead</source>
        <translation>Stattdessen „Allocation sampling“ aufzeichnen</translation>
    </message>
    <message>
        <source>Calls deeper than 500 were left out.</source>
        <translation>Aufrufe tiefer als 500 wurden ausgelassen.</translation>
    </message>
    <message>
        <source>it holds no events that take time</source>
        <translation>enthält keine Ereignisse, die Zeit brauchen</translation>
    </message>
    <message>
        <source>it is damaged before its first event</source>
        <translation>ist vor dem ersten Ereignis beschädigt</translation>
    </message>
    <message>
        <source>Some events overlap without being nested: the inner one ends after the outer one.</source>
        <translation>Einige Ereignisse überlappen sich, ohne geschachtelt zu sein: Das innere endet nach dem äußeren.</translation>
    </message>
    <message>
        <source>Some events end without a beginning.</source>
        <translation>Einige Ereignisse enden ohne Anfang.</translation>
    </message>
    <message>
        <source>Some events do not end: they are counted up to the last event of their thread.</source>
        <translation>Einige Ereignisse enden nicht: Sie zählen bis zum letzten Ereignis ihres Threads.</translation>
    </message>
    <message>
        <source>Events that are nested in 1,000 others were left out.</source>
        <translation>Ereignisse, die in 1.000 anderen stecken, wurden ausgelassen.</translation>
    </message>
    <message>
        <source>The last line has no line end: the file may have been cut off there.</source>
        <translation>Die letzte Zeile hat kein Zeilenende: Vielleicht wurde die Datei dort abgeschnitten.</translation>
    </message>
    <message>
        <source>it holds no threads</source>
        <translation>enthält keine Threads</translation>
    </message>
    <message>
        <source>it is damaged before its first thread</source>
        <translation>ist vor dem ersten Thread beschädigt</translation>
    </message>
    <message>
        <source>Some stacks refer to callers, frames or names that the file does not hold.</source>
        <translation>Einige Stacks verweisen auf Aufrufer, Frames oder Namen, die nicht in der Datei sind.</translation>
    </message>
    <message>
        <source>it holds no allocations</source>
        <translation>enthält keine Allokationen</translation>
    </message>
    <message>
        <source>Lines that are damaged or refer to something that is not in the file were left out: {}.</source>
        <translation>Zeilen, die beschädigt sind oder auf etwas verweisen, das nicht in der Datei ist, wurden ausgelassen: {}.</translation>
    </message>
    <message>
        <source>Stacks were cut: the file has an implausible number of frames.</source>
        <translation>Stacks wurden gekürzt: Die Datei hat unglaubwürdig viele Frames.</translation>
    </message>
    <message>
        <source>this is a raw recording of heaptrack, which was not interpreted yet</source>
        <translation>das ist eine rohe Aufzeichnung von heaptrack, die noch nicht interpretiert wurde</translation>
    </message>
    <message>
        <source>heaptrack --interpret FILE makes a file that can be read</source>
        <translation>heaptrack --interpret DATEI macht eine lesbare Datei daraus</translation>
    </message>
    <message>
        <source>it was written by a heaptrack before 1.0, whose files Candela does not read</source>
        <translation>wurde von einem heaptrack vor 1.0 geschrieben, dessen Dateien Candela nicht liest</translation>
    </message>
    <message>
        <source>it has version {} of heaptrack&apos;s format; Candela reads up to {}</source>
        <translation>hat Version {} des Formats von heaptrack; Candela liest bis {}</translation>
    </message>
    <message>
        <source>Record the program instead: candela record -- PROGRAM</source>
        <translation>Stattdessen das Programm aufzeichnen: candela record -- PROGRAMM</translation>
    </message>
    <message>
        <source>heaptrack PROGRAM records what Candela reads: who allocates, and how much</source>
        <translation>heaptrack PROGRAMM zeichnet auf, was Candela liest: wer wie viel alloziert</translation>
    </message>
    <message>
        <source>Record stacks with py-spy record --format speedscope</source>
        <translation>Stacks mit py-spy record --format speedscope aufzeichnen</translation>
    </message>
    <message>
        <source>Open the profile that it was made of</source>
        <translation>Das Profil öffnen, aus dem das gemacht wurde</translation>
    </message>
    <message>
        <source>it is packed with xz, which Candela does not unpack</source>
        <translation>ist mit xz gepackt, was Candela nicht auspackt</translation>
    </message>
    <message>
        <source>Unpack it first: xz -dk FILE</source>
        <translation>Erst auspacken: xz -dk DATEI</translation>
    </message>
    <message>
        <source>it is packed with bzip2, which Candela does not unpack</source>
        <translation>ist mit bzip2 gepackt, was Candela nicht auspackt</translation>
    </message>
    <message>
        <source>Unpack it first: bzip2 -dk FILE</source>
        <translation>Erst auspacken: bzip2 -dk DATEI</translation>
    </message>
    <message>
        <source>it is packed with lz4, which Candela does not unpack</source>
        <translation>ist mit lz4 gepackt, was Candela nicht auspackt</translation>
    </message>
    <message>
        <source>Unpack it first: lz4 -dk FILE</source>
        <translation>Erst auspacken: lz4 -dk DATEI</translation>
    </message>
    <message>
        <source>it is packed with lzip, which Candela does not unpack</source>
        <translation>ist mit lzip gepackt, was Candela nicht auspackt</translation>
    </message>
    <message>
        <source>Unpack it first: lzip -dk FILE</source>
        <translation>Erst auspacken: lzip -dk DATEI</translation>
    </message>
    <message>
        <source>it is packed with compress, which Candela does not unpack</source>
        <translation>ist mit compress gepackt, was Candela nicht auspackt</translation>
    </message>
    <message>
        <source>Unpack it first: gzip -dk FILE</source>
        <translation>Erst auspacken: gzip -dk DATEI</translation>
    </message>
    <message>
        <source>this is a zip archive</source>
        <translation>das ist ein Zip-Archiv</translation>
    </message>
    <message>
        <source>Unpack it first (unzip FILE) and open the profile in it</source>
        <translation>Erst auspacken (unzip DATEI) und das Profil darin öffnen</translation>
    </message>
    <message>
        <source>this is an empty zip archive</source>
        <translation>das ist ein leeres Zip-Archiv</translation>
    </message>
    <message>
        <source>this is a 7z archive</source>
        <translation>das ist ein 7z-Archiv</translation>
    </message>
    <message>
        <source>Unpack it first (7z x FILE) and open the profile in it</source>
        <translation>Erst auspacken (7z x DATEI) und das Profil darin öffnen</translation>
    </message>
    <message>
        <source>this is a rar archive</source>
        <translation>das ist ein Rar-Archiv</translation>
    </message>
    <message>
        <source>Unpack it first (unrar x FILE) and open the profile in it</source>
        <translation>Erst auspacken (unrar x DATEI) und das Profil darin öffnen</translation>
    </message>
    <message>
        <source>this is a tar archive</source>
        <translation>das ist ein Tar-Archiv</translation>
    </message>
    <message>
        <source>Unpack it first (tar -xf FILE) and open the profile in it</source>
        <translation>Erst auspacken (tar -xf DATEI) und das Profil darin öffnen</translation>
    </message>
    <message>
        <source>this is a .nettrace file of .NET, which Candela does not read</source>
        <translation>das ist eine .nettrace-Datei von .NET, die Candela nicht liest</translation>
    </message>
    <message>
        <source>Convert it: dotnet-trace convert --format Speedscope FILE</source>
        <translation>Umwandeln: dotnet-trace convert --format Speedscope DATEI</translation>
    </message>
    <message>
        <source>this is what gprof&apos;s programs write (gmon.out): calls and counts without stacks</source>
        <translation>das schreiben Programme von gprof (gmon.out): Aufrufe und Anzahlen ohne Stacks</translation>
    </message>
    <message>
        <source>See it with gprof PROGRAM FILE, or record the program instead: candela record -- PROGRAM</source>
        <translation>Mit gprof PROGRAMM DATEI ansehen, oder stattdessen das Programm aufzeichnen: candela record -- PROGRAMM</translation>
    </message>
    <message>
        <source>this is a recording of Sysprof, which Candela does not read</source>
        <translation>das ist eine Aufzeichnung von Sysprof, die Candela nicht liest</translation>
    </message>
    <message>
        <source>Open it with sysprof, or record with candela record</source>
        <translation>Mit sysprof öffnen, oder mit candela record aufzeichnen</translation>
    </message>
    <message>
        <source>this is a trace of Tracy, which Candela does not read</source>
        <translation>das ist ein Trace von Tracy, den Candela nicht liest</translation>
    </message>
    <message>
        <source>tracy-csvexport makes a table of it; record the program with candela record</source>
        <translation>tracy-csvexport macht eine Tabelle daraus; das Programm mit candela record aufzeichnen</translation>
    </message>
    <message>
        <source>this is an event log of GHC, which Candela does not read</source>
        <translation>das ist ein Ereignisprotokoll von GHC, das Candela nicht liest</translation>
    </message>
    <message>
        <source>Convert it: hs-speedscope FILE makes a speedscope profile of it</source>
        <translation>Umwandeln: hs-speedscope DATEI macht ein Speedscope-Profil daraus</translation>
    </message>
    <message>
        <source>this is what Java&apos;s HPROF agent (up to Java 8) writes as text</source>
        <translation>das schreibt der HPROF-Agent von Java (bis Java 8) als Text</translation>
    </message>
    <message>
        <source>Convert it: stackcollapse-hprof FILE (of hprof2flamegraph) makes folded stacks; or record with asprof -f FILE.jfr</source>
        <translation>Umwandeln: stackcollapse-hprof DATEI (von hprof2flamegraph) macht gefaltete Stacks; oder mit asprof -f DATEI.jfr aufzeichnen</translation>
    </message>
    <message>
        <source>this is a heap dump of Java: objects, not what allocated them</source>
        <translation>das ist ein Heap-Dump von Java: Objekte, nicht was sie angelegt hat</translation>
    </message>
    <message>
        <source>Open it with VisualVM or Eclipse MAT; a flight recording (.jfr) shows allocations</source>
        <translation>Mit VisualVM oder Eclipse MAT öffnen; eine Flight-Recorder-Aufzeichnung (.jfr) zeigt Allokationen</translation>
    </message>
    <message>
        <source>this is an SQLite database, not a profile</source>
        <translation>das ist eine SQLite-Datenbank, kein Profil</translation>
    </message>
    <message>
        <source>Export a profile from the program that wrote it (Nsight Systems: nsys export --type json)</source>
        <translation>Aus dem Programm, das sie geschrieben hat, ein Profil exportieren (Nsight Systems: nsys export --type json)</translation>
    </message>
    <message>
        <source>this is a recording of trace-cmd, which Candela does not read</source>
        <translation>das ist eine Aufzeichnung von trace-cmd, die Candela nicht liest</translation>
    </message>
    <message>
        <source>See it with trace-cmd report FILE, or record with perf record or candela record</source>
        <translation>Mit trace-cmd report DATEI ansehen, oder mit perf record oder candela record aufzeichnen</translation>
    </message>
    <message>
        <source>this is a trace of LTTng, which Candela does not read</source>
        <translation>das ist ein Trace von LTTng, den Candela nicht liest</translation>
    </message>
    <message>
        <source>See it with babeltrace2 or Trace Compass</source>
        <translation>Mit babeltrace2 oder Trace Compass ansehen</translation>
    </message>
    <message>
        <source>this is the metadata of an LTTng trace, which Candela does not read</source>
        <translation>das sind die Metadaten eines Trace von LTTng, den Candela nicht liest</translation>
    </message>
    <message>
        <source>See the trace with babeltrace2 or Trace Compass</source>
        <translation>Den Trace mit babeltrace2 oder Trace Compass ansehen</translation>
    </message>
    <message>
        <source>this is a recording of memray, which Candela does not read</source>
        <translation>das ist eine Aufzeichnung von memray, die Candela nicht liest</translation>
    </message>
    <message>
        <source>See it with memray flamegraph FILE, or record Python with py-spy record --format speedscope</source>
        <translation>Mit memray flamegraph DATEI ansehen, oder Python mit py-spy record --format speedscope aufzeichnen</translation>
    </message>
    <message>
        <source>this is a recording of Austin in its binary form</source>
        <translation>das ist eine Aufzeichnung von Austin in binärer Form</translation>
    </message>
    <message>
        <source>Convert it: mojo2austin FILE OUT</source>
        <translation>Umwandeln: mojo2austin DATEI ZIEL</translation>
    </message>
    <message>
        <source>this is a crash dump of Windows, not a profile</source>
        <translation>das ist ein Absturzabbild von Windows, kein Profil</translation>
    </message>
    <message>
        <source>this is a library of object files, not a profile</source>
        <translation>das ist eine Bibliothek von Objektdateien, kein Profil</translation>
    </message>
    <message>
        <source>this is a program of Windows, not a profile</source>
        <translation>das ist ein Programm für Windows, kein Profil</translation>
    </message>
    <message>
        <source>this is a picture, not a profile</source>
        <translation>das ist ein Bild, kein Profil</translation>
    </message>
    <message>
        <source>this is a PDF document, not a profile</source>
        <translation>das ist ein PDF-Dokument, kein Profil</translation>
    </message>
    <message>
        <source>this is a dump of Ruby&apos;s stackprof, which Candela does not read</source>
        <translation>das ist ein Dump von stackprof für Ruby, den Candela nicht liest</translation>
    </message>
    <message>
        <source>Record with rbspy record --format speedscope, or with the gem vernier</source>
        <translation>Mit rbspy record --format speedscope oder mit dem Gem vernier aufzeichnen</translation>
    </message>
    <message>
        <source>it stands for a file that git LFS has not fetched</source>
        <translation>steht für eine Datei, die Git LFS nicht geholt hat</translation>
    </message>
    <message>
        <source>Fetch it: git lfs pull</source>
        <translation>Holen: git lfs pull</translation>
    </message>
    <message>
        <source>this is what simpleperf report-sample writes (Android), which Candela does not read</source>
        <translation>das schreibt simpleperf report-sample (Android); Candela liest es nicht</translation>
    </message>
    <message>
        <source>Open the perf.data that simpleperf recorded</source>
        <translation>Die perf.data öffnen, die simpleperf aufgezeichnet hat</translation>
    </message>
    <message>
        <source>this is a trace of methods of the Android Runtime, which Candela does not read</source>
        <translation>das ist ein Methoden-Trace der Android Runtime, den Candela nicht liest</translation>
    </message>
    <message>
        <source>See it with Android Studio, or record with simpleperf: Candela opens its perf.data</source>
        <translation>Mit Android Studio ansehen, oder mit simpleperf aufzeichnen: Candela öffnet dessen perf.data</translation>
    </message>
    <message>
        <source>it stands for a file that git-annex has not fetched</source>
        <translation>steht für eine Datei, die git-annex nicht geholt hat</translation>
    </message>
    <message>
        <source>Fetch it: git annex get FILE</source>
        <translation>Holen: git annex get DATEI</translation>
    </message>
    <message>
        <source>this is a heap profile of massif, which Candela does not read</source>
        <translation>das ist ein Heap-Profil von massif, das Candela nicht liest</translation>
    </message>
    <message>
        <source>this is a log of V8 (node --prof), which Candela does not read</source>
        <translation>das ist ein Protokoll von V8 (node --prof), das Candela nicht liest</translation>
    </message>
    <message>
        <source>Record with node --cpu-prof: it writes a .cpuprofile</source>
        <translation>Mit node --cpu-prof aufzeichnen: Es schreibt ein .cpuprofile</translation>
    </message>
    <message>
        <source>this is what node --prof-process prints: a summary without stacks</source>
        <translation>das gibt node --prof-process aus: eine Zusammenfassung ohne Stacks</translation>
    </message>
    <message>
        <source>this is what macOS&apos;s sample prints, which Candela does not read</source>
        <translation>das gibt sample von macOS aus; Candela liest es nicht</translation>
    </message>
    <message>
        <source>Convert it: inferno-collapse-sample FILE, or stackcollapse-sample.awk</source>
        <translation>Umwandeln: inferno-collapse-sample DATEI, oder stackcollapse-sample.awk</translation>
    </message>
    <message>
        <source>this is a summary of async-profiler</source>
        <translation>das ist eine Zusammenfassung von async-profiler</translation>
    </message>
    <message>
        <source>Record with -o collapsed or with -f FILE.jfr</source>
        <translation>Mit -o collapsed oder mit -f DATEI.jfr aufzeichnen</translation>
    </message>
    <message>
        <source>this is a report of GHC&apos;s profiler, which Candela does not read</source>
        <translation>das ist ein Bericht von GHCs Profiler, den Candela nicht liest</translation>
    </message>
    <message>
        <source>Convert it: inferno-collapse-ghcprof FILE, or stackcollapse-ghc.pl</source>
        <translation>Umwandeln: inferno-collapse-ghcprof DATEI, oder stackcollapse-ghc.pl</translation>
    </message>
    <message>
        <source>this is a thread dump of Java: one moment, not a profile</source>
        <translation>das ist ein Thread-Dump von Java: ein Augenblick, kein Profil</translation>
    </message>
    <message>
        <source>Record a profile: asprof -d 10 -f FILE.jfr PID, or candela record -p PID</source>
        <translation>Ein Profil aufzeichnen: asprof -d 10 -f DATEI.jfr PID, oder candela record -p PID</translation>
    </message>
    <message>
        <source>this is what perf report prints: a table without stacks</source>
        <translation>das gibt perf report aus: eine Tabelle ohne Stacks</translation>
    </message>
    <message>
        <source>Open the perf.data that it was made of</source>
        <translation>Die perf.data öffnen, aus der das gemacht wurde</translation>
    </message>
    <message>
        <source>this is what simpleperf report-sample prints (Android), which Candela does not read</source>
        <translation>das gibt simpleperf report-sample aus (Android); Candela liest es nicht</translation>
    </message>
    <message>
        <source>this is what simpleperf report prints (Android): a table without stacks</source>
        <translation>das gibt simpleperf report aus (Android): eine Tabelle ohne Stacks</translation>
    </message>
    <message>
        <source>this is what perf annotate prints: lines and instructions, no stacks</source>
        <translation>das gibt perf annotate aus: Zeilen und Befehle, keine Stacks</translation>
    </message>
    <message>
        <source>this is what callgrind_annotate prints: tables without stacks</source>
        <translation>das gibt callgrind_annotate aus: Tabellen ohne Stacks</translation>
    </message>
    <message>
        <source>this is what cg_annotate prints: tables without stacks</source>
        <translation>das gibt cg_annotate aus: Tabellen ohne Stacks</translation>
    </message>
    <message>
        <source>this is what Python&apos;s pstats prints: a table without stacks</source>
        <translation>das gibt pstats von Python aus: eine Tabelle ohne Stacks</translation>
    </message>
    <message>
        <source>this is what Python&apos;s line_profiler prints: times of lines, no stacks</source>
        <translation>das gibt line_profiler von Python aus: Zeiten von Zeilen, keine Stacks</translation>
    </message>
    <message>
        <source>this is what go tool pprof -raw prints</source>
        <translation>das gibt go tool pprof -raw aus</translation>
    </message>
    <message>
        <source>this is a flame graph of Ruby&apos;s stackprof, which Candela does not read</source>
        <translation>das ist ein Flame-Graph von stackprof für Ruby, den Candela nicht liest</translation>
    </message>
    <message>
        <source>this is what perf stat prints: sums without stacks</source>
        <translation>das gibt perf stat aus: Summen ohne Stacks</translation>
    </message>
    <message>
        <source>Record with perf record -g or candela record</source>
        <translation>Mit perf record -g oder candela record aufzeichnen</translation>
    </message>
    <message>
        <source>this is what go tool pprof prints: a table without stacks</source>
        <translation>das gibt go tool pprof aus: eine Tabelle ohne Stacks</translation>
    </message>
    <message>
        <source>this is what gprof prints: tables without stacks</source>
        <translation>das gibt gprof aus: Tabellen ohne Stacks</translation>
    </message>
    <message>
        <source>this is a picture (SVG), not a profile</source>
        <translation>das ist ein Bild (SVG), kein Profil</translation>
    </message>
    <message>
        <source>this is a web page: a picture of a profile, or what a server answered instead of one</source>
        <translation>das ist eine Webseite: das Bild eines Profils, oder was ein Server stattdessen geantwortet hat</translation>
    </message>
    <message>
        <source>this is XML, which Candela does not read</source>
        <translation>das ist XML, das Candela nicht liest</translation>
    </message>
    <message>
        <source>Of Xcode&apos;s Instruments: inferno-collapse-xctrace FILE makes folded stacks</source>
        <translation>Von Xcodes Instruments: inferno-collapse-xctrace DATEI macht gefaltete Stacks</translation>
    </message>
    <message>
        <source>this is a flame graph of Pyroscope (JSON), which Candela does not read</source>
        <translation>das ist ein Flame-Graph von Pyroscope (JSON), den Candela nicht liest</translation>
    </message>
    <message>
        <source>Download the profile as pprof instead</source>
        <translation>Das Profil stattdessen als pprof herunterladen</translation>
    </message>
    <message>
        <source>this is a heap profile of DHAT, which Candela does not read</source>
        <translation>das ist ein Heap-Profil von DHAT, das Candela nicht liest</translation>
    </message>
    <message>
        <source>this is a log of V8 (node --prof-process --preprocess), which Candela does not read</source>
        <translation>das ist ein Protokoll von V8 (node --prof-process --preprocess), das Candela nicht liest</translation>
    </message>
    <message>
        <source>this is a profile of Ruby&apos;s stackprof (JSON), which Candela does not read</source>
        <translation>das ist ein Profil von stackprof für Ruby (JSON), das Candela nicht liest</translation>
    </message>
    <message>
        <source>this is a profile of Python&apos;s Scalene, which Candela does not read</source>
        <translation>das ist ein Profil von Scalene für Python, das Candela nicht liest</translation>
    </message>
    <message>
        <source>it is packed with Brotli, which Candela does not unpack</source>
        <translation>ist mit Brotli gepackt, was Candela nicht auspackt</translation>
    </message>
    <message>
        <source>Unpack it first: brotli -dk FILE</source>
        <translation>Erst auspacken: brotli -dk DATEI</translation>
    </message>
    <message>
        <source>it holds more than {}, half of the memory that is free</source>
        <translation>enthält mehr als {}, die Hälfte des freien Speichers</translation>
    </message>
    <message>
        <source>this is a pipe without a writer</source>
        <translation>das ist eine Pipe, in die niemand schreibt</translation>
    </message>
    <message>
        <source>standard input is closed</source>
        <translation>die Standardeingabe ist geschlossen</translation>
    </message>
    <message>
        <source>this is a socket, not a profile</source>
        <translation>das ist ein Socket, kein Profil</translation>
    </message>
    <message>
        <source>this is a device, not a profile</source>
        <translation>das ist ein Gerät, kein Profil</translation>
    </message>
    <message>
        <source>this is a terminal: pipe a profile into it</source>
        <translation>das ist ein Terminal: ein Profil hineinleiten</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>ist leer</translation>
    </message>
    <message>
        <source>The program that wrote it may have been stopped too early</source>
        <translation>Das Programm, das sie geschrieben hat, wurde vielleicht zu früh beendet</translation>
    </message>
    <message>
        <source>this is an empty {} file</source>
        <translation>das ist eine leere {}-Datei</translation>
    </message>
    <message>
        <source>this is a damaged {} file of which nothing could be unpacked</source>
        <translation>das ist eine beschädigte {}-Datei, aus der nichts ausgepackt werden konnte</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a size of memory</source>
        <translation>„{}“ ist keine Speichergröße</translation>
    </message>
    <message>
        <source>write a number with K, M or G, as 2G, or none</source>
        <translation>eine Zahl mit K, M oder G schreiben, wie 2G, oder none</translation>
    </message>
    <message>
        <source>this is a folder without files</source>
        <translation>das ist ein Ordner ohne Dateien</translation>
    </message>
    <message>
        <source>this is a recording of Java 7 or 8 in a format before version 1, which Candela does not read</source>
        <translation>das ist eine Aufzeichnung von Java 7 oder 8 in einem Format vor Version 1, das Candela nicht liest</translation>
    </message>
    <message>
        <source>record with Java 8u262 or later</source>
        <translation>mit Java 8u262 oder neuer aufzeichnen</translation>
    </message>
    <message>
        <source>it was not finished: its last part has no tables</source>
        <translation>wurde nicht beendet: Der letzte Teil hat keine Tabellen</translation>
    </message>
    <message>
        <source>it holds no samples of execution or allocation</source>
        <translation>enthält keine Samples von Ausführung oder Allokation</translation>
    </message>
    <message>
        <source>The recording was not finished, or was cut off: its last part is missing.</source>
        <translation>Die Aufzeichnung wurde nicht beendet oder abgeschnitten: Ihr letzter Teil fehlt.</translation>
    </message>
    <message>
        <source>The file is damaged or was cut off: this is what could be read.</source>
        <translation>Die Datei ist beschädigt oder abgeschnitten: Das ist, was lesbar war.</translation>
    </message>
    <message>
        <source>it holds more than 4 GB of JSON, which can&apos;t be read</source>
        <translation>enthält mehr als 4 GB JSON und kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>it is damaged: nothing of use is left in it</source>
        <translation>ist beschädigt: Nichts Brauchbares ist übrig</translation>
    </message>
    <message>
        <source>it holds no profile of OpenTelemetry</source>
        <translation>enthält kein Profil von OpenTelemetry</translation>
    </message>
    <message>
        <source>Messages without profiles were left out: {}.</source>
        <translation>Nachrichten ohne Profile wurden ausgelassen: {}.</translation>
    </message>
    <message>
        <source>it holds no samples</source>
        <translation>enthält keine Samples</translation>
    </message>
    <message>
        <source>it holds more, once it is unpacked, than fits into this machine&apos;s memory</source>
        <translation>enthält ausgepackt mehr, als in den Speicher dieses Rechners passt</translation>
    </message>
    <message>
        <source>this is no perf.data file</source>
        <translation>das ist keine perf.data-Datei</translation>
    </message>
    <message>
        <source>it was cut off within its header</source>
        <translation>wurde im Kopf abgeschnitten</translation>
    </message>
    <message>
        <source>it has a damaged header</source>
        <translation>hat einen beschädigten Kopf</translation>
    </message>
    <message>
        <source>it was cut off before its first record</source>
        <translation>wurde vor dem ersten Datensatz abgeschnitten</translation>
    </message>
    <message>
        <source>Samples that are damaged were left out: {}.</source>
        <translation>Beschädigte Samples wurden ausgelassen: {}.</translation>
    </message>
    <message>
        <source>Samples of events that the file does not describe were left out: {}.</source>
        <translation>Samples von Ereignissen, die die Datei nicht beschreibt, wurden ausgelassen: {}.</translation>
    </message>
    <message>
        <source>Branch records were left out: samples have their call stacks alone.</source>
        <translation>Sprungaufzeichnungen wurden ausgelassen: Samples haben nur ihre Aufruf-Stacks.</translation>
    </message>
    <message>
        <source>it does not describe what was recorded</source>
        <translation>beschreibt nicht, was aufgezeichnet wurde</translation>
    </message>
    <message>
        <source>it was cut off before its first sample</source>
        <translation>wurde vor dem ersten Sample abgeschnitten</translation>
    </message>
    <message>
        <source>it is damaged before its first sample</source>
        <translation>ist vor dem ersten Sample beschädigt</translation>
    </message>
    <message>
        <source>it holds hardware traces and no samples: Candela shows samples only</source>
        <translation>enthält Hardware-Traces und keine Samples: Candela zeigt nur Samples</translation>
    </message>
    <message>
        <source>The recording was not ended properly, or the file was cut off.</source>
        <translation>Die Aufzeichnung wurde nicht richtig beendet, oder die Datei wurde abgeschnitten.</translation>
    </message>
    <message>
        <source>The file was cut off: this is what was in it up to there.</source>
        <translation>Die Datei wurde abgeschnitten: Das ist, was bis dahin darin war.</translation>
    </message>
    <message>
        <source>The file is damaged: this is what was in it up to there.</source>
        <translation>Die Datei ist beschädigt: Das ist, was bis dahin darin war.</translation>
    </message>
    <message>
        <source>The packed records are damaged: this is what was in them up to there.</source>
        <translation>Die gepackten Datensätze sind beschädigt: Das ist, was bis dahin darin war.</translation>
    </message>
    <message>
        <source>The packed records hold more than fits into memory: this is the first part of them.</source>
        <translation>Die gepackten Datensätze enthalten mehr, als in den Speicher passt: Das ist ihr erster Teil.</translation>
    </message>
    <message>
        <source>Hardware traces were left out: only samples are shown.</source>
        <translation>Hardware-Traces wurden ausgelassen: Nur Samples werden gezeigt.</translation>
    </message>
    <message>
        <source>it begins like a legacy profile of pprof but continues differently</source>
        <translation>beginnt wie ein altes Profil von pprof, geht aber anders weiter</translation>
    </message>
    <message>
        <source>Lines that are not samples were left out: {}.</source>
        <translation>Zeilen, die keine Samples sind, wurden ausgelassen: {}.</translation>
    </message>
    <message>
        <source>The file does not state what its weights measure.</source>
        <translation>Die Datei gibt nicht an, was ihre Gewichte messen.</translation>
    </message>
    <message>
        <source>it was cut off before its names: nothing of use is left in it</source>
        <translation>wurde vor den Namen abgeschnitten: Nichts Brauchbares ist übrig</translation>
    </message>
    <message>
        <source>there is not enough memory to pack it</source>
        <translation>der Speicher reicht nicht, um sie zu packen</translation>
    </message>
    <message>
        <source>Frames at locations that the file does not hold</source>
        <translation>Frames an Stellen, die nicht in der Datei sind</translation>
    </message>
    <message>
        <source>Samples with fewer weights than there are value types</source>
        <translation>Samples mit weniger Gewichten, als es Messwerte gibt</translation>
    </message>
    <message>
        <source>Samples with more weights than there are value types</source>
        <translation>Samples mit mehr Gewichten, als es Messwerte gibt</translation>
    </message>
    <message>
        <source>The file was cut off within a stack, which is left out.</source>
        <translation>Die Datei wurde in einem Stack abgeschnitten, der ausgelassen ist.</translation>
    </message>
    <message>
        <source>it holds no stacks with counts</source>
        <translation>enthält keine Stacks mit Anzahlen</translation>
    </message>
    <message>
        <source>Maps without stacks, or with other values than numbers, were left out: {}.</source>
        <translation>Maps ohne Stacks oder mit anderen Werten als Zahlen wurden ausgelassen: {}.</translation>
    </message>
    <message>
        <source>it holds no folded stacks</source>
        <translation>enthält keine gefalteten Stacks</translation>
    </message>
    <message>
        <source>The weights have fractions: they are counted in thousandths.</source>
        <translation>Die Gewichte haben Nachkommastellen: Sie werden in Tausendsteln gezählt.</translation>
    </message>
    <message>
        <source>Weights with more than three decimals were cut to three.</source>
        <translation>Gewichte mit mehr als drei Nachkommastellen wurden auf drei gekürzt.</translation>
    </message>
    <message>
        <source>Weights that are too large to count in thousandths were left out: {}.</source>
        <translation>Gewichte, die zu groß sind, um sie in Tausendsteln zu zählen, wurden ausgelassen: {}.</translation>
    </message>
    <message>
        <source>Lines that are not stacks were left out: {}.</source>
        <translation>Zeilen, die keine Stacks sind, wurden ausgelassen: {}.</translation>
    </message>
    <message>
        <source>The last stack is not followed by an empty line: the file may have been cut off there.</source>
        <translation>Auf den letzten Stack folgt keine Leerzeile: Vielleicht wurde die Datei dort abgeschnitten.</translation>
    </message>
    <message>
        <source>it holds no samples of perf script</source>
        <translation>enthält keine Samples von perf script</translation>
    </message>
    <message>
        <source>Lines that are not part of perf script&apos;s text were left out: {}.</source>
        <translation>Zeilen, die nicht zum Text von perf script gehören, wurden ausgelassen: {}.</translation>
    </message>
    <message>
        <source>it holds no samples to make a table of</source>
        <translation>enthält keine Samples für eine Tabelle</translation>
    </message>
    <message>
        <source>there is nothing to draw: the profile has no samples</source>
        <translation>nichts zu zeichnen: Das Profil hat keine Samples</translation>
    </message>
    <message>
        <source>The value that the file shows first, &quot;{}&quot;, is zero throughout: &quot;{}&quot; is shown instead.</source>
        <translation>Der Messwert, den die Datei zuerst zeigt, „{}“, ist überall null: Stattdessen wird „{}“ gezeigt.</translation>
    </message>
    <message>
        <source>The profile &quot;{}&quot; has {} stacks, but {} weights: the surplus was left out.</source>
        <translation>Das Profil „{}“ hat {} Stacks, aber {} Gewichte: Was zu viel ist, wurde ausgelassen.</translation>
    </message>
    <message>
        <source>The profile &quot;{}&quot; has weights that are not numbers.</source>
        <translation>Das Profil „{}“ hat Gewichte, die keine Zahlen sind.</translation>
    </message>
    <message>
        <source>In the profile &quot;{}&quot; functions return that were not called last: their callees returned with them.</source>
        <translation>Im Profil „{}“ kehren Funktionen zurück, die nicht zuletzt aufgerufen wurden: Ihre Aufgerufenen kehrten mit ihnen zurück.</translation>
    </message>
    <message>
        <source>In the profile &quot;{}&quot; time goes backwards.</source>
        <translation>Im Profil „{}“ geht die Zeit rückwärts.</translation>
    </message>
    <message>
        <source>In the profile &quot;{}&quot; functions do not return: they are counted up to its end.</source>
        <translation>Im Profil „{}“ kehren Funktionen nicht zurück: Sie zählen bis zu seinem Ende.</translation>
    </message>
    <message>
        <source>it holds no profile</source>
        <translation>enthält kein Profil</translation>
    </message>
    <message>
        <source>it is damaged before its first profile</source>
        <translation>ist vor dem ersten Profil beschädigt</translation>
    </message>
    <message>
        <source>Some stacks refer to frames that the file does not hold.</source>
        <translation>Einige Stacks verweisen auf Frames, die nicht in der Datei sind.</translation>
    </message>
    <message>
        <source>process {} and its children</source>
        <translation>Prozess {} und seine Kindprozesse</translation>
    </message>
    <message>
        <source>processes {} and their children</source>
        <translation>Prozesse {} und ihre Kindprozesse</translation>
    </message>
    <message>
        <source>whole machine</source>
        <translation>ganzer Rechner</translation>
    </message>
    <message>
        <source>it exists and is not a recording of Candela&apos;s, so it is not replaced</source>
        <translation>gibt es schon und ist keine Aufzeichnung von Candela, wird also nicht ersetzt</translation>
    </message>
    <message>
        <source>give another name, or replace it with --overwrite</source>
        <translation>einen anderen Namen angeben, oder mit --overwrite ersetzen</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not an option of a probe</source>
        <translation>„{}“ ist keine Option einer Sonde</translation>
    </message>
    <message>
        <source>options are given as in NAME:OPTION=NUMBER,OPTION=NUMBER</source>
        <translation>Optionen schreiben wie in NAME:OPTION=ZAHL,OPTION=ZAHL</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a whole number for the option {}</source>
        <translation>„{}“ ist keine ganze Zahl für die Option {}</translation>
    </message>
    <message>
        <source>a probe needs a name</source>
        <translation>eine Sonde braucht einen Namen</translation>
    </message>
    <message>
        <source>Another recording follows in the same file; only the first was read.</source>
        <translation>In derselben Datei folgt eine weitere Aufzeichnung; nur die erste wurde gelesen.</translation>
    </message>
    <message>
        <source>needs a newer version of Candela: it uses &quot;{}&quot;, which this one does not know</source>
        <translation>braucht eine neuere Version von Candela: „{}“ kennt diese nicht</translation>
    </message>
    <message>
        <source>it was recorded by Candela {} (format {}); this one reads format {}</source>
        <translation>aufgezeichnet von Candela {} (Format {}); dieses liest Format {}</translation>
    </message>
    <message>
        <source>of an unknown version</source>
        <translation>unbekannter Version</translation>
    </message>
    <message>
        <source>A segment of another recording was left out.</source>
        <translation>Ein Segment einer anderen Aufzeichnung wurde ausgelassen.</translation>
    </message>
    <message>
        <source>A segment of the recording is repeated or out of order and was left out.</source>
        <translation>Ein Segment der Aufzeichnung ist doppelt oder nicht an der Reihe und wurde ausgelassen.</translation>
    </message>
    <message>
        <source>Bytes that belong to no segment stand at {} of the recording; nothing is missing.</source>
        <translation>Bei {} der Aufzeichnung stehen Bytes, die zu keinem Segment gehören; es fehlt nichts.</translation>
    </message>
    <message>
        <source>From {} to {} the recording uses &quot;{}&quot;, which only newer versions of Candela know; that part was left out.</source>
        <translation>Von {} bis {} nutzt die Aufzeichnung „{}“, was nur neuere Versionen von Candela kennen; dieser Teil wurde ausgelassen.</translation>
    </message>
    <message>
        <source>The recording is damaged from {} to {}{}; what was recorded then is missing.</source>
        <translation>Die Aufzeichnung ist von {} bis {} beschädigt{}; was dann aufgezeichnet wurde, fehlt.</translation>
    </message>
    <message>
        <source>The recording&apos;s first {} are not in it.</source>
        <translation>Die ersten {} der Aufzeichnung sind nicht darin.</translation>
    </message>
    <message>
        <source>The recording has a gap from {} to {}: what was recorded then is missing.</source>
        <translation>Die Aufzeichnung hat von {} bis {} eine Lücke: Was dann aufgezeichnet wurde, fehlt.</translation>
    </message>
    <message>
        <source>Bytes that belong to no segment follow the end of the recording; nothing is missing.</source>
        <translation>Auf das Ende der Aufzeichnung folgen Bytes, die zu keinem Segment gehören; es fehlt nichts.</translation>
    </message>
    <message>
        <source>After {} the recording uses &quot;{}&quot;, which only newer versions of Candela know; what follows was left out.</source>
        <translation>Nach {} nutzt die Aufzeichnung „{}“, was nur neuere Versionen von Candela kennen; was folgt, wurde ausgelassen.</translation>
    </message>
    <message>
        <source>The recording holds no whole segment: nothing can be read.</source>
        <translation>Die Aufzeichnung enthält kein ganzes Segment: Nichts ist lesbar.</translation>
    </message>
    <message>
        <source>The recording is damaged after {}{}; what followed can&apos;t be read.</source>
        <translation>Die Aufzeichnung ist nach {} beschädigt{}; was folgte, ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The recording was cut off after {}; what followed is missing.</source>
        <translation>Die Aufzeichnung wurde nach {} abgeschnitten; was folgte, fehlt.</translation>
    </message>
    <message>
        <source>The recorder reported: {}</source>
        <translation>Der Recorder meldete: {}</translation>
    </message>
    <message>
        <source>There are more value types than are kept ({}).</source>
        <translation>Es gibt mehr Messwerte, als behalten werden ({}).</translation>
    </message>
    <message>
        <source>Machine code of a function was left out: {}.</source>
        <translation>Maschinencode einer Funktion wurde ausgelassen: {}.</translation>
    </message>
    <message>
        <source>Source lines of a file were left out: {}.</source>
        <translation>Quelltextzeilen einer Datei wurden ausgelassen: {}.</translation>
    </message>
    <message>
        <source>files of this machine</source>
        <translation>Dateien dieses Rechners</translation>
    </message>
    <message>
        <source>debug files of this machine</source>
        <translation>Debug-Dateien dieses Rechners</translation>
    </message>
    <message>
        <source>at 99 Hz less than 0.1 % of each CPU</source>
        <translation>bei 99 Hz unter 0,1 % jeder CPU</translation>
    </message>
    <message>
        <source>period</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>takes one sample for this number of faults of a CPU, and gives it their weight</source>
        <translation>nimmt für so viele Seitenfehler einer CPU ein Sample, mit deren Gewicht</translation>
    </message>
    <message>
        <source>faults</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Page faults</source>
        <translation>Seitenfehler</translation>
    </message>
    <message>
        <source>where programs touch memory that is not present yet, except the recorder itself</source>
        <translation>wo Programme Speicher berühren, der noch nicht da ist, außer dem Recorder selbst</translation>
    </message>
    <message>
        <source>about 5 us a sample; a program that starts has some hundred faults</source>
        <translation>etwa 5 µs je Sample; ein Programm, das startet, hat einige hundert Seitenfehler</translation>
    </message>
    <message>
        <source>stacks</source>
        <translation>Stacks</translation>
    </message>
    <message>
        <source>minimum</source>
        <translation>Mindestdauer</translation>
    </message>
    <message>
        <source>wakers</source>
        <translation>Weckende Threads</translation>
    </message>
    <message>
        <source>takes at most so many stacks a second on each CPU; other waits count with those like them</source>
        <translation>nimmt auf jeder CPU höchstens so viele Stacks je Sekunde; weiteres Warten zählt bei ähnlichem mit</translation>
    </message>
    <message>
        <source>takes no samples of waits shorter than this; their time is kept without stacks</source>
        <translation>nimmt keine Samples von kürzerem Warten; dessen Zeit wird ohne Stacks behalten</translation>
    </message>
    <message>
        <source>microseconds</source>
        <translation>Mikrosekunden</translation>
    </message>
    <message>
        <source>takes the stacks of the threads that wake others, too: what was waited for</source>
        <translation>nimmt auch die Stacks der Threads, die andere wecken: worauf gewartet wurde</translation>
    </message>
    <message>
        <source>yes or no</source>
        <translation>ja oder nein</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>where threads wait instead of running: for how long, for what, and who woke them</source>
        <translation>wo Threads warten, statt zu laufen: wie lange, worauf, und wer sie weckte</translation>
    </message>
    <message>
        <source>less than 0.5 us a switch and about 5 us a stack</source>
        <translation>unter 0,5 µs je Wechsel und etwa 5 µs je Stack</translation>
    </message>
    <message>
        <source>Nothing of either side was recorded in that time or passes the filters.</source>
        <translation>Von beiden Seiten wurde in dieser Zeit nichts aufgezeichnet, oder nichts davon kommt durch die Filter.</translation>
    </message>
    <message>
        <source>Nothing of {} was recorded in that time or passes the filters: there are no intervals.</source>
        <translation>Von {} wurde in dieser Zeit nichts aufgezeichnet, oder nichts davon kommt durch die Filter: Es gibt keine Intervalle.</translation>
    </message>
    <message>
        <source>Compared by shares: each weight as a part of its own capture&apos;s total.</source>
        <translation>Verglichen nach Anteilen: jedes Gewicht als Teil der Summe seiner Aufzeichnung.</translation>
    </message>
    <message>
        <source>Compared per second: each weight by how long its own capture was recorded.</source>
        <translation>Verglichen pro Sekunde: jedes Gewicht nach der Dauer seiner Aufzeichnung.</translation>
    </message>
    <message>
        <source>Compared per CPU second: each weight by the CPU time of its own capture.</source>
        <translation>Verglichen pro CPU-Sekunde: jedes Gewicht nach der CPU-Zeit seiner Aufzeichnung.</translation>
    </message>
    <message>
        <source>the two sides can&apos;t be compared: one measures {}, the other {}</source>
        <translation>die beiden Seiten sind nicht vergleichbar: eine misst {}, die andere {}</translation>
    </message>
    <message>
        <source>the two sides can&apos;t be compared: one is measured in {}, the other in {}</source>
        <translation>die beiden Seiten sind nicht vergleichbar: eine hat die Einheit {}, die andere {}</translation>
    </message>
    <message>
        <source>{} has no {} to divide its weights by</source>
        <translation>{}: zum Teilen der Gewichte fehlen Angaben ({})</translation>
    </message>
    <message>
        <source>units of work</source>
        <translation>Arbeitseinheiten</translation>
    </message>
    <message>
        <source>names are missing for {} address: the machine was too busy to find them in time</source>
        <translation>für {} Adresse fehlt der Name: der Rechner war zu beschäftigt, um ihn rechtzeitig zu finden</translation>
    </message>
    <message>
        <source>names are missing for {} addresses: the machine was too busy to find them in time</source>
        <translation>für {} Adressen fehlen Namen: der Rechner war zu beschäftigt, um sie rechtzeitig zu finden</translation>
    </message>
    <message>
        <source>if the recording is opened on this machine, their names are read from its files</source>
        <translation>wird die Aufzeichnung auf diesem Rechner geöffnet, werden die Namen aus seinen Dateien gelesen</translation>
    </message>
    <message>
        <source>whether this user may record can&apos;t be checked: {}</source>
        <translation>ob dieser Benutzer aufzeichnen darf, ist nicht feststellbar: {}</translation>
    </message>
    <message>
        <source>recording as root works without polkit; polkit with Candela&apos;s policy decides this; &quot;candela doctor&quot; shows what is missing</source>
        <translation>Aufzeichnen als root geht ohne polkit; sonst entscheidet polkit mit Candelas Richtlinie; &quot;candela doctor&quot; zeigt, was fehlt</translation>
    </message>
    <message>
        <source>recording needs an administrator&apos;s password, and no one can be asked for it</source>
        <translation>Aufzeichnen erfordert das Passwort eines Administrators, und niemand kann danach gefragt werden</translation>
    </message>
    <message>
        <source>this user may not record</source>
        <translation>dieser Benutzer darf nicht aufzeichnen</translation>
    </message>
    <message>
        <source>an administrator can grant it with a polkit rule for this action: {}</source>
        <translation>ein Administrator kann es mit einer polkit-Regel für diese Aktion erlauben: {}</translation>
    </message>
    <message>
        <source>this user runs {} recorders already, which is the maximum</source>
        <translation>dieser Benutzer hat schon {} laufende Recorder, mehr sind nicht erlaubt</translation>
    </message>
    <message>
        <source>end one of these recordings first</source>
        <translation>zuerst eine dieser Aufzeichnungen beenden</translation>
    </message>
    <message>
        <source>a perf event can&apos;t be opened: {}</source>
        <translation>ein perf-Event lässt sich nicht öffnen: {}</translation>
    </message>
    <message>
        <source>the kernel does not allow observing its processors</source>
        <translation>der Kernel erlaubt nicht, seine Prozessoren zu beobachten</translation>
    </message>
    <message>
        <source>kernel.perf_event_paranoid demands root for it; 2 would be enough with CAP_PERFMON</source>
        <translation>kernel.perf_event_paranoid verlangt dafür root; mit CAP_PERFMON würde 2 genügen</translation>
    </message>
    <message>
        <source>this needs root, or CAP_PERFMON</source>
        <translation>das erfordert root oder CAP_PERFMON</translation>
    </message>
    <message>
        <source>the kernel does not allow loading the sampling program</source>
        <translation>der Kernel erlaubt nicht, das Sampling-Programm zu laden</translation>
    </message>
    <message>
        <source>this needs root, or CAP_BPF and CAP_PERFMON</source>
        <translation>das erfordert root oder CAP_BPF und CAP_PERFMON</translation>
    </message>
    <message>
        <source>the kernel does not describe its types (BTF)</source>
        <translation>der Kernel beschreibt seine Typen nicht (BTF)</translation>
    </message>
    <message>
        <source>it must be built with CONFIG_DEBUG_INFO_BTF, as all large distributions do</source>
        <translation>er muss mit CONFIG_DEBUG_INFO_BTF gebaut sein, wie bei allen großen Distributionen</translation>
    </message>
    <message>
        <source>the kernel refused the sampling program: {}</source>
        <translation>der Kernel lehnte das Sampling-Programm ab: {}</translation>
    </message>
    <message>
        <source>there is no process {}</source>
        <translation>es gibt keinen Prozess {}</translation>
    </message>
    <message>
        <source>names and stacks of its code may be missing, everything else is recorded; look for a file system that hangs (FUSE, NFS), or end that process</source>
        <translation>Namen und Stacks seines Codes fehlen vielleicht, alles andere wird aufgezeichnet; nach einem Dateisystem suchen, das hängt (FUSE, NFS), oder diesen Prozess beenden</translation>
    </message>
    <message>
        <source>{} processes that open files for the recorder hang, which is the maximum: no further files are opened until one of them ends</source>
        <translation>{} Prozesse, die für den Recorder Dateien öffnen, hängen, mehr sind nicht erlaubt: bis einer endet, werden keine weiteren Dateien geöffnet</translation>
    </message>
    <message>
        <source>code that is loaded meanwhile has no names, and its stacks are cut; look for file systems that hang (FUSE, NFS)</source>
        <translation>inzwischen geladener Code hat keine Namen, und seine Stacks sind abgeschnitten; nach Dateisystemen suchen, die hängen (FUSE, NFS)</translation>
    </message>
    <message>
        <source>the processes that open files for the recorder ended and can&apos;t be started again: code that is loaded from now on has no names, and its stacks are cut</source>
        <translation>die Prozesse, die für den Recorder Dateien öffnen, sind beendet und lassen sich nicht wieder starten: ab jetzt geladener Code hat keine Namen, und seine Stacks sind abgeschnitten</translation>
    </message>
    <message>
        <source>the system&apos;s log may name who ended them; record again</source>
        <translation>das Protokoll des Systems nennt vielleicht, wer sie beendet hat; noch einmal aufzeichnen</translation>
    </message>
    <message>
        <source>&quot;{}&quot; ({} MB) is on a file system that a program provides, and too large to be copied from there</source>
        <translation>„{}“ ({} MB) liegt auf einem Dateisystem, das ein Programm bereitstellt, und ist zu groß, um von dort kopiert zu werden</translation>
    </message>
    <message>
        <source>its code has no names; a copy on a local disk has</source>
        <translation>sein Code hat keine Namen; eine Kopie auf einem lokalen Datenträger hat welche</translation>
    </message>
    <message>
        <source>the kernel&apos;s functions have no names: {}</source>
        <translation>die Funktionen des Kernels haben keine Namen: {}</translation>
    </message>
    <message>
        <source>sysctl kernel.kptr_restrict shows whether the kernel hides them; 0 or 1 is enough</source>
        <translation>sysctl kernel.kptr_restrict zeigt, ob der Kernel sie verbirgt; 0 oder 1 genügt</translation>
    </message>
    <message>
        <source>the kernel allows no more than {} samples a second just now</source>
        <translation>der Kernel erlaubt zurzeit höchstens {} Samples pro Sekunde</translation>
    </message>
    <message>
        <source>sysctl kernel.perf_event_max_sample_rate raises that limit</source>
        <translation>sysctl kernel.perf_event_max_sample_rate erhöht diese Grenze</translation>
    </message>
    <message>
        <source>the kernel&apos;s own count of CPU time can&apos;t be read: {}</source>
        <translation>die CPU-Zeit, die der Kernel selbst zählt, ist nicht lesbar: {}</translation>
    </message>
    <message>
        <source>processes have no such labels from now on; everything else is recorded</source>
        <translation>Prozesse haben ab jetzt keine solchen Labels; alles andere wird aufgezeichnet</translation>
    </message>
    <message>
        <source>the machine was suspended for {} after {}</source>
        <translation>der Rechner schlief {} lang, nach {}</translation>
    </message>
    <message>
        <source>the recording&apos;s times leave this out</source>
        <translation>die Zeiten der Aufzeichnung lassen das aus</translation>
    </message>
    <message>
        <source>processor {} was brought online; what it ran in the {} before {} may not be sampled</source>
        <translation>Prozessor {} wurde zugeschaltet; was er in den {} vor {} ausführte, fehlt vielleicht in den Samples</translation>
    </message>
    <message>
        <source>the CPU time that the kernel counted is complete</source>
        <translation>die CPU-Zeit, die der Kernel zählte, ist vollständig</translation>
    </message>
    <message>
        <source>the recording ended before {} addresses of code had names, because the provider of their files does not answer</source>
        <translation>die Aufzeichnung endete, bevor {} Adressen von Code Namen hatten, weil der Anbieter ihrer Dateien nicht antwortet</translation>
    </message>
    <message>
        <source>the recording ended before {} addresses of code had names, because their files could not be read in time</source>
        <translation>die Aufzeichnung endete, bevor {} Adressen von Code Namen hatten, weil ihre Dateien nicht rechtzeitig gelesen werden konnten</translation>
    </message>
    <message>
        <source>look for a file system that hangs (FUSE, NFS)</source>
        <translation>nach einem Dateisystem suchen, das hängt (FUSE, NFS)</translation>
    </message>
    <message>
        <source>recording needs privileges that this recorder does not have</source>
        <translation>Aufzeichnen erfordert Rechte, die dieser Recorder nicht hat</translation>
    </message>
    <message>
        <source>start it as root (sudo, pkexec), or install the service candela-recorder.socket</source>
        <translation>ihn als root starten (sudo, pkexec) oder den Dienst candela-recorder.socket installieren</translation>
    </message>
    <message>
        <source>the file may be damaged; everything else is recorded</source>
        <translation>die Datei ist vielleicht beschädigt; alles andere wird aufgezeichnet</translation>
    </message>
    <message>
        <source>a container, a chroot or a kernel setting that forbids namespaces is the usual reason</source>
        <translation>der übliche Grund ist ein Container, ein chroot oder eine Einstellung des Kernels, die Namespaces verbietet</translation>
    </message>
    <message>
        <source>the processes that read programs ended and can&apos;t be started again: code that is loaded from now on has no names, and its stacks are cut</source>
        <translation>die Prozesse, die Programme lesen, sind beendet und lassen sich nicht wieder starten: ab jetzt geladener Code hat keine Namen, und seine Stacks sind abgeschnitten</translation>
    </message>
    <message>
        <source>the processes that read programs can&apos;t be started: code has no names, and stacks are cut</source>
        <translation>die Prozesse, die Programme lesen, lassen sich nicht starten: Code hat keine Namen, und Stacks sind abgeschnitten</translation>
    </message>
    <message>
        <source>the system&apos;s log may name who killed them; record again</source>
        <translation>das Protokoll des Systems nennt vielleicht, wer sie abgebrochen hat; noch einmal aufzeichnen</translation>
    </message>
    <message>
        <source>&quot;candela doctor&quot; tries them; a container or a kernel setting that forbids processes is the usual reason</source>
        <translation>&quot;candela doctor&quot; probiert sie aus; der übliche Grund ist ein Container oder eine Einstellung des Kernels, die Prozesse verbietet</translation>
    </message>
    <message>
        <source>this recorder does not know the request</source>
        <translation>dieser Recorder kennt die Anfrage nicht</translation>
    </message>
    <message>
        <source>app and recorder may be of different versions</source>
        <translation>Programm und Recorder haben vielleicht verschiedene Versionen</translation>
    </message>
    <message>
        <source>the recorder runs in a container, where processes have other numbers than in the kernel</source>
        <translation>der Recorder läuft in einem Container, wo Prozesse andere Nummern haben als im Kernel</translation>
    </message>
    <message>
        <source>start it outside, or run the container with the host&apos;s process numbers (--pid=host)</source>
        <translation>ihn außerhalb starten oder den Container mit den Prozessnummern des Rechners ausführen (--pid=host)</translation>
    </message>
    <message>
        <source>the recorder was refused a system call that its filter does not allow: {}</source>
        <translation>dem Recorder wurde ein Systemaufruf verweigert, den sein Filter nicht erlaubt: {}</translation>
    </message>
    <message>
        <source>the recording goes on; please report this as a bug, with the C library&apos;s version</source>
        <translation>die Aufzeichnung läuft weiter; bitte als Fehler melden, mit der Version der C-Bibliothek</translation>
    </message>
    <message>
        <source>the programs that run use more unwind tables than there is room for ({} MB)</source>
        <translation>die laufenden Programme brauchen mehr Unwind-Tabellen, als Platz haben ({} MB)</translation>
    </message>
    <message>
        <source>their files take turns; stacks through those without a table may end early</source>
        <translation>ihre Dateien wechseln sich ab; Stacks durch solche ohne Tabelle enden vielleicht zu früh</translation>
    </message>
    <message>
        <source>the kernel&apos;s threads can&apos;t be enumerated: {}</source>
        <translation>die Threads des Kernels lassen sich nicht aufzählen: {}</translation>
    </message>
    <message>
        <source>the process that opens perf events can&apos;t be started: {}</source>
        <translation>der Prozess, der perf-Events öffnet, lässt sich nicht starten: {}</translation>
    </message>
    <message>
        <source>the process that opens perf events ended at once</source>
        <translation>der Prozess, der perf-Events öffnet, endete sofort</translation>
    </message>
    <message>
        <source>the process that opens perf events has exited</source>
        <translation>der Prozess, der perf-Events öffnet, ist beendet</translation>
    </message>
    <message>
        <source>a perf event&apos;s ring can&apos;t be mapped: {}</source>
        <translation>der Ringpuffer eines perf-Events lässt sich nicht einblenden: {}</translation>
    </message>
    <message>
        <source>a perf event can&apos;t be switched on: {}</source>
        <translation>ein perf-Event lässt sich nicht einschalten: {}</translation>
    </message>
    <message>
        <source>the system does not report its processors</source>
        <translation>das System nennt seine Prozessoren nicht</translation>
    </message>
    <message>
        <source>a timer can&apos;t be made: {}</source>
        <translation>ein Zeitgeber lässt sich nicht anlegen: {}</translation>
    </message>
    <message>
        <source>a recording runs already</source>
        <translation>es läuft schon eine Aufzeichnung</translation>
    </message>
    <message>
        <source>the symbols of &quot;{}&quot; could not be read: the process that reads them took too long</source>
        <translation>die Symbole von „{}“ konnten nicht gelesen werden: der Prozess, der sie liest, brauchte zu lange</translation>
    </message>
    <message>
        <source>the symbols of &quot;{}&quot; could not be read: the process that reads them failed</source>
        <translation>die Symbole von „{}“ konnten nicht gelesen werden: der Prozess, der sie liest, stürzte ab</translation>
    </message>
    <message>
        <source>the unwind information of &quot;{}&quot; could not be read: the process that reads them took too long</source>
        <translation>die Unwind-Informationen von „{}“ konnten nicht gelesen werden: der Prozess, der sie liest, brauchte zu lange</translation>
    </message>
    <message>
        <source>the unwind information of &quot;{}&quot; could not be read: the process that reads them failed</source>
        <translation>die Unwind-Informationen von „{}“ konnten nicht gelesen werden: der Prozess, der sie liest, stürzte ab</translation>
    </message>
    <message>
        <source> The work of a run is taken for the same in each block of its time: where its load varies, as on a busy machine, they are wide. Several runs a side, each with its work, do not need that.</source>
        <translation> Die Arbeit eines Laufs gilt als gleich verteilt über die Blöcke seiner Zeit: Wo seine Last schwankt, etwa auf einer ausgelasteten Maschine, sind sie breit. Mehrere Läufe je Seite, jeder mit seiner Arbeit, brauchen diese Annahme nicht.</translation>
    </message>
    <message>
        <source>the two sides can&apos;t be compared: no function is on both of them</source>
        <translation>die beiden Seiten sind nicht vergleichbar: keine Funktion ist auf beiden</translation>
    </message>
    <message>
        <source>the two sides can&apos;t be compared: no module is on both of them</source>
        <translation>die beiden Seiten sind nicht vergleichbar: kein Modul ist auf beiden</translation>
    </message>
    <message>
        <source>the two sides can&apos;t be compared: no file is on both of them</source>
        <translation>die beiden Seiten sind nicht vergleichbar: keine Datei ist auf beiden</translation>
    </message>
    <message>
        <source>the two sides can&apos;t be compared: no line is on both of them</source>
        <translation>die beiden Seiten sind nicht vergleichbar: keine Zeile ist auf beiden</translation>
    </message>
    <message>
        <source>the two sides can&apos;t be compared: no address is on both of them</source>
        <translation>die beiden Seiten sind nicht vergleichbar: keine Adresse ist auf beiden</translation>
    </message>
    <message>
        <source>what process {} has in memory can&apos;t be read: its provider does not answer</source>
        <translation>der Speicher von Prozess {} ist nicht lesbar: sein Anbieter antwortet nicht</translation>
    </message>
    <message>
        <source>what process {} (&quot;{}&quot;, user {}) has in memory can&apos;t be read: its provider does not answer</source>
        <translation>der Speicher von Prozess {} („{}“, Benutzer {}) ist nicht lesbar: sein Anbieter antwortet nicht</translation>
    </message>
    <message>
        <source>&quot;{}&quot; on device {}, which process {} (&quot;{}&quot;, user {}) uses, can&apos;t be read: its provider does not answer</source>
        <translation>„{}“ auf Gerät {}, benutzt von Prozess {} („{}“, Benutzer {}), ist nicht lesbar: der Anbieter antwortet nicht</translation>
    </message>
    <message>
        <source>&quot;{}&quot;, which process {} (&quot;{}&quot;, user {}) uses, can&apos;t be read: its provider does not answer</source>
        <translation>„{}“, benutzt von Prozess {} („{}“, Benutzer {}), ist nicht lesbar: der Anbieter antwortet nicht</translation>
    </message>
    <message>
        <source>&quot;{}&quot; on device {} can&apos;t be read: its provider does not answer</source>
        <translation>„{}“ auf Gerät {} ist nicht lesbar: der Anbieter antwortet nicht</translation>
    </message>
    <message>
        <source>&quot;{}&quot; can&apos;t be read: its provider does not answer</source>
        <translation>„{}“ ist nicht lesbar: der Anbieter antwortet nicht</translation>
    </message>
    <message>
        <source>requests for the labels &quot;{}&quot; of processes hang again and again</source>
        <translation>Anfragen nach den Labels „{}“ von Prozessen hängen immer wieder</translation>
    </message>
    <message>
        <source>freedom from capabilities</source>
        <translation>Freiheit von Capabilities</translation>
    </message>
    <message>
        <source>a user of its own</source>
        <translation>einen eigenen Benutzer</translation>
    </message>
    <message>
        <source>an empty root</source>
        <translation>ein leeres Wurzelverzeichnis</translation>
    </message>
    <message>
        <source>a network of its own</source>
        <translation>ein eigenes Netz</translation>
    </message>
    <message>
        <source>processes of its own</source>
        <translation>eigene Prozesse</translation>
    </message>
    <message>
        <source>messages of its own</source>
        <translation>eigene Nachrichten</translation>
    </message>
    <message>
        <source>memory limits</source>
        <translation>Grenzen für den Speicher</translation>
    </message>
    <message>
        <source>a system call filter</source>
        <translation>einen Filter für Systemaufrufe</translation>
    </message>
    <message>
        <source>rules about files (Landlock)</source>
        <translation>Regeln für Dateien (Landlock)</translation>
    </message>
    <message>
        <source>the recorder has a weaker sandbox than intended, without: {}</source>
        <translation>der Recorder hat eine schwächere Sandbox als vorgesehen, ohne: {}</translation>
    </message>
    <message>
        <source>the recorder has a weaker sandbox while it records than intended, without: {}</source>
        <translation>der Recorder hat beim Aufzeichnen eine schwächere Sandbox als vorgesehen, ohne: {}</translation>
    </message>
    <message>
        <source>the process that names the file has a weaker sandbox than intended, without: {}</source>
        <translation>der Prozess, der die Datei benennt, hat eine schwächere Sandbox als vorgesehen, ohne: {}</translation>
    </message>
    <message>
        <source>the process that opens perf events has a weaker sandbox than intended, without: {}</source>
        <translation>der Prozess, der perf-Events öffnet, hat eine schwächere Sandbox als vorgesehen, ohne: {}</translation>
    </message>
    <message>
        <source>the process that reads other people&apos;s files has a weaker sandbox than intended, without: {}</source>
        <translation>der Prozess, der Dateien anderer liest, hat eine schwächere Sandbox als vorgesehen, ohne: {}</translation>
    </message>
    <message>
        <source>&quot;{}&quot; on device {}, which process {} uses, can&apos;t be read: its provider does not answer</source>
        <translation>„{}“ auf Gerät {}, benutzt von Prozess {}, ist nicht lesbar: der Anbieter antwortet nicht</translation>
    </message>
    <message>
        <source>&quot;{}&quot;, which process {} uses, can&apos;t be read: its provider does not answer</source>
        <translation>„{}“, benutzt von Prozess {}, ist nicht lesbar: der Anbieter antwortet nicht</translation>
    </message>
    <message>
        <source>lambda</source>
        <translation>Lambda</translation>
    </message>
    <message>
        <source>the same position among the lambdas of a function with this name</source>
        <translation>dieselbe Stelle unter den Lambdas einer Funktion dieses Namens</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>similar machine code; one of the two has no name</source>
        <translation>ähnlicher Maschinencode; eine der beiden hat keinen Namen</translation>
    </message>
    <message>
        <source>{}, and not among the code that the capture keeps: that of the functions hit most, about {} % of the recording&apos;s bytes</source>
        <translation>{}, und nicht unter dem Code, den die Aufzeichnung enthält: dem der am häufigsten getroffenen Funktionen, etwa {} % der Bytes der Aufzeichnung</translation>
    </message>
    <message>
        <source>the kernel&apos;s functions have names, but no addresses</source>
        <translation>die Funktionen des Kernels haben Namen, aber keine Adressen</translation>
    </message>
    <message>
        <source>the code of functions with rare instructions is not kept, and the targets of their calls have no names: libcapstone can&apos;t be loaded</source>
        <translation>der Code von Funktionen mit seltenen Befehlen wird nicht behalten, und die Ziele ihrer Aufrufe haben keine Namen: libcapstone kann nicht geladen werden</translation>
    </message>
    <message>
        <source>install libcapstone where the recorder runs</source>
        <translation>libcapstone installieren, wo der Recorder läuft</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>Recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>Aufgezeichnet</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPUs</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>%1 of CPU time</source>
        <translation>%1 CPU-Zeit</translation>
    </message>
    <message>
        <source>Stolen</source>
        <translation>Entzogen</translation>
    </message>
    <message>
        <source>%1 of CPU time was used by other virtual machines</source>
        <translation>%1 CPU-Zeit nutzten andere virtuelle Maschinen</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message numerus="yes">
        <source>%1 with %2 threads</source>
        <translation>
            <numerusform>%1 mit %2 Thread</numerusform>
            <numerusform>%1 mit %2 Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>Broken in</source>
        <translation>Abgebrochen in</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>Completeness</source>
        <translation>Vollständigkeit</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>no samples</source>
        <translation>keine Samples</translation>
    </message>
    <message>
        <source>User stacks</source>
        <translation>User-Stacks</translation>
    </message>
    <message>
        <source>%1 are whole</source>
        <translation>%1 sind vollständig</translation>
    </message>
    <message>
        <source>Without a stack</source>
        <translation>Ohne Stack</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU-Zeit</translation>
    </message>
    <message>
        <source>Counted by the kernel</source>
        <translation>Vom Kernel gezählt</translation>
    </message>
    <message>
        <source>Sampled</source>
        <translation>In Samples</translation>
    </message>
    <message>
        <source>Disagreement</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>Cost without a name</source>
        <translation>Kosten ohne Namen</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>What helps</source>
        <translation>Was hilft</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>Recorder&apos;s own cost</source>
        <translation>Eigene Kosten des Recorders</translation>
    </message>
    <message>
        <source> (%1 of one CPU)</source>
        <translation> (%1 einer CPU)</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>In the kernel</source>
        <translation>Im Kernel</translation>
    </message>
    <message>
        <source>%1, %2 a run</source>
        <translation>%1, %2 je Lauf</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>Bemerkungen</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>1 CPU</source>
        <translation>1 CPU</translation>
    </message>
    <message>
        <source>%1 CPUs</source>
        <translation>%1 CPUs</translation>
    </message>
    <message>
        <source>Lost: %1</source>
        <translation>Verloren: %1</translation>
    </message>
    <message>
        <source>rows picked in the timeline besides %1</source>
        <translation>in der Zeitleiste gewählte Zeilen neben %1</translation>
    </message>
    <message>
        <source>without %1</source>
        <translation>ohne %1</translation>
    </message>
    <message>
        <source>CPUs that were picked in the timeline</source>
        <translation>in der Zeitleiste gewählte CPUs</translation>
    </message>
    <message>
        <source>a tree for each %1</source>
        <translation>ein Baum je %1</translation>
    </message>
    <message>
        <source>This %1</source>
        <translation>Dies %1</translation>
    </message>
    <message>
        <source>All profiles</source>
        <translation>Alle Profile</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Running processes</source>
        <translation>Laufende Prozesse</translation>
    </message>
    <message>
        <source>Looking for the recorder…</source>
        <translation>Recorder wird gesucht …</translation>
    </message>
    <message>
        <source>Waiting for authentication…</source>
        <translation>Warten auf Authentifizierung …</translation>
    </message>
    <message>
        <source>Waiting for %1…</source>
        <translation>Warten auf %1 …</translation>
    </message>
    <message>
        <source>Starting the recorder…</source>
        <translation>Recorder wird gestartet …</translation>
    </message>
    <message>
        <source>Finishing…</source>
        <translation>Wird beendet …</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>aufgezeichnet</translation>
    </message>
    <message>
        <source>Press the key in that view</source>
        <translation>Taste in dieser Ansicht drücken</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>Flame-Graph</translation>
    </message>
    <message>
        <source>Select the caller, a callee, or the box beside</source>
        <translation>Aufrufer, Aufgerufene oder den Balken daneben auswählen</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeiltasten</translation>
    </message>
    <message>
        <source>Zoom to the selected box</source>
        <translation>Auf den ausgewählten Balken zoomen</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Back to the previous zoom</source>
        <translation>Zurück zum vorigen Zoom</translation>
    </message>
    <message>
        <source>Backspace, Alt+Left</source>
        <translation>Rücktaste, Alt+Links</translation>
    </message>
    <message>
        <source>Forward to the next zoom</source>
        <translation>Vor zum nächsten Zoom</translation>
    </message>
    <message>
        <source>Alt+Right</source>
        <translation>Alt+Rechts</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Stretch and shrink</source>
        <translation>Strecken und stauchen</translation>
    </message>
    <message>
        <source>+, −, Ctrl+wheel</source>
        <translation>+, −, Strg+Mausrad</translation>
    </message>
    <message>
        <source>Copy the function&apos;s name</source>
        <translation>Funktionsnamen kopieren</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Strg+C</translation>
    </message>
    <message>
        <source>Call tree</source>
        <translation>Aufrufbaum</translation>
    </message>
    <message>
        <source>Expand the hot path</source>
        <translation>Heißesten Pfad aufklappen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>Follow a call or a jump</source>
        <translation>Einem Aufruf oder Sprung folgen</translation>
    </message>
    <message>
        <source>To the next hotter or cooler row</source>
        <translation>Zur nächsten heißeren oder kühleren Zeile</translation>
    </message>
    <message>
        <source>Alt+Up, Alt+Down</source>
        <translation>Alt+Auf, Alt+Ab</translation>
    </message>
    <message>
        <source>To the previous function</source>
        <translation>Zur vorigen Funktion</translation>
    </message>
    <message>
        <source>Alt+Left, Backspace</source>
        <translation>Alt+Links, Rücktaste</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>Zeilen kopieren</translation>
    </message>
    <message>
        <source>Callers and callees</source>
        <translation>Aufrufer und Aufgerufene</translation>
    </message>
    <message>
        <source>To the previous and the next function</source>
        <translation>Zur vorigen und zur nächsten Funktion</translation>
    </message>
    <message>
        <source>Alt+Left, Alt+Right</source>
        <translation>Alt+Links, Alt+Rechts</translation>
    </message>
    <message>
        <source>Flame chart</source>
        <translation>Flame-Chart</translation>
    </message>
    <message>
        <source>Focus the caller, a callee, or the block beside</source>
        <translation>Aufrufer, Aufgerufene oder den Block daneben fokussieren</translation>
    </message>
    <message>
        <source>To the previous and the next thread</source>
        <translation>Zum vorigen und zum nächsten Thread</translation>
    </message>
    <message>
        <source>PgUp, PgDown</source>
        <translation>Bild auf, Bild ab</translation>
    </message>
    <message>
        <source>Zoom to the focused block</source>
        <translation>Auf den fokussierten Block zoomen</translation>
    </message>
    <message>
        <source>Select the time of the focused block</source>
        <translation>Zeit des fokussierten Blocks auswählen</translation>
    </message>
    <message>
        <source>T</source>
        <translation>T</translation>
    </message>
    <message>
        <source>Close or open the thread</source>
        <translation>Thread zu- oder aufklappen</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoomen</translation>
    </message>
    <message>
        <source>+, −, wheel</source>
        <translation>+, −, Mausrad</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Shift+Left, Shift+Right</source>
        <translation>Umschalt+Links, Umschalt+Rechts</translation>
    </message>
    <message>
        <source>Show the whole time</source>
        <translation>Gesamte Zeit zeigen</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Pos1</translation>
    </message>
    <message>
        <source>Clear the selected time</source>
        <translation>Zeitauswahl aufheben</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>Links, Rechts</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Next and previous match</source>
        <translation>Nächster und voriger Treffer</translation>
    </message>
    <message>
        <source>F3, Shift+F3</source>
        <translation>F3, Umschalt+F3</translation>
    </message>
    <message>
        <source>The same in both builds, but for addresses</source>
        <translation>In beiden Builds gleich, bis auf Adressen</translation>
    </message>
    <message>
        <source>Only in base</source>
        <translation>Nur in Basis</translation>
    </message>
    <message>
        <source>Only in new</source>
        <translation>Nur in Neu</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Zuordnung</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Self 95 %</source>
        <translation>Selbst 95 %</translation>
    </message>
    <message>
        <source>Total change</source>
        <translation>Änderung gesamt</translation>
    </message>
    <message>
        <source>Total 95 %</source>
        <translation>Gesamt 95 %</translation>
    </message>
    <message>
        <source>Base self</source>
        <translation>Basis selbst</translation>
    </message>
    <message>
        <source>New self</source>
        <translation>Neu selbst</translation>
    </message>
    <message>
        <source>Self difference</source>
        <translation>Differenz selbst</translation>
    </message>
    <message>
        <source>Self change</source>
        <translation>Änderung selbst</translation>
    </message>
    <message>
        <source>Base total</source>
        <translation>Basis gesamt</translation>
    </message>
    <message>
        <source>New total</source>
        <translation>Neu gesamt</translation>
    </message>
    <message>
        <source>Total difference</source>
        <translation>Differenz gesamt</translation>
    </message>
    <message>
        <source>Whether the row changed, as far as the recorded samples can decide</source>
        <translation>Ob sich die Zeile geändert hat, soweit die aufgezeichneten Samples das entscheiden können</translation>
    </message>
    <message>
        <source>How the rows of both sides were matched, and how sure that is</source>
        <translation>Wie die Zeilen beider Seiten einander zugeordnet wurden und wie sicher das ist</translation>
    </message>
    <message>
        <source>%1, %2 %</source>
        <translation>%1, %2 %</translation>
    </message>
    <message>
        <source>Zoom to this box</source>
        <translation>Auf diesen Balken zoomen</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Herauszoomen</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Copy stack</source>
        <translation>Stack kopieren</translation>
    </message>
    <message>
        <source>Show in call tree</source>
        <translation>Im Aufrufbaum zeigen</translation>
    </message>
    <message>
        <source>Show in functions</source>
        <translation>In der Ansicht Funktionen zeigen</translation>
    </message>
    <message>
        <source>Search for it everywhere</source>
        <translation>Überall danach suchen</translation>
    </message>
    <message>
        <source>Select a function first</source>
        <translation>Zuerst eine Funktion auswählen</translation>
    </message>
    <message>
        <source>This is not a function</source>
        <translation>Das ist keine Funktion</translation>
    </message>
    <message>
        <source>Group by function to choose one</source>
        <translation>Nach Funktion gruppieren, um eine zu wählen</translation>
    </message>
    <message>
        <source>This code has no name: its function is not known</source>
        <translation>Dieser Code hat keinen Namen: Seine Funktion ist nicht bekannt</translation>
    </message>
    <message>
        <source>The kernel&apos;s code is not read</source>
        <translation>Code des Kernels wird nicht gelesen</translation>
    </message>
    <message>
        <source>Show source of %1</source>
        <translation>Quelltext von %1 zeigen</translation>
    </message>
    <message>
        <source>Callers and callees of %1</source>
        <translation>Aufrufer und Aufgerufene von %1</translation>
    </message>
    <message>
        <source>Focus on %1</source>
        <translation>Auf %1 fokussieren</translation>
    </message>
    <message>
        <source>Root at %1</source>
        <translation>%1 als Wurzel</translation>
    </message>
    <message>
        <source>Show from %1</source>
        <translation>Ab %1 zeigen</translation>
    </message>
    <message>
        <source>End at %1</source>
        <translation>Bei %1 enden</translation>
    </message>
    <message>
        <source>Hide %1</source>
        <translation>%1 ausblenden</translation>
    </message>
    <message>
        <source>Drop samples with %1</source>
        <translation>Samples mit %1 verwerfen</translation>
    </message>
    <message>
        <source>Collapse recursion of %1</source>
        <translation>Jede Rekursion von %1 zusammenfassen</translation>
    </message>
    <message>
        <source>Collapse all direct recursion</source>
        <translation>Alle direkten Rekursionen zusammenfassen</translation>
    </message>
    <message>
        <source>function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>Root at this call node</source>
        <translation>Dieser Aufrufknoten als Wurzel</translation>
    </message>
    <message>
        <source>Merge this call node into its caller</source>
        <translation>Diesen Aufrufknoten mit seinem Aufrufer vereinen</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Process name</source>
        <translation>Prozessname</translation>
    </message>
    <message>
        <source>Executable</source>
        <translation>Programmdatei</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>Thread name</source>
        <translation>Thread-Name</translation>
    </message>
    <message>
        <source>User</source>
        <translation>User-Code</translation>
    </message>
    <message>
        <source>Inlined</source>
        <translation>Inline</translation>
    </message>
    <message>
        <source>Interpreted</source>
        <translation>Interpretiert</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>Zoom to this block</source>
        <translation>Auf diesen Block zoomen</translation>
    </message>
    <message>
        <source>Select the time of this block</source>
        <translation>Zeit dieses Blocks auswählen</translation>
    </message>
    <message>
        <source>(unknown thread)</source>
        <translation>(unbekannter Thread)</translation>
    </message>
    <message>
        <source>Interruptions shorter than a pixel are not drawn: zoom in to see them</source>
        <translation>Unterbrechungen, die kürzer als ein Pixel sind, werden nicht gezeichnet: hineinzoomen, um sie zu sehen</translation>
    </message>
    <message>
        <source>%1: %2 (%3), samples in %4 of the visible time</source>
        <translation>%1: %2 (%3), Samples in %4 der sichtbaren Zeit</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Erste</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Letzte</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Course</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Trend</source>
        <translation>Trend</translation>
    </message>
    <message>
        <source>The weight in the first capture</source>
        <translation>Gewicht in der ersten Aufzeichnung</translation>
    </message>
    <message>
        <source>The weight in the last capture</source>
        <translation>Gewicht in der letzten Aufzeichnung</translation>
    </message>
    <message>
        <source>The weights in all captures, from zero up to the largest of the row</source>
        <translation>Gewichte in allen Aufzeichnungen, von null bis zum größten der Zeile</translation>
    </message>
    <message>
        <source>Growth, a step or a spike that is not chance, and the capture in which it began</source>
        <translation>Wachstum, Stufe oder Ausreißer, der kein Zufall ist, und die Aufzeichnung, in der er begann</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>inlined</source>
        <translation>inline</translation>
    </message>
    <message>
        <source>interpreted</source>
        <translation>interpretiert</translation>
    </message>
    <message>
        <source>of all</source>
        <translation>von allem</translation>
    </message>
    <message>
        <source>of shown root</source>
        <translation>der gezeigten Wurzel</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>Selbst</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>self</source>
        <translation>selbst</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>functions</source>
        <translation>Funktionen</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>addresses</source>
        <translation>Adressen</translation>
    </message>
    <message>
        <source>total %1 (%2)</source>
        <translation>gesamt %1 (%2)</translation>
    </message>
    <message>
        <source>click to look closer</source>
        <translation>klicken für Details</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Zusammen</translation>
    </message>
    <message>
        <source>Heaviest: %1</source>
        <translation>Schwerste: %1</translation>
    </message>
    <message>
        <source>Too narrow for boxes of their own; a click looks closer.</source>
        <translation>Zu schmal für eigene Balken; ein Klick zeigt mehr.</translation>
    </message>
    <message>
        <source>Process: %1 %2</source>
        <translation>Prozess: %1 %2</translation>
    </message>
    <message>
        <source>%1 processes</source>
        <translation>%1 Prozesse</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
    <message>
        <source>Thread: %1 %2</source>
        <translation>Thread: %1 %2</translation>
    </message>
    <message>
        <source>CPU: not known</source>
        <translation>CPU: nicht bekannt</translation>
    </message>
    <message>
        <source>CPU: %1</source>
        <translation>CPU: %1</translation>
    </message>
    <message>
        <source>Transform %1 of %2, in the order in which they are applied</source>
        <translation>Transformation %1 von %2, in der Reihenfolge ihrer Anwendung</translation>
    </message>
    <message>
        <source>Picked in the timeline</source>
        <translation>In der Zeitleiste gewählt</translation>
    </message>
    <message>
        <source>Time: %1 – %2</source>
        <translation>Zeit: %1 – %2</translation>
    </message>
    <message>
        <source>Samples of %1</source>
        <translation>Samples von %1</translation>
    </message>
    <message>
        <source>Process:</source>
        <translation>Prozess:</translation>
    </message>
    <message>
        <source>Processes whose name or pid matches</source>
        <translation>Prozesse, deren Name oder PID passt</translation>
    </message>
    <message>
        <source>Thread:</source>
        <translation>Thread:</translation>
    </message>
    <message>
        <source>Threads whose name or tid matches</source>
        <translation>Threads, deren Name oder TID passt</translation>
    </message>
    <message>
        <source>Focus:</source>
        <translation>Fokus:</translation>
    </message>
    <message>
        <source>Only stacks with this function</source>
        <translation>Nur Stacks mit dieser Funktion</translation>
    </message>
    <message>
        <source>Ignore:</source>
        <translation>Ignoriert:</translation>
    </message>
    <message>
        <source>No stacks with this function</source>
        <translation>Keine Stacks mit dieser Funktion</translation>
    </message>
    <message>
        <source>Hide:</source>
        <translation>Ausgeblendet:</translation>
    </message>
    <message>
        <source>Without frames of this function: their weight counts for the callers</source>
        <translation>Ohne Frames dieser Funktion: Ihr Gewicht zählt für die Aufrufer</translation>
    </message>
    <message>
        <source>Samples with this label</source>
        <translation>Samples mit diesem Label</translation>
    </message>
    <message>
        <source>No samples yet</source>
        <translation>Noch keine Samples</translation>
    </message>
    <message>
        <source>The first ones come a second or two after the start</source>
        <translation>Die ersten kommen ein bis zwei Sekunden nach dem Start</translation>
    </message>
    <message>
        <source>This profile has no samples</source>
        <translation>Dieses Profil hat keine Samples</translation>
    </message>
    <message>
        <source>It may have been cut off before its first sample</source>
        <translation>Es wurde vielleicht vor dem ersten Sample abgeschnitten</translation>
    </message>
    <message>
        <source>Change or remove the filter above</source>
        <translation>Filter oben ändern oder entfernen</translation>
    </message>
    <message>
        <source>Adding up the samples…</source>
        <translation>Samples werden aufsummiert …</translation>
    </message>
    <message>
        <source>No sample passes the filters</source>
        <translation>Kein Sample passt zu den Filtern</translation>
    </message>
    <message>
        <source>Remove a filter above to see more</source>
        <translation>Filter oben entfernen, um mehr zu sehen</translation>
    </message>
    <message>
        <source>No samples of this value type</source>
        <translation>Keine Samples dieses Messwerts</translation>
    </message>
    <message>
        <source>Choose another value type above, or wait while the recording runs</source>
        <translation>Oben einen anderen Messwert wählen oder warten, während die Aufzeichnung läuft</translation>
    </message>
    <message>
        <source>This view %1</source>
        <translation>Diese Ansicht %1</translation>
    </message>
    <message>
        <source>filter “%1”</source>
        <translation>Filter „%1“</translation>
    </message>
    <message>
        <source>removal of “%1”</source>
        <translation>Entfernen von „%1“</translation>
    </message>
    <message>
        <source>change of filter</source>
        <translation>Filteränderung</translation>
    </message>
    <message>
        <source>removal of filters</source>
        <translation>Entfernen von Filtern</translation>
    </message>
    <message>
        <source>Merge one %1</source>
        <translation>Einen Aufruf von %1 vereinen</translation>
    </message>
    <message>
        <source>Drop %1</source>
        <translation>%1 verwerfen</translation>
    </message>
    <message>
        <source>Root at one %1</source>
        <translation>Einen Aufruf von %1 als Wurzel</translation>
    </message>
    <message>
        <source>Collapse recursion</source>
        <translation>Direkte Rekursion zusammenfassen</translation>
    </message>
    <message>
        <source>Collapse %1</source>
        <translation>%1 zusammenfassen</translation>
    </message>
    <message>
        <source>change of roots</source>
        <translation>Wechsel der Wurzeln</translation>
    </message>
    <message>
        <source>group by %1</source>
        <translation>Gruppieren nach %1</translation>
    </message>
    <message>
        <source>value %1</source>
        <translation>Messwert %1</translation>
    </message>
    <message>
        <source>end of search</source>
        <translation>Ende der Suche</translation>
    </message>
    <message>
        <source>search for %1</source>
        <translation>Suche nach %1</translation>
    </message>
    <message>
        <source>zoom out</source>
        <translation>Herauszoomen</translation>
    </message>
    <message>
        <source>zoom to %1</source>
        <translation>Zoom auf %1</translation>
    </message>
    <message>
        <source>There is no %1 in this capture</source>
        <translation>%1 kommt in dieser Aufzeichnung nicht vor</translation>
    </message>
    <message>
        <source>Select a function in another view</source>
        <translation>Eine Funktion in einer anderen Ansicht auswählen</translation>
    </message>
    <message>
        <source>No function has a name here</source>
        <translation>Hier hat keine Funktion einen Namen</translation>
    </message>
    <message>
        <source>Facts (Ctrl+I) can look names up</source>
        <translation>Eckdaten (Strg+I) können Namen nachschlagen</translation>
    </message>
    <message>
        <source>No sample of %1 passes the filters</source>
        <translation>Kein Sample von %1 passt zu den Filtern</translation>
    </message>
    <message>
        <source>Remove a filter above, or select another function</source>
        <translation>Filter oben entfernen oder eine andere Funktion auswählen</translation>
    </message>
    <message>
        <source>“Files” above names folders to look in, and allows asking debuginfod servers.</source>
        <translation>Unter „Dateien“ oben Ordner angeben, in denen gesucht wird, oder debuginfod-Server erlauben.</translation>
    </message>
    <message>
        <source>It %1.</source>
        <translation>Sie %1.</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>inlined into it</source>
        <translation>darin inline</translation>
    </message>
    <message>
        <source>Its module has no debug information here.</source>
        <translation>Ihr Modul hat hier keine Debug-Informationen.</translation>
    </message>
    <message>
        <source>The lines of %1 are not known</source>
        <translation>Die Zeilen von %1 sind nicht bekannt</translation>
    </message>
    <message>
        <source>There is no machine code of %1</source>
        <translation>Es gibt keinen Maschinencode von %1</translation>
    </message>
    <message>
        <source>%1 %2: “Files” above names where it is now.</source>
        <translation>%1 %2: unter „Dateien“ oben angeben, wo die Datei jetzt ist.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more files are missing.</source>
        <translation>
            <numerusform>%Ln weitere Datei fehlt.</numerusform>
            <numerusform>%Ln weitere Dateien fehlen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of its self weight is at instructions that are not known.</source>
        <translation>%1 des eigenen Gewichts liegt bei unbekannten Instruktionen.</translation>
    </message>
    <message>
        <source>the %1 heaviest of %2 matches are open</source>
        <translation>die %1 schwersten von %2 Treffern sind offen</translation>
    </message>
    <message>
        <source>the %1 heaviest matches are open</source>
        <translation>die %1 schwersten Treffer sind offen</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Self %</source>
        <translation>Selbst %</translation>
    </message>
    <message>
        <source>Total %</source>
        <translation>Gesamt %</translation>
    </message>
    <message>
        <source>&lt;tr&gt;&lt;td&gt;CPU time, as the kernel counted it&amp;nbsp;&amp;nbsp;&lt;/td&gt;&lt;td&gt;%1&lt;/td&gt;&lt;/tr&gt;</source>
        <translation>&lt;tr&gt;&lt;td&gt;CPU-Zeit laut Kernel&amp;nbsp;&amp;nbsp;&lt;/td&gt;&lt;td&gt;%1&lt;/td&gt;&lt;/tr&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; pid %2</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; PID %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; tid %2 of %3</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; TID %2 von %3</translation>
    </message>
    <message>
        <source>the recording is damaged here: nothing is known</source>
        <translation>Aufzeichnung hier beschädigt: nichts bekannt</translation>
    </message>
    <message>
        <source>%1. A click shows it in all views</source>
        <translation>%1. Ein Klick zeigt es in allen Ansichten</translation>
    </message>
    <message>
        <source>CPU not known</source>
        <translation>CPU unbekannt</translation>
    </message>
    <message>
        <source>CPU %1</source>
        <translation>CPU %1</translation>
    </message>
    <message>
        <source>Thread not known</source>
        <translation>Thread unbekannt</translation>
    </message>
    <message>
        <source>Process not known</source>
        <translation>Prozess unbekannt</translation>
    </message>
    <message>
        <source>%1 within %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>To the next and the previous cell in time</source>
        <translation>Zur zeitlich nächsten und vorigen Zelle</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>Auf, Ab</translation>
    </message>
    <message>
        <source>To the columns beside</source>
        <translation>Zu den Spalten daneben</translation>
    </message>
    <message>
        <source>Extend to another cell</source>
        <translation>Auf eine andere Zelle ausdehnen</translation>
    </message>
    <message>
        <source>Shift+arrows</source>
        <translation>Umschalt+Pfeiltasten</translation>
    </message>
    <message>
        <source>Select the time of the cells</source>
        <translation>Zeit der Zellen auswählen</translation>
    </message>
    <message>
        <source>Zoom to the selected time, and back</source>
        <translation>Auf die ausgewählte Zeit zoomen, und zurück</translation>
    </message>
    <message>
        <source>The same operation with other operands, or with another target</source>
        <translation>Gleiche Operation mit anderen Operanden oder anderem Ziel</translation>
    </message>
    <message>
        <source>Where no line is known</source>
        <translation>Wo keine Zeile bekannt ist</translation>
    </message>
    <message>
        <source>(no line)</source>
        <translation>(keine Zeile)</translation>
    </message>
    <message>
        <source>Lines are left out</source>
        <translation>Zeilen ausgelassen</translation>
    </message>
    <message>
        <source>The same in both builds</source>
        <translation>In beiden Builds gleich</translation>
    </message>
    <message>
        <source>Equally far from the function&apos;s first line</source>
        <translation>Gleich weit von der ersten Zeile der Funktion</translation>
    </message>
    <message>
        <source>A similar line</source>
        <translation>Eine ähnliche Zeile</translation>
    </message>
    <message>
        <source> (%1 %2, 95 %)</source>
        <translation> (%1 %2, 95 %)</translation>
    </message>
    <message>
        <source>Select the time of these cells</source>
        <translation>Zeit dieser Zellen auswählen</translation>
    </message>
    <message>
        <source>Zoom to the selected time</source>
        <translation>Auf die ausgewählte Zeit zoomen</translation>
    </message>
    <message>
        <source>Zoom back</source>
        <translation>Zurückzoomen</translation>
    </message>
    <message>
        <source>matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>A column is %1, a cell %2</source>
        <translation>Eine Spalte ist %1, eine Zelle %2</translation>
    </message>
    <message>
        <source>≥ %1 in a cell</source>
        <translation>≥ %1 in einer Zelle</translation>
    </message>
    <message>
        <source>%1 in a cell</source>
        <translation>%1 in einer Zelle</translation>
    </message>
    <message>
        <source>Marked: %1 in %2</source>
        <translation>Markiert: %1 in %2</translation>
    </message>
    <message>
        <source>Generated (JIT)</source>
        <translation>Generiert (JIT)</translation>
    </message>
    <message>
        <source>Total: base %1, new %2, difference &lt;b&gt;%3&lt;/b&gt;</source>
        <translation>Gesamt: Basis %1, Neu %2, Differenz &lt;b&gt;%3&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Function in all: &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>Funktion insgesamt: &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>The menu Settings › Source editor has other editors</source>
        <translation>Andere Editoren stehen im Menü Einstellungen › Quelltext-Editor</translation>
    </message>
    <message>
        <source>No editor was found on this machine</source>
        <translation>Auf diesem Rechner wurde kein Editor gefunden</translation>
    </message>
    <message>
        <source>The editor %1 is not on this machine</source>
        <translation>Der Editor %1 ist nicht auf diesem Rechner</translation>
    </message>
    <message>
        <source>The editor %1 can&apos;t be started</source>
        <translation>Der Editor %1 kann nicht gestartet werden</translation>
    </message>
    <message>
        <source>The source file of %1 is not known</source>
        <translation>Die Quelldatei der Funktion %1 ist nicht bekannt</translation>
    </message>
    <message>
        <source>Its module has no debug information here</source>
        <translation>Ihr Modul hat hier keine Debug-Informationen</translation>
    </message>
    <message>
        <source>The source file %1 %2</source>
        <translation>Die Quelldatei %1 %2</translation>
    </message>
    <message>
        <source>In the source view, “Files” takes where it is now</source>
        <translation>In der Quelltext-Ansicht unter „Dateien“ angeben, wo sie jetzt ist</translation>
    </message>
    <message>
        <source>Open source of %1 in the editor</source>
        <translation>Quelltext von %1 im Editor öffnen</translation>
    </message>
    <message>
        <source>Kept of functions that were hit</source>
        <translation>Von getroffenen Funktionen behalten</translation>
    </message>
    <message>
        <source>Machine code</source>
        <translation>Maschinencode</translation>
    </message>
    <message>
        <source>%1, functions: %2</source>
        <translation>%1, Funktionen: %2</translation>
    </message>
    <message>
        <source>Source lines</source>
        <translation>Quelltextzeilen</translation>
    </message>
    <message>
        <source>%1, lines: %2, files: %3</source>
        <translation>%1, Zeilen: %2, Dateien: %3</translation>
    </message>
    <message>
        <source>%1 (from the capture)</source>
        <translation>%1 (aus der Aufzeichnung)</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>memory allocation</source>
        <translation>Speicherverwaltung</translation>
    </message>
    <message>
        <source>Root</source>
        <translation>Wurzel</translation>
    </message>
    <message>
        <source>At the top</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>At the bottom</source>
        <translation>Unten</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>By module</source>
        <translation>Nach Modul</translation>
    </message>
    <message>
        <source>A colour for each module, or namespace where no modules are known; the same in every profile. In differences of profiles: more weight, and less weight</source>
        <translation>Eine Farbe je Modul, oder je Namensraum, wo keine Module bekannt sind; in jedem Profil dieselbe. In Differenzen von Profilen: mehr und weniger Gewicht</translation>
    </message>
    <message>
        <source>By kind</source>
        <translation>Nach Art</translation>
    </message>
    <message>
        <source>A colour for each of user, kernel, interpreted and generated code</source>
        <translation>Je eine Farbe für User-Code, Kernel, interpretierten und generierten Code</translation>
    </message>
    <message>
        <source>Names in boxes</source>
        <translation>Namen in Balken</translation>
    </message>
    <message>
        <source>Full names</source>
        <translation>Vollständige Namen</translation>
    </message>
    <message>
        <source>As much of each name as there is room for</source>
        <translation>So viel von jedem Namen, wie Platz hat</translation>
    </message>
    <message>
        <source>Without hashes of Rust</source>
        <translation>Ohne Hashes von Rust</translation>
    </message>
    <message>
        <source>core::fmt::write for core::fmt::write::h0123456789abcdef</source>
        <translation>core::fmt::write für core::fmt::write::h0123456789abcdef</translation>
    </message>
    <message>
        <source>Without template arguments</source>
        <translation>Ohne Template-Argumente</translation>
    </message>
    <message>
        <source>std::vector&lt;…&gt;::push_back for std::vector&lt;int&gt;::push_back(int&amp;&amp;)</source>
        <translation>std::vector&lt;…&gt;::push_back für std::vector&lt;int&gt;::push_back(int&amp;&amp;)</translation>
    </message>
    <message>
        <source>Without namespaces</source>
        <translation>Ohne Namensräume</translation>
    </message>
    <message>
        <source>vector&lt;…&gt;::push_back: class and function</source>
        <translation>vector&lt;…&gt;::push_back: Klasse und Funktion</translation>
    </message>
    <message>
        <source>Last part only</source>
        <translation>Nur der letzte Teil</translation>
    </message>
    <message>
        <source>push_back: the function alone</source>
        <translation>push_back: nur die Funktion</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>While zoomed</source>
        <translation>Wenn gezoomt</translation>
    </message>
    <message>
        <source>A small map of the whole flame graph in its corner</source>
        <translation>Eine kleine Übersicht des ganzen Flame-Graphen in seiner Ecke</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>%1 ausgewählt</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 Treffer</translation>
    </message>
    <message>
        <source>%1 here</source>
        <translation>%1 hier</translation>
    </message>
    <message>
        <source>The part of each row that is in this function and what it calls has the colour of the selection</source>
        <translation>Der Teil jeder Zeile, der in dieser Funktion und den von ihr aufgerufenen liegt, hat die Farbe der Auswahl</translation>
    </message>
    <message>
        <source>Matches of the search</source>
        <translation>Treffer der Suche</translation>
    </message>
    <message>
        <source>The part of each row that is in matching functions and what they call has the colour of matches and a line above it</source>
        <translation>Der Teil jeder Zeile, der in gefundenen Funktionen und den von ihnen aufgerufenen liegt, hat die Farbe der Treffer und darüber eine Linie</translation>
    </message>
    <message>
        <source>%1: %2 of %3 (%4)</source>
        <translation>%1: %2 von %3 (%4)</translation>
    </message>
    <message>
        <source>PgUp, PgDown, Shift+wheel</source>
        <translation>Bild auf, Bild ab, Umschalt+Mausrad</translation>
    </message>
    <message>
        <source>Z, Backspace</source>
        <translation>Z, Rücktaste</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Thread %1 (%2) of %3 started at %4</source>
        <translation>Thread %1 (%2) von %3 gestartet bei %4</translation>
    </message>
    <message>
        <source>%1 executed %2 at %3</source>
        <translation>%1 führte %2 aus bei %3</translation>
    </message>
    <message>
        <source>%1 exited at %2</source>
        <translation>%1 beendet bei %2</translation>
    </message>
    <message>
        <source>%1 started by %2 at %3</source>
        <translation>%1 von %2 gestartet bei %3</translation>
    </message>
    <message>
        <source>%1 started at %2</source>
        <translation>%1 gestartet bei %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln starts</source>
        <translation>
            <numerusform>%Ln Start</numerusform>
            <numerusform>%Ln Starts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln threads started</source>
        <translation>
            <numerusform>%Ln Thread gestartet</numerusform>
            <numerusform>%Ln Threads gestartet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln execs</source>
        <translation>
            <numerusform>%Ln Exec</numerusform>
            <numerusform>%Ln Execs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln exits</source>
        <translation>
            <numerusform>%Ln Ende</numerusform>
            <numerusform>%Ln Enden</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2 (%3)</source>
        <translation>%1 %2 (%3)</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1 von %2 bis %3</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>und %Ln weiteres</numerusform>
            <numerusform>und %Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>not yet started</source>
        <translation>noch nicht gestartet</translation>
    </message>
    <message>
        <source>ended before</source>
        <translation>vorher beendet</translation>
    </message>
    <message>
        <source>no process at this time</source>
        <translation>kein Prozess zu dieser Zeit</translation>
    </message>
    <message>
        <source>This page</source>
        <translation>Diese Seite</translation>
    </message>
    <message>
        <source>It has no effect now</source>
        <translation>Es hat zurzeit keine Wirkung</translation>
    </message>
    <message>
        <source>Selected function</source>
        <translation>Ausgewählte Funktion</translation>
    </message>
    <message>
        <source>No self weight</source>
        <translation>Kein Eigengewicht</translation>
    </message>
    <message>
        <source>By self weight</source>
        <translation>Nach Eigengewicht</translation>
    </message>
    <message>
        <source>The stronger, the more weight the function has itself, in all its call paths</source>
        <translation>Je kräftiger, desto mehr Gewicht hat die Funktion selbst, in allen ihren Aufrufpfaden</translation>
    </message>
    <message>
        <source>Candela itself</source>
        <translation>Candela selbst</translation>
    </message>
    <message>
        <source>Without process:</source>
        <translation>Ohne Prozess:</translation>
    </message>
    <message>
        <source>No processes whose name or pid matches</source>
        <translation>Keine Prozesse, deren Name oder PID passt</translation>
    </message>
    <message>
        <source>Idle time</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>A process of Candela itself</source>
        <translation>Ein Prozess von Candela selbst</translation>
    </message>
    <message>
        <source>(Candela)</source>
        <translation>(Candela)</translation>
    </message>
    <message>
        <source>idle %1 of %2</source>
        <translation>Leerlauf %1 von %2</translation>
    </message>
    <message>
        <source>%1 of CPU time during which nothing ran, as the kernel counted it.
The course is computed: the time of %2 CPUs without the CPU time of all samples, whatever the filters. So it also has what other virtual machines used and what was not sampled.</source>
        <translation>%1 CPU-Zeit, in der nichts lief, wie der Kernel sie gezählt hat.
Der Verlauf ist berechnet: die Zeit von %2 CPUs ohne die CPU-Zeit aller Samples, unabhängig von den Filtern. Er enthält also auch, was andere virtuelle Maschinen verbraucht haben und was nicht erfasst wurde.</translation>
    </message>
    <message>
        <source>To the row above and the row below</source>
        <translation>Zur Zeile darüber und zur Zeile darunter</translation>
    </message>
    <message>
        <source>Open or close the row</source>
        <translation>Zeile öffnen oder schließen</translation>
    </message>
    <message>
        <source>List only rows of a name</source>
        <translation>Nur Zeilen eines Namens aufführen</translation>
    </message>
    <message>
        <source>N</source>
        <translation>N</translation>
    </message>
    <message>
        <source>Choose the order of the rows</source>
        <translation>Reihenfolge der Zeilen wählen</translation>
    </message>
    <message>
        <source>Shift+N</source>
        <translation>Umschalt+N</translation>
    </message>
    <message>
        <source>%1 +%2</source>
        <translation>%1 +%2</translation>
    </message>
    <message>
        <source>No process or thread has “%1” in its name</source>
        <translation>Kein Prozess oder Thread hat „%1“ im Namen</translation>
    </message>
    <message>
        <source>This row and those below it have no samples of “%1”</source>
        <translation>Diese Zeile und die Zeilen darunter haben keine Samples von „%1“</translation>
    </message>
    <message>
        <source>This row has no samples of “%1”</source>
        <translation>Diese Zeile hat keine Samples von „%1“</translation>
    </message>
    <message>
        <source>Show in flame graph</source>
        <translation>Im Flame-Graph zeigen</translation>
    </message>
    <message>
        <source>Zoom to it in the flame graph</source>
        <translation>Im Flame-Graph darauf zoomen</translation>
    </message>
    <message>
        <source>link of %1 with %2</source>
        <translation>Verknüpfung von %1 mit %2</translation>
    </message>
    <message>
        <source>separation of %1 and %2</source>
        <translation>Trennung von %1 und %2</translation>
    </message>
    <message>
        <source>change of links</source>
        <translation>Änderung der Verknüpfungen</translation>
    </message>
    <message>
        <source>pin %1</source>
        <translation>%1 anheften</translation>
    </message>
    <message>
        <source>unpin %1</source>
        <translation>%1 lösen</translation>
    </message>
    <message numerus="yes">
        <source>%1 were changed since the recording: lines may have moved.</source>
        <translation>
            <numerusform>%1 wurde seit der Aufzeichnung geändert: Zeilen können verschoben sein.</numerusform>
            <numerusform>%1 wurden seit der Aufzeichnung geändert: Zeilen können verschoben sein.</numerusform>
        </translation>
    </message>
    <message>
        <source>comparison of shares</source>
        <translation>Vergleich der Anteile</translation>
    </message>
    <message>
        <source>comparison of weights</source>
        <translation>Vergleich der Gewichte</translation>
    </message>
    <message>
        <source>comparison per second</source>
        <translation>Vergleich pro Sekunde</translation>
    </message>
    <message>
        <source>choice of the comparison</source>
        <translation>Wahl des Vergleichs</translation>
    </message>
    <message>
        <source>list of changed rows</source>
        <translation>Liste der geänderten Zeilen</translation>
    </message>
    <message>
        <source>list of same rows</source>
        <translation>Liste der gleichen Zeilen</translation>
    </message>
    <message>
        <source>list of unknown rows</source>
        <translation>Liste der unbekannten Zeilen</translation>
    </message>
    <message>
        <source>list of all rows</source>
        <translation>Liste aller Zeilen</translation>
    </message>
    <message>
        <source>change of widths</source>
        <translation>Änderung der Breiten</translation>
    </message>
    <message>
        <source>choice of self weights</source>
        <translation>Wahl der Eigengewichte</translation>
    </message>
    <message>
        <source>choice of total weights</source>
        <translation>Wahl der Gesamtgewichte</translation>
    </message>
    <message>
        <source>A colour for each kind of code, and a texture for some.</source>
        <translation>Jede Art von Code hat eine Farbe, manche ein Muster.</translation>
    </message>
    <message>
        <source>A colour for each module, or namespace where no modules are known, with its self weight as a part of all weight. It follows from the name; where large modules would have the same, one has another, a program rather than a library. Textures are kinds of code.</source>
        <translation>Jedes Modul hat eine Farbe, oder jeder Namensraum, wo keine Module bekannt sind, dazu sein Eigengewicht als Teil des ganzen Gewichts. Sie folgt aus dem Namen; wo große Module dieselbe hätten, hat eines eine andere, eher ein Programm als eine Bibliothek. Muster stehen für Arten von Code.</translation>
    </message>
    <message>
        <source>The stronger the colour, the more weight the function has itself, in all its call paths; the strongest is that of the heaviest function.</source>
        <translation>Je kräftiger die Farbe, desto mehr Gewicht hat die Funktion selbst, in allen ihren Aufrufpfaden; am kräftigsten ist die schwerste Funktion.</translation>
    </message>
    <message>
        <source>Whether the function has more or less weight than before, with all that it calls.</source>
        <translation>Ob die Funktion mit allem, was sie aufruft, mehr oder weniger Gewicht hat als vorher.</translation>
    </message>
    <message>
        <source>Weight: %1</source>
        <translation>Gewicht: %1</translation>
    </message>
    <message>
        <source>Weight: %1, recorded in %2</source>
        <translation>Gewicht: %1, aufgezeichnet in %2</translation>
    </message>
    <message>
        <source>What samples are added up by; “Group by” chooses it</source>
        <translation>Wonach Samples zusammengezählt sind; „Gruppieren nach“ wählt es</translation>
    </message>
    <message>
        <source>In the row&apos;s own code, without what it calls</source>
        <translation>Im eigenen Code der Zeile, ohne was er aufruft</translation>
    </message>
    <message>
        <source>Self as a part of all weight that passes the filters</source>
        <translation>Selbst als Teil allen Gewichts, das die Filter durchlassen</translation>
    </message>
    <message>
        <source>In the row&apos;s own code and in all that it calls; recursion counts once</source>
        <translation>Im eigenen Code der Zeile und in allem, was er aufruft; Rekursion zählt einmal</translation>
    </message>
    <message>
        <source>Total as a part of all weight that passes the filters</source>
        <translation>Gesamt als Teil allen Gewichts, das die Filter durchlassen</translation>
    </message>
    <message>
        <source>The file that the code is in: a program, a library or the kernel</source>
        <translation>Die Datei mit dem Code: ein Programm, eine Bibliothek oder der Kernel</translation>
    </message>
    <message>
        <source>Source file and line, as debug information has them</source>
        <translation>Quelldatei und Zeile, wie in den Debug-Informationen</translation>
    </message>
    <message>
        <source>not all captures have the value &quot;%1&quot;</source>
        <translation>nicht alle Aufzeichnungen haben den Wert „%1“</translation>
    </message>
    <message>
        <source>choose another one in the page</source>
        <translation>oben einen anderen wählen</translation>
    </message>
    <message>
        <source>the duration of %1 is not known</source>
        <translation>die Dauer von %1 ist nicht bekannt</translation>
    </message>
    <message>
        <source>choose another way to compare above</source>
        <translation>oben eine andere Art des Vergleichs wählen</translation>
    </message>
    <message>
        <source>A row of both sides that was matched, or one that only one side has</source>
        <translation>Eine Zeile beider Seiten, die zugeordnet wurde, oder eine, die nur eine Seite hat</translation>
    </message>
    <message>
        <source>In the row&apos;s own code, without what it calls, in base</source>
        <translation>Im eigenen Code der Zeile, ohne Aufgerufene, in der Basis</translation>
    </message>
    <message>
        <source>In the row&apos;s own code, without what it calls, in new</source>
        <translation>Im eigenen Code der Zeile, ohne Aufgerufene, in Neu</translation>
    </message>
    <message>
        <source>New self less base self</source>
        <translation>Eigengewicht in Neu minus Eigengewicht in der Basis</translation>
    </message>
    <message>
        <source>The difference of self as a part of base self</source>
        <translation>Die Differenz der Eigengewichte als Teil des Eigengewichts der Basis</translation>
    </message>
    <message>
        <source>Holds the true change of self with 95 %</source>
        <translation>Enthält die wahre Änderung des Eigengewichts mit 95 %</translation>
    </message>
    <message>
        <source>In the row&apos;s own code and in all that it calls, in base; recursion counts once</source>
        <translation>Im eigenen Code der Zeile und in allem, was er aufruft, in der Basis; Rekursion zählt einmal</translation>
    </message>
    <message>
        <source>In the row&apos;s own code and in all that it calls, in new; recursion counts once</source>
        <translation>Im eigenen Code der Zeile und in allem, was er aufruft, in Neu; Rekursion zählt einmal</translation>
    </message>
    <message>
        <source>New total less base total</source>
        <translation>Gesamtgewicht in Neu minus Gesamtgewicht in der Basis</translation>
    </message>
    <message>
        <source>The difference of total as a part of base total</source>
        <translation>Die Differenz der Gesamtgewichte als Teil des Gesamtgewichts der Basis</translation>
    </message>
    <message>
        <source>Holds the true change of total with 95 %</source>
        <translation>Enthält die wahre Änderung des Gesamtgewichts mit 95 %</translation>
    </message>
    <message>
        <source>Time %1</source>
        <translation>Zeit %1</translation>
    </message>
    <message>
        <source>What samples are grouped by; “Group by” chooses it</source>
        <translation>Wonach Samples gruppiert sind; „Gruppieren nach“ wählt es</translation>
    </message>
    <message>
        <source>The weight of the row&apos;s samples that pass the filters</source>
        <translation>Das Gewicht der Samples der Zeile, die die Filter durchlassen</translation>
    </message>
    <message>
        <source>The row&apos;s weight as a part of all weight that passes the filters</source>
        <translation>Das Gewicht der Zeile als Teil allen Gewichts, das die Filter durchlassen</translation>
    </message>
    <message>
        <source>How many of the row&apos;s samples pass the filters</source>
        <translation>Wie viele Samples der Zeile die Filter durchlassen</translation>
    </message>
    <message>
        <source>The part of total in which nothing calls the row</source>
        <translation>Der Teil von „Gesamt“, in dem nichts die Zeile aufruft</translation>
    </message>
    <message>
        <source>In the own code of what the branch begins with, called through this row</source>
        <translation>Im eigenen Code dessen, womit der Zweig beginnt, aufgerufen über diese Zeile</translation>
    </message>
    <message>
        <source>Last less first, as a part of first</source>
        <translation>Letzte minus erste Aufzeichnung, als Teil der ersten</translation>
    </message>
    <message>
        <source>install the debug symbols of the packages, or look the names up below</source>
        <translation>Debug-Symbole der Pakete installieren oder die Namen unten nachschlagen</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>(ohne)</translation>
    </message>
    <message>
        <source>(unknown)</source>
        <translation>(unbekannt)</translation>
    </message>
    <message>
        <source>No module</source>
        <translation>Ohne Modul</translation>
    </message>
    <message>
        <source>This profile has no times</source>
        <translation>Dieses Profil hat keine Zeiten</translation>
    </message>
    <message>
        <source>Its samples have no times; the other views show all of them</source>
        <translation>Seine Samples haben keine Zeiten; die anderen Ansichten zeigen sie alle</translation>
    </message>
    <message numerus="yes">
        <source>%Ln values</source>
        <translation>
            <numerusform>%Ln Wert</numerusform>
            <numerusform>%Ln Werte</numerusform>
        </translation>
    </message>
    <message>
        <source>[no stack]</source>
        <translation>[ohne Stack]</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Collapse adjacent frames of a module</source>
        <translation>Aufeinanderfolgende Frames eines Moduls zusammenfassen</translation>
    </message>
    <message>
        <source>Collapse adjacent frames of %1</source>
        <translation>Aufeinanderfolgende Frames von %1 zusammenfassen</translation>
    </message>
</context>
<context>
    <name>View</name>
    <message>
        <source>Flame graph</source>
        <translation>Flame-Graph</translation>
    </message>
    <message>
        <source>Call tree</source>
        <translation>Aufrufbaum</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>Funktionen</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>Callers and callees</source>
        <translation>Aufrufer und Aufgerufene</translation>
    </message>
    <message>
        <source>Flame chart</source>
        <translation>Flame-Chart</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
</context>
<context>
    <name>candela::ActionFinder</name>
    <message>
        <source>Keys and actions</source>
        <translation>Tasten und Aktionen</translation>
    </message>
    <message>
        <source>Type a part of a name, then Enter</source>
        <translation>Teil eines Namens eingeben, dann Eingabetaste</translation>
    </message>
    <message>
        <source>Name of an action</source>
        <translation>Name einer Aktion</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>No action has these words in its name, its menu or its keys.</source>
        <translation>Keine Aktion hat diese Wörter in Name, Menü oder Tasten.</translation>
    </message>
</context>
<context>
    <name>candela::AlignedItemModel</name>
    <message>
        <source>Base self</source>
        <translation>Basis selbst</translation>
    </message>
    <message>
        <source>Base total</source>
        <translation>Basis gesamt</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>New self</source>
        <translation>Neu selbst</translation>
    </message>
    <message>
        <source>New total</source>
        <translation>Neu gesamt</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
</context>
<context>
    <name>candela::AnnotationItemModel</name>
    <message>
        <source>Self</source>
        <translation>Selbst</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Self %1, total %2</source>
        <translation>Selbst %1, gesamt %2</translation>
    </message>
</context>
<context>
    <name>candela::AnnotationPane</name>
    <message>
        <source>Hot spots of %1</source>
        <translation>Hotspots: %1</translation>
    </message>
</context>
<context>
    <name>candela::Breadcrumbs</name>
    <message>
        <source>Call path of the zoom</source>
        <translation>Aufrufpfad des Zooms</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All: zooms out to everything</source>
        <translation>Alle: zeigt alles</translation>
    </message>
    <message>
        <source>Names in between: %1</source>
        <translation>Namen dazwischen: %1</translation>
    </message>
</context>
<context>
    <name>candela::CallTreeView</name>
    <message>
        <source>Call tree</source>
        <translation>Aufrufbaum</translation>
    </message>
    <message>
        <source>Top-down</source>
        <translation>Top-down</translation>
    </message>
    <message>
        <source>Bottom-up</source>
        <translation>Bottom-up</translation>
    </message>
    <message>
        <source>From the roots to what they call</source>
        <translation>Von den Wurzeln zu dem, was sie aufrufen</translation>
    </message>
    <message>
        <source>Inverted: who calls each function, from the innermost functions of the stacks</source>
        <translation>Umgekehrt: wer jede Funktion aufruft, ab den innersten Funktionen der Stacks</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>Expand hot path</source>
        <translation>Heißesten Pfad aufklappen</translation>
    </message>
    <message>
        <source>Open the heaviest way down from the selected row (Enter)</source>
        <translation>Heißesten Pfad ab der ausgewählten Zeile aufklappen (Eingabe)</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>Alles zuklappen</translation>
    </message>
    <message>
        <source>Close all rows</source>
        <translation>Alle Zeilen zuklappen</translation>
    </message>
</context>
<context>
    <name>candela::CallersView</name>
    <message>
        <source>Back to the function before (Alt+Left)</source>
        <translation>Zurück zur vorigen Funktion (Alt+Links)</translation>
    </message>
    <message>
        <source>Forward again (Alt+Right)</source>
        <translation>Wieder vor (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Flame graphs</source>
        <translation>Flame-Graphen</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Callers</source>
        <translation>Aufrufer</translation>
    </message>
    <message>
        <source>Callees</source>
        <translation>Aufgerufene</translation>
    </message>
    <message>
        <source>Flame graph of the callers</source>
        <translation>Flame-Graph der Aufrufer</translation>
    </message>
    <message>
        <source>Flame graph of the callees</source>
        <translation>Flame-Graph der Aufgerufenen</translation>
    </message>
    <message>
        <source>No function is selected</source>
        <translation>Keine Funktion ist ausgewählt</translation>
    </message>
    <message>
        <source>Group by function, and select one in another view</source>
        <translation>Nach Funktion gruppieren und eine in einer anderen Ansicht auswählen</translation>
    </message>
    <message>
        <source>self %1 (%2)</source>
        <translation>selbst %1 (%2)</translation>
    </message>
    <message>
        <source>total %1 (%2)</source>
        <translation>gesamt %1 (%2)</translation>
    </message>
    <message>
        <source>No sample of %1 passes the filters</source>
        <translation>Kein Sample von %1 passt zu den Filtern</translation>
    </message>
    <message>
        <source>Remove a filter above, or select another function</source>
        <translation>Filter oben entfernen oder eine andere Funktion auswählen</translation>
    </message>
    <message>
        <source>Look ▾</source>
        <translation>Darstellung ▾</translation>
    </message>
    <message>
        <source>How boxes are named, and what their colours stand for</source>
        <translation>Wie Balken benannt sind und wofür ihre Farben stehen</translation>
    </message>
</context>
<context>
    <name>candela::CapturePage</name>
    <message>
        <source>Facts</source>
        <translation>Eckdaten</translation>
    </message>
    <message>
        <source>Facts about this capture, and how complete it is (Ctrl+I)</source>
        <translation>Eckdaten dieser Aufzeichnung, und wie vollständig sie ist (Strg+I)</translation>
    </message>
    <message>
        <source>Standard input</source>
        <translation>Standardeingabe</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>Geschrieben nach %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more warnings are among the facts.</source>
        <translation>
            <numerusform>%Ln weitere Warnung steht in den Eckdaten.</numerusform>
            <numerusform>%Ln weitere Warnungen stehen in den Eckdaten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Select the other range: in the timeline, the flame chart or the heat map</source>
        <translation>Den anderen Bereich wählen: in der Zeitleiste, im Flame-Chart oder in der Heatmap</translation>
    </message>
    <message>
        <source>Compare it with %1</source>
        <translation>Vergleichen mit %1</translation>
    </message>
    <message>
        <source>Base: %1.</source>
        <translation>Basis: %1.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>candela::CaptureView</name>
    <message>
        <source>Ctrl+%1</source>
        <translation>Strg+%1</translation>
    </message>
</context>
<context>
    <name>candela::ChangeLegend</name>
    <message>
        <source>same or unknown</source>
        <translation>gleich, unbekannt</translation>
    </message>
    <message>
        <source>Colours: blue is less, down to %1; orange is more, up to %2; grey is the same or unknown</source>
        <translation>Farben: Blau ist weniger, bis %1; Orange ist mehr, bis %2; Grau ist gleich oder unbekannt</translation>
    </message>
    <message>
        <source>less</source>
        <translation>weniger</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mehr</translation>
    </message>
    <message>
        <source>Colours: blue is less, orange is more, the stronger the more certain; grey is the same or unknown</source>
        <translation>Farben: Blau ist weniger, Orange ist mehr, je kräftiger, desto sicherer; Grau ist gleich oder unbekannt</translation>
    </message>
    <message>
        <source>Boxes with ▼, blue, weigh less in new; those with ▲, orange, more. Only what is no chance has a colour: grey boxes weigh the same, or what was recorded can&apos;t tell; in grey boxes with ?, one side has broken stacks or lacks names, which may be the difference. Each box has the verdict of its function in all its call paths. The scale is the same on both sides.</source>
        <translation>Blaue Balken mit ▼ wiegen in Neu weniger, orangefarbene mit ▲ mehr. Farbe hat nur, was kein Zufall ist: Graue Balken wiegen gleich viel, oder die Aufzeichnung lässt es offen; bei grauen Balken mit ? hat eine Seite abgebrochene Stacks oder keine Namen, woran der Unterschied liegen kann. Jeder Balken hat den Befund seiner Funktion in allen Aufrufpfaden. Die Skala ist auf beiden Seiten gleich.</translation>
    </message>
    <message>
        <source>Boxes with ▼, blue, weigh less in new; those with ▲, orange, more. The stronger the colour, the more of the change is certain. ▲+ is in new alone, ▼− in base alone. Grey boxes weigh the same, or what was recorded can&apos;t tell; in grey boxes with ?, one side has broken stacks or lacks names, which may be the difference. Each box has the verdict of its function in all its call paths.</source>
        <translation>Blaue Balken mit ▼ wiegen in Neu weniger, orangefarbene mit ▲ mehr. Je kräftiger die Farbe, desto mehr von der Änderung ist sicher. ▲+ ist nur in Neu, ▼− nur in Basis. Graue Balken wiegen gleich viel, oder die Aufzeichnung lässt es offen; bei grauen Balken mit ? hat eine Seite abgebrochene Stacks oder keine Namen, woran der Unterschied liegen kann. Jeder Balken hat den Befund seiner Funktion in allen Aufrufpfaden.</translation>
    </message>
</context>
<context>
    <name>candela::Chip</name>
    <message>
        <source>Remove the filter: %1</source>
        <translation>Filter entfernen: %1</translation>
    </message>
    <message>
        <source>Remove this filter</source>
        <translation>Diesen Filter entfernen</translation>
    </message>
    <message>
        <source>Edit the filter: %1</source>
        <translation>Filter bearbeiten: %1</translation>
    </message>
</context>
<context>
    <name>candela::CodeComparison</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the code (Esc)</source>
        <translation>Code schließen (Esc)</translation>
    </message>
    <message>
        <source>No function is selected</source>
        <translation>Keine Funktion ist ausgewählt</translation>
    </message>
    <message>
        <source>Select one in a graph or in the table</source>
        <translation>Eine in einem Graphen oder in der Tabelle auswählen</translation>
    </message>
    <message>
        <source>base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>new</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln instructions, %2</source>
        <translation>
            <numerusform>%1, %Ln Instruktion, %2</numerusform>
            <numerusform>%1, %Ln Instruktionen, %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Assembly</source>
        <translation>Assembler</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>Instructions of both builds (A changes between both)</source>
        <translation>Instruktionen beider Builds (A wechselt zwischen beiden)</translation>
    </message>
    <message>
        <source>Source lines of both builds (A changes between both)</source>
        <translation>Quelltextzeilen beider Builds (A wechselt zwischen beiden)</translation>
    </message>
    <message>
        <source>The function in both builds</source>
        <translation>Die Funktion in beiden Builds</translation>
    </message>
    <message>
        <source>The text of both builds is not known here, so lines are paired by their distance from the function&apos;s first line.</source>
        <translation>Der Text beider Builds ist hier nicht bekannt, daher werden Zeilen nach ihrem Abstand von der ersten Zeile der Funktion gepaart.</translation>
    </message>
    <message>
        <source>“Files” in the source view of one capture names folders to look in.</source>
        <translation>„Dateien“ in der Quelltext-Ansicht einer Aufzeichnung nennt Ordner zum Durchsuchen.</translation>
    </message>
</context>
<context>
    <name>candela::CodeItemModel</name>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Instruktion</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>%1 in %2 (%3)</source>
        <translation>%1 in %2 (%3)</translation>
    </message>
    <message>
        <source>Code without a name</source>
        <translation>Code ohne Namen</translation>
    </message>
    <message>
        <source>, of which the build is not known</source>
        <translation>, deren Build nicht bekannt ist</translation>
    </message>
    <message>
        <source>, too large: only a part is shown</source>
        <translation>, zu groß: nur ein Teil wird gezeigt</translation>
    </message>
    <message>
        <source> inlined %1</source>
        <translation> inline %1</translation>
    </message>
    <message>
        <source>Calls %1: %2</source>
        <translation>Ruft %1 auf: %2</translation>
    </message>
    <message>
        <source>Leads to %1 (Enter)</source>
        <translation>Führt zu %1 (Eingabe)</translation>
    </message>
    <message>
        <source>No arrow is drawn: too many jumps pass here</source>
        <translation>Kein Pfeil gezeichnet: Hier führen zu viele Sprünge vorbei</translation>
    </message>
    <message>
        <source>%1 at %2:%3</source>
        <translation>%1 bei %2:%3</translation>
    </message>
    <message>
        <source>, of which the capture keeps the code around the instructions that were hit</source>
        <translation>, wovon die Aufzeichnung den Code um die getroffenen Instruktionen enthält</translation>
    </message>
</context>
<context>
    <name>candela::CodeSourcesMenu</name>
    <message>
        <source>Where is %1…</source>
        <translation>Wo ist %1 …</translation>
    </message>
    <message>
        <source>No source file is missing</source>
        <translation>Keine Quelldatei fehlt</translation>
    </message>
    <message>
        <source>Look for programs in a folder…</source>
        <translation>Programme in einem Ordner suchen …</translation>
    </message>
    <message>
        <source>Ask debuginfod servers</source>
        <translation>debuginfod-Server fragen</translation>
    </message>
    <message>
        <source>Sends build ids, and paths of sources that are missing here, to %1</source>
        <translation>Sendet Build-IDs und Pfade hier fehlender Quelltexte an %1</translation>
    </message>
    <message>
        <source>Forget %1 → %2</source>
        <translation>%1 → %2 vergessen</translation>
    </message>
    <message>
        <source>Forget %1</source>
        <translation>%1 vergessen</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>Wo ist %1?</translation>
    </message>
    <message>
        <source>%1;;All files (*)</source>
        <translation>%1;;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>A folder with programs or debug files</source>
        <translation>Ordner mit Programmen oder Debug-Dateien</translation>
    </message>
</context>
<context>
    <name>candela::CompareDialog</name>
    <message>
        <source>Compare two profiles</source>
        <translation>Zwei Profile vergleichen</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Choose the base profile</source>
        <translation>Basisprofil wählen</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Choose the new profile</source>
        <translation>Neues Profil wählen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
</context>
<context>
    <name>candela::ComparePage</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Base: %1
New: %2</source>
        <translation>Basis: %1
Neu: %2</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>Geschrieben nach %1</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>%1 runs: %2 … %3</source>
        <translation>%1 Läufe: %2 … %3</translation>
    </message>
    <message>
        <source>%1, …</source>
        <translation>%1, …</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>candela::ComparisonItemModel</name>
    <message>
        <source>%1, pinned</source>
        <translation>%1, angeheftet</translation>
    </message>
</context>
<context>
    <name>candela::ComparisonTable</name>
    <message>
        <source>Differences</source>
        <translation>Differenzen</translation>
    </message>
</context>
<context>
    <name>candela::ComparisonView</name>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Back to the previous zoom (Backspace)</source>
        <translation>Zurück zum vorigen Zoom (Rücktaste)</translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation>Vor (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Whole</source>
        <translation>Ganz</translation>
    </message>
    <message>
        <source>Zoom out to everything (Esc)</source>
        <translation>Alles zeigen (Esc)</translation>
    </message>
    <message>
        <source>Callees</source>
        <translation>Aufgerufene</translation>
    </message>
    <message>
        <source>Callers</source>
        <translation>Aufrufer</translation>
    </message>
    <message>
        <source>Look ▾</source>
        <translation>Darstellung ▾</translation>
    </message>
    <message>
        <source>What part of its side&apos;s total: right where the sides ran for different times</source>
        <translation>Anteil an der Summe der eigenen Seite: richtig, wenn die Seiten verschieden lange liefen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>base:</source>
        <translation>Basis:</translation>
    </message>
    <message>
        <source>new:</source>
        <translation>Neu:</translation>
    </message>
    <message>
        <source>Boxes with the same callers belong together: hover, zoom and search on one side follow on the other.</source>
        <translation>Balken mit gleichen Aufrufern gehören zusammen: Mauszeiger, Zoom und Suche gelten für beide Seiten.</translation>
    </message>
    <message>
        <source>Two graphs</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>One flame graph of both, coloured by what changed</source>
        <translation>Ein Flame-Graph von beiden, gefärbt nach dem, was sich geändert hat</translation>
    </message>
    <message>
        <source>Boxes have a colour where the change is certain; hover for both sides&apos; weights.</source>
        <translation>Farbe haben Balken, deren Änderung sicher ist; unter dem Mauszeiger stehen die Gewichte beider Seiten.</translation>
    </message>
</context>
<context>
    <name>candela::DetailsPanel</name>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Full name</source>
        <translation>Vollständiger Name</translation>
    </message>
    <message>
        <source>In time</source>
        <translation>Zeitverlauf</translation>
    </message>
    <message>
        <source>Callers</source>
        <translation>Aufrufer</translation>
    </message>
    <message>
        <source>Callees</source>
        <translation>Aufgerufene</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>There is nothing to select yet.</source>
        <translation>Es gibt noch nichts auszuwählen.</translation>
    </message>
    <message>
        <source>Select a function in any view to see its callers, callees, processes and times.</source>
        <translation>In einer Ansicht eine Funktion auswählen, um Aufrufer, Aufgerufene, Prozesse und Zeiten zu sehen.</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>Selbst</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>This call</source>
        <translation>Dieser Aufruf</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>(none: start of the stack)</source>
        <translation>(keiner: Anfang des Stacks)</translation>
    </message>
    <message>
        <source>%1 more: %2 (%3)</source>
        <translation>%1 weitere: %2 (%3)</translation>
    </message>
</context>
<context>
    <name>candela::DifferenceFlame</name>
    <message>
        <source>Difference flame graph</source>
        <translation>Flame-Graph der Differenz</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>As wide as in base: what new added has no box</source>
        <translation>So breit wie in Basis: Was in Neu hinzukam, hat keinen Balken</translation>
    </message>
    <message>
        <source>As wide as in new: what was removed has no box</source>
        <translation>So breit wie in Neu: Was entfernt wurde, hat keinen Balken</translation>
    </message>
    <message>
        <source>The mean of both: what was added or removed is half as wide</source>
        <translation>Der Mittelwert beider: Was hinzukam oder entfernt wurde, ist halb so breit</translation>
    </message>
    <message>
        <source>As wide as the changes below, increases and decreases added up</source>
        <translation>So breit wie die Änderungen darunter, Zu- und Abnahmen zusammengezählt</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>all  ·  base %1, new %2</source>
        <translation>alles  ·  Basis %1, Neu %2</translation>
    </message>
    <message>
        <source>Only in new, with these callers</source>
        <translation>Nur in Neu, mit diesen Aufrufern</translation>
    </message>
    <message>
        <source>Only in base, with these callers</source>
        <translation>Nur in Basis, mit diesen Aufrufern</translation>
    </message>
    <message>
        <source>base %1</source>
        <translation>Basis %1</translation>
    </message>
    <message>
        <source>new %1</source>
        <translation>Neu %1</translation>
    </message>
</context>
<context>
    <name>candela::DifferencesPanel</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Which rows are listed, by their verdict</source>
        <translation>Welche Zeilen aufgelistet werden, nach ihrem Befund</translation>
    </message>
    <message>
        <source>Choose another value type or another way to compare above</source>
        <translation>Oben einen anderen Messwert oder eine andere Vergleichsart wählen</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Vergleich läuft …</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>Oben anheften</translation>
    </message>
    <message>
        <source>No sample of either side passes the filters</source>
        <translation>Kein Sample einer der beiden Seiten kommt durch die Filter</translation>
    </message>
    <message>
        <source>Remove a filter above to see more</source>
        <translation>Filter oben entfernen, um mehr zu sehen</translation>
    </message>
    <message>
        <source>Neither side has samples of this value type</source>
        <translation>Keine Seite hat Samples dieses Werts</translation>
    </message>
    <message>
        <source>Choose another value type above</source>
        <translation>Oben einen anderen Wert wählen</translation>
    </message>
    <message>
        <source>Nothing matches the search</source>
        <translation>Nichts passt zur Suche</translation>
    </message>
    <message>
        <source>Clear the search box, or choose “All” above this table</source>
        <translation>Suchfeld leeren oder „Alle“ über dieser Tabelle wählen</translation>
    </message>
    <message>
        <source>Clear the search box to see all rows</source>
        <translation>Suchfeld leeren, um alle Zeilen zu sehen</translation>
    </message>
    <message>
        <source>No row has this verdict</source>
        <translation>Keine Zeile hat diesen Befund</translation>
    </message>
    <message>
        <source>Choose “All” above this table to see all rows</source>
        <translation>„Alle“ über dieser Tabelle wählen, um alle Zeilen zu sehen</translation>
    </message>
</context>
<context>
    <name>candela::EditorMenu</name>
    <message>
        <source>Source &amp;editor</source>
        <translation>Quelltext-&amp;Editor</translation>
    </message>
    <message>
        <source>Automatic: none found</source>
        <translation>Automatisch: keiner gefunden</translation>
    </message>
    <message>
        <source>Automatic: %1</source>
        <translation>Automatisch: %1</translation>
    </message>
    <message>
        <source>The editor in $VISUAL or $EDITOR, else the first of this list</source>
        <translation>Der Editor aus $VISUAL oder $EDITOR, sonst der erste dieser Liste</translation>
    </message>
    <message>
        <source>Another command…</source>
        <translation>Anderer Befehl …</translation>
    </message>
    <message>
        <source>The command that opens a file at a line. {file}, {line} and {column} are replaced.
A command for a terminal begins with it, for example: xterm -e vim +{line} {file}</source>
        <translation>Der Befehl, der eine Datei bei einer Zeile öffnet. {file}, {line} und {column} werden ersetzt.
Braucht der Editor ein Terminal, beginnt der Befehl mit diesem, zum Beispiel: xterm -e vim +{line} {file}</translation>
    </message>
    <message>
        <source>Source editor</source>
        <translation>Quelltext-Editor</translation>
    </message>
</context>
<context>
    <name>candela::FilterBar</name>
    <message>
        <source>Process…</source>
        <translation>Prozess …</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Name or pid (regular expression)</source>
        <translation>Name oder PID (regulärer Ausdruck)</translation>
    </message>
    <message>
        <source>Thread…</source>
        <translation>Thread …</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>Name or tid (regular expression)</source>
        <translation>Name oder TID (regulärer Ausdruck)</translation>
    </message>
    <message>
        <source>Focus on function…</source>
        <translation>Auf Funktion fokussieren …</translation>
    </message>
    <message>
        <source>Focus</source>
        <translation>Fokus</translation>
    </message>
    <message>
        <source>Keep only stacks with a function that matches</source>
        <translation>Nur Stacks mit einer passenden Funktion behalten</translation>
    </message>
    <message>
        <source>Ignore function…</source>
        <translation>Funktion ignorieren …</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>Ignorieren</translation>
    </message>
    <message>
        <source>Drop stacks with a function that matches</source>
        <translation>Stacks mit einer passenden Funktion verwerfen</translation>
    </message>
    <message>
        <source>Hide function…</source>
        <translation>Funktion ausblenden …</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Leave out frames of functions that match; their weight counts for the callers</source>
        <translation>Frames passender Funktionen weglassen; ihr Gewicht zählt für die Aufrufer</translation>
    </message>
    <message>
        <source>Keep samples whose label matches (regular expression)</source>
        <translation>Samples behalten, deren Label passt (regulärer Ausdruck)</translation>
    </message>
    <message>
        <source>What the weights measure</source>
        <translation>Was die Gewichte messen</translation>
    </message>
    <message>
        <source>Value type</source>
        <translation>Messwert</translation>
    </message>
    <message>
        <source>+ Filter</source>
        <translation>+ Filter</translation>
    </message>
    <message>
        <source>Look at a part of the samples only</source>
        <translation>Nur einen Teil der Samples betrachten</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Label</translation>
    </message>
    <message>
        <source>Collapse recursion</source>
        <translation>Direkte Rekursion zusammenfassen</translation>
    </message>
    <message>
        <source>Transform…</source>
        <translation>Transformation …</translation>
    </message>
    <message>
        <source>Remove all</source>
        <translation>Alle entfernen</translation>
    </message>
    <message>
        <source>One of %1.
PATH is functions from the root on: main;draw</source>
        <translation>Eine von %1.
PATH sind Funktionen ab der Wurzel: main;draw</translation>
    </message>
    <message>
        <source>Transform</source>
        <translation>Transformation</translation>
    </message>
    <message>
        <source>This profile has no labels</source>
        <translation>Dieses Profil hat keine Labels</translation>
    </message>
    <message>
        <source>Pattern…</source>
        <translation>Muster …</translation>
    </message>
    <message>
        <source>%1 more: see Labels</source>
        <translation>%1 weitere: siehe Labels</translation>
    </message>
    <message>
        <source>. Click to edit.</source>
        <translation>. Klicken zum Bearbeiten.</translation>
    </message>
    <message>
        <source>Hide memory allocation</source>
        <translation>Speicherverwaltung ausblenden</translation>
    </message>
    <message>
        <source>Without process…</source>
        <translation>Ohne Prozess …</translation>
    </message>
    <message>
        <source>Without process</source>
        <translation>Ohne Prozess</translation>
    </message>
    <message>
        <source>Name or pid of what is left out (regular expression)</source>
        <translation>Name oder PID dessen, was wegbleibt (regulärer Ausdruck)</translation>
    </message>
    <message>
        <source>No capture has labels</source>
        <translation>Keine Aufzeichnung hat Labels</translation>
    </message>
    <message>
        <source>Reading labels…</source>
        <translation>Labels werden gelesen …</translation>
    </message>
    <message>
        <source>Leave out frames of allocators: malloc, operator new and similar functions</source>
        <translation>Frames der Speicherverwaltung weglassen: malloc, operator new und ähnliche Funktionen</translation>
    </message>
</context>
<context>
    <name>candela::FlameCanvas</name>
    <message>
        <source>Flame graph</source>
        <translation>Flame-Graph</translation>
    </message>
    <message>
        <source>Arrows move from box to box, Enter zooms, Escape shows everything</source>
        <translation>Pfeiltasten gehen von Balken zu Balken, Eingabe zoomt, Escape zeigt alles</translation>
    </message>
    <message>
        <source>all  ·  %1</source>
        <translation>alles  ·  %1</translation>
    </message>
</context>
<context>
    <name>candela::FlameChartCanvas</name>
    <message>
        <source>Flame chart</source>
        <translation>Flame-Chart</translation>
    </message>
    <message>
        <source>Arrows move from block to block, Page Up and Page Down from thread to thread, Enter zooms to the block, Home shows everything, N lists rows of a name</source>
        <translation>Pfeiltasten gehen von Block zu Block, Bild auf und Bild ab von Thread zu Thread, Eingabe zoomt auf den Block, Pos1 zeigt alles, N führt Zeilen eines Namens auf</translation>
    </message>
</context>
<context>
    <name>candela::FlameChartView</name>
    <message>
        <source>Whole</source>
        <translation>Ganz</translation>
    </message>
    <message>
        <source>Show the whole time (Home)</source>
        <translation>Gesamte Zeit zeigen (Pos1)</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Show all times again (Esc)</source>
        <translation>Wieder alle Zeiten zeigen (Esc)</translation>
    </message>
    <message>
        <source>Putting the samples in order…</source>
        <translation>Samples werden geordnet …</translation>
    </message>
    <message>
        <source>No sample passes the filters</source>
        <translation>Kein Sample passt zu den Filtern</translation>
    </message>
    <message>
        <source>Remove a filter above to see more</source>
        <translation>Filter oben entfernen, um mehr zu sehen</translation>
    </message>
    <message>
        <source>Wheel zooms, drag moves, Shift+drag selects a time, click selects a function. Arrows move from block to block.</source>
        <translation>Mausrad zoomt, Ziehen verschiebt, Umschalt+Ziehen wählt eine Zeit, Klick wählt eine Funktion. Pfeiltasten gehen von Block zu Block.</translation>
    </message>
</context>
<context>
    <name>candela::FlameGraphView</name>
    <message>
        <source>Back to the previous zoom (Backspace)</source>
        <translation>Zurück zum vorigen Zoom (Rücktaste)</translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation>Vor (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Whole</source>
        <translation>Ganz</translation>
    </message>
    <message>
        <source>Zoom out to everything (Esc)</source>
        <translation>Alles zeigen (Esc)</translation>
    </message>
    <message>
        <source>Callees</source>
        <translation>Aufgerufene</translation>
    </message>
    <message>
        <source>Callers</source>
        <translation>Aufrufer</translation>
    </message>
    <message>
        <source>Top-down: what each function calls, from the roots</source>
        <translation>Top-down: was jede Funktion aufruft, ab den Wurzeln</translation>
    </message>
    <message>
        <source>Inverted: who calls each function, from the innermost functions of the stacks</source>
        <translation>Umgekehrt: wer jede Funktion aufruft, ab den innersten Funktionen der Stacks</translation>
    </message>
    <message>
        <source>Look ▾</source>
        <translation>Darstellung ▾</translation>
    </message>
    <message>
        <source>Order of boxes</source>
        <translation>Reihenfolge der Balken</translation>
    </message>
    <message>
        <source>By weight</source>
        <translation>Nach Gewicht</translation>
    </message>
    <message>
        <source>Heaviest boxes to the left</source>
        <translation>Schwerste Balken links</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Name</translation>
    </message>
    <message>
        <source>Boxes keep their order while weights change</source>
        <translation>Balken behalten ihre Reihenfolge, wenn sich Gewichte ändern</translation>
    </message>
    <message>
        <source>Click a box to zoom, right-click for more. Wheel scrolls, Ctrl+wheel stretches, arrows move.</source>
        <translation>Klick auf einen Balken zoomt, Rechtsklick zeigt mehr. Mausrad scrollt, Strg+Mausrad streckt, Pfeiltasten bewegen.</translation>
    </message>
    <message>
        <source>Where the root is, how boxes are ordered and named, and what colours stand for</source>
        <translation>Wo die Wurzel ist, wie Balken geordnet und benannt sind und wofür Farben stehen</translation>
    </message>
</context>
<context>
    <name>candela::FlameMap</name>
    <message>
        <source>Map of the whole flame graph</source>
        <translation>Übersicht des ganzen Flame-Graphen</translation>
    </message>
    <message>
        <source>Arrows move the visible part</source>
        <translation>Pfeiltasten verschieben den sichtbaren Teil</translation>
    </message>
    <message>
        <source>The whole flame graph. Click or drag to move the visible part.</source>
        <translation>Der ganze Flame-Graph. Klicken oder Ziehen verschiebt den sichtbaren Teil.</translation>
    </message>
</context>
<context>
    <name>candela::FunctionsView</name>
    <message>
        <source>Functions</source>
        <translation>Funktionen</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>Nothing matches the search</source>
        <translation>Nichts passt zur Suche</translation>
    </message>
    <message>
        <source>Clear the search box to see all rows</source>
        <translation>Suchfeld leeren, um alle Zeilen zu sehen</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>%1 insgesamt</translation>
    </message>
    <message>
        <source>%1 of %2 rows match  ·  %3</source>
        <translation>%1 von %2 Zeilen passen  ·  %3</translation>
    </message>
    <message numerus="yes">
        <source>%1 rows  ·  %2</source>
        <translation>
            <numerusform>%1 Zeile  ·  %2</numerusform>
            <numerusform>%1 Zeilen  ·  %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>candela::GroupingBox</name>
    <message>
        <source>Function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>What rows and boxes represent, in all views</source>
        <translation>Wofür Zeilen und Balken stehen, in allen Ansichten</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
</context>
<context>
    <name>candela::HeatMapCanvas</name>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>Up and Down move to the next and the previous cell in time, Left and Right to the same moment of the column beside, Shift extends, Enter selects the time, Escape clears that</source>
        <translation>Auf und Ab gehen zur zeitlich nächsten und vorigen Zelle, Links und Rechts zum gleichen Moment der Spalte daneben, Umschalt dehnt aus, Eingabe wählt die Zeit, Escape hebt die Auswahl auf</translation>
    </message>
</context>
<context>
    <name>candela::HeatMapView</name>
    <message>
        <source>Zoom</source>
        <translation>Zoomen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Whole</source>
        <translation>Ganz</translation>
    </message>
    <message>
        <source>Show the whole time (Home)</source>
        <translation>Gesamte Zeit zeigen (Pos1)</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Show all times again (Esc)</source>
        <translation>Wieder alle Zeiten zeigen (Esc)</translation>
    </message>
    <message>
        <source>Adding up the samples…</source>
        <translation>Samples werden aufsummiert …</translation>
    </message>
    <message>
        <source>No sample passes the filters</source>
        <translation>Kein Sample passt zu den Filtern</translation>
    </message>
    <message>
        <source>Remove a filter above to see more</source>
        <translation>Filter oben entfernen, um mehr zu sehen</translation>
    </message>
    <message>
        <source>Show only the selected time (Z)</source>
        <translation>Nur die ausgewählte Zeit zeigen (Z)</translation>
    </message>
    <message>
        <source>Show what was shown before the last zoom (Backspace)</source>
        <translation>Zeigen, was vor dem letzten Zoom gezeigt wurde (Rücktaste)</translation>
    </message>
    <message>
        <source>Drag from cell to cell to select the time between them, wheel to look closer. Arrows move, Shift extends, Enter selects, Z zooms to the selected time, Esc clears it.</source>
        <translation>Ziehen von Zelle zu Zelle wählt die Zeit dazwischen, das Mausrad zoomt. Pfeiltasten bewegen, Umschalt dehnt aus, Eingabe wählt, Z zoomt auf die ausgewählte Zeit, Esc hebt die Auswahl auf.</translation>
    </message>
</context>
<context>
    <name>candela::LabelTitle</name>
    <message>
        <source>Cgroup</source>
        <translation>Cgroup</translation>
    </message>
    <message>
        <source>Per cgroup</source>
        <translation>Je Cgroup</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>Befehlszeile</translation>
    </message>
    <message>
        <source>Per command line</source>
        <translation>Je Befehlszeile</translation>
    </message>
    <message>
        <source>Compiler</source>
        <translation>Compiler</translation>
    </message>
    <message>
        <source>Per compiler</source>
        <translation>Je Compiler</translation>
    </message>
    <message>
        <source>Container engine</source>
        <translation>Container-Engine</translation>
    </message>
    <message>
        <source>Per container engine</source>
        <translation>Je Container-Engine</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Container</translation>
    </message>
    <message>
        <source>Per container</source>
        <translation>Je Container</translation>
    </message>
    <message>
        <source>Executable</source>
        <translation>Programmdatei</translation>
    </message>
    <message>
        <source>Per executable</source>
        <translation>Je Programmdatei</translation>
    </message>
    <message>
        <source>Build ID</source>
        <translation>Build-ID</translation>
    </message>
    <message>
        <source>Per build ID</source>
        <translation>Je Build-ID</translation>
    </message>
    <message>
        <source>Kubernetes pod</source>
        <translation>Kubernetes-Pod</translation>
    </message>
    <message>
        <source>Per Kubernetes pod</source>
        <translation>Je Kubernetes-Pod</translation>
    </message>
    <message>
        <source>Kubernetes QoS class</source>
        <translation>Kubernetes-QoS-Klasse</translation>
    </message>
    <message>
        <source>Per Kubernetes QoS class</source>
        <translation>Je Kubernetes-QoS-Klasse</translation>
    </message>
    <message>
        <source>Systemd slice</source>
        <translation>Systemd-Slice</translation>
    </message>
    <message>
        <source>Per systemd slice</source>
        <translation>Je Systemd-Slice</translation>
    </message>
    <message>
        <source>Systemd unit</source>
        <translation>Systemd-Unit</translation>
    </message>
    <message>
        <source>Per systemd unit</source>
        <translation>Je Systemd-Unit</translation>
    </message>
    <message>
        <source>Systemd user unit</source>
        <translation>Systemd-Benutzer-Unit</translation>
    </message>
    <message>
        <source>Per systemd user unit</source>
        <translation>Je Systemd-Benutzer-Unit</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Per user</source>
        <translation>Je Benutzer</translation>
    </message>
    <message>
        <source>Per %1</source>
        <translation>Je %1</translation>
    </message>
</context>
<context>
    <name>candela::LabelsView</name>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>The label by which samples are grouped</source>
        <translation>Label, nach dem Samples gruppiert werden</translation>
    </message>
    <message numerus="yes">
        <source>%1 rows  ·  a double click keeps only a row&apos;s samples</source>
        <translation>
            <numerusform>%1 Zeile  ·  Doppelklick behält nur die Samples der Zeile</numerusform>
            <numerusform>%1 Zeilen  ·  Doppelklick behält nur die Samples der Zeile</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep only these samples</source>
        <translation>Nur diese Samples behalten</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>Namen kopieren</translation>
    </message>
</context>
<context>
    <name>candela::Legend</name>
    <message>
        <source>Legend: %1</source>
        <translation>Legende: %1</translation>
    </message>
</context>
<context>
    <name>candela::LinkActions</name>
    <message>
        <source>Not the same function</source>
        <translation>Nicht dieselbe Funktion</translation>
    </message>
    <message>
        <source>Same function as %1</source>
        <translation>Dieselbe Funktion wie %1</translation>
    </message>
    <message>
        <source>Link with a function of the other side…</source>
        <translation>Mit einer Funktion der anderen Seite verknüpfen …</translation>
    </message>
    <message>
        <source>%1 waits for its function in new  ✕</source>
        <translation>%1 wartet auf die Funktion in Neu  ✕</translation>
    </message>
    <message>
        <source>%1 waits for its function in base  ✕</source>
        <translation>%1 wartet auf die Funktion in Basis  ✕</translation>
    </message>
    <message>
        <source>Choose the other function in the table: its menu links the two. A click here forgets this one.</source>
        <translation>Die andere Funktion in der Tabelle wählen: Ihr Menü verknüpft die beiden. Ein Klick hier verwirft diese.</translation>
    </message>
</context>
<context>
    <name>candela::LoadingPage</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>%1 profiles</source>
        <translation>%1 Profile</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>Standardeingabe</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 Dateien</translation>
    </message>
</context>
<context>
    <name>candela::MainWindow</name>
    <message>
        <source>If you trust the file, open it without the limit.</source>
        <translation>Wenn die Datei vertrauenswürdig ist, ohne Grenze öffnen.</translation>
    </message>
    <message>
        <source>Standard input</source>
        <translation>Standardeingabe</translation>
    </message>
    <message>
        <source>Open without limit</source>
        <translation>Ohne Grenze öffnen</translation>
    </message>
    <message>
        <source>Open profiles</source>
        <translation>Profile öffnen</translation>
    </message>
    <message>
        <source>Two profiles are being opened</source>
        <translation>Zwei Profile werden geöffnet</translation>
    </message>
    <message>
        <source>They can also be shown side by side, the first as the base</source>
        <translation>Sie lassen sich auch nebeneinander zeigen, das erste als Basis</translation>
    </message>
    <message>
        <source>Compare them</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Open as a series, in the order of names</source>
        <translation>Als Reihe öffnen, nach Namen geordnet</translation>
    </message>
    <message>
        <source>%1 profiles are being opened</source>
        <translation>%1 Profile werden geöffnet</translation>
    </message>
    <message>
        <source>They can also be shown as a series, in the order of their names</source>
        <translation>Sie lassen sich auch als Reihe zeigen, nach Namen geordnet</translation>
    </message>
    <message>
        <source>Show as a series</source>
        <translation>Als Reihe zeigen</translation>
    </message>
    <message>
        <source>About Candela</source>
        <translation>Über Candela</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Candela %1&lt;/h3&gt;&lt;p&gt;Shows where a Linux machine&apos;s time goes: records every process with an eBPF sampler, opens the profiles that people already have, and puts two of them side by side.&lt;/p&gt;&lt;p&gt;Apache License 2.0; the programs that run in the kernel are under BSD or GPL. Built with Qt %2.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Candela %1&lt;/h3&gt;&lt;p&gt;Zeigt, wo die Zeit eines Linux-Rechners bleibt: zeichnet jeden Prozess mit einem eBPF-Sampler auf, öffnet vorhandene Profile und stellt zwei davon nebeneinander.&lt;/p&gt;&lt;p&gt;Apache-Lizenz 2.0; die Programme, die im Kernel laufen, stehen unter BSD oder GPL. Erstellt mit Qt %2.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Candela</source>
        <translation>Candela</translation>
    </message>
    <message>
        <source>%1 – Candela</source>
        <translation>%1 – Candela</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>As the &amp;desktop</source>
        <translation>Wie der &amp;Desktop</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>D&amp;ark</source>
        <translation>D&amp;unkel</translation>
    </message>
    <message>
        <source>The window has the chosen language at the next start</source>
        <translation>Das Fenster hat die gewählte Sprache beim nächsten Start</translation>
    </message>
    <message>
        <source>Close it and start Candela again</source>
        <translation>Fenster schließen und Candela neu starten</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Wie das S&amp;ystem</translation>
    </message>
    <message>
        <source>&amp;Settings</source>
        <translation>&amp;Einstellungen</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>Keine zuletzt geöffneten Dateien</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Compare two…</source>
        <translation>Zwei &amp;vergleichen …</translation>
    </message>
    <message>
        <source>Open a &amp;series…</source>
        <translation>&amp;Reihe öffnen …</translation>
    </message>
    <message>
        <source>&amp;Export what is shown…</source>
        <translation>Gezeigtes &amp;exportieren …</translation>
    </message>
    <message>
        <source>Export the &amp;whole profile…</source>
        <translation>&amp;Ganzes Profil exportieren …</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Copy as &amp;command</source>
        <translation>Als &amp;Befehl kopieren</translation>
    </message>
    <message>
        <source>&amp;Record</source>
        <translation>&amp;Aufzeichnen</translation>
    </message>
    <message>
        <source>This &amp;machine…</source>
        <translation>Diesen &amp;Rechner …</translation>
    </message>
    <message>
        <source>&amp;Processes…</source>
        <translation>&amp;Prozesse …</translation>
    </message>
    <message>
        <source>A &amp;command…</source>
        <translation>&amp;Befehl …</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>&amp;Details</translation>
    </message>
    <message>
        <source>The panel about the selected function</source>
        <translation>Bereich zur ausgewählten Funktion</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>A&amp;nsicht</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>&amp;Next tab</source>
        <translation>&amp;Nächster Tab</translation>
    </message>
    <message>
        <source>&amp;Previous tab</source>
        <translation>&amp;Voriger Tab</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Keys and actions…</source>
        <translation>&amp;Tasten und Aktionen …</translation>
    </message>
    <message>
        <source>&amp;About Candela</source>
        <translation>Ü&amp;ber Candela</translation>
    </message>
    <message>
        <source>Undo %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Redo %1</source>
        <translation>Wiederholen: %1</translation>
    </message>
    <message>
        <source>&amp;Density</source>
        <translation>&amp;Dichte</translation>
    </message>
    <message>
        <source>&amp;Compact</source>
        <translation>&amp;Kompakt</translation>
    </message>
    <message>
        <source>&amp;Normal</source>
        <translation>&amp;Normal</translation>
    </message>
    <message>
        <source>C&amp;omfortable</source>
        <translation>&amp;Großzügig</translation>
    </message>
    <message>
        <source>The file was changed since it was shown here: its view of that time, with filters and zoom, is not applied.</source>
        <translation>Die Datei wurde geändert, seit sie hier gezeigt wurde: Ihre damalige Ansicht mit Filtern und Zoom wird nicht angewendet.</translation>
    </message>
    <message>
        <source>The view that this file was left with does not fit it any more.</source>
        <translation>Die Ansicht, mit der diese Datei verlassen wurde, passt nicht mehr zu ihr.</translation>
    </message>
    <message>
        <source>was open in the last session and is not there any more</source>
        <translation>war in der letzten Sitzung offen und ist nicht mehr da</translation>
    </message>
    <message>
        <source>Open the last sess&amp;ion</source>
        <translation>Letzte S&amp;itzung öffnen</translation>
    </message>
    <message>
        <source>Open &amp;source in the editor</source>
        <translation>&amp;Quelltext im Editor öffnen</translation>
    </message>
    <message>
        <source>&amp;Open the last session at start</source>
        <translation>&amp;Beim Start die letzte Sitzung öffnen</translation>
    </message>
    <message>
        <source>Copy the &amp;picture</source>
        <translation>Als B&amp;ild kopieren</translation>
    </message>
    <message>
        <source>What the page shows, as a picture for messages and documents</source>
        <translation>Was die Seite zeigt, als Bild für Nachrichten und Dokumente</translation>
    </message>
    <message>
        <source>The page shows no capture</source>
        <translation>Die Seite zeigt keine Aufzeichnung</translation>
    </message>
    <message>
        <source>&amp;Idle time in the timeline</source>
        <translation>&amp;Leerlauf in der Zeitleiste</translation>
    </message>
    <message>
        <source>Recordings of a whole machine state its idle time</source>
        <translation>Aufzeichnungen eines ganzen Rechners geben ihren Leerlauf an</translation>
    </message>
</context>
<context>
    <name>candela::MessageBar</name>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Hide this message</source>
        <translation>Diese Meldung ausblenden</translation>
    </message>
</context>
<context>
    <name>candela::NamesPanel</name>
    <message numerus="yes">
        <source>%1 addresses in %2 modules have no name.</source>
        <translation>
            <numerusform>%1 Adresse in %2 Modulen hat keinen Namen.</numerusform>
            <numerusform>%1 Adressen in %2 Modulen haben keinen Namen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 aus %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 addresses were named</source>
        <translation>
            <numerusform>%1 von %2 Adresse wurde benannt</numerusform>
            <numerusform>%1 von %2 Adressen wurden benannt</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask debuginfod servers, too</source>
        <translation>Auch debuginfod-Server fragen</translation>
    </message>
    <message>
        <source>Look up names</source>
        <translation>Namen nachschlagen</translation>
    </message>
    <message>
        <source>Look in a folder…</source>
        <translation>In einem Ordner suchen …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Sends the build ids of what was recorded, and paths of sources that you look at and that are missing here, to %1.</source>
        <translation>Sendet Build-IDs des Aufgezeichneten und Pfade betrachteter Quelltexte, die hier fehlen, an %1.</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>A folder with programs or debug files</source>
        <translation>Ordner mit Programmen oder Debug-Dateien</translation>
    </message>
    <message>
        <source>Looking for names…</source>
        <translation>Namen werden gesucht …</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Looking for the names of %1</source>
        <translation>Namen von %1 werden gesucht</translation>
    </message>
    <message>
        <source>: %1 of %2</source>
        <translation>: %1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 addresses in one module have no name.</source>
        <translation>
            <numerusform>%1 Adresse in einem Modul hat keinen Namen.</numerusform>
            <numerusform>%1 Adressen in einem Modul haben keinen Namen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>candela::NormalizeStrip</name>
    <message>
        <source>Shares</source>
        <translation>Anteile</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Per second</source>
        <translation>Pro Sekunde</translation>
    </message>
    <message>
        <source>The weights as they were measured</source>
        <translation>Gewichte wie gemessen</translation>
    </message>
    <message>
        <source>Weight per second of recording</source>
        <translation>Gewicht pro Sekunde Aufzeichnung</translation>
    </message>
    <message>
        <source>Time and samples are compared by shares, all other sums as measured, until you choose</source>
        <translation>Ohne Auswahl werden Zeiten und Samples nach Anteilen verglichen, alle anderen Summen wie gemessen</translation>
    </message>
</context>
<context>
    <name>candela::OwnShareButton</name>
    <message>
        <source>Without Candela (%1)</source>
        <translation>Ohne Candela (%1)</translation>
    </message>
    <message>
        <source>Candela itself has %1 of the weight. Keep only samples of other processes than the window, the recorder and its helpers.</source>
        <translation>Candela selbst hat %1 des Gewichts. Nur Samples anderer Prozesse behalten als des Fensters, des Recorders und seiner Hilfsprozesse.</translation>
    </message>
</context>
<context>
    <name>candela::PageTabs</name>
    <message>
        <source>Close (Ctrl+W)</source>
        <translation>Schließen (Strg+W)</translation>
    </message>
    <message>
        <source>Close this tab</source>
        <translation>Diesen Tab schließen</translation>
    </message>
</context>
<context>
    <name>candela::ProbePicker</name>
    <message>
        <source>Asking the recorder what it can record…</source>
        <translation>Recorder wird gefragt, was er aufzeichnen kann …</translation>
    </message>
    <message>
        <source>CPU time. What else could be recorded is not known: %1.</source>
        <translation>CPU-Zeit. Was noch aufgezeichnet werden könnte, ist nicht bekannt: %1.</translation>
    </message>
    <message>
        <source>%1
Cost: %2</source>
        <translation>%1
Kosten: %2</translation>
    </message>
</context>
<context>
    <name>candela::ProcessItemModel</name>
    <message>
        <source>PID</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>Befehlszeile</translation>
    </message>
</context>
<context>
    <name>candela::ProcessPicker</name>
    <message>
        <source>Filter by name, pid, user or command line</source>
        <translation>Nach Name, PID, Benutzer oder Befehlszeile filtern</translation>
    </message>
    <message>
        <source>None chosen</source>
        <translation>Keiner gewählt</translation>
    </message>
    <message>
        <source>%1 chosen</source>
        <translation>%1 gewählt</translation>
    </message>
</context>
<context>
    <name>candela::RecentList</name>
    <message>
        <source>today %1</source>
        <translation>heute %1</translation>
    </message>
    <message>
        <source>yesterday %1</source>
        <translation>gestern %1</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Remove from this list</source>
        <translation>Aus dieser Liste entfernen</translation>
    </message>
    <message>
        <source>Compare the two selected</source>
        <translation>Die zwei ausgewählten vergleichen</translation>
    </message>
</context>
<context>
    <name>candela::RecordForm</name>
    <message>
        <source>Record</source>
        <translation>Aufzeichnen</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Measures</source>
        <translation>Misst</translation>
    </message>
    <message>
        <source>How often</source>
        <translation>Wie oft</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>Wie lange</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>Wohin</translation>
    </message>
    <message>
        <source>Whole machine</source>
        <translation>Ganzer Rechner</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Every process of every user, and the kernel. The views show afterwards which process each sample belongs to, so nothing has to be chosen now.</source>
        <translation>Jeder Prozess jedes Benutzers und der Kernel. Die Ansichten zeigen später, zu welchem Prozess jedes Sample gehört, daher muss jetzt nichts gewählt werden.</translation>
    </message>
    <message>
        <source>Program and arguments, for example: make -j4</source>
        <translation>Programm und Argumente, zum Beispiel: make -j4</translation>
    </message>
    <message>
        <source>Working folder</source>
        <translation>Arbeitsordner</translation>
    </message>
    <message>
        <source>Choose the working folder</source>
        <translation>Arbeitsordner wählen</translation>
    </message>
    <message>
        <source>End the command when the recording is stopped</source>
        <translation>Befehl beenden, wenn die Aufzeichnung gestoppt wird</translation>
    </message>
    <message>
        <source>in</source>
        <translation>in</translation>
    </message>
    <message>
        <source>It runs as you, not as root, and is recorded from its first instruction with all its child processes. Its output appears where Candela&apos;s does.</source>
        <translation>Er läuft unter dem eigenen Benutzer, nicht als root, und wird ab der ersten Instruktion mit allen Kindprozessen aufgezeichnet. Seine Ausgabe erscheint dort, wo die von Candela erscheint.</translation>
    </message>
    <message>
        <source>Frequency in samples a second</source>
        <translation>Frequenz in Samples pro Sekunde</translation>
    </message>
    <message>
        <source>samples a second on each CPU</source>
        <translation>Samples pro Sekunde auf jeder CPU</translation>
    </message>
    <message>
        <source>99 is enough for minutes; 997 shows short things too.</source>
        <translation>99 reicht für Minuten; 997 zeigt auch kurze Vorgänge.</translation>
    </message>
    <message>
        <source>Until stopped</source>
        <translation>Bis zum Stopp</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Duration in seconds</source>
        <translation>Dauer in Sekunden</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Choose the file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Start recording</source>
        <translation>Aufzeichnung starten</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the command line that does the same</source>
        <translation>Gleichbedeutende Befehlszeile kopieren</translation>
    </message>
    <message>
        <source>Save the recording as</source>
        <translation>Aufzeichnung speichern unter</translation>
    </message>
    <message>
        <source>Candela recording (*.candela)</source>
        <translation>Candela-Aufzeichnung (*.candela)</translation>
    </message>
    <message>
        <source>Keeps</source>
        <translation>Behält</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code and source lines</source>
        <translation>Code und Quelltextzeilen</translation>
    </message>
    <message>
        <source>Functions are shown with what the capture keeps of them, also after their program or its sources were changed. Who gets the capture gets these lines.</source>
        <translation>Funktionen werden mit dem angezeigt, was die Aufzeichnung von ihnen behält, auch nachdem Programm oder Quelltexte geändert wurden. Wer die Aufzeichnung bekommt, bekommt auch diese Zeilen.</translation>
    </message>
    <message>
        <source>of functions that were hit. Source lines may be confidential.</source>
        <translation>getroffener Funktionen. Quelltext kann vertraulich sein.</translation>
    </message>
</context>
<context>
    <name>candela::RecordPage</name>
    <message>
        <source>Recording…</source>
        <translation>Aufzeichnung läuft …</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufzeichnen</translation>
    </message>
    <message>
        <source>Replace file</source>
        <translation>Datei ersetzen</translation>
    </message>
    <message>
        <source>This file is not a recording of Candela&apos;s. Replace it?</source>
        <translation>Diese Datei ist keine Aufzeichnung von Candela. Ersetzen?</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>Als Befehl kopieren</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>A recording is running. Stop it and keep what it has?</source>
        <translation>Eine Aufzeichnung läuft. Stoppen und behalten, was sie hat?</translation>
    </message>
</context>
<context>
    <name>candela::RecordingStatus</name>
    <message>
        <source>recorded</source>
        <translation>aufgezeichnet</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Samples</translation>
    </message>
    <message>
        <source>samples a second</source>
        <translation>Samples pro Sekunde</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>recorder&apos;s CPU</source>
        <translation>CPU des Recorders</translation>
    </message>
    <message>
        <source>window&apos;s CPU</source>
        <translation>CPU des Fensters</translation>
    </message>
    <message>
        <source>Of one CPU, in the last seconds. </source>
        <translation>Von einer CPU, in den letzten Sekunden. </translation>
    </message>
    <message>
        <source>The recorder with the programs that it starts.</source>
        <translation>Der Recorder mit den Programmen, die er startet.</translation>
    </message>
    <message>
        <source>This program. While the window is not used, it is refreshed less often, to stay below 1 %.</source>
        <translation>Dieses Programm. Solange das Fenster nicht benutzt wird, wird es seltener aktualisiert, um unter 1 % zu bleiben.</translation>
    </message>
    <message>
        <source>recorder&apos;s memory</source>
        <translation>Speicher des Recorders</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Finish the recording and show it</source>
        <translation>Aufzeichnung beenden und zeigen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>samples, %1 shown</source>
        <translation>Samples, %1 gezeigt</translation>
    </message>
    <message>
        <source>Until the recording ends, the views show an even selection of the samples. The file has all of them.</source>
        <translation>Bis die Aufzeichnung endet, zeigen die Ansichten eine gleichmäßige Auswahl der Samples. Die Datei hat alle.</translation>
    </message>
    <message>
        <source>lost: %1</source>
        <translation>verloren: %1</translation>
    </message>
</context>
<context>
    <name>candela::RootsBox</name>
    <message>
        <source>Roots</source>
        <translation>Wurzeln</translation>
    </message>
    <message>
        <source>One tree, or one for each process, thread or value of a label, in all views</source>
        <translation>Ein Baum, oder einer je Prozess, Thread oder Wert eines Labels, in allen Ansichten</translation>
    </message>
    <message>
        <source>One tree</source>
        <translation>Ein Baum</translation>
    </message>
    <message>
        <source>Per process</source>
        <translation>Je Prozess</translation>
    </message>
    <message>
        <source>Per thread</source>
        <translation>Je Thread</translation>
    </message>
    <message>
        <source>Per process name</source>
        <translation>Je Prozessname</translation>
    </message>
    <message>
        <source>Per thread name</source>
        <translation>Je Thread-Name</translation>
    </message>
    <message>
        <source>Per executable</source>
        <translation>Je Programmdatei</translation>
    </message>
</context>
<context>
    <name>candela::SampleGroupItemModel</name>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Samples</translation>
    </message>
    <message>
        <source>(Candela)</source>
        <translation>(Candela)</translation>
    </message>
    <message>
        <source>Candela itself</source>
        <translation>Candela selbst</translation>
    </message>
</context>
<context>
    <name>candela::SearchBox</name>
    <message>
        <source>Search, a regular expression</source>
        <translation>Suche, ein regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Marks matching functions in all views (Ctrl+F or /). Enter and F3 go to the next match, with Shift to the one before; Esc leaves. Capitals matter only where you type some.</source>
        <translation>Markiert passende Funktionen in allen Ansichten (Strg+F oder /). Eingabe und F3 gehen zum nächsten Treffer, mit Umschalt zum vorigen; Esc verlässt das Feld. Großbuchstaben zählen nur, wenn welche eingegeben sind.</translation>
    </message>
    <message>
        <source>%1 in %2 %3</source>
        <translation>%1 in %2 %3</translation>
    </message>
</context>
<context>
    <name>candela::SeriesChart</name>
    <message>
        <source>Course of the selected row</source>
        <translation>Verlauf der ausgewählten Zeile</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 ± %3</source>
        <translation>%1: %2 ± %3</translation>
    </message>
    <message>
        <source>Select a row to see its course</source>
        <translation>Eine Zeile auswählen, um ihren Verlauf zu sehen</translation>
    </message>
</context>
<context>
    <name>candela::SeriesPage</name>
    <message>
        <source>Series of %1</source>
        <translation>Reihe von %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>candela::SeriesTable</name>
    <message>
        <source>Rows of the series</source>
        <translation>Zeilen der Reihe</translation>
    </message>
</context>
<context>
    <name>candela::SeriesView</name>
    <message>
        <source>Self</source>
        <translation>Selbst</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Messwert</translation>
    </message>
    <message>
        <source>Compare before and after the trend began</source>
        <translation>Vor und nach Beginn des Trends vergleichen</translation>
    </message>
    <message>
        <source>the captures have no value in common</source>
        <translation>die Aufzeichnungen haben keinen gemeinsamen Messwert</translation>
    </message>
    <message>
        <source>open captures of the same kind</source>
        <translation>Aufzeichnungen gleicher Art öffnen</translation>
    </message>
    <message>
        <source>There is no series of these captures</source>
        <translation>Diese Aufzeichnungen ergeben keine Reihe</translation>
    </message>
    <message>
        <source>What part of its capture&apos;s total: right where the captures ran for different times</source>
        <translation>Anteil an der Summe der eigenen Aufzeichnung: richtig, wenn die Aufzeichnungen verschieden lange liefen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 von %2 Zeilen</translation>
    </message>
    <message>
        <source>Nothing matches the search</source>
        <translation>Nichts passt zur Suche</translation>
    </message>
    <message>
        <source>Clear the search box to see all rows</source>
        <translation>Suchfeld leeren, um alle Zeilen zu sehen</translation>
    </message>
    <message>
        <source>Lists the rows that match (Ctrl+F or /). Enter and F3 go to the next row, with Shift to the one before; Esc leaves. Capitals matter only where you type some.</source>
        <translation>Listet die passenden Zeilen (Strg+F oder /). Eingabe und F3 gehen zur nächsten Zeile, mit Umschalt zur vorigen; Esc verlässt das Feld. Großbuchstaben zählen nur, wenn welche eingegeben sind.</translation>
    </message>
    <message>
        <source>What rows represent</source>
        <translation>Wofür Zeilen stehen</translation>
    </message>
</context>
<context>
    <name>candela::ShareRow</name>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
</context>
<context>
    <name>candela::ShownCodeComparison</name>
    <message>
        <source>%1 has no machine code in base</source>
        <translation>%1 hat in Basis keinen Maschinencode</translation>
    </message>
    <message>
        <source>%1 has no machine code in new</source>
        <translation>%1 hat in Neu keinen Maschinencode</translation>
    </message>
    <message>
        <source>%1 has no known source lines in base</source>
        <translation>%1 hat in Basis keine bekannten Quelltextzeilen</translation>
    </message>
    <message>
        <source>%1 has no known source lines in new</source>
        <translation>%1 hat in Neu keine bekannten Quelltextzeilen</translation>
    </message>
    <message>
        <source>%1: it %2</source>
        <translation>%1. Sie %2</translation>
    </message>
</context>
<context>
    <name>candela::SideHead</name>
    <message>
        <source>search %1</source>
        <translation>Suche %1</translation>
    </message>
</context>
<context>
    <name>candela::SourceItemModel</name>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>Where no line is known</source>
        <translation>Wo keine Zeile bekannt ist</translation>
    </message>
    <message>
        <source>
Calls %1: %2</source>
        <translation>
Ruft %1 auf: %2</translation>
    </message>
    <message>
        <source>
and %1 more</source>
        <translation>
und %1 weitere</translation>
    </message>
</context>
<context>
    <name>candela::SourceOpener</name>
    <message>
        <source>Select a function first</source>
        <translation>Zuerst eine Funktion auswählen</translation>
    </message>
</context>
<context>
    <name>candela::SourceView</name>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Instruktionen</translation>
    </message>
    <message>
        <source>Back to the previous function (Alt+Left)</source>
        <translation>Zurück zur vorigen Funktion (Alt+Links)</translation>
    </message>
    <message>
        <source>Forward again (Alt+Right)</source>
        <translation>Wieder vor (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Hotter</source>
        <translation>Heißer</translation>
    </message>
    <message>
        <source>To the next hotter row (Alt+Up)</source>
        <translation>Zur nächsten heißeren Zeile (Alt+Auf)</translation>
    </message>
    <message>
        <source>Cooler</source>
        <translation>Kühler</translation>
    </message>
    <message>
        <source>To the next cooler row (Alt+Down)</source>
        <translation>Zur nächsten kühleren Zeile (Alt+Ab)</translation>
    </message>
    <message>
        <source>At its line</source>
        <translation>Bei seiner Zeile</translation>
    </message>
    <message>
        <source>At the call</source>
        <translation>Beim Aufruf</translation>
    </message>
    <message>
        <source>Weights of inlined code are at its own lines</source>
        <translation>Gewichte von Inline-Code stehen bei seinen eigenen Zeilen</translation>
    </message>
    <message>
        <source>Weights of inlined code are at the line that calls it</source>
        <translation>Gewichte von Inline-Code stehen bei der Zeile, die ihn aufruft</translation>
    </message>
    <message>
        <source>Inlined code</source>
        <translation>Inline-Code</translation>
    </message>
    <message>
        <source>Files ▾</source>
        <translation>Dateien ▾</translation>
    </message>
    <message>
        <source>Where source and machine code are looked for</source>
        <translation>Wo Quelltext und Maschinencode gesucht werden</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Reading the code of %1…</source>
        <translation>Code von %1 wird gelesen …</translation>
    </message>
    <message>
        <source>Open “%1”</source>
        <translation>„%1“ öffnen</translation>
    </message>
    <message>
        <source>Follow the jump</source>
        <translation>Dem Sprung folgen</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>Zeilen kopieren</translation>
    </message>
    <message>
        <source>Open this line in the editor</source>
        <translation>Diese Zeile im Editor öffnen</translation>
    </message>
</context>
<context>
    <name>candela::StartPage</name>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>Candela</source>
        <translation>Candela</translation>
    </message>
    <message>
        <source>See where this machine&apos;s time goes: record it, or open a profile that you already have.</source>
        <translation>Sehen, wo die Zeit dieses Rechners bleibt: aufzeichnen oder ein vorhandenes Profil öffnen.</translation>
    </message>
    <message>
        <source>Record machine</source>
        <translation>Rechner aufzeichnen</translation>
    </message>
    <message>
        <source>Every process and the kernel, with stacks</source>
        <translation>Jeder Prozess und der Kernel, mit Stacks</translation>
    </message>
    <message>
        <source>Record processes</source>
        <translation>Prozesse aufzeichnen</translation>
    </message>
    <message>
        <source>Some that run now, with their children</source>
        <translation>Einige laufende, mit ihren Kindprozessen</translation>
    </message>
    <message>
        <source>Record command</source>
        <translation>Befehl aufzeichnen</translation>
    </message>
    <message>
        <source>Start a program and record it from its first instruction</source>
        <translation>Ein Programm starten und ab der ersten Instruktion aufzeichnen</translation>
    </message>
    <message>
        <source>Open profile</source>
        <translation>Profil öffnen</translation>
    </message>
    <message>
        <source>From Candela or another profiler</source>
        <translation>Von Candela oder einem anderen Profiler</translation>
    </message>
    <message>
        <source>Compare two</source>
        <translation>Zwei vergleichen</translation>
    </message>
    <message>
        <source>What changed between a base and a new profile</source>
        <translation>Was sich zwischen Basis und neuem Profil geändert hat</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Files that you record or open appear here.</source>
        <translation>Aufgezeichnete oder geöffnete Dateien erscheinen hier.</translation>
    </message>
    <message>
        <source>Profiles can be dropped anywhere in this window. Candela reads %1, also packed with gzip or zstd.</source>
        <translation>Profile lassen sich überall in diesem Fenster ablegen. Candela liest %1, auch mit gzip oder zstd gepackt.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Compare the two selected</source>
        <translation>Die zwei ausgewählten vergleichen</translation>
    </message>
    <message>
        <source>Open the last session</source>
        <translation>Letzte Sitzung öffnen</translation>
    </message>
    <message>
        <source>What was open when the window was closed last</source>
        <translation>Was offen war, als das Fenster zuletzt geschlossen wurde</translation>
    </message>
    <message>
        <source>Base: %1
New: %2</source>
        <translation>Basis: %1
Neu: %2</translation>
    </message>
    <message>
        <source>Select two files with Ctrl and a click, or with Shift and the arrows</source>
        <translation>Zwei Dateien mit Strg und Klick oder mit Umschalt und den Pfeiltasten auswählen</translation>
    </message>
</context>
<context>
    <name>candela::TableActions</name>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Copy table as text</source>
        <translation>Tabelle als Text kopieren</translation>
    </message>
    <message>
        <source>Copy table as CSV</source>
        <translation>Tabelle als CSV kopieren</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Ebene</translation>
    </message>
</context>
<context>
    <name>candela::TimeComparison</name>
    <message>
        <source>Compare with the rest of the time</source>
        <translation>Mit der übrigen Zeit vergleichen</translation>
    </message>
    <message>
        <source>Compare with another time range</source>
        <translation>Mit einem anderen Zeitbereich vergleichen</translation>
    </message>
    <message>
        <source>Compare %1 with this time range</source>
        <translation>%1 mit diesem Zeitbereich vergleichen</translation>
    </message>
    <message>
        <source>There is no finished capture</source>
        <translation>Es gibt keine fertige Aufzeichnung</translation>
    </message>
    <message>
        <source>Select a time first: in the timeline, the flame chart or the heat map</source>
        <translation>Zuerst eine Zeit wählen: in der Zeitleiste, im Flame-Chart oder in der Heatmap</translation>
    </message>
    <message>
        <source>The samples of this file have no times</source>
        <translation>Die Samples dieser Datei haben keine Zeiten</translation>
    </message>
    <message>
        <source>%1 is in both ranges, and its samples would count on both sides: select another time</source>
        <translation>%1 liegt in beiden Bereichen, und die Samples würden auf beiden Seiten zählen: eine andere Zeit wählen</translation>
    </message>
</context>
<context>
    <name>candela::TimeHistogram</name>
    <message>
        <source>Histogram in time, highest at %1</source>
        <translation>Histogramm über die Zeit, am höchsten bei %1</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 bis %2: %3</translation>
    </message>
</context>
<context>
    <name>candela::TimelineCanvas</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>Plus and minus zoom, Left and Right move, Home shows everything, Escape clears the selected time; Up and Down choose a row, Space opens or closes it, N lists rows of a name</source>
        <translation>Plus und Minus zoomen, Links und Rechts verschieben, Pos1 zeigt alles, Escape hebt die Zeitauswahl auf; Auf und Ab wählen eine Zeile, die Leertaste öffnet oder schließt sie, N führt Zeilen eines Namens auf</translation>
    </message>
    <message>
        <source>Time %1</source>
        <translation>Zeit %1</translation>
    </message>
</context>
<context>
    <name>candela::TimelineView</name>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPUs</translation>
    </message>
    <message>
        <source>Process rows</source>
        <translation>Prozesszeilen</translation>
    </message>
    <message>
        <source>Which processes share a row: those with one name, one executable, one value of a label, or none</source>
        <translation>Welche Prozesse sich eine Zeile teilen: die mit gleichem Namen, gleicher Programmdatei, gleichem Wert eines Labels, oder keine</translation>
    </message>
    <message>
        <source>Whole</source>
        <translation>Ganz</translation>
    </message>
    <message>
        <source>Show the whole time (Home)</source>
        <translation>Gesamte Zeit zeigen (Pos1)</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Show all times again (Esc)</source>
        <translation>Wieder alle Zeiten zeigen (Esc)</translation>
    </message>
    <message>
        <source>Choose which values are drawn in each row</source>
        <translation>Wählen, welche Messwerte in jeder Zeile gezeichnet werden</translation>
    </message>
    <message>
        <source>Values: %1 of %2</source>
        <translation>Messwerte: %1 von %2</translation>
    </message>
    <message>
        <source>Adding up the samples…</source>
        <translation>Samples werden aufsummiert …</translation>
    </message>
    <message>
        <source>No sample passes the filters</source>
        <translation>Kein Sample passt zu den Filtern</translation>
    </message>
    <message>
        <source>Remove a filter above to see more</source>
        <translation>Filter oben entfernen, um mehr zu sehen</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>Ausgewählt</translation>
    </message>
    <message>
        <source>Drag to select a time, wheel to look closer, click a name to keep only its samples. Esc clears the selection.</source>
        <translation>Ziehen wählt eine Zeit, Mausrad zoomt, Klick auf einen Namen behält nur dessen Samples. Esc hebt die Auswahl auf.</translation>
    </message>
</context>
<context>
    <name>candela::TrackListControls</name>
    <message>
        <source>Order ▾</source>
        <translation>Reihenfolge ▾</translation>
    </message>
    <message>
        <source>In which order the rows are listed (Shift+N)</source>
        <translation>In welcher Reihenfolge die Zeilen aufgeführt sind (Umschalt+N)</translation>
    </message>
    <message>
        <source>Rows of a name</source>
        <translation>Zeilen eines Namens</translation>
    </message>
    <message>
        <source>Name of the listed rows</source>
        <translation>Name der aufgeführten Zeilen</translation>
    </message>
    <message>
        <source>Lists only rows whose process or thread has this in its name, or a number that begins with it (N). All samples stay: nothing is filtered. Esc lists all rows again.</source>
        <translation>Führt nur Zeilen auf, deren Prozess oder Thread dies im Namen hat oder dessen Nummer so beginnt (N). Alle Samples bleiben: nichts wird gefiltert. Esc führt wieder alle Zeilen auf.</translation>
    </message>
    <message>
        <source>Order of the rows</source>
        <translation>Reihenfolge der Zeilen</translation>
    </message>
    <message>
        <source>Heaviest first</source>
        <translation>Schwerste zuerst</translation>
    </message>
    <message>
        <source>In order of the weight in the whole recording</source>
        <translation>Nach dem Gewicht in der ganzen Aufzeichnung</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Name</translation>
    </message>
    <message>
        <source>By start</source>
        <translation>Nach Start</translation>
    </message>
    <message>
        <source>In order of the first process that started, or of the thread</source>
        <translation>Nach dem ersten Prozess, der startete, oder nach dem Thread</translation>
    </message>
    <message>
        <source>Process tree</source>
        <translation>Prozessbaum</translation>
    </message>
    <message>
        <source>Each process below its parent, in order of their start. A closed row stands for the processes below it, too</source>
        <translation>Jeder Prozess unter seinem Elternprozess, in der Reihenfolge des Starts. Eine geschlossene Zeile steht auch für die Prozesse darunter</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 von %2 Zeilen</translation>
    </message>
</context>
</TS>
