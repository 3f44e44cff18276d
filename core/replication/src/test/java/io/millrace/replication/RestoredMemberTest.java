package io.millrace.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.SourceTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member whose directory was copied to where it is may lack what it has acknowledged, and says so. */
class RestoredMemberTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);

    @TempDir
    Path scratch;

    private static MemberState state(Role role) {
        MemberSet set = new MemberSet(
                List.of(new MemberEntry(0, "a", "host:1", 7), new MemberEntry(1, "b", "host:2", 9)),
                1,
                Durability.SYNCED);
        Configuration configuration = new Configuration(new ConfigurationVersion(Epoch.FIRST, 4), set, null, 2, false);
        return new MemberState(7, Epoch.FIRST, role, -1, true, configuration);
    }

    /** Copies a directory as a backup does that keeps times and rights. */
    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (var files = Files.list(from)) {
            for (Path file : files.toList()) {
                CopyOption[] all = {StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING};
                Files.copy(file, to.resolve(file.getFileName()), all);
            }
        }
    }

    private Path source() {
        Path directory = scratch.resolve("source");
        Journal.open(directory, OPTIONS).close();
        try (SourceTable table = SourceTable.open(directory)) {
            table.becomeSource(0);
        }
        new FileMemberStore(directory).write(state(Role.SOURCE));
        return directory;
    }

    @Test
    void aStateIsKnownAsRestoredUntilItIsWritten() throws IOException {
        Path directory = source();
        FileMemberStore store = new FileMemberStore(directory);
        assertFalse(store.isRestored());
        Path moved = Files.move(directory, scratch.resolve("moved"));
        assertFalse(new FileMemberStore(moved).isRestored(), "a directory may get another name");
        copy(moved, scratch.resolve("restored"));
        FileMemberStore restored = new FileMemberStore(scratch.resolve("restored"));
        assertTrue(restored.isRestored());
        assertEquals(state(Role.SOURCE), restored.read());
        restored.write(restored.read());
        assertFalse(restored.isRestored());
    }

    @Test
    void aRestoredSourceIsACopyThatMayLackSomething() throws IOException {
        Path directory = source();
        Path restored = scratch.resolve("restored");
        copy(directory, restored);
        FileMemberStore store = new FileMemberStore(restored);
        try (JournalLog log = JournalLog.open(restored, OPTIONS, store)) {
            assertTrue(log.wasRestored());
            assertTrue(log.wentDown());
        }
        assertEquals(Role.COPY, store.read().role());
        assertFalse(store.read().whole(), "also where everything was on the storage device of the other place");
        try (JournalLog again = JournalLog.open(restored, OPTIONS, store)) {
            assertFalse(again.wasRestored());
        }
        assertFalse(store.read().whole(), "it is not whole until it has followed a source");
    }

    @Test
    void aSourceThatStaysWhereItIsStaysOne() {
        Path directory = source();
        FileMemberStore store = new FileMemberStore(directory);
        try (JournalLog log = JournalLog.open(directory, OPTIONS, store)) {
            assertFalse(log.wasRestored());
        }
        assertEquals(Role.SOURCE, store.read().role());
        assertTrue(store.read().whole());
    }

    @Test
    void aStateOfTheFirstVersionIsReadAndNotTakenForRestored() throws IOException {
        Path directory = source();
        Path file = directory.resolve(FileMemberStore.FILE);
        byte[] second = Files.readAllBytes(file);
        ByteBuffer first = ByteBuffer.allocate(second.length - Long.BYTES);
        first.put(second, 0, second.length - Long.BYTES - Integer.BYTES);
        first.putInt(8, 1).putInt(12, first.getInt(12) - Long.BYTES);
        CRC32C sum = new CRC32C();
        sum.update(first.array(), 0, first.position());
        first.putInt((int) sum.getValue());
        Files.write(file, first.array());
        FileMemberStore store = new FileMemberStore(directory);
        assertEquals(state(Role.SOURCE), store.read());
        assertFalse(store.isRestored());
    }
}
