package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.TestProcess.Ended;
import io.millrace.journal.Appender;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Mark;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage is named with its location and ends the command with 3; a repaired copy is sound. */
@Tag("process")
class VerifyTest {
    @TempDir
    private Path directory;

    @Test
    void damageIsNamedAndARepairedCopyIsSound() throws IOException {
        long second;
        try (Journal journal = Journal.open(
                        directory.resolve("log"), JournalOptions.defaults().withSegmentSizeBytes(1 << 16));
                Appender appender = journal.appender()) {
            append(appender, "first");
            second = append(appender, "second");
            append(appender, "third");
        }
        Ended sound = CommandCall.run("verify", at("log"));
        assertEquals(0, sound.code(), sound.err());
        assertTrue(sound.out().contains(at("log") + ": 3 messages and 0 records in 1 segments"), sound.out());

        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("log/00000000.segment").toFile(), "rw")) {
            file.seek(Index.position(second) + 8);
            file.write('S');
        }
        Ended damaged = CommandCall.run("verify", at("log"));
        assertEquals(3, damaged.code(), damaged.err());
        assertTrue(
                damaged.out()
                        .startsWith("damage CHECKSUM file=" + at("log/00000000.segment") + " offset="
                                + Index.position(second) + " index=" + Index.toText(second)),
                damaged.out());

        Ended repaired = CommandCall.run("repair", at("log"), "--to", at("copy"));
        assertEquals(3, repaired.code(), "something was lost " + repaired.err());
        assertTrue(repaired.out().contains("lost index=" + Index.toText(second) + " bytes=16"), repaired.out());
        assertEquals(0, CommandCall.run("verify", at("copy")).code());
        assertEquals(3, CommandCall.run("verify", at("log")).code(), "the journal itself is as it was");
    }

    @Test
    void whatIsNoChannelIsAnErrorOfWhoAsks() throws IOException {
        Journal.open(directory.resolve("log"), JournalOptions.defaults().withSegmentSizeBytes(1 << 16))
                .close();
        Path file = Files.createFile(directory.resolve("file"));
        for (String command : List.of("verify", "repair")) {
            for (String path : List.of(at("absent"), file.toString(), directory.toString())) {
                String[] arguments = {command, path, "--to", at("copy")};
                Ended ended = CommandCall.run(command.equals("verify") ? Arrays.copyOf(arguments, 2) : arguments);
                assertEquals(2, ended.code(), ended.err());
                assertTrue(ended.err().contains("path=" + path), ended.err());
            }
        }
        assertTrue(CommandCall.run("verify", directory.toString()).err().contains("the channels " + at("log")));
        for (String to : List.of(at("log"), file.toString())) {
            Ended ended = CommandCall.run("repair", at("log"), "--to", to);
            assertEquals(2, ended.code(), ended.err());
            assertEquals("millrace: the directory of the copy is not empty to=" + to + "\n", ended.err());
        }
    }

    @Test
    void aChannelThatHasLostItsTableIsDamaged() throws IOException {
        Journal.open(directory.resolve("log"), JournalOptions.defaults().withSegmentSizeBytes(1 << 16))
                .close();
        Files.delete(directory.resolve("log/journal.table"));
        Files.delete(directory.resolve("log/journal.lock"));
        for (String command : List.of("verify", "dump", "info")) {
            assertEquals(3, CommandCall.run(command, at("log")).code(), command);
        }
    }

    @Test
    void aMemberOfAReplicatedJournalIsDescribed() throws IOException {
        long boundary;
        try (Journal journal = Journal.open(
                        directory.resolve("log"), JournalOptions.defaults().withSegmentSizeBytes(1 << 16));
                Appender appender = journal.appender()) {
            journal.becomeSource(2);
            append(appender, "first");
            boundary = append(appender, "second");
            assertTrue(CommandCall.run("info", at("log")).well().contains("mark      nothing is acknowledged\n"));
            journal.raiseMark(new Mark(boundary, 0));
        }
        String described = CommandCall.run("info", at("log")).well();
        assertTrue(
                described.contains("member    source number 2, epoch 0.0\nmark      acknowledged before "
                        + Index.toText(boundary) + ", degraded: the source alone may hold what is not before 0:0\n"),
                described);
    }

    @Test
    void positionsAreListedParkedAndDeleted() throws IOException {
        try (Journal journal = Journal.open(
                        directory.resolve("log"), JournalOptions.defaults().withSegmentSizeBytes(1 << 16));
                Appender appender = journal.appender()) {
            long first = append(appender, "first");
            journal.position("reports").set(first);
            journal.position("tables");
            String listed = CommandCall.run("positions", "list", at("log")).well();
            assertEquals("reports at " + Index.toText(first) + "\ntables not read yet\n", listed);
            append(appender, "second");
            append(appender, "third");
            List<String> described = CommandCall.run("info", at("log"))
                    .well()
                    .lines()
                    .filter(line -> line.startsWith("position "))
                    .toList();
            assertEquals(
                    List.of(
                            "position  reports: at " + Index.toText(first) + ", 2 messages to read",
                            "position  tables: not read yet, 3 messages to read"),
                    described);
            assertEquals(
                    0,
                    CommandCall.run("positions", "park", at("log"), "reports").code());
            assertEquals(
                    0,
                    CommandCall.run("positions", "delete", at("log"), "tables").code());
            assertEquals(
                    "reports parked at " + Index.toText(first) + "\n",
                    CommandCall.run("positions", "list", at("log")).well());
            Ended absent = CommandCall.run("positions", "park", at("log"), "tables");
            assertEquals(2, absent.code());
            assertTrue(absent.err().contains("name=tables names=[reports]"), absent.err());
        }
    }

    private String at(String name) {
        return directory.resolve(name).toString();
    }

    private static long append(Appender appender, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return appender.append(MemorySegment.ofArray(bytes), 0, bytes.length);
    }
}
