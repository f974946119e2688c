<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="id" sourcelanguage="en">
<context>
    <name>AccountsPart</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Accounts</source>
        <translation>Akun</translation>
    </message>
    <message>
        <source>Add another account…</source>
        <translation>Tambah akun lain…</translation>
    </message>
    <message>
        <source>Each further account has a sign-in and a name of its own. What %1 is signed in to now stays as it is.</source>
        <translation>Setiap akun tambahan punya status masuk dan nama sendiri. Akun yang sekarang dipakai %1 tidak berubah.</translation>
    </message>
</context>
<context>
    <name>AddAccountDialog</name>
    <message>
        <source>Add account</source>
        <translation>Tambah akun</translation>
    </message>
    <message>
        <source>Add another account of %1</source>
        <translation>Tambah akun lain untuk %1</translation>
    </message>
    <message>
        <source>It answers as somebody of its own, with a sign-in and settings in a folder of its own. The account that %1 uses now stays as it is.</source>
        <translation>Akun ini menjawab sebagai pihak tersendiri, dengan status masuk dan pengaturan di foldernya sendiri. Akun yang sekarang dipakai %1 tidak berubah.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nama</translation>
    </message>
    <message>
        <source>Next you see the command that signs this account in. It is run in a terminal.</source>
        <translation>Setelah ini tampil perintah untuk masuk dengan akun ini. Jalankan perintah itu di terminal.</translation>
    </message>
    <message>
        <source>Such as the name of the account.</source>
        <translation>Misalnya nama akunnya.</translation>
    </message>
</context>
<context>
    <name>AddAgentDialog</name>
    <message>
        <source>Add agent</source>
        <translation>Tambah agen</translation>
    </message>
    <message>
        <source>Add an agent</source>
        <translation>Tambah agen</translation>
    </message>
    <message>
        <source>An agent works on files and runs commands by itself, with a program on this computer.</source>
        <translation>Agen mengerjakan berkas dan menjalankan perintah secara mandiri, dengan program di komputer ini.</translation>
    </message>
    <message>
        <source>Any other command</source>
        <translation>Perintah lain</translation>
    </message>
    <message>
        <source>Any program that speaks the Agent Client Protocol (ACP). What it can do is up to it: it may be less than what the agents above can.</source>
        <translation>Program apa pun yang memakai Agent Client Protocol (ACP). Kemampuannya bergantung pada program itu: mungkin kurang dari agen di atas.</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Perintah</translation>
    </message>
    <message>
        <source>Found: %1</source>
        <translation>Ditemukan: %1</translation>
    </message>
    <message>
        <source>It can&apos;t be found out which agents are installed: %1.</source>
        <translation>Agen yang terpasang tidak dapat diketahui: %1.</translation>
    </message>
    <message>
        <source>It is not on this computer yet. It can be added now and installed later.</source>
        <translation>Belum ada di komputer ini. Agen dapat ditambahkan sekarang dan dipasang nanti.</translation>
    </message>
    <message>
        <source>Looking which are installed…</source>
        <translation>Memeriksa yang terpasang…</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nama</translation>
    </message>
    <message>
        <source>The program and what follows it, as you would type them. No shell reads it: quotes group words, nothing else.</source>
        <translation>Program dan kata-kata sesudahnya, seperti saat Anda mengetiknya. Tidak ada shell yang membacanya: tanda kutip hanya mengelompokkan kata.</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>Penampilan</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Warna</translation>
    </message>
    <message>
        <source>Counts from the next start on. Answers follow the language you write in.</source>
        <translation>Berlaku sejak Onesist dibuka lagi. Jawaban mengikuti bahasa tulisan Anda.</translation>
    </message>
    <message>
        <source>Everything grows together, in every window.</source>
        <translation>Semuanya membesar bersama, di setiap jendela.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Bahasa</translation>
    </message>
    <message>
        <source>Like the desktop</source>
        <translation>Ikuti desktop</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Ukuran teks</translation>
    </message>
</context>
<context>
    <name>ArchiveDialog</name>
    <message>
        <source>Archived threads</source>
        <translation>Percakapan yang diarsipkan</translation>
    </message>
    <message>
        <source>Archived threads keep everything. Put back, they stand in the tree again.</source>
        <translation>Percakapan yang diarsipkan menyimpan semuanya. Jika dikembalikan, percakapan itu ada di daftar lagi.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Tutup</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Hapus…</translation>
    </message>
    <message>
        <source>No thread is archived.</source>
        <translation>Tidak ada percakapan yang diarsipkan.</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Kembalikan</translation>
    </message>
    <message>
        <source>Search threads</source>
        <translation>Cari percakapan</translation>
    </message>
</context>
<context>
    <name>AsyncBridge</name>
    <message>
        <source>something in Onesist went wrong</source>
        <translation>ada yang salah di Onesist</translation>
    </message>
</context>
<context>
    <name>AttachmentBlock</name>
    <message>
        <source>Attached: %1</source>
        <translation>Lampiran: %1</translation>
    </message>
    <message>
        <source>Attached: %1, %2</source>
        <translation>Lampiran: %1, %2</translation>
    </message>
    <message>
        <source>no longer there</source>
        <translation>tidak ada lagi</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>%1 is being copied</source>
        <translation>%1 sedang disalin</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Take off %1</source>
        <translation>Lepaskan %1</translation>
    </message>
</context>
<context>
    <name>AttachmentController</name>
    <message>
        <source>Attach files</source>
        <translation>Lampirkan berkas</translation>
    </message>
    <message>
        <source>it can&apos;t be read</source>
        <translation>tidak dapat dibaca</translation>
    </message>
    <message>
        <source>it is a folder; attach the files in it</source>
        <translation>ini folder; lampirkan berkas di dalamnya</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>ini bukan berkas</translation>
    </message>
    <message>
        <source>it is not there any more</source>
        <translation>berkasnya tidak ada lagi</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>terlalu besar</translation>
    </message>
    <message>
        <source>the picture can&apos;t be read</source>
        <translation>gambarnya tidak dapat dibaca</translation>
    </message>
</context>
<context>
    <name>AttachmentRow</name>
    <message>
        <source>Attachments</source>
        <translation>Lampiran</translation>
    </message>
</context>
<context>
    <name>BroughtDialog</name>
    <message>
        <source>Close</source>
        <translation>Tutup</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Salin</translation>
    </message>
    <message>
        <source>Exact text</source>
        <translation>Teks persisnya</translation>
    </message>
    <message>
        <source>It stands in this thread word for word, and whoever answers here is told it.</source>
        <translation>Ini ada di percakapan ini kata demi kata, dan siapa pun yang menjawab di sini diberi tahu.</translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
    </message>
    <message>
        <source>What was brought from “%1”</source>
        <translation>Yang dibawa dari “%1”</translation>
    </message>
</context>
<context>
    <name>CardBlock</name>
    <message>
        <source>Don&apos;t allow, and say this</source>
        <translation>Tolak, dan katakan ini</translation>
    </message>
    <message>
        <source>Don&apos;t allow, and say why…</source>
        <translation>Tolak, dan katakan alasannya…</translation>
    </message>
    <message>
        <source>Don&apos;t approve, and say this</source>
        <translation>Jangan setujui, dan katakan ini</translation>
    </message>
    <message>
        <source>Don&apos;t approve, and say why…</source>
        <translation>Jangan setujui, dan katakan alasannya…</translation>
    </message>
    <message>
        <source>The agent</source>
        <translation>Agen</translation>
    </message>
    <message>
        <source>What should it know, or do instead?</source>
        <translation>Apa yang perlu diketahuinya, atau dilakukannya sebagai ganti?</translation>
    </message>
    <message>
        <source>Write what it should know first.</source>
        <translation>Tulis dulu yang perlu diketahuinya.</translation>
    </message>
</context>
<context>
    <name>CardDetail</name>
    <message>
        <source>Open all</source>
        <translation>Buka semua</translation>
    </message>
    <message>
        <source>What it wants to do</source>
        <translation>Yang ingin dilakukannya</translation>
    </message>
</context>
<context>
    <name>Cards</name>
    <message>
        <source>%1 asks to change files</source>
        <translation>%1 meminta izin mengubah berkas</translation>
    </message>
    <message>
        <source>%1 asks to run a command</source>
        <translation>%1 meminta izin menjalankan perintah</translation>
    </message>
    <message>
        <source>%1 asks to use a tool</source>
        <translation>%1 meminta izin memakai alat</translation>
    </message>
    <message>
        <source>%1 asks you</source>
        <translation>%1 bertanya kepada Anda</translation>
    </message>
    <message>
        <source>%1 asks you to approve its plan</source>
        <translation>%1 meminta persetujuan Anda atas rencananya</translation>
    </message>
    <message>
        <source>%1 in the project folder</source>
        <translation>%1 di folder proyek</translation>
    </message>
    <message>
        <source>%1, outside the project</source>
        <translation>%1, di luar proyek</translation>
    </message>
    <message>
        <source>Approve the plan</source>
        <translation>Setujui rencananya</translation>
    </message>
    <message>
        <source>Don&apos;t answer</source>
        <translation>Jangan jawab</translation>
    </message>
    <message>
        <source>Don&apos;t approve</source>
        <translation>Jangan setujui</translation>
    </message>
    <message>
        <source>Project folder</source>
        <translation>Folder proyek</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Tempat</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Alasan</translation>
    </message>
    <message>
        <source>asked just now</source>
        <translation>baru saja diminta</translation>
    </message>
    <message numerus="yes">
        <source>waiting for %n hour(s)</source>
        <translation>
            <numerusform>menunggu selama %n jam</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>waiting for %n minute(s)</source>
        <translation>
            <numerusform>menunggu selama %n menit</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChangeKeyDialog</name>
    <message>
        <source>Add a key for %1</source>
        <translation>Tambah kunci untuk %1</translation>
    </message>
    <message>
        <source>Change the key of %1</source>
        <translation>Ganti kunci %1</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Kunci</translation>
    </message>
    <message>
        <source>Keys are kept only in the keyring of this computer, never in files or logs.</source>
        <translation>Kunci hanya disimpan di penyimpan kunci komputer ini, tidak pernah di berkas atau log.</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Kunci baru</translation>
    </message>
    <message>
        <source>Paste the key</source>
        <translation>Tempel kuncinya</translation>
    </message>
    <message>
        <source>The new key replaces the old one, which is not shown. Keys are kept only in the keyring of this computer.</source>
        <translation>Kunci baru menggantikan yang lama, yang tidak ditampilkan. Kunci hanya disimpan di penyimpan kunci komputer ini.</translation>
    </message>
</context>
<context>
    <name>ChoiceRow</name>
    <message>
        <source>Added</source>
        <translation>Sudah ditambahkan</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>Terpasang</translation>
    </message>
    <message>
        <source>It answers already; further accounts are added in its settings</source>
        <translation>Sudah dapat menjawab; akun tambahan dibuat di pengaturannya</translation>
    </message>
    <message>
        <source>Not installed</source>
        <translation>Belum terpasang</translation>
    </message>
</context>
<context>
    <name>Cleanup</name>
    <message numerus="yes">
        <source>%1 %n stay.</source>
        <translation>
            <numerusform>%1 %n tetap ada.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 One stays.</source>
        <translation>%1 Satu tetap ada.</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more thread(s)</source>
        <translation>
            <numerusform>%1 dan %n percakapan lain</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 changed and %n new file(s)</source>
        <translation>
            <numerusform>%1 berkas berubah dan %n berkas baru</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is working here</source>
        <translation>%1 sedang bekerja di sini</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 dari %2</translation>
    </message>
    <message>
        <source>%1 waits for you</source>
        <translation>%1 menunggu Anda</translation>
    </message>
    <message>
        <source>%1 works here</source>
        <translation>%1 bekerja di sini</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>number and size of own copies</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1, branch %2, in %3</source>
        <translation>%1, branch %2, di %3</translation>
    </message>
    <message>
        <source>%1, process %2</source>
        <translation>%1, proses program %2</translation>
    </message>
    <message>
        <source>%1, process %2, started by Onesist</source>
        <translation>%1, proses program %2, dimulai oleh Onesist</translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n berubah</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed file(s)</source>
        <translation>
            <numerusform>%n berkas berubah</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s)</source>
        <translation>
            <numerusform>%n commit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s) on no branch</source>
        <translation>
            <numerusform>%n commit tanpa branch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s) on no branch: a branch is made first</source>
        <translation>
            <numerusform>%n commit tanpa branch: branch dibuat dulu</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s) only here</source>
        <translation>
            <numerusform>%n commit hanya di sini</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s) that no branch has any more, below a hidden name</source>
        <translation>
            <numerusform>%n commit yang tidak lagi ada di branch mana pun, dengan nama tersembunyi</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s) that no branch has any more: kept below a hidden name.</source>
        <translation>
            <numerusform>%n commit yang tidak lagi ada di branch mana pun: disimpan dengan nama tersembunyi.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deleted</source>
        <translation>
            <numerusform>%n dihapus</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) saved nowhere else</source>
        <translation>
            <numerusform>%n berkas tidak tersimpan di tempat lain</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) released, %1 freed.</source>
        <translation>
            <numerusform>%n folder dilepaskan, %1 dibebaskan.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ignored</source>
        <translation>
            <numerusform>%n diabaikan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ignored file(s)</source>
        <translation>
            <numerusform>%n berkas diabaikan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ignored file(s) copied to %1</source>
        <translation>
            <numerusform>%n berkas yang diabaikan disalin ke %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ignored file(s) kept</source>
        <translation>
            <numerusform>%n berkas yang diabaikan disimpan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ignored file(s), copied to “%1” in your project</source>
        <translation>
            <numerusform>%n berkas yang diabaikan, disalin ke “%1” di proyek Anda</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n baru</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new file(s)</source>
        <translation>
            <numerusform>%n berkas baru</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n own copies</source>
        <translation>
            <numerusform>%n salinan sendiri</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n own copies removed, %1 freed.</source>
        <translation>
            <numerusform>%n salinan sendiri dihapus, %1 dibebaskan.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n processes</source>
        <translation>
            <numerusform>%n proses program</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stashed</source>
        <translation>
            <numerusform>%n di stash</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n submodule(s) with own work</source>
        <translation>
            <numerusform>%n submodul dengan pekerjaan sendiri</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n submodule(s) with work</source>
        <translation>
            <numerusform>%n submodul berisi pekerjaan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unfinished merge(s) or rebase(s)</source>
        <translation>
            <numerusform>%n merge atau rebase belum selesai</numerusform>
        </translation>
    </message>
    <message>
        <source>(a copy is kept)</source>
        <translation>(salinannya disimpan)</translation>
    </message>
    <message>
        <source>(copies are kept)</source>
        <translation>(salinannya disimpan)</translation>
    </message>
    <message>
        <source>1 own copy</source>
        <translation>1 salinan sendiri</translation>
    </message>
    <message>
        <source>1 own copy removed, %1 freed.</source>
        <translation>1 salinan sendiri dihapus, %1 dibebaskan.</translation>
    </message>
    <message>
        <source>1 process</source>
        <translation>1 proses program</translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;%n selected&lt;/b&gt;</source>
        <translation>
            <numerusform>&lt;b&gt;%n dipilih&lt;/b&gt;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;%n selected&lt;/b&gt;, frees %1</source>
        <translation>
            <numerusform>&lt;b&gt;%n dipilih&lt;/b&gt;, membebaskan %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;%n selected&lt;/b&gt;, frees at least %1</source>
        <translation>
            <numerusform>&lt;b&gt;%n dipilih&lt;/b&gt;, membebaskan paling sedikit %1</numerusform>
        </translation>
    </message>
    <message>
        <source>? changed</source>
        <translation>? berubah</translation>
    </message>
    <message>
        <source>? changed files</source>
        <translation>? berkas berubah</translation>
    </message>
    <message>
        <source>? commits</source>
        <translation>? commit</translation>
    </message>
    <message>
        <source>? commits only here</source>
        <translation>? commit hanya di sini</translation>
    </message>
    <message>
        <source>? ignored</source>
        <translation>? diabaikan</translation>
    </message>
    <message>
        <source>? ignored files</source>
        <translation>? berkas diabaikan</translation>
    </message>
    <message>
        <source>? new</source>
        <translation>? baru</translation>
    </message>
    <message>
        <source>? new files</source>
        <translation>? berkas baru</translation>
    </message>
    <message>
        <source>? submodules with own work</source>
        <translation>? submodul dengan pekerjaan sendiri</translation>
    </message>
    <message>
        <source>? submodules with work</source>
        <translation>? submodul berisi pekerjaan</translation>
    </message>
    <message>
        <source>? unfinished merges or rebases</source>
        <translation>? merge atau rebase belum selesai</translation>
    </message>
    <message>
        <source>A removal was interrupted. What is left is listed; remove it again to finish.</source>
        <translation>Penghapusan terputus. Yang tersisa ada dalam daftar; hapus lagi untuk menyelesaikannya.</translation>
    </message>
    <message numerus="yes">
        <source>All %n branches, with every commit on them</source>
        <translation>
            <numerusform>Semua %n branch, dengan setiap commit di dalamnya</numerusform>
        </translation>
    </message>
    <message>
        <source>Being counted again…</source>
        <translation>Sedang dihitung ulang…</translation>
    </message>
    <message>
        <source>Being counted…</source>
        <translation>Sedang dihitung…</translation>
    </message>
    <message>
        <source>Can&apos;t be ticked</source>
        <translation>Tidak dapat dicentang</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Berubah</translation>
    </message>
    <message>
        <source>Clean up own copies</source>
        <translation>Bersihkan salinan sendiri</translation>
    </message>
    <message>
        <source>Clean up own copies…</source>
        <translation>Bersihkan salinan sendiri…</translation>
    </message>
    <message>
        <source>Commits only here</source>
        <translation>Commit hanya di sini</translation>
    </message>
    <message>
        <source>Commits that no branch has could not be counted.</source>
        <translation>Commit yang tidak ada di branch mana pun tidak dapat dihitung.</translation>
    </message>
    <message>
        <source>Copying ignored files…</source>
        <translation>Menyalin yang diabaikan…</translation>
    </message>
    <message numerus="yes">
        <source>Counted again just now, at %1. %n of them hold nothing that would be lost.</source>
        <translation>
            <numerusform>Baru saja dihitung ulang, pukul %1. Pada %n di antaranya tidak ada yang akan hilang.</numerusform>
        </translation>
    </message>
    <message>
        <source>Counting again…</source>
        <translation>Menghitung ulang…</translation>
    </message>
    <message>
        <source>Folder is gone</source>
        <translation>Folder tidak ada lagi</translation>
    </message>
    <message>
        <source>Forget it</source>
        <translation>Lupakan</translation>
    </message>
    <message>
        <source>Git is not installed, or can&apos;t be started.</source>
        <translation>Git belum terpasang, atau tidak dapat dijalankan.</translation>
    </message>
    <message>
        <source>Git refused</source>
        <translation>Git menolak</translation>
    </message>
    <message>
        <source>Git refused, and nothing was changed: %1</source>
        <translation>Git menolak, dan tidak ada yang diubah: %1</translation>
    </message>
    <message>
        <source>Go to its question</source>
        <translation>Buka pertanyaannya</translation>
    </message>
    <message>
        <source>Go to its thread</source>
        <translation>Buka percakapannya</translation>
    </message>
    <message>
        <source>Go to “%1”</source>
        <translation>Buka “%1”</translation>
    </message>
    <message>
        <source>Holds %1</source>
        <translation>Berisi %1</translation>
    </message>
    <message>
        <source>Holds %1. It can&apos;t be finished once the folder is gone.</source>
        <translation>Berisi %1. Ini tidak dapat diselesaikan setelah foldernya tidak ada lagi.</translation>
    </message>
    <message>
        <source>Ignored</source>
        <translation>Diabaikan</translation>
    </message>
    <message>
        <source>It changed meanwhile</source>
        <translation>Sementara itu berubah</translation>
    </message>
    <message>
        <source>It could not be counted</source>
        <translation>Tidak dapat dihitung</translation>
    </message>
    <message numerus="yes">
        <source>It is on no branch. A branch is made first for its %n commit(s).</source>
        <translation>
            <numerusform>Tidak berada di branch mana pun. Branch dibuat dulu untuk %n commit di dalamnya.</numerusform>
        </translation>
    </message>
    <message>
        <source>It is on no branch. A branch is made for its commits first.</source>
        <translation>Tidak berada di branch mana pun. Branch dibuat dulu untuk semua commit-nya.</translation>
    </message>
    <message>
        <source>It was cut off while its folder was removed. It stays in the list, where it can be removed again. %1</source>
        <translation>Terputus saat foldernya dihapus. Tetap ada di daftar, dan dapat dihapus lagi dari sana. %1</translation>
    </message>
    <message>
        <source>It was gone already</source>
        <translation>Sudah tidak ada sebelumnya</translation>
    </message>
    <message>
        <source>Its branch is gone, so that it can&apos;t be made again: %1.</source>
        <translation>Branch-nya tidak ada lagi, jadi tidak dapat dibuat lagi: %1.</translation>
    </message>
    <message>
        <source>Its branch is in use in another folder: %1.</source>
        <translation>Branch-nya dipakai di folder lain: %1.</translation>
    </message>
    <message>
        <source>Its folder is there again. Count again to see what it holds.</source>
        <translation>Foldernya ada lagi. Hitung ulang untuk melihat isinya.</translation>
    </message>
    <message>
        <source>Its ignored files could not be copied, so nothing was removed. %1</source>
        <translation>Berkas yang diabaikan tidak dapat disalin, jadi tidak ada yang dihapus. %1</translation>
    </message>
    <message>
        <source>Its set-up runs</source>
        <translation>Persiapannya berjalan</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Terakhir dipakai</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Terkunci</translation>
    </message>
    <message>
        <source>Locked: “%1”</source>
        <translation>Terkunci: “%1”</translation>
    </message>
    <message numerus="yes">
        <source>Lost for good: %n file(s) saved nowhere else</source>
        <translation>
            <numerusform>Hilang selamanya: %n berkas yang tidak tersimpan di tempat lain</numerusform>
        </translation>
    </message>
    <message>
        <source>Make it again</source>
        <translation>Buat lagi</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Baru</translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
    </message>
    <message>
        <source>No thread works here</source>
        <translation>Tidak ada percakapan di sini</translation>
    </message>
    <message>
        <source>Not all could be counted</source>
        <translation>Tidak semua dapat dihitung</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>Belum dimulai</translation>
    </message>
    <message>
        <source>Not finished</source>
        <translation>Belum selesai</translation>
    </message>
    <message>
        <source>Not kept, because these are links to other places or no files: %1</source>
        <translation>Tidak disimpan, karena tautan ke tempat lain atau bukan berkas: %1</translation>
    </message>
    <message>
        <source>Not removed</source>
        <translation>Tidak dihapus</translation>
    </message>
    <message>
        <source>Nothing was changed: %1.</source>
        <translation>Tidak ada yang diubah: %1.</translation>
    </message>
    <message>
        <source>Nothing was removed.</source>
        <translation>Tidak ada yang dihapus.</translation>
    </message>
    <message>
        <source>Nothing was removed. Look at its new numbers and decide again.</source>
        <translation>Tidak ada yang dihapus. Lihat jumlahnya yang baru, lalu putuskan lagi.</translation>
    </message>
    <message>
        <source>Nothing was removed. The list says what it is.</source>
        <translation>Tidak ada yang dihapus. Sebabnya ada di daftar.</translation>
    </message>
    <message>
        <source>Nothing would be lost</source>
        <translation>Tidak ada yang akan hilang</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Buka folder</translation>
    </message>
    <message>
        <source>Own copies</source>
        <translation>Salinan sendiri</translation>
    </message>
    <message>
        <source>Own copies: %1, %2. Open the clean-up.</source>
        <translation>Salinan sendiri: %1, %2. Buka pembersihan.</translation>
    </message>
    <message>
        <source>Own copies: %1. Open the clean-up.</source>
        <translation>Salinan sendiri: %1. Buka pembersihan.</translation>
    </message>
    <message>
        <source>Own copy and thread</source>
        <translation>Salinan sendiri dan percakapan</translation>
    </message>
    <message>
        <source>Own copy of %1, branch %2</source>
        <translation>Salinan sendiri %1, branch %2</translation>
    </message>
    <message>
        <source>Programs work here</source>
        <translation>Ada program bekerja di sini</translation>
    </message>
    <message numerus="yes">
        <source>Release and lose %n file(s)</source>
        <translation>
            <numerusform>Lepaskan, %n berkas hilang</numerusform>
        </translation>
    </message>
    <message>
        <source>Release this own copy</source>
        <translation>Lepaskan salinan sendiri ini</translation>
    </message>
    <message>
        <source>Release this own copy?</source>
        <translation>Lepaskan salinan sendiri ini?</translation>
    </message>
    <message>
        <source>Release: remove the folder, keep branch and threads</source>
        <translation>Lepaskan: hapus folder, simpan branch dan percakapan</translation>
    </message>
    <message>
        <source>Release: remove the folder, keep branch and threads…</source>
        <translation>Lepaskan: hapus folder, simpan branch dan percakapan…</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>Dilepaskan</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>Hapus %1?</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n own copies</source>
        <translation>
            <numerusform>Hapus %n salinan sendiri</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove and lose %n file(s)</source>
        <translation>
            <numerusform>Hapus, %n berkas hilang</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove this own copy</source>
        <translation>Hapus salinan sendiri ini</translation>
    </message>
    <message>
        <source>Remove this own copy?</source>
        <translation>Hapus salinan sendiri ini?</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Dihapus</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Hapus…</translation>
    </message>
    <message>
        <source>Removing</source>
        <translation>Menghapus</translation>
    </message>
    <message>
        <source>Removing own copies, %1 of %2. Open the clean-up.</source>
        <translation>Menghapus salinan sendiri, %1 dari %2. Buka pembersihan.</translation>
    </message>
    <message>
        <source>Removing…</source>
        <translation>Menghapus…</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Tampilkan</translation>
    </message>
    <message>
        <source>Show its processes</source>
        <translation>Tampilkan proses programnya</translation>
    </message>
    <message>
        <source>Show what it holds</source>
        <translation>Tampilkan isinya</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Ukuran</translation>
    </message>
    <message>
        <source>Somebody</source>
        <translation>Ada yang</translation>
    </message>
    <message>
        <source>Something else uses it</source>
        <translation>Dipakai oleh yang lain</translation>
    </message>
    <message>
        <source>Something works in it</source>
        <translation>Sedang dipakai</translation>
    </message>
    <message>
        <source>The folder can&apos;t be written: %1.</source>
        <translation>Folder tidak dapat ditulisi: %1.</translation>
    </message>
    <message>
        <source>The folder is as it was.</source>
        <translation>Folder tetap seperti semula.</translation>
    </message>
    <message>
        <source>The folder is as it was. Git says: %1</source>
        <translation>Folder tetap seperti semula. Kata Git: %1</translation>
    </message>
    <message>
        <source>They keep %1 %2 from being removed.</source>
        <translation>Karena semua ini, %1 %2 tidak dapat dihapus.</translation>
    </message>
    <message>
        <source>Ticked</source>
        <translation>Dicentang</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Coba lagi</translation>
    </message>
    <message>
        <source>Unlock…</source>
        <translation>Buka kunci…</translation>
    </message>
    <message>
        <source>Waits for its turn</source>
        <translation>Menunggu giliran</translation>
    </message>
    <message>
        <source>What removing means</source>
        <translation>Akibat penghapusan</translation>
    </message>
    <message>
        <source>What this own copy holds</source>
        <translation>Isi salinan sendiri ini</translation>
    </message>
    <message>
        <source>What works in this own copy</source>
        <translation>Yang bekerja di salinan sendiri ini</translation>
    </message>
    <message>
        <source>You stopped before it. It is as it was.</source>
        <translation>Anda berhenti sebelum giliran ini. Tetap seperti semula.</translation>
    </message>
    <message>
        <source>a branch is made first</source>
        <translation>branch dibuat dulu</translation>
    </message>
    <message numerus="yes">
        <source>a repository, %n file(s)</source>
        <translation>
            <numerusform>repositori, %n berkas</numerusform>
        </translation>
    </message>
    <message>
        <source>an unfinished bisect</source>
        <translation>bisect yang belum selesai</translation>
    </message>
    <message>
        <source>an unfinished cherry-pick</source>
        <translation>cherry-pick yang belum selesai</translation>
    </message>
    <message>
        <source>an unfinished merge</source>
        <translation>merge yang belum selesai</translation>
    </message>
    <message>
        <source>an unfinished operation</source>
        <translation>operasi yang belum selesai</translation>
    </message>
    <message>
        <source>an unfinished rebase</source>
        <translation>rebase yang belum selesai</translation>
    </message>
    <message>
        <source>an unfinished revert</source>
        <translation>revert yang belum selesai</translation>
    </message>
    <message numerus="yes">
        <source>and %n more that lose something</source>
        <translation>
            <numerusform>dan %n lagi yang kehilangan sesuatu</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more…</source>
        <translation>
            <numerusform>dan %n lagi…</numerusform>
        </translation>
    </message>
    <message>
        <source>and an unknown number more</source>
        <translation>dan entah berapa lagi</translation>
    </message>
    <message>
        <source>can&apos;t be read</source>
        <translation>tidak dapat dibaca</translation>
    </message>
    <message>
        <source>changed files unknown</source>
        <translation>berkas berubah tidak diketahui</translation>
    </message>
    <message>
        <source>ignored files unknown</source>
        <translation>berkas diabaikan tidak diketahui</translation>
    </message>
    <message>
        <source>last used %1</source>
        <translation>terakhir dipakai %1</translation>
    </message>
    <message>
        <source>listed below</source>
        <translation>tercantum di bawah</translation>
    </message>
    <message>
        <source>new files unknown</source>
        <translation>berkas baru tidak diketahui</translation>
    </message>
    <message>
        <source>no branch</source>
        <translation>tanpa branch</translation>
    </message>
    <message>
        <source>no branch, at %1</source>
        <translation>tanpa branch, di %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>baru saja</translation>
    </message>
    <message>
        <source>patches that are being applied</source>
        <translation>patch yang sedang diterapkan</translation>
    </message>
    <message>
        <source>stay on the branch</source>
        <translation>tetap di branch</translation>
    </message>
    <message>
        <source>stays on the branch</source>
        <translation>tetap di branch</translation>
    </message>
    <message>
        <source>today %1</source>
        <translation>hari ini %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>kemarin</translation>
    </message>
