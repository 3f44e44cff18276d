package io.millrace.fix;

import io.millrace.channel.ChannelOptions;
import io.millrace.fixtures.Await;
import io.millrace.journal.JournalOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Engines that the thread of a test polls, with a time that the test decides. */
final class TestEngines implements AutoCloseable {

    static final FixSessionId SELL = new FixSessionId("FIX.4.4", "SELL", "BUY");
    static final FixSessionId BUY = new FixSessionId("FIX.4.4", "BUY", "SELL");

    /** How often the engines are polled between two looks of the thread that waits. */
    private static final int POLLS = 16;

    private static final long START_NS = 1_772_438_400_000_000_000L;

    private final List<FixEngine> engines = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private long nowNs = START_NS;

    /** What the clock was set forward by. */
    private long setNs;

    static FixJournal journal(Path directory) {
        return FixJournal.open(
                directory,
                ChannelOptions.defaults().withJournal(JournalOptions.defaults().withSegmentSizeBytes(1 << 20)));
    }

    FixEngine open(FixEngineOptions options) {
        FixEngine engine =
                FixEngine.open(options.with(() -> nowNs + setNs, () -> nowNs).withLog(lines::add));
        engines.add(engine);
        return engine;
    }

    FixEngine open() {
        return open(FixEngineOptions.named("test"));
    }

    static FixSettings acceptor(FixSessionId id) {
        return FixSettings.session(id, Samples.FIX44).build();
    }

    static FixSettings initiator(FixSessionId id) {
        return FixSettings.session(id, Samples.FIX44)
                .role(FixSettings.Role.INITIATOR)
                .build();
    }

    static FixPort anyPort() {
        return FixPort.loopback(0);
    }

    void close(FixEngine engine) {
        engines.remove(engine);
        engine.close();
    }

    long nowNs() {
        return nowNs + setNs;
    }

    /** Sets the clock, forward or back, while the time of intervals continues. */
    void set(Duration by) {
        setNs += by.toNanos();
    }

    void pass(Duration time) {
        nowNs += time.toNanos();
    }

    /** Returns the lines of the logs. */
    List<String> lines() {
        return lines;
    }

    boolean hasLine(String part) {
        return lines.stream().anyMatch(line -> line.contains(part));
    }

    void poll() {
        engines.forEach(FixEngine::poll);
    }

    /** Polls until a condition holds; the time of the engines passes by a millisecond a poll. */
    void until(String what, BooleanSupplier condition) {
        Await.until(
                what,
                () -> {
                    for (int i = 0; i < POLLS && !condition.getAsBoolean(); i++) {
                        nowNs += 1_000_000L;
                        poll();
                    }
                    return condition.getAsBoolean();
                },
                () -> String.valueOf(lines));
    }

    void order(FixSession session, long number) {
        FixWriter order = new FixWriter().start("D").body();
        order.put(11, number).put(55, "IBM").put(54, '1').put(38, 100).put(40, '1');
        order.putTimestamp(60, nowNs(), FixTime.Precision.MILLISECONDS);
        session.send(nowNs(), order);
    }

    @Override
    public void close() {
        engines.forEach(FixEngine::close);
    }
}
