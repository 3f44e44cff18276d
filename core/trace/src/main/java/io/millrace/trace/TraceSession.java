package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.Source;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the parts of one trace share: the channels, the graph, the bounds, the notes, and a cursor for each channel that
 * reads single messages and one that searches. For one thread.
 */
final class TraceSession implements AutoCloseable {

    final ChannelSet set;
    final ChannelGraph graph;
    final TraceOptions options;
    final TraceNotes notes = new TraceNotes();

    private final long startNs = System.nanoTime();
    private final Map<String, ChannelCursor> readers = new HashMap<>();
    private final Map<String, ChannelCursor> searchers = new HashMap<>();
    private int outputsShown;

    TraceSession(ChannelSet set, ChannelGraph graph, TraceOptions options) {
        this.set = set;
        this.graph = graph;
        this.options = options;
    }

    /** Returns how long this trace has taken, in nanoseconds. */
    long elapsedNs() {
        return System.nanoTime() - startNs;
    }

    boolean isOverdue() {
        return elapsedNs() > options.timeout().toNanos();
    }

    /** Returns whether another output may be shown, and counts it. */
    boolean mayShowOutput() {
        if (outputsShown >= options.maxTotalOutputs()) {
            return false;
        }
        outputsShown++;
        return true;
    }

    /** Takes back that outputs are shown. */
    void forgetOutputs(int count) {
        outputsShown -= count;
    }

    /** Returns the channel of a journal, or of a name where histories know the channel by its name alone. */
    Optional<Channel> channel(Source source) {
        return source.journalId().flatMap(set::channel);
    }

    /** Returns the cursor with which single messages of a channel are read; it is before its first record at first. */
    ChannelCursor reader(Channel channel) {
        return readers.computeIfAbsent(set.name(channel.source()), name -> channel.cursor());
    }

    /** Returns the cursor with which a channel is searched. */
    ChannelCursor searcher(Channel channel) {
        return searchers.computeIfAbsent(set.name(channel.source()), name -> channel.cursor());
    }

    /**
     * Returns the result of reading, or {@code otherwise} and a note where the data cannot be read, whatever is wrong
     * with it.
     */
    <T> T orNote(String what, Supplier<T> otherwise, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
            notes.missing(what + " reason=" + ChannelSet.reason(e));
            return otherwise.get();
        }
    }

    @Override
    public void close() {
        readers.values().forEach(ChannelCursor::close);
        searchers.values().forEach(ChannelCursor::close);
    }
}
