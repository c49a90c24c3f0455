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
        <source>%Ln starts</source>
        <translation>
            <numerusform>%Ln start</numerusform>
            <numerusform>%Ln starts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln threads started</source>
        <translation>
            <numerusform>%Ln thread started</numerusform>
            <numerusform>%Ln threads started</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln execs</source>
        <translation>
            <numerusform>%Ln exec</numerusform>
            <numerusform>%Ln execs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln exits</source>
        <translation>
            <numerusform>%Ln exit</numerusform>
            <numerusform>%Ln exits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more files are missing.</source>
        <translation>
            <numerusform>%Ln more file is missing.</numerusform>
            <numerusform>%Ln more files are missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 were changed since the recording: lines may have moved.</source>
        <translation>
            <numerusform>%1 was changed since the recording: lines may have moved.</numerusform>
            <numerusform>%1 were changed since the recording: lines may have moved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln values</source>
        <translation>
            <numerusform>%Ln value</numerusform>
            <numerusform>%Ln values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>candela::CapturePage</name>
    <message numerus="yes">
        <source>%Ln more warnings are among the facts.</source>
        <translation>
            <numerusform>%Ln more warning is among the facts.</numerusform>
            <numerusform>%Ln more warnings are among the facts.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>candela::CodeComparison</name>
    <message numerus="yes">
        <source>%1, %Ln instructions, %2</source>
        <translation>
            <numerusform>%1, %Ln instruction, %2</numerusform>
            <numerusform>%1, %Ln instructions, %2</numerusform>
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
    <message numerus="yes">
        <source>%1 addresses in one module have no name.</source>
        <translation>
            <numerusform>%1 address in one module has no name.</numerusform>
            <numerusform>%1 addresses in one module have no name.</numerusform>
        </translation>
    </message>
</context>
</TS>
