package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelEncryption;
import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.fixtures.Await;
import io.millrace.journal.FileKeyProvider;
import io.millrace.journal.Index;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FixJournalTest {

    private static final FixSessionId ONE = new FixSessionId("FIX.4.4", "SELL", "ONE");
    private static final FixSessionId TWO = new FixSessionId("FIX.4.4", "SELL", "TWO");
    private static final ChannelOptions SMALL =
            ChannelOptions.defaults().withJournal(JournalOptions.defaults().withSegmentSizeBytes(1 << 16));

    @TempDir
    private Path directory;

    @Test
    void eachSessionContinuesWithItsNumbersAndMessages() {
        try (FixJournal journal = FixJournal.open(directory, SMALL)) {
            FixStore one = journal.store(ONE);
            FixStore two = journal.store(TWO);
            for (int i = 1; i <= 1_000; i++) {
                send(one, i, "one " + i);
                if (i % 3 == 0) {
                    send(two, i / 3, "two " + i / 3);
                }
            }
            one.begin(5);
            one.application(7, bytes("x"), 0, 1);
            one.received(9, bytes("y"), 0, 1);
            one.commit();
            two.begin(5);
            two.numberedFrom(300);
            two.commit();
        }
        try (FixJournal journal = FixJournal.open(directory, SMALL)) {
            assertEquals(List.of(ONE, TWO), journal.sessions());
            FixStore one = journal.store(ONE);
            FixStore two = journal.store(TWO);
            assertEquals(9, one.nextIncoming());
            assertEquals(1_001, one.nextOutgoing());
            assertEquals(1, two.nextIncoming());
            assertEquals(300, two.nextOutgoing());
            assertEquals("one 1", found(one, 1));
            assertEquals("one 1000", found(one, 1_000));
            assertEquals("two 299", found(two, 299));
            assertFalse(two.find(300));
            send(two, 300, "again");
            assertEquals("again", found(two, 300));
        }
    }

    @Test
    void aStepIsThereWholeOrNotAtAll() {
        try (FixJournal journal = FixJournal.open(directory, SMALL)) {
            FixStore one = journal.store(ONE);
            FixStore two = journal.store(TWO);
            one.begin(5);
            one.application(1, bytes("order"), 0, 5);
            two.begin(5);
            two.append(1, bytes("report"), 0, 6);
            two.commit();
            assertEquals(1, one.nextIncoming(), "the outermost step has not ended");
            one.append(1, bytes("answer"), 0, 6);
            assertEquals(0, calls());
            one.commit();
            assertEquals(3, calls());
        }
    }

    @Test
    void passwordsOfLogonsAreMasked() throws Exception {
        byte[] logon = Samples.message("A", "98=0|108=30|553=me|554=secret|925=other|");
        try (FixJournal journal = FixJournal.open(directory, SMALL)) {
            FixStore one = journal.store(ONE);
            one.begin(5);
            one.received(2, logon, 0, logon.length);
            one.append(1, logon, 0, logon.length);
            one.commit();
            String kept = found(one, 1);
            assertTrue(kept.contains("\u0001553=me\u0001554=******\u0001925=*****\u0001"), kept);
        }
    }

    /** Of the present day of a session everything stays, and of each session its numbers. */
    @Test
    void retentionRemovesWhatNoSessionNeeds() {
        JournalOptions removing =
                SMALL.journal().withRetention(RetentionPolicy.keepAll().withMaxSizeBytes(0));
        long active = 0;
        for (int day = 1; day <= 3; day++) {
            try (FixJournal journal =
                    FixJournal.open(directory, ChannelOptions.defaults().withJournal(removing))) {
                JournalRetention retention = new JournalRetention(journal, _ -> true);
                FixStore one = journal.store(ONE);
                FixStore two = journal.store(TWO);
                if (day == 1) {
                    two.begin(3);
                    two.expecting(77);
                    two.version("9");
                    two.commit();
                    active = two.lastActiveNs();
                }
                one.begin(3);
                one.numberedFrom(1);
                one.commit();
                for (int i = 1; i <= 3_000; i++) {
                    send(one, i, "day " + day + " number " + i);
                    if (i % 300 == 0) {
                        retention.tick(5, i * 1_000_000_000L);
                    }
                }
                long first = ((JournalStore) one).firstSent();
                Await.until("removal of the days before", () -> {
                    retention.tick(5, Long.MAX_VALUE / 2);
                    return firstSegment(journal) == Index.segment(first);
                });
                assertEquals("day " + day + " number 1", found(one, 1));
                assertEquals("day " + day + " number 3000", found(one, 3_000));
                assertEquals(77, two.nextIncoming());
                assertEquals(active, two.lastActiveNs());
                assertEquals("9", ((JournalStore) two).version());
            }
        }
    }

    private static long firstSegment(FixJournal journal) {
        return Index.segment(journal.channel().journal().orElseThrow().firstIndex());
    }

    /** A session that never begins again keeps what there is room for, where the user has said so. */
    @Test
    void aMessageThatWasRemovedIsNotFound() {
        RetentionPolicy all = RetentionPolicy.keepAll().withMaxSizeBytes(0).withReaders(ReaderPolicy.IGNORE);
        try (FixJournal journal = FixJournal.open(
                directory, ChannelOptions.defaults().withJournal(SMALL.journal().withRetention(all)))) {
            FixStore one = journal.store(ONE);
            JournalRetention retention = new JournalRetention(journal, _ -> true);
            for (int i = 1; i <= 3_000; i++) {
                send(one, i, "number " + i);
                if (i % 10 == 0) {
                    retention.tick(5, 0);
                }
            }
            Await.until("the removal", () -> {
                retention.tick(5, 0);
                return firstSegment(journal) > 2;
            });
            assertFalse(one.find(1));
            assertEquals("number 3000", found(one, 3_000));
        }
        try (FixJournal journal = FixJournal.open(directory, SMALL)) {
            FixStore one = journal.store(ONE);
            assertEquals(3_001, one.nextOutgoing());
            assertTrue(one.nextKept(1) > 500, one.nextKept(1) + "");
            assertEquals("number 3000", found(one, 3_000));
        }
    }

    @Test
    void anEncryptedJournalIsReadWithItsKeysAlone(@TempDir Path keys) throws IOException {
        ChannelOptions encrypted = SMALL.withEncryption(ChannelEncryption.of(FileKeyProvider.open(keys)));
        for (int run = 0; run < 3; run++) {
            try (FixJournal journal = FixJournal.open(directory, encrypted)) {
                FixStore one = journal.store(ONE);
                assertEquals(1 + 1_000 * run, one.nextOutgoing());
                for (int i = 1; i <= 1_000; i++) {
                    send(one, 1_000 * run + i, "SECRET " + i);
                }
                assertEquals("SECRET 1", found(one, 1));
                assertEquals("SECRET 7", found(one, 1_000 * run + 7));
            }
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                assertFalse(bytes.contains("SECRET"), file + "");
            }
        }
        assertThrows(ChannelException.class, () -> FixJournal.open(directory, SMALL));
    }

    @Test
    void anotherChannelIsRefused() {
        try (Channel channel = Channel.journal("other", directory, SMALL);
                ChannelWriter writer = channel.writer()) {
            writer.as(FixLineOfAnother.class).other(1);
        }
        FixException refused = assertThrows(FixException.class, () -> FixJournal.open(directory, SMALL));
        assertTrue(refused.getMessage().contains("call=other"), refused.getMessage());
    }

    /** Calls of another channel. */
    public interface FixLineOfAnother {
        void other(int value);
    }

    private int calls() {
        List<Long> indexes = new ArrayList<>();
        try (Channel channel = Channel.readOnly(directory);
                ChannelCursor cursor = channel.cursor()) {
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                if (entry == ChannelCursor.Entry.CALL) {
                    indexes.add(cursor.index());
                }
            }
        }
        return indexes.size();
    }

    private static void send(FixStore store, long number, String text) {
        store.begin(3);
        store.append(number, bytes(text), 0, text.length());
        store.commit();
    }

    private static byte[] bytes(String text) {
        return FixText.bytes(text);
    }

    private static String found(FixStore store, long number) {
        assertTrue(store.find(number), "number=" + number);
        return FixText.latin(store.bytes(), store.offset(), store.offset() + store.length());
    }
}
