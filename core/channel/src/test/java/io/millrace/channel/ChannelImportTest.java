package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.JournalLockedException;
import io.millrace.journal.JournalOptions;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChannelImportTest {

    @TempDir
    Path root;

    /** The exported calls. */
    interface Notes {

        void note(String text, long number);

        void end();
    }

    /** The same method with another parameter, as a later version of the application has it. */
    private static final class Later {
        private interface Notes {
            void note(String text, double weight);
        }
    }

    private static String export(Path directory) {
        StringBuilder text = new StringBuilder();
        try (Channel channel = Channel.readOnly(directory)) {
            ChannelExport.write(channel, text::append);
        }
        return text.toString();
    }

    private static List<String> calls(Path directory) {
        List<String> calls = new ArrayList<>();
        try (Channel channel = Channel.readOnly(directory);
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    calls.add(cursor.timeNs() + " " + cursor.schema() + " " + cursor.yaml());
                }
            }
        }
        return calls;
    }

    private Path write(Random random) {
        Path directory = root.resolve("notes");
        JournalOptions small = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
        try (Channel channel = Channel.journal(
                        "notes", directory, ChannelOptions.defaults().withJournal(small));
                ChannelWriter writer = channel.writer()) {
            Notes notes = writer.as(Notes.class);
            Later.Notes later = writer.as(Later.Notes.class);
            notes.note(
                    "# millrace export 2\n# millrace export end 1\n# schema no\n---\n# 0:1 2026-01-01T00:00:00Z\n", -1);
            for (int i = 0; i < 1_500; i++) {
                switch (random.nextInt(4)) {
                    case 0 -> later.note("später", random.nextDouble());
                    case 1 -> notes.end();
                    default -> notes.note("\n ---\t: " + random.nextLong(), random.nextLong());
                }
            }
            assertTrue(channel.journal().orElseThrow().info().segments().size() > 1);
        }
        return directory;
    }

    @Test
    void whatIsExportedIsImportedAsItWasUnderANewIdentity() {
        long seed = System.nanoTime();
        Path directory = write(new Random(seed));
        String text = export(directory);
        Path copy = root.resolve("copy");
        assertEquals(1_501, ChannelImport.read(copy, new StringReader(text), ChannelOptions.defaults()));
        assertEquals(calls(directory), calls(copy), "seed=" + seed);
        try (Channel one = Channel.readOnly(directory);
                Channel other = Channel.readOnly(copy)) {
            assertNotEquals(
                    one.journal().orElseThrow().id(),
                    other.journal().orElseThrow().id());
        }
        assertThrows(
                ChannelException.class,
                () -> ChannelImport.read(copy, new StringReader(text), ChannelOptions.defaults()));
    }

    @Test
    void whatIsNoExportIsRefused() {
        Path copy = root.resolve("copy");
        for (String text : List.of("", "note: [a, 1]\n", "# millrace export 3\n")) {
            assertThrows(
                    ChannelException.class,
                    () -> ChannelImport.read(copy, new StringReader(text), ChannelOptions.defaults()));
            assertFalse(Files.exists(copy), "nothing was made");
        }
        ChannelException broken = assertThrows(
                ChannelException.class,
                () -> ChannelImport.read(
                        copy,
                        new StringReader("# millrace export 1\n# schema AAAA\n---\nnote: [a, 1]\n"),
                        ChannelOptions.defaults()));
        assertTrue(broken.getMessage().contains("line=2"), broken.getMessage());
    }

    @Test
    void aCutExportIsRefusedAndAWrongCallIsNamedWithItsLine() {
        Path directory = root.resolve("notes");
        try (Channel channel = Channel.journal("notes", directory, ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            writer.as(Notes.class).note("first", 1);
            writer.as(Notes.class).note("second", 2);
        }
        String text = export(directory);
        String cut = text.substring(0, text.indexOf("second"));
        ChannelException e = assertThrows(
                ChannelException.class,
                () -> ChannelImport.read(root.resolve("cut"), new StringReader(cut), ChannelOptions.defaults()));
        assertTrue(e.getMessage().contains("truncated"), e.getMessage());
        assertTrue(e.getMessage().contains(" line=" + cut.lines().count() + " calls=1 "), e.getMessage());

        String wrong = text.replace("second", "second]")
                .replace("number: 2", "number: two")
                .replace(", 2", ", two");
        int line = (int) text.substring(0, text.indexOf("second")).lines().count();
        ChannelException named = assertThrows(
                ChannelException.class,
                () -> ChannelImport.read(root.resolve("wrong"), new StringReader(wrong), ChannelOptions.defaults()));
        assertTrue(named.getMessage().contains("exportLine=" + line + " imported=1"), named.getMessage() + text);
    }

    /** Returns the names of all files of the directory. */
    private List<String> there() throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aRefusedImportLeavesNothingAndAnAcceptedOneIsRenamedAtTheEnd() throws IOException {
        Path directory = write(new Random(1));
        String text = export(directory);
        Path copy = root.resolve("copy");
        String cut = text.substring(0, text.length() / 2);
        String wrong = text.replaceFirst("(?s)(.*)\nnote: .*", "$1\nnote: wrong");
        String gained = text.replace("export end 1501\n", "export end 1500\n");
        for (String refused : List.of(cut, wrong, gained)) {
            assertThrows(
                    ChannelException.class,
                    () -> ChannelImport.read(copy, new StringReader(refused), ChannelOptions.defaults()));
            assertEquals(List.of("notes"), there());
        }
        Reader watched = new FilterReader(new StringReader(text)) {
            @Override
            public int read() throws IOException {
                int next = super.read();
                assertFalse(Files.exists(copy), "it is there before it is whole");
                return next;
            }
        };
        ChannelImport.read(copy, watched, ChannelOptions.defaults());
        assertEquals(List.of("copy", "notes"), there());
        assertEquals(calls(directory), calls(copy));
        Path part = root.resolve("part");
        ImportReport report = ChannelImport.read(
                part, new StringReader(cut), ChannelOptions.defaults(), ImportTarget.Incomplete.TAKEN);
        assertEquals(1, report.missing().size());
        assertEquals(calls(directory).subList(0, (int) report.calls()), calls(part));
    }

    @Test
    void whatAKilledImportLeftIsRemovedAndNothingElseIs() throws IOException {
        String text = export(write(new Random(2)));
        Path copy = root.resolve("copy");
        Path making = root.resolve("copy.importing");
        ImportTarget running = ImportTarget.begin(copy, ChannelOptions.defaults());
        assertThrows(JournalLockedException.class, () -> ImportTarget.begin(copy, ChannelOptions.defaults()));
        running.close();
        assertEquals(List.of("notes"), there());

        Channel.journal("copy", making, ChannelOptions.defaults()).close();
        Files.write(making.resolve("journal.table"), new byte[10]);
        assertEquals(1_501, ChannelImport.read(copy, new StringReader(text), ChannelOptions.defaults()));
        assertEquals(List.of("copy", "notes"), there());

        Path other = Files.createDirectories(root.resolve("second.importing"));
        Files.createFile(other.resolve("mine"));
        ChannelException e = assertThrows(
                ChannelException.class,
                () -> ChannelImport.read(root.resolve("second"), new StringReader(text), ChannelOptions.defaults()));
        assertTrue(e.getMessage().endsWith(" file=" + other.resolve("mine")), e.getMessage());
        assertTrue(Files.exists(other.resolve("mine")));
    }

    @Test
    void aDirectoryThatWasTakenMeanwhileIsNotChanged() throws IOException {
        Path copy = root.resolve("copy");
        try (ImportTarget target = ImportTarget.begin(copy, ChannelOptions.defaults())) {
            Files.createDirectory(copy);
            assertThrows(ChannelException.class, () -> target.finish(ImportTarget.Incomplete.REFUSED));
        }
        assertEquals(List.of("copy"), there());
    }
}
