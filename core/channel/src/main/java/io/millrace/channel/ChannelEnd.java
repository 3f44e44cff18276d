package io.millrace.channel;

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
