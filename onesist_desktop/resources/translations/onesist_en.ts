<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Cards</name>
    <message numerus="yes">
        <source>waiting for %n hour(s)</source>
        <translation>
            <numerusform>waiting for %n hour</numerusform>
            <numerusform>waiting for %n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>waiting for %n minute(s)</source>
        <translation>
            <numerusform>waiting for %n minute</numerusform>
            <numerusform>waiting for %n minutes</numerusform>
        </translation>
    </message>
</context>
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
    <name>ComposerAttachments</name>
    <message numerus="yes">
        <source>A message takes %n attachment(s) at most; the others were left out.</source>
        <translation>
            <numerusform>A message takes %n attachment at most; the others were left out.</numerusform>
            <numerusform>A message takes %n attachments at most; the others were left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ComposerPickers</name>
    <message numerus="yes">
        <source>has not seen %n message(s); %1 fit</source>
        <translation>
            <numerusform>has not seen %n message; %1 fits</numerusform>
            <numerusform>has not seen %n messages; %1 fit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>has not seen %n message(s); gets all %n</source>
        <translation>
            <numerusform>has not seen %n message; gets it</numerusform>
            <numerusform>has not seen %n messages; gets all %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>has not seen %n message(s); nothing fits</source>
        <translation>
            <numerusform>has not seen %n message; nothing fits</numerusform>
            <numerusform>has not seen %n messages; nothing fits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>new here: %1 of %n message(s) fit</source>
        <translation>
            <numerusform>new here: %1 of %n message fits</numerusform>
            <numerusform>new here: %1 of %n messages fit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>new here: gets all %n message(s)</source>
        <translation>
            <numerusform>new here: gets the %n message</numerusform>
            <numerusform>new here: gets all %n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>small room: %1 of %n message(s) fit</source>
        <translation>
            <numerusform>small room: %1 of %n message fits</numerusform>
            <numerusform>small room: %1 of %n messages fit</numerusform>
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
        <source>%1 has not seen %n message(s). All %n will be handed over.</source>
        <translation>
            <numerusform>%1 has not seen %n message. It will be handed over.</numerusform>
            <numerusform>%1 has not seen %n messages. All %n will be handed over.</numerusform>
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
    <name>KeyDialog</name>
    <message numerus="yes">
        <source>It is added, and answered with %n model(s).</source>
        <translation>
            <numerusform>It is added, and answered with %n model.</numerusform>
            <numerusform>It is added, and answered with %n models.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelsPart</name>
    <message numerus="yes">
        <source>Show all %n model(s)</source>
        <translation>
            <numerusform>Show all %n model</numerusform>
            <numerusform>Show all %n models</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoteLine</name>
    <message numerus="yes">
        <source>Sent as soon as %n file(s) are copied. Esc keeps it here.</source>
        <translation>
            <numerusform>Sent as soon as %n file is copied. Esc keeps it here.</numerusform>
            <numerusform>Sent as soon as %n files are copied. Esc keeps it here.</numerusform>
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
    <message numerus="yes">
        <source>It answers again in %n day(s): %1.</source>
        <translation>
            <numerusform>It answers again in %n day: %1.</numerusform>
            <numerusform>It answers again in %n days: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OutputBlock</name>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>First %1 of %n line(s)</source>
        <translation>
            <numerusform>First %1 of %n line</numerusform>
            <numerusform>First %1 of %n lines</numerusform>
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
    <name>PaletteDialog</name>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QueueRow</name>
    <message numerus="yes">
        <source>%n attachment(s)</source>
        <translation>
            <numerusform>%n attachment</numerusform>
            <numerusform>%n attachments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunBar</name>
    <message numerus="yes">
        <source>%1 waits for you: %n change(s)</source>
        <translation>
            <numerusform>%1 waits for you: %n change</numerusform>
            <numerusform>%1 waits for you: %n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 waits for you: %n command(s)</source>
        <translation>
            <numerusform>%1 waits for you: %n command</numerusform>
            <numerusform>%1 waits for you: %n commands</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 waits for you: %n question(s)</source>
        <translation>
            <numerusform>%1 waits for you: %n question</numerusform>
            <numerusform>%1 waits for you: %n questions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 waits for you: %n request(s)</source>
        <translation>
            <numerusform>%1 waits for you: %n request</numerusform>
            <numerusform>%1 waits for you: %n requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No word from %1 for %n minute(s). It may still be working.</source>
        <translation>
            <numerusform>No word from %1 for %n minute. It may still be working.</numerusform>
            <numerusform>No word from %1 for %n minutes. It may still be working.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunWords</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n answer</numerusform>
            <numerusform>%n answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s), %1</source>
        <translation>
            <numerusform>%n item, %1</numerusform>
            <numerusform>%n items, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out</source>
        <translation>
            <numerusform>%n left out</numerusform>
            <numerusform>%n left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThreadsModel</name>
    <message numerus="yes">
        <source>%n fork(s) folded</source>
        <translation>
            <numerusform>%n fork folded</numerusform>
            <numerusform>%n forks folded</numerusform>
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
