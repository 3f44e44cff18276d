package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.service.HopSampler;
import io.millrace.service.HopTimes;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The latencies of the newest messages of one output channel, as a {@link HopSampler} reads them at each tick. {@link
 * #tick} belongs to one thread.
 */
final class HopLatencies implements AutoCloseable {

    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(10);

    private final Map<LatencyMeasure, LatencySeries> series = new EnumMap<>(LatencyMeasure.class);
    private HopSampler sampler;
    private Channel opened;
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
            if (sampler == null || !channel.equals(opened)) {
                close();
                sampler = new HopSampler(channel);
                opened = channel;
            }
            sampler.sample(this::add);
        } catch (RuntimeException | InternalError _) { // the sample of the channel tells what is wrong with it
            failed = true;
            failedNs = nowNs;
        }
    }

    private void add(HopTimes times) {
        series.get(LatencyMeasure.END_TO_END).record(times.endToEndNs());
        times.serviceNs().ifPresent(series.get(LatencyMeasure.SERVICE)::record);
        times.waitingNs().ifPresent(series.get(LatencyMeasure.WAITING)::record);
    }

    @Override
    public void close() {
        if (sampler != null) {
            sampler.close();
            sampler = null;
            opened = null;
        }
    }
}
