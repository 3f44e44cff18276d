package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads the latencies of the newest messages of a journal from their histories. Each sample reads backward from the end
 * to what was read before, but at most 120 records and about half a millisecond: of a fast channel this is a sample,
 * taken at the moments of the calls, of a slow one it is everything. Nothing is added to the path of a message.
 *
 * <p>The first thread that samples owns it. {@link #close} may be called by any thread.
 */
public final class HopSampler implements AutoCloseable {

    private static final int MAX_RECORDS = 120;
    private static final long MAX_NS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final int CLOCK_EVERY = 16;

    private final Channel channel;
    private ChannelCursor cursor;
    private long lastIndex = Index.NONE;
    private boolean isFirst = true;

    /** Creates the sampler of a channel that is a journal; opens nothing yet. */
    public HopSampler(Channel channel) {
        this.channel = Objects.requireNonNull(channel, "channel");
    }

    /**
     * Reads what is new. The first call only notes where the journal ends: what was there before is no latency of now.
     * After an exception the next call opens the journal again.
     *
     * @param to takes the latencies, newest first
     * @throws RuntimeException where the journal cannot be read, as its cursor throws it
     */
    public void sample(Consumer<HopTimes> to) {
        try {
            read(to);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void read(Consumer<HopTimes> to) {
        if (cursor == null) {
            cursor = channel.cursor();
            cursor.direction(Direction.BACKWARD);
        }
        cursor.toEnd();
        long startNs = System.nanoTime();
        long newest = lastIndex;
        for (int i = 0; i < MAX_RECORDS; i++) {
            Entry entry = cursor.next();
            if (entry == Entry.END || cursor.index() <= lastIndex) {
                break;
            }
            newest = Math.max(newest, cursor.index());
            if (isFirst) {
                break;
            }
            if (entry == Entry.CALL) {
                HopTimes.of(cursor.history()).ifPresent(to);
            }
            if (i % CLOCK_EVERY == CLOCK_EVERY - 1 && System.nanoTime() - startNs > MAX_NS) {
                break;
            }
        }
        lastIndex = newest;
        isFirst = false;
    }

    /** Ends the reading; a later sample opens the journal again. */
    @Override
    public void close() {
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
    }
}
