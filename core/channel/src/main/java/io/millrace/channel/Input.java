package io.millrace.channel;

/**
 * The input from which a group of calls results: its index, when it was taken, and its history. Mutable and reused, so
 * that describing an input allocates nothing. Not safe for use by several threads.
 */
public final class Input {

    private final History own = new History();
    private Source source;
    private long index;
    private long timeInNs;

    /** The reader that provides the history when it is needed; null if it is in {@link #own}. */
    private ChannelReader reader;

    /** Creates an input that describes nothing yet. */
    public Input() {}

    /** Describes an item of an external source, with no history of its own. */
    public Input set(Source newSource, long newIndex, long newTimeInNs) {
        source = newSource;
        index = newIndex;
        timeInNs = newTimeInNs;
        reader = null;
        own.clear();
        return this;
    }

    /** Describes an item of an external source that has come from another one, with one hop in its history. */
    public Input set(Source newSource, long newIndex, long newTimeInNs, Source origin, long originIndex) {
        set(newSource, newIndex, newTimeInNs);
        own.add(origin, originIndex, newTimeInNs, newTimeInNs);
        return this;
    }

    /** Describes an input with the history {@code hops}, which is copied. */
    public Input set(Source newSource, long newIndex, long newTimeInNs, History hops) {
        set(newSource, newIndex, newTimeInNs);
        own.copyOf(hops);
        return this;
    }

    /**
     * Describes the current call of {@code newReader}, taken at {@code newTimeInNs}. Its history is that of the reader,
     * so this is valid until the reader finds the next call; {@link #detach} makes it valid longer.
     */
    public Input set(ChannelReader newReader, long newTimeInNs) {
        source = newReader.source();
        index = newReader.index();
        timeInNs = newTimeInNs;
        reader = newReader;
        return this;
    }

    /** Copies the history from the reader, so that this stays valid when the reader continues. */
    public Input detach() {
        if (reader != null) {
            own.copyOf(reader.history());
            reader = null;
        }
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
        return reader == null ? own : reader.history();
    }
}
