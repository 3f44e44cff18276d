package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.FileKeyProvider;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.SeekResult;
import io.millrace.text.Yaml;
import io.millrace.wire.BinaryInput;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link CallTailer} and {@link CallFrames} read the same calls, in order and by index. */
class CallFramesTest {

    private static final int COUNT = 3_000;

    interface Texts {
        void text(String value);

        void number(long value);
    }

    @TempDir
    Path dir;

    private static ChannelOptions small() {
        return ChannelOptions.defaults().withJournal(JournalOptions.defaults().withSegmentSizeBytes(1 << 16));
    }

    @Test
    void encryptedCallsAreReadWithTheKeysOfTheChannel(@TempDir Path keys) {
        ChannelOptions encrypted = small().withEncryption(ChannelEncryption.of(FileKeyProvider.open(keys)));
        try (Channel channel = Channel.journal("texts", dir, encrypted);
                ChannelWriter writer = channel.writer();
                CallTailer tailer = CallTailer.decrypting(channel, Durability.MAPPED);
                CallFrames frames = CallFrames.decrypting(channel, OwnerCheck.ON);
                CallTailer without = CallTailer.of(channel, Durability.MAPPED)) {
            Texts texts = writer.as(Texts.class);
            List<Long> indexes = new ArrayList<>();
            for (int i = 0; i < COUNT; i++) {
                texts.text("text " + i);
                assertTrue(tailer.next());
                assertEquals(
                        "text " + i,
                        new BinaryInput()
                                .wrap(tailer.segment(), tailer.offset(), tailer.length())
                                .readString());
                indexes.add(tailer.index());
            }
            assertTrue(Index.segment(indexes.getLast()) > 0);
            for (int i = COUNT - 1; i >= 0; i -= 7) {
                assertEquals(SeekResult.FOUND, frames.at(indexes.get(i)));
                BinaryInput in = new BinaryInput().wrap(frames.segment(), frames.offset(), frames.length());
                assertEquals("text " + i, in.readString());
                in.expectEnd();
            }
            assertThrows(ChannelException.class, without::next);
        }
    }

    @Test
    void callsAreReadInOrderAndByTheirIndexes() {
        List<Long> indexes = new ArrayList<>();
        List<String> calls = new ArrayList<>();
        try (Channel channel = Channel.journal("texts", dir, small());
                ChannelWriter writer = channel.writer();
                CallTailer tailer = CallTailer.of(channel, Durability.MAPPED);
                CallFrames frames = CallFrames.of(channel, OwnerCheck.ON)) {
            assertFalse(tailer.next());
            Texts texts = writer.as(Texts.class);
            for (int i = 0; i < COUNT; i++) {
                if (i % 3 == 0) {
                    texts.number(i);
                } else {
                    texts.text("text " + i);
                }
                assertTrue(tailer.next());
                assertEquals(0, tailer.number());
                assertEquals(Index.NONE, tailer.inputIndex());
                assertTrue(tailer.last());
                indexes.add(tailer.index());
                calls.add(Yaml.ofCall(
                        tailer.schema(), new BinaryInput().wrap(tailer.segment(), tailer.offset(), tailer.length())));
            }
            assertEquals("number: 2997\n", calls.get(2_997));
            assertTrue(Index.segment(indexes.getLast()) > 0);
            tailer.checkEnd();
            for (int i = COUNT - 1; i >= 0; i -= 7) {
                assertEquals(SeekResult.FOUND, frames.at(indexes.get(i)));
                assertEquals(indexes.get(i), frames.index());
                BinaryInput in = new BinaryInput().wrap(frames.segment(), frames.offset(), frames.length());
                if (i % 3 == 0) {
                    assertEquals(i, in.readLong());
                } else {
                    assertEquals("text " + i, in.readString());
                }
                in.expectEnd();
            }
            assertEquals(SeekResult.NOT_A_FRAME, frames.at(indexes.getFirst() + 1));
        }
    }

    @Test
    void aGroupIsToldByNumbersAndItsLastCall() {
        try (Channel channel = Channel.journal("texts", dir, small());
                ChannelWriter writer = channel.writer();
                CallTailer tailer = CallTailer.of(channel, Durability.MAPPED)) {
            Texts texts = writer.as(Texts.class);
            writer.begin(new Input().set(Source.external("group"), 17, 0));
            texts.number(1);
            texts.number(2);
            writer.commit();
            assertTrue(tailer.next());
            assertEquals(1, tailer.number());
            assertEquals(17, tailer.inputIndex());
            assertFalse(tailer.last());
            Object schema = tailer.schema();
            assertTrue(tailer.next());
            assertEquals(2, tailer.number());
            assertTrue(tailer.last());
            assertSame(schema, tailer.schema());
        }
    }

    @Test
    void whatIsNoCallIsRefused() {
        long index;
        try (Journal journal = Journal.open(dir, JournalOptions.defaults());
                Appender appender = journal.appender()) {
            index = appender.append(MemorySegment.ofArray(new byte[4]), 0, 4);
        }
        try (Channel channel = Channel.readOnly(dir);
                CallTailer tailer = CallTailer.of(channel, Durability.MAPPED);
                CallFrames frames = CallFrames.of(channel, OwnerCheck.ON)) {
            ChannelException refused = assertThrows(ChannelException.class, () -> frames.at(index));
            assertTrue(refused.getMessage().startsWith("message is no call channel="), refused::getMessage);
            assertThrows(ChannelException.class, tailer::next);
        }
        try (Channel queue = Channel.queue("queue", 1 << 12, ChannelOptions.defaults())) {
            assertThrows(ChannelException.class, () -> CallFrames.of(queue, OwnerCheck.ON));
        }
    }
}
