package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A writer killed anywhere leaves a prefix of its messages, which includes every published message. */
@Tag("process")
class KilledOwnerTest {

    private static final int COUNT = 1_000_000;

    @TempDir
    Path scratch;

    @ParameterizedTest
    @EnumSource(
            value = FailPoint.class,
            names = {
                "BATCH_COPIED",
                "BATCH_PUBLISHED",
                "NEXT_SEGMENT_READY",
                "SEGMENT_ENDED",
                "SEGMENT_ALLOCATED",
                "SEGMENT_NAMED",
                "DATA_FORCED",
                "SYNCED_RECORDED"
            })
    void killedAtAStep(FailPoint step) throws Exception {
        boolean syncs = step == FailPoint.DATA_FORCED || step == FailPoint.SYNCED_RECORDED;
        JournalOptions options =
                WriterProcess.options(Ownership.SINGLE).withDurability(syncs ? Durability.SYNCED : Durability.MAPPED);
        Path dir = scratch.resolve("journal");
        long before = 0;
        for (int hit = 1; hit <= 2; hit++) {
            WriterProcess.Plan plan =
                    WriterProcess.Plan.of(dir, options, "m", COUNT).signalling(step, hit, "KILL");
            try (WriterProcess writer = WriterProcess.start(scratch, plan)) {
                assertEquals(137, writer.awaitEnd(), "killed by itself");
                before = check(dir, options, writer.published(), before);
            }
        }
    }

    @Test
    void killedAtRandomMoments() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        JournalOptions options = WriterProcess.options(Ownership.SINGLE);
        Path dir = scratch.resolve("journal");
        long before = 0;
        for (int round = 0; round < 4; round++) {
            try (WriterProcess writer = WriterProcess.start(scratch, WriterProcess.Plan.of(dir, options, "m", COUNT))) {
                writer.awaitPublished(random.nextInt(20_000));
                Thread.sleep(random.nextInt(20));
                writer.kill();
                before = check(dir, options, writer.published(), before);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed=" + seed + " round=" + round, e);
            }
        }
    }

    /** Checks the messages that the last round added after {@code before} messages, and returns their number now. */
    private static long check(Path dir, JournalOptions options, long published, long before) {
        List<String> readOnly = List.of();
        if (JournalTable.exists(dir)) { // else it was killed before there was a journal
            try (Journal journal = Journal.openReadOnly(dir)) {
                readOnly = Messages.readAll(journal);
            }
        }
        try (Journal journal = Journal.open(dir, options)) {
            List<String> all = Messages.readAll(journal);
            assertEquals(readOnly, all, "recovery neither hides nor shows a message");
            List<String> added = all.subList((int) before, all.size());
            assertEquals(Messages.numbered("m:", added.size()), added, "a prefix, in order");
            assertTrue(added.size() >= published, "published=" + published + " found=" + added.size());
            assertTrue(added.size() <= published + 3, "published=" + published + " found=" + added.size());
            boolean batchIsWhole = added.size() == published || added.size() - published != 2;
            assertTrue(batchIsWhole, "published=" + published + " found=" + added.size());
            assertEquals(0, SegmentName.listPreparing(dir).size());
            return all.size();
        }
    }

    @Test
    void bytesAfterTheTailAreGoneAfterRecovery() throws Exception {
        JournalOptions options = WriterProcess.options(Ownership.SINGLE);
        Path dir = scratch.resolve("journal");
        long tail;
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            Messages.append(appender, "one");
            tail = journal.end().position();
            journal.store().acquire(0).memory.asSlice(tail + 8, 1000).fill((byte) 0x5a);
        }
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            byte[] bytes = Files.readAllBytes(SegmentName.file(dir, 0));
            for (int at = (int) tail; at < bytes.length; at++) {
                assertEquals(0, bytes[at], "at " + at);
            }
            Messages.append(appender, "two");
            assertEquals(List.of("one", "two"), Messages.readAll(journal));
        }
    }

    @Test
    void anEndMarkAtTheEndOfASegmentIsWhole() throws Exception {
        Path dir = scratch.resolve("journal");
        JournalOptions options = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
        int frames = SegmentLayout.frameSpaceBytes(1 << 16) / FrameLayout.HEADER_BYTES;
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            for (int i = 0; i <= frames; i++) {
                Messages.append(appender, "");
            }
            assertEquals(1, Index.segment(appender.lastIndex()));
        }
        int indexBytes = SegmentLayout.entries(1 << 16) * SegmentLayout.ENTRY_BYTES;
        Bytes.write(SegmentName.file(dir, 0), SegmentLayout.INDEX_OFFSET, new byte[indexBytes]); // so it is looked at
        try (Journal journal = Journal.open(dir, options)) {
            assertEquals(frames + 1, Messages.readAll(journal).size());
        }
    }
}
