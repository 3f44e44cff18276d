package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.service.ErrorReports;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Samples what is shown four times a second, sums it up and passes the state on. Its thread alone observes the subject;
 * a page that is not there costs nothing more. Latencies may be read by any thread.
 */
final class ConsoleModel implements AutoCloseable {

    private static final long TICK_MS = 250;
    private static final double LOAD_WEIGHT = 0.3;

    private final Subject subject;
    private final ErrorLog errors;
    private final Consumer<String> states;
    private final Map<String, RateMeter> rates = new HashMap<>();

    /** The rates of channels at this moment. */
    private final Map<String, Double> channelRates = new HashMap<>();

    private final Map<RateRange, RateHistory> histories = new EnumMap<>(RateRange.class);
    private final Map<String, HopLatencies> latencies = new ConcurrentHashMap<>();
    private final Map<String, Load> loads = new HashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private String observeError = "";
    private Thread thread;

    /** What was measured of a thread up to now, and the share of it that was busy lately. */
    private static final class Load {
        long busyNs;
        long measuredNs;
        Optional<Double> share = Optional.empty();

        Optional<Double> add(Observation.Loop loop) {
            long measured = loop.measuredNs() - measuredNs;
            if (measured >= Observation.Loop.LEAST_NS) {
                double now = Math.clamp((loop.busyNs() - busyNs) / (double) measured, 0, 1);
                share = Optional.of(share.map(before -> before + LOAD_WEIGHT * (now - before))
                        .orElse(now));
                busyNs = loop.busyNs();
                measuredNs = loop.measuredNs();
            }
            return share;
        }
    }

    /**
     * Creates a model that is not started.
     *
     * @param subject what is shown
     * @param errors its errors
     * @param states receives the members of each state, as JSON without braces
     */
    ConsoleModel(Subject subject, ErrorLog errors, Consumer<String> states) {
        this.subject = subject;
        this.errors = errors;
        this.states = states;
        for (RateRange range : RateRange.values()) {
            histories.put(range, range.history());
        }
    }

    void start() {
        thread = Thread.ofPlatform().name("millrace-console").daemon().start(this::run);
    }

    private void run() {
        try {
            do {
                tick();
            } while (!closing.await(TICK_MS, TimeUnit.MILLISECONDS));
            tick(); // how it has ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            latencies.values().forEach(HopLatencies::close);
        }
    }

    private void tick() {
        try {
            channelRates.clear();
            states.accept(state(subject.observe(), System.nanoTime()));
            long second = Instant.now().getEpochSecond();
            histories.values().forEach(history -> history.add(second, channelRates));
            observeError = "";
        } catch (Throwable e) { // the next moment may be better, and the run must not notice
            String text = ErrorReports.text(e);
            if (!text.equals(observeError)) {
                observeError = text;
                errors.add("ERROR", "console", "the state cannot be read: " + text);
            }
        }
    }

    /** Returns the members that all pages get. */
    private String state(Observation seen, long nowNs) {
        String object = Json.object(json -> {
            json.field("at", Instant.now().toString());
            json.field("health", seen.health());
            json.optional("failure", seen.failure());
            json.object(
                    "channels",
                    () -> seen.channels()
                            .forEach((name, counts) -> json.object(name, () -> channel(json, name, counts, nowNs))));
            json.object(
                    "components",
                    () -> seen.components()
                            .forEach((name, counts) -> json.object(name, () -> component(json, name, counts, nowNs))));
            json.object(
                    "threads",
                    () -> seen.threads().forEach((name, loop) -> json.object(name, () -> thread(json, name, loop))));
            json.object("latency", () -> latency(json, nowNs));
            json.object(
                    "readers",
                    () -> seen.readers()
                            .forEach((name, readers) -> json.objects(
                                    name,
                                    readers,
                                    reader -> json.field("name", reader.name()).field("unread", reader.unread()))));
            json.objects("errors", errors.list(), error -> error.write(json));
            subject.hosts().ifPresent(hosts -> {
                hosts.tick();
                hosts.writeSummary(json);
            });
        });
        return object.substring(1, object.length() - 1);
    }

