package io.millrace.telemetry;

import io.millrace.service.CloseAll;
import io.millrace.service.ErrorReports;
import io.millrace.service.Severity;
import io.millrace.topology.SectionContext;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Exports the spans of some journals: reads a batch, sends it until it has arrived, with growing pauses, and then moves
 * the positions. Spans that the collector refuses are left out. The journals are the buffer, so an exporter that is
 * away costs no memory; after a time their segments are no longer kept for it. A thread of its own.
 */
final class SpanFeed implements AutoCloseable {

    static final int MAX_BATCH = 512;

    /** So often a collector may refuse parts of a batch, which is enough to find six single spans. */
    static final int MAX_REFUSALS = 64;

    private static final long IDLE_MS = 200;
    private static final long FIRST_PAUSE_MS = 250;
    private static final long LAST_PAUSE_MS = 30_000;
    private static final Duration DRAIN = Duration.ofSeconds(5);
    private static final long JOIN_MS = 20_000;

    private final SectionContext context;
    private final SpanClient client;
    private final List<SpanReader> readers;
    private final Duration keepFor;
    private final CountDownLatch ending = new CountDownLatch(1);
    private final Thread thread;
    private int first;
    private long reportedLost;
    private volatile long endNs;
    private final AtomicLong exported = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile String failing;
    private volatile String broken;

    SpanFeed(SectionContext context, SpanClient client, List<SpanReader> readers, Duration keepFor) {
        this.context = context;
        this.client = client;
        this.readers = List.copyOf(readers);
        this.keepFor = keepFor;
        this.thread = Thread.ofPlatform().daemon().name("millrace-spans").unstarted(this::run);
    }

    void start() {
        readers.forEach(SpanReader::begin);
        thread.start();
    }

    /** Returns how many spans have arrived. */
    long exported() {
        return exported.get();
    }

    /** Returns how often a batch did not arrive. */
    long failures() {
        return failures.get();
    }

    /** Returns how many spans were left out because the collector has refused them. */
    long refused() {
        return refused.get();
    }

    /** Returns how many messages retention has removed before they were exported. */
    long lost() {
        return readers.stream().mapToLong(SpanReader::lost).sum();
    }

    /** Returns how many messages are not exported yet. */
    long unread() {
        return readers.stream().mapToLong(SpanReader::unread).sum();
    }

    /** Returns why the newest batch does not arrive, or a journal cannot be read. */
    Optional<String> failing() {
        return Optional.ofNullable(failing).or(() -> Optional.ofNullable(broken));
    }

    private boolean isEnding() {
        return ending.getCount() == 0;
    }

    /** Returns whether the run has ended and no time is left for what is not exported. */
    private boolean isLate() {
        return isEnding() && System.nanoTime() - endNs > 0;
    }

    private void run() {
        try {
            boolean more = true;
            while (!isLate() && (more || !isEnding())) {
                more = pass();
                if (!more) {
                    more = ending.await(IDLE_MS, TimeUnit.MILLISECONDS) && pass();
                }
            }
        } catch (InterruptedException _) {
            // Only close ends the thread.
        } catch (Throwable e) { // of the libraries: the run continues without spans
            broken = ErrorReports.text(e);
            context.report(Severity.ERROR, new TelemetryException("the export of spans has ended: " + broken, e));
        } finally {
            release();
        }
    }

    private void release() {
        List<Runnable> closes = new ArrayList<>();
        readers.forEach(reader -> closes.add(reader::close));
        closes.add(client::close);
        try {
            CloseAll.run(closes);
        } catch (Throwable e) {
            context.report(Severity.WARNING, new TelemetryException("cannot close the export of spans: " + e, e));
        }
    }

