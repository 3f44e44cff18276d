package io.millrace.simulation;

import io.millrace.replication.LogPosition;
import io.millrace.replication.Message;
import io.millrace.replication.SegmentBegin;

/** Messages as short texts for a trace. */
final class Texts {

    private Texts() {}

    static String of(Message message) {
        return switch (message) {
            case Message.Run run ->
                "Run " + LogPosition.toText(run.position()) + " bytes=" + run.length() + " " + run.end();
            case Message.Ack ack ->
                "Ack " + LogPosition.toText(ack.mapped()) + " synced=" + LogPosition.toText(ack.synced());
            case Message.Mark mark ->
                "Mark " + LogPosition.toText(mark.mark()) + " certain=" + LogPosition.toText(mark.certain());
            case SegmentBegin begin -> "SegmentBegin " + begin.segment() + " epoch=" + begin.epoch();
            default -> message.toString();
        };
    }
}
