package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.journal.JournalOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
