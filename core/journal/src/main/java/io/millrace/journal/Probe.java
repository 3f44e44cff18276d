package io.millrace.journal;

import io.millrace.memory.BootId;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Where proofs look into a journal and stop it: told of each {@link Step}, and of what is about to be forced to the
 * storage device. Any thread of the journal calls it; it may block, or end the process. Not for applications.
 */
@FunctionalInterface
public interface Probe {

    /** The one that is used outside of proofs. */
    Probe NONE = _ -> {};

    /** A step was reached. */
    void reached(Step step);

    /**
     * A part of a file is about to be forced.
     *
     * @param file the file, under its present name
     * @param content the whole file in memory
     * @param offset start of the part in bytes
     * @param length its length in bytes
     */
    default void forcing(Path file, MemorySegment content, long offset, long length) {}

    /** The entries of a directory were forced. */
    default void forced(Path directory) {}

    /** Returns the run of the machine: what is not synced in one may be lost in the next. */
    default UUID machineRun() {
        return BootId.current();
    }
}
