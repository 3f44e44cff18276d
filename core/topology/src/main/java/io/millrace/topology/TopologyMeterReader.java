package io.millrace.topology;

import io.millrace.channel.Channel;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalClosedException;
import io.millrace.service.CloseAll;
import io.millrace.service.ComponentHealth;
import io.millrace.service.ComponentState;
import io.millrace.service.HopSampler;
import io.millrace.service.LoopLoad;
import io.millrace.service.OldestUnread;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Reads the meters that every running topology has. For one thread. */
final class TopologyMeterReader implements MeterReader {

    private static final double NANOS_PER_SECOND = 1e9;

    /** What a thread has measured in less time than this says nothing yet. */
    private static final long LEAST_MEASURED_NS = 10_000;

    private final SectionContext context;
    private final Topology topology;
    private final JournalMeters sizes = new JournalMeters();
    private final OldestUnread oldest = new OldestUnread();
    private final Map<String, HopSampler> samplers = new HashMap<>();
    private final Map<String, LoopLoad> loads = new HashMap<>();
    private final TopologyMeterList all;

    TopologyMeterReader(SectionContext context) {
        this.context = context;
        this.topology = context.topology();
        this.all = TopologyMeterList.of(context.view());
    }

    @Override
    public List<MeterInfo> meters() {
        return all.meters();
    }

    @Override
    public void read(MeterValues to) {
        TopologyView view = context.view();
        TopologyHealth health = view.health();
        sizes.begin();
        for (HealthState state : HealthState.values()) {
            to.set(all.health(), state == health.state() ? 1 : 0, state.name());
        }
        List<Runnable> parts = new ArrayList<>();
        for (ChannelInfo channel : view.channels()) {
            parts.add(() -> channel(channel, health, to));
        }
        health.components().forEach((name, each) -> component(name, each, to));
        for (ComponentInfo component : view.components()) {
            component
                    .positions()
                    .forEach((channel, position) ->
                            parts.add(() -> reader(component.name(), channel, position, health, to)));
            parts.add(() -> hops(component.name(), to));
        }
        view.threads().forEach(thread -> thread(thread, to));
        CloseAll.run(parts.stream().map(TopologyMeterReader::unlessClosed).toList());
    }

    /** Returns a part that leaves its values out where the run has closed a journal meanwhile. */
    private static Runnable unlessClosed(Runnable part) {
        return () -> {
            try {
                part.run();
            } catch (JournalClosedException _) {
                // The run ends.
            }
        };
    }

    private void channel(ChannelInfo channel, TopologyHealth health, MeterValues to) {
        String name = channel.name();
        OptionalLong messages = channel.messages().isPresent() ? channel.messages() : written(name, health);
        messages.ifPresent(value -> to.count(all.messages(), value, name));
        if (channel.kind() == ChannelKind.JOURNAL && channel.messages().isPresent()) {
            Journal journal = context.channel(name).journal().orElseThrow();
            long synced = channel.syncedIndex().orElseThrow();
            to.count(all.unsynced(), JournalMeters.after(journal, messages.getAsLong(), synced), name);
            JournalMeters.Size size = sizes.size(name, journal, System.nanoTime());
            to.count(all.bytes(), size.bytes(), name);
            to.count(all.segments(), size.segments(), name);
        }
        if (channel.kind() == ChannelKind.QUEUE) {
            channel.usedBytes().ifPresent(used -> to.count(all.queueUsed(), used, name));
            to.count(all.queueCapacity(), topology.channels().get(name).queueSizeBytes(), name);
        }
    }

    /** Returns how many calls were written to a channel in this run; those that a restart repeats count too. */
    private OptionalLong written(String channel, TopologyHealth health) {
        return topology.writerOf(channel)
                .map(writer -> health.components().get(writer))
                .map(writer -> OptionalLong.of(writer.outputs()))
                .orElse(OptionalLong.empty());
    }

    private void component(String name, ComponentHealth health, MeterValues to) {
        to.count(all.inputs(), health.inputs(), name);
        to.count(all.outputs(), health.outputs(), name);
        to.count(all.errors(), health.recordedErrors(), name);
        to.count(all.refused(), health.refused(), name);
        if (topology.components().get(name).reads().isEmpty()) {
            health.unread().ifPresent(left -> to.count(all.left(), left, name));
        }
        for (ComponentState state : ComponentState.values()) {
            to.set(all.state(), state == health.state() ? 1 : 0, name, state.name());
        }
    }

    private void reader(String component, String channel, long position, TopologyHealth health, MeterValues to) {
        if (topology.channels().get(channel).kind() == ChannelKind.QUEUE) {
            OptionalLong written = written(channel, health);
            if (written.isPresent()) {
                long depth = Math.max(0, written.getAsLong() - position - 1);
                to.count(all.unread(), depth, channel, component);
            }
            return;
        }
        Channel open = context.channel(channel);
        Journal journal = open.journal().orElseThrow();
        long unread = JournalMeters.after(journal, journal.messages(), position);
        to.count(all.unread(), unread, channel, component);
        double ageSeconds = 0;
        if (unread > 0) {
            OptionalLong writtenNs = oldest.timeNs(component, open, position);
            if (writtenNs.isPresent()) {
                ageSeconds = Math.max(0, nowNs() - writtenNs.getAsLong()) / NANOS_PER_SECOND;
            }
        }
        to.set(all.oldestUnread(), ageSeconds, channel, component);
    }

    private static long nowNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    private void hops(String component, MeterValues to) {
        String output = topology.components().get(component).writes();
        ChannelSpec channel = topology.channels().get(output);
        if (channel == null || channel.kind() != ChannelKind.JOURNAL) {
            return;
        }
        samplers.computeIfAbsent(component, _ -> new HopSampler(context.channel(output)))
                .sample(times -> {
                    times.waitingNs().ifPresent(nanos -> to.record(all.waiting(), nanos, component, output));
                    times.serviceNs().ifPresent(nanos -> to.record(all.service(), nanos, component, output));
                    to.record(all.endToEnd(), times.endToEndNs(), component, output);
                });
    }

    private void thread(ThreadInfo thread, MeterValues to) {
        to.set(all.running(), thread.state() == ThreadInfo.State.RUNNING ? 1 : 0, thread.name());
        LoopLoad before = loads.getOrDefault(thread.name(), new LoopLoad(0, 0));
        long measuredNs = thread.load().measuredNs() - before.measuredNs();
        if (measuredNs >= LEAST_MEASURED_NS) {
            double share = (double) (thread.load().busyNs() - before.busyNs()) / measuredNs;
            to.set(all.busy(), Math.clamp(share, 0, 1), thread.name());
            loads.put(thread.name(), thread.load());
        }
    }

    @Override
    public void close() {
        List<Runnable> closes = new ArrayList<>();
        closes.add(oldest::close);
        samplers.values().forEach(sampler -> closes.add(sampler::close));
        CloseAll.run(closes);
    }
}
