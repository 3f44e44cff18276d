package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.FileKeyProvider;
import io.millrace.journal.Index;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.Ownership;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of an encrypted channel are read with their keys; everything except their arguments, without. */
class ChannelEncryptionTest {

    private static final Source OUTSIDE = Source.external("outside");

    @TempDir
    Path scratch;

    private final Received received = new Received();
    private Path directory;
    private FileKeyProvider keys;

    @BeforeEach
    void makeKeys() {
        directory = scratch.resolve("trades");
        keys = FileKeyProvider.open(scratch.resolve("keys"));
    }

    private Channel open(Ownership ownership) {
        JournalOptions journal = JournalOptions.defaults()
                .withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES)
                .withOwnership(ownership);
        return Channel.journal(
                "trades",
                directory,
                ChannelOptions.defaults()
                        .withJournal(journal)
                        .withEncryption(ChannelEncryption.of(keys).withSubjectField("symbol")));
    }

    private static Trade trade(int number) {
        String symbol = number % 3 == 0 ? "ann" : "bob";
        return new Trade(symbol, Instant.ofEpochSecond(number), 0.5, number);
    }

    private List<String> readAll(Channel channel) {
        received.calls.clear();
        try (ChannelReader reader = channel.reader(received, ReaderOptions.defaults(), Trades.class, Notes.class)) {
            while (reader.poll() == Poll.MESSAGE) {
                // each call is kept by the handler
            }
        }
        return List.copyOf(received.calls);
    }

    /** Writes groups of calls of both subjects, over several segments; returns the expected calls. */
    private List<String> write(int groups, Ownership ownership) {
        List<String> expected = new ArrayList<>();
        Input input = new Input();
        try (Channel channel = open(ownership);
                ChannelWriter writer = channel.writer()) {
            Trades trades = writer.as(Trades.class);
            Notes notes = writer.as(Notes.class);
            for (int group = 0; group < groups; group++) {
                writer.begin(input.set(OUTSIDE, group, group));
                for (int i = 0; i < group % 4; i++) {
                    trades.trade(trade(group + i));
                    expected.add("trade " + trade(group + i));
                }
                notes.note("nobody's", group);
                expected.add("note nobody's " + group);
                writer.commit();
            }
            trades.trade(trade(groups));
            expected.add("trade " + trade(groups));
        }
        return expected;
    }

    @Test
    void callsComeOutAsTheyWentInOverManySegments() {
        for (Ownership ownership : Ownership.values()) {
            directory = scratch.resolve(ownership.name());
            List<String> expected = write(1_000, ownership);
            try (Channel channel = open(ownership)) {
                assertEquals(expected, readAll(channel));
                long last = channel.journal().orElseThrow().lastIndex();
                assertTrue(Index.segment(last) > 2, "lastIndex=" + Index.toText(last));
            }
        }
    }

    @Test
    void noArgumentIsInTheFiles() throws IOException {
        write(50, Ownership.SINGLE);
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertFalse(bytes.contains("nobody's"), file::toString);
            }
        }
    }

    @Test
    void aForgottenSubjectCannotBeReadAndAllElseCan() {
        List<String> expected = new ArrayList<>(write(300, Ownership.SINGLE));
        int all = expected.size();
        keys.forget("ann");
        expected.removeIf(call -> call.contains("symbol=ann"));
        int unreadable = 0;
        try (Channel channel = Channel.readOnly(directory, keys)) {
            assertEquals(expected, readAll(channel));
            try (ChannelReader reader = channel.reader(received, ReaderOptions.defaults(), Trades.class, Notes.class)) {
                while (reader.poll() == Poll.MESSAGE) {
                    // counted below
                }
                assertEquals(all - expected.size(), reader.forgottenCalls());
            }
            try (ChannelCursor cursor = channel.cursor()) {
                for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                    if (entry == Entry.CALL && !cursor.isReadable()) {
                        unreadable++;
                        assertEquals("ann", cursor.subject().orElseThrow());
                        assertEquals("trade", cursor.schema().methodName());
                        assertTrue(cursor.timeNs() > 0);
                        ChannelException e = assertThrows(ChannelException.class, cursor::yaml);
                        assertTrue(e.getMessage().contains("subject=ann"), e.getMessage());
                    }
                }
            }
            assertEquals(all, channel.journal().orElseThrow().messages());
        }
        assertEquals(all - expected.size(), unreadable);
        assertEquals("[]", JournalVerifier.verify(directory).findings().toString());
    }

    @Test
    void withoutKeysArgumentsAreRefusedAndWritingIsToo() {
        write(3, Ownership.SINGLE);
        try (Channel channel = Channel.readOnly(directory)) {
            ChannelException e = assertThrows(ChannelException.class, () -> readAll(channel));
            assertTrue(e.getMessage().contains("encrypted, but no keys were given channel=trades"), e.getMessage());
            try (ChannelCursor cursor = channel.cursor()) {
                Entry entry = cursor.next();
                while (entry != Entry.CALL) {
                    entry = cursor.next();
                }
                assertEquals("note", cursor.schema().methodName());
                assertEquals(0, cursor.history().index(0));
                assertThrows(ChannelException.class, cursor::yaml);
            }
        }
        ChannelException e = assertThrows(
                ChannelException.class, () -> Channel.journal("trades", directory, ChannelOptions.defaults()));
        assertTrue(e.getMessage().contains("no keys were given"), e.getMessage());
    }

    @Test
    void aPlainChannelDoesNotBecomeAnEncryptedOne() {
        try (Channel channel = Channel.journal("trades", directory, ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            writer.as(Notes.class).note("open", 1);
        }
        ChannelException e = assertThrows(ChannelException.class, () -> open(Ownership.SINGLE));
        assertTrue(e.getMessage().contains("the channel is not encrypted"), e.getMessage());
        try (Channel channel = Channel.readOnly(directory, keys)) {
            assertThrows(ChannelException.class, () -> readAll(channel));
        }
    }

    @Test
    void callsWithoutTheFieldBelongToTheChannel() {
        write(3, Ownership.SINGLE);
        List<String> subjects = new ArrayList<>();
        try (Channel channel = Channel.readOnly(directory, keys);
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    subjects.add(cursor.schema().methodName() + " "
                            + cursor.subject().orElseThrow());
                }
            }
        }
        assertEquals(
                List.of(
                        "note trades",
                        "trade bob",
                        "note trades",
                        "trade bob",
                        "trade ann",
                        "note trades",
                        "trade ann"),
                subjects);
    }
}
