<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>QObject</name>
    <message numerus="yes">
        <source>%1 with %2 threads</source>
        <translation>
            <numerusform>%1 with %2 thread</numerusform>
            <numerusform>%1 with %2 threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n starts</source>
        <translation>
            <numerusform>%n start</numerusform>
            <numerusform>%n starts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n threads started</source>
        <translation>
            <numerusform>%n thread started</numerusform>
            <numerusform>%n threads started</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n execs</source>
        <translation>
            <numerusform>%n exec</numerusform>
            <numerusform>%n execs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n exits</source>
        <translation>
            <numerusform>%n exit</numerusform>
            <numerusform>%n exits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more files are missing.</source>
        <translation>
            <numerusform>%n more file is missing.</numerusform>
            <numerusform>%n more files are missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 were changed since the recording: lines may have moved.</source>
        <translation>
            <numerusform>%1 was changed since the recording: lines may have moved.</numerusform>
            <numerusform>%1 were changed since the recording: lines may have moved.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>candela::CapturePage</name>
    <message numerus="yes">
        <source>%n more warnings are among the facts.</source>
        <translation>
            <numerusform>%n more warning is among the facts.</numerusform>
            <numerusform>%n more warnings are among the facts.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>candela::CodeComparison</name>
    <message numerus="yes">
        <source>%1, %n instructions, %2</source>
        <translation>
            <numerusform>%1, %n instruction, %2</numerusform>
            <numerusform>%1, %n instructions, %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>candela::FunctionsView</name>
    <message numerus="yes">
        <source>%1 rows  ·  %2</source>
        <translation>
            <numerusform>%1 row  ·  %2</numerusform>
            <numerusform>%1 rows  ·  %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>candela::LabelsView</name>
    <message numerus="yes">
        <source>%1 rows  ·  a double click keeps only a row&apos;s samples</source>
        <translation>
            <numerusform>%1 row  ·  a double click keeps only its samples</numerusform>
            <numerusform>%1 rows  ·  a double click keeps only a row&apos;s samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>candela::NamesPanel</name>
    <message numerus="yes">
        <source>%1 addresses in %2 modules have no name.</source>
        <translation>
            <numerusform>%1 address in %2 modules has no name.</numerusform>
            <numerusform>%1 addresses in %2 modules have no name.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 addresses were named</source>
        <translation>
            <numerusform>%1 of %2 address was named</numerusform>
            <numerusform>%1 of %2 addresses were named</numerusform>
        </translation>
    </message>
</context>
</TS>
