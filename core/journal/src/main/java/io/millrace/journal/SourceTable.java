package io.millrace.journal;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.memory.Access;
import io.millrace.memory.BootId;
import io.millrace.memory.MemoryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;

/**
 * What the replication of a journal records in its table, beside the process that appends: whether it is a source, the
 * mark, and whether appends are allowed. Disturbs no writer; one replication of a journal runs at a time, which the
 * caller sees to. One thread at a time may use this object.
 */
public final class SourceTable implements AutoCloseable {

    /** No writer has this slot, so a position that a killed replication leaves unfinished is free for any other. */
    private static final NamedPositions.Maker MAKER = new NamedPositions.Maker(254, 0, _ -> true, 10_000_000_000L);

    private final Path directory;
    private final JournalTable table;

    /** Held while appends of other processes depend on this object. */
    private ReplicationLock lock;

    private SourceTable(Path directory, JournalTable table) {
        this.directory = directory;
        this.table = table;
    }

    /**
     * Opens the table of a journal.
     *
     * @throws JournalException if there is no journal in the directory, or its table cannot be written
     */
    public static SourceTable open(Path directory) {
        if (!JournalTable.exists(directory)) {
            throw new JournalException("journal does not exist file=" + directory.resolve(SegmentName.TABLE));
        }
        try {
            return new SourceTable(directory, JournalTable.open(directory, Access.READ_WRITE));
        } catch (MemoryException e) {
            throw new JournalException(e.getMessage(), e);
        }
    }

    /** Returns what the journal is among its members. */
    public JournalRole role() {
        return table.role();
    }

    /** Returns what a new copy takes from this journal before any frame. */
    public CopyOrigin origin() {
        return new CopyOrigin(table.id(), table.createdMs(), table.firstKept(), table.removedFrames());
    }

    /** Returns whether the machine went down since the journal was last opened for writing. */
    public boolean wentDown() {
        UUID machineRun = BootId.current();
        return !table.boot().equals(machineRun) || machineRun.equals(new UUID(0, 0));
    }

    /** Returns the highest number of a segment file, or -1: also of one that recovery is about to discard. */
    public long highestSegment() {
        return SegmentName.list(directory).stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(-1);
    }

    /**
     * Makes a journal that has no copies the source of copies; does nothing if it is one.
     *
     * @param number number of this member, 0 to {@link Epoch#MAX_LEADER}
     * @throws JournalException if it is a copy, or a source with another number
     */
    public void becomeSource(int number) {
        JournalRole role = table.role();
        if (role == JournalRole.COPY || (role == JournalRole.SOURCE && table.memberNumber() != number)) {
            throw new JournalException("journal has another role directory=" + directory + " role=" + role + " number="
                    + table.memberNumber() + " asked=" + number);
        }
        if (role == JournalRole.ORDINARY) {
            table.setRole(JournalRole.SOURCE, number);
        }
    }

    /**
     * Makes a source that was never promoted an ordinary journal, which has no copies; does nothing if it is one. No
     * segment is kept for copies any more, and every owner may append.
     *
     * @throws JournalException if it is a copy, or its segments are of a later epoch
     * @throws JournalLockedException if the journal is open for writing
     */
    public void becomeOrdinary() {
        try (OwnershipLock owned = OwnershipLock.acquire(directory, Ownership.SINGLE)) {
            if (!owned.isExclusive() || table.role() == JournalRole.COPY || table.memberNumber() > 0) {
                throw new JournalException("only a source that was never promoted can become an ordinary journal"
                        + " directory=" + directory + " role=" + table.role() + " number=" + table.memberNumber());
            }
            if (table.role() == JournalRole.SOURCE) {
                freeAppends();
                for (NamedPosition position : NamedPositions.list(table)) {
                    if (position.name().startsWith(Replica.PREFIX)) {
                        NamedPositions.delete(table, position.name());
                    }
                }
                table.setRole(JournalRole.ORDINARY, JournalTable.NO_NUMBER);
            }
        }
    }

    /** Returns the mark. */
    public Mark mark() {
        return Mark.of(table.mark());
    }

    /** Raises both parts of the mark; a lower one changes nothing. */
    public void raiseMark(Mark mark) {
        table.raiseMark(mark);
    }

    /**
     * Records how far the copies are, as {@link Replica} does, so that retention keeps what they lack up to {@link
     * RetentionPolicy#maxBytesForCopies}. Looks for a frame in the journal for each, so this is for about once a
     * second.
     *
     * @param reader the journal, open for reading
     * @param boundaries the name of each copy, and the boundary up to which it has the journal; {@link Index#NONE} if
     *     that is not known, which changes nothing for a copy that was known before. Other copies are forgotten
     */
    public void keepFor(Journal reader, Map<String, Long> boundaries) {
        for (NamedPosition position : NamedPositions.list(table)) {
            String name = position.name();
            if (name.startsWith(Replica.PREFIX) && !boundaries.containsKey(name.substring(Replica.PREFIX.length()))) {
                NamedPositions.delete(table, name);
            }
        }
        boundaries.forEach((name, boundary) -> {
            NamedPosition position =
                    NamedPositions.open(table, Replica.PREFIX + name, MAKER).withOwnerCheck(OwnerCheck.OFF);
            if (boundary != Index.NONE) {
                position.set(reader.lastBefore(boundary));
            }
        });
    }

    /** Lets every owner of the journal append, whether a process replicates it or not. */
    public void freeAppends() {
        table.setAppends(AppendOrder.ALLOWED);
        unlock();
    }

    /**
     * Lets owners of the journal append as long as this object is open. Where it was closed, or its process has ended,
     * they are refused as {@link #refuseAppends} says.
     *
     * @throws JournalLockedException if another process replicates the journal
     */
    public void admitAppends() {
        order(AppendOrder.WHILE_REPLICATED);
    }

    /**
     * Refuses appends of all owners of the journal, because copies are missing. An owner that may append already
     * notices within a tenth of a second, if {@link #admitAppends} was called before, and else within about a second.
     *
     * @throws JournalLockedException if another process replicates the journal
     */
    public void refuseAppends() {
        order(AppendOrder.REFUSED);
    }

    private void order(AppendOrder order) {
        if (lock == null) {
            table.setAppends(AppendOrder.REFUSED); // no append is admitted by what an earlier process has left
            lock = ReplicationLock.acquire(directory);
        }
        table.setAppends(order);
    }

    private void unlock() {
        if (lock != null) {
            lock.close();
            lock = null;
        }
    }

    /**
     * Takes the right to append from its owner: that process notices within about a second, and its appends fail for
     * good. The next opening of the journal for writing waits until then.
     *
     * @param by the epoch of the member that appends now
     * @throws JournalException if the lock file cannot be deleted
     */
    public void takeOver(Epoch by) {
        table.setAppends(AppendOrder.fenced(by));
        unlock(); // of a file that has the name no longer
        Path file = directory.resolve(SegmentName.LOCK);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new JournalException("cannot take over a journal file=" + file + " reason=" + e, e);
        }
    }

    @Override
    public void close() {
        unlock();
        table.close();
    }
}
