package io.millrace.channel;

/** The kind of a metadata frame of a channel; its first byte is the code. */
enum MetadataKind {
    /** The schema of a call; the position of the frame is the number by which calls refer to it. */
    CALL(1),
    /** A source; the position of the frame is the number by which histories refer to it. */
    SOURCE(2),
    /** Inputs taken that had no output. */
    CONSUMED(3),
    /** One end of a snapshot. */
    SNAPSHOT(4),
    /** From here on another version of the component decides. */
    UPGRADE(5),
    /** The end of the channel, until more is written. */
    ENDED(6),
    /** The key of encrypted messages, as the journal has written it. */
    KEY('K');

    private final byte code;

    MetadataKind(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    static MetadataKind of(int code) {
        for (MetadataKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new ChannelException("unknown kind of metadata record code=" + code);
    }
}
