package io.millrace.channel;

import io.millrace.journal.Direction;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Journal;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.MetadataFrames;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import java.lang.foreign.ValueLayout;

/**
 * What the last record of a channel says of its end, where ends are recorded: see {@link
 * ChannelOptions#withRecordedEnd()}. A call that is written later takes the end back.
 */
public enum ChannelEnd {
    /** More may be written. */
    OPEN(0),
    /** The writer has declared that it writes no more. */
    ENDED(1),
    /** All hosts that read the channel hold everything up to its end. */
    HELD(2);

    private final byte code;

    ChannelEnd(int code) {
        this.code = (byte) code;
    }

    /**
     * Returns what the last record of a channel's journal says of its end, acknowledged or not. Reads the journal from
     * its end, and is not meant for each message.
     *
     * @param journal the journal of a channel
     */
    public static ChannelEnd in(Journal journal) {
        TailerOptions backward = TailerOptions.defaults()
                .withMetadata(MetadataFrames.INCLUDE)
                .withMark(MarkPolicy.NEVER)
                .withDirection(Direction.BACKWARD);
        try (Tailer tailer = journal.tailer(backward)) {
            boolean isEnd = tailer.read() == Read.MESSAGE
                    && tailer.kind() == FrameKind.METADATA
                    && tailer.length() > 1
                    && tailer.segment().get(ValueLayout.JAVA_BYTE, tailer.offset()) == MetadataKind.ENDED.code();
            return isEnd ? of(tailer.segment().get(ValueLayout.JAVA_BYTE, tailer.offset() + 1)) : OPEN;
        }
    }

    byte code() {
        return code;
    }

    static ChannelEnd of(int code) {
        for (ChannelEnd end : values()) {
            if (end.code == code && end != OPEN) {
                return end;
            }
        }
        throw new ChannelException("unknown end of a channel code=" + code);
    }
}
