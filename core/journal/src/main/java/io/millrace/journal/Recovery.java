package io.millrace.journal;

import io.millrace.memory.Access;
import io.millrace.memory.Directories;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Brings a journal into the state that appenders rely on: it ends with published frames, followed only by zeros. Runs
 * while its process has exclusive ownership of the journal.
 *
 * <p>A process that was killed leaves complete memory: published frames, perhaps claims, and bytes of frames that were
 * not published. Claims become padding and these bytes become zeros; no reader has seen them. An incomplete frame is
 * damage in this case, and is refused.
 *
 * <p>After the machine went down, pages that were not synced may be lost in any order. Frames up to the synced index
 * must be complete. After it, the first incomplete frame is where the journal now ends; so is a claim, since the page
 * with its published frame may be lost, and later frames may have been written because of that one. Since readers may
 * have read lost frames, and lost frames may have left no trace, positions after the last frame are not used again: an
 * end mark closes the segment, and writing continues in the next segment. A segment file that was not synced may be
 * lost as a whole, or have lost its prologue: then an empty segment replaces it.
 *
 * <p>The machine may go down again at any moment. So discarded bytes are forced to the device before any reader sees
 * the journal without them, else they could reappear; and from the last segment to the first torn one, so that until
 * then the next recovery finds the same tear, and no later bytes can be taken for its continuation.
 */
final class Recovery {

    private static final int CHUNK_BYTES = 1 << 16;

    private final Path directory;
    private final JournalTable table;
    private final SegmentCreator creator;
    private final FrameWalk walk = new FrameWalk();
    private final SparseIndex index = new SparseIndex();
    private final SegmentReach reach = new SegmentReach();
    private final boolean machineRestarted;
    private final long synced;

    private Recovery(Path directory, JournalTable table, SegmentCreator creator) {
        this.directory = directory;
        this.table = table;
        this.creator = creator;
        UUID boot = creator.injector().machineRun();
        this.machineRestarted = !boot.equals(table.boot()) || boot.equals(new UUID(0, 0));
        this.synced = table.recordedSynced();
    }

    /**
     * Creates the files of a new journal: its first segment, then its table, which marks it as a journal; only the
     * table where an earlier creation was interrupted between the two.
     *
     * @throws JournalDamagedException if there are frames and no table: its content, named positions for example, is
     *     lost
     */
    static void create(Path directory, JournalOptions options, FaultInjector injector, Runnable beforeNaming) {
        if (JournalTable.exists(directory)) {
            return;
        }
        List<Long> numbers = SegmentName.list(directory);
        if (numbers.equals(List.of(0L)) && isBlank(SegmentName.file(directory, 0))) {
            delete(SegmentName.file(directory, 0)); // power failed during its creation, before there was a table
            numbers = List.of();
        }
        if (numbers.isEmpty()) {
            JournalId id = JournalId.random();
            new SegmentCreator(directory, id, options, id.toString(), injector, beforeNaming)
                    .createDurable(0, Epoch.FIRST);
            JournalTable.create(directory, id, options.clock().millis(), injector.machineRun(), injector);
            Directories.force(directory);
            injector.forced(directory);
            return;
        }
        try (SegmentFile first = SegmentFile.open(SegmentName.file(directory, numbers.getFirst()), Access.READ_ONLY)) {
            if (first.prologue.number() > 0 || numbers.size() > 1 || !first.isEmpty()) {
                throw JournalTable.missing(directory, numbers.size());
            }
            JournalTable.create(
                    directory, first.prologue.id(), first.prologue.createdMs(), injector.machineRun(), injector);
        }
        Directories.force(directory);
        injector.forced(directory);
    }

    private static System.Logger logger() {
        return System.getLogger(Recovery.class.getPackageName());
    }