    /** Exports one batch; returns whether there may be more now. */
    private boolean pass() throws InterruptedException {
        List<SpanData> batch = new ArrayList<>();
        boolean more = false;
        String wrong = null;
        first = readers.isEmpty() ? 0 : (first + 1) % readers.size();
        List<SpanReader> turn = new ArrayList<>(readers);
        Collections.rotate(turn, -first);
        for (SpanReader reader : turn) {
            if (batch.size() < MAX_BATCH) {
                try {
                    more |= reader.read(batch, MAX_BATCH);
                } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
                    reader.reopen();
                    wrong = "cannot read channel=" + reader.name() + ": " + ErrorReports.text(e);
                    reportOnce(wrong, e);
                }
            } else {
                more = true;
            }
        }
        broken = wrong;
        reportLost();
        if (!batch.isEmpty() && !send(batch)) {
            return false;
        }
        readers.forEach(SpanReader::confirm);
        return more;
    }

    private void reportLost() {
        long now = lost();
        if (now > reportedLost) {
            context.report(
                    Severity.WARNING,
                    new TelemetryException("retention has removed messages before their spans were exported messages="
                            + (now - reportedLost)));
            reportedLost = now;
        }
    }

    private void reportOnce(String text, Throwable cause) {
        if (!text.equals(broken)) {
            context.report(Severity.WARNING, new TelemetryException("spans are missing: " + text, cause));
        }
    }

    /**
     * Sends a batch until it has arrived; returns false where the run has ended before. What the collector refuses is
     * sent in halves, so that the other spans arrive, and left out where it is a single span or too much was refused.
     */
    private boolean send(List<SpanData> batch) throws InterruptedException {
        Deque<List<SpanData>> parts = new ArrayDeque<>(List.of(batch));
        int refusals = 0;
        while (!parts.isEmpty()) {
            List<SpanData> part = parts.pop();
            Optional<SpanAnswer> answer = sendPart(part);
            if (answer.isEmpty()) {
                return false;
            }
            if (answer.get().kind() == SpanAnswer.Kind.REFUSED) {
                refusals++;
                if (part.size() == 1 || refusals > MAX_REFUSALS) {
                    leaveOut(part.size(), answer.get().reason());
                } else {
                    parts.push(part.subList(part.size() / 2, part.size()));
                    parts.push(part.subList(0, part.size() / 2));
                }
            }
        }
        return true;
    }

    /** Sends spans until the collector has taken or refused them; returns nothing where the run has ended before. */
    private Optional<SpanAnswer> sendPart(List<SpanData> part) throws InterruptedException {
        long firstNs = System.nanoTime();
        long pauseMs = FIRST_PAUSE_MS;
        while (true) {
            SpanAnswer answer = sendOnce(part);
            if (answer.kind() != SpanAnswer.Kind.LATER) {
                return Optional.of(answer);
            }
            noteFailure(answer.reason());
            if (System.nanoTime() - firstNs > keepFor.toNanos()) {
                readers.forEach(SpanReader::park);
            }
            if (isEnding() || ending.await(pauseMs, TimeUnit.MILLISECONDS)) {
                return isLate() ? Optional.empty() : lastTry(part);
            }
            pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS);
        }
    }

    private SpanAnswer sendOnce(List<SpanData> part) {
        SpanAnswer answer = client.send(part, this::isLate);
        if (answer.kind() == SpanAnswer.Kind.ARRIVED) {
            exported.addAndGet(part.size());
            failing = null;
        } else {
            failures.incrementAndGet();
        }
        return answer;
    }

    /** Sends spans once more where the run ends; what does not arrive is exported by the next run. */
    private Optional<SpanAnswer> lastTry(List<SpanData> part) {
        SpanAnswer answer = sendOnce(part);
        if (answer.kind() != SpanAnswer.Kind.LATER) {
            return Optional.of(answer);
        }
        endNs = System.nanoTime();
        return Optional.empty();
    }

    private void leaveOut(int count, String reason) {
        failing = "spans are refused: " + reason;
        if (refused.getAndAdd(count) == 0) {
            context.report(
                    Severity.WARNING,
                    new TelemetryException("the collector refuses spans, which are left out and counted endpoint="
                            + client.endpoint() + " spans=" + count + " reason=" + reason));
        }
    }

    private void noteFailure(String reason) {
        if (failing == null) {
            context.report(
                    Severity.WARNING,
                    new TelemetryException("cannot export spans; they are exported later endpoint=" + client.endpoint()
                            + " reason=" + reason));
        }
        failing = reason;
    }

    /** Exports what is there, for five seconds at most, and ends. */
    @Override
    public void close() {
        endNs = System.nanoTime() + DRAIN.toNanos();
        ending.countDown();
        if (thread.getState() == Thread.State.NEW) {
            release();
        } else {
            Threads.join(thread, JOIN_MS);
        }
    }
}
