package io.millrace.replication;

import io.millrace.journal.Epoch;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Messages to bytes and back. {@link MessageLayout} has the offsets. The frames of a run follow its message as they are
 * in the segment; the code that sends and receives them handles them without this class.
 */
public final class MessageCodec {

    /** Bytes of the header of each message. */
    public static final int HEADER_BYTES = MessageLayout.HEADER_BYTES;

    /** The most bytes that {@link #encode} writes. */
    public static final int LONGEST_MESSAGE = MessageLayout.HEADER_BYTES + MessageLayout.LONGEST_BODY;

    private MessageCodec() {}

    /**
     * Writes a message at the position of a buffer. Of a run this is all but the frames, which must follow.
     *
     * @throws ReplicationException if a field is too long
     */
    public static void encode(Message message, ByteBuffer target) {
        target.order(ByteOrder.LITTLE_ENDIAN);
        int start = target.position();
        target.putInt(0).put((byte) MessageType.of(message).number()).put((byte) MessageLayout.VERSION);
        target.putShort((short) 0);
        long frames = 0;
        FieldWriter fields = new FieldWriter(target);
        switch (message) {
            case Message.Join join -> write(join, fields);
            case Message.Welcome welcome -> {
                fields.epoch(welcome.epoch());
                fields.origin(welcome.origin());
                fields.int64(welcome.end());
                fields.configuration(welcome.configuration());
            }
            case Message.Diverged diverged -> {
                fields.epoch(diverged.epoch());
                fields.int64(diverged.commonEnd());
                fields.epochs(diverged.epochs());
            }
            case Message.Refused refused -> {
                fields.int8(refused.refusal().number());
                fields.epoch(refused.promised());
                fields.reason(refused.text());
            }
            case SegmentBegin segment -> write(segment, fields);
            case Message.Run run -> {
                fields.longs(run.position(), run.timeMs());
                fields.int32(run.end() == RunEnd.ENDS ? 1 : 0);
                fields.int32(0);
                frames = run.length();
            }
            case Message.Mark mark -> fields.longs(mark.mark(), mark.certain());
            case Message.Ack ack -> fields.longs(ack.mapped(), ack.synced());
            case Message.Heartbeat heartbeat -> fields.heartbeat(heartbeat);
            case Message.Configured configured -> {
                fields.epoch(configured.epoch());
                fields.configuration(configured.configuration());
            }
            case Message.Stored stored -> fields.version(stored.version());
            case Message.StatusRequest _ -> {}
            case Message.Status status -> fields.status(status.status());
            case Message.Promise promise -> fields.epoch(promise.epoch());
            case Message.Promised promised -> {
                fields.epoch(promised.epoch());
                fields.status(promised.status());
            }
            case Message.Fetch fetch -> {
                fields.epoch(fetch.epoch());
                fields.int64(fetch.hash());
                fields.epochs(fetch.epochs());
            }
            case Message.Serving serving -> {
                fields.epoch(serving.epoch());
                fields.origin(serving.origin());
                fields.int64(serving.end());
            }
            case Message.PeriodOpened period -> fields.longs(period.number(), period.opening());
            case Message.SegmentsRemoved removed -> fields.longs(removed.firstKept(), removed.removedFrames());
        }
        long length = target.position() - start - HEADER_BYTES + frames;
        if (length > Integer.MAX_VALUE) {
            throw new ReplicationException("run is too long to be sent bytes=" + frames);
        }
        target.putInt(start, (int) length);
    }

    private static void write(SegmentBegin segment, FieldWriter fields) {
        fields.int64(segment.segment());
        fields.epoch(segment.epoch());
        fields.longs(segment.before(), segment.hash());
        fields.int64(segment.begunMs());
        fields.bytes(segment.prologue(), SegmentBegin.LONGEST_PROLOGUE);
    }

    private static void write(Message.Join join, FieldWriter fields) {
        fields.flag(join.id() != null);
        if (join.id() != null) {
            fields.id(join.id());
        }
        fields.int64(join.copyId());
        fields.int8(join.number() + 1);
        fields.text(join.name(), MemberEntry.LONGEST_NAME);
        fields.text(join.address(), MemberEntry.LONGEST_ADDRESS);
        fields.epoch(join.promised());
        fields.int8(join.nextNumber());
        fields.int64(join.hash());
        fields.epochs(join.epochs());
    }

