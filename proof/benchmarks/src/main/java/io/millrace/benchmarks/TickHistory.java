package io.millrace.benchmarks;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.History;
import io.millrace.channel.Source;
import io.millrace.harness.BenchmarkException;
import io.millrace.measure.LatencyRecorder;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/** What the services of a tick server take, as the history of its orders says. */
final class TickHistory {

    private TickHistory() {}

    /**
     * Returns the times from when the first service has read a quote to when the call of its order was written.
     *
     * @param data the data directory of the server
     * @param first how many orders do not count
     */
    static Histogram services(Path data, long first) {
        Histogram times = LatencyRecorder.newHistogram();
        try (Channel ticks = Channel.readOnly(data.resolve(TickServer.TICKS));
                Channel trades = Channel.readOnly(data.resolve("trades"));
                ChannelCursor cursor = trades.cursor()) {
            Source source = ticks.source();
            long read = 0;
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                if (entry == ChannelCursor.Entry.CALL && read++ >= first) {
                    times.recordValue(Math.max(1, cursor.timeNs() - readNs(cursor.history(), source)));
                }
            }
        }
        return times;
    }

    private static long readNs(History history, Source source) {
        for (int hop = 0; hop < history.size(); hop++) {
            if (history.source(hop).sameStream(source)) {
                return history.timeInNs(hop);
            }
        }
        throw new BenchmarkException("an order has no quote in its history");
    }
}
