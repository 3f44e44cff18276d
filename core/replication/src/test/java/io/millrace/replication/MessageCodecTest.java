package io.millrace.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import io.millrace.journal.JournalId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageCodecTest {

    private static final int LONGEST_RUN = 1 << 20;
    private static final Epoch EPOCH = new Epoch(7, 31);
    private static final EpochTable EPOCHS = new EpochTable(List.of(
            new EpochSpan(0, Epoch.FIRST, LogPosition.of(2, 0, 4096)),
            new EpochSpan(3, EPOCH, LogPosition.of(3, 31, 64))));
    private static final LogOrigin ORIGIN = new LogOrigin(new JournalId(5, 6), 1_790_000_000_000L, 2, 40, 9, 1);
    private static final MemberSet ONE =
            new MemberSet(List.of(new MemberEntry(0, "a", "a.example:7000", 11)), 0, Durability.MAPPED);
    private static final MemberSet TWO = new MemberSet(
            List.of(new MemberEntry(0, "a", "a.example:7000", 11), new MemberEntry(31, "ü", "[::1]:7000", -12)),
            1,
            Durability.SYNCED);
    private static final Configuration CHANGING =
            new Configuration(new ConfigurationVersion(EPOCH, 4), TWO, ONE, 32, true);
    private static final MemberStatus STATUS =
            new MemberStatus(11, EPOCH, Role.SOURCE, true, LogPosition.of(3, 31, 64), EPOCHS, CHANGING);

    private static final List<Message> ALL = List.of(
            new Message.Join(new JournalId(5, 6), 11, 31, "b", "b.example:1", EPOCH, 3, 99, EPOCHS),
            new Message.Join(null, 11, -1, "b", "b.example:1", Epoch.FIRST, 0, 0, EpochTable.EMPTY),
            new Message.Welcome(EPOCH, ORIGIN, LogPosition.of(3, 31, 64), CHANGING),
            new Message.Diverged(EPOCH, LogPosition.of(2, 0, 72), EPOCHS),
            new Message.Refused(Refusal.BEHIND_RETENTION, EPOCH, "segment=2 is the first"),
            new Message.Run(LogPosition.of(3, 31, 64), 1_790_000_000_000L, 4096, RunEnd.ENDS),
            new Message.Run(LogPosition.of(3, 31, 64), 1_790_000_000_000L, 8, RunEnd.CONTINUES),
            new Message.Mark(LogPosition.of(3, 31, 64), LogPosition.NONE),
            new Message.Ack(LogPosition.of(3, 31, 64), LogPosition.of(2, 0, 72)),
            new Message.Heartbeat(1_790_000_000_000_000L, -7),
            new Message.Configured(EPOCH, new Configuration(ConfigurationVersion.NONE, ONE, null, 1, false)),
            new Message.Stored(new ConfigurationVersion(EPOCH, 4)),
            new Message.StatusRequest(),
            new Message.Status(STATUS),
            new Message.Status(new MemberStatus(1, Epoch.FIRST, Role.COPY, false, 0, EpochTable.EMPTY, null)),
            new Message.Promise(EPOCH),
            new Message.Promised(EPOCH, STATUS),
            new Message.Fetch(EPOCH, 99, EPOCHS),
            new Message.Serving(EPOCH, ORIGIN, LogPosition.of(3, 31, 64)),
            new Message.PeriodOpened(7, LogPosition.of(3, 31, 64)),
            new Message.SegmentsRemoved(3, 1_000_000));

    private static ByteBuffer encoded(Message message) {
        ByteBuffer buffer = ByteBuffer.allocate(MessageCodec.LONGEST_MESSAGE);
        MessageCodec.encode(message, buffer);
        return buffer.flip();
    }

    private static Message decoded(ByteBuffer bytes) {
        int body = MessageCodec.bodyBytes(bytes, LONGEST_RUN);
        if (bytes.remaining() < MessageCodec.HEADER_BYTES + body) {
            throw new ReplicationException("the bytes end before the message");
        }
        return MessageCodec.decode(bytes.limit(MessageCodec.HEADER_BYTES + body));
    }

    @Test
    void everyMessageComesBack() {
        for (Message message : ALL) {
            assertEquals(message, decoded(encoded(message)));
        }
    }

    @Test
    void aSegmentComesBackWithItsPrologue() {
        byte[] prologue = {1, 2, 3};
        SegmentBegin sent = new SegmentBegin(3, EPOCH, LogPosition.of(2, 0, 72), -5, 17, prologue);
        SegmentBegin got = (SegmentBegin) decoded(encoded(sent));
        assertTrue(Arrays.equals(prologue, got.prologue()));
        assertEquals(
                List.of(3L, EPOCH, LogPosition.of(2, 0, 72), -5L, 17L),
                List.of(got.segment(), got.epoch(), got.before(), got.hash(), got.begunMs()));
    }

    /** The page that describes the protocol shows these bytes. */
    @Test
    void theBytesOfAnAcknowledgementAreThoseOfTheDescription() {
        byte[] bytes = new byte[24];
        encoded(new Message.Ack(0x0102030405060708L, 0x1112131415161718L)).get(bytes);
        assertTrue(Arrays.equals(
                new byte[] {
                    16, 0, 0, 0, 8, 1, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1, 0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11
                },
                bytes));
    }

    @Test
    void aMessageThatIsCutShortIsRefused() {
        for (Message message : ALL) {
            byte[] whole = bytes(encoded(message));
            for (int length = MessageCodec.HEADER_BYTES; length < whole.length; length++) {
                ByteBuffer shorter = ByteBuffer.wrap(Arrays.copyOf(whole, length));
                assertThrows(ReplicationException.class, () -> decoded(shorter), message::toString);
            }
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** What a stranger sends is a message or an error of the protocol, and never another exception. */
    @Test
    void bytesOfAStrangerAreRefusedOrRead() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = bytes(encoded(ALL.get(random.nextInt(ALL.size()))));
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                decoded(ByteBuffer.wrap(bytes));
            } catch (ReplicationException e) {
                assertTrue(e.getMessage().length() > 10, e.getMessage());
            } catch (RuntimeException e) {
                throw new AssertionError("seed=" + seed + " bytes=" + Arrays.toString(bytes), e);
            }
        }
    }

    @Test
    void impossibleHeadersAreNamed() {
        refused("unknown version of a message version=2 known=1", 16, 8, 2);
        refused("unknown type of message type=0 known=1..19", 16, 0, 1);
        refused("unknown type of message type=20 known=1..19", 16, 20, 1);
        refused("length of a message is not possible type=ACK bytes=-2147483648 most=131072", Integer.MIN_VALUE, 8, 1);
        refused("length of a message is not possible type=ACK bytes=2147483647 most=131072", Integer.MAX_VALUE, 8, 1);
        refused("length of a message is not possible type=RUN bytes=1048608 most=1048600", 24 + LONGEST_RUN + 8, 6, 1);
        refused("length of a message is not possible type=RUN bytes=25 most=1048600", 25, 6, 1);
    }

    private static void refused(String message, int length, int type, int version) {
        ByteBuffer header = ByteBuffer.allocate(MessageCodec.HEADER_BYTES)
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .put((byte) type)
                .put((byte) version)
                .putShort((short) 0)
                .flip();
        assertEquals(
                message,
                assertThrows(ReplicationException.class, () -> MessageCodec.bodyBytes(header, LONGEST_RUN))
                        .getMessage());
    }
}
