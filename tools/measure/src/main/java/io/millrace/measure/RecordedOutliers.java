package io.millrace.measure;

import io.millrace.measure.OutlierSpans.Span;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * What slow operations of a whole process have in common, from a recording of JDK Flight Recorder. Operations are the
 * events of one type that have a duration; those that took longer than a bound are outliers. Counted is what else was
 * recorded on the thread of an outlier while it lasted, what stopped all threads then, and the stacks that were sampled
 * of its thread; beside it stands how often the same happened during the others.
 *
 * <p>The file is read twice, event by event. Held are at most {@value #MOST_OUTLIERS} outliers, those that came first,
 * and a sample of the others, drawn with a fixed seed. Immutable.
 */
public final class RecordedOutliers {
    /** How many outliers are looked at; further ones are only counted. */
    public static final int MOST_OUTLIERS = 100_000;

    private static final int MOST_OTHERS = 10_000;
    private static final int MOST_KEYS = 10_000;
    private static final String OTHER = "(other)";
    private static final long SEED = 1;
    private static final Set<String> SAMPLES = Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample");
    /** What tells events of a type apart, the first field that an event has. */
    private static final List<String> DETAILS =
            List.of("operation", "monitorClass", "parkedClass", "path", "host", "objectClass", "name");

    private final String operation;
    private final long boundNs;
    private final long operations;
    private final long outliers;
    private final OutlierSpans slow;
    private final OutlierSpans others;
    private final Map<String, Overlaps> overlaps = new HashMap<>();
    private final Map<String, long[]> frames = new HashMap<>();
    private final Map<Span, Set<String>> framesOf = new HashMap<>();
    private long samples;

    /** How one kind of event met operations. */
    private static final class Overlaps {
        private final Set<Span> outliers = new HashSet<>();
        private final Set<Span> others = new HashSet<>();
        private long outlierNs;
    }

    private RecordedOutliers(
            String operation, long boundNs, long operations, long outliers, List<Span> slow, List<Span> others) {
        this.operation = operation;
        this.boundNs = boundNs;
        this.operations = operations;
        this.outliers = outliers;
        this.slow = new OutlierSpans(slow);
        this.others = new OutlierSpans(others);
    }

    /**
     * Reads a recording.
     *
     * @param file the recording
     * @param operation the name of the events that are operations, such as {@code io.millrace.transactions.Transaction}
     * @param boundNs how long an operation may take, in nanoseconds, from 0
     * @throws MeasureException if the bound is negative, or the recording has no such events; the message names those
     *     it has that last
     * @throws IOException if the file cannot be read or is no recording
     */
    public static RecordedOutliers read(Path file, String operation, long boundNs) throws IOException {
        if (boundNs < 0) {
            throw new MeasureException("bound must not be negative boundNs=" + boundNs);
        }
        RecordedOutliers found = operations(file, operation, boundNs);
        each(file, event -> {
            if (!event.getEventType().getName().equals(operation)) {
                found.look(event);
            }
        });
        return found;
    }

    private static RecordedOutliers operations(Path file, String operation, long boundNs) throws IOException {
        List<Span> slow = new ArrayList<>();
        List<Span> others = new ArrayList<>();
        Random random = new Random(SEED);
        long[] counts = new long[2];
        each(file, event -> {
            RecordedThread thread = event.getThread();
            if (!event.getEventType().getName().equals(operation) || thread == null) {
                return;
            }
            Span span = new Span(thread.getId(), ns(event.getStartTime()), ns(event.getEndTime()));
            counts[0]++;
            if (span.lengthNs() > boundNs) {
                counts[1]++;
                if (slow.size() < MOST_OUTLIERS) {
                    slow.add(span);
                }
            } else if (others.size() < MOST_OTHERS) {
                others.add(span);
            } else {
                // Each of those seen so far stays with the same probability.
                long place = random.nextLong(counts[0] - counts[1]);
                if (place < MOST_OTHERS) {
                    others.set((int) place, span);
                }
            }
        });
        if (counts[0] == 0) {
            throw new MeasureException("recording has no such events on Java threads event=" + operation + " known="
                    + durations(file).keySet() + " file=" + file);
        }
        return new RecordedOutliers(operation, boundNs, counts[0], counts[1], slow, others);
    }

    /**
     * Returns which events of a recording last, and so may be operations, with the longest of each in nanoseconds.
     *
     * @throws IOException if the file cannot be read or is no recording
     */
    public static Map<String, Long> durations(Path file) throws IOException {
        Map<String, Long> longest = new TreeMap<>();
        each(file, event -> {
            long lengthNs = event.getDuration().toNanos();
            if (lengthNs > 0 && event.getThread() != null) {
                longest.merge(event.getEventType().getName(), lengthNs, Math::max);
            }
        });
        return longest;
    }

    private static void each(Path file, Consumer<RecordedEvent> visitor) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                visitor.accept(recording.readEvent());
            }
        }
    }

    private static long ns(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
    }

    private void look(RecordedEvent event) {
        String type = event.getEventType().getName();
        long fromNs = ns(event.getStartTime());
        long toNs = ns(event.getEndTime());
        if (SAMPLES.contains(type)) {
            RecordedThread sampled = event.getThread("sampledThread");
            if (sampled != null) {
                slow.onThread(sampled.getId(), fromNs, toNs, span -> sampled(span, event.getStackTrace()));
            }
            return;
        }
        boolean stopsAll = stopsAllThreads(event, type);
        RecordedThread thread = event.getThread();
        if (!stopsAll && thread == null) {
            return;
        }
        // The name is made only where it is needed.
        Consumer<Span> outlier = span -> {
            Overlaps met = overlaps(event, type, stopsAll);
            met.outliers.add(span);
            met.outlierNs += Math.max(0, span.overlapNs(fromNs, toNs));
        };
        Consumer<Span> other = span -> overlaps(event, type, stopsAll).others.add(span);
        if (stopsAll) {
            slow.anywhere(fromNs, toNs, outlier);
            others.anywhere(fromNs, toNs, other);
        } else {
            slow.onThread(thread.getId(), fromNs, toNs, outlier);
            others.onThread(thread.getId(), fromNs, toNs, other);
        }
    }

    private static boolean stopsAllThreads(RecordedEvent event, String type) {
        return type.equals("jdk.GCPhasePause")
                || (type.equals("jdk.ExecuteVMOperation") && event.getBoolean("safepoint"));
    }

    private Overlaps overlaps(RecordedEvent event, String type, boolean stopsAll) {
        String name = type + (stopsAll ? " (all threads)" : "") + detail(event);
        String key = overlaps.size() < MOST_KEYS || overlaps.containsKey(name) ? name : OTHER;
        return overlaps.computeIfAbsent(key, any -> new Overlaps());
    }

    private static String detail(RecordedEvent event) {
        for (String field : DETAILS) {
            if (event.hasField(field) && event.getValue(field) != null) {
                Object value = event.getValue(field);
                String text = value instanceof RecordedClass type ? type.getName() : value.toString();
                return " " + field + "=" + text;
            }
        }
        return "";
    }

    private void sampled(Span span, RecordedStackTrace stack) {
        if (stack == null || stack.getFrames().isEmpty()) {
            return;
        }
        samples++;
        Set<String> seen = framesOf.computeIfAbsent(span, any -> new HashSet<>());
        String top = name(stack.getFrames().getFirst());
        if (seen.add("top " + top)) {
            count(top)[0]++;
        }
        for (RecordedFrame frame : stack.getFrames()) {
            String name = name(frame);
            if (seen.add(name)) {
                count(name)[1]++;
            }
        }
    }

    private static String name(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName() + ":" + frame.getLineNumber();
    }

    private long[] count(String frame) {
        String key = frames.size() < MOST_KEYS || frames.containsKey(frame) ? frame : OTHER;
        return frames.computeIfAbsent(key, any -> new long[2]);
    }

    /** Returns how many operations were recorded. */
    public long operations() {
        return operations;
    }

    /** Returns how many of them took longer than the bound. */
    public long outliers() {
        return outliers;
    }

    /** Returns how many stacks were sampled during outliers. */
    public long samples() {
        return samples;
    }

    /** Returns what happened during outliers, what happened during most of them first. */
    public List<OutlierCause> causes() {
        double slowNs = slow.all().stream().mapToLong(Span::lengthNs).sum();
        List<OutlierCause> causes = new ArrayList<>();
        overlaps.forEach((name, met) -> {
            if (!met.outliers.isEmpty()) {
                causes.add(new OutlierCause(
                        name,
                        (double) met.outliers.size() / slow.all().size(),
                        others.all().isEmpty()
                                ? Double.NaN
                                : (double) met.others.size() / others.all().size(),
                        slowNs == 0 ? 0 : met.outlierNs / slowNs));
            }
        });
        causes.sort((a, b) -> a.outlierShare() != b.outlierShare()
                ? Double.compare(b.outlierShare(), a.outlierShare())
                : Double.compare(b.timeShare(), a.timeShare()));
        return Collections.unmodifiableList(causes);
    }

    /** Returns the methods that were seen in the stacks, those that were running in most outliers first. */
    public List<FrameCount> frames() {
        List<FrameCount> counts = new ArrayList<>();
        frames.forEach((frame, seen) -> counts.add(new FrameCount(frame, seen[0], seen[1])));
        counts.sort((a, b) ->
                a.atTop() != b.atTop() ? Long.compare(b.atTop(), a.atTop()) : Long.compare(b.anywhere(), a.anywhere()));
        return Collections.unmodifiableList(counts);
    }

    /** Returns tables for people, of so many rows each. */
    public String text(int rows) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%,d of %,d operations took longer than %,.3f us, %,.3f us in all: event=%s%n",
                outliers,
                operations,
                boundNs / 1e3,
                slow.all().stream().mapToLong(Span::lengthNs).sum() / 1e3,
                operation));
        if (outliers > slow.all().size()) {
            text.append(String.format(
                    Locale.ROOT,
                    "looked at: the first %,d of them%n",
                    slow.all().size()));
        }
        text.append(String.format(Locale.ROOT, "%n%9s%9s%9s  %s%n", "outliers", "others", "of time", "meanwhile"));
        causes().stream()
                .limit(rows)
                .forEach(cause -> text.append(String.format(
                        Locale.ROOT,
                        "%7.1f %%%9s%7.1f %%  %s%n",
                        100 * cause.outlierShare(),
                        Double.isNaN(cause.otherShare())
                                ? "-"
                                : String.format(Locale.ROOT, "%.1f %%", 100 * cause.otherShare()),
                        100 * cause.timeShare(),
                        cause.event())));
        text.append(String.format(Locale.ROOT, "%n%,d stacks sampled in %,d outliers%n", samples, framesOf.size()));
        if (samples > 0) {
            text.append(String.format(Locale.ROOT, "%9s%9s  %s%n", "running", "on stack", "method"));
        }
        frames().stream()
                .limit(rows)
                .forEach(frame -> text.append(String.format(
                        Locale.ROOT,
                        "%7.1f %%%7.1f %%  %s%n",
                        100.0 * frame.atTop() / framesOf.size(),
                        100.0 * frame.anywhere() / framesOf.size(),
                        frame.frame())));
        return text.toString();
    }
}