    private void channel(Json json, String name, ChannelCounts counts, long nowNs) {
        json.optional("messages", counts.messages());
        rate(json, "rate", "messages of " + name, counts.messages(), nowNs)
                .ifPresent(value -> channelRates.put(name, value));
        json.optional("bytes", counts.bytes());
        rate(json, "bytesRate", "bytes of " + name, counts.bytes(), nowNs);
        json.optional("diskBytes", counts.diskBytes())
                .optional("segments", counts.segments())
                .optional("lastIndex", counts.lastIndex())
                .optional("syncedIndex", counts.syncedIndex())
                .optional("unsynced", counts.unsynced())
                .optional("depth", counts.depth())
                .optional("usedBytes", counts.usedBytes())
                .field("state", counts.state().name().toLowerCase(java.util.Locale.ROOT))
                .optional("error", counts.error());
    }

    private void component(Json json, String name, ComponentCounts counts, long nowNs) {
        json.optional("state", counts.state());
        json.optional("inputs", counts.inputs());
        json.optional("outputs", counts.outputs());
        rate(json, "inRate", "inputs of " + name, counts.inputs(), nowNs);
        rate(json, "outRate", "outputs of " + name, counts.outputs(), nowNs);
        json.optional("unread", counts.unread())
                .optional("unreadAtMost", counts.unreadAtMost())
                .optional("oldestUnreadNs", counts.oldestUnreadNs())
                .optional("recordedErrors", counts.recordedErrors())
                .optional("refused", counts.refused())
                .optional("lastError", counts.lastError());
    }

    private OptionalDouble rate(Json json, String member, String key, OptionalLong count, long nowNs) {
        if (count.isEmpty()) {
            json.nothing(member);
            return OptionalDouble.empty();
        }
        double rate = rates.computeIfAbsent(key, _ -> new RateMeter()).add(nowNs, count.getAsLong());
        json.field(member, rate);
        return OptionalDouble.of(rate);
    }

    private void thread(Json json, String name, Observation.Loop loop) {
        json.field("state", loop.state()).field("idle", loop.idle());
        if (loop.cpu().isPresent()) {
            json.field("cpu", loop.cpu().getAsInt());
        } else {
            json.nothing("cpu");
        }
        Optional<Double> busy = loads.computeIfAbsent(name, _ -> new Load()).add(loop);
        if (busy.isPresent()) {
            json.field("busy", busy.get());
        } else {
            json.nothing("busy");
        }
        json.texts("components", loop.components());
    }

    private void latency(Json json, long nowNs) {
        SequencedMap<String, Channel> journals = subject.journals();
        Map<String, String> writers = new LinkedHashMap<>();
        subject.graph().nodes().forEach(node -> {
            if (journals.containsKey(node.writes())) {
                writers.put(node.name(), node.writes());
            }
        });
        latencies.keySet().removeIf(name -> {
            boolean gone = !writers.containsKey(name);
            if (gone) {
                latencies.get(name).close();
            }
            return gone;
        });
        writers.forEach((name, channel) -> {
            HopLatencies hop = latencies.computeIfAbsent(name, _ -> new HopLatencies());
            hop.tick(journals.get(channel), nowNs);
            json.object(name, () -> {
                for (LatencyMeasure measure : LatencyMeasure.values()) {
                    LatencySeries.Percentiles recent = hop.series(measure).recent();
                    if (recent.count() > 0) {
                        json.object(measure.key(), () -> recent.write(json));
                    }
                }
            });
        });
    }

    /** Returns the rates of channels over a time. Any thread. */
    RateHistory rates(RateRange range) {
        return histories.get(range);
    }

    /** Returns the latencies of a component that writes a journal. */
    Optional<HopLatencies> latencies(String component) {
        return Optional.ofNullable(latencies.get(component));
    }

    /** Passes the last state on and ends. */
    @Override
    public void close() {
        closing.countDown();
        boolean interrupted = false;
        while (thread != null && thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
