package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.memory.Memory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentPrologueTest {

    private static final JournalId ID = JournalId.random();

    @TempDir
    Path directory;

    private static MemorySegment head(SegmentPrologue prologue) {
        MemorySegment head = MemorySegment.ofArray(new long[SegmentLayout.PROLOGUE_BYTES / Long.BYTES]);
        prologue.write(head);
        return head;
    }

    private Path write(MemorySegment head) throws IOException {
        return Files.write(SegmentName.file(directory, 7), head.toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void theFirstEpochIsWrittenByteByByteAsItAlwaysWas() throws IOException {
        GoldenFiles.unzip("golden-1.zip", directory);
        Path plain = directory.resolve("plain");
        for (long number : SegmentName.list(plain)) {
            Path file = SegmentName.file(plain, number);
            SegmentPrologue prologue = SegmentPrologue.readHead(file);
            assertEquals(Epoch.FIRST, prologue.epoch());
            assertArrayEquals(
                    Arrays.copyOf(Files.readAllBytes(file), SegmentLayout.PROLOGUE_BYTES),
                    head(prologue).toArray(ValueLayout.JAVA_BYTE));
        }
    }

    @Test
    void anotherEpochIsVersionTwoWithLeaderAndRound() throws IOException {
        SegmentPrologue prologue = SegmentPrologue.of(7, ID, new Epoch(1L << 40, 31), 1_234, 1 << 16);
        MemorySegment head = head(prologue);
        assertEquals(2, Memory.getIntPlain(head, 8));
        assertEquals(31, Memory.getIntPlain(head, 68));
        assertEquals(1L << 40, Memory.getLongPlain(head, 72));
        assertEquals(prologue, SegmentPrologue.readHead(write(head)));
    }

    @ParameterizedTest
    @CsvSource({"0,0", "0,32", "-1,1", "1,-1"})
    void anImpossibleEpochIsDamage(long round, int leader) throws IOException {
        MemorySegment head = head(SegmentPrologue.of(7, ID, new Epoch(1, 1), 1_234, 1 << 16));
        Memory.setIntPlain(head, SegmentLayout.LEADER_OFFSET, leader);
        Memory.setLongPlain(head, SegmentLayout.ROUND_OFFSET, round);
        Memory.setIntPlain(
                head, SegmentLayout.CHECKSUM_OFFSET, FrameChecksum.ofBytes(head, 0, SegmentLayout.CHECKSUM_OFFSET));
        Path file = write(head);
        JournalDamagedException e = assertThrows(JournalDamagedException.class, () -> SegmentPrologue.readHead(file));
        assertTrue(
                e.getMessage()
                        .endsWith("file=" + file + " offset=68 field=epoch expected=round and leader after 0.0 actual="
                                + round + "." + leader),
                e.getMessage());
    }
}
