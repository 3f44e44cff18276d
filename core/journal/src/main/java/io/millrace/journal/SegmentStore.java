package io.millrace.journal;

import io.millrace.memory.Access;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.LongSupplier;

/**
 * The open segments of one journal object, each mapped once and counted. Whoever acquires a segment releases it.
 *
 * <p>Unmapping takes long, and who maps a segment anew waits for its pages once more, as long as for reading them. So a
 * release never unmaps: what nobody holds stays for a while, and is closed by {@link #closeIdle}, which a background
 * thread calls, or at once where there is none. Any thread may call any method.
 */
final class SegmentStore implements AutoCloseable {

    /** How long a segment that nobody holds stays mapped. */
    static final long KEPT_NS = 10_000_000_000L;

    /** How much stays mapped that nobody holds, also where there is much memory. */
    static final long MOST_KEPT_BYTES = 512L << 20;

    /** So many stay before it is asked how much memory there is, which takes long. */
    private static final int FEW = 2;

    private final Path directory;
    private final JournalTable table;
    private final Access access;

    private final Map<Long, Held> open = new HashMap<>();

    /** Those of them that nobody holds, and the one that was let go of last at the end. */
    private final SequencedSet<Held> idle = new LinkedHashSet<>();

    private long highestOpened = -1;
    private boolean closed;

    private static final class Held {
        final SegmentFile segment;
        int holders;
        long idleSinceNs;

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
            throw new JournalClosedException("journal is closed directory=" + directory);
        }
        Held held = open.get(number);
        if (held == null) {
            held = new Held(SegmentFile.open(directory, number, table.id(), access));
            open.put(number, held);
            highestOpened = Math.max(highestOpened, number);
        } else if (held.holders == 0) {
            idle.remove(held);
        }
        held.holders++;
        return held.segment;
    }

    /** Opens a segment, or counts one more holder of it; null if there is no such file. */
    synchronized SegmentFile acquireIfPresent(long number) {
        Held held = open.get(number);
        if (closed || (held != null && (held.holders > 0 || number >= table.firstKept()))) {
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
        return new JournalDamagedException("segment is missing file=" + SegmentName.file(directory, number)
                + " expected=" + number + " actual=" + later);
    }

    /** Makes the exception for a segment that must be there, since the one before has ended. */
    static JournalDamagedException missingAfter(Path directory, long number) {
        return new JournalDamagedException("newest segment is missing, and the segment before it has ended file="
                + SegmentName.file(directory, number) + " expected=" + number + " actual=" + (number - 1));
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
            } else if (held.holders == 0) {
                held.idleSinceNs = System.nanoTime();
                idle.add(held);
            }
        }
    }

    /**
     * Closes what nobody holds, but for what was let go of last. A segment that retention has removed is closed in any
     * case, since its mapping keeps the disk space.
     *
     * @param keptBytes how much may stay mapped, asked only where it is more than little
     */
    void closeIdle(long nowNs, LongSupplier keptBytes) {
        List<SegmentFile> closing = new ArrayList<>();
        synchronized (this) {
            if (idle.isEmpty()) {
                return;
            }
            long room = idle.size() <= FEW ? MOST_KEPT_BYTES : Math.min(MOST_KEPT_BYTES, keptBytes.getAsLong());
            long firstKept = table.firstKept();
            for (Held held : List.copyOf(idle.reversed())) {
                SegmentFile segment = held.segment;
                room -= segment.sizeBytes();
                if (room < 0 || nowNs - held.idleSinceNs >= KEPT_NS || segment.number < firstKept) {
                    idle.remove(held);
                    open.remove(segment.number);
                    closing.add(segment);
                }
            }
        }
        closing.forEach(SegmentFile::close);
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
            throw new JournalDamagedException("journal has no segment directory=" + directory + " expected="
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

    JournalTable table() {
        return table;
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
        idle.clear();
    }
}
