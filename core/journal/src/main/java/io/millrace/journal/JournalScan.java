package io.millrace.journal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Scans all files of a journal once, in order, one segment in memory at a time, so that {@link JournalVerifier} and
 * {@link JournalRepair} judge a file alike. Writers may be alive: frames that they publish meanwhile are seen or not,
 * and a last segment that looks damaged is read again before it is reported. Belongs to one thread.
 */
final class JournalScan implements AutoCloseable {

    private static final int ATTEMPTS = 3;
    private static final int NOTHING = -1;

    private final Path directory;
    private final Findings findings;
    private final TableScan table;
    private final List<Long> numbers;
    private final JournalId id;
    private final SegmentLoader loader;
    private final SegmentReach reach = new SegmentReach();

    private long lastUsed = NOTHING;
    private long missingSuccessor = NOTHING;
    private Epoch epoch = Epoch.FIRST;
    private long epochSegment = NOTHING;
    private boolean torn;

    /**
     * Reads the table and lists the segments.
     *
     * @throws JournalException if the directory cannot be read or has no file of a journal
     * @throws JournalVersionException if the table has an unknown format version
     */
    JournalScan(Path directory, Findings findings) {
        this.directory = directory;
        this.findings = findings;
        this.table = new TableScan(directory, findings);
        long firstKept = table.table() == null ? 0 : table.table().firstKept();
        this.numbers = SegmentName.list(directory).stream()
                .filter(number -> number >= firstKept)
                .toList();
        if (table.table() == null && numbers.isEmpty()) {
            table.close();
            throw new JournalException("journal does not exist directory=" + directory);
        }
        this.id = table.table() == null
                ? SegmentLoader.identity(directory, numbers)
                : table.table().id();
        this.loader = new SegmentLoader(directory, id);
    }

    /** Scans all segments; {@code each} sees every scan while its segment is in memory. */
    void run(Consumer<SegmentScan> each) {
        gaps();
        lastUsed = lastUsed();
        boolean ended = false;
        for (long number : numbers) {
            SegmentScan scan = scan(number);
            ended = scan.end() == SegmentScan.End.MARKED;
            each.accept(scan);
        }
        if (ended) {
            successor(numbers.getLast() + 1);
        }
        long last = numbers.isEmpty() ? NOTHING : numbers.getLast();
        for (long mark : table.marks().tailSet(Index.of(last + 1, 0))) {
            if (mark != table.synced()) {
                findings.add(
                        FindingKind.POSITION,
                        directory,
                        0,
                        mark,
                        "a named position refers to a segment that does not exist");
            }
        }
    }

    /** Reports a segment whose epoch is lower than that of a segment before it, and marks of another epoch. */
    private void epochs(SegmentFile segment, Findings to) {
        if (segment.epoch().compareTo(epoch) < 0) {
            to.add(
                    FindingKind.EPOCH,
                    segment.file(),
                    SegmentLayout.LEADER_OFFSET,
                    Index.NONE,
                    "expected=" + epoch + " or higher actual=" + segment.epoch() + " before=" + epochSegment);
        }
        for (long mark : table.marksOf(segment.number)) {
            if (!segment.covers(mark)) {
                to.add(
                        mark == table.synced() ? FindingKind.TABLE : FindingKind.POSITION,
                        segment.file(),
                        SegmentLayout.LEADER_OFFSET,
                        mark,
                        "a named position, the synced index or the period is of another epoch expected=leader "
                                + segment.epoch().leader() + " actual=leader " + Index.leader(mark));
            }
        }
    }

    private void gaps() {
        if (numbers.isEmpty()) {
            missing(firstKept(), lastKnown());
            return;
        }
        missing(firstKept(), numbers.getFirst() - 1);
        for (int i = 1; i < numbers.size(); i++) {
            missing(numbers.get(i - 1) + 1, numbers.get(i) - 1);
        }
        if (table.synced() != Index.NONE) {
            missing(numbers.getLast() + 1, Index.segment(table.synced()));
        }
    }

