package io.millrace.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How far one round of sustained appends had come by when, from which its rates are: as a whole, and of its first and
 * its last third, since a device may give much for a while and less then. Belongs to one thread.
 */
final class Course {
    private static final long LEAST_ROOM_BYTES = 4L << 30;
    private static final double NS_PER_MICRO = 1000;

    private final List<Point> points = new ArrayList<>(List.of(new Point(0, 0)));

    /** So many messages after so long. */
    private record Point(long ns, long messages) {
        /** Returns millions of messages a second from this point to a later one. */
        double rateTo(Point later) {
            return (double) (later.messages - messages) / (later.ns - ns) * NS_PER_MICRO;
        }
    }

    /** A part of a round. */
    interface Step {
        /**
         * Appends some messages.
         *
         * @param number how many steps were before
         * @return how many messages
         */
        long run(long number) throws IOException;
    }

    /** Repeats a step for {@link Effort#sustainedNs}, or until the disk has little room left. */
    static Course run(Effort effort, Path directory, Step step) throws IOException {
        Course course = new Course();
        long startNs = System.nanoTime();
        long messages = 0;
        long steps = 0;
        do {
            messages += step.run(steps);
            steps++;
            course.reached(System.nanoTime() - startNs, messages);
        } while (course.last().ns < effort.sustainedNs() && hasRoom(directory));
        return course;
    }

    private static boolean hasRoom(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace() > LEAST_ROOM_BYTES;
    }

    /** Notes how many messages there were after so long. */
    void reached(long elapsedNs, long messages) {
        points.add(new Point(elapsedNs, messages));
    }

    long messages() {
        return last().messages;
    }

    /** Returns millions of messages a second. */
    double rate() {
        return points.getFirst().rateTo(last());
    }

    /** Returns the rate until a third of the time was over, up to the end of a step. */
    double firstThird() {
        long ns = last().ns / 3;
        Point end = points.stream()
                .filter(point -> point.ns >= ns && point.ns > 0)
                .findFirst()
                .orElseThrow();
        return points.getFirst().rateTo(end);
    }

    /** Returns the rate since two thirds of the time were over, from the end of a step. */
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
