package io.millrace.journal;

import io.millrace.memory.Access;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The open segments of one journal object, each mapped once and counted. Whoever acquires a segment releases it.
 *
 * <p>Unmapping takes long, so a release never does it: what nobody holds is closed by {@link #closeIdle}, which a
 * background thread calls, or at once where there is none. Any thread may call any method.
 */
final class SegmentStore implements AutoCloseable {

    private final Path directory;
    private final JournalTable table;
    private final Access access;

    private final Map<Long, Held> open = new HashMap<>();
    private long highestOpened = -1;
    private boolean closed;

    private static final class Held {
        final SegmentFile segment;
        int holders;

        Held(SegmentFile segment) {
            this.segment = segment;
        }
    }

    SegmentStore(Path directory, JournalTable table, Access access) {
        this.directory = directory;
        this.table = table;
        this.access = access;
    }

    /** Opens a segment, or counts one more holder of it. */
    synchronized SegmentFile acquire(long number) {
        if (closed) {
            throw new JournalClosedException("The journal is closed: directory=" + directory);
        }
        Held held = open.get(number);
        if (held == null) {
            held = new Held(SegmentFile.open(directory, number, table.id(), access));
            open.put(number, held);
            highestOpened = Math.max(highestOpened, number);
        }
        held.holders++;
        return held.segment;
    }

    /** Opens a segment, or counts one more holder of it; null if there is no such file. */
    synchronized SegmentFile acquireIfPresent(long number) {
        if (closed || open.containsKey(number)) {
            return acquire(number);
        }
        Path file = SegmentName.file(directory, number);
        if (Files.notExists(file)) { // which a file is not that may not be looked at
            return null;
        }
        try {
            return acquire(number);
        } catch (JournalException e) {
            if (!Files.notExists(file)) {
                throw e;
            }
            return null; // retention was faster
        }
    }

    /**
     * Returns whether retention has removed a segment that is not there; else it is not there yet.
     *
     * @throws JournalDamagedException if later ones are there, and no retention has removed it
     */
    boolean isRemoved(long number) {
        if (number < table.firstKept()) {
            return true;
        }
        List<Long> numbers = numbers();
        boolean isRemoved = number < table.firstKept(); // which is stated before files go
        if (!isRemoved && highest(numbers) > number && !numbers.contains(number)) {
            long later =
                    numbers.stream().filter(each -> each > number).findFirst().orElseThrow();
            throw missing(directory, number, later);
        }
        return isRemoved;
    }

    /** Makes the exception for a segment that must be there, since a later one is. */
    static JournalDamagedException missing(Path directory, long number, long later) {
        return new JournalDamagedException("A segment is missing: file=" + SegmentName.file(directory, number)
                + " expected=" + number + " actual=" + later);
    }

    /**
     * Opens the first segment that is there.
     *
     * @throws JournalDamagedException if there is none, or those before it are missing that no retention has removed
     */
    SegmentFile acquireLowest() {
        while (true) {
            long lowest = lowest();
            if (lowest > table.firstKept()) { // which is stated before files go
                throw missing(directory, table.firstKept(), lowest);
            }
            SegmentFile segment = acquireIfPresent(lowest);
            if (segment != null) {
                return segment;
            }
        }
    }

    /** Takes over a segment that the caller has opened itself; the caller holds it. */
    synchronized SegmentFile adopt(SegmentFile segment) {
        if (closed || open.containsKey(segment.number)) {
            segment.close();
            return acquire(segment.number);
        }
        Held held = new Held(segment);
        held.holders = 1;
        open.put(segment.number, held);
        highestOpened = Math.max(highestOpened, segment.number);
        return segment;
    }

    synchronized void release(SegmentFile segment) {
        Held held = open.get(segment.number);
        if (held != null && held.segment == segment) {
            held.holders--;
            if (held.holders == 0 && access == Access.READ_ONLY) {
                open.remove(segment.number);
                segment.close();
            }
        }
    }

    /** Closes what nobody holds. */
    void closeIdle() {
        List<SegmentFile> idle = new ArrayList<>();
        synchronized (this) {
            open.values().removeIf(held -> {
                if (held.holders == 0) {
                    idle.add(held.segment);
                }
                return held.holders == 0;
            });
        }
        idle.forEach(SegmentFile::close);
    }

    /**
     * Returns the number of the first segment that is there.
     *
     * @throws JournalDamagedException if there is none
     */
    long lowest() {
        List<Long> numbers = numbers();
        highest(numbers);
        return numbers.getFirst();
    }

    private long highest(List<Long> numbers) {
        if (numbers.isEmpty()) {
            throw new JournalDamagedException("The journal has no segment: directory=" + directory + " expected="
                    + SegmentName.file(directory, table.firstKept()) + " actual=none");
        }
        return numbers.getLast();
    }

    List<Long> numbers() {
        return SegmentName.list(directory);
    }

    Path directory() {
        return directory;
    }

    JournalId id() {
        return table.id();
    }

    /** Returns the highest number of the segments that were opened here, be it only to have one ready; -1 before. */
    synchronized long highestOpened() {
        return highestOpened;
    }

    /** Closes every segment, held or not: a later access through one throws. */
    @Override
    public synchronized void close() {
        closed = true;
        open.values().forEach(held -> held.segment.close());
        open.clear();
    }
}
