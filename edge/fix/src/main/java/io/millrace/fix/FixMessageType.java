package io.millrace.fix;

/** A message of a dictionary: its type, its name and the members of its body. */
public final class FixMessageType {

    private final String type;
    private final byte[] typeBytes;
    private final String name;
    private final Level level;
    private final FixMembers body;

    /** Which layer of a session handles a message. */
    public enum Level {
        /** The session itself, as with a Logon. */
        SESSION,
        /** The application. */
        APPLICATION
    }

    FixMessageType(String type, String name, Level level, FixMembers body) {
        this.type = type;
        this.typeBytes = FixText.bytes(type);
        this.name = name;
        this.level = level;
        this.body = body;
    }

    /** Returns the value of MsgType (35), such as {@code D}. */
    public String type() {
        return type;
    }

    /** Returns the name, such as {@code NewOrderSingle}. */
    public String name() {
        return name;
    }

    /** Returns the layer that handles such messages. */
    public Level level() {
        return level;
    }

    /** Returns the members between header and trailer. */
    public FixMembers body() {
        return body;
    }

    byte[] typeBytes() {
        return typeBytes;
    }
}