    /**
     * Returns the last segment of which the table knows, or the first: a journal has a segment before it has a table,
     * unless it is a copy. Asked where there is none.
     */
    long lastKnown() {
        long last = table.table().role() == JournalRole.COPY ? firstKept() - 1 : firstKept();
        return table.marks().isEmpty()
                ? last
                : Math.max(last, Index.segment(table.marks().last()));
    }

    /**
     * Returns the number of the first segment that must exist, or of the first that exists where this is not known.
     * Retention may have continued since the table was read, but it states in the table what it removes before it does.
     */
    long firstKept() {
        long first = numbers.isEmpty() ? Math.max(0, table.firstKept()) : numbers.getFirst();
        if (table.firstKept() == first) {
            return first;
        }
        try (TableScan now = new TableScan(directory, new Findings())) {
            return now.firstKept() < 0 ? first : Math.min(first, now.firstKept());
        }
    }

    /**
     * Reports the successor of the last segment, which has ended, as missing, unless it exists by now. A segment ends
     * only once the next segment has its name, except where recovery ends it after the machine went down.
     */
    private void successor(long next) {
        boolean isTold = table.synced() != Index.NONE && Index.segment(table.synced()) >= next;
        boolean isExpected = table.table() != null
                && !table.machineRestarted()
                && table.table().role() != JournalRole.COPY;
        if (isExpected && !isTold && Files.notExists(SegmentName.file(directory, next))) {
            missing(next, next);
            missingSuccessor = next;
        }
    }

    /** Returns the number of the segment that must follow the last one and is missing, or -1. */
    long missingSuccessor() {
        return missingSuccessor;
    }

    private void missing(long first, long last) {
        if (first <= last) {
            findings.add(
                    FindingKind.MISSING_SEGMENT,
                    SegmentName.file(directory, first),
                    0,
                    Index.NONE,
                    "first=" + first + " last=" + last);
        }
    }

    /** Returns the last segment that has a frame; later segments were only prepared. */
    private long lastUsed() {
        for (long number : numbers.reversed()) {
            SegmentFile segment = loader.load(number, new Findings());
            if (!segment.isEmpty() || number <= Index.segment(Math.max(0, table.synced()))) {
                return number;
            }
        }
        return NOTHING;
    }

    private SegmentScan scan(long number) {
        for (int attempt = 1; ; attempt++) {
            Findings found = new Findings();
            SegmentFile segment = loader.load(number, found);
            epochs(segment, found);
            SegmentScan scan = new SegmentScan(segment, found, bounds(segment)).run();
            boolean mayBeInUse = number >= lastUsed && found.damages() > 0;
            if (!mayBeInUse || attempt == ATTEMPTS) {
                findings.addAll(found);
                loader.pass(segment);
                if (segment.epoch().compareTo(epoch) >= 0) {
                    epoch = segment.epoch();
                    epochSegment = number;
                }
                torn = torn || (scan.end() == SegmentScan.End.TORN && table.machineRestarted());
                return scan;
            }
        }
    }

    private ScanBounds bounds(SegmentFile segment) {
        long number = segment.number;
        long synced = table.synced();
        long syncedHere = synced == Index.NONE || Index.segment(synced) < number
                ? NOTHING
                : Index.segment(synced) > number ? segment.sizeBytes() : segment.place(synced);
        boolean allHere = syncedHere == segment.sizeBytes() || (number < lastUsed && !table.machineRestarted());
        long known = allHere ? segment.sizeBytes() : torn ? 0 : syncedHere + 1;
        boolean restarted = table.machineRestarted();
        long reached = restarted ? reach.of(segment) : reach.withLostFrame(segment);
        return ScanBounds.of(known, reached, syncedHere, restarted, table.marks(segment));
    }

    JournalId id() {
        return id;
    }

    TableScan table() {
        return table;
    }

    List<Long> numbers() {
        return numbers;
    }

    /** Returns whether the next opening would end the journal in a segment before this one. */
    boolean isTorn() {
        return torn;
    }

    SegmentLoader loader() {
        return loader;
    }

    @Override
    public void close() {
        loader.close();
        table.close();
    }
}
