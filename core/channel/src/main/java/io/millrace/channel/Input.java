package io.millrace.channel;

/**
 * The input that a group of calls follows from: where it stands, when it was taken, and how it came there. Mutable and
 * re-used, so that describing an input allocates nothing. Not safe for use by several threads.
 */
public final class Input {

    private Source source;
    private long index;
    private long timeInNs;
    private final History history = new History();

    /** Makes an input that describes nothing yet. */
    public Input() {}

    /** Describes an item of an external source, with no history of its own. */
    public Input set(Source newSource, long newIndex, long newTimeInNs) {
        source = newSource;
        index = newIndex;
        timeInNs = newTimeInNs;
        history.clear();
        return this;
    }

    /** Describes the message that {@code reader} stands on, taken at {@code newTimeInNs}. */
    public Input set(ChannelReader reader, long newTimeInNs) {
        source = reader.source();
        index = reader.index();
        timeInNs = newTimeInNs;
        history.copyOf(reader.history());
        return this;
    }

    /** Replaces the content by that of {@code other}. */
    public Input copyOf(Input other) {
        source = other.source;
        index = other.index;
        timeInNs = other.timeInNs;
        history.copyOf(other.history);
        return this;
    }

    /** Returns the source of the input. */
    public Source source() {
        return source;
    }

    /** Returns the index of the input in its source. */
    public long index() {
        return index;
    }

    /** Returns when the input was taken, or should have been, in nanoseconds since the epoch. */
    public long timeInNs() {
        return timeInNs;
    }

    /** Returns the hops that led to the input. */
    public History history() {
        return history;
    }
}
