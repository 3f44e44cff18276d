package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.History;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The latencies of the newest messages of one output channel, from their histories. Each tick reads backward from the
 * end to what was read before, but a bounded number of records: of a fast channel this is a sample, taken at the
 * moments of the ticks, of a slow one it is everything. {@link #tick} belongs to one thread.
 */
final class HopLatencies implements AutoCloseable {

    private static final int MAX_RECORDS = 120;
    private static final long MAX_NS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int CLOCK_EVERY = 16;

    private final Map<LatencyMeasure, LatencySeries> series = new EnumMap<>(LatencyMeasure.class);
    private ChannelCursor cursor;
    private Channel opened;
    private long lastIndex = Index.NONE;
    private boolean isFirst = true;
    private boolean failed;
    private long failedNs;

    HopLatencies() {
        for (LatencyMeasure measure : LatencyMeasure.values()) {
            series.put(measure, new LatencySeries());
        }
    }

    LatencySeries series(LatencyMeasure measure) {
        return series.get(measure);
    }

    /**
     * Reads what is new.
     *
     * @param channel the open channel
     * @param nowNs the time in nanoseconds, from any origin
     */
    void tick(Channel channel, long nowNs) {
        long epochNs = EpochTime.nowNs();
        series.values().forEach(each -> each.tick(nowNs, epochNs));
        if (failed && nowNs - failedNs < RETRY_NS) {
            return;
        }
        failed = false;
        try {
            if (cursor == null || !channel.equals(opened)) {
                close();
                cursor = channel.cursor();
                opened = channel;
            }
            read();
        } catch (RuntimeException | InternalError _) { // the sample of the channel tells what is wrong with it
            failed = true;
            failedNs = nowNs;
            close();
        }
    }

    private void read() {
        cursor.direction(Direction.BACKWARD);
        cursor.toEnd();
        long startNs = System.nanoTime();
        long newest = lastIndex;
        for (int i = 0; i < MAX_RECORDS; i++) {
            Entry entry = cursor.next();
            if (entry == Entry.END || cursor.index() <= lastIndex) {
                break;
            }
            newest = Math.max(newest, cursor.index());
            // What was there before the console was is no latency of now.
            if (entry == Entry.CALL && !isFirst) {
                add(cursor.history());
            }
            if (isFirst || (i % CLOCK_EVERY == CLOCK_EVERY - 1 && System.nanoTime() - startNs > MAX_NS)) {
                break;
            }
        }
        lastIndex = newest;
        isFirst = false;
    }

    private void add(History history) {
        int last = history.size() - 1;
        if (last < 0) {
            return;
        }
        long outNs = history.timeOutNs(last);
        series.get(LatencyMeasure.END_TO_END).record(outNs - history.timeInNs(0));
        if (last > 0) {
            series.get(LatencyMeasure.SERVICE).record(outNs - history.timeInNs(last));
            series.get(LatencyMeasure.WAITING).record(history.timeInNs(last) - history.timeOutNs(last - 1));
        }
    }

    @Override
    public void close() {
        if (cursor != null) {
            cursor.close();
            cursor = null;
            opened = null;
        }
    }
}
