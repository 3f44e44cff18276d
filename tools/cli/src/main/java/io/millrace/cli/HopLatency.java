package io.millrace.cli;

import io.millrace.channel.ChannelCursor;
import io.millrace.service.HopTimes;
import io.millrace.topology.RunningTopology;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The latencies of the messages of one run at one hop, from their histories. Waiting time is from when the input was
 * written to when the component took it; service time is from then to when the output was written; end to end is from
 * when the first input should have started, by the rate of its source, to when the output was written.
 *
 * @param component the component of the hop
 * @param channel the channel that it writes
 * @param waiting waiting times in nanoseconds; empty for a source
 * @param service service times in nanoseconds; empty for a source, whose time from the intended start is its end to end
 * @param endToEnd times from the intended start in nanoseconds
 */
record HopLatency(String component, String channel, Histogram waiting, Histogram service, Histogram endToEnd) {
    private static final int SIGNIFICANT_DIGITS = 3;

    private HopLatency(String component, String channel) {
        this(
                component,
                channel,
                new Histogram(SIGNIFICANT_DIGITS),
                new Histogram(SIGNIFICANT_DIGITS),
                new Histogram(SIGNIFICANT_DIGITS));
    }

    /** Returns the hops of a run in the order of its topology, without those that had no new message. */
    static List<HopLatency> of(RunningTopology running) {
        List<HopLatency> hops = new ArrayList<>();
        running.topology().components().forEach((name, component) -> {
            if (running.journals().containsKey(component.writes())) {
                HopLatency hop = new HopLatency(name, component.writes());
                hop.read(running);
                if (hop.messages() > 0) {
                    hops.add(hop);
                }
            }
        });
        return hops;
    }

    long messages() {
        return endToEnd.getTotalCount();
    }

    private void read(RunningTopology running) {
        long before = running.lastIndexBefore(channel);
        try (ChannelCursor cursor = running.journals().get(channel).cursor()) {
            if (before >= 0) {
                cursor.seek(before);
            }
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                if (entry == ChannelCursor.Entry.CALL && cursor.index() > before) {
                    HopTimes.of(cursor.history()).ifPresent(this::add);
                }
            }
        }
    }

    private void add(HopTimes times) {
        endToEnd.recordValue(times.endToEndNs());
        times.serviceNs().ifPresent(service::recordValue);
        times.waitingNs().ifPresent(waiting::recordValue);
    }
}