</context>
<context>
    <name>CleanupController</name>
    <message>
        <source>Cancel</source>
        <translation>Batal</translation>
    </message>
    <message>
        <source>Forget it</source>
        <translation>Lupakan</translation>
    </message>
    <message>
        <source>Forget this own copy?</source>
        <translation>Lupakan salinan sendiri ini?</translation>
    </message>
    <message>
        <source>Its folder is not there any more, and with it what was never committed. It is taken from the list. The branch %1 stays with every commit; its threads go back to the project folder, with a note.</source>
        <translation>Foldernya sudah tidak ada, begitu juga yang belum di-commit. Salinan ini dikeluarkan dari daftar. Branch %1 tetap ada dengan semua commit; percakapannya kembali ke folder proyek, dengan catatan.</translation>
    </message>
    <message>
        <source>Leave it locked</source>
        <translation>Biarkan terkunci</translation>
    </message>
    <message>
        <source>Somebody locked it, so that it isn&apos;t removed. The reason they gave: “%1”.</source>
        <translation>Seseorang menguncinya agar tidak dihapus. Alasannya: “%1”.</translation>
    </message>
    <message>
        <source>Somebody locked it, so that it isn&apos;t removed. They gave no reason.</source>
        <translation>Seseorang menguncinya agar tidak dihapus. Alasannya tidak disebutkan.</translation>
    </message>
    <message>
        <source>The folder can&apos;t be opened in the file manager: %1.</source>
        <translation>Folder tidak dapat dibuka di pengelola berkas: %1.</translation>
    </message>
    <message>
        <source>These did not end: %1.</source>
        <translation>Yang belum berakhir: %1.</translation>
    </message>
    <message>
        <source>Unlock it</source>
        <translation>Buka kunci</translation>
    </message>
    <message>
        <source>Unlock this own copy?</source>
        <translation>Buka kunci salinan sendiri ini?</translation>
    </message>
</context>
<context>
    <name>CleanupDialog</name>
    <message>
        <source>(worktree)</source>
        <translation>(worktree)</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>Semua %1</translation>
    </message>
    <message>
        <source>An own copy is a folder where a thread works apart from your project %1. Nothing is removed until you say so.</source>
        <translation>Salinan sendiri adalah folder tempat percakapan bekerja terpisah dari proyek Anda %1. Tidak ada yang dihapus sebelum Anda memintanya.</translation>
    </message>
    <message>
        <source>Blocked %1</source>
        <translation>Terhalang %1</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Menurut nama</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Tutup</translation>
    </message>
    <message>
        <source>Close while own copies are being removed?</source>
        <translation>Tutup selagi salinan sendiri dihapus?</translation>
    </message>
    <message>
        <source>Close, and let it go on</source>
        <translation>Tutup, dan biarkan berlanjut</translation>
    </message>
    <message>
        <source>Count again (F5)</source>
        <translation>Hitung ulang (F5)</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Saring</translation>
    </message>
    <message>
        <source>Holds work %1</source>
        <translation>Berisi pekerjaan %1</translation>
    </message>
    <message>
        <source>It stops after this one.</source>
        <translation>Berhenti setelah yang ini.</translation>
    </message>
    <message>
        <source>Largest first</source>
        <translation>Terbesar dulu</translation>
    </message>
    <message>
        <source>Longest unused first</source>
        <translation>Terlama tak dipakai</translation>
    </message>
    <message>
        <source>Looking for own copies…</source>
        <translation>Mencari salinan sendiri…</translation>
    </message>
    <message>
        <source>No own copies</source>
        <translation>Tidak ada salinan sendiri</translation>
    </message>
    <message>
        <source>No own copy fits this filter.</source>
        <translation>Tidak ada salinan yang cocok dengan saringan ini.</translation>
    </message>
    <message>
        <source>None of them</source>
        <translation>Tidak ada</translation>
    </message>
    <message>
        <source>Nothing to lose %1</source>
        <translation>Tidak ada yang hilang %1</translation>
    </message>
    <message>
        <source>Nothing to lose first</source>
        <translation>Aman dihapus dulu</translation>
    </message>
    <message>
        <source>Order of the list</source>
        <translation>Urutan daftar</translation>
    </message>
    <message>
        <source>Own copies are being removed.</source>
        <translation>Salinan sendiri sedang dihapus.</translation>
    </message>
    <message>
        <source>Remove %1…</source>
        <translation>Hapus %1…</translation>
    </message>
    <message>
        <source>Remove 1 own copy…</source>
        <translation>Hapus 1 salinan sendiri…</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Hapus…</translation>
    </message>
    <message>
        <source>Removing %1 of %2</source>
        <translation>Menghapus %1 dari %2</translation>
    </message>
    <message>
        <source>Removing 1 own copy</source>
        <translation>Menghapus 1 salinan sendiri</translation>
    </message>
    <message>
        <source>Removing goes on. The line at the foot of the sidebar shows how far it is, and opens this again.</source>
        <translation>Penghapusan berlanjut. Baris di kaki bilah sisi menunjukkan kemajuannya, dan membuka ini lagi.</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Tampilkan semua</translation>
    </message>
    <message>
        <source>Stay here</source>
        <translation>Tetap di sini</translation>
    </message>
    <message>
        <source>Stop after this one</source>
        <translation>Berhenti setelah yang ini</translation>
    </message>
    <message>
        <source>That could not be done</source>
        <translation>Itu tidak dapat dilakukan</translation>
    </message>
    <message>
        <source>Tick at least one first.</source>
        <translation>Centang setidaknya satu dulu.</translation>
    </message>
    <message>
        <source>When a thread works in an own copy of a repository, the folder is listed here, with what it holds.</source>
        <translation>Jika percakapan bekerja di salinan sendiri dari suatu repositori, foldernya tercantum di sini beserta isinya.</translation>
    </message>
    <message>
        <source>Which own copies to list</source>
        <translation>Salinan sendiri yang ditampilkan</translation>
    </message>
    <message>
        <source>You can close this: it goes on.</source>
        <translation>Ini dapat ditutup: penghapusan berlanjut.</translation>
    </message>
</context>
<context>
    <name>CleanupList</name>
    <message>
        <source>Own copies</source>
        <translation>Salinan sendiri</translation>
    </message>
    <message>
        <source>Space ticks, Enter shows names, Delete removes, the menu key shows all that can be done</source>
        <translation>Spasi mencentang, Enter menampilkan nama, Delete menghapus, tombol menu menampilkan semua yang dapat dilakukan</translation>
    </message>
</context>
<context>
    <name>ClosingQuestion</name>
    <message numerus="yes">
        <source>%n answer(s) still being written</source>
        <translation>
            <numerusform>%n jawaban masih ditulis</numerusform>
        </translation>
    </message>
    <message>
        <source>Closing stops them. What was written so far is kept, and your messages can be sent again.</source>
        <translation>Menutup akan menghentikannya. Yang sudah ditulis tetap disimpan, dan pesan Anda dapat dikirim lagi.</translation>
    </message>
    <message>
        <source>Keep working</source>
        <translation>Lanjutkan bekerja</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Hentikan dan tutup</translation>
    </message>
</context>
<context>
    <name>CodeBlock</name>
    <message>
        <source>Code %1</source>
        <translation>Kode %1</translation>
    </message>
</context>
<context>
    <name>CommandField</name>
    <message>
        <source>Copied</source>
        <translation>Disalin</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Salin</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Sunting</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Berkas</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>Ba&amp;ntuan</translation>
    </message>
    <message>
        <source>&amp;Message</source>
        <translation>P&amp;esan</translation>
    </message>
    <message>
        <source>&amp;Thread</source>
        <translation>&amp;Percakapan</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Tampilan</translation>
    </message>
    <message>
        <source>About this answer</source>
        <translation>Tentang jawaban ini</translation>
    </message>
    <message>
        <source>Add a model by key…</source>
        <translation>Tambah model dengan kunci…</translation>
    </message>
    <message>
        <source>Add an agent…</source>
        <translation>Tambah agen…</translation>
    </message>
    <message>
        <source>Archive thread</source>
        <translation>Arsipkan percakapan</translation>
    </message>
    <message>
        <source>Archived threads…</source>
        <translation>Percakapan yang diarsipkan…</translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>Lampirkan berkas…</translation>
    </message>
    <message>
        <source>Bring back what was set aside</source>
        <translation>Kembalikan yang disisihkan</translation>
    </message>
    <message>
        <source>Clean up own copies…</source>
        <translation>Bersihkan salinan sendiri…</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>Palet perintah…</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Obrolan</translation>
    </message>
    <message>
        <source>Copy message as Markdown</source>
        <translation>Salin pesan sebagai Markdown</translation>
    </message>
    <message>
        <source>Copy message as text</source>
        <translation>Salin pesan sebagai teks</translation>
    </message>
    <message>
        <source>Copy selection</source>
        <translation>Salin pilihan</translation>
    </message>
    <message>
        <source>Copy selection as Markdown</source>
        <translation>Salin pilihan sebagai Markdown</translation>
    </message>
    <message>
        <source>Copy the path of the folder</source>
        <translation>Salin jalur folder</translation>
    </message>
    <message>
        <source>Delete thread…</source>
        <translation>Hapus percakapan…</translation>
    </message>
    <message>
        <source>Filter threads…</source>
        <translation>Saring percakapan…</translation>
    </message>
    <message>
        <source>Find in this thread…</source>
        <translation>Cari dalam percakapan ini…</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Cari berikutnya</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Cari sebelumnya</translation>
    </message>
    <message>
        <source>Fork here…</source>
        <translation>Cabangkan di sini…</translation>
    </message>
    <message>
        <source>Go to thread…</source>
        <translation>Buka percakapan…</translation>
    </message>
    <message>
        <source>How much it thinks…</source>
        <translation>Tingkat berpikir…</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Panel rincian</translation>
    </message>
    <message>
        <source>Keyboard and help</source>
        <translation>Papan ketik dan bantuan</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Perbesar teks</translation>
    </message>
    <message>
        <source>Last message</source>
        <translation>Pesan terakhir</translation>
    </message>
    <message>
        <source>Map of all threads</source>
        <translation>Peta semua percakapan</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menu</translation>
    </message>
    <message>
        <source>Merge back…</source>
        <translation>Gabungkan kembali…</translation>
    </message>
    <message>
        <source>Model…</source>
        <translation>Model…</translation>
    </message>
    <message>
        <source>Move to the project folder</source>
        <translation>Pindah ke folder proyek</translation>
    </message>
    <message>
        <source>My next message</source>
        <translation>Pesan saya berikutnya</translation>
    </message>
    <message>
        <source>My previous message</source>
        <translation>Pesan saya sebelumnya</translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
    </message>
    <message>
        <source>New thread in an own copy…</source>
        <translation>Percakapan baru di salinan sendiri…</translation>
    </message>
    <message>
        <source>Next failure</source>
        <translation>Kegagalan berikutnya</translation>
    </message>
    <message>
        <source>Next region</source>
        <translation>Bagian berikutnya</translation>
    </message>
    <message>
        <source>Next thread</source>
        <translation>Percakapan berikutnya</translation>
    </message>
    <message>
        <source>Next thread that needs you</source>
        <translation>Percakapan berikutnya yang perlu Anda</translation>
    </message>
    <message>
        <source>Open in an editor or terminal…</source>
        <translation>Buka di editor atau terminal…</translation>
    </message>
    <message>
        <source>Open project…</source>
        <translation>Buka proyek…</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Buka folder</translation>
    </message>
    <message>
        <source>Pin or unpin thread</source>
        <translation>Sematkan atau lepas sematan percakapan</translation>
    </message>
    <message>
        <source>Preview of the handover</source>
        <translation>Pratinjau serah terima</translation>
    </message>
    <message>
        <source>Previous failure</source>
        <translation>Kegagalan sebelumnya</translation>
    </message>
    <message>
        <source>Previous region</source>
        <translation>Bagian sebelumnya</translation>
    </message>
    <message>
        <source>Previous thread</source>
        <translation>Percakapan sebelumnya</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Keluar</translation>
    </message>
    <message>
        <source>Release this copy…</source>
        <translation>Lepaskan salinan ini…</translation>
    </message>
    <message>
        <source>Rename thread…</source>
        <translation>Ganti nama percakapan…</translation>
    </message>
    <message>
        <source>Rewind to here…</source>
        <translation>Mundur ke sini…</translation>
    </message>
    <message>
        <source>Search threads</source>
        <translation>Cari percakapan</translation>
    </message>
    <message>
        <source>Select the whole thread</source>
        <translation>Pilih seluruh percakapan</translation>
    </message>
    <message>
        <source>Send now instead of queueing</source>
        <translation>Kirim sekarang, tanpa antre</translation>
    </message>
    <message>
        <source>Send the last message again</source>
        <translation>Kirim lagi pesan terakhir</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Pengaturan…</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>Bilah sisi</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Perkecil teks</translation>
    </message>
    <message>
        <source>Start clean next time</source>
        <translation>Mulai bersih lain kali</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Hentikan</translation>
    </message>
    <message>
        <source>To the message</source>
        <translation>Ke kolom pesan</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>Ukuran teks biasa</translation>
    </message>
    <message>
        <source>What it may do…</source>
        <translation>Yang boleh dilakukan…</translation>
    </message>
    <message>
        <source>What it was told</source>
        <translation>Yang disampaikan</translation>
    </message>
    <message>
        <source>Who answers…</source>
        <translation>Yang menjawab…</translation>
    </message>
    <message>
        <source>Who can answer…</source>
        <translation>Siapa yang dapat menjawab…</translation>
    </message>
    <message>
        <source>Work in an own copy…</source>
        <translation>Bekerja di salinan sendiri…</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Ask for something, or describe what is wrong</source>
        <translation>Minta sesuatu, atau jelaskan apa yang salah</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter makes a new line</source>
        <translation>Enter mengirim, Shift+Enter membuat baris baru</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Pesan</translation>
    </message>
    <message>
        <source>Nobody can answer yet: add a model or install an agent</source>
        <translation>Belum ada yang dapat menjawab: tambahkan model atau pasang agen</translation>
    </message>
    <message>
        <source>Not sent: %1. Your text is still here.</source>
        <translation>Tidak terkirim: %1. Teks Anda masih di sini.</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Antrekan</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Kirim</translation>
    </message>
    <message>
        <source>Shift+Enter sends, Enter makes a new line</source>
        <translation>Shift+Enter mengirim, Enter membuat baris baru</translation>
    </message>
    <message>
        <source>There is nothing to send yet</source>
        <translation>Belum ada yang dapat dikirim</translation>
    </message>
    <message>
        <source>Waits for files that are being copied</source>
        <translation>Menunggu berkas yang sedang disalin</translation>
    </message>
    <message>
        <source>Waits until the answer is finished; Ctrl+Shift+Enter stops it and sends now</source>
        <translation>Menunggu sampai jawaban selesai; Ctrl+Shift+Enter menghentikannya dan mengirim sekarang</translation>
    </message>
    <message>
        <source>Who answered here was removed: choose who answers now</source>
        <translation>Yang menjawab di sini sudah dihapus: pilih yang menjawab sekarang</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>Tulis pesan</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Pesan Anda</translation>
    </message>
</context>
<context>
    <name>ComposerAttachments</name>
    <message numerus="yes">
        <source>A message takes %n attachment(s) at most; the others were left out.</source>
        <translation>
            <numerusform>Satu pesan memuat paling banyak %n lampiran; yang lain tidak disertakan.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Teks tempelan</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Gambar</translation>
    </message>
    <message>
        <source>“%1” was left out: the pictures of a message may have %2 together.</source>
        <translation>“%1” tidak disertakan: gambar dalam satu pesan bersama-sama paling besar %2.</translation>
    </message>
    <message>
        <source>“%1” was not attached: %2.</source>
        <translation>“%1” tidak dilampirkan: %2.</translation>
    </message>
    <message>
        <source>“%1” was not attached: %2. Its text was put here instead.</source>
        <translation>“%1” tidak dilampirkan: %2. Teksnya ditaruh di sini saja.</translation>
    </message>
</context>
<context>
    <name>ComposerPickers</name>
    <message>
        <source>%1 can&apos;t keep to this, nor to anything stricter</source>
        <translation>%1 tidak dapat mematuhi ini, juga tidak yang lebih ketat</translation>
    </message>
    <message>
        <source>%1 can&apos;t keep to this: becomes %2</source>
        <translation>%1 tidak dapat mematuhi ini: menjadi %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Add who answers…</source>
        <translation>Tambah yang menjawab…</translation>
    </message>
    <message>
        <source>Agents, keep their own memory</source>
        <translation>Agen, punya ingatan sendiri</translation>
    </message>
    <message>
        <source>Choose who answers</source>
        <translation>Pilih yang menjawab</translation>
    </message>
    <message>
        <source>How much it thinks</source>
        <translation>Tingkat berpikir</translation>
    </message>
    <message>
        <source>Its own choice</source>
        <translation>Pilihannya sendiri</translation>
    </message>
    <message>
        <source>Listing models…</source>
        <translation>Mendaftar model…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>Models can&apos;t be listed. Ask again</source>
        <translation>Model tidak dapat didaftar. Tanya lagi</translation>
    </message>
    <message>
        <source>Models, get the history each time</source>
        <translation>Model, menerima riwayat setiap kali</translation>
    </message>
    <message>
        <source>Nobody yet</source>
        <translation>Belum ada</translation>
    </message>
    <message>
        <source>Other model…</source>
        <translation>Model lain…</translation>
    </message>
    <message>
        <source>Refresh the list</source>
        <translation>Segarkan daftar</translation>
    </message>
    <message>
        <source>Use “%1”</source>
        <translation>Pakai “%1”</translation>
    </message>
    <message>
        <source>Usual thinking</source>
        <translation>Berpikir seperti biasa</translation>
    </message>
    <message>
        <source>What it may do</source>
        <translation>Yang boleh dilakukan</translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation>Yang menjawab</translation>
    </message>
    <message>
        <source>as it is written</source>
        <translation>persis seperti yang ditulis</translation>
    </message>
    <message>
        <source>asks nothing; best in an own copy</source>
        <translation>tidak bertanya; sebaiknya di salinan sendiri</translation>
    </message>
    <message>
        <source>before each change and command</source>
        <translation>sebelum setiap perubahan dan perintah</translation>
    </message>
    <message>
        <source>changes files by itself, asks before commands</source>
        <translation>langsung mengubah berkas, bertanya sebelum perintah</translation>
    </message>
    <message numerus="yes">
        <source>has not seen %n message(s); %1 fit</source>
        <translation>
            <numerusform>belum melihat %n pesan; %1 muat</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>has not seen %n message(s); gets all %n</source>
        <translation>
            <numerusform>belum melihat %n pesan; menerima semuanya</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>has not seen %n message(s); nothing fits</source>
        <translation>
            <numerusform>belum melihat %n pesan; tidak ada yang muat</numerusform>
        </translation>
    </message>
    <message>
        <source>has not seen 1 message; gets it</source>
        <translation>belum melihat 1 pesan; akan menerimanya</translation>
    </message>
    <message>
        <source>has seen everything</source>
        <translation>sudah melihat semuanya</translation>
    </message>
    <message>
        <source>looking what it has seen…</source>
        <translation>memeriksa yang sudah dilihatnya…</translation>
    </message>
    <message>
        <source>new here</source>
        <translation>baru di sini</translation>
    </message>
    <message numerus="yes">
        <source>new here: %1 of %n message(s) fit</source>
        <translation>
            <numerusform>baru di sini: %1 dari %n pesan muat</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>new here: gets all %n message(s)</source>
        <translation>
            <numerusform>baru di sini: menerima semuanya, %n pesan</numerusform>
        </translation>
    </message>
    <message>
        <source>reads and thinks, changes nothing</source>
        <translation>membaca dan berpikir, tidak mengubah apa pun</translation>
    </message>
    <message numerus="yes">
        <source>small room: %1 of %n message(s) fit</source>
        <translation>
            <numerusform>ruang sempit: %1 dari %n pesan muat</numerusform>
        </translation>
    </message>
    <message>
        <source>usually: %1</source>
        <translation>biasanya: %1</translation>
    </message>
    <message>
        <source>what it is set to by itself</source>
        <translation>sesuai pengaturannya sendiri</translation>
    </message>
