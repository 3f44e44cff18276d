package io.millrace.journal;

import io.millrace.memory.Access;
import io.millrace.memory.Directories;
import java.nio.file.Path;

/**
 * A write to the storage device of what a copy held when this was made, which {@link CopyWriter#forcing} returns. It
 * maps the files itself, so one thread may run it while the thread of the copy continues; that thread notes the end.
 */
public final class CopyForce {

    private final Path directory;
    private final JournalId id;
    private final FaultInjector injector;
    private final BoundaryForcer forcer;

    final long number;
    final long position;
    final long lastNumber;

    /** Bytes of the last segment, which are forced. */
    final long lastBytes;

    final long boundary;
    final long settled;

    /** The segment that is forced, or has failed. */
    private long present;

    private long tookNs;

    CopyForce(
            Path directory,
            JournalId id,
            FaultInjector injector,
            BoundaryForcer forcer,
            long number,
            long position,
            long lastNumber,
            long lastBytes,
            long boundary,
            long settled) {
        this.directory = directory;
        this.id = id;
        this.injector = injector;
        this.forcer = forcer;
        this.number = number;
        this.present = number;
        this.position = position;
        this.lastNumber = lastNumber;
        this.lastBytes = lastBytes;
        this.boundary = boundary;
        this.settled = settled;
    }

    /**
     * Writes to the storage device, and returns when it is done. Any thread, once.
     *
     * @throws JournalException if the device reports an error, or segments were removed or set aside meanwhile
     */
    public void run() {
        long startNs = System.nanoTime();
        long from = position;
        for (; present <= lastNumber; present++, from = 0) {
            try (SegmentFile segment = SegmentFile.open(directory, present, id, Access.READ_WRITE)) {
                long to = present == lastNumber ? lastBytes : segment.sizeBytes();
                injector.forcing(segment.file(), segment.memory, from, to - from);
                segment.force(from, to - from);
            }
        }
        if (position == 0 || lastNumber > number) {
            Directories.force(directory);
            injector.forced(directory);
        }
        tookNs = System.nanoTime() - startNs;
    }

    /** Notes that {@link #run} has returned; the thread of the copy, which must not have been cut or closed since. */
    public void done() {
        forcer.done(this, tookNs);
    }

    /** Returns whether retention has removed the segment at which {@link #run} has failed; the thread of the copy. */
    public boolean isRemoved() {
        return forcer.isRemoved(present);
    }
}
