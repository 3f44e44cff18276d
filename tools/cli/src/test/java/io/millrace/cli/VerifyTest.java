package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.cli.CommandProcess.Ended;
import io.millrace.journal.Appender;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage is named with its place and ends the command with 3; a repaired copy is sound. */
class VerifyTest {
    @TempDir
    private Path directory;

    @Test
    void damageIsNamedAndARepairedCopyIsSound() throws IOException, InterruptedException {
        long second;
        try (Journal journal = Journal.open(
                        directory.resolve("log"), JournalOptions.defaults().withSegmentSizeBytes(1 << 16));
                Appender appender = journal.appender()) {
            append(appender, "first");
            second = append(appender, "second");
            append(appender, "third");
        }
        Ended sound = CommandProcess.run(directory, "verify", "log");
        assertEquals(0, sound.code(), sound.err());
        assertTrue(sound.out().contains("log: 3 messages and 0 records in 1 segments"), sound.out());

        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("log/00000000.segment").toFile(), "rw")) {
            file.seek(Index.position(second) + 8);
            file.write('S');
        }
        Ended damaged = CommandProcess.run(directory, "verify", "log");
        assertEquals(3, damaged.code(), damaged.err());
        assertTrue(
                damaged.out()
                        .startsWith("damage CHECKSUM file=log/00000000.segment offset=" + Index.position(second)
                                + " index=" + Index.toText(second)),
                damaged.out());

        Ended repaired = CommandProcess.run(directory, "repair", "log", "--to", "copy");
        assertEquals(0, repaired.code(), repaired.err());
        assertTrue(repaired.out().contains("lost index=" + Index.toText(second) + " bytes=16"), repaired.out());
        assertEquals(0, CommandProcess.run(directory, "verify", "copy").code());
        assertEquals(3, CommandProcess.run(directory, "verify", "log").code(), "the journal itself is as it was");
    }

    @Test
    void positionsAreListedParkedAndDeleted() throws IOException, InterruptedException {
        try (Journal journal = Journal.open(
                        directory.resolve("log"), JournalOptions.defaults().withSegmentSizeBytes(1 << 16));
                Appender appender = journal.appender()) {
            long first = append(appender, "first");
            journal.position("reports").set(first);
            journal.position("tables");
            String listed =
                    CommandProcess.run(directory, "positions", "list", "log").well();
            assertEquals("reports at " + Index.toText(first) + "\ntables never read\n", listed);
            assertEquals(
                    0,
                    CommandProcess.run(directory, "positions", "park", "log", "reports")
                            .code());
            assertEquals(
                    0,
                    CommandProcess.run(directory, "positions", "delete", "log", "tables")
                            .code());
            assertEquals(
                    "reports parked at " + Index.toText(first) + "\n",
                    CommandProcess.run(directory, "positions", "list", "log").well());
            Ended absent = CommandProcess.run(directory, "positions", "park", "log", "tables");
            assertEquals(2, absent.code());
            assertTrue(absent.err().contains("name=tables names=[reports]"), absent.err());
        }
    }

    private static long append(Appender appender, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return appender.append(MemorySegment.ofArray(bytes), 0, bytes.length);
    }
}
