package io.millrace.replication;

/** The types of messages, with their numbers in headers. */
enum MessageType {
    JOIN(1),
    WELCOME(2),
    DIVERGED(3),
    REFUSED(4),
    SEGMENT_BEGIN(5),
    RUN(6),
    MARK(7),
    ACK(8),
    HEARTBEAT(9),
    CONFIGURED(10),
    STORED(11),
    STATUS_REQUEST(12),
    STATUS(13),
    PROMISE(14),
    PROMISED(15),
    FETCH(16),
    SERVING(17),
    PERIOD_OPENED(18),
    SEGMENTS_REMOVED(19);

    private static final MessageType[] ALL = values();

    private final int number;

    MessageType(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    static MessageType numbered(int number) {
        if (number < 1 || number > ALL.length) {
            throw new ReplicationException("unknown type of message type=" + number + " known=1.." + ALL.length);
        }
        return ALL[number - 1];
    }

    static MessageType of(Message message) {
        return switch (message) {
            case Message.Join _ -> JOIN;
            case Message.Welcome _ -> WELCOME;
            case Message.Diverged _ -> DIVERGED;
            case Message.Refused _ -> REFUSED;
            case SegmentBegin _ -> SEGMENT_BEGIN;
            case Message.Run _ -> RUN;
            case Message.Mark _ -> MARK;
            case Message.Ack _ -> ACK;
            case Message.Heartbeat _ -> HEARTBEAT;
            case Message.Configured _ -> CONFIGURED;
            case Message.Stored _ -> STORED;
            case Message.StatusRequest _ -> STATUS_REQUEST;
            case Message.Status _ -> STATUS;
            case Message.Promise _ -> PROMISE;
            case Message.Promised _ -> PROMISED;
            case Message.Fetch _ -> FETCH;
            case Message.Serving _ -> SERVING;
            case Message.PeriodOpened _ -> PERIOD_OPENED;
            case Message.SegmentsRemoved _ -> SEGMENTS_REMOVED;
        };
    }
}