</context>
<context>
    <name>ContinueDialog</name>
    <message>
        <source>%1 gets what it has not seen, word for word, and then your message. Secrets are placeholders.</source>
        <translation>%1 menerima yang belum dilihatnya, kata demi kata, lalu pesan Anda. Rahasia diganti penanda.</translation>
    </message>
    <message>
        <source>%1 has seen everything. Only your message goes over.</source>
        <translation>%1 sudah melihat semuanya. Hanya pesan Anda yang diserahkan.</translation>
    </message>
    <message>
        <source>%1 of %2 used</source>
        <translation>%1 dari %2 terpakai</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Batal</translation>
    </message>
    <message>
        <source>Choose someone else, or close this.</source>
        <translation>Pilih yang lain, atau tutup jendela ini.</translation>
    </message>
    <message>
        <source>Continue with %1</source>
        <translation>Lanjutkan dengan %1</translation>
    </message>
    <message>
        <source>Exact text</source>
        <translation>Teks persisnya</translation>
    </message>
    <message>
        <source>First it is shown what goes over.</source>
        <translation>Yang akan diserahkan ditampilkan dulu.</translation>
    </message>
    <message>
        <source>It can&apos;t be worked out what would be handed over: %1.</source>
        <translation>Yang akan diserahkan tidak dapat ditentukan: %1.</translation>
    </message>
    <message>
        <source>It is being sent.</source>
        <translation>Sedang dikirim.</translation>
    </message>
    <message>
        <source>Its own choice</source>
        <translation>Pilihannya sendiri</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>Not sent: %1.</source>
        <translation>Tidak terkirim: %1.</translation>
    </message>
    <message>
        <source>Nothing is sent yet.</source>
        <translation>Belum ada yang dikirim.</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Kirim</translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation>Yang menjawab</translation>
    </message>
    <message>
        <source>Working out what goes over…</source>
        <translation>Menentukan yang akan diserahkan…</translation>
    </message>
    <message>
        <source>Your message: %1</source>
        <translation>Pesan Anda: %1</translation>
    </message>
</context>
<context>
    <name>CopyController</name>
    <message>
        <source>That message is no longer there.</source>
        <translation>Pesan itu sudah tidak ada.</translation>
    </message>
</context>
<context>
    <name>CopyFacts</name>
    <message>
        <source>Ignored files that go along, as .worktreeinclude says: %1</source>
        <translation>Berkas diabaikan yang ikut disalin, menurut .worktreeinclude: %1</translation>
    </message>
    <message>
        <source>It will be in</source>
        <translation>Letaknya di</translation>
    </message>
</context>
<context>
    <name>CopyNotes</name>
    <message>
        <source>Cancel</source>
        <translation>Batal</translation>
    </message>
    <message>
        <source>Copying: %1 of %2 messages</source>
        <translation>Menyalin: %1 dari %2 pesan</translation>
    </message>
    <message>
        <source>It is on the clipboard.</source>
        <translation>Sudah ada di papan klip.</translation>
    </message>
    <message>
        <source>Nothing was copied. The clipboard holds what it held before.</source>
        <translation>Tidak ada yang disalin. Papan klip tetap berisi yang sebelumnya.</translation>
    </message>
</context>
<context>
    <name>Days</name>
    <message>
        <source>Earlier</source>
        <translation>Sebelumnya</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Disematkan</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Hari ini</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Kemarin</translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message>
        <source>That could not be done: %1.</source>
        <translation>Itu tidak dapat dilakukan: %1.</translation>
    </message>
</context>
<context>
    <name>DraftController</name>
    <message>
        <source>What you are writing can&apos;t be kept at the moment: %1. It stays here while Onesist is open.</source>
        <translation>Tulisan Anda sedang tidak dapat disimpan: %1. Tulisan itu tetap di sini selama Onesist terbuka.</translation>
    </message>
</context>
<context>
    <name>DropVeil</name>
    <message>
        <source>Drop files here to attach them</source>
        <translation>Jatuhkan berkas di sini untuk melampirkannya</translation>
    </message>
</context>
<context>
    <name>EmptyThread</name>
    <message>
        <source>Describe what you see; a picture helps.</source>
        <translation>Jelaskan yang Anda lihat; gambar membantu.</translation>
    </message>
    <message>
        <source>Explain this project to me</source>
        <translation>Jelaskan proyek ini kepada saya</translation>
    </message>
    <message>
        <source>Find out why something does not work</source>
        <translation>Cari tahu mengapa sesuatu tidak berfungsi</translation>
    </message>
    <message>
        <source>Reads only. Nothing is changed.</source>
        <translation>Hanya membaca. Tidak ada yang diubah.</translation>
    </message>
    <message>
        <source>Show me around with the practice agent</source>
        <translation>Lihat-lihat dulu bersama agen latihan</translation>
    </message>
    <message>
        <source>Something does not work: </source>
        <translation>Ada yang tidak berfungsi: </translation>
    </message>
    <message>
        <source>Two minutes, no account.</source>
        <translation>Dua menit, tanpa akun.</translation>
    </message>
    <message>
        <source>What should happen in %1?</source>
        <translation>Apa yang ingin dikerjakan di %1?</translation>
    </message>
    <message>
        <source>What should happen?</source>
        <translation>Apa yang ingin dikerjakan?</translation>
    </message>
    <message>
        <source>Works in the project folder: your files are changed directly.</source>
        <translation>Bekerja di folder proyek: berkas Anda diubah langsung.</translation>
    </message>
</context>
<context>
    <name>ErrorBlock</name>
    <message>
        <source>Continue with %1…</source>
        <translation>Lanjutkan dengan %1…</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Salin rincian</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>Kirim lagi</translation>
    </message>
    <message>
        <source>Set up %1…</source>
        <translation>Siapkan %1…</translation>
    </message>
    <message>
        <source>What it may do…</source>
        <translation>Yang boleh dilakukan…</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 dari %2</translation>
    </message>
    <message>
        <source>%1 of more than %2</source>
        <translation>%1 dari %2 lebih</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Tutup (Esc)</translation>
    </message>
    <message>
        <source>Find in this thread</source>
        <translation>Cari dalam percakapan ini</translation>
    </message>
    <message>
        <source>Next (F3)</source>
        <translation>Berikutnya (F3)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Tidak ditemukan</translation>
    </message>
    <message>
        <source>Previous (Shift+F3)</source>
        <translation>Sebelumnya (Shift+F3)</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Mencari…</translation>
    </message>
</context>
<context>
    <name>ForkDialog</name>
    <message>
        <source>An own copy…</source>
        <translation>Salinan sendiri…</translation>
    </message>
    <message>
        <source>Choose with the first message</source>
        <translation>Dipilih dengan pesan pertama</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>Cabangkan</translation>
    </message>
    <message>
        <source>Fork at message %1</source>
        <translation>Cabangkan di pesan %1</translation>
    </message>
    <message>
        <source>Forking…</source>
        <translation>Mencabangkan…</translation>
    </message>
    <message numerus="yes">
        <source>It has %n message(s) of this thread</source>
        <translation>
            <numerusform>Berisi %n pesan dari percakapan ini</numerusform>
        </translation>
    </message>
    <message>
        <source>It is called</source>
        <translation>Namanya</translation>
    </message>
    <message>
        <source>May do</source>
        <translation>Boleh</translation>
    </message>
    <message>
        <source>Same folder as now</source>
        <translation>Folder yang sama seperti sekarang</translation>
    </message>
    <message>
        <source>Where it works</source>
        <translation>Tempat bekerja</translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation>Yang menjawab</translation>
    </message>
    <message>
        <source>as in this thread; it can be changed there</source>
        <translation>seperti di percakapan ini; dapat diubah di sana</translation>
    </message>
    <message>
        <source>its own folder and branch, chosen in the next step</source>
        <translation>folder dan branch sendiri, dipilih pada langkah berikutnya</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
</context>
<context>
    <name>ForkMarks</name>
    <message numerus="yes">
        <source>%n fork(s) of this message</source>
        <translation>
            <numerusform>%n cabang dari pesan ini</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FrameBody</name>
    <message>
        <source>Inspector</source>
        <translation>Panel rincian</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>Bilah sisi</translation>
    </message>
</context>
<context>
    <name>HandoffDialog</name>
    <message>
        <source>%1 has not seen the newest messages. It gets the ticked items word for word, before your new message.</source>
        <translation>%1 belum melihat pesan terbaru. Butir yang dicentang disampaikan kata demi kata, sebelum pesan baru Anda.</translation>
    </message>
    <message>
        <source>%1 has not seen this thread. It gets the ticked items word for word, before your new message.</source>
        <translation>%1 belum melihat percakapan ini. Butir yang dicentang disampaikan kata demi kata, sebelum pesan baru Anda.</translation>
    </message>
    <message>
        <source>%1 is told the thread from its beginning: the ticked items, word for word, before your new message.</source>
        <translation>%1 disampaikan percakapan ini dari awal: butir yang dicentang, kata demi kata, sebelum pesan baru Anda.</translation>
    </message>
    <message>
        <source>%1 of %2 used</source>
        <translation>%1 dari %2 terpakai</translation>
    </message>
    <message numerus="yes">
        <source>%n earlier item(s) are not listed and stay out.</source>
        <translation>
            <numerusform>%n butir sebelumnya tidak ditampilkan dan tidak disertakan.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) in, %1 left out</source>
        <translation>
            <numerusform>%n butir disertakan, %1 tidak disertakan</numerusform>
        </translation>
    </message>
    <message>
        <source>(failed, exit code %1)</source>
        <translation>(gagal, kode keluar %1)</translation>
    </message>
    <message>
        <source>(interrupted)</source>
        <translation>(terputus)</translation>
    </message>
    <message>
        <source>Add a note for %1 (optional)</source>
        <translation>Tambahkan catatan untuk %1 (opsional)</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Jawaban</translation>
    </message>
    <message>
        <source>Back to the automatic choice</source>
        <translation>Kembali ke pilihan otomatis</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Batal</translation>
    </message>
    <message>
        <source>Chosen by you</source>
        <translation>Pilihan Anda</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Tutup</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Perintah</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Salin</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Kesalahan</translation>
    </message>
    <message>
        <source>Exact text</source>
        <translation>Teks persisnya</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Berkas</translation>
    </message>
    <message>
        <source>From a summary</source>
        <translation>Dari ringkasan</translation>
    </message>
    <message>
        <source>Leave one item ticked at least</source>
        <translation>Biarkan setidaknya satu butir dicentang</translation>
    </message>
    <message numerus="yes">
        <source>Names of %n changed file(s)</source>
        <translation>
            <numerusform>Nama %n berkas yang diubah</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was changed by you</source>
        <translation>Anda belum mengubah apa pun</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Rencana</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Ringkasan</translation>
    </message>
    <message>
        <source>That doesn&apos;t fit: it takes %1, and %2 are free. Leave others out first.</source>
        <translation>Tidak muat: perlu %1, tersisa %2. Keluarkan butir lain dahulu.</translation>
    </message>
    <message>
        <source>The note has no room: shorten it, or make your message shorter.</source>
        <translation>Tidak ada ruang untuk catatan: persingkat catatan atau pesan Anda.</translation>
    </message>
    <message>
        <source>The whole thread, as far as it fitted</source>
        <translation>Seluruh percakapan, sejauh muat</translation>
    </message>
    <message>
        <source>This went over word for word, before your message. Secrets are placeholders.</source>
        <translation>Ini diserahkan kata demi kata, sebelum pesan Anda. Rahasia diganti penanda.</translation>
    </message>
    <message>
        <source>Use this</source>
        <translation>Gunakan ini</translation>
    </message>
    <message>
        <source>What %1 was told</source>
        <translation>Yang disampaikan kepada %1</translation>
    </message>
    <message>
        <source>What %1 will be told</source>
        <translation>Yang akan disampaikan kepada %1</translation>
    </message>
    <message>
        <source>What it had not seen</source>
        <translation>Yang belum dilihatnya</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Anda</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>tidak muat</translation>
    </message>
    <message>
        <source>left out by you</source>
        <translation>dikeluarkan oleh Anda</translation>
    </message>
    <message>
        <source>message %1</source>
        <translation>pesan %1</translation>
    </message>
    <message>
        <source>message %1 of a fork</source>
        <translation>pesan %1 dari cabang</translation>
    </message>
</context>
<context>
    <name>HandoverLine</name>
    <message numerus="yes">
        <source>%1 has not seen %n message(s). All %n will be handed over.</source>
        <translation>
            <numerusform>%1 belum melihat %n pesan. Semuanya akan diserahkan.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has not seen %n message(s): %2 will be handed over, %3 left out.</source>
        <translation>
            <numerusform>%1 belum melihat %n pesan: %2 akan diserahkan, %3 tidak disertakan.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has not seen %n message(s): nothing fits, the history stays owed.</source>
        <translation>
            <numerusform>%1 belum melihat %n pesan: tidak ada yang muat, riwayatnya menyusul.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has not seen 1 message. It will be handed over.</source>
        <translation>%1 belum melihat 1 pesan. Pesan itu akan diserahkan.</translation>
    </message>
    <message>
        <source>%1 · chosen by you</source>
        <translation>%1 · pilihan Anda</translation>
    </message>
    <message>
        <source>Back to the automatic choice</source>
        <translation>Kembali ke pilihan otomatis</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Pratinjau</translation>
    </message>
    <message>
        <source>Read what it will be told (Ctrl+Shift+H)</source>
        <translation>Baca yang akan disampaikan (Ctrl+Shift+H)</translation>
    </message>
</context>
<context>
    <name>HandoversPage</name>
    <message>
        <source>Handovers</source>
        <translation>Serah terima</translation>
    </message>
    <message>
        <source>Largest handover</source>
        <translation>Serah terima terbesar</translation>
    </message>
    <message>
        <source>What somebody new to a thread is told at most. The newest goes first; the rest can be asked for.</source>
        <translation>Batas yang disampaikan kepada yang baru bergabung. Yang terbaru didahulukan; selebihnya dapat diminta.</translation>
    </message>
</context>
<context>
    <name>HeaderBlock</name>
    <message>
        <source>Copy</source>
        <translation>Salin</translation>
    </message>
    <message>
        <source>Copy this message</source>
        <translation>Salin pesan ini</translation>
    </message>
    <message>
        <source>Fork at this message</source>
        <translation>Cabangkan di pesan ini</translation>
    </message>
    <message>
        <source>Fork here</source>
        <translation>Cabangkan di sini</translation>
    </message>
    <message>
        <source>Go back to this message</source>
        <translation>Mundur ke pesan ini</translation>
    </message>
    <message>
        <source>Message from %1</source>
        <translation>Pesan dari %1</translation>
    </message>
    <message>
        <source>Message from %1, %2</source>
        <translation>Pesan dari %1, %2</translation>
    </message>
    <message>
        <source>Rewind to here</source>
        <translation>Mundur ke sini</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>Kirim lagi</translation>
    </message>
</context>
<context>
    <name>InspectorPanel</name>
    <message>
        <source>Inspector</source>
        <translation>Panel rincian</translation>
    </message>
    <message>
        <source>Lineage</source>
        <translation>Silsilah</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Proses</translation>
    </message>
</context>
<context>
    <name>ItemsList</name>
    <message>
        <source>Items</source>
        <translation>Butir</translation>
    </message>
    <message>
        <source>Space leaves an item out or takes it in again</source>
        <translation>Spasi mengeluarkan butir atau menyertakannya lagi</translation>
    </message>
</context>
<context>
    <name>KeyDialog</name>
    <message>
        <source>Add a model</source>
        <translation>Tambah model</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Alamat</translation>
    </message>
    <message>
        <source>Another service, OpenAI-compatible</source>
        <translation>Layanan lain, kompatibel dengan OpenAI</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Tutup</translation>
    </message>
    <message numerus="yes">
        <source>It is added, and answered with %n model(s).</source>
        <translation>
            <numerusform>Sudah ditambahkan, dan menjawab dengan %n model.</numerusform>
        </translation>
    </message>
    <message>
        <source>It is added. Asking which models it has…</source>
        <translation>Sudah ditambahkan. Menanyakan model yang ada…</translation>
    </message>
    <message>
        <source>It is added. But its models can&apos;t be listed: %1</source>
        <translation>Sudah ditambahkan. Namun modelnya tidak dapat didaftar: %1</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Kunci</translation>
    </message>
    <message>
        <source>Keys are kept only in the keyring of this computer, never in files or logs.</source>
        <translation>Kunci hanya disimpan di penyimpan kunci komputer ini, tidak pernah di berkas atau log.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nama</translation>
    </message>
    <message>
        <source>Only if it wants one</source>
        <translation>Hanya bila diminta</translation>
    </message>
    <message>
        <source>Optional: an id such as %1</source>
        <translation>Opsional: id seperti %1</translation>
    </message>
    <message>
        <source>Paste the key</source>
        <translation>Tempel kuncinya</translation>
    </message>
    <message>
        <source>Save and test</source>
        <translation>Simpan dan uji</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Layanan</translation>
    </message>
    <message>
        <source>The usual one</source>
        <translation>Yang biasa</translation>
    </message>
    <message>
        <source>Use another address…</source>
        <translation>Pakai alamat lain…</translation>
    </message>
</context>
<context>
    <name>KeyPart</name>
    <message>
        <source>Add key…</source>
        <translation>Tambah kunci…</translation>
    </message>
    <message>
        <source>Its address is not encrypted: the key and what is said can be read on the way.</source>
        <translation>Alamatnya tidak terenkripsi: kunci dan isi percakapan dapat dibaca di perjalanan.</translation>
    </message>
    <message>
        <source>Its address is not encrypted: what is said can be read on the way.</source>
        <translation>Alamatnya tidak terenkripsi: isi percakapan dapat dibaca di perjalanan.</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Kunci</translation>
    </message>
    <message>
        <source>Remove key…</source>
        <translation>Hapus kunci…</translation>
    </message>
    <message>
        <source>Replace key…</source>
        <translation>Ganti kunci…</translation>
    </message>
    <message>
        <source>There is a key. It is kept in the keyring of this computer, or for this session only, and never shown.</source>
        <translation>Kunci sudah ada. Kunci disimpan di penyimpan kunci komputer ini, atau hanya sampai Onesist ditutup, dan tidak pernah ditampilkan.</translation>
    </message>
    <message>
        <source>There is no key. It can&apos;t answer without one.</source>
        <translation>Belum ada kunci. Tanpa kunci tidak dapat menjawab.</translation>
    </message>
    <message>
        <source>There is no key. It is asked without one.</source>
        <translation>Tidak ada kunci. Pertanyaan diajukan tanpa kunci.</translation>
    </message>
</context>
<context>
    <name>KeySavingDialog</name>
    <message>
        <source>Hide the key</source>
        <translation>Sembunyikan kunci</translation>
    </message>
    <message>
        <source>Keep for this session only</source>
        <translation>Simpan hanya sampai Onesist ditutup</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Kunci</translation>
    </message>
    <message>
        <source>Show the key</source>
        <translation>Tampilkan kunci</translation>
    </message>
    <message>
        <source>The keyring of this computer can&apos;t keep the key: %1. Nothing was saved.</source>
        <translation>Penyimpan kunci komputer ini tidak dapat menyimpan kunci: %1. Tidak ada yang disimpan.</translation>
    </message>
</context>
<context>
    <name>KinRow</name>
    <message>
        <source>%1, fork number %2</source>
        <translation>%1, cabang nomor %2</translation>
    </message>
    <message>
        <source>Merge back %1</source>
        <translation>Gabungkan kembali %1</translation>
    </message>
    <message>
        <source>Merge back…</source>
        <translation>Gabungkan kembali…</translation>
    </message>
</context>
<context>
    <name>Lineage</name>
    <message>
        <source>%1 gets the history as text</source>
        <translation>%1 mendapat riwayat sebagai teks</translation>
    </message>
    <message>
        <source>%1 goes on from its own memory</source>
        <translation>%1 melanjutkan dari ingatannya sendiri</translation>
    </message>
    <message>
        <source>%1 works in this thread. Stop it first, or wait for its end.</source>
        <translation>%1 sedang bekerja di percakapan ini. Hentikan dahulu, atau tunggu sampai selesai.</translation>
    </message>
    <message>
        <source>No thread is shown.</source>
        <translation>Tidak ada percakapan yang ditampilkan.</translation>
    </message>
    <message>
        <source>Nothing comes after this message.</source>
        <translation>Tidak ada apa-apa setelah pesan ini.</translation>
    </message>
    <message>
        <source>Nothing comes after this message. Nothing was changed. Choose an earlier message.</source>
        <translation>Tidak ada apa-apa setelah pesan ini. Tidak ada yang berubah. Pilih pesan yang lebih awal.</translation>
    </message>
    <message>
        <source>Nothing of this thread is short enough to be brought over. Nothing was changed. Ask for a short summary here, then merge that.</source>
        <translation>Tidak ada isi percakapan ini yang cukup pendek untuk dibawa. Tidak ada yang berubah. Minta ringkasan pendek di sini, lalu gabungkan itu.</translation>
    </message>
    <message>
        <source>Nothing was set aside since the last message.</source>
        <translation>Tidak ada yang disisihkan sejak pesan terakhir.</translation>
    </message>
    <message>
        <source>Something was sent since, so this can&apos;t be taken back any more. Nothing was changed. Fork at an earlier message to go another way.</source>
        <translation>Sesudahnya sudah ada yang dikirim, jadi ini tidak dapat diurungkan lagi. Tidak ada yang berubah. Cabangkan di pesan yang lebih awal untuk menempuh jalan lain.</translation>
    </message>
    <message>
        <source>That could not be done: %1. Nothing was changed.</source>
        <translation>Itu tidak dapat dilakukan: %1. Tidak ada yang berubah.</translation>
    </message>
    <message>
        <source>The thread that this one was forked from is being worked in. Nothing was changed. Merge when it ends, or stop it first.</source>
        <translation>Percakapan asal cabang ini sedang dikerjakan. Tidak ada yang berubah. Gabungkan setelah selesai, atau hentikan dahulu.</translation>
    </message>
    <message>
        <source>The thread that this one was forked from is gone. Nothing was changed, and everything here stays. Go on in this thread instead.</source>
        <translation>Percakapan asal cabang ini sudah tidak ada. Tidak ada yang berubah, dan semua di sini tetap ada. Lanjutkan di percakapan ini.</translation>
    </message>
    <message>
        <source>There is no finished message at this point. Nothing was changed. Choose another message.</source>
        <translation>Tidak ada pesan yang selesai di titik ini. Tidak ada yang berubah. Pilih pesan lain.</translation>
    </message>
    <message>
        <source>There is no message to fork at yet.</source>
        <translation>Belum ada pesan untuk dicabangkan.</translation>
    </message>
    <message>
        <source>There is no message to go back to yet.</source>
        <translation>Belum ada pesan untuk mundur ke sana.</translation>
    </message>
    <message>
        <source>There is nothing new to merge back: all answers of this thread are there already. Merge again after the next answer.</source>
        <translation>Tidak ada yang baru untuk digabungkan kembali: semua jawaban percakapan ini sudah ada di sana. Gabungkan lagi setelah jawaban berikutnya.</translation>
    </message>
    <message>
        <source>There is nothing to fork from yet. Nothing was changed. Send a message first.</source>
        <translation>Belum ada yang bisa dicabangkan. Tidak ada yang berubah. Kirim pesan dahulu.</translation>
    </message>
    <message>
        <source>This answer isn&apos;t finished.</source>
        <translation>Jawaban ini belum selesai.</translation>
    </message>
    <message>
        <source>This thread is being worked in. Nothing was changed. Wait for its end, or stop it first.</source>
        <translation>Percakapan ini sedang dikerjakan. Tidak ada yang berubah. Tunggu sampai selesai, atau hentikan dahulu.</translation>
    </message>
    <message>
        <source>This thread is no fork, so there is nothing to merge it back into. Nothing was changed.</source>
        <translation>Percakapan ini bukan cabang, jadi tidak ada tempat untuk menggabungkannya kembali. Tidak ada yang berubah.</translation>
    </message>
    <message>
        <source>This thread is no fork.</source>
        <translation>Percakapan ini bukan cabang.</translation>
    </message>
    <message>
        <source>What is stored of this thread&apos;s family is damaged: it leads back to itself. Nothing was changed, and all messages stay readable. Go on in a new thread.</source>
        <translation>Data keluarga percakapan ini rusak: ia kembali ke dirinya sendiri. Tidak ada yang berubah, dan semua pesan tetap terbaca. Lanjutkan di percakapan baru.</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>jawaban</translation>
    </message>
    <message>
        <source>begins with nothing to be told</source>
        <translation>mulai tanpa ada yang perlu disampaikan</translation>
    </message>
    <message>
        <source>changed files</source>
        <translation>berkas yang berubah</translation>
    </message>
    <message>
        <source>command</source>
        <translation>perintah</translation>
    </message>
    <message>
        <source>failure</source>
        <translation>kegagalan</translation>
    </message>
    <message numerus="yes">
        <source>gets %1 of %n message(s) as text</source>
        <translation>
            <numerusform>mendapat %1 dari %n pesan sebagai teks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>gets the %n message(s) as text</source>
        <translation>
            <numerusform>mendapat %n pesan sebagai teks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>gets the history each time: %n message(s)</source>
        <translation>
            <numerusform>mendapat riwayat setiap kali: %n pesan</numerusform>
        </translation>
    </message>
    <message>
        <source>goes on from its own memory</source>
        <translation>melanjutkan dari ingatannya sendiri</translation>
    </message>
    <message numerus="yes">
        <source>goes on from its own memory, and gets %n message(s) as text</source>
        <translation>
            <numerusform>melanjutkan dari ingatannya sendiri, dan mendapat %n pesan sebagai teks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>goes on from its own memory; %1 of %n message(s) fit as text</source>
        <translation>
            <numerusform>melanjutkan dari ingatannya sendiri; %1 dari %n pesan muat sebagai teks</numerusform>
        </translation>
    </message>
    <message>
        <source>its memory came along</source>
        <translation>ingatannya ikut terbawa</translation>
    </message>
    <message numerus="yes">
        <source>nothing fits of %n message(s)</source>
        <translation>
            <numerusform>tidak ada yang muat dari %n pesan</numerusform>
        </translation>
    </message>
    <message>
        <source>plan</source>
        <translation>rencana</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>ringkasan</translation>
    </message>
    <message>
        <source>told the history as text</source>
        <translation>riwayat disampaikan sebagai teks</translation>
    </message>
    <message>
        <source>your message</source>
        <translation>pesan Anda</translation>
    </message>
