package io.millrace.journal;

import io.millrace.memory.BootId;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The hook by which proofs observe and stop a journal: it is called at each {@link FailPoint}, and before each force to
 * the storage device. Any thread of the journal calls it; it may block, or end the process. Not for applications.
 */
@FunctionalInterface
public interface FaultInjector {

    /** Does nothing; used outside of proofs. */
    FaultInjector NONE = _ -> {};

    /** Acts on a fail point that the calling thread has reached. */
    void reached(FailPoint point);

    /**
     * Acts on a part of a file that is about to be forced.
     *
     * @param file the file, under its present name
     * @param content the whole file in memory
     * @param offset start of the part in bytes
     * @param length its length in bytes
     */
    default void forcing(Path file, MemorySegment content, long offset, long length) {}

    /** Acts on a directory whose entries were forced. */
    default void forced(Path directory) {}

    /** Returns the run of the machine: what is not synced in one run may be lost in the next. */
    default UUID machineRun() {
        return BootId.current();
    }

    /**
     * Returns the epoch of a new segment. Any but that of the segment before it is for tests of journals with several
     * epochs.
     *
     * @param before epoch of the segment before it
     */
    default Epoch epoch(Epoch before) {
        return before;
    }

    /** Returns an injector by which new segments have an epoch, and that does nothing else. */
    static FaultInjector ofEpoch(Epoch epoch) {
        return new FaultInjector() {
            @Override
            public void reached(FailPoint point) {}

            @Override
            public Epoch epoch(Epoch before) {
                return epoch;
            }
        };
    }
}
