<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="id" sourcelanguage="en">
<context>
    <name>ApprovalCard</name>
    <message>
        <source>%1 asks you</source>
        <translation>%1 bertanya kepada Anda</translation>
    </message>
    <message>
        <source>The agent asks you</source>
        <translation>Agen bertanya kepada Anda</translation>
    </message>
    <message>
        <source>What it wants to do</source>
        <translation>Yang ingin dilakukannya</translation>
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
    <name>CodeFrame</name>
    <message>
        <source>Code %1</source>
        <translation>Kode %1</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Salin kode</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Berkas</translation>
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
        <source>Add a model by key…</source>
        <translation>Tambah model dengan kunci…</translation>
    </message>
    <message>
        <source>Last message</source>
        <translation>Pesan terakhir</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menu</translation>
    </message>
    <message>
        <source>Model…</source>
        <translation>Model…</translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
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
        <source>Open project…</source>
        <translation>Buka proyek…</translation>
    </message>
    <message>
        <source>Preview of the handover</source>
        <translation>Pratinjau serah terima</translation>
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
        <source>Rename thread…</source>
        <translation>Ganti nama percakapan…</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>Bilah sisi</translation>
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
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Ask for something, or describe what is wrong</source>
        <translation>Minta sesuatu, atau jelaskan apa yang salah</translation>
    </message>
    <message>
        <source>Choose who answers</source>
        <translation>Pilih yang menjawab</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter makes a new line</source>
        <translation>Enter mengirim, Shift+Enter membuat baris baru</translation>
    </message>
    <message>
        <source>Its own choice</source>
        <translation>Pilihannya sendiri</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Pesan</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>Nobody can answer yet: add a model or install an agent</source>
        <translation>Belum ada yang dapat menjawab: tambahkan model atau pasang agen</translation>
    </message>
    <message>
        <source>Nobody yet</source>
        <translation>Belum ada</translation>
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
        <source>There is nothing to send yet</source>
        <translation>Belum ada yang dapat dikirim</translation>
    </message>
    <message>
        <source>What it may do</source>
        <translation>Yang boleh dilakukan</translation>
    </message>
    <message>
        <source>Who answered here was removed: choose who answers now</source>
        <translation>Yang menjawab di sini sudah dihapus: pilih yang menjawab sekarang</translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation>Yang menjawab</translation>
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
    <name>ComposerMenus</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
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
        <source>Models can&apos;t be listed: %1</source>
        <translation>Model tidak dapat didaftar: %1</translation>
    </message>
    <message>
        <source>Other model…</source>
        <translation>Model lain…</translation>
    </message>
    <message>
        <source>Who can answer…</source>
        <translation>Siapa yang dapat menjawab…</translation>
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
    <name>EmptyThread</name>
    <message>
        <source>Describe what you see.</source>
        <translation>Jelaskan apa yang Anda lihat.</translation>
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
    <name>ErrorRow</name>
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
</context>
<context>
    <name>HandoffDialog</name>
    <message>
        <source>%1 of %2 used</source>
        <translation>%1 dari %2 terpakai</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) in, %1 left out</source>
        <translation>
            <numerusform>%n butir disertakan, %1 tidak disertakan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) in, %1 left out</source>
        <translation>
            <numerusform>%n pesan disertakan, %1 tidak disertakan</numerusform>
        </translation>
    </message>
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
        <source>This goes over word for word, before your new message. Secrets are placeholders.</source>
        <translation>Ini diserahkan kata demi kata, sebelum pesan baru Anda. Rahasia diganti penanda.</translation>
    </message>
    <message>
        <source>This went over word for word, before your message. Secrets are placeholders.</source>
        <translation>Ini diserahkan kata demi kata, sebelum pesan Anda. Rahasia diganti penanda.</translation>
    </message>
    <message>
        <source>What %1 was told</source>
        <translation>Yang disampaikan kepada %1</translation>
    </message>
    <message>
        <source>What %1 will be told</source>
        <translation>Yang akan disampaikan kepada %1</translation>
    </message>
