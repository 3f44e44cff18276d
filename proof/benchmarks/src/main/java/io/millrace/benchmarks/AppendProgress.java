package io.millrace.benchmarks;

import io.millrace.harness.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The progress of one round of sustained appends. Its rates are those of the whole round, of the first third and of the
 * last third, since a device may be fast for a while and slower afterwards. For one thread.
 */
final class AppendProgress {
    private static final long LEAST_ROOM_BYTES = 4L << 30;
    private static final double NS_PER_MICRO = 1000;

    private final List<Point> points = new ArrayList<>(List.of(new Point(0, 0)));

    /** The number of messages after a time. */
    private record Point(long ns, long messages) {
        /** Returns millions of messages a second from this point to a later one. */
        double rateTo(Point later) {
            return (double) (later.messages - messages) / (later.ns - ns) * NS_PER_MICRO;
        }
    }

    /** A step of a round. */
    interface Step {
        /**
         * Appends some messages.
         *
         * @param number the number of earlier steps
         * @return the number of messages
         */
        long run(long number) throws IOException;
    }

    /** Repeats a step for {@link Effort#sustainedNs}, or until the disk has little room left. */
    static AppendProgress run(Effort effort, Path directory, Step step) throws IOException {
        AppendProgress progress = new AppendProgress();
        long startNs = System.nanoTime();
        long messages = 0;
        long steps = 0;
        do {
            messages += step.run(steps);
            steps++;
            progress.record(System.nanoTime() - startNs, messages);
        } while (progress.last().ns < effort.sustainedNs() && hasRoom(directory));
        return progress;
    }

    private static boolean hasRoom(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace() > LEAST_ROOM_BYTES;
    }

    /** Records the number of messages after a time. */
    void record(long elapsedNs, long messages) {
        points.add(new Point(elapsedNs, messages));
    }

    long messages() {
        return last().messages;
    }

    /** Returns millions of messages a second. */
    double rate() {
        return points.getFirst().rateTo(last());
    }

    /** Returns the rate of the first third of the time, up to the end of a step. */
    double firstThird() {
        long ns = last().ns / 3;
        Point end = points.stream()
                .filter(point -> point.ns >= ns && point.ns > 0)
                .findFirst()
                .orElseThrow();
        return points.getFirst().rateTo(end);
    }

    /** Returns the rate of the last third of the time, from the end of a step. */
    double lastThird() {
        long ns = last().ns - last().ns / 3;
        Point begin = points.reversed().stream()
                .filter(point -> point.ns <= ns)
                .findFirst()
                .orElseThrow();
        return begin.rateTo(last());
    }

    private Point last() {
        return points.getLast();
    }
}