</context>
<context>
    <name>LineageController</name>
    <message>
        <source>%1 starts clean with the next message, and is told the history again</source>
        <translation>%1 mulai bersih pada pesan berikutnya, dan riwayat disampaikan lagi kepadanya</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) are there again</source>
        <translation>
            <numerusform>%n pesan ada kembali</numerusform>
        </translation>
    </message>
    <message>
        <source>Don&apos;t merge</source>
        <translation>Jangan gabungkan</translation>
    </message>
    <message>
        <source>It will be merged when the answer in “%1” ends</source>
        <translation>Akan digabungkan saat jawaban di “%1” selesai</translation>
    </message>
    <message>
        <source>Merged back into “%1”</source>
        <translation>Digabungkan kembali ke “%1”</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Tampilkan</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Urungkan</translation>
    </message>
    <message numerus="yes">
        <source>Went back to message %1: %n message(s) set aside</source>
        <translation>
            <numerusform>Mundur ke pesan %1: %n pesan disisihkan</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” won&apos;t be merged when that answer ends</source>
        <translation>“%1” tidak akan digabungkan saat jawaban itu selesai</translation>
    </message>
</context>
<context>
    <name>LineagePanel</name>
    <message>
        <source>%1 · %2</source>
        <comment>counts, and where that is</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · all merged</source>
        <translation>%1 · semua digabungkan</translation>
    </message>
    <message>
        <source>%1 · no own answer yet</source>
        <translation>%1 · belum ada jawaban sendiri</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>title of a thread, and counts</comment>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) not merged</source>
        <translation>
            <numerusform>%n jawaban belum digabungkan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n pesan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) after message %1 are set aside</source>
        <translation>
            <numerusform>%n pesan setelah pesan %1 disisihkan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s), %1 left out</source>
        <translation>
            <numerusform>%n pesan, %1 tidak disertakan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more in the map</source>
        <translation>
            <numerusform>%n lagi di peta</numerusform>
        </translation>
    </message>
    <message>
        <source>Family of this thread</source>
        <translation>Keluarga percakapan ini</translation>
    </message>
    <message>
        <source>Fork here…</source>
        <translation>Cabangkan di sini…</translation>
    </message>
    <message>
        <source>Forks of a thread, who has seen what of it and what was handed over are listed here.</source>
        <translation>Cabang percakapan, siapa sudah melihat apa, dan apa yang diserahkan tercantum di sini.</translation>
    </message>
    <message>
        <source>Handed over in this thread</source>
        <translation>Diserahkan di percakapan ini</translation>
    </message>
    <message>
        <source>No thread yet</source>
        <translation>Belum ada percakapan</translation>
    </message>
    <message>
        <source>Nothing yet.</source>
        <translation>Belum ada.</translation>
    </message>
    <message>
        <source>Open the map</source>
        <translation>Buka peta</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Urungkan</translation>
    </message>
    <message>
        <source>Who has seen what</source>
        <translation>Siapa sudah melihat apa</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>semuanya</translation>
    </message>
    <message>
        <source>from message %1</source>
        <translation>dari pesan %1</translation>
    </message>
    <message>
        <source>from message %1 of %2</source>
        <translation>dari pesan %1 di %2</translation>
    </message>
    <message>
        <source>gets the history each time</source>
        <translation>mendapat riwayat setiap kali</translation>
    </message>
    <message>
        <source>not a fork</source>
        <translation>bukan cabang</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>belum ada</translation>
    </message>
    <message numerus="yes">
        <source>parts of it, %n message(s) to hand over</source>
        <translation>
            <numerusform>sebagian, %n pesan perlu diserahkan</numerusform>
        </translation>
    </message>
    <message>
        <source>this thread</source>
        <translation>percakapan ini</translation>
    </message>
    <message numerus="yes">
        <source>up to message %1, %n to hand over</source>
        <translation>
            <numerusform>sampai pesan %1, %n perlu diserahkan</numerusform>
        </translation>
    </message>
    <message>
        <source>will be merged when the answer ends</source>
        <translation>akan digabungkan saat jawaban selesai</translation>
    </message>
</context>
<context>
    <name>LineageWindow</name>
    <message>
        <source>%1  %2</source>
        <comment>number and title of a fork</comment>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>%1 has no memory of its own: it gets the history each time.</source>
        <translation>%1 tidak punya ingatan sendiri: ia mendapat riwayat setiap kali.</translation>
    </message>
    <message>
        <source>Don&apos;t merge when it ends</source>
        <translation>Jangan gabungkan saat selesai</translation>
    </message>
    <message>
        <source>Forks of this message</source>
        <translation>Cabang dari pesan ini</translation>
    </message>
    <message>
        <source>Nobody is chosen to answer.</source>
        <translation>Belum dipilih siapa yang menjawab.</translation>
    </message>
    <message>
        <source>The thread can&apos;t be read again: %1. Choose it once more.</source>
        <translation>Percakapan tidak dapat dibaca lagi: %1. Pilih sekali lagi.</translation>
    </message>
    <message>
        <source>The thread that this one was forked from is not in the list. What it said up to here stands above.</source>
        <translation>Percakapan asal cabang ini tidak ada dalam daftar. Isinya sampai titik ini ada di atas.</translation>
    </message>
    <message>
        <source>What was brought can&apos;t be found any more. The thread is as it was.</source>
        <translation>Yang dibawa tidak dapat ditemukan lagi. Percakapan tetap seperti semula.</translation>
    </message>
</context>
<context>
    <name>ListHead</name>
    <message>
        <source>Tick all that are listed</source>
        <translation>Centang semua yang tercantum</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>%1 has finished</source>
        <translation>%1 sudah selesai</translation>
    </message>
    <message>
        <source>An agent needs you</source>
        <translation>Agen perlu Anda</translation>
    </message>
    <message>
        <source>Choose a folder first; the practice assistant then answers in it.</source>
        <translation>Pilih folder dulu; asisten latihan lalu menjawab di dalamnya.</translation>
    </message>
    <message>
        <source>This folder can&apos;t be opened: %1.</source>
        <translation>Folder ini tidak dapat dibuka: %1.</translation>
    </message>
</context>
<context>
    <name>Map</name>
    <message>
        <source>%1, %2</source>
        <comment>a day, a time of day</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <comment>from one day to another, such as 14–21 Nov</comment>
        <translation>%1–%2</translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n jawaban</numerusform>
        </translation>
    </message>
    <message>
        <source>Fork here</source>
        <translation>Cabangkan di sini</translation>
    </message>
    <message>
        <source>Go to message</source>
        <translation>Ke pesan</translation>
    </message>
    <message>
        <source>Merge back…</source>
        <translation>Gabungkan kembali…</translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
    </message>
    <message>
        <source>Today, %1</source>
        <translation>Hari ini, %1</translation>
    </message>
    <message>
        <source>a removed thread</source>
        <translation>percakapan yang dihapus</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gagal</translation>
    </message>
    <message>
        <source>fork of %1</source>
        <translation>cabang dari %1</translation>
    </message>
    <message>
        <source>handover</source>
        <translation>serah terima</translation>
    </message>
    <message>
        <source>needs you</source>
        <translation>perlu Anda</translation>
    </message>
    <message>
        <source>not merged</source>
        <translation>belum digabungkan</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>dihentikan</translation>
    </message>
    <message>
        <source>working</source>
        <translation>bekerja</translation>
    </message>
    <message>
        <source>yesterday %1</source>
        <translation>kemarin %1</translation>
    </message>
</context>
<context>
    <name>MapCard</name>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n perintah</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) changed</source>
        <translation>
            <numerusform>%n berkas berubah</numerusform>
        </translation>
    </message>
    <message>
        <source>(no text)</source>
        <translation>(tanpa teks)</translation>
    </message>
    <message>
        <source>Answer of %1 in %2</source>
        <translation>Jawaban %1 di %2</translation>
    </message>
    <message>
        <source>Fork here</source>
        <translation>Cabangkan di sini</translation>
    </message>
    <message>
        <source>Go to message</source>
        <translation>Ke pesan</translation>
    </message>
    <message>
        <source>It answered</source>
        <translation>Jawabannya</translation>
    </message>
    <message>
        <source>It can be forked here once the answer has ended</source>
        <translation>Bisa dicabangkan di sini setelah jawaban selesai</translation>
    </message>
    <message>
        <source>Merge back…</source>
        <translation>Gabungkan kembali…</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Tidak ada jawaban</translation>
    </message>
    <message>
        <source>Still works on it</source>
        <translation>Masih mengerjakannya</translation>
    </message>
    <message>
        <source>There is nothing to merge back</source>
        <translation>Tidak ada yang perlu digabungkan kembali</translation>
    </message>
    <message>
        <source>Waits for you</source>
        <translation>Menunggu Anda</translation>
    </message>
    <message>
        <source>You asked</source>
        <translation>Anda bertanya</translation>
    </message>
</context>
<context>
    <name>MapController</name>
    <message>
        <source>%1. Your threads are safe; the conversation shows them.</source>
        <translation>%1. Percakapan Anda aman; tampilan obrolan menunjukkannya.</translation>
    </message>
    <message>
        <source>Map of %1</source>
        <translation>Peta %1</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>Gambar PNG (*.png)</translation>
    </message>
    <message>
        <source>Save the picture of the map</source>
        <translation>Simpan gambar peta</translation>
    </message>
    <message>
        <source>The picture could not be saved: %1.</source>
        <translation>Gambar tidak bisa disimpan: %1.</translation>
    </message>
    <message>
        <source>What it says can&apos;t be read: %1.</source>
        <translation>Isinya tidak bisa dibaca: %1.</translation>
    </message>
</context>
<context>
    <name>MapLegend</name>
    <message>
        <source>Filled: keeps its own memory</source>
        <translation>Terisi: punya ingatan sendiri</translation>
    </message>
    <message>
        <source>What the marks mean</source>
        <translation>Arti tanda</translation>
    </message>
    <message>
        <source>handover</source>
        <translation>serah terima</translation>
    </message>
    <message>
        <source>merged back</source>
        <translation>sudah digabungkan kembali</translation>
    </message>
</context>
<context>
    <name>MapList</name>
    <message>
        <source>Map of the threads, as a list</source>
        <translation>Peta percakapan, sebagai daftar</translation>
    </message>
</context>
<context>
    <name>MapModel</name>
    <message>
        <source>%1 was merged into this thread</source>
        <translation>%1 digabungkan ke percakapan ini</translation>
    </message>
    <message>
        <source>%1, answers %2</source>
        <comment>numbers of messages</comment>
        <translation>%1, menjawab %2</translation>
    </message>
    <message>
        <source>Lineage</source>
        <translation>Silsilah</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Pesan</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Keadaan</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Percakapan</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Waktu</translation>
    </message>
    <message>
        <source>Who answered</source>
        <translation>Yang menjawab</translation>
    </message>
    <message>
        <source>forked from message %1 of %2</source>
        <translation>dicabangkan dari pesan %1 di %2</translation>
    </message>
    <message>
        <source>forked from message %1 of a removed thread</source>
        <translation>dicabangkan dari pesan %1 di percakapan yang sudah dihapus</translation>
    </message>
    <message>
        <source>merged into %1</source>
        <translation>digabungkan ke %1</translation>
    </message>
    <message>
        <source>no answer to %1</source>
        <comment>the number of a message</comment>
        <translation>belum ada jawaban untuk %1</translation>
    </message>
    <message>
        <source>takes over from %1</source>
        <translation>melanjutkan dari %1</translation>
    </message>
</context>
<context>
    <name>MapPage</name>
    <message>
        <source>Each answer becomes a bead here, and each thread a string of them.</source>
        <translation>Setiap jawaban menjadi manik di sini, dan setiap percakapan untaiannya.</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Peta</translation>
    </message>
    <message>
        <source>Nothing to draw yet</source>
        <translation>Belum ada yang digambar</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>Baca lagi</translation>
    </message>
    <message>
        <source>The map can&apos;t be read</source>
        <translation>Peta tidak bisa dibaca</translation>
    </message>
    <message>
        <source>The map is being read</source>
        <translation>Peta sedang dibaca</translation>
    </message>
</context>
<context>
    <name>MapToolbar</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>All threads</source>
        <translation>Semua percakapan</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Ekspor…</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Paskan</translation>
    </message>
    <message>
        <source>How the map is shown</source>
        <translation>Cara peta ditampilkan</translation>
    </message>
    <message>
        <source>It gets no larger</source>
        <translation>Tidak bisa lebih besar</translation>
    </message>
    <message>
        <source>It gets no smaller</source>
        <translation>Tidak bisa lebih kecil</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>Perbesar (+)</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Daftar</translation>
    </message>
    <message>
        <source>Map tools</source>
        <translation>Alat peta</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Gambar</translation>
    </message>
    <message>
        <source>Save the picture as a PNG file</source>
        <translation>Simpan gambar sebagai berkas PNG</translation>
    </message>
    <message>
        <source>Select a thread first</source>
        <translation>Pilih percakapan dulu</translation>
    </message>
    <message>
        <source>Show the whole picture</source>
        <translation>Tampilkan seluruh gambar</translation>
    </message>
    <message>
        <source>Smaller (-)</source>
        <translation>Perkecil (-)</translation>
    </message>
    <message>
        <source>This family</source>
        <translation>Keluarga ini</translation>
    </message>
    <message>
        <source>Which threads</source>
        <translation>Percakapan mana</translation>
    </message>
    <message>
        <source>Zoom: %1 %</source>
        <translation>Perbesaran: %1 %</translation>
    </message>
</context>
<context>
    <name>MapView</name>
    <message>
        <source>Map of the threads</source>
        <translation>Peta percakapan</translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message>
        <source>%1 of %2 used</source>
        <translation>%1 dari %2 terpakai</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) go over, %1 left out</source>
        <translation>
            <numerusform>%n pesan dibawa, %1 tidak disertakan</numerusform>
        </translation>
    </message>
    <message>
        <source>Exact text</source>
        <translation>Teks persisnya</translation>
    </message>
    <message numerus="yes">
        <source>Goes over: %n item(s)</source>
        <translation>
            <numerusform>Dibawa: %n butir</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out, does not fit: %n item(s)</source>
        <translation>
            <numerusform>Tidak disertakan, tidak muat: %n butir</numerusform>
        </translation>
    </message>
    <message>
        <source>Merge back</source>
        <translation>Gabungkan kembali</translation>
    </message>
    <message>
        <source>Merge back into “%1”</source>
        <translation>Gabungkan kembali ke “%1”</translation>
    </message>
    <message>
        <source>Merge when it ends</source>
        <translation>Gabungkan saat selesai</translation>
    </message>
    <message>
        <source>Merging…</source>
        <translation>Menggabungkan…</translation>
    </message>
    <message>
        <source>Nothing is merged yet.</source>
        <translation>Belum ada yang digabungkan.</translation>
    </message>
    <message>
        <source>This is brought to the end of that thread, word for word. Whoever answers there next is told it. Secrets are placeholders. This thread stays as it is.</source>
        <translation>Ini dibawa ke akhir percakapan itu, kata demi kata. Siapa pun yang menjawab berikutnya di sana akan diberi tahu. Rahasia diganti penanda. Percakapan ini tetap seperti semula.</translation>
    </message>
    <message>
        <source>What will be brought</source>
        <translation>Yang akan dibawa</translation>
    </message>
    <message>
        <source>message %1 · %2 · %3</source>
        <comment>number, kind, size</comment>
        <translation>pesan %1 · %2 · %3</translation>
    </message>
    <message>
        <source>“%1” is being worked in, and nothing is brought in the middle of an answer. It can be done when that ends.</source>
        <translation>“%1” sedang dikerjakan, dan tidak ada yang dibawa di tengah jawaban. Ini dapat dilakukan setelah selesai.</translation>
    </message>
</context>
<context>
    <name>ModelWords</name>
    <message>
        <source>%1 did not tell: it isn&apos;t signed in, or its key was refused.</source>
        <translation>%1 tidak memberi tahu: belum masuk, atau kuncinya ditolak.</translation>
    </message>
    <message>
        <source>Little thinking</source>
        <translation>Berpikir sedikit</translation>
    </message>
    <message>
        <source>Medium thinking</source>
        <translation>Berpikir sedang</translation>
    </message>
    <message>
        <source>Minimal thinking</source>
        <translation>Berpikir minimal</translation>
    </message>
    <message>
        <source>Most thinking</source>
        <translation>Berpikir maksimal</translation>
    </message>
    <message>
        <source>Much thinking</source>
        <translation>Berpikir banyak</translation>
    </message>
    <message>
        <source>No thinking</source>
        <translation>Tanpa berpikir</translation>
    </message>
    <message>
        <source>Very much thinking</source>
        <translation>Berpikir sangat banyak</translation>
    </message>
    <message>
        <source>as of %1, %2</source>
        <translation>per %1, %2</translation>
    </message>
    <message>
        <source>room for %1 tokens</source>
        <translation>ruang untuk %1 token</translation>
    </message>
    <message>
        <source>room not known</source>
        <translation>ruang tidak diketahui</translation>
    </message>
</context>
<context>
    <name>ModelsPart</name>
    <message>
        <source>Asking…</source>
        <translation>Menanyakan…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Batal</translation>
    </message>
    <message>
        <source>It doesn&apos;t say which models it has. A model&apos;s name can be typed where you write, under Model.</source>
        <translation>Model yang ada tidak diberitahukan. Nama model dapat diketik di kolom pesan, di bawah Model.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Segarkan</translation>
    </message>
    <message>
        <source>Refresh the list of models</source>
        <translation>Segarkan daftar model</translation>
    </message>
    <message numerus="yes">
        <source>Show all %n model(s)</source>
        <translation>
            <numerusform>Tampilkan semua %n model</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop asking for the models</source>
        <translation>Berhenti menanyakan model</translation>
    </message>
</context>
<context>
    <name>MovementRow</name>
    <message>
        <source>%1 was told: %2</source>
        <translation>Yang disampaikan kepada %1: %2</translation>
    </message>
    <message>
        <source>Merged from %1</source>
        <translation>Digabungkan dari %1</translation>
    </message>
</context>
<context>
    <name>Names</name>
    <message>
        <source>Somebody is called “%1” already. Choose a name that tells them apart.</source>
        <translation>Sudah ada yang bernama “%1”. Pilih nama yang membedakannya.</translation>
    </message>
</context>
<context>
    <name>NamesDialog</name>
    <message>
        <source>Close</source>
        <translation>Tutup</translation>
    </message>
    <message>
        <source>It holds nothing that would be lost.</source>
        <translation>Tidak ada isinya yang akan hilang.</translation>
    </message>
    <message>
        <source>Names by kind</source>
        <translation>Nama menurut jenis</translation>
    </message>
    <message>
        <source>Not counted: folders that programs make again</source>
        <translation>Tidak dihitung: folder yang dibuat lagi oleh program</translation>
    </message>
</context>
<context>
    <name>NamesPanel</name>
    <message>
        <source>Copied to a folder with today&apos;s date in “%1”, in your project.</source>
        <translation>Disalin ke folder bertanggal hari ini di “%1”, dalam proyek Anda.</translation>
    </message>
    <message>
        <source>Its files are being counted.</source>
        <translation>Berkasnya sedang dihitung.</translation>
    </message>
    <message>
        <source>Its folder is not there. The branch %1 stays, with every commit on it.</source>
        <translation>Foldernya tidak ada. Branch %1 tetap ada, dengan semua commit di dalamnya.</translation>
    </message>
    <message>
        <source>Keep ignored files</source>
        <translation>Simpan berkas diabaikan</translation>
    </message>
    <message>
        <source>Nothing in it would be lost.</source>
        <translation>Tidak ada isinya yang akan hilang.</translation>
    </message>
    <message>
        <source>What the chosen own copy holds</source>
        <translation>Isi salinan sendiri yang dipilih</translation>
    </message>