    /**
     * Checks the header at the position of a buffer and returns how many bytes of the body to read before
     * {@link #decode}; of a run, all but its frames.
     *
     * @param longestRun the most bytes of frames in one message
     * @throws ReplicationException if the type or the version is unknown, or the length is not possible
     */
    public static int bodyBytes(ByteBuffer header, int longestRun) {
        header.order(ByteOrder.LITTLE_ENDIAN);
        int start = header.position();
        int length = header.getInt(start);
        int version = header.get(start + MessageLayout.VERSION_OFFSET) & 0xff;
        if (version != MessageLayout.VERSION) {
            throw new ReplicationException(
                    "unknown version of a message version=" + version + " known=" + MessageLayout.VERSION);
        }
        MessageType type = MessageType.numbered(header.get(start + MessageLayout.TYPE_OFFSET) & 0xff);
        boolean isRun = type == MessageType.RUN;
        int least = isRun ? MessageLayout.RUN_BODY_BYTES : 0;
        long most = isRun ? MessageLayout.RUN_BODY_BYTES + (long) longestRun : MessageLayout.LONGEST_BODY;
        if (length < least || length > most || (isRun && (length & 7) != 0)) {
            throw new ReplicationException(
                    "length of a message is not possible type=" + type + " bytes=" + length + " most=" + most);
        }
        return isRun ? MessageLayout.RUN_BODY_BYTES : length;
    }

    /**
     * Reads a message whose header was checked. The position of the buffer is that of the header, and its limit is the
     * end of the body.
     *
     * @throws ReplicationException if a field is not possible
     */
    public static Message decode(ByteBuffer source) {
        source.order(ByteOrder.LITTLE_ENDIAN);
        int start = source.position();
        int length = source.getInt(start);
        MessageType type = MessageType.numbered(source.get(start + MessageLayout.TYPE_OFFSET) & 0xff);
        source.position(start + HEADER_BYTES);
        FieldReader fields = new FieldReader(source);
        Message message = decode(type, length, fields);
        fields.end();
        return message;
    }

    private static Message decode(MessageType type, int length, FieldReader fields) {
        return switch (type) {
            case JOIN -> join(fields);
            case WELCOME ->
                new Message.Welcome(fields.epoch(), fields.origin(), fields.position(), fields.configuration());
            case DIVERGED -> new Message.Diverged(fields.epoch(), fields.position(), fields.epochs());
            case REFUSED ->
                new Message.Refused(
                        Refusal.numbered(fields.int8(0xff, "reason of a refusal")),
                        fields.epoch(),
                        fields.text(MessageLayout.LONGEST_REASON, "reason"));
            case SEGMENT_BEGIN ->
                new SegmentBegin(
                        fields.segment(),
                        fields.epoch(),
                        fields.position(),
                        fields.int64(),
                        fields.int64(),
                        fields.bytes(SegmentBegin.LONGEST_PROLOGUE, "prologue"));
            case RUN -> run(length, fields);
            case MARK -> new Message.Mark(fields.position(), fields.position());
            case ACK -> new Message.Ack(fields.position(), fields.position());
            case HEARTBEAT -> new Message.Heartbeat(fields.int64(), fields.int64());
            case CONFIGURED -> new Message.Configured(fields.epoch(), fields.configuration());
            case STORED -> new Message.Stored(fields.version());
            case STATUS_REQUEST -> new Message.StatusRequest();
            case STATUS -> new Message.Status(fields.status());
            case PROMISE -> new Message.Promise(fields.epoch());
            case PROMISED -> new Message.Promised(fields.epoch(), fields.status());
            case FETCH -> new Message.Fetch(fields.epoch(), fields.int64(), fields.epochs());
            case SERVING -> new Message.Serving(fields.epoch(), fields.origin(), fields.position());
            case PERIOD_OPENED -> new Message.PeriodOpened(fields.periodNumber(), fields.position());
            case SEGMENTS_REMOVED -> new Message.SegmentsRemoved(fields.segment(), fields.removedFrames());
        };
    }

    private static Message.Run run(int length, FieldReader fields) {
        long position = fields.position();
        long timeMs = fields.int64();
        int end = fields.int32();
        int zero = fields.int32();
        if (end < 0 || end > 1 || zero != 0) {
            throw new ReplicationException("end of a run must be 0 or 1, and zero follow end=" + end + " then=" + zero);
        }
        return new Message.Run(
                position, timeMs, length - MessageLayout.RUN_BODY_BYTES, end == 1 ? RunEnd.ENDS : RunEnd.CONTINUES);
    }

    private static Message.Join join(FieldReader fields) {
        boolean hasId = fields.flag("flag of an identity");
        return new Message.Join(
                hasId ? fields.id() : null,
                fields.int64(),
                fields.int8(Epoch.MAX_LEADER + 1, "number of a member") - 1,
                fields.text(MemberEntry.LONGEST_NAME, "name of a member"),
                fields.text(MemberEntry.LONGEST_ADDRESS, "address of a member"),
                fields.epoch(),
                fields.int8(Epoch.MAX_LEADER + 1, "next number of a member"),
                fields.int64(),
                fields.epochs());
    }
}
