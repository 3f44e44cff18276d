package io.millrace.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The state of a member is read as it was written, or not at all. */
class FileMemberStoreTest {

    @TempDir
    Path scratch;

    private static MemberState state() {
        MemberSet set = new MemberSet(
                List.of(new MemberEntry(0, "a", "host:1", 7), new MemberEntry(1, "ä", "host:2", 9)),
                1,
                Durability.SYNCED);
        Configuration configuration =
                new Configuration(new ConfigurationVersion(new Epoch(3, 1), 4), set, set, 2, true);
        return new MemberState(7, new Epoch(4, 1), Role.SOURCE, 12, false, configuration);
    }

    @Test
    void aNewMemberHasAnIdentityOfItsOwn() {
        MemberState first = new FileMemberStore(scratch).read();
        assertEquals(MemberState.fresh(first.copyId()), first);
        assertNotEquals(first.copyId(), new FileMemberStore(scratch).read().copyId());
        assertFalse(FileMemberStore.exists(scratch));
    }

    @Test
    void theStateIsReplacedAsAWhole() {
        Path directory = scratch.resolve("new");
        FileMemberStore store = new FileMemberStore(directory);
        store.write(state());
        assertEquals(state(), store.read());
        MemberState next = MemberState.fresh(5);
        store.write(next);
        assertEquals(next, new FileMemberStore(directory).read());
        assertTrue(FileMemberStore.exists(directory));
    }

    @Test
    void anyDamageIsFoundAndNamed() throws IOException {
        FileMemberStore store = new FileMemberStore(scratch);
        store.write(state());
        Path file = scratch.resolve(FileMemberStore.FILE);
        byte[] right = Files.readAllBytes(file);
        for (int bit = 0; bit < 8 * right.length; bit++) {
            byte[] wrong = right.clone();
            wrong[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, wrong);
            ReplicationException e = assertThrows(ReplicationException.class, store::read, "bit=" + bit);
            assertTrue(e.getMessage().contains("file=" + file), e.getMessage());
        }
        for (int length : new int[] {0, 10, right.length - 1}) {
            Files.write(file, Arrays.copyOf(right, length));
            assertThrows(ReplicationException.class, store::read, "length=" + length);
        }
        Files.write(file, new byte[1 << 18]);
        ReplicationException e = assertThrows(ReplicationException.class, store::read);
        assertTrue(e.getMessage().contains("field=size"), e.getMessage());
    }

    @Test
    void whatFollowsTheLastFieldIsDamageAlthoughTheChecksumIsRight() throws IOException {
        FileMemberStore store = new FileMemberStore(scratch);
        store.write(state());
        Path file = scratch.resolve(FileMemberStore.FILE);
        byte[] right = Files.readAllBytes(file);
        ByteBuffer longer = ByteBuffer.allocate(right.length + 1);
        longer.put(right, 0, right.length - 4).put((byte) 0);
        longer.putInt(12, longer.getInt(12) + 1);
        CRC32C sum = new CRC32C();
        sum.update(longer.array(), 0, right.length - 3);
        longer.putInt((int) sum.getValue());
        Files.write(file, longer.array());
        assertThrows(ReplicationException.class, store::read);
    }

    @Test
    void aWriterThatOpensTheJournalLeavesTheStateThatIsBeingWritten() throws IOException {
        Journal.open(scratch, JournalOptions.defaults()).close();
        Path next = Files.createFile(scratch.resolve(FileMemberStore.NEXT));
        Journal.open(scratch, JournalOptions.defaults()).close();
        assertTrue(Files.exists(next));
        new FileMemberStore(scratch).write(state());
        assertTrue(Files.notExists(next));
    }

    @Test
    void whatCannotBeWrittenIsAnError() throws IOException {
        Path directory = Files.createFile(scratch.resolve("file"));
        ReplicationException e =
                assertThrows(ReplicationException.class, () -> new FileMemberStore(directory).write(state()));
        assertTrue(e.getMessage().contains("file=" + directory), e.getMessage());
    }
}
