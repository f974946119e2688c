<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ClosingQuestion</name>
    <message numerus="yes">
        <source>%n answer(s) still being written</source>
        <translation>
            <numerusform>%n answer still being written</numerusform>
            <numerusform>%n answers still being written</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HandoffDialog</name>
    <message numerus="yes">
        <source>%n item(s) in, %1 left out</source>
        <translation>
            <numerusform>%n item in, %1 left out</numerusform>
            <numerusform>%n items in, %1 left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) in, %1 left out</source>
        <translation>
            <numerusform>%n message in, %1 left out</numerusform>
            <numerusform>%n messages in, %1 left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HandoverLine</name>
    <message numerus="yes">
        <source>%1 has not seen %n message(s). All will be handed over.</source>
        <translation>
            <numerusform>%1 has not seen %n message. All will be handed over.</numerusform>
            <numerusform>%1 has not seen %n messages. All will be handed over.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has not seen %n message(s): %2 will be handed over, %3 left out.</source>
        <translation>
            <numerusform>%1 has not seen %n message: %2 will be handed over, %3 left out.</numerusform>
            <numerusform>%1 has not seen %n messages: %2 will be handed over, %3 left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has not seen %n message(s): nothing fits, the history stays owed.</source>
        <translation>
            <numerusform>%1 has not seen %n message: nothing fits, the history stays owed.</numerusform>
            <numerusform>%1 has not seen %n messages: nothing fits, the history stays owed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message numerus="yes">
        <source>%n message(s) handed over</source>
        <translation>
            <numerusform>%n message handed over</numerusform>
            <numerusform>%n messages handed over</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) handed over, %1 left out</source>
        <translation>
            <numerusform>%n message handed over, %1 left out</numerusform>
            <numerusform>%n messages handed over, %1 left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunBar</name>
    <message numerus="yes">
        <source>%1 waits for you: %n question(s)</source>
        <translation>
            <numerusform>%1 waits for you: %n question</numerusform>
            <numerusform>%1 waits for you: %n questions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StepRow</name>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Last %1 of %n line(s)</source>
        <translation>
            <numerusform>Last %1 of %n line</numerusform>
            <numerusform>Last %1 of %n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <translation>
            <numerusform>%n min</numerusform>
            <numerusform>%n min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n s</source>
        <translation>
            <numerusform>%n s</numerusform>
            <numerusform>%n s</numerusform>
        </translation>
    </message>
</context>
</TS>