</context>
<context>
    <name>NoteLine</name>
    <message>
        <source>Paste as text</source>
        <translation>Tempel sebagai teks</translation>
    </message>
    <message numerus="yes">
        <source>Sent as soon as %n file(s) are copied. Esc keeps it here.</source>
        <translation>
            <numerusform>Dikirim begitu %n berkas selesai disalin. Esc menahannya di sini.</numerusform>
        </translation>
    </message>
    <message>
        <source>The long text was attached as “%1”.</source>
        <translation>Teks panjang itu dilampirkan sebagai “%1”.</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>%1 asked its model again and again without getting anywhere, so it was stopped</source>
        <translation>%1 berulang kali menanyai modelnya tanpa hasil, jadi dihentikan</translation>
    </message>
    <message>
        <source>%1 can&apos;t be held to what it may do here</source>
        <translation>%1 tidak dapat dibatasi pada izin yang dipilih di sini</translation>
    </message>
    <message>
        <source>%1 can&apos;t be held to “%2”</source>
        <translation>%1 tidak dapat dibatasi pada “%2”</translation>
    </message>
    <message>
        <source>%1 can&apos;t keep to what was chosen, so it asks first.</source>
        <translation>%1 tidak dapat mematuhi izin yang dipilih, jadi bertanya dulu.</translation>
    </message>
    <message>
        <source>%1 can&apos;t keep to what was chosen, so it may only edit without asking.</source>
        <translation>%1 tidak dapat mematuhi izin yang dipilih, jadi tanpa bertanya hanya boleh menyunting.</translation>
    </message>
    <message>
        <source>%1 can&apos;t keep to what was chosen, so it only plans.</source>
        <translation>%1 tidak dapat mematuhi izin yang dipilih, jadi hanya membuat rencana.</translation>
    </message>
    <message>
        <source>%1 could not be merged back when its turn came. Nothing was changed. Merge it by hand to see why.</source>
        <translation>%1 tidak dapat digabungkan kembali saat gilirannya tiba. Tidak ada yang diubah. Gabungkan sendiri untuk melihat sebabnya.</translation>
    </message>
    <message>
        <source>%1 did not answer: it has no key</source>
        <translation>%1 tidak menjawab: kuncinya belum ada</translation>
    </message>
    <message>
        <source>%1 did not answer: its program was not found</source>
        <translation>%1 tidak menjawab: programnya tidak ditemukan</translation>
    </message>
    <message>
        <source>%1 did not answer: its sign-in has run out</source>
        <translation>%1 tidak menjawab: status masuknya sudah kedaluwarsa</translation>
    </message>
    <message>
        <source>%1 does not know this model</source>
        <translation>%1 tidak mengenal model ini</translation>
    </message>
    <message>
        <source>%1 ended unexpectedly</source>
        <translation>%1 berakhir tanpa diduga</translation>
    </message>
    <message>
        <source>%1 gets too many requests just now</source>
        <translation>%1 sedang menerima terlalu banyak permintaan</translation>
    </message>
    <message>
        <source>%1 got a part of the history</source>
        <translation>%1 menerima sebagian riwayat</translation>
    </message>
    <message>
        <source>%1 has reached its usage limit</source>
        <translation>%1 sudah mencapai batas pemakaian</translation>
    </message>
    <message>
        <source>%1 is back</source>
        <translation>%1 kembali</translation>
    </message>
    <message>
        <source>%1 is no longer here, so nobody could answer</source>
        <translation>%1 tidak ada lagi di sini, jadi tidak ada yang dapat menjawab</translation>
    </message>
    <message>
        <source>%1 is overloaded</source>
        <translation>%1 kelebihan beban</translation>
    </message>
    <message>
        <source>%1 joined</source>
        <translation>%1 bergabung</translation>
    </message>
    <message>
        <source>%1 no longer has its memory of this thread</source>
        <translation>%1 tidak lagi mengingat percakapan ini</translation>
    </message>
    <message>
        <source>%1 refused the key</source>
        <translation>%1 menolak kuncinya</translation>
    </message>
    <message>
        <source>%1 refused the request</source>
        <translation>%1 menolak permintaan itu</translation>
    </message>
    <message>
        <source>%1 reported a fault of its own</source>
        <translation>%1 melaporkan kesalahan di pihaknya</translation>
    </message>
    <message>
        <source>%1 sent something that Onesist does not understand</source>
        <translation>%1 mengirim sesuatu yang tidak dipahami Onesist</translation>
    </message>
    <message>
        <source>%1 started afresh</source>
        <translation>%1 mulai dari awal</translation>
    </message>
    <message>
        <source>%1 was interrupted because Onesist closed</source>
        <translation>%1 terputus karena Onesist ditutup</translation>
    </message>
    <message>
        <source>%1 was told what happened before</source>
        <translation>%1 menerima riwayat</translation>
    </message>
    <message>
        <source>%1 went on from its own memory</source>
        <translation>%1 melanjutkan dari ingatannya sendiri</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>a reason and counts</comment>
        <translation>%1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n pesan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) handed over</source>
        <translation>
            <numerusform>%n pesan diserahkan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) handed over, %1 left out</source>
        <translation>
            <numerusform>%n pesan diserahkan, %1 tidak disertakan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) set aside</source>
        <translation>
            <numerusform>%n pesan disisihkan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s), %1 left out</source>
        <translation>
            <numerusform>%n pesan, %1 tidak disertakan</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt;b&gt;Forked&lt;/b&gt; from “%1” at message %2</source>
        <translation>&lt;b&gt;Dicabangkan&lt;/b&gt; dari “%1” di pesan %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;Merged back&lt;/b&gt; from “%1”</source>
        <translation>&lt;b&gt;Digabungkan kembali&lt;/b&gt; dari “%1”</translation>
    </message>
    <message>
        <source>&lt;b&gt;Went back&lt;/b&gt; to message %1</source>
        <translation>&lt;b&gt;Mundur&lt;/b&gt; ke pesan %1</translation>
    </message>
    <message>
        <source>A setting was not understood and left at its default: %1.</source>
        <translation>Satu pengaturan tidak dipahami dan dibiarkan pada nilai bawaannya: %1.</translation>
    </message>
    <message>
        <source>Add a key for %1, then send again.</source>
        <translation>Tambahkan kunci untuk %1, lalu kirim lagi.</translation>
    </message>
    <message>
        <source>Add a key for %1…</source>
        <translation>Tambah kunci untuk %1…</translation>
    </message>
    <message>
        <source>Answers were interrupted when Onesist closed. They offer to be sent again.</source>
        <translation>Ada jawaban yang terputus saat Onesist ditutup. Pesannya dapat dikirim lagi.</translation>
    </message>
    <message>
        <source>Ask someone else, or add %1 again.</source>
        <translation>Tanyakan kepada yang lain, atau tambahkan %1 lagi.</translation>
    </message>
    <message>
        <source>Check the connection, then send again.</source>
        <translation>Periksa koneksi, lalu kirim lagi.</translation>
    </message>
    <message>
        <source>Choose another model, then send again.</source>
        <translation>Pilih model lain, lalu kirim lagi.</translation>
    </message>
    <message>
        <source>Choose something it can be held to, then send again, or continue with someone else.</source>
        <translation>Pilih izin yang dapat dipatuhinya, lalu kirim lagi, atau lanjutkan dengan yang lain.</translation>
    </message>
    <message>
        <source>Commits that were on no branch are on %1 now.</source>
        <translation>Commit yang tadinya tanpa branch kini ada di %1.</translation>
    </message>
    <message>
        <source>Handed over</source>
        <translation>Diserahkan</translation>
    </message>
    <message>
        <source>Ignored files were kept in %1.</source>
        <translation>Berkas diabaikan disimpan di %1.</translation>
    </message>
    <message>
        <source>Install %1, or ask someone else.</source>
        <translation>Pasang %1, atau tanyakan kepada yang lain.</translation>
    </message>
    <message>
        <source>It answers again from %1 on.</source>
        <translation>Dapat menjawab lagi mulai %1.</translation>
    </message>
    <message numerus="yes">
        <source>It answers again in %n day(s): %1.</source>
        <translation>
            <numerusform>Dapat menjawab lagi dalam %n hari: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Make room on the disk, then send again.</source>
        <translation>Kosongkan ruang di disk, lalu kirim lagi.</translation>
    </message>
    <message>
        <source>Moved from %1 to %2, in %3. The next answer starts there and is told what happened.</source>
        <translation>Dipindahkan dari %1 ke %2, di %3. Jawaban berikutnya dimulai di sana dan diberi tahu apa yang terjadi.</translation>
    </message>
    <message>
        <source>Moved from %1 to %2, on branch %3 in %4. The next answer starts there and is told what happened.</source>
        <translation>Dipindahkan dari %1 ke %2, pada branch %3 di %4. Jawaban berikutnya dimulai di sana dan diberi tahu apa yang terjadi.</translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>Belum ada kunci</translation>
    </message>
    <message>
        <source>Not installed</source>
        <translation>Belum terpasang</translation>
    </message>
    <message>
        <source>Not known whether it arrived</source>
        <translation>Tidak diketahui apakah sampai</translation>
    </message>
    <message>
        <source>Not ready</source>
        <translation>Belum siap</translation>
    </message>
    <message>
        <source>Not running</source>
        <translation>Tidak berjalan</translation>
    </message>
    <message>
        <source>Not sent yet</source>
        <translation>Belum dikirim</translation>
    </message>
    <message>
        <source>Not taken; nothing was handed over</source>
        <translation>Tidak diterima; tidak ada yang diserahkan</translation>
    </message>
    <message>
        <source>Nothing fitted for %1</source>
        <translation>Tidak ada yang muat untuk %1</translation>
    </message>
    <message>
        <source>Onesist reports: %1</source>
        <translation>Onesist melaporkan: %1</translation>
    </message>
    <message>
        <source>Put the folder back or open the project from its new place.</source>
        <translation>Kembalikan foldernya atau buka proyek dari tempatnya yang baru.</translation>
    </message>
    <message>
        <source>Read the details, choose another model, or ask someone else.</source>
        <translation>Baca rinciannya, pilih model lain, atau tanyakan kepada yang lain.</translation>
    </message>
    <message>
        <source>Replace the key of %1, then send again.</source>
        <translation>Ganti kunci %1, lalu kirim lagi.</translation>
    </message>
    <message>
        <source>Replace the key of %1…</source>
        <translation>Ganti kunci %1…</translation>
    </message>
    <message>
        <source>Replaced by a later one</source>
        <translation>Diganti oleh yang lebih baru</translation>
    </message>
    <message>
        <source>Send again then, or continue with someone else now.</source>
        <translation>Kirim lagi setelah itu, atau lanjutkan sekarang dengan yang lain.</translation>
    </message>
    <message>
        <source>Send again when you are ready.</source>
        <translation>Kirim lagi bila Anda siap.</translation>
    </message>
    <message>
        <source>Send again, or ask someone else.</source>
        <translation>Kirim lagi, atau tanyakan kepada yang lain.</translation>
    </message>
    <message>
        <source>Send again, say it in other words, or continue with someone else.</source>
        <translation>Kirim lagi, sampaikan dengan kata lain, atau lanjutkan dengan yang lain.</translation>
    </message>
    <message>
        <source>Send again. If it happens again, check the version of %1.</source>
        <translation>Kirim lagi. Jika terulang, periksa versi %1.</translation>
    </message>
    <message>
        <source>Send again. If it happens again, copy the details for a report.</source>
        <translation>Kirim lagi. Jika terulang, salin rinciannya untuk laporan.</translation>
    </message>
    <message>
        <source>Send again: it starts afresh and gets the history.</source>
        <translation>Kirim lagi: ia mulai dari awal dan menerima riwayatnya.</translation>
    </message>
    <message>
        <source>Set up %1…</source>
        <translation>Siapkan %1…</translation>
    </message>
    <message>
        <source>Set-up</source>
        <translation>Persiapan</translation>
    </message>
    <message>
        <source>Shorten it, or ask someone with more room.</source>
        <translation>Persingkat, atau tanyakan kepada yang ruangnya lebih besar.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Tampilkan</translation>
    </message>
    <message>
        <source>Sign in to %1 in a terminal, then send again.</source>
        <translation>Masuk ke %1 di terminal, lalu kirim lagi.</translation>
    </message>
    <message>
        <source>Sign in to %1…</source>
        <translation>Masuk ke %1…</translation>
    </message>
    <message>
        <source>Signed out</source>
        <translation>Belum masuk</translation>
    </message>
    <message>
        <source>Something in Onesist went wrong while %1 answered</source>
        <translation>Ada yang salah di Onesist saat %1 menjawab</translation>
    </message>
    <message>
        <source>Something in Onesist went wrong: %1. Your messages are stored.</source>
        <translation>Ada yang salah di Onesist: %1. Pesan Anda tersimpan.</translation>
    </message>
    <message>
        <source>That should be over now.</source>
        <translation>Batas itu seharusnya sudah berakhir.</translation>
    </message>
    <message>
        <source>The answer of %1 could not be stored</source>
        <translation>Jawaban %1 tidak dapat disimpan</translation>
    </message>
    <message>
        <source>The connection to %1 was lost</source>
        <translation>Koneksi ke %1 terputus</translation>
    </message>
    <message>
        <source>The database can&apos;t be written: %1. What was stored before is safe.</source>
        <translation>Basis data tidak dapat ditulis: %1. Yang tersimpan sebelumnya aman.</translation>
    </message>
    <message>
        <source>The database was brought up to date. A copy of the old one is at %1.</source>
        <translation>Basis data sudah diperbarui. Salinan yang lama ada di %1.</translation>
    </message>
    <message>
        <source>The disk is full. What was stored before is safe; new messages can&apos;t be stored.</source>
        <translation>Disk penuh. Yang tersimpan sebelumnya aman; pesan baru tidak dapat disimpan.</translation>
    </message>
    <message>
        <source>The folder that %1 works in is gone</source>
        <translation>Folder kerja %1 tidak ada lagi</translation>
    </message>
    <message>
        <source>The keyring of this computer can&apos;t be used, so keys are kept for this session only.</source>
        <translation>Penyimpan kunci komputer ini tidak dapat dipakai, jadi kunci hanya disimpan sampai Onesist ditutup.</translation>
    </message>
    <message>
        <source>The keyring of this computer is locked, so saved keys can&apos;t be read.</source>
        <translation>Penyimpan kunci komputer ini terkunci, jadi kunci yang tersimpan tidak dapat dibaca.</translation>
    </message>
    <message>
        <source>The log can&apos;t be written: %1. Everything else works.</source>
        <translation>Log tidak dapat ditulis: %1. Selebihnya berjalan seperti biasa.</translation>
    </message>
    <message>
        <source>The message is too long for %1</source>
        <translation>Pesannya terlalu panjang untuk %1</translation>
    </message>
    <message>
        <source>The own copy in %2 was released: its folder is gone, the branch %1 stays, and it can be made again from it.</source>
        <translation>Salinan sendiri di %2 dilepaskan: foldernya dihapus, branch %1 tetap ada, dan salinan dapat dibuat lagi darinya.</translation>
    </message>
    <message>
        <source>The own copy in %2 was removed. The branch %1 stays. This thread works in the project folder again.</source>
        <translation>Salinan sendiri di %2 dihapus. Branch %1 tetap ada. Percakapan ini bekerja di folder proyek lagi.</translation>
    </message>
    <message>
        <source>The own copy of %1 was found in %2, on branch %3. The next answer starts there and is told what happened.</source>
        <translation>Salinan sendiri dari %1 ditemukan di %2, pada branch %3. Jawaban berikutnya dimulai di sana dan diberi tahu apa yang terjadi.</translation>
    </message>
    <message>
        <source>The own copy of %1 was made again in %3 from the branch %2.</source>
        <translation>Salinan sendiri dari %1 dibuat lagi di %3 dari branch %2.</translation>
    </message>
    <message>
        <source>The own copy of %1 was made again in %3 from the branch %2. What was not committed before it was removed is not in it.</source>
        <translation>Salinan sendiri dari %1 dibuat lagi di %3 dari branch %2. Yang belum di-commit sebelum dihapus tidak ada di dalamnya.</translation>
    </message>
    <message>
        <source>The own copy was made. Not everything went along:</source>
        <translation>Salinan sendiri sudah dibuat. Tidak semuanya ikut:</translation>
    </message>
    <message>
        <source>The project can&apos;t be opened: %1. Nothing was changed. Choose another folder.</source>
        <translation>Proyek tidak dapat dibuka: %1. Tidak ada yang diubah. Pilih folder lain.</translation>
    </message>
    <message>
        <source>The settings can&apos;t be read, so default settings are used and none are saved.</source>
        <translation>Pengaturan tidak dapat dibaca, jadi pengaturan bawaan dipakai dan tidak ada yang disimpan.</translation>
    </message>
    <message>
        <source>The settings could not be read and were set aside as %1. Default settings are used.</source>
        <translation>Pengaturan tidak dapat dibaca dan disisihkan sebagai %1. Pengaturan bawaan dipakai.</translation>
    </message>
    <message>
        <source>The settings were written by a newer Onesist. What this one knows is used.</source>
        <translation>Pengaturan ditulis oleh Onesist yang lebih baru. Yang dikenal versi ini dipakai.</translation>
    </message>
    <message>
        <source>There are too many folders to watch at once, so changes in the project show a few seconds late.</source>
        <translation>Terlalu banyak folder untuk diamati sekaligus, jadi perubahan di proyek tampak beberapa detik kemudian.</translation>
    </message>
    <message>
        <source>This part was written by a newer Onesist and can&apos;t be shown. It is kept.</source>
        <translation>Bagian ini ditulis oleh Onesist yang lebih baru dan tidak dapat ditampilkan. Bagian ini tetap disimpan.</translation>
    </message>
    <message>
        <source>This project brings settings of its own for %1. They don&apos;t count, because nobody trusted this folder yet. To use them, start %1 once in a terminal here and trust the folder.</source>
        <translation>Proyek ini membawa pengaturannya sendiri untuk %1. Pengaturan itu tidak berlaku, karena folder ini belum dipercaya. Untuk memakainya, jalankan %1 sekali di terminal di sini dan percayai folder ini.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Urungkan</translation>
    </message>
    <message>
        <source>Wait a moment and send again, or continue with someone else.</source>
        <translation>Tunggu sebentar dan kirim lagi, atau lanjutkan dengan yang lain.</translation>
    </message>
    <message>
        <source>What was brought</source>
        <translation>Yang dibawa</translation>
    </message>
    <message>
        <source>When that ends isn&apos;t known.</source>
        <translation>Kapan batas itu berakhir tidak diketahui.</translation>
    </message>
    <message>
        <source>You stopped %1</source>
        <translation>Anda menghentikan %1</translation>
    </message>
    <message>
        <source>Your message is kept, and so is what was answered so far.</source>
        <translation>Pesan Anda tetap disimpan, begitu juga jawaban sejauh ini.</translation>
    </message>
    <message>
        <source>Your message is kept. Nobody can tell whether %1 read it.</source>
        <translation>Pesan Anda tetap disimpan. Tidak diketahui apakah %1 sudah membacanya.</translation>
    </message>
    <message>
        <source>Your message is kept. Nothing was handed over.</source>
        <translation>Pesan Anda tetap disimpan. Tidak ada yang diserahkan.</translation>
    </message>
    <message>
        <source>Your message is kept. Nothing was sent.</source>
        <translation>Pesan Anda tetap disimpan. Tidak ada yang dikirim.</translation>
    </message>
    <message>
        <source>an own copy of %1</source>
        <translation>salinan sendiri dari %1</translation>
    </message>
    <message>
        <source>another model</source>
        <translation>model lain</translation>
    </message>
    <message>
        <source>as you chose</source>
        <translation>sesuai pilihan Anda</translation>
    </message>
    <message>
        <source>did not start</source>
        <translation>tidak dapat dimulai</translation>
    </message>
    <message>
        <source>failed · exit code %1</source>
        <translation>gagal · kode keluar %1</translation>
    </message>
    <message>
        <source>it failed before</source>
        <translation>sebelumnya gagal</translation>
    </message>
    <message>
        <source>it was brought up to date many times</source>
        <translation>sudah berkali-kali diberi kabar</translation>
    </message>
    <message>
        <source>it works in another folder</source>
        <translation>bekerja di folder lain</translation>
    </message>
    <message>
        <source>its memory had too little room</source>
        <translation>ingatannya kurang ruang</translation>
    </message>
    <message>
        <source>its memory was lost</source>
        <translation>ingatannya hilang</translation>
    </message>
    <message>
        <source>not known what it had read</source>
        <translation>tidak diketahui apa yang sudah dibacanya</translation>
    </message>
    <message>
        <source>not run, as you chose</source>
        <translation>tidak dijalankan, sesuai pilihan Anda</translation>
    </message>
    <message>
        <source>nothing to hand over</source>
        <translation>tidak ada yang perlu diserahkan</translation>
    </message>
    <message>
        <source>others gave many answers since</source>
        <translation>yang lain sudah banyak menjawab sejak itu</translation>
    </message>
    <message>
        <source>stopped after 10 minutes</source>
        <translation>dihentikan setelah 10 menit</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>dihentikan oleh Anda</translation>
    </message>
    <message>
        <source>taken back</source>
        <translation>diurungkan</translation>
    </message>
    <message>
        <source>the folder %1</source>
        <translation>folder %1</translation>
    </message>
    <message>
        <source>the history is still owed</source>
        <translation>riwayatnya menyusul</translation>
    </message>
    <message>
        <source>the project folder</source>
        <translation>folder proyek</translation>
    </message>
    <message>
        <source>the thread went back</source>
        <translation>percakapan mundur</translation>
    </message>
    <message>
        <source>withdrawn, as the request failed; it will be told again</source>
        <translation>ditarik, karena permintaannya gagal; akan disampaikan lagi</translation>
    </message>
</context>
<context>
    <name>NotificationsPage</name>
    <message>
        <source>Notifications</source>
        <translation>Notifikasi</translation>
    </message>
    <message>
        <source>Tell me on the desktop</source>
        <translation>Beri tahu saya di desktop</translation>
    </message>
    <message>
        <source>When an answer is finished, fails or needs you, while another window is in front.</source>
        <translation>Saat jawaban selesai, gagal, atau perlu Anda, sementara jendela lain di depan.</translation>
    </message>
</context>
<context>
    <name>Notifier</name>
    <message>
        <source>%1 has finished</source>
        <translation>%1 sudah selesai</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>An agent</source>
        <translation>Sebuah agen</translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
    </message>
</context>
<context>
    <name>OutputBlock</name>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n baris</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed lines</source>
        <translation>Baris yang diubah</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Salin</translation>
    </message>
    <message numerus="yes">
        <source>First %1 of %n line(s)</source>
        <translation>
            <numerusform>%1 pertama dari %n baris</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Last %1 of %n line(s)</source>
        <translation>
            <numerusform>%1 terakhir dari %n baris</numerusform>
        </translation>
    </message>
    <message>
        <source>Open all</source>
        <translation>Buka semua</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Keluaran</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Teks</translation>
    </message>
</context>
<context>
    <name>OwnCopyDialog</name>
    <message>
        <source>%1 (the project folder)</source>
        <translation>%1 (folder proyek)</translation>
    </message>
    <message>
        <source>A branch needs a name.</source>
        <translation>Branch perlu nama.</translation>
    </message>
    <message>
        <source>An earlier own copy of this branch has no folder any more. It is made again from the branch.</source>
        <translation>Folder salinan sendiri branch ini sudah tidak ada. Salinan itu dibuat lagi dari branch.</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>Branch</translation>
    </message>
    <message>
        <source>Existing branch</source>
        <translation>Branch yang ada</translation>
    </message>
    <message>
        <source>How the copy begins</source>
        <translation>Asal salinan</translation>
    </message>
    <message>
        <source>It begins at</source>
        <translation>Mulai dari</translation>
    </message>
    <message>
        <source>Letters a to z, digits and . _ - / can stand in it, with none of . - / at its beginning or end.</source>
        <translation>Boleh berisi huruf a sampai z, angka, dan . _ - / tanpa . - / di awal atau akhirnya.</translation>
    </message>
    <message>
        <source>Looking what there is…</source>
        <translation>Memeriksa yang ada…</translation>
    </message>
    <message>
        <source>Made elsewhere</source>
        <translation>Dibuat di tempat lain</translation>
    </message>
    <message>
        <source>Make the own copy</source>
        <translation>Buat salinan sendiri</translation>
    </message>
    <message>
        <source>Making the copy…</source>
        <translation>Membuat salinan…</translation>
    </message>
    <message>
        <source>Name of the branch</source>
        <translation>Nama branch</translation>
    </message>
    <message>
        <source>New branch</source>
        <translation>Branch baru</translation>
    </message>
    <message>
        <source>No branch is called that.</source>
        <translation>Tidak ada branch bernama itu.</translation>
    </message>
    <message>
        <source>Of which repository</source>
        <translation>Dari repositori</translation>
    </message>
    <message>
        <source>Search branches</source>
        <translation>Cari branch</translation>
    </message>
    <message>
        <source>Search folders</source>
        <translation>Cari folder</translation>
    </message>
    <message>
        <source>Stopped. Nothing was left behind, and the thread works where it did.</source>
        <translation>Dihentikan. Tidak ada yang tertinggal, dan percakapan bekerja di tempat semula.</translation>
    </message>
    <message>
        <source>Stopping, and taking away what was begun…</source>
        <translation>Menghentikan, dan menghapus yang sudah dimulai…</translation>
    </message>
    <message>
        <source>The thread will work in that folder, beside whatever works there already.</source>
        <translation>Percakapan akan bekerja di folder itu, di samping yang sudah bekerja di sana.</translation>
    </message>
    <message>
        <source>There is a branch %1 already. Choose another name, or take the existing branch.</source>
        <translation>Branch %1 sudah ada. Pilih nama lain, atau pakai branch yang ada.</translation>
    </message>
    <message>
        <source>There is none.</source>
        <translation>Tidak ada.</translation>
    </message>
    <message>
        <source>This branch is in use in the project folder: the thread will work there, on your own files.</source>
        <translation>Branch ini sedang dipakai di folder proyek: percakapan akan bekerja di sana, pada berkas Anda sendiri.</translation>
    </message>
    <message>
        <source>This thread gets a folder of its own (a Git worktree). The project folder stays as it is, and the next answer starts in the copy.</source>
        <translation>Percakapan ini mendapat folder sendiri (worktree Git). Folder proyek tidak berubah, dan jawaban berikutnya dimulai di salinan.</translation>
    </message>
    <message>
        <source>Work in an own copy</source>
        <translation>Bekerja di salinan sendiri</translation>
    </message>
    <message>
        <source>Work there</source>
        <translation>Bekerja di sana</translation>
    </message>
    <message>
        <source>Worktrees made elsewhere</source>
        <translation>Worktree yang dibuat di tempat lain</translation>
    </message>
    <message>
        <source>in use in %1</source>
        <translation>dipakai di %1</translation>
    </message>
    <message>
        <source>its folder is gone</source>
        <translation>foldernya sudah tidak ada</translation>
    </message>
    <message>
        <source>its own copy is made again</source>
        <translation>salinan sendirinya dibuat lagi</translation>
    </message>
    <message>
        <source>on no branch</source>
        <translation>tanpa branch</translation>
    </message>
    <message>
        <source>only on the server; a local one of that name is made</source>
        <translation>hanya di server; branch lokal bernama sama akan dibuat</translation>
    </message>
    <message>
        <source>the commit that is checked out now</source>
        <translation>commit yang kini di-checkout</translation>
    </message>
</context>
<context>
    <name>PageNote</name>
    <message>
        <source>Reading…</source>
        <translation>Membaca…</translation>
    </message>
    <message>
        <source>These messages could not be read. They are kept.</source>
        <translation>Pesan-pesan ini tidak dapat dibaca. Semuanya tetap tersimpan.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Coba lagi</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Do</source>
        <translation>Lakukan</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Buka</translation>
    </message>
</context>
<context>
    <name>PaletteController</name>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
    </message>
    <message>
        <source>needs you</source>
        <translation>perlu Anda</translation>
    </message>
</context>
<context>
    <name>PaletteDialog</name>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n ditemukan</numerusform>
        </translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Palet perintah</translation>
    </message>
    <message>
        <source>Do something or go to a thread</source>
        <translation>Lakukan sesuatu atau buka percakapan</translation>
    </message>
    <message>
        <source>Enter do it</source>
        <translation>Enter lakukan</translation>
    </message>
    <message>
        <source>Esc closes</source>
        <translation>Esc tutup</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Yang ditemukan</translation>
    </message>
    <message>
        <source>Go to a thread</source>
        <translation>Buka percakapan</translation>
    </message>
    <message>
        <source>Nothing is called that.</source>
        <translation>Tidak ada yang bernama itu.</translation>
    </message>
    <message>
        <source>Tab: everything</source>
        <translation>Tab: semuanya</translation>
    </message>
    <message>
        <source>Tab: only threads</source>
        <translation>Tab: hanya percakapan</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>Apa yang ingin Anda lakukan?</translation>
    </message>
    <message>
        <source>↑ ↓ choose</source>
        <translation>↑ ↓ pilih</translation>
    </message>