</context>
<context>
    <name>HandoverLine</name>
    <message numerus="yes">
        <source>%1 has not seen %n message(s). All will be handed over.</source>
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
        <source>Preview</source>
        <translation>Pratinjau</translation>
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
        <source>Not needed here</source>
        <translation>Tidak diperlukan di sini</translation>
    </message>
    <message>
        <source>Optional: an id such as qwen3-coder</source>
        <translation>Opsional: id seperti qwen3-coder</translation>
    </message>
    <message>
        <source>Paste the key</source>
        <translation>Tempel kuncinya</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Layanan</translation>
    </message>
    <message>
        <source>The usual one</source>
        <translation>Yang biasa</translation>
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
    <name>MessageRow</name>
    <message>
        <source>Copy this message</source>
        <translation>Salin pesan ini</translation>
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
        <source>Send again</source>
        <translation>Kirim lagi</translation>
    </message>
    <message>
        <source>Taken back: nobody is told this any more.</source>
        <translation>Ditarik: ini tidak lagi disampaikan kepada siapa pun.</translation>
    </message>
    <message>
        <source>Text of %1</source>
        <translation>Teks %1</translation>
    </message>
    <message>
        <source>This answer was interrupted.</source>
        <translation>Jawaban ini terputus.</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Anda</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>%1 can&apos;t keep to what it may do here</source>
        <translation>%1 tidak dapat mematuhi izin yang dipilih di sini</translation>
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
        <source>%1 got a part of the history</source>
        <translation>%1 menerima sebagian riwayat</translation>
    </message>
    <message>
        <source>%1 has reached its limit</source>
        <translation>%1 sudah mencapai batasnya</translation>
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
    <message>
        <source>A setting was not understood and left at its default: %1.</source>
        <translation>Satu pengaturan tidak dipahami dan dibiarkan pada nilai bawaannya: %1.</translation>
    </message>
    <message>
        <source>Add a key for %1, then send again.</source>
        <translation>Tambahkan kunci untuk %1, lalu kirim lagi.</translation>
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
        <source>Choose another permission, then send again.</source>
        <translation>Pilih izin lain, lalu kirim lagi.</translation>
    </message>
    <message>
        <source>Handed over</source>
        <translation>Diserahkan</translation>
    </message>
    <message>
        <source>Install %1, or ask someone else.</source>
        <translation>Pasang %1, atau tanyakan kepada yang lain.</translation>
    </message>
    <message>
        <source>Make room on the disk, then send again.</source>
        <translation>Kosongkan ruang di disk, lalu kirim lagi.</translation>
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
        <source>Replaced by a later one</source>
        <translation>Diganti oleh yang lebih baru</translation>
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
        <source>Shorten it, or ask someone with more room.</source>
        <translation>Persingkat, atau tanyakan kepada yang ruangnya lebih besar.</translation>
    </message>
    <message>
        <source>Sign in to %1 in a terminal, then send again.</source>
        <translation>Masuk ke %1 di terminal, lalu kirim lagi.</translation>
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
        <source>This part was written by a newer Onesist and can&apos;t be shown. It is kept.</source>
        <translation>Bagian ini ditulis oleh Onesist yang lebih baru dan tidak dapat ditampilkan. Bagian ini tetap disimpan.</translation>
    </message>
    <message>
        <source>This project brings settings of its own for %1. They don&apos;t count, because nobody trusted this folder yet. To use them, start %1 once in a terminal here and trust the folder.</source>
        <translation>Proyek ini membawa pengaturannya sendiri untuk %1. Pengaturan itu tidak berlaku, karena folder ini belum dipercaya. Untuk memakainya, jalankan %1 sekali di terminal di sini dan percayai folder ini.</translation>
    </message>
    <message>
        <source>Wait a moment, then send again.</source>
        <translation>Tunggu sebentar, lalu kirim lagi.</translation>
    </message>
    <message>
        <source>Wait until the limit is over, or ask someone else.</source>
        <translation>Tunggu sampai batasnya lewat, atau tanyakan kepada yang lain.</translation>
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
        <source>nothing to hand over</source>
        <translation>tidak ada yang perlu diserahkan</translation>
    </message>
    <message>
        <source>the history is still owed</source>
        <translation>riwayatnya menyusul</translation>
    </message>
    <message>
        <source>withdrawn, as the request failed; it will be told again</source>
        <translation>ditarik, karena permintaannya gagal; akan disampaikan lagi</translation>
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
    <name>ProviderRow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Add key…</source>
        <translation>Tambah kunci…</translation>
    </message>
    <message>
        <source>Change key…</source>
        <translation>Ganti kunci…</translation>
    </message>
    <message>
        <source>Choose program…</source>
        <translation>Pilih program…</translation>
    </message>
    <message>
        <source>Find it</source>
        <translation>Cari otomatis</translation>
    </message>
    <message>
        <source>Forget a chosen program and look in the usual places</source>
        <translation>Lupakan program yang dipilih dan cari di tempat yang biasa</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Hapus…</translation>
    </message>
