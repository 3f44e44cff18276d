package io.millrace.journal;

import io.millrace.memory.Access;
import java.lang.foreign.MemorySegment;
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
 * The open segments of one journal object, each mapped once and counted. Each acquire needs a release.
 *
 * <p>Unmapping takes long, and a new mapping faults its pages in again, which takes as long as reading them. So a
 * release never unmaps: an unused segment stays mapped for a while, and is closed by {@link #closeIdle}, which a
 * background thread calls, or at once where there is no such thread. Any thread may call any method.
 */
final class SegmentStore implements AutoCloseable {

    /** How long an unused segment stays mapped. */
    static final long KEPT_NS = 10_000_000_000L;

    /** Maximum bytes of unused segments that stay mapped, also where there is much memory. */
    static final long MOST_KEPT_BYTES = 512L << 20;

    /** Number of unused segments up to which the size of the memory is not asked for, which takes long. */
    private static final int FEW = 2;

    private final Path directory;
    private final JournalTable table;
    private final Access access;

    private final Map<Long, Held> open = new HashMap<>();

    /** The unused segments, the last released one at the end. */
    private final SequencedSet<Held> idle = new LinkedHashSet<>();

    private long highestOpened = -1;
    private volatile SegmentFile blank;
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

    /** Opens a segment, or counts one more holder. */
    synchronized SegmentFile acquire(long number) {
        if (closed) {
            throw new JournalClosedException("journal is closed directory=" + directory);
        }
        Held held = open.get(number);
        if (held == null) {
            held = new Held(open(number));
            open.put(number, held);
            highestOpened = Math.max(highestOpened, number);
        } else if (held.holders == 0) {
            idle.remove(held);
        }
        held.holders++;
        return held.segment;
    }

    /** Opens a segment of this journal, and not of one that has replaced a copy. */
    private SegmentFile open(long number) {
        SegmentFile segment = SegmentFile.open(directory, number, table.id(), access);
        try {
            if (table.role() == JournalRole.COPY) {
                table.checkDirectory(directory); // a cut replaces the table before it replaces any segment
            }
            return segment;
        } catch (RuntimeException e) {
            segment.close();
            throw e;
        }
    }

    /** Opens a segment, or counts one more holder; returns null if there is no such file. */
    synchronized SegmentFile acquireIfPresent(long number) {
        Held held = open.get(number);
        if (closed || (held != null && (held.holders > 0 || number >= table.firstKept()))) {
            return acquire(number);
        }
        Path file = SegmentName.file(directory, number);
        if (Files.notExists(file)) { // false for a file that must not be read
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
     * Opens the segment after one, as {@link #acquireIfPresent} does.
     *
     * @throws JournalDamagedException if its epoch is lower
     */
    SegmentFile acquireAfter(SegmentFile segment) {
        SegmentFile after = acquireIfPresent(segment.number + 1);
        if (after != null && after.epoch().compareTo(segment.epoch()) < 0) {
            release(after);
            throw after.prologue.lowerThan(segment.prologue, directory);
        }
        return after;
    }

    /**
     * Opens the segment before one, as {@link #acquireIfPresent} does.
     *
     * @throws JournalDamagedException if its epoch is higher
     */
    SegmentFile acquireBefore(SegmentFile segment) {
        SegmentFile before = segment.number == 0 ? null : acquireIfPresent(segment.number - 1);
        if (before != null && segment.epoch().compareTo(before.epoch()) < 0) {
            release(before);
            throw segment.prologue.lowerThan(before.prologue, directory);
        }
        return before;
    }

    /**
     * Returns whether retention has removed a missing segment; else it does not exist yet.
     *
     * @throws JournalDamagedException if later segments exist, and retention has not removed it
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

    /** Returns the exception for a segment that is missing although a later one exists. */
    static JournalDamagedException missing(Path directory, long number, long later) {
        return new JournalDamagedException("segment is missing file=" + SegmentName.file(directory, number)
                + " expected=" + number + " actual=" + later);
    }

    /** Returns the exception for a segment that is missing although the segment before it has ended. */
    static JournalDamagedException missingAfter(Path directory, long number) {
        return new JournalDamagedException("newest segment is missing, and the segment before it has ended file="
                + SegmentName.file(directory, number) + " expected=" + number + " actual=" + (number - 1));
    }

    /**
     * Opens the first segment that exists.
     *
     * @throws JournalDamagedException if there is none, or earlier segments are missing that retention has not removed
     */
    SegmentFile acquireLowest() {
        while (true) {
            long lowest = lowest();
            if (lowest > table.firstKept()) { // which is stated before files go
                throw missing(directory, table.firstKept(), lowest);
            }
            SegmentFile segment = acquireIfPresent(lowest);
            if (segment == null && isEmptyCopy()) {
                return blank(lowest);
            }
            if (segment != null) {
                return segment;
            }
        }
    }

    /** Returns whether this is a copy that has no segment yet. */
    boolean isEmptyCopy() {
        return table.role() == JournalRole.COPY && numbers().isEmpty();
    }

    /** Returns a segment without frames for the readers of an empty copy; it needs no release. */
    private synchronized SegmentFile blank(long number) {
        if (blank == null) {
            long bytes = JournalOptions.MIN_SEGMENT_SIZE_BYTES;
            blank = SegmentFile.ofCopy(
                    SegmentName.file(directory, number),
                    SegmentPrologue.of(number, id(), Epoch.FIRST, table.createdMs(), bytes),
                    MemorySegment.ofArray(new long[(int) bytes / Long.BYTES]));
        }
        return blank;
    }

    /** Returns whether a segment only stands for the first one, which an empty copy did not have. */
    boolean isBlank(SegmentFile segment) {
        return segment.equals(blank);
    }

    /** Adds a segment that the caller has opened itself; the caller holds it. */
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
     * Closes unused segments, except the last released ones. A segment that retention has removed is closed in any
     * case, since its mapping keeps the disk space.
     *
     * @param keptBytes how many bytes may stay mapped, asked only where there are more than a few segments
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
     * Returns the number of the first segment that exists, or will exist in an empty copy.
     *
     * @throws JournalDamagedException if there is none, and this is no copy
     */
    long lowest() {
        List<Long> numbers = numbers();
        highest(numbers);
        return numbers.isEmpty() ? table.firstKept() : numbers.getFirst();
    }

    private long highest(List<Long> numbers) {
        if (!numbers.isEmpty()) {
            return numbers.getLast();
        }
        if (table.role() == JournalRole.COPY) {
            return table.firstKept() - 1;
        }
        throw new JournalDamagedException("journal has no segment directory=" + directory + " expected="
                + SegmentName.file(directory, table.firstKept()) + " actual=none");
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

    /** Returns the highest number of the segments that were opened here, prepared ones included; -1 before. */
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