</context>
<context>
    <name>Picker</name>
    <message>
        <source>Nothing found</source>
        <translation>Tidak ada yang ditemukan</translation>
    </message>
    <message>
        <source>Type to search</source>
        <translation>Ketik untuk mencari</translation>
    </message>
</context>
<context>
    <name>ProcessesDialog</name>
    <message>
        <source>Close</source>
        <translation>Tutup</translation>
    </message>
    <message>
        <source>End them</source>
        <translation>Akhiri</translation>
    </message>
    <message>
        <source>End them…</source>
        <translation>Akhiri…</translation>
    </message>
    <message>
        <source>End these processes?</source>
        <translation>Akhiri proses program ini?</translation>
    </message>
    <message>
        <source>Leave them</source>
        <translation>Biarkan</translation>
    </message>
    <message>
        <source>Those that answer a thread are better stopped there: what was written so far is kept then.</source>
        <translation>Yang sedang menjawab percakapan lebih baik dihentikan di sana: yang sudah ditulis akan tetap disimpan.</translation>
    </message>
    <message>
        <source>What they haven&apos;t saved is lost: %1.</source>
        <translation>Yang belum disimpannya akan hilang: %1.</translation>
    </message>
</context>
<context>
    <name>ProgramPart</name>
    <message>
        <source>A whole path. Left empty, the program is looked up.</source>
        <translation>Lokasi lengkap. Jika dikosongkan, programnya dicari.</translation>
    </message>
    <message>
        <source>Another place of the program</source>
        <translation>Lokasi program yang lain</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Telusuri…</translation>
    </message>
    <message>
        <source>Choose the program</source>
        <translation>Pilih programnya</translation>
    </message>
    <message>
        <source>Forget a chosen program and look in the usual places</source>
        <translation>Lupakan program yang dipilih dan cari di tempat yang biasa</translation>
    </message>
    <message>
        <source>Found at</source>
        <translation>Ditemukan di</translation>
    </message>
    <message>
        <source>Look it up again</source>
        <translation>Cari lagi</translation>
    </message>
    <message>
        <source>Looked up in the usual places</source>
        <translation>Dicari di tempat yang biasa</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Program</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>Status masuk</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Pakai</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Versi</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>mencari…</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>tidak ditemukan</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>tidak diketahui</translation>
    </message>
</context>
<context>
    <name>ProjectRow</name>
    <message>
        <source>Menu</source>
        <translation>Menu</translation>
    </message>
    <message>
        <source>No project</source>
        <translation>Tanpa proyek</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>Buka proyek</translation>
    </message>
    <message>
        <source>Project %1. Open another one</source>
        <translation>Proyek %1. Buka yang lain</translation>
    </message>
</context>
<context>
    <name>ProseBlock</name>
    <message>
        <source>Text</source>
        <translation>Teks</translation>
    </message>
</context>
<context>
    <name>ProviderController</name>
    <message>
        <source>Another model</source>
        <translation>Model lain</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Batal</translation>
    </message>
    <message>
        <source>Id of the model</source>
        <translation>Id model</translation>
    </message>
    <message>
        <source>Show me around</source>
        <translation>Ajak saya berkeliling</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Pakai</translation>
    </message>
</context>
<context>
    <name>ProviderDetail</name>
    <message>
        <source>A further account of %1, with a sign-in of its own. Its sign-in and settings are in this folder:</source>
        <translation>Akun tambahan %1, dengan status masuk sendiri. Status masuk dan pengaturannya ada di folder ini:</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Periksa lagi</translation>
    </message>
    <message>
        <source>Folder of this account</source>
        <translation>Folder akun ini</translation>
    </message>
    <message>
        <source>Install and sign in</source>
        <translation>Pasang dan masuk</translation>
    </message>
    <message>
        <source>It can no longer be asked then. All threads stay, with everything it answered in them.</source>
        <translation>Setelah itu tidak dapat ditanyai lagi. Semua percakapan tetap ada, beserta semua jawabannya di sana.</translation>
    </message>
    <message>
        <source>It said: %1</source>
        <translation>Katanya: %1</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Hapus</translation>
    </message>
    <message>
        <source>Remove %1…</source>
        <translation>Hapus %1…</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Hapus…</translation>
    </message>
    <message>
        <source>This is advice only: a message can be sent all the same.</source>
        <translation>Ini hanya saran: pesan tetap dapat dikirim.</translation>
    </message>
</context>
<context>
    <name>ProviderList</name>
    <message>
        <source>Add a model…</source>
        <translation>Tambah model…</translation>
    </message>
    <message>
        <source>Add an agent…</source>
        <translation>Tambah agen…</translation>
    </message>
    <message>
        <source>Agents on this computer</source>
        <translation>Agen di komputer ini</translation>
    </message>
    <message>
        <source>Answer questions, with your own key or on this computer</source>
        <translation>Menjawab pertanyaan, dengan kunci Anda sendiri atau di komputer ini</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Periksa lagi</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>No account, no internet, no cost</source>
        <translation>Tanpa akun, tanpa internet, tanpa biaya</translation>
    </message>
    <message>
        <source>One is enough. You can switch in the middle of a thread, and add others later.</source>
        <translation>Satu saja cukup. Anda dapat berganti di tengah percakapan, dan menambah yang lain nanti.</translation>
    </message>
    <message>
        <source>Practice assistant</source>
        <translation>Asisten latihan</translation>
    </message>
    <message>
        <source>Work on files and run commands by themselves</source>
        <translation>Mengerjakan berkas dan menjalankan perintah secara mandiri</translation>
    </message>
</context>
<context>
    <name>ProviderSetup</name>
    <message>
        <source>It is taken from the list; its program stays on this computer. All threads stay, with everything it answered in them.</source>
        <translation>Agen ini dikeluarkan dari daftar; programnya tetap ada di komputer ini. Semua percakapan tetap ada, beserta semua jawabannya di sana.</translation>
    </message>
    <message>
        <source>Its address and its key are removed from this computer. All threads stay, with everything it answered in them.</source>
        <translation>Alamat dan kuncinya dihapus dari komputer ini. Semua percakapan tetap ada, beserta semua jawabannya di sana.</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Biarkan</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Memeriksa…</translation>
    </message>
    <message>
        <source>Not removed: %1.</source>
        <translation>Tidak dihapus: %1.</translation>
    </message>
    <message>
        <source>Nothing was changed: %1.</source>
        <translation>Tidak ada yang diubah: %1.</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>Hapus %1</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>Hapus %1?</translation>
    </message>
    <message>
        <source>Remove key</source>
        <translation>Hapus kunci</translation>
    </message>
    <message>
        <source>Remove the key of %1?</source>
        <translation>Hapus kunci %1?</translation>
    </message>
    <message>
        <source>Removing…</source>
        <translation>Menghapus…</translation>
    </message>
    <message>
        <source>That could not be done: %1.</source>
        <translation>Itu tidak dapat dilakukan: %1.</translation>
    </message>
    <message>
        <source>The key is removed from the keyring of this computer. %1 stays in the list and can be given another key; its maker knows the old one until it is revoked there.</source>
        <translation>Kunci dihapus dari penyimpan kunci komputer ini. %1 tetap ada di daftar dan dapat diberi kunci lain; kunci lama tetap dikenal pembuatnya sampai dicabut di sana.</translation>
    </message>
    <message>
        <source>The key was not removed: %1.</source>
        <translation>Kunci tidak dihapus: %1.</translation>
    </message>
    <message>
        <source>The models can&apos;t be listed: %1.</source>
        <translation>Model tidak dapat didaftar: %1.</translation>
    </message>
    <message>
        <source>This account answers no longer. All threads stay, with everything it answered in them. Its folder stays: %1</source>
        <translation>Akun ini tidak menjawab lagi. Semua percakapan tetap ada, beserta semua jawabannya di sana. Foldernya tetap ada: %1</translation>
    </message>
</context>
<context>
    <name>ProviderWords</name>
    <message>
        <source>Add a key. It is kept in the keyring of this computer.</source>
        <translation>Tambahkan kunci. Kunci disimpan di penyimpan kunci komputer ini.</translation>
    </message>
    <message>
        <source>Add key…</source>
        <translation>Tambah kunci…</translation>
    </message>
    <message>
        <source>Answers questions with your own key</source>
        <translation>Menjawab pertanyaan dengan kunci Anda sendiri</translation>
    </message>
    <message>
        <source>Answers questions, needs no key</source>
        <translation>Menjawab pertanyaan, tidak perlu kunci</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Sibuk</translation>
    </message>
    <message>
        <source>Can&apos;t be reached</source>
        <translation>Tidak dapat dihubungi</translation>
    </message>
    <message>
        <source>Can&apos;t be told before it answers</source>
        <translation>Tidak diketahui sebelum menjawab</translation>
    </message>
    <message>
        <source>Can&apos;t be used as it is</source>
        <translation>Tidak dapat dipakai begitu saja</translation>
    </message>
    <message>
        <source>Found, but Onesist doesn&apos;t understand this version</source>
        <translation>Ditemukan, tetapi Onesist tidak memahami versi ini</translation>
    </message>
    <message>
        <source>Found, but it ended by itself when it was asked</source>
        <translation>Ditemukan, tetapi berhenti sendiri saat ditanyai</translation>
    </message>
    <message>
        <source>Found, but it said nothing when it was asked</source>
        <translation>Ditemukan, tetapi diam saja saat ditanyai</translation>
    </message>
    <message>
        <source>Found, not signed in</source>
        <translation>Ditemukan, belum masuk</translation>
    </message>
    <message>
        <source>Gets too many requests at the moment</source>
        <translation>Sedang menerima terlalu banyak permintaan</translation>
    </message>
    <message>
        <source>How to get it</source>
        <translation>Cara mendapatkannya</translation>
    </message>
    <message>
        <source>How to start it</source>
        <translation>Cara menjalankannya</translation>
    </message>
    <message>
        <source>If it runs on this computer, start its server. Then choose Check again.</source>
        <translation>Jika berjalan di komputer ini, jalankan servernya. Lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Install it as its maker describes, or say where its program is. Then choose Check again.</source>
        <translation>Pasang sesuai petunjuk pembuatnya, atau tentukan lokasi programnya. Lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Install it with the command below, or say where its program is. Then choose Check again.</source>
        <translation>Pasang dengan perintah di bawah, atau tentukan lokasi programnya. Lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Install its newest version, or another one. Then choose Check again.</source>
        <translation>Pasang versi terbarunya, atau versi lain. Lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>Terpasang</translation>
    </message>
    <message>
        <source>Installed, not signed in</source>
        <translation>Terpasang, belum masuk</translation>
    </message>
    <message>
        <source>Installed, signed in</source>
        <translation>Terpasang, sudah masuk</translation>
    </message>
    <message>
        <source>Its key was refused</source>
        <translation>Kuncinya ditolak</translation>
    </message>
    <message>
        <source>Its model is not known there</source>
        <translation>Modelnya tidak dikenal di sana</translation>
    </message>
    <message>
        <source>Its service failed when it was asked</source>
        <translation>Layanannya gagal saat ditanyai</translation>
    </message>
    <message>
        <source>Its service has too much to do at the moment</source>
        <translation>Layanannya sedang terlalu sibuk</translation>
    </message>
    <message>
        <source>Key refused</source>
        <translation>Kunci ditolak</translation>
    </message>
    <message>
        <source>Limit reached</source>
        <translation>Batas tercapai</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Memeriksa…</translation>
    </message>
    <message>
        <source>Needs a key before it can answer</source>
        <translation>Perlu kunci sebelum dapat menjawab</translation>
    </message>
    <message>
        <source>Not an AI: it shows how everything works. No account, no internet, no cost.</source>
        <translation>Bukan AI: menunjukkan cara kerja semuanya. Tanpa akun, tanpa internet, tanpa biaya.</translation>
    </message>
    <message>
        <source>Not found on this computer</source>
        <translation>Tidak ditemukan di komputer ini</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Siap</translation>
    </message>
    <message>
        <source>Replace key…</source>
        <translation>Ganti kunci…</translation>
    </message>
    <message>
        <source>Replace the key.</source>
        <translation>Ganti kuncinya.</translation>
    </message>
    <message>
        <source>Run the command below in a terminal and sign in there. Then choose Check again.</source>
        <translation>Jalankan perintah di bawah di terminal dan masuk di sana. Lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Set up…</source>
        <translation>Siapkan…</translation>
    </message>
    <message>
        <source>Sign in in a terminal, with the folder below as the place of its settings. Then choose Check again.</source>
        <translation>Masuk di terminal, dengan folder di bawah sebagai tempat pengaturannya. Lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>Masuk…</translation>
    </message>
    <message>
        <source>Signed in</source>
        <translation>Sudah masuk</translation>
    </message>
    <message>
        <source>Signed out</source>
        <translation>Belum masuk</translation>
    </message>
    <message>
        <source>Start it once in a terminal and sign in there. Then choose Check again.</source>
        <translation>Jalankan sekali di terminal dan masuk di sana. Lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Start it once in a terminal to see what it says. Then choose Check again.</source>
        <translation>Jalankan sekali di terminal untuk melihat pesannya. Lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Version %1, installed</source>
        <translation>Versi %1, terpasang</translation>
    </message>
    <message>
        <source>Version %1, not signed in</source>
        <translation>Versi %1, belum masuk</translation>
    </message>
    <message>
        <source>Version %1, signed in</source>
        <translation>Versi %1, sudah masuk</translation>
    </message>
    <message>
        <source>Wait a little, then choose Check again.</source>
        <translation>Tunggu sebentar, lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Wait until the limit ends, or let somebody else answer meanwhile.</source>
        <translation>Tunggu sampai batasnya berakhir, atau biarkan yang lain menjawab sementara itu.</translation>
    </message>
    <message>
        <source>What its account may use is used up for now</source>
        <translation>Jatah akunnya habis untuk sementara</translation>
    </message>
</context>
<context>
    <name>ProvidersPage</name>
    <message>
        <source>Everybody who answers</source>
        <translation>Semua yang menjawab</translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation>Yang menjawab</translation>
    </message>
</context>
<context>
    <name>QuestionBlock</name>
    <message>
        <source>Answer</source>
        <translation>Jawab</translation>
    </message>
    <message>
        <source>Answer each question first.</source>
        <translation>Jawab dulu setiap pertanyaan.</translation>
    </message>
    <message>
        <source>Choose or write an answer first.</source>
        <translation>Pilih atau tulis dulu jawabannya.</translation>
    </message>
    <message>
        <source>Don&apos;t answer</source>
        <translation>Jangan jawab</translation>
    </message>
    <message>
        <source>The agent</source>
        <translation>Agen</translation>
    </message>
</context>
<context>
    <name>QuestionForm</name>
    <message>
        <source>Something else…</source>
        <translation>Yang lain…</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>Jawaban Anda</translation>
    </message>
</context>
<context>
    <name>QueueRow</name>
    <message numerus="yes">
        <source>%n attachment(s)</source>
        <translation>
            <numerusform>%n lampiran</numerusform>
        </translation>
    </message>
    <message>
        <source>Add to the running answer</source>
        <translation>Tambahkan ke jawaban yang sedang ditulis</translation>
    </message>
    <message>
        <source>Delete this waiting message</source>
        <translation>Hapus pesan yang menunggu ini</translation>
    </message>
    <message>
        <source>Edit this waiting message</source>
        <translation>Sunting pesan yang menunggu ini</translation>
    </message>
    <message>
        <source>Move this waiting message (Alt+Up, Alt+Down)</source>
        <translation>Pindahkan pesan yang menunggu ini (Alt+Up, Alt+Down)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Lalu</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>Kirim sekarang</translation>
    </message>
    <message>
        <source>Waiting message %1 of %2, for %3: %4</source>
        <translation>Pesan yang menunggu %1 dari %2, untuk %3: %4</translation>
    </message>
</context>
<context>
    <name>ReceiptBlock</name>
    <message>
        <source>What %1 was told</source>
        <translation>Yang disampaikan kepada %1</translation>
    </message>
    <message>
        <source>What it was told</source>
        <translation>Yang disampaikan</translation>
    </message>
</context>
<context>
    <name>RemovalConfirm</name>
    <message>
        <source>%1 %2 can&apos;t be removed now and is left out.</source>
        <translation>%1 %2 kini tidak dapat dihapus dan tidak disertakan.</translation>
    </message>
    <message>
        <source>All threads. They go back to the project folder, with a note.</source>
        <translation>Semua percakapan. Percakapan kembali ke folder proyek, dengan catatan.</translation>
    </message>
    <message>
        <source>All threads. They stay with it, and its folder can be made again from the branch.</source>
        <translation>Semua percakapan. Percakapan tetap menyertainya, dan foldernya dapat dibuat lagi dari branch.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Kembali</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Batal</translation>
    </message>
    <message>
        <source>Commits on no branch: a branch is made for them first</source>
        <translation>Commit tanpa branch: branch dibuat lebih dulu</translation>
    </message>
    <message>
        <source>Counted again just now, at %1.</source>
        <translation>Baru dihitung ulang, pukul %1.</translation>
    </message>
    <message>
        <source>Counted again just now, at %1. None of them can be removed now.</source>
        <translation>Baru dihitung ulang, pukul %1. Kini tidak satu pun dapat dihapus.</translation>
    </message>
    <message>
        <source>Counted again just now, at %1. Nothing would be lost.</source>
        <translation>Baru dihitung ulang, pukul %1. Tidak ada yang akan hilang.</translation>
    </message>
    <message>
        <source>Counted again just now, at %1. One of them holds nothing that would be lost.</source>
        <translation>Baru dihitung ulang, pukul %1. Satu di antaranya tidak berisi apa pun yang akan hilang.</translation>
    </message>
    <message>
        <source>I have seen that &lt;b&gt;%1&lt;/b&gt; will be gone.</source>
        <translation>Saya sudah melihat bahwa &lt;b&gt;%1&lt;/b&gt; akan hilang.</translation>
    </message>
    <message>
        <source>Lost for good, saved nowhere else: %1</source>
        <translation>Hilang selamanya, tidak tersimpan di tempat lain: %1</translation>
    </message>
    <message>
        <source>None of them can be removed now.</source>
        <translation>Kini tidak satu pun dapat dihapus.</translation>
    </message>
    <message>
        <source>Nothing is lost: what Git doesn&apos;t have is kept</source>
        <translation>Tidak ada yang hilang: yang tidak ada di Git disimpan</translation>
    </message>
    <message>
        <source>Release and lose it</source>
        <translation>Lepaskan dan hilangkan</translation>
    </message>
    <message>
        <source>Remove and lose it</source>
        <translation>Hapus dan hilangkan</translation>
    </message>
    <message>
        <source>The branch %1, with every commit on it</source>
        <translation>Branch %1, dengan semua commit-nya</translation>
    </message>
    <message>
        <source>The numbers changed since the list was counted. These are the new ones.</source>
        <translation>Angkanya berubah sejak daftar ini dihitung. Ini angka yang baru.</translation>
    </message>
    <message>
        <source>They are being counted.</source>
        <translation>Sedang dihitung.</translation>
    </message>
    <message>
        <source>Tick first that you have seen what will be gone.</source>
        <translation>Centang dulu bahwa Anda sudah melihat yang akan hilang.</translation>
    </message>
    <message>
        <source>What stays</source>
        <translation>Yang tetap ada</translation>
    </message>
    <message>
        <source>What they hold is being counted again.</source>
        <translation>Isinya sedang dihitung ulang.</translation>
    </message>
    <message>
        <source>What was stashed: it belongs to the whole repository</source>
        <translation>Yang disimpan dengan stash: itu milik seluruh repositori</translation>
    </message>
</context>
<context>
    <name>ResultsPage</name>
    <message>
        <source>%1, %2 freed</source>
        <translation>%1, %2 dibebaskan</translation>
    </message>
    <message>
        <source>Back in the project folder: %1</source>
        <translation>Kembali di folder proyek: %1</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>Kembali ke daftar</translation>
    </message>
    <message>
        <source>Can be made again for: %1</source>
        <translation>Dapat dibuat lagi untuk: %1</translation>
    </message>
    <message>
        <source>It was on no branch. Its commits are on the new branch %1.</source>
        <translation>Tadinya tidak di branch mana pun. Commit-nya ada di branch baru %1.</translation>
    </message>
    <message>
        <source>Look at what changed and ask again…</source>
        <translation>Lihat yang berubah dan tanya lagi…</translation>
    </message>
    <message>
        <source>Open kept files</source>
        <translation>Buka berkas yang disimpan</translation>
    </message>
    <message>
        <source>The branch %1 stays.</source>
        <translation>Branch %1 tetap ada.</translation>
    </message>
    <message>
        <source>What came of it</source>
        <translation>Hasilnya</translation>
    </message>
</context>
<context>
    <name>RewindDialog</name>
    <message>
        <source>%1 can&apos;t forget only a part: it begins afresh and is told the history again.</source>
        <translation>%1 tidak dapat melupakan sebagian saja: ia mulai dari awal dan riwayat disampaikan lagi kepadanya.</translation>
    </message>
    <message numerus="yes">
        <source>%n merge(s) among them: those threads count as not merged again.</source>
        <translation>
            <numerusform>%n penggabungan di antaranya: percakapan itu kembali dihitung belum digabungkan.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) will be set aside.</source>
        <translation>
            <numerusform>%n pesan akan disisihkan.</numerusform>
        </translation>
    </message>
    <message>
        <source>Files stay as they are. What agents changed isn&apos;t taken back.</source>
        <translation>Berkas tetap seperti adanya. Yang diubah agen tidak dikembalikan.</translation>
    </message>
    <message>
        <source>Go back to message %1</source>
        <translation>Mundur ke pesan %1</translation>
    </message>
    <message>
        <source>Going back…</source>
        <translation>Mundur…</translation>
    </message>
    <message>
        <source>It can be taken back until the next message is sent, or a fork merged.</source>
        <translation>Dapat diurungkan sampai pesan berikutnya dikirim, atau sebuah cabang digabungkan.</translation>
    </message>
    <message numerus="yes">
        <source>Set %n message(s) aside</source>
        <translation>
            <numerusform>Sisihkan %n pesan</numerusform>
        </translation>
    </message>
    <message>
        <source>The thread goes on below that message, as if what came later had not been said.</source>
        <translation>Percakapan berlanjut di bawah pesan itu, seakan-akan yang sesudahnya tidak pernah dikatakan.</translation>
    </message>
    <message>
        <source>These can&apos;t forget only a part: they begin afresh and are told the history again: %1.</source>
        <translation>Ini tidak dapat melupakan sebagian saja, jadi mulai dari awal dan riwayat disampaikan lagi: %1.</translation>
    </message>
</context>
<context>
    <name>RunBar</name>
    <message>
        <source>%1 did not answer and is asked again, try %2</source>
        <translation>%1 tidak menjawab dan ditanyai lagi, percobaan ke-%2</translation>
    </message>
    <message>
        <source>%1 gets too many requests and is asked again, try %2 of %3</source>
        <translation>%1 menerima terlalu banyak permintaan dan ditanyai lagi, percobaan %2 dari %3</translation>
    </message>
    <message>
        <source>%1 had a fault of its own and is asked again, try %2 of %3</source>
        <translation>Ada kesalahan di pihak %1; ditanyai lagi, percobaan %2 dari %3</translation>
    </message>
    <message>
        <source>%1 is answering</source>
        <translation>%1 sedang menjawab</translation>
    </message>
    <message>
        <source>%1 is busy and is asked again, try %2 of %3</source>
        <translation>%1 sedang sibuk dan ditanyai lagi, percobaan %2 dari %3</translation>
    </message>
    <message>
        <source>%1 is changing %2</source>
        <translation>%1 sedang mengubah %2</translation>
    </message>
    <message>
        <source>%1 is overloaded and is asked again, try %2 of %3</source>
        <translation>%1 kelebihan beban dan ditanyai lagi, percobaan %2 dari %3</translation>
    </message>
    <message>
        <source>%1 is reading</source>
        <translation>%1 sedang membaca</translation>
    </message>
    <message>
        <source>%1 is running %2</source>
        <translation>%1 sedang menjalankan %2</translation>
    </message>
    <message>
        <source>%1 is searching</source>
        <translation>%1 sedang mencari</translation>
    </message>
    <message>
        <source>%1 is thinking</source>
        <translation>%1 sedang berpikir</translation>
    </message>
    <message>
        <source>%1 is using %2</source>
        <translation>%1 sedang memakai %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 waits for you: %n change(s)</source>
        <translation>
            <numerusform>%1 menunggu Anda: %n perubahan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 waits for you: %n command(s)</source>
        <translation>
            <numerusform>%1 menunggu Anda: %n perintah</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 waits for you: %n question(s)</source>
        <translation>
            <numerusform>%1 menunggu Anda: %n pertanyaan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 waits for you: %n request(s)</source>
        <translation>
            <numerusform>%1 menunggu Anda: %n permintaan</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 waits for you: its plan</source>
        <translation>%1 menunggu Anda: rencananya</translation>
    </message>
    <message>
        <source>Getting ready for %1</source>
        <translation>Menyiapkan untuk %1</translation>
    </message>
    <message>
        <source>Held: the last answer did not finish. Nothing is sent by itself; choose Send now when you want.</source>
        <translation>Ditahan: jawaban terakhir tidak selesai. Tidak ada yang terkirim sendiri; pilih Kirim sekarang bila Anda mau.</translation>
    </message>
    <message numerus="yes">
        <source>No word from %1 for %n minute(s). It may still be working.</source>
        <translation>
            <numerusform>Tidak ada kabar dari %1 selama %n menit. Mungkin masih bekerja.</numerusform>
        </translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Kini</translation>
    </message>
    <message>
        <source>Now and next</source>
        <translation>Kini dan lalu</translation>
    </message>
    <message>
        <source>Sending to %1</source>
        <translation>Mengirim ke %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Hentikan</translation>
    </message>
    <message>
        <source>Stop this run (Ctrl+.)</source>
        <translation>Hentikan proses ini (Ctrl+.)</translation>
    </message>
    <message>
        <source>The connection to %1 was lost; it is asked again, try %2 of %3</source>
        <translation>Koneksi ke %1 terputus; ditanyai lagi, percobaan %2 dari %3</translation>
    </message>