</context>
<context>
    <name>ProviderSetup</name>
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
        <source>Removing…</source>
        <translation>Menghapus…</translation>
    </message>
    <message>
        <source>That could not be done: %1.</source>
        <translation>Itu tidak dapat dilakukan: %1.</translation>
    </message>
</context>
<context>
    <name>ProviderWords</name>
    <message>
        <source>Answers questions with your own key</source>
        <translation>Menjawab pertanyaan dengan kunci Anda sendiri</translation>
    </message>
    <message>
        <source>Answers questions, needs no key</source>
        <translation>Menjawab pertanyaan, tidak perlu kunci</translation>
    </message>
    <message>
        <source>Can&apos;t be reached. If it runs on this computer, start its server, then choose Look again.</source>
        <translation>Tidak dapat dihubungi. Jika berjalan di komputer ini, jalankan servernya, lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Found, not signed in. Start it once in a terminal and sign in there, then choose Look again.</source>
        <translation>Ditemukan, belum masuk. Jalankan sekali di terminal dan masuk di sana, lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Found, not signed in. Start “%1” in a terminal and sign in there, then choose Look again.</source>
        <translation>Ditemukan, belum masuk. Jalankan “%1” di terminal dan masuk di sana, lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Installed, signed in</source>
        <translation>Terpasang, sudah masuk</translation>
    </message>
    <message>
        <source>Its key was refused. Change the key.</source>
        <translation>Kuncinya ditolak. Ganti kuncinya.</translation>
    </message>
    <message>
        <source>Key refused</source>
        <translation>Kunci ditolak</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Memeriksa…</translation>
    </message>
    <message>
        <source>Needs a key before it can answer.</source>
        <translation>Perlu kunci sebelum dapat menjawab.</translation>
    </message>
    <message>
        <source>Not an AI: it shows how everything works. No account, no internet, no cost.</source>
        <translation>Bukan AI: menunjukkan cara kerja semuanya. Tanpa akun, tanpa internet, tanpa biaya.</translation>
    </message>
    <message>
        <source>Not found on this computer. Get it in a terminal with “%1”, then choose Look again.</source>
        <translation>Tidak ditemukan di komputer ini. Pasang di terminal dengan “%1”, lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Not found on this computer. Install it as its maker describes, then choose Look again.</source>
        <translation>Tidak ditemukan di komputer ini. Pasang menurut petunjuk pembuatnya, lalu pilih Periksa lagi.</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Siap</translation>
    </message>
    <message>
        <source>Version %1, installed and signed in</source>
        <translation>Versi %1, terpasang dan sudah masuk</translation>
    </message>
</context>
<context>
    <name>ProvidersDialog</name>
    <message>
        <source>Add a model…</source>
        <translation>Tambah model…</translation>
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
        <source>Choose the program</source>
        <translation>Pilih programnya</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Tutup</translation>
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
        <source>Who can answer</source>
        <translation>Siapa yang dapat menjawab</translation>
    </message>
    <message>
        <source>Work on files and run commands by themselves</source>
        <translation>Mengerjakan berkas dan menjalankan perintah secara mandiri</translation>
    </message>
</context>
<context>
    <name>QueueRow</name>
    <message>
        <source>Delete this waiting message</source>
        <translation>Hapus pesan yang menunggu ini</translation>
    </message>
    <message>
        <source>Edit this waiting message</source>
        <translation>Sunting pesan yang menunggu ini</translation>
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
        <source>Waiting message</source>
        <translation>Pesan yang menunggu</translation>
    </message>
    <message>
        <source>Waiting message: %1</source>
        <translation>Pesan yang menunggu: %1</translation>
    </message>
