package io.millrace.wire;

/**
 * The way in: messages to bytes and text and back, method writers and call decoders, for one allow-list. Instances are
 * immutable to their users and safe to share between threads; what they generate is kept and made once per type.
 */
public final class Wire {
    private final WireTypes types;

    private Wire(WireTypes types) {
        this.types = types;
    }

    /** A wire for this allow-list. */
    public static Wire of(WireTypes types) {
        return new Wire(types);
    }

    /** The allow-list. */
    public WireTypes types() {
        return types;
    }
}