</context>
<context>
    <name>RunController</name>
    <message>
        <source>It can&apos;t be added just now. The message still waits here.</source>
        <translation>Sekarang tidak dapat ditambahkan. Pesannya tetap menunggu di sini.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Urungkan</translation>
    </message>
    <message>
        <source>Waiting message deleted.</source>
        <translation>Pesan yang menunggu dihapus.</translation>
    </message>
</context>
<context>
    <name>RunPanel</name>
    <message>
        <source>%1 begins afresh with the next message, and is told the history again</source>
        <translation>%1 mulai dari awal dengan pesan berikutnya, dan disampaikan riwayatnya lagi</translation>
    </message>
    <message>
        <source>%1 works. Stop it first, or wait for its end.</source>
        <translation>%1 sedang bekerja. Hentikan dahulu, atau tunggu sampai selesai.</translation>
    </message>
    <message>
        <source>Another folder</source>
        <translation>Folder lain</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Salin rincian</translation>
    </message>
    <message>
        <source>Has none of its own: it gets the history each time.</source>
        <translation>Tidak punya sendiri: riwayatnya diterima setiap kali.</translation>
    </message>
    <message>
        <source>Its memory</source>
        <translation>Ingatannya</translation>
    </message>
    <message>
        <source>May do</source>
        <translation>Izin</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>Nobody has answered yet</source>
        <translation>Belum ada yang menjawab</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Buka</translation>
    </message>
    <message>
        <source>Own copy of %1</source>
        <translation>Salinan sendiri dari %1</translation>
    </message>
    <message>
        <source>Own copy of %1, no longer there</source>
        <translation>Salinan sendiri dari %1, sudah tidak ada</translation>
    </message>
    <message>
        <source>Project folder</source>
        <translation>Folder proyek</translation>
    </message>
    <message>
        <source>Start clean next time</source>
        <translation>Mulai bersih lain kali</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Keadaan</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Langkah</translation>
    </message>
    <message>
        <source>The answer after it</source>
        <translation>Jawaban sesudahnya</translation>
    </message>
    <message>
        <source>The answer before</source>
        <translation>Jawaban sebelumnya</translation>
    </message>
    <message>
        <source>This is the first answer of the thread.</source>
        <translation>Ini jawaban pertama percakapan ini.</translation>
    </message>
    <message>
        <source>This is the newest answer of the thread.</source>
        <translation>Ini jawaban terbaru percakapan ini.</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Terpakai</translation>
    </message>
    <message>
        <source>Used in this thread</source>
        <translation>Terpakai di percakapan ini</translation>
    </message>
    <message>
        <source>What an answer was told, what it did and what it used is listed here.</source>
        <translation>Di sini tercantum yang disampaikan untuk sebuah jawaban, yang dikerjakannya, dan yang dipakainya.</translation>
    </message>
    <message>
        <source>What it was told</source>
        <translation>Yang disampaikan</translation>
    </message>
    <message>
        <source>Works in</source>
        <translation>Bekerja di</translation>
    </message>
    <message>
        <source>Your message only. Nothing had to be handed over.</source>
        <translation>Hanya pesan Anda. Tidak ada yang perlu diserahkan.</translation>
    </message>
    <message>
        <source>answer to message %1</source>
        <translation>jawaban untuk pesan %1</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>tidak diberitahukan</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
</context>
<context>
    <name>RunWords</name>
    <message>
        <source>%1 % full</source>
        <translation>%1 % terisi</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 in, %2 out</source>
        <translation>%1 masuk, %2 keluar</translation>
    </message>
    <message>
        <source>%1 tokens of it were remembered from before, which costs less.</source>
        <translation>%1 token di antaranya sudah diingat dari sebelumnya, jadi biayanya lebih rendah.</translation>
    </message>
    <message>
        <source>%1 tokens, of an unknown number</source>
        <translation>%1 token, dari jumlah yang tidak diketahui</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1, tokens not told</source>
        <translation>%1, token tidak diberitahukan</translation>
    </message>
    <message>
        <source>%1, tokens: %2</source>
        <translation>%1, token: %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n jawaban</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s), %1</source>
        <translation>
            <numerusform>%n butir, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out</source>
        <translation>
            <numerusform>%n tidak disertakan</numerusform>
        </translation>
    </message>
    <message>
        <source>- %1: %2</source>
        <translation>- %1: %2</translation>
    </message>
    <message>
        <source>Answers only, changes nothing</source>
        <translation>Hanya menjawab, tidak mengubah apa pun</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>Mulai</translation>
    </message>
    <message>
        <source>Its memory</source>
        <translation>Ingatannya</translation>
    </message>
    <message>
        <source>Its own words</source>
        <translation>Kata-katanya sendiri</translation>
    </message>
    <message>
        <source>May do</source>
        <translation>Izin</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sesi</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Keadaan</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Terpakai</translation>
    </message>
    <message>
        <source>What it was told</source>
        <translation>Yang disampaikan</translation>
    </message>
    <message>
        <source>Who answered</source>
        <translation>Yang menjawab</translation>
    </message>
    <message>
        <source>Works in</source>
        <translation>Bekerja di</translation>
    </message>
    <message>
        <source>another one took its place</source>
        <translation>digantikan yang lain</translation>
    </message>
    <message>
        <source>finished in %1</source>
        <translation>selesai dalam %1</translation>
    </message>
    <message>
        <source>gets ready</source>
        <translation>bersiap</translation>
    </message>
    <message>
        <source>interrupted when Onesist closed</source>
        <translation>terputus saat Onesist ditutup</translation>
    </message>
    <message>
        <source>it was to start clean</source>
        <translation>diminta mulai bersih</translation>
    </message>
    <message>
        <source>its own choice</source>
        <translation>pilihannya sendiri</translation>
    </message>
    <message>
        <source>nobody can tell what it holds</source>
        <translation>isinya tidak diketahui</translation>
    </message>
    <message>
        <source>session %1</source>
        <translation>sesi %1</translation>
    </message>
    <message>
        <source>session %1, not used any more: %2</source>
        <translation>sesi %1, tidak dipakai lagi: %2</translation>
    </message>
    <message>
        <source>stopped by you after %1</source>
        <translation>dihentikan oleh Anda setelah %1</translation>
    </message>
    <message>
        <source>the agent lost it</source>
        <translation>agen kehilangan sesi itu</translation>
    </message>
    <message>
        <source>the folder is another one</source>
        <translation>foldernya sudah lain</translation>
    </message>
    <message>
        <source>the model is another one</source>
        <translation>modelnya sudah lain</translation>
    </message>
    <message>
        <source>the run did not finish</source>
        <translation>prosesnya tidak selesai</translation>
    </message>
    <message>
        <source>tries again, %1 of %2</source>
        <translation>mencoba lagi, %1 dari %2</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>tidak diketahui</translation>
    </message>
    <message>
        <source>working for %1</source>
        <translation>sudah bekerja %1</translation>
    </message>
</context>
<context>
    <name>SavingDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Batal</translation>
    </message>
    <message>
        <source>Not saved: %1.</source>
        <translation>Tidak tersimpan: %1.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Simpan</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Menyimpan…</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear the search</source>
        <translation>Kosongkan pencarian</translation>
    </message>
</context>
<context>
    <name>SeenRow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>SelectionStatus</name>
    <message>
        <source>%1 would be lost</source>
        <translation>%1 akan hilang</translation>
    </message>
    <message numerus="yes">
        <source>%n own copies take %1</source>
        <translation>
            <numerusform>%n salinan sendiri memakai %1</numerusform>
        </translation>
    </message>
    <message>
        <source>1 own copy takes %1</source>
        <translation>1 salinan sendiri memakai %1</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>Tidak ada yang dipilih</translation>
    </message>
    <message>
        <source>Nothing would be lost</source>
        <translation>Tidak ada yang akan hilang</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>%1: back to the default</source>
        <translation>%1: kembali ke bawaan</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Diubah</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Dark</source>
        <translation>Gelap</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Kontras tinggi</translation>
    </message>
    <message>
        <source>High contrast, light</source>
        <translation>Kontras tinggi, terang</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Terang</translation>
    </message>
    <message>
        <source>Like the desktop</source>
        <translation>Ikuti desktop</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Changes are kept at once</source>
        <translation>Perubahan langsung disimpan</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Selesai</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>Kelompok pengaturan</translation>
    </message>
    <message>
        <source>Not changed: %1.</source>
        <translation>Tidak diubah: %1.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Pengaturan</translation>
    </message>
</context>
<context>
    <name>SetupCommand</name>
    <message>
        <source>Command: %1</source>
        <translation>Perintah: %1</translation>
    </message>
</context>
<context>
    <name>SetupController</name>
    <message>
        <source>It can&apos;t be found out what changed since you agreed. Read the command with care.</source>
        <translation>Tidak dapat diketahui apa yang berubah sejak Anda setuju. Baca perintahnya dengan teliti.</translation>
    </message>
    <message>
        <source>There is no set-up for this copy.</source>
        <translation>Tidak ada persiapan untuk salinan ini.</translation>
    </message>
</context>
<context>
    <name>SetupDialog</name>
    <message>
        <source>Close</source>
        <translation>Tutup</translation>
    </message>
    <message>
        <source>Don&apos;t run it here</source>
        <translation>Jangan jalankan di sini</translation>
    </message>
    <message>
        <source>It did not start or was cut off. The copy itself is fine; run it again or set up by hand.</source>
        <translation>Tidak dapat dimulai atau terputus. Salinannya sendiri baik; jalankan lagi atau siapkan secara manual.</translation>
    </message>
    <message>
        <source>It failed with exit code %1. The copy itself is fine; run it again or set up by hand.</source>
        <translation>Gagal dengan kode keluar %1. Salinannya sendiri baik; jalankan lagi atau siapkan secara manual.</translation>
    </message>
    <message>
        <source>It waits for you. Until then nothing of it runs, and the copy can be used as it is.</source>
        <translation>Menunggu Anda. Sampai saat itu tidak ada yang dijalankan, dan salinan dapat dipakai apa adanya.</translation>
    </message>
    <message>
        <source>It was not run here, as you chose.</source>
        <translation>Tidak dijalankan di sini, sesuai pilihan Anda.</translation>
    </message>
    <message>
        <source>It was stopped after 10 minutes. The copy itself is fine; run it again or set up by hand.</source>
        <translation>Dihentikan setelah 10 menit. Salinannya sendiri baik; jalankan lagi atau siapkan secara manual.</translation>
    </message>
    <message>
        <source>It was stopped. The copy itself is fine; run it again or set up by hand.</source>
        <translation>Dihentikan. Salinannya sendiri baik; jalankan lagi atau siapkan secara manual.</translation>
    </message>
    <message>
        <source>It worked.</source>
        <translation>Berhasil.</translation>
    </message>
    <message>
        <source>It works in the background, for 10 minutes at most. The thread can be used meanwhile.</source>
        <translation>Berjalan di latar belakang, paling lama 10 menit. Sementara itu percakapan dapat dipakai.</translation>
    </message>
    <message>
        <source>Run it again</source>
        <translation>Jalankan lagi</translation>
    </message>
    <message>
        <source>Run it in the new copy</source>
        <translation>Jalankan di salinan baru</translation>
    </message>
    <message>
        <source>Set-up of the own copy</source>
        <translation>Persiapan salinan sendiri</translation>
    </message>
    <message>
        <source>Stop the set-up</source>
        <translation>Hentikan persiapan</translation>
    </message>
    <message>
        <source>That could not be done: %1.</source>
        <translation>Itu tidak dapat dilakukan: %1.</translation>
    </message>
    <message>
        <source>The project brings this command for new copies. It runs with your rights, so read it first.</source>
        <translation>Proyek membawa perintah ini untuk salinan baru. Perintah berjalan dengan hak Anda, jadi baca dulu.</translation>
    </message>
    <message>
        <source>What it wrote</source>
        <translation>Keluarannya</translation>
    </message>
    <message>
        <source>What the command wrote</source>
        <translation>Keluaran perintah</translation>
    </message>
</context>
<context>
    <name>SetupHelpView</name>
    <message>
        <source>Install it, in a terminal</source>
        <translation>Pasang, di terminal</translation>
    </message>
    <message>
        <source>Open page</source>
        <translation>Buka halaman</translation>
    </message>
    <message>
        <source>Open the page of its maker: %1</source>
        <translation>Buka halaman pembuatnya: %1</translation>
    </message>
    <message>
        <source>Sign in, in a terminal</source>
        <translation>Masuk, di terminal</translation>
    </message>
    <message>
        <source>The page can&apos;t be opened from here. Its address: %1</source>
        <translation>Halaman tidak dapat dibuka dari sini. Alamatnya: %1</translation>
    </message>
</context>
<context>
    <name>SetupOffer</name>
    <message>
        <source>It changed since you agreed. Before, it was: %1</source>
        <translation>Berubah sejak Anda setuju. Sebelumnya: %1</translation>
    </message>
    <message>
        <source>Last changed by %1.</source>
        <translation>Terakhir diubah oleh %1.</translation>
    </message>
    <message>
        <source>The file also says things that mean nothing here: %1.</source>
        <translation>Berkas ini juga memuat hal yang tidak berarti di sini: %1.</translation>
    </message>
    <message>
        <source>The set-up file %1 can&apos;t be used, so nothing will be run: %2.</source>
        <translation>Berkas persiapan %1 tidak dapat dipakai, jadi tidak ada yang dijalankan: %2.</translation>
    </message>
    <message>
        <source>The set-up file has a change that was not committed.</source>
        <translation>Berkas persiapan punya perubahan yang belum di-commit.</translation>
    </message>
    <message>
        <source>You agreed to this command before, so it runs by itself. It can be stopped.</source>
        <translation>Anda pernah menyetujui perintah ini, jadi berjalan sendiri. Perintah dapat dihentikan.</translation>
    </message>
</context>
<context>
    <name>SetupOfferPart</name>
    <message>
        <source>Run it in the new copy</source>
        <translation>Jalankan di salinan baru</translation>
    </message>
    <message>
        <source>The project&apos;s set-up command</source>
        <translation>Perintah persiapan proyek</translation>
    </message>
</context>
<context>
    <name>ShelfController</name>
    <message numerus="yes">
        <source>%n answer(s) of it were not merged back.</source>
        <translation>
            <numerusform>%n jawabannya belum digabungkan kembali.</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Batal</translation>
    </message>
    <message>
        <source>Delete thread</source>
        <translation>Hapus percakapan</translation>
    </message>
    <message>
        <source>Delete “%1”?</source>
        <translation>Hapus “%1”?</translation>
    </message>
    <message numerus="yes">
        <source>Its own copy has %n changed file(s); the folder and its branch stay.</source>
        <translation>
            <numerusform>Salinan sendirinya punya %n berkas berubah; folder dan branch-nya tetap ada.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its own copy may hold changes; the folder and its branch stay.</source>
        <translation>Salinan sendirinya mungkin berisi perubahan; folder dan branch-nya tetap ada.</translation>
    </message>
    <message>
        <source>The thread goes for good when Onesist starts next. Its forks stay.</source>
        <translation>Percakapan ini hilang untuk selamanya saat Onesist dimulai lagi. Cabangnya tetap ada.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Urungkan</translation>
    </message>
    <message>
        <source>“%1” is gone for good.</source>
        <translation>“%1” sudah hilang untuk selamanya.</translation>
    </message>
    <message>
        <source>“%1” was archived.</source>
        <translation>“%1” diarsipkan.</translation>
    </message>
    <message>
        <source>“%1” was deleted. It goes for good when Onesist starts next.</source>
        <translation>“%1” dihapus. Percakapan ini hilang untuk selamanya saat Onesist dimulai lagi.</translation>
    </message>
    <message>
        <source>“%1” works on an answer and stays where it is. Stop it first.</source>
        <translation>“%1” sedang mengerjakan jawaban dan tetap di tempatnya. Hentikan dulu.</translation>
    </message>
</context>
<context>
    <name>ShortcutsPage</name>
    <message>
        <source>Cards are answered with 1 to 9 while they have the focus. Enter never allows or removes anything by itself.</source>
        <translation>Kartu dijawab dengan 1 sampai 9 selama kartu itu mendapat fokus. Enter tidak pernah mengizinkan atau menghapus apa pun dengan sendirinya.</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Papan ketik</translation>
    </message>
</context>
<context>
    <name>SidebarController</name>
    <message>
        <source>Fork at its end</source>
        <translation>Cabangkan di akhirnya</translation>
    </message>
    <message>
        <source>Merge back…</source>
        <translation>Gabungkan kembali…</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Buka</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Sematkan</translation>
    </message>
    <message>
        <source>Show in the map</source>
        <translation>Tampilkan di peta</translation>
    </message>
    <message>
        <source>The thread that it was forked from is not in the list.</source>
        <translation>Percakapan asalnya tidak ada di daftar.</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lepas sematan</translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>Onesist can&apos;t open its database. Nothing was changed.</source>
        <translation>Onesist tidak dapat membuka basis datanya. Tidak ada yang diubah.</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>A project is a folder on this computer. Agents work in it, and its threads belong to it.</source>
        <translation>Proyek adalah folder di komputer ini. Agen bekerja di dalamnya, dan percakapannya menjadi milik proyek itu.</translation>
    </message>
    <message>
        <source>Add a model…</source>
        <translation>Tambah model…</translation>
    </message>
    <message>
        <source>Add an agent…</source>
        <translation>Tambah agen…</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Kembali ke %1</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Pilih folder</translation>
    </message>
    <message>
        <source>Choose a folder to begin</source>
        <translation>Pilih folder untuk mulai</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Pilih folder…</translation>
    </message>
    <message>
        <source>Keys and programs…</source>
        <translation>Kunci dan program…</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Periksa lagi</translation>
    </message>
    <message>
        <source>Nobody yet.</source>
        <translation>Belum ada.</translation>
    </message>
    <message>
        <source>One is enough. You can switch in the middle of a thread, and add others later.</source>
        <translation>Satu saja cukup. Anda dapat berganti di tengah percakapan, dan menambah yang lain nanti.</translation>
    </message>
    <message>
        <source>Path of the folder</source>
        <translation>Lokasi folder</translation>
    </message>
    <message>
        <source>Try the practice assistant</source>
        <translation>Coba asisten latihan</translation>
    </message>
    <message>
        <source>Used before</source>
        <translation>Pernah dipakai</translation>
    </message>
    <message>
        <source>Who can answer</source>
        <translation>Siapa yang dapat menjawab</translation>
    </message>
    <message>
        <source>You can also drop a folder anywhere in this window.</source>
        <translation>Anda juga dapat menjatuhkan folder di mana saja dalam jendela ini.</translation>
    </message>
    <message>
        <source>folder is gone</source>
        <translation>folder tidak ada lagi</translation>
    </message>
    <message>
        <source>or type its path and press Enter</source>
        <translation>atau ketik lokasinya, lalu tekan Enter</translation>
    </message>
</context>
<context>
    <name>StepBlock</name>
    <message>
        <source>Closed</source>
        <translation>Tertutup</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>Terbuka</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>%1 of %2 done</source>
        <translation>%1 dari %2 selesai</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Menambah</translation>
    </message>
    <message>
        <source>Allow in this thread</source>
        <translation>Izinkan di percakapan ini</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>Izinkan sekali</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Mengubah</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>Menghapus</translation>
    </message>
    <message>
        <source>Don&apos;t allow</source>
        <translation>Tolak</translation>
    </message>
    <message>
        <source>Never allow in this thread</source>
        <translation>Selalu tolak di percakapan ini</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Rencana</translation>
    </message>
    <message>
        <source>Renamed</source>
        <translation>Mengganti nama</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Berpikir</translation>
    </message>
    <message>
        <source>You answered: %1</source>
        <translation>Anda menjawab: %1</translation>
    </message>
    <message>
        <source>You said: %1</source>
        <translation>Anda mengatakan: %1</translation>
    </message>
    <message>
        <source>failed · exit code %1</source>
        <translation>gagal · kode keluar %1</translation>
    </message>
    <message>
        <source>no answer before Onesist closed</source>
        <translation>tidak dijawab sebelum Onesist ditutup</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>dihentikan oleh Anda</translation>
    </message>
    <message>
        <source>waits for you</source>
        <translation>menunggu Anda</translation>
    </message>
    <message>
        <source>you allowed it in this thread</source>
        <translation>Anda mengizinkannya di percakapan ini</translation>
    </message>
    <message>
        <source>you allowed it once</source>
        <translation>Anda mengizinkannya sekali</translation>
    </message>
    <message>
        <source>you answered</source>
        <translation>Anda menjawab</translation>
    </message>
    <message>
        <source>you answered: %1</source>
        <translation>Anda menjawab: %1</translation>
    </message>
    <message>
        <source>you chose: %1</source>
        <translation>Anda memilih: %1</translation>
    </message>
    <message>
        <source>you didn&apos;t allow it</source>
        <translation>Anda menolaknya</translation>
    </message>
    <message>
        <source>you didn&apos;t answer</source>
        <translation>Anda tidak menjawab</translation>
    </message>
</context>
<context>
    <name>StepsList</name>
    <message>
        <source>Steps</source>
        <translation>Langkah</translation>
    </message>
</context>
<context>
    <name>StepsModel</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>TextPanel</name>
    <message numerus="yes">
        <source>%n secret(s) hidden</source>
        <translation>
            <numerusform>%n rahasia disembunyikan</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Salin</translation>
    </message>
    <message>
        <source>Exact text</source>
        <translation>Teks persisnya</translation>
    </message>
</context>
<context>
    <name>TextSizeSlider</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>ThreadController</name>
    <message>
        <source>Cancel</source>
        <translation>Batal</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Ganti nama</translation>
    </message>
    <message>
        <source>Rename thread</source>
        <translation>Ganti nama percakapan</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Judul</translation>
    </message>
</context>
<context>
    <name>ThreadFilter</name>
    <message>
        <source>All threads</source>
        <translation>Semua percakapan</translation>
    </message>
    <message>
        <source>Needs you</source>
        <translation>Perlu Anda</translation>
    </message>
    <message>
        <source>Not merged</source>
        <translation>Belum digabungkan</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>Belum dibaca</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Disematkan</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>Sedang bekerja</translation>
    </message>
</context>
<context>
    <name>ThreadHeader</name>
    <message>
        <source>Find in this thread (Ctrl+F)</source>
        <translation>Cari dalam percakapan ini (Ctrl+F)</translation>
    </message>
    <message>
        <source>Map of %1</source>
        <translation>Peta %1</translation>
    </message>
    <message>
        <source>More about this thread</source>
        <translation>Lainnya tentang percakapan ini</translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
    </message>
    <message>
        <source>Show or hide the inspector (Ctrl+Shift+B)</source>
        <translation>Tampilkan atau sembunyikan panel rincian (Ctrl+Shift+B)</translation>
    </message>
    <message>
        <source>Show the sidebar (Ctrl+B)</source>
        <translation>Tampilkan bilah sisi (Ctrl+B)</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>tersembunyi</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>ditampilkan</translation>
    </message>
</context>
<context>
    <name>ThreadPage</name>
    <message>
        <source>All threads as a picture (Ctrl+3)</source>
        <translation>Semua percakapan sebagai gambar (Ctrl+3)</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Tutup pesan ini</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Obrolan</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Peta</translation>
    </message>
    <message>
        <source>The conversation (Ctrl+1)</source>
        <translation>Obrolan (Ctrl+1)</translation>
    </message>
</context>
<context>
    <name>ThreadsDelegate</name>
    <message>
        <source>Needs you</source>
        <translation>Perlu Anda</translation>
    </message>
</context>
<context>
    <name>ThreadsFilterButton</name>
    <message>
        <source>Filter threads</source>
        <translation>Saring percakapan</translation>
    </message>
    <message>
        <source>Filter threads: %1</source>
        <translation>Saring percakapan: %1</translation>
    </message>
    <message>
        <source>Show all threads</source>
        <translation>Tampilkan semua percakapan</translation>
    </message>
</context>
<context>
    <name>ThreadsList</name>
    <message>
        <source>Threads</source>
        <translation>Percakapan</translation>
    </message>