</context>
<context>
    <name>ReceiptRow</name>
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
    <name>RowFactory</name>
    <message>
        <source>Onesist noted something here that this version can&apos;t show.</source>
        <translation>Onesist mencatat sesuatu di sini yang tidak dapat ditampilkan versi ini.</translation>
    </message>
</context>
<context>
    <name>RunBar</name>
    <message>
        <source>%1 is answering</source>
        <translation>%1 sedang menjawab</translation>
    </message>
    <message>
        <source>%1 is busy and is asked again (%2 of %3)</source>
        <translation>%1 sibuk dan ditanya lagi (%2 dari %3)</translation>
    </message>
    <message numerus="yes">
        <source>%1 waits for you: %n question(s)</source>
        <translation>
            <numerusform>%1 menunggu Anda: %n pertanyaan</numerusform>
        </translation>
    </message>
    <message>
        <source>Getting ready for %1</source>
        <translation>Menyiapkan untuk %1</translation>
    </message>
    <message>
        <source>Held: the last answer did not finish. Nothing is sent by itself; choose Send now when you want.</source>
        <translation>Ditahan: jawaban terakhir tidak selesai. Tidak ada yang terkirim sendiri; pilih Kirim sekarang bila Anda mau.</translation>
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
</context>
<context>
    <name>SavingDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Batal</translation>
    </message>
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
    <name>SimpleTranscript</name>
    <message>
        <source>New messages</source>
        <translation>Pesan baru</translation>
    </message>
    <message>
        <source>Show earlier messages</source>
        <translation>Tampilkan pesan sebelumnya</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>Isi percakapan</translation>
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
        <source>A project is a folder on this computer. Agents work in it, and its threads belong to it.</source>
        <translation>Proyek adalah folder di komputer ini. Agen bekerja di dalamnya, dan percakapannya menjadi milik proyek itu.</translation>
    </message>
    <message>
        <source>Add a model by key…</source>
        <translation>Tambah model dengan kunci…</translation>
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
    <name>StepRow</name>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n baris</numerusform>
        </translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>Tertutup</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Salin</translation>
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
        <source>Opened</source>
        <translation>Terbuka</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Keluaran</translation>
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
    <name>ThreadPage</name>
    <message>
        <source>Close this message</source>
        <translation>Tutup pesan ini</translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
    </message>
    <message>
        <source>Rename this thread (F2)</source>
        <translation>Ganti nama percakapan ini (F2)</translation>
    </message>
    <message>
        <source>Show the last handover of this thread (Ctrl+R)</source>
        <translation>Tampilkan serah terima terakhir percakapan ini (Ctrl+R)</translation>
    </message>
    <message>
        <source>Show the sidebar (Ctrl+B)</source>
        <translation>Tampilkan bilah sisi (Ctrl+B)</translation>
    </message>
    <message>
        <source>What it was told</source>
        <translation>Yang disampaikan</translation>
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
    <name>ThreadsModel</name>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
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
        <source>fork of a removed thread</source>
        <translation>cabang dari percakapan yang sudah dihapus</translation>
    </message>
    <message>
        <source>needs you</source>
        <translation>perlu Anda</translation>
    </message>
    <message>
        <source>working</source>
        <translation>sedang bekerja</translation>
    </message>
</context>
<context>
    <name>ThreadsPanel</name>
    <message>
        <source>Menu</source>
        <translation>Menu</translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>Percakapan baru</translation>
    </message>
    <message>
        <source>No project</source>
        <translation>Tanpa proyek</translation>
    </message>
    <message>
        <source>Open another project</source>
        <translation>Buka proyek lain</translation>
    </message>
    <message>
        <source>Start a new thread (Ctrl+N)</source>
        <translation>Mulai percakapan baru (Ctrl+N)</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Percakapan</translation>
    </message>
    <message>
        <source>Your threads will be listed here.</source>
        <translation>Percakapan Anda akan terdaftar di sini.</translation>
    </message>
</context>
<context>
    <name>Words</name>
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
        <source>worked</source>
        <translation>berhasil</translation>
    </message>
    <message>
        <source>working</source>
        <translation>sedang berjalan</translation>
    </message>
</context>
</TS>
