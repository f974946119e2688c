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
    <name>Cleanup</name>
    <message numerus="yes">
        <source>%1 %n stay.</source>
        <translation>
            <numerusform>%1 %n stays.</numerusform>
            <numerusform>%1 %n stay.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more thread(s)</source>
        <translation>
            <numerusform>%1 and %n more thread</numerusform>
            <numerusform>%1 and %n more threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 changed and %n new file(s)</source>
        <translation>
            <numerusform>%1 changed and %n new file</numerusform>
            <numerusform>%1 changed and %n new files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed file(s)</source>
        <translation>
            <numerusform>%n changed file</numerusform>
            <numerusform>%n changed files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s)</source>
        <translation>
            <numerusform>%n commit</numerusform>
            <numerusform>%n commits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s) on no branch</source>
        <translation>
            <numerusform>%n commit on no branch</numerusform>
            <numerusform>%n commits on no branch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s) on no branch: a branch is made first</source>
        <translation>
            <numerusform>%n commit on no branch: a branch is made first</numerusform>
            <numerusform>%n commits on no branch: a branch is made first</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s) only here</source>
        <translation>
            <numerusform>%n commit only here</numerusform>
            <numerusform>%n commits only here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s) that no branch has any more, below a hidden name</source>
        <translation>
            <numerusform>%n commit that no branch has any more, below a hidden name</numerusform>
            <numerusform>%n commits that no branch has any more, below a hidden name</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s) that no branch has any more: kept below a hidden name.</source>
        <translation>
            <numerusform>%n commit that no branch has any more: kept below a hidden name.</numerusform>
            <numerusform>%n commits that no branch has any more: kept below a hidden name.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deleted</source>
        <translation>
            <numerusform>%n deleted</numerusform>
            <numerusform>%n deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) saved nowhere else</source>
        <translation>
            <numerusform>%n file saved nowhere else</numerusform>
            <numerusform>%n files saved nowhere else</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) released, %1 freed.</source>
        <translation>
            <numerusform>%n folder released, %1 freed.</numerusform>
            <numerusform>%n folders released, %1 freed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ignored</source>
        <translation>
            <numerusform>%n ignored</numerusform>
            <numerusform>%n ignored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ignored file(s)</source>
        <translation>
            <numerusform>%n ignored file</numerusform>
            <numerusform>%n ignored files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ignored file(s) copied to %1</source>
        <translation>
            <numerusform>%n ignored file copied to %1</numerusform>
            <numerusform>%n ignored files copied to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ignored file(s) kept</source>
        <translation>
            <numerusform>%n ignored file kept</numerusform>
            <numerusform>%n ignored files kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ignored file(s), copied to “%1” in your project</source>
        <translation>
            <numerusform>%n ignored file, copied to “%1” in your project</numerusform>
            <numerusform>%n ignored files, copied to “%1” in your project</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new file(s)</source>
        <translation>
            <numerusform>%n new file</numerusform>
            <numerusform>%n new files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n own copies</source>
        <translation>
            <numerusform>%n own copies</numerusform>
            <numerusform>%n own copies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n own copies removed, %1 freed.</source>
        <translation>
            <numerusform>%n own copies removed, %1 freed.</numerusform>
            <numerusform>%n own copies removed, %1 freed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n processes</source>
        <translation>
            <numerusform>%n processes</numerusform>
            <numerusform>%n processes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stashed</source>
        <translation>
            <numerusform>%n stashed</numerusform>
            <numerusform>%n stashed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n submodule(s) with own work</source>
        <translation>
            <numerusform>%n submodule with own work</numerusform>
            <numerusform>%n submodules with own work</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n submodule(s) with work</source>
        <translation>
            <numerusform>%n submodule with work</numerusform>
            <numerusform>%n submodules with work</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unfinished merge(s) or rebase(s)</source>
        <translation>
            <numerusform>%n unfinished merge or rebase</numerusform>
            <numerusform>%n unfinished merges or rebases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;%n selected&lt;/b&gt;</source>
        <translation>
            <numerusform>&lt;b&gt;%n selected&lt;/b&gt;</numerusform>
            <numerusform>&lt;b&gt;%n selected&lt;/b&gt;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;%n selected&lt;/b&gt;, frees %1</source>
        <translation>
            <numerusform>&lt;b&gt;%n selected&lt;/b&gt;, frees %1</numerusform>
            <numerusform>&lt;b&gt;%n selected&lt;/b&gt;, frees %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;%n selected&lt;/b&gt;, frees at least %1</source>
        <translation>
            <numerusform>&lt;b&gt;%n selected&lt;/b&gt;, frees at least %1</numerusform>
            <numerusform>&lt;b&gt;%n selected&lt;/b&gt;, frees at least %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n branches, with every commit on them</source>
        <translation>
            <numerusform>All %n branches, with every commit on them</numerusform>
            <numerusform>All %n branches, with every commit on them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Counted again just now, at %1. %n of them hold nothing that would be lost.</source>
        <translation>
            <numerusform>Counted again just now, at %1. %n of them holds nothing that would be lost.</numerusform>
            <numerusform>Counted again just now, at %1. %n of them hold nothing that would be lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is on no branch. A branch is made first for its %n commit(s).</source>
        <translation>
            <numerusform>It is on no branch. A branch is made first for its %n commit.</numerusform>
            <numerusform>It is on no branch. A branch is made first for its %n commits.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Lost for good: %n file(s) saved nowhere else</source>
        <translation>
            <numerusform>Lost for good: %n file saved nowhere else</numerusform>
            <numerusform>Lost for good: %n files saved nowhere else</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Release and lose %n file(s)</source>
        <translation>
            <numerusform>Release and lose %n file</numerusform>
            <numerusform>Release and lose %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n own copies</source>
        <translation>
            <numerusform>Remove %n own copies</numerusform>
            <numerusform>Remove %n own copies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove and lose %n file(s)</source>
        <translation>
            <numerusform>Remove and lose %n file</numerusform>
            <numerusform>Remove and lose %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>a repository, %n file(s)</source>
        <translation>
            <numerusform>a repository, %n file</numerusform>
            <numerusform>a repository, %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more that lose something</source>
        <translation>
            <numerusform>and %n more that loses something</numerusform>
            <numerusform>and %n more that lose something</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more…</source>
        <translation>
            <numerusform>and %n more…</numerusform>
            <numerusform>and %n more…</numerusform>
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
    <name>ForkDialog</name>
    <message numerus="yes">
        <source>It has %n message(s) of this thread</source>
        <translation>
            <numerusform>It has %n message of this thread</numerusform>
            <numerusform>It has %n messages of this thread</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ForkMarks</name>
    <message numerus="yes">
        <source>%n fork(s) of this message</source>
        <translation>
            <numerusform>%n fork of this message</numerusform>
            <numerusform>%n forks of this message</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HandoffDialog</name>
    <message numerus="yes">
        <source>%n earlier item(s) are not listed and stay out.</source>
        <translation>
            <numerusform>%n earlier item is not listed and stays out.</numerusform>
            <numerusform>%n earlier items are not listed and stay out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) in, %1 left out</source>
        <translation>
            <numerusform>%n item in, %1 left out</numerusform>
            <numerusform>%n items in, %1 left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Names of %n changed file(s)</source>
        <translation>
            <numerusform>Names of %n changed file</numerusform>
            <numerusform>Names of %n changed files</numerusform>
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
    <name>Lineage</name>
    <message numerus="yes">
        <source>gets %1 of %n message(s) as text</source>
        <translation>
            <numerusform>gets %1 of %n message as text</numerusform>
            <numerusform>gets %1 of %n messages as text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>gets the %n message(s) as text</source>
        <translation>
            <numerusform>gets the %n message as text</numerusform>
            <numerusform>gets the %n messages as text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>gets the history each time: %n message(s)</source>
        <translation>
            <numerusform>gets the history each time: %n message</numerusform>
            <numerusform>gets the history each time: %n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>goes on from its own memory, and gets %n message(s) as text</source>
        <translation>
            <numerusform>goes on from its own memory, and gets %n message as text</numerusform>
            <numerusform>goes on from its own memory, and gets %n messages as text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>goes on from its own memory; %1 of %n message(s) fit as text</source>
        <translation>
            <numerusform>goes on from its own memory; %1 of %n message fits as text</numerusform>
            <numerusform>goes on from its own memory; %1 of %n messages fit as text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>nothing fits of %n message(s)</source>
        <translation>
            <numerusform>nothing fits of %n message</numerusform>
            <numerusform>nothing fits of %n messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LineageController</name>
    <message numerus="yes">
        <source>%n message(s) are there again</source>
        <translation>
            <numerusform>%n message is there again</numerusform>
            <numerusform>%n messages are there again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Went back to message %1: %n message(s) set aside</source>
        <translation>
            <numerusform>Went back to message %1: %n message set aside</numerusform>
            <numerusform>Went back to message %1: %n messages set aside</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LineagePanel</name>
    <message numerus="yes">
        <source>%n answer(s) not merged</source>
        <translation>
            <numerusform>%n answer not merged</numerusform>
            <numerusform>%n answers not merged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) after message %1 are set aside</source>
        <translation>
            <numerusform>%n message after message %1 is set aside</numerusform>
            <numerusform>%n messages after message %1 are set aside</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s), %1 left out</source>
        <translation>
            <numerusform>%n message, %1 left out</numerusform>
            <numerusform>%n messages, %1 left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more in the map</source>
        <translation>
            <numerusform>%n more in the map</numerusform>
            <numerusform>%n more in the map</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>parts of it, %n message(s) to hand over</source>
        <translation>
            <numerusform>parts of it, %n message to hand over</numerusform>
            <numerusform>parts of it, %n messages to hand over</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>up to message %1, %n to hand over</source>
        <translation>
            <numerusform>up to message %1, %n to hand over</numerusform>
            <numerusform>up to message %1, %n to hand over</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Map</name>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n answer</numerusform>
            <numerusform>%n answers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MapCard</name>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n command</numerusform>
            <numerusform>%n commands</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) changed</source>
        <translation>
            <numerusform>%n file changed</numerusform>
            <numerusform>%n files changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message numerus="yes">
        <source>%n message(s) go over, %1 left out</source>
        <translation>
            <numerusform>%n message goes over, %1 left out</numerusform>
            <numerusform>%n messages go over, %1 left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Goes over: %n item(s)</source>
        <translation>
            <numerusform>Goes over: %n item</numerusform>
            <numerusform>Goes over: %n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out, does not fit: %n item(s)</source>
        <translation>
            <numerusform>Left out, does not fit: %n item</numerusform>
            <numerusform>Left out, does not fit: %n items</numerusform>
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
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
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
        <source>%n message(s) set aside</source>
        <translation>
            <numerusform>%n message set aside</numerusform>
            <numerusform>%n messages set aside</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s), %1 left out</source>
        <translation>
            <numerusform>%n message, %1 left out</numerusform>
            <numerusform>%n messages, %1 left out</numerusform>
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
    <name>RewindDialog</name>
    <message numerus="yes">
        <source>%n merge(s) among them: those threads count as not merged again.</source>
        <translation>
            <numerusform>%n merge among them: that thread counts as not merged again.</numerusform>
            <numerusform>%n merges among them: those threads count as not merged again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) will be set aside.</source>
        <translation>
            <numerusform>%n message will be set aside.</numerusform>
            <numerusform>%n messages will be set aside.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Set %n message(s) aside</source>
        <translation>
            <numerusform>Set %n message aside</numerusform>
            <numerusform>Set %n messages aside</numerusform>
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
    <name>SelectionStatus</name>
    <message numerus="yes">
        <source>%n own copies take %1</source>
        <translation>
            <numerusform>%n own copies take %1</numerusform>
            <numerusform>%n own copies take %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ShelfController</name>
    <message numerus="yes">
        <source>%n answer(s) of it were not merged back.</source>
        <translation>
            <numerusform>%n answer of it was not merged back.</numerusform>
            <numerusform>%n answers of it were not merged back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its own copy has %n changed file(s); the folder and its branch stay.</source>
        <translation>
            <numerusform>Its own copy has %n changed file; the folder and its branch stay.</numerusform>
            <numerusform>Its own copy has %n changed files; the folder and its branch stay.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextPanel</name>
    <message numerus="yes">
        <source>%n secret(s) hidden</source>
        <translation>
            <numerusform>%n secret hidden</numerusform>
            <numerusform>%n secrets hidden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThreadsModel</name>
    <message numerus="yes">
        <source>%n answer(s) not merged</source>
        <translation>
            <numerusform>%n answer not merged</numerusform>
            <numerusform>%n answers not merged</numerusform>
        </translation>
    </message>
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
<context>
    <name>Workspace</name>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deleted</source>
        <translation>
            <numerusform>%n deleted</numerusform>
            <numerusform>%n deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in conflict</source>
        <translation>
            <numerusform>%n in conflict</numerusform>
            <numerusform>%n in conflict</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
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
    <name>WorkspaceProblems</name>
    <message numerus="yes">
        <source>%n changed or new file(s) not committed: the own copy has the state of the last commit only.</source>
        <translation>
            <numerusform>%n changed or new file not committed: the own copy has the state of the last commit only.</numerusform>
            <numerusform>%n changed or new files not committed: the own copy has the state of the last commit only.</numerusform>
        </translation>
    </message>
</context>
</TS>