</context>
<context>
    <name>ThreadsModel</name>
    <message numerus="yes">
        <source>%n answer(s) not merged</source>
        <translation>
            <numerusform>%n jawaban belum digabungkan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fork(s) folded</source>
        <translation>
            <numerusform>%n cabang terlipat</numerusform>
        </translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
    </message>
    <message>
        <source>Will be merged back when “%1” has finished</source>
        <translation>Akan digabungkan kembali setelah “%1” selesai</translation>
    </message>
    <message>
        <source>Works in an own copy</source>
        <translation>Bekerja di salinan sendiri</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gagal</translation>
    </message>
    <message>
        <source>fork number %1</source>
        <translation>cabang nomor %1</translation>
    </message>
    <message>
        <source>fork of %1</source>
        <translation>cabang dari %1</translation>
    </message>
    <message>
        <source>fork of %1, which is no longer in the list</source>
        <translation>cabang dari %1, yang tidak ada lagi di daftar</translation>
    </message>
    <message>
        <source>fork of a removed thread</source>
        <translation>cabang dari percakapan yang sudah dihapus</translation>
    </message>
    <message>
        <source>merged back</source>
        <translation>sudah digabungkan kembali</translation>
    </message>
    <message>
        <source>needs you</source>
        <translation>perlu Anda</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>belum dibaca</translation>
    </message>
    <message>
        <source>working</source>
        <translation>sedang bekerja</translation>
    </message>
    <message>
        <source>works in an own copy</source>
        <translation>bekerja di salinan sendiri</translation>
    </message>
</context>
<context>
    <name>ThreadsPanel</name>
    <message>
        <source>Help</source>
        <translation>Bantuan</translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
    </message>
    <message>
        <source>No thread has this in its title.</source>
        <translation>Tidak ada judul percakapan yang memuat ini.</translation>
    </message>
    <message>
        <source>No thread passes the filter.</source>
        <translation>Tidak ada percakapan yang lolos saringan.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Cari</translation>
    </message>
    <message>
        <source>Search threads</source>
        <translation>Cari percakapan</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Pengaturan</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>Bilah sisi</translation>
    </message>
    <message>
        <source>Start a new thread (%1)</source>
        <translation>Mulai percakapan baru (%1)</translation>
    </message>
    <message>
        <source>Your threads will be listed here.</source>
        <translation>Percakapan Anda akan terdaftar di sini.</translation>
    </message>
</context>
<context>
    <name>ToolRow</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 % full</source>
        <translation>%1 % terisi</translation>
    </message>
    <message>
        <source>After this message %1 would have about %2 of %3 tokens in mind</source>
        <translation>Setelah pesan ini %1 akan mengingat sekitar %2 dari %3 token</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Lampirkan berkas</translation>
    </message>
    <message>
        <source>How full it is isn&apos;t known: %1 can keep %2 tokens in mind, and doesn&apos;t tell how many it has.</source>
        <translation>Seberapa penuh tidak diketahui: %1 dapat mengingat %2 token, dan tidak memberi tahu berapa yang sudah terisi.</translation>
    </message>
    <message>
        <source>How full it is isn&apos;t known: %1 doesn&apos;t tell how much it can keep in mind.</source>
        <translation>Seberapa penuh tidak diketahui: %1 tidak memberi tahu berapa banyak yang dapat diingatnya.</translation>
    </message>
    <message>
        <source>How full it is isn&apos;t known: %1 would have about %2 tokens in mind, of an unknown number.</source>
        <translation>Seberapa penuh tidak diketahui: %1 akan mengingat sekitar %2 token, dari jumlah yang tidak diketahui.</translation>
    </message>
    <message>
        <source>Room of %1: %2 % full</source>
        <translation>Ruang %1: %2 % terisi</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Kirim</translation>
    </message>
    <message>
        <source>full</source>
        <translation>penuh</translation>
    </message>
    <message>
        <source>room not known</source>
        <translation>ruang tidak diketahui</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Onesist noted something here that this version can&apos;t show.</source>
        <translation>Onesist mencatat sesuatu di sini yang tidak dapat ditampilkan versi ini.</translation>
    </message>
    <message>
        <source>Taken back: nobody is told this any more.</source>
        <translation>Ditarik: ini tidak lagi disampaikan kepada siapa pun.</translation>
    </message>
    <message>
        <source>This answer was interrupted.</source>
        <translation>Jawaban ini terputus.</translation>
    </message>
    <message>
        <source>Took %1</source>
        <translation>Selama %1</translation>
    </message>
    <message>
        <source>Took %1 · %2 tokens read, %3 written</source>
        <translation>Selama %1 · %2 token dibaca, %3 ditulis</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Anda</translation>
    </message>
</context>
<context>
    <name>TranscriptReader</name>
    <message>
        <source>You</source>
        <translation>Anda</translation>
    </message>
</context>
<context>
    <name>TranscriptSurface</name>
    <message>
        <source>Messages %1 to %2 of %3</source>
        <translation>Pesan %1 sampai %2 dari %3</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>New messages</source>
        <translation>Pesan baru</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>Isi percakapan</translation>
    </message>
</context>
<context>
    <name>UsageList</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Used in this thread</source>
        <translation>Terpakai di percakapan ini</translation>
    </message>
</context>
<context>
    <name>ViewSwitch</name>
    <message>
        <source>View</source>
        <translation>Tampilan</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>%1 %2</source>
        <comment>a day and a time of day</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 kB</source>
        <translation>%1 kB</translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n byte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <translation>
            <numerusform>%n mnt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n s</source>
        <translation>
            <numerusform>%n s</numerusform>
        </translation>
    </message>
    <message>
        <source>Accept edits</source>
        <translation>Terima suntingan</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Tanya dulu</translation>
    </message>
    <message>
        <source>Asks before it changes files or runs commands</source>
        <translation>Bertanya sebelum mengubah berkas atau menjalankan perintah</translation>
    </message>
    <message>
        <source>Changes files by itself, asks before it runs commands</source>
        <translation>Langsung mengubah berkas, bertanya sebelum menjalankan perintah</translation>
    </message>
    <message>
        <source>Does everything without asking</source>
        <translation>Melakukan semuanya tanpa bertanya</translation>
    </message>
    <message>
        <source>Full access</source>
        <translation>Akses penuh</translation>
    </message>
    <message>
        <source>HH:mm</source>
        <translation>HH:mm</translation>
    </message>
    <message>
        <source>Plan only</source>
        <translation>Hanya rencana</translation>
    </message>
    <message>
        <source>Reads and plans, changes nothing</source>
        <translation>Membaca dan merencanakan, tidak mengubah apa pun</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gagal</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>ditolak</translation>
    </message>
    <message>
        <source>now</source>
        <translation>baru saja</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>dihentikan</translation>
    </message>
    <message>
        <source>tomorrow %1</source>
        <translation>besok %1</translation>
    </message>
    <message>
        <source>worked</source>
        <translation>berhasil</translation>
    </message>
    <message>
        <source>working</source>
        <translation>sedang berjalan</translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n berubah</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deleted</source>
        <translation>
            <numerusform>%n dihapus</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in conflict</source>
        <translation>
            <numerusform>%n konflik</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n baru</numerusform>
        </translation>
    </message>
    <message>
        <source>? changed</source>
        <translation>? berubah</translation>
    </message>
    <message>
        <source>? not known</source>
        <translation>? tidak diketahui</translation>
    </message>
    <message>
        <source>Checking the copy…</source>
        <translation>Memeriksa salinan…</translation>
    </message>
    <message>
        <source>Copying ignored files…</source>
        <translation>Menyalin yang diabaikan…</translation>
    </message>
    <message>
        <source>Copying ignored files… %1 of %2</source>
        <translation>Menyalin berkas yang diabaikan… %1 dari %2</translation>
    </message>
    <message>
        <source>Folder %1</source>
        <translation>Folder %1</translation>
    </message>
    <message>
        <source>Folder %1 is gone</source>
        <translation>Folder %1 tidak ada lagi</translation>
    </message>
    <message>
        <source>Getting the submodules…</source>
        <translation>Mengambil submodul…</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>Cari…</translation>
    </message>
    <message>
        <source>Make it again from the branch</source>
        <translation>Buat lagi dari branch</translation>
    </message>
    <message>
        <source>Making the branch…</source>
        <translation>Membuat branch…</translation>
    </message>
    <message>
        <source>Making the copy…</source>
        <translation>Membuat salinan…</translation>
    </message>
    <message>
        <source>Open another project…</source>
        <translation>Buka proyek lain…</translation>
    </message>
    <message>
        <source>Own copy of %1</source>
        <translation>Salinan sendiri dari %1</translation>
    </message>
    <message>
        <source>Own copy of %1 is gone</source>
        <translation>Salinan sendiri dari %1 tidak ada lagi</translation>
    </message>
    <message>
        <source>Own copy of %1, released</source>
        <translation>Salinan sendiri dari %1, dilepaskan</translation>
    </message>
    <message>
        <source>Project folder</source>
        <translation>Folder proyek</translation>
    </message>
    <message>
        <source>Set-up asks…</source>
        <translation>Persiapan bertanya…</translation>
    </message>
    <message>
        <source>Set-up failed</source>
        <translation>Persiapan gagal</translation>
    </message>
    <message>
        <source>Set-up took too long</source>
        <translation>Persiapan terlalu lama</translation>
    </message>
    <message>
        <source>Setting up…</source>
        <translation>Menyiapkan…</translation>
    </message>
    <message>
        <source>Show what the set-up command does</source>
        <translation>Tampilkan isi perintah persiapan</translation>
    </message>
    <message>
        <source>The folder was removed; the branch %1 and this thread stay.</source>
        <translation>Foldernya dihapus; branch %1 dan percakapan ini tetap ada.</translation>
    </message>
    <message>
        <source>The project folder is gone</source>
        <translation>Folder proyek tidak ada lagi</translation>
    </message>
    <message>
        <source>This project wants to run a command in the new copy. Read it first.</source>
        <translation>Proyek ini meminta izin menjalankan perintah di salinan baru. Baca dulu.</translation>
    </message>
    <message>
        <source>What was not committed there is gone; the branch %1 stays.</source>
        <translation>Yang belum di-commit di sana hilang; branch %1 tetap ada.</translation>
    </message>
    <message>
        <source>Work in the project folder</source>
        <translation>Bekerja di folder proyek</translation>
    </message>
    <message>
        <source>Writing the files…</source>
        <translation>Menulis berkas…</translation>
    </message>
    <message>
        <source>Writing the files… %1 of %2</source>
        <translation>Menulis berkas… %1 dari %2</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>dan %n lagi</numerusform>
        </translation>
    </message>
    <message>
        <source>repository</source>
        <translation>repositori</translation>
    </message>
    <message>
        <source>unfinished %1</source>
        <translation>%1 belum selesai</translation>
    </message>
    <message>
        <source>unfinished bisect</source>
        <translation>bisect belum selesai</translation>
    </message>
    <message>
        <source>unfinished merge</source>
        <translation>merge belum selesai</translation>
    </message>
    <message>
        <source>unfinished rebase</source>
        <translation>rebase belum selesai</translation>
    </message>
    <message>
        <source>worktree</source>
        <translation>worktree</translation>
    </message>
    <message>
        <source>worktree made elsewhere</source>
        <translation>worktree yang dibuat di tempat lain</translation>
    </message>
</context>
<context>
    <name>WorkspaceBar</name>
    <message>
        <source>Branch</source>
        <translation>Branch</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Batal</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>Commit</translation>
    </message>
    <message>
        <source>More about where it works</source>
        <translation>Lebih lanjut tentang tempat kerjanya</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Buka foldernya</translation>
    </message>
    <message>
        <source>The project folder is gone</source>
        <translation>Folder proyek tidak ada lagi</translation>
    </message>
</context>
<context>
    <name>WorkspaceController</name>
    <message>
        <source>%1 works here. Stop it, or wait until it is done.</source>
        <translation>%1 bekerja di sini. Hentikan, atau tunggu sampai selesai.</translation>
    </message>
    <message>
        <source>The folder can&apos;t be opened in the file manager: %1.</source>
        <translation>Folder tidak dapat dibuka di pengelola berkas: %1.</translation>
    </message>
    <message>
        <source>This thread works here now: %1</source>
        <translation>Percakapan ini kini bekerja di sini: %1</translation>
    </message>
    <message>
        <source>Where is the own copy now?</source>
        <translation>Di mana salinan sendiri itu sekarang?</translation>
    </message>
</context>
<context>
    <name>WorkspaceMenu</name>
    <message>
        <source>Clean up own copies…</source>
        <translation>Bersihkan salinan sendiri…</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>Salin nama</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Salin lokasi</translation>
    </message>
    <message>
        <source>Count again</source>
        <translation>Hitung ulang</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>Cari…</translation>
    </message>
    <message>
        <source>Make it again from the branch</source>
        <translation>Buat lagi dari branch</translation>
    </message>
    <message>
        <source>Move to the folder %1</source>
        <translation>Pindah ke folder %1</translation>
    </message>
    <message>
        <source>Move to the project folder</source>
        <translation>Pindah ke folder proyek</translation>
    </message>
    <message>
        <source>No editor or terminal was found</source>
        <translation>Tidak ditemukan editor atau terminal</translation>
    </message>
    <message>
        <source>Open in %1</source>
        <translation>Buka di %1</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Buka foldernya</translation>
    </message>
    <message>
        <source>Release this copy…</source>
        <translation>Lepaskan salinan ini…</translation>
    </message>
    <message>
        <source>Set-up of the copy…</source>
        <translation>Persiapan salinan…</translation>
    </message>
    <message>
        <source>The changes could not be counted</source>
        <translation>Perubahan tidak dapat dihitung</translation>
    </message>
    <message>
        <source>Work in an own copy…</source>
        <translation>Bekerja di salinan sendiri…</translation>
    </message>
</context>
<context>
    <name>WorkspaceProblems</name>
    <message>
        <source>%1 can&apos;t be written. Nothing was made. Give yourself the right to write there, then try again.</source>
        <translation>%1 tidak dapat ditulis. Tidak ada yang dibuat. Beri diri Anda hak menulis di sana, lalu coba lagi.</translation>
    </message>
    <message>
        <source>%1 is no Git repository of this project any more. Nothing was made. Look again.</source>
        <translation>%1 bukan lagi repositori Git proyek ini. Tidak ada yang dibuat. Periksa lagi.</translation>
    </message>
    <message>
        <source>%1 is not the own copy that is meant. Nothing was changed. Choose another folder.</source>
        <translation>%1 bukan salinan sendiri yang dimaksud. Tidak ada yang diubah. Pilih folder lain.</translation>
    </message>
    <message numerus="yes">
        <source>%n changed or new file(s) not committed: the own copy has the state of the last commit only.</source>
        <translation>
            <numerusform>%n berkas berubah atau baru belum di-commit: salinan sendiri hanya memuat keadaan commit terakhir.</numerusform>
        </translation>
    </message>
    <message>
        <source>An answer is still being given here, so nothing was changed. Stop it, or wait until it is done.</source>
        <translation>Jawaban masih ditulis di sini, jadi tidak ada yang diubah. Hentikan, atau tunggu sampai selesai.</translation>
    </message>
    <message>
        <source>Git can&apos;t read this repository. Your files are as they were. Mend it with Git, then look again.</source>
        <translation>Git tidak dapat membaca repositori ini. Berkas Anda tetap seperti semula. Perbaiki dengan Git, lalu periksa lagi.</translation>
    </message>
    <message>
        <source>Git does not take “%1” as the name of a branch. Nothing was made. Choose another name.</source>
        <translation>Git tidak menerima “%1” sebagai nama branch. Tidak ada yang dibuat. Pilih nama lain.</translation>
    </message>
    <message>
        <source>Git has this branch listed as in use in %1, and has each branch in one place only. Nothing was made. If that folder is gone, put it back, or let Git forget it with “git worktree prune”.</source>
        <translation>Git mencatat branch ini sedang dipakai di %1, dan setiap branch hanya ada di satu tempat. Tidak ada yang dibuat. Jika folder itu hilang, kembalikan, atau biarkan Git melupakannya dengan “git worktree prune”.</translation>
    </message>
    <message>
        <source>Git refused: %1. Nothing was left behind, and the thread works where it did.</source>
        <translation>Git menolak: %1. Tidak ada yang tertinggal, dan percakapan bekerja di tempat semula.</translation>
    </message>
    <message>
        <source>In %1: %2</source>
        <translation>Di %1: %2</translation>
    </message>
    <message>
        <source>It says: %1</source>
        <translation>Katanya: %1</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Periksa lagi</translation>
    </message>
    <message>
        <source>Make a first commit</source>
        <translation>Buat commit pertama</translation>
    </message>
    <message>
        <source>Make this folder a Git repository</source>
        <translation>Jadikan folder ini repositori Git</translation>
    </message>
    <message>
        <source>No Git that is new enough was found on this computer. Nothing was made. Install Git 2.30 or newer from git-scm.com.</source>
        <translation>Git yang cukup baru tidak ditemukan di komputer ini. Tidak ada yang dibuat. Pasang Git 2.30 atau yang lebih baru dari git-scm.com.</translation>
    </message>
    <message>
        <source>Nothing was committed in this repository yet. Nothing was made. An empty first commit is enough.</source>
        <translation>Belum ada yang di-commit di repositori ini. Tidak ada yang dibuat. Commit pertama yang kosong sudah cukup.</translation>
    </message>
    <message>
        <source>Nothing was committed yet, so there is no branch to make an own copy from. An empty first commit is enough: it adds no files and changes none.</source>
        <translation>Belum ada yang di-commit, jadi tidak ada branch untuk membuat salinan sendiri. Commit pertama yang kosong sudah cukup: tidak ada berkas yang ditambah atau diubah.</translation>
    </message>
    <message>
        <source>Own copies need Git 2.30 or newer. Install a newer one from git-scm.com, then look again. Threads work in the project folder meanwhile.</source>
        <translation>Salinan sendiri memerlukan Git 2.30 atau yang lebih baru. Pasang yang lebih baru dari git-scm.com, lalu periksa lagi. Sementara itu percakapan bekerja di folder proyek.</translation>
    </message>
    <message>
        <source>Own copies need Git, and it was not found on this computer. Install it from git-scm.com, then look again. Threads work in the project folder meanwhile.</source>
        <translation>Salinan sendiri memerlukan Git, yang tidak ditemukan di komputer ini. Pasang dari git-scm.com, lalu periksa lagi. Sementara itu percakapan bekerja di folder proyek.</translation>
    </message>
    <message>
        <source>That could not be done: %1. The thread works where it did, and nothing else was left behind.</source>
        <translation>Itu tidak dapat dilakukan: %1. Percakapan bekerja di tempat semula, dan tidak ada lagi yang tertinggal.</translation>
    </message>
    <message>
        <source>The branch %1 is not there any more. Nothing was made. Choose another one.</source>
        <translation>Branch %1 tidak ada lagi. Tidak ada yang dibuat. Pilih yang lain.</translation>
    </message>
    <message>
        <source>The disk is full. What was begun was taken away again. Make room, then try again.</source>
        <translation>Disk penuh. Yang sudah dimulai dihapus lagi. Kosongkan ruang, lalu coba lagi.</translation>
    </message>
    <message>
        <source>The folder belongs to another user of this computer, so Git does nothing in it. Own it, or tell Git that it is safe.</source>
        <translation>Folder ini milik pengguna lain di komputer ini, jadi Git tidak melakukan apa pun di dalamnya. Jadikan milik Anda, atau beri tahu Git bahwa folder ini aman.</translation>
    </message>
    <message>
        <source>The folder can&apos;t be read. Give yourself the right to read it, then look again.</source>
        <translation>Folder tidak dapat dibaca. Beri diri Anda hak membacanya, lalu periksa lagi.</translation>
    </message>
    <message>
        <source>The folder for own copies can&apos;t be used: %1. Nothing was made. Make room for it, or name another one.</source>
        <translation>Folder untuk salinan sendiri tidak dapat dipakai: %1. Tidak ada yang dibuat. Sediakan tempat untuknya, atau tentukan folder lain.</translation>
    </message>
    <message>
        <source>The folder for own copies, %1, lies inside the project. Nothing was made. Put it elsewhere with ONESIST_WORKTREES_DIR.</source>
        <translation>Folder untuk salinan sendiri, %1, ada di dalam proyek. Tidak ada yang dibuat. Pindahkan ke tempat lain dengan ONESIST_WORKTREES_DIR.</translation>
    </message>
    <message>
        <source>The folder is on a network disk: counting may be slow, and changes may show late.</source>
        <translation>Folder ada di disk jaringan: penghitungan mungkin lambat, dan perubahan mungkin terlambat tampil.</translation>
    </message>
    <message>
        <source>The folder is on a removable disk: keep it connected while threads work.</source>
        <translation>Folder ada di disk lepas-pasang: biarkan terhubung selama percakapan bekerja.</translation>
    </message>
    <message>
        <source>The folder is read-only, so Git can&apos;t note an own copy in it. Nothing was changed. Agents can still read here.</source>
        <translation>Folder hanya dapat dibaca, jadi Git tidak dapat mencatat salinan sendiri di dalamnya. Tidak ada yang diubah. Agen tetap dapat membaca di sini.</translation>
    </message>
    <message>
        <source>The own copy will lack these repositories, which lie inside: %1. They stay in the project folder.</source>
        <translation>Salinan sendiri tidak akan memuat repositori di dalamnya ini: %1. Semuanya tetap di folder proyek.</translation>
    </message>
    <message>
        <source>The program did not start: %1. Nothing was changed. Choose another one.</source>
        <translation>Program tidak dapat dimulai: %1. Tidak ada yang diubah. Pilih yang lain.</translation>
    </message>
    <message>
        <source>The project folder is gone. Put it back, or open the project from its new place.</source>
        <translation>Folder proyek tidak ada lagi. Kembalikan, atau buka proyek dari tempat barunya.</translation>
    </message>
    <message>
        <source>The set-up command reads otherwise now, so it was not run. Read it again, then decide.</source>
        <translation>Perintah persiapan kini berbeda, jadi tidak dijalankan. Baca lagi, lalu putuskan.</translation>
    </message>
    <message>
        <source>The set-up file can&apos;t be used: %1. Nothing was run; the copy itself is fine.</source>
        <translation>Berkas persiapan tidak dapat dipakai: %1. Tidak ada yang dijalankan; salinannya sendiri baik.</translation>
    </message>
    <message>
        <source>There is a branch %1 already. Nothing was made. Choose another name, or take the existing branch.</source>
        <translation>Branch %1 sudah ada. Tidak ada yang dibuat. Pilih nama lain, atau pakai branch yang ada.</translation>
    </message>
    <message>
        <source>There is something at %1 already. It was left as it is, and nothing was made.</source>
        <translation>Sudah ada sesuatu di %1. Itu dibiarkan apa adanya, dan tidak ada yang dibuat.</translation>
    </message>
    <message>
        <source>This folder has no Git history yet, so there is nothing to make an own copy of. A Git repository can be made here: it adds a hidden folder and changes none of your files.</source>
        <translation>Folder ini belum punya riwayat Git, jadi tidak ada yang dapat dibuatkan salinan sendiri. Repositori Git dapat dibuat di sini: folder tersembunyi ditambahkan dan tidak ada berkas Anda yang diubah.</translation>
    </message>
    <message>
        <source>This folder lies inside another Git repository. Open that one as the project, or make this folder one of its own.</source>
        <translation>Folder ini ada di dalam repositori Git lain. Buka yang itu sebagai proyek, atau jadikan folder ini repositori tersendiri.</translation>
    </message>
    <message>
        <source>This repository has no files of its own to work in; own copies of it can be made, and threads work in those.</source>
        <translation>Repositori ini tidak punya berkas kerja sendiri; salinan sendiri darinya dapat dibuat, dan percakapan bekerja di sana.</translation>
    </message>
    <message>
        <source>Work in the project folder</source>
        <translation>Bekerja di folder proyek</translation>
    </message>
</context>
<context>
    <name>WritingPage</name>
    <message>
        <source>Enter sends</source>
        <translation>Enter mengirim</translation>
    </message>
    <message>
        <source>Shift+Enter then makes a new line. Turned off, it is the other way round.</source>
        <translation>Shift+Enter membuat baris baru. Jika dimatikan, berlaku sebaliknya.</translation>
    </message>
    <message>
        <source>Show the menu bar</source>
        <translation>Tampilkan bilah menu</translation>
    </message>
    <message>
        <source>Turned off, the menu button and F10 show the menus.</source>
        <translation>Jika dimatikan, tombol menu dan F10 menampilkan menunya.</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Menulis</translation>
    </message>
</context>
<context>
    <name>_Head</name>
    <message>
        <source>Copy code</source>
        <translation>Salin kode</translation>
    </message>
    <message>
        <source>Do not wrap long lines</source>
        <translation>Jangan lipat baris panjang</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>Lipat baris panjang</translation>
    </message>
</context>
<context>
    <name>_QueueField</name>
    <message>
        <source>Waiting message</source>
        <translation>Pesan yang menunggu</translation>
    </message>
</context>
<context>
    <name>_QuietIcon</name>
    <message>
        <source>More for this message</source>
        <translation>Lainnya untuk pesan ini</translation>
    </message>
</context>
</TS>