    static boolean isBlank(Path file) {
        try (InputStream stream = new BufferedInputStream(Files.newInputStream(file), CHUNK_BYTES)) {
            int read;
            do {
                read = stream.read();
            } while (read == 0);
            return read < 0;
        } catch (IOException e) {
            throw new JournalException("cannot read segment file=" + file + " reason=" + e, e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new JournalException("cannot delete unfinished segment file=" + file + " reason=" + e, e);
        }
    }

    /** Recovers the journal; afterwards there is a segment to append to, with zeros after the last frame. */
    static void run(Path directory, JournalTable table, SegmentCreator creator) {
        RecoveryEvent event = FlightEvents.recovery();
        Recovery recovery = new Recovery(directory, table, creator);
        recovery.run();
        if (event != null) {
            event.ended(directory, recovery.machineRestarted, recovery.synced);
        }
    }

    private void run() {
        deleteHalfMade();
        Retention.delete(directory, table.firstKept());
        List<Long> numbers = SegmentName.list(directory);
        if (numbers.isEmpty()) {
            throw new JournalDamagedException("journal has no segment directory=" + directory + " expected="
                    + SegmentName.file(directory, 0) + " actual=none");
        }
        recover(withoutGap(numbers));
        NamedPositions.recover(table);
        table.resetSynced(synced);
        table.setBoot(creator.injector().machineRun());
    }

    private void deleteHalfMade() {
        SegmentName.listPreparing(directory).forEach(Recovery::delete);
    }

    private List<Long> withoutGap(List<Long> numbers) {
        List<Long> all = new ArrayList<>();
        for (long number : numbers) {
            for (long missing = all.isEmpty() ? table.firstKept() : all.getLast() + 1; missing < number; missing++) {
                if (!mayBeLost(missing)) {
                    throw SegmentStore.missing(directory, missing, number);
                }
                all.add(missing);
            }
            all.add(number);
        }
        if (synced != Index.NONE && Index.segment(synced) > numbers.getLast()) {
            throw new JournalDamagedException("synced segment is missing file="
                    + SegmentName.file(directory, Index.segment(synced)) + " synced=" + Index.toText(synced)
                    + " actual=" + numbers.getLast());
        }
        return all;
    }

    /** Returns whether no frame of a segment was ever recorded as synced. */
    private boolean mayBeLost(long number) {
        return machineRestarted && number > (synced == Index.NONE ? -1 : Index.segment(synced));
    }

    /**
     * Checks every segment after those that the sparse index describes as complete and ended. After the machine went
     * down even the index may be ahead of the frames: then every segment that is not synced.
     */
    private void recover(List<Long> numbers) {
        int from = numbers.size() - 1;
        while (from > 0 && !isTrusted(numbers.get(from - 1))) {
            from--;
        }
        checkEpochs(numbers.subList(Math.max(0, from - 1), numbers.size()));
        boolean ended = true;
        for (int i = from; i < numbers.size() && ended; i++) {
            try (SegmentFile segment = openOrReplace(numbers.get(i))) {
                int tail = verify(segment);
                ended = FrameLayout.state(segment.headerAcquire(tail)) == FrameLayout.END;
                if (ended) {
                    tidy(segment, tail);
                } else {
                    checkMayEnd(segment, tail);
                    discard(numbers.subList(i + 1, numbers.size()));
                    settle(segment, tail);
                }
            }
        }
        if (ended && !machineRestarted) { // no writer ends a segment before the next segment has its name
            throw SegmentStore.missingAfter(directory, numbers.getLast() + 1);
        }
        if (machineRestarted) {
            creator.create(numbers.getLast() + 1, SegmentPace.untouched()).close();
        }
        if (machineRestarted) {
            forceDirectory();
        }
    }

    /** Checks that no segment has a lower epoch than one before it; lost ones have none. */
    private void checkEpochs(List<Long> numbers) {
        SegmentPrologue before = null;
        for (long number : numbers) {
            Path file = SegmentName.file(directory, number);
            SegmentPrologue prologue = prologue(file, number);
            if (prologue != null && before != null && prologue.epoch().compareTo(before.epoch()) < 0) {
                throw prologue.lowerThan(before, directory);
            }
            before = prologue == null ? before : prologue;
        }
    }

    /** Returns the prologue of a segment, or null where it may be lost and is. */
    private SegmentPrologue prologue(Path file, long number) {
        try {
            return mayBeLost(number) && Files.notExists(file) ? null : SegmentPrologue.readHead(file);
        } catch (JournalDamagedException e) {
            if (mayBeLost(number)) {
                return null;
            }
            throw e;
        }
    }

    /** Discards the content of segments after a segment without end, from the last to the first. */
    private void discard(List<Long> later) {
        for (long number : later) {
            expectLost(number);
        }
        if (machineRestarted) {
            for (long number : later.reversed()) {
                try (SegmentFile segment = openOrReplace(number)) {
                    warn(segment, segment.first);
                    close(segment, segment.first);
                }
            }
            forceDirectory();
        }
    }

    private void expectLost(long number) {
        if (mayBeLost(number)) {
            return;
        }
        try (SegmentFile segment = open(number)) {
            if (machineRestarted || !segment.isEmpty()) {
                throw new JournalDamagedException("segment has frames, but the segment before it has no end file="
                        + segment.file() + " index=" + Index.toText(segment.index(segment.first)) + " synced="
                        + Index.toText(synced));
            }
        }
    }

    private void forceDirectory() {
        Directories.force(directory);
        creator.injector().forced(directory);
    }

    private boolean isTrusted(long number) {
        if (machineRestarted) {
            return synced != Index.NONE && number < Index.segment(synced);
        }
        try (SegmentFile segment = open(number)) {
            return index.get(segment, SparseIndex.CLOSING_ENTRY) != null;
        }
    }

    /** Creates an empty segment where a file that was never synced is missing, or is not a segment. */
    private SegmentFile openOrReplace(long number) {
        if (!mayBeLost(number)) {
            return open(number);
        }
        try {
            if (Files.exists(SegmentName.file(directory, number))) {
                return open(number);
            }
        } catch (JournalDamagedException e) {
            logger().log(Level.WARNING, "machine went down before a segment was synced; the segment is lost", e);
        }
        return creator.replace(number);
    }

    /** Returns the position after the last whole frame: of an end mark, of a zero header, or of a torn frame. */
    private int verify(SegmentFile segment) {
        int at = segment.first;
        long known = machineRestarted ? 0 : reach.of(segment);
        while (true) {
            long header = segment.headerAcquire(at);
            int state = FrameLayout.state(header);
            if (header == 0) {
                return at;
            }
            if (state == FrameLayout.CLAIMED
                    && !machineRestarted
                    && FrameLayout.isPlausibleClaim(header)
                    && FrameLayout.frameBytes(FrameLayout.length(header)) <= segment.limit - at) {
                if (at < known) {
                    throw segment.missing(at, header, known, "");
                }
                header = SegmentTail.pad(segment, at, header);
            }
            boolean possible = FrameLayout.state(header) > FrameLayout.CLAIMED && state <= FrameLayout.END;
            if (!possible || !walk.isWhole(segment, at, header)) {
                return torn(segment, at, header);
            }
            if (state == FrameLayout.END) {
                return at;
            }
            at = segment.next(at, header);
        }
    }

    private int torn(SegmentFile segment, int at, long header) {
        long place = segment.index(at);
        if (!machineRestarted || place <= synced) {
            int room = segment.limit - at;
            boolean fits = FrameLayout.frameBytes(FrameLayout.length(header)) <= room;
            throw new JournalDamagedException("damaged frame file=" + segment.file() + " index="
                    + Index.toText(place) + " header=0x" + Long.toHexString(header) + " expected="
                    + (fits ? "0x" + Integer.toHexString(walk.expected(segment, at, header)) : "frame within " + room)
                    + " actual=0x" + Integer.toHexString(FrameLayout.checksum(header)) + " synced="
                    + Index.toText(synced));
        }
        return at;
    }

    /** Checks that no frames are known after the tail of a segment that has no end. */
    private void checkMayEnd(SegmentFile segment, int tail) {
        if (segment.index(tail) <= synced) {
            throw new JournalDamagedException("synced frames are missing file=" + segment.file() + " index="
                    + Index.toText(segment.index(tail)) + " expected=frame actual=nothing synced="
                    + Index.toText(synced));
        }
        long known = machineRestarted ? 0 : reach.withLostFrame(segment);
        if (tail < known) {
            throw segment.missing(tail, segment.headerAcquire(tail), known, "");
        }
    }

    /** Overwrites everything after the tail with zeros, and ends the segment if frames may be lost. */
    private void settle(SegmentFile segment, int tail) {
        if (!machineRestarted) {
            SegmentTail.zero(segment, tail);
            return;
        }
        boolean discards = segment.headerAcquire(tail) != 0;
        int last = walk.lastBefore(segment, tail);
        if (discards || (last >= 0 && segment.index(last) > synced)) {
            warn(segment, tail);
        }
        close(segment, tail);
    }

    /**
     * Removes bytes that reappeared after an end mark: a recovery may have stored it, and the machine have gone down
     * before the rest was on the device.
     */
    private void tidy(SegmentFile segment, int tail) {
        if (!machineRestarted) {
            return;
        }
        SegmentTail.zero(segment, tail + FrameLayout.HEADER_BYTES);
        int hint = segment.hintAcquire();
        if (hint != 0 && (hint >= tail || !walk.isFrame(segment, hint))) {
            segment.setHintRelease(0);
        }
        SparseIndex.Entry closing = index.get(segment, SparseIndex.CLOSING_ENTRY);
        SparseIndex.Entry last = index.last(segment);
        boolean isAhead = (closing != null && closing.position() != tail) || (last != null && last.position() > tail);
        if (isAhead || index.isTorn(segment)) {
            index.clear(segment);
        }
        SegmentTail.force(segment, creator.injector());
    }

    private static void warn(SegmentFile segment, int tail) {
        logger().log(
                        Level.WARNING,
                        "machine went down while frames were not synced; the segment ends here file={0} index={1}",
                        segment.file(),
                        Index.toText(segment.index(tail)));
    }

    private void close(SegmentFile segment, int tail) {
        SegmentTail.zero(segment, tail);
        index.clear(segment);
        segment.setHintRelease(Math.max(0, walk.lastBefore(segment, tail)));
        SegmentTail.end(segment, tail);
        SegmentTail.force(segment, creator.injector());
    }

    private SegmentFile open(long number) {
        return SegmentFile.open(directory, number, table.id(), Access.READ_WRITE);
    }
}
