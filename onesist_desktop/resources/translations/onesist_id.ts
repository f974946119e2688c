<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="id" sourcelanguage="en">
<context>
    <name>ApprovalCard</name>
    <message>
        <source>%1 asks you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent asks you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it wants to do</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AsyncBridge</name>
    <message>
        <source>something in Onesist went wrong</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CodeFrame</name>
    <message>
        <source>Code %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a model by key…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next region</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open project…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview of the handover</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous region</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename thread…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it may do…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it was told</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who answers…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message numerus="yes">
        <source>%1 has not seen %n message(s). All will be handed over.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has not seen %n message(s). None fits: yours goes alone, the history stays owed.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has not seen %n message(s). They are handed over, but %2 of the parts are left out.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for something, or describe what is wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter makes a new line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its own choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listing models…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models can&apos;t be listed: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody can answer yet: add a model or install an agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not sent: %1. Your text is still here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to send yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it may do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EmptyThread</name>
    <message>
        <source>Describe what you see.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain this project to me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find out why something does not work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads only. Nothing is changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show me around with the practice agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something does not work: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two minutes, no account.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What should happen in %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What should happen?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Works in the project folder: your files are changed directly.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ErrorRow</name>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HandoffDialog</name>
    <message>
        <source>%1 of %2 used</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) in, %1 left out</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exact text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This goes over word for word, before your new message. Secrets are placeholders.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This went over word for word, before your message. Secrets are placeholders.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What %1 was told</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What %1 will be told</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>KeyDialog</name>
    <message>
        <source>Add a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another service, OpenAI-compatible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep for this session only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys are kept only in the keyring of this computer, never in files or logs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not needed here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optional: an id such as qwen3-coder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring of this computer can&apos;t keep the key: %1. Nothing was saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The usual one</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>%1 has finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) still being written</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>An agent needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder first; the practice assistant then answers in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closing stops them. What was written so far is kept, and your messages can be sent again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Id of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep working</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show me around</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That could not be done: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This folder can&apos;t be opened: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MessageRow</name>
    <message>
        <source>Copy this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message from %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken back: nobody is told this any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This answer was interrupted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>%1 can&apos;t keep to what it may do here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not answer: it has no key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not answer: its program was not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not answer: its sign-in has run out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not know this model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ended unexpectedly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 got a part of the history</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has reached its limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no longer here, so nobody could answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is overloaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 joined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 no longer has its memory of this thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refused the request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 reported a fault of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 sent something that Onesist does not understand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 started afresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was interrupted because Onesist closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was told what happened before</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) handed over</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) handed over, %1 left out</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>A setting was not understood and left at its default: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a key for %1, then send again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers were interrupted when Onesist closed. They offer to be sent again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask someone else, or add %1 again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the connection, then send again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another model, then send again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another permission, then send again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Handed over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install %1, or ask someone else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room on the disk, then send again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not known whether it arrived</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not sent yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not taken; nothing was handed over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing fitted for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Onesist reports: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the folder back or open the project from its new place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the details, choose another model, or ask someone else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replaced by a later one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send again when you are ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send again, or ask someone else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send again. If it happens again, check the version of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send again. If it happens again, copy the details for a report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send again: it starts afresh and gets the history.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shorten it, or ask someone with more room.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign in to %1 in a terminal, then send again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something in Onesist went wrong while %1 answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something in Onesist went wrong: %1. Your messages are stored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer of %1 could not be stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to %1 was lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database can&apos;t be written: %1. What was stored before is safe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The database was brought up to date. A copy of the old one is at %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full. What was stored before is safe; new messages can&apos;t be stored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder that %1 works in is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring of this computer can&apos;t be used, so keys are kept for this session only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring of this computer is locked, so saved keys can&apos;t be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The message is too long for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings can&apos;t be read, so default settings are used and none are saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings could not be read and were set aside as %1. Default settings are used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings were written by a newer Onesist. What this one knows is used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait a moment, then send again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait until the limit is over, or ask someone else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You stopped %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your message is kept, and so is what was answered so far.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your message is kept. Nobody can tell whether %1 read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your message is kept. Nothing was handed over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing to hand over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the history is still owed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>withdrawn, as the request failed; it will be told again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QueueRow</name>
    <message>
        <source>Delete this waiting message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit this waiting message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting message: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReceiptRow</name>
    <message>
        <source>What %1 was told</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it was told</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunBar</name>
    <message>
        <source>%1 is answering</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is busy and is asked again (%2 of %3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 waits for you: %n question(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Getting ready for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held: the last answer did not finish. Nothing is sent by itself; choose Send now when you want.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now and next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sending to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop this run (Ctrl+.)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SimpleTranscript</name>
    <message>
        <source>New messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Onesist noted something here that this version can&apos;t show.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show earlier messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>Onesist can&apos;t open its database. Nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>A project is a folder on this computer. Agents work in it, and its threads belong to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a model by key…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers questions with your own key or computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder to begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found, its server is off. Start it, then choose Look again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found, not signed in. Start it once in a terminal and sign in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Installed, signed in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs a key. Choose Add a model by key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not an AI: it shows how everything works. No account, no internet, no cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not on this computer. Install it as its maker describes, then choose Look again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One is enough. You can switch in the middle of a thread, and add others later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path of the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the practice assistant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who can answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You can also drop a folder anywhere in this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>folder is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>or type its path and press Enter</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StepRow</name>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Last %1 of %n line(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Open all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>%1 of %2 done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow in this thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Don&apos;t allow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never allow in this thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Renamed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed · exit code %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no answer before Onesist closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ThreadPage</name>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename this thread (F2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the last handover of this thread (Ctrl+R)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it was told</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ThreadsDelegate</name>
    <message>
        <source>Needs you</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ThreadsModel</name>
    <message>
        <source>New thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fork of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fork of a removed thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>working</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ThreadsPanel</name>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open another project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a new thread (Ctrl+N)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your threads will be listed here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>%1 MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 kB</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n s</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Accept edits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks before it changes files or runs commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes files by itself, asks before it runs commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does everything without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full access</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HH:mm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads and plans, changes nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>working</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
