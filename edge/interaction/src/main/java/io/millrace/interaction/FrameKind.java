package io.millrace.interaction;

/** The kinds of frames; the constants are in the order of their numbers in binary frames, which begin at 1. */
enum FrameKind {
    /** The first frame of each side: the version of the protocol. */
    HELLO("hello"),
    /** How the values of later frames are written; in binary frames alone. */
    SCHEMA("schema"),
    /** A call of the client. */
    CALL("call"),
    /** A value that answers a call. */
    ANSWER("answer"),
    /** An object that answers a call. */
    PROXY("proxy"),
    /** Why a call, or with number 0 the whole session, has failed. */
    ERROR("error"),
    /** A call of the server on the listener of a call. */
    EVENT("event"),
    /** A subscriber is called no more: why. */
    ENDED("ended"),
    /** A subscriber has its snapshot: the index. */
    LIVE("live"),
    /** The client needs an object no longer. */
    RELEASE("release"),
    /** A call with the number of a change; in binary frames alone. */
    CHANGE("change"),
    /** Where the events of a call that follows begin: a {@link ResumePoint}, empty for a snapshot. */
    AFTER("after"),
    /** Up to where a subscriber has seen everything with the event that follows. */
    POSITION("position"),
    /** A subscriber gets a new snapshot: why. */
    RESTARTED("restarted"),
    /** The name in a greeting is not known, and the session ends: why. */
    UNKNOWN("unknown");

    private static final FrameKind[] KINDS = values();

    private final String word;

    FrameKind(String word) {
        this.word = word;
    }

    /** Returns the number in binary frames. */
    @SuppressWarnings("EnumOrdinal") // the constants are in this order, and new ones are added at the end
    int number() {
        return ordinal() + 1;
    }

    /** Returns the member of a text frame that has its number. */
    String word() {
        return word;
    }

    /** Returns the kind of a binary frame, or null. */
    static FrameKind of(int number) {
        return number < 1 || number > KINDS.length ? null : KINDS[number - 1];
    }

    /** Returns the kind of a text frame, or null. */
    static FrameKind of(String word) {
        for (FrameKind kind : KINDS) {
            if (kind.word.equals(word) && kind != SCHEMA && kind != CHANGE) {
                return kind;
            }
        }
        return null;
    }
}
